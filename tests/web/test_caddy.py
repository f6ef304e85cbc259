"""Behind Caddy, as docs/hosting.md and deploy/Caddyfile have it: https, and every event at once."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cluster import Cluster
from hosts import Server
from test_server import ENOUGH, Streams, everything

ROOT = Path(__file__).parents[2]
CADDY = shutil.which("caddy")
TOKEN = "Zq7Xw3Lm5Rv1Bn8Hs2Dc6Gf4Tk9"

pytestmark = pytest.mark.skipif(
    CADDY is None and os.environ.get("PASSEL_CADDY") != "required", reason="there is no Caddy here"
)


@contextmanager
def caddy(folder: Path, written: str, *servers: int) -> Iterator[int]:
    """The port at which Caddy speaks https before servers.

    Args:
        folder: An empty one.
        written: A Caddyfile for pigs.example before localhost:7447, 7448 ..., which changes no more
            than it must: a certificate of its own, and these ports.
        servers: The ports of the servers.
    """
    assert CADDY
    with socket.create_server(("127.0.0.1", 0)) as free:
        ours = int(free.getsockname()[1])
    site = f"https://localhost:{ours} {{\n    tls internal\n"
    config = written.replace("pigs.example {\n", site)
    for usual, port in enumerate(servers, 7447):
        config = config.replace(f"localhost:{usual}", f"127.0.0.1:{port}")
    assert config.count("127.0.0.1:") == len(servers)
    settings = "{\n    admin off\n    auto_https disable_redirects\n    skip_install_trust\n}\n"
    (folder / "Caddyfile").write_text(settings + config)
    process = subprocess.Popen(
        [CADDY, "run", "--config", str(folder / "Caddyfile")],
        env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)},
        stderr=subprocess.DEVNULL,
    )
    try:
        until(lambda: ask(ours, "GET", "/health").startswith("HTTP/1.1 200"))
        yield ours
    finally:
        process.kill()
        process.communicate(timeout=ENOUGH)


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds and nothing is refused."""
    deadline = time.monotonic() + ENOUGH
    while True:
        try:
            if holds():
                return
        except OSError:
            pass
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port at which Caddy speaks https before a server of streams."""
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    written = re.search(r"```\n(pigs\.example \{\n.*?\n\}\n)```", page, re.DOTALL)
    assert written
    server = Streams("127.0.0.1", "::1")
    try:
        with caddy(tmp_path_factory.mktemp("caddy"), written[1], server.port) as ours:
            yield ours
    finally:
        server.process.kill()
        server.process.communicate(timeout=ENOUGH)


def connect(port: int, request: str) -> ssl.SSLSocket:
    """A request over https, to a certificate that Caddy signed itself."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    line = socket.create_connection(("127.0.0.1", port), timeout=ENOUGH)
    made = trusting.wrap_socket(line, server_hostname="localhost")
    made.sendall(request.encode())
    return made


def ask(port: int, method: str, path: str, body: str = "", head: str = "") -> str:
    """The whole answer to one request; `head` has more lines of it."""
    lines = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{head}"
    asking = connect(port, f"{lines}Content-Length: {len(body)}\r\n\r\n{body}")
    return everything(asking).decode()


def test_each_event_comes_at_once(port: int) -> None:
    """The next is published only when the one before has come, so none waits for more."""
    reader = connect(port, "GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n")
    heard = b""
    for each in ("first", "second", "third"):
        if each != "first":
            ask(port, "POST", "/", f"data: {each}\n\n")
        while f"data: {each}\n\n".encode() not in heard:
            heard += reader.recv(1000)
    reader.close()
    assert b"text/event-stream" in heard


def test_the_server_knows_that_it_came_by_https(port: int) -> None:
    assert "\r\nhttps 127.0.0.1\r\n" in ask(port, "GET", "/who")


# Before several servers


@pytest.fixture
def servers(postgresql: Cluster) -> Iterator[list[Server]]:
    """Two servers on one database."""
    name = postgresql.create()
    arguments = ("--no-open", "--port", "0", "--host", "127.0.0.1", "--proxy", "127.0.0.1")
    made = [Server(*arguments, "--database", postgresql.url(name)) for _ in range(2)]
    yield made
    for each in made:
        each.kill()
    postgresql.drop(name)


@pytest.fixture
def before_two(servers: list[Server], tmp_path: Path) -> Iterator[int]:
    """The port of Caddy before both of them."""
    ports = [int(each.address.rstrip("/").rpartition(":")[2]) for each in servers]
    written = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    with caddy(tmp_path, written, *ports) as ours:
        until(lambda: ask(ours, "GET", "/api").startswith("HTTP/1.1 200"))
        yield ours


def post(port: int, path: str, **command: object) -> dict[str, object]:
    """What a command that succeeds is answered."""
    head = f"Authorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
    status, _, rest = ask(port, "POST", path, json.dumps(command), head).partition("\r\n")
    assert status.split()[1] in ("200", "201"), rest
    answer: dict[str, object] = json.loads(rest.partition("\r\n\r\n")[2])
    return answer


def follow(port: int, room: str, after: object, until: str) -> ssl.SSLSocket:
    """A stream of a room, read until it has told something."""
    head = f"Host: localhost\r\nLast-Event-ID: {after}\r\n\r\n"
    stream = connect(port, f"GET /api/rooms/{room}/events HTTP/1.1\r\n{head}")
    heard = b""
    while until.encode() not in heard:
        some = stream.recv(10_000)
        assert some, heard
        heard += some
    return stream


def test_when_one_of_two_servers_dies_the_next_request_succeeds_and_streams_go_on(
    servers: list[Server], before_two: int
) -> None:
    made = post(before_two, "/api/rooms", id="make-0001", rules="pig", name="Ana")
    room = str(made["room"])
    streams = [follow(before_two, room, 0, "event: room") for _ in range(2)]
    servers[0].kill()  # each had one of the streams
    path = f"/api/rooms/{room}/commands"
    renamed = post(before_two, path, do="rename", id="rename-01", name="Beata")
    assert renamed["seq"] == int(str(made["seq"])) + 1
    follow(before_two, room, made["seq"], '"name":"Beata"').close()
    for each in streams:
        each.close()


def test_without_their_database_nobody_is_sent_to_them_and_then_again(
    postgresql: Cluster, before_two: int
) -> None:
    with postgresql.away():
        until(lambda: ask(before_two, "GET", "/api").startswith("HTTP/1.1 503"))
    until(lambda: ask(before_two, "GET", "/api").startswith("HTTP/1.1 200"))


def test_their_numbers_are_not_for_the_internet(before_two: int) -> None:
    assert ask(before_two, "GET", "/metrics").startswith("HTTP/1.1 404")


def test_the_documentation_shows_the_same() -> None:
    shown = (ROOT / "docs" / "operations.md").read_text("utf-8")
    written = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    assert written[written.index("pigs.example") :] in shown

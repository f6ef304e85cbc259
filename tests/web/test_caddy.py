"""Behind Caddy, with the Caddyfile of docs/hosting.md: https, and every event at once."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_server import ENOUGH, Streams, everything

DOCS = Path(__file__).parents[2] / "docs"
CADDY = shutil.which("caddy")

pytestmark = pytest.mark.skipif(CADDY is None, reason="there is no Caddy here")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port at which Caddy speaks https before a server of streams."""
    assert CADDY
    folder = tmp_path_factory.mktemp("caddy")
    server = Streams("127.0.0.1", "::1")
    with socket.create_server(("127.0.0.1", 0)) as free:
        ours = int(free.getsockname()[1])
    page = (DOCS / "hosting.md").read_text("utf-8")
    written = re.search(r"```\n(pigs\.example \{\n.*?\n\})\n```", page, re.DOTALL)
    assert written
    block = written[1].replace("pigs.example", f"https://localhost:{ours}")
    block = block.replace("localhost:7447", f"127.0.0.1:{server.port}").replace(
        "{\n", "{\n    tls internal\n", 1
    )
    settings = "{\n    admin off\n    auto_https disable_redirects\n    skip_install_trust\n}\n"
    (folder / "Caddyfile").write_text(settings + block + "\n")
    process = subprocess.Popen(
        [CADDY, "run", "--config", str(folder / "Caddyfile")],
        env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)},
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + ENOUGH
    while time.monotonic() < deadline:
        try:
            ask(ours, "GET", "/count")
            break
        except OSError:
            time.sleep(0.1)
    yield ours
    for each in (process, server.process):
        each.kill()
        each.communicate(timeout=ENOUGH)


def connect(port: int, request: str) -> ssl.SSLSocket:
    """A request over https, to a certificate that Caddy signed itself."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    line = socket.create_connection(("127.0.0.1", port), timeout=ENOUGH)
    made = trusting.wrap_socket(line, server_hostname="localhost")
    made.sendall(request.encode())
    return made


def ask(port: int, method: str, path: str, body: str = "") -> str:
    """The whole answer to one request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    asking = connect(port, f"{head}Content-Length: {len(body)}\r\n\r\n{body}")
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

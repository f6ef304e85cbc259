"""`passel serve` and `passel site` as people call them."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hosts import PASSEL, Server

from passel.cli import serve
from passel.cli.base import run
from passel.web import server
from passel.web.site import site
from passel.words import Words

Serve = Callable[..., Server]
Passel = Callable[..., tuple[int, str, str]]
EXTRAS = ("matplotlib", "prometheus_client", "psycopg")
"""Packages that Passel is installed without, unless somebody asks for them."""

ENOUGH = 30
"""Seconds that a slow machine may take."""


@pytest.fixture
def serving() -> Iterator[Serve]:
    """Starts servers that do not outlive the test."""
    running: list[Server] = []

    def start(*arguments: str, **how: Any) -> Server:
        running.append(Server(*arguments, **how))
        return running[-1]

    yield start
    for each in running:
        each.kill()


@pytest.fixture
def passel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Passel:
    """Run a command line; answers exit code, output and errors."""
    monkeypatch.setenv("LC_ALL", "C")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=ENOUGH) as answer:
        body: bytes = answer.read()
        return body


def test_it_says_where_it_is_serves_the_site_and_leaves_at_control_c(serving: Serve) -> None:
    server = serving("--no-open", "--port", "0")
    assert len(server.lines) == 2
    assert server.address.startswith("http://localhost:")
    assert get(server.address) == site()["index.html"].content
    assert get(f"{server.address}sw.js") == site()["sw.js"].content
    assert server.interrupt() == (0, "\n")  # no traceback, and no line for each request


def test_no_request_is_logged(serving: Serve) -> None:
    """Paths name rooms, and who has a room's id can watch it."""
    server = serving("--no-open", "--port", "0")
    asked = urllib.request.Request(
        f"{server.address}api/rooms",
        data=json.dumps({"id": "make-a-room", "rules": "pig"}).encode(),
        headers={
            "Authorization": "Bearer 0123456789abcdef0123456789abcdef",
            "Content-Type": "application/json",
        },
    )
    with urllib.request.urlopen(asked, timeout=ENOUGH) as answer:
        room = json.load(answer)["room"]
    assert json.loads(get(f"{server.address}api/rooms/{room}"))["seq"] > 0
    with pytest.raises(urllib.error.HTTPError):
        get(f"{server.address}api/rooms/{room}/nowhere")
    assert server.interrupt() == (0, "\n")


def test_it_leaves_though_browsers_hold_connections(serving: Serve) -> None:
    server = serving("--no-open", "--port", "0")
    port = int(server.address.rstrip("/").rpartition(":")[2])
    idle = http.client.HTTPConnection("localhost", port)
    asking = socket.create_connection(("localhost", port))
    idle.request("GET", "/")
    idle.getresponse().read()
    asking.send(b"GET / HTTP/1.1\r\n")
    assert server.interrupt() == (0, "\n")
    idle.close()
    asking.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to send")
def test_it_ends_when_it_is_told_to(serving: Serve) -> None:
    server = serving("--no-open", "--port", "0")
    server.process.send_signal(signal.SIGTERM)
    rest, _ = server.process.communicate(timeout=ENOUGH)
    assert rest == ""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has systemd")
@pytest.mark.parametrize("workers", [[], ["--workers", "2"]])
def test_systemd_is_told_when_it_answers(
    serving: Serve, workers: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(ENOUGH)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        serving("--no-open", "--no-rooms", "--port", "0", *workers)
        assert systemd.recv(100) == b"READY=1"
        systemd.setblocking(False)
        with pytest.raises(BlockingIOError):
            systemd.recv(100)


def test_it_speaks_the_readers_language() -> None:
    options = ["--no-open", "--no-rooms", "--port", "0", "--lang", "pl"]
    process = subprocess.Popen(
        [sys.executable, "-c", PASSEL, "serve", *options],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"},
        text=True,
        encoding="utf-8",
    )
    assert process.stdout
    assert process.stdout.readline().startswith("Passel czeka: http://localhost:")
    process.kill()
    process.communicate(timeout=ENOUGH)


def test_a_port_that_was_asked_for_and_is_taken_is_one_sentence(passel: Passel, taken: int) -> None:
    code, out, err = passel("serve", "--no-open", "--host", "127.0.0.1", "--port", str(taken))
    assert (code, out) == (2, "")
    assert (
        err == f"passel: Port {taken} is taken by another program. Say another one with --port.\n"
    )


def test_where_any_port_will_do_the_next_free_one_is_taken(taken: int) -> None:
    sockets = server.listen("127.0.0.1", taken, exactly=False)
    assert taken < sockets[0].getsockname()[1] < taken + server.TRIES
    for each in sockets:
        each.close()


def test_the_usual_port_that_is_taken_is_said_with_the_one_that_is_not(serving: Serve) -> None:
    try:
        other = socket.create_server(("127.0.0.1", server.PORT))
    except OSError:
        other = socket.socket()  # somebody has it already, which does as well
    with other:
        served = serving("--no-open")
    assert served.lines[0].startswith(f"Port {server.PORT} is taken, so this is port 74")
    assert f":{server.PORT}/" not in served.address


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8000.5", ""])
def test_a_port_that_is_none_is_one_sentence(passel: Passel, port: str) -> None:
    code, out, err = passel("serve", "--no-open", "--port", port)
    assert (code, out) == (2, "")
    assert err.startswith(f"passel: --port cannot be “{port}”.")


@pytest.mark.parametrize("host", ["192.0.2.77", "nowhere.invalid", "a" * 60, "::zz"])
def test_a_host_that_is_not_this_machine_is_one_sentence(passel: Passel, host: str) -> None:
    code, out, err = passel("serve", "--no-open", "--port", "0", "--host", host)
    assert (code, out) == (2, "")
    assert err.startswith(f"passel: “{host}” is not an address of this computer.")


def test_all_addresses_of_a_name_listen_on_one_port() -> None:
    sockets = server.listen("localhost", 0, exactly=True)
    assert len({each.getsockname()[1] for each in sockets}) == 1
    for each in sockets:
        each.close()


def test_in_a_network_every_address_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_own", lambda: ["192.0.2.5", "198.51.100.7"])
    assert server.addresses("0.0.0.0", 80) == [
        "http://localhost:80/",
        "http://192.0.2.5:80/",
        "http://198.51.100.7:80/",
    ]
    assert server.addresses("localhost", 8000) == ["http://localhost:8000/"]
    assert server.addresses("::1", 8000) == ["http://[::1]:8000/"]


def test_at_all_addresses_it_is_here_too(serving: Serve) -> None:
    served = serving("--no-open", "--host", "0.0.0.0", "--port", "0")
    assert served.address.startswith("http://localhost:")
    assert get(served.address) == site()["index.html"].content


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
@pytest.mark.parametrize(
    ("arguments", "shown"),
    [(["--host", "0.0.0.0"], True), (["--host", "0.0.0.0", "--no-qr"], False), ([], False)],
)
def test_phones_in_the_network_get_a_code_in_a_terminal(
    arguments: list[str], shown: bool, tmp_path: Path
) -> None:
    """Where the machine has no network there is no address of it, and no code."""
    import pty

    ours, its = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", PASSEL, "serve", "--no-open", "--port", "0", *arguments],
        env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", "PASSEL_DATA": str(tmp_path)},
        stdout=its,
    )
    os.close(its)  # so that reading ends when the server has
    said = ""
    while "To stop:" not in said:
        said += os.read(ours, 65536).decode()
    process.kill()
    process.communicate(timeout=ENOUGH)
    os.close(ours)
    assert ("▀" in said) == (shown and "On other devices" in said)


def test_no_code_goes_into_a_pipe(serving: Serve) -> None:
    served = serving("--no-open", "--host", "0.0.0.0", "--port", "0", env={"PYTHONUTF8": "1"})
    assert "▀" not in "".join(served.lines)


@pytest.mark.parametrize("proxy", ["localhost", "127.0.0", "*", "10.0.0.0/33", "", "1"])
def test_a_proxy_that_is_no_address_is_one_sentence(passel: Passel, proxy: str) -> None:
    code, out, err = passel("serve", "--no-open", "--proxy", "127.0.0.1", "--proxy", proxy)
    assert (code, out) == (2, "")
    assert err.startswith(f"passel: --proxy cannot be “{proxy}”.")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for the browser")
def test_a_browser_is_opened_once_it_can_be_answered(serving: Serve, tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n')
    browser.chmod(0o755)
    served = serving("--port", "0", env={"BROWSER": str(browser)})
    deadline = time.monotonic() + ENOUGH
    while not opened.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert opened.read_text().splitlines() == [served.address]


def test_no_browser_is_looked_for_without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in serve.SCREENS:
        monkeypatch.delenv(name, raising=False)
    assert not serve.has_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert serve.has_screen()


def test_many_ask_at_once(serving: Serve) -> None:
    served = serving("--no-open", "--port", "0")
    bodies: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: bodies.append(get(f"{served.address}catalogue.json")))
        for _ in range(40)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert bodies == [site()["catalogue.json"].content] * 40


def test_a_database_in_a_folder_that_is_not_there_is_one_sentence_and_makes_none(
    passel: Passel, tmp_path: Path
) -> None:
    file = tmp_path / "slip/of/the/pen.db"
    code, out, err = passel("serve", "--no-open", "--port", "0", "--database", str(file))
    assert (code, out) == (2, "")
    assert err == f"passel: There is no folder “{file.parent}”.\n"
    assert list(tmp_path.iterdir()) == []


def test_the_rooms_of_another_server_are_left_to_it_in_one_sentence(
    passel: Passel, serving: Serve, tmp_path: Path
) -> None:
    file = str(tmp_path / "rooms.db")
    serving("--no-open", "--port", "0", "--database", file)
    code, out, err = passel("serve", "--no-open", "--port", "0", "--database", file)
    assert (code, out) == (2, "")
    assert err == (
        f"passel: The rooms in “{file}” are open in another Passel. Close it, or name another "
        "place with --database.\n"
    )


def test_it_needs_no_package_that_is_an_extra(tmp_path: Path) -> None:
    script = f"""
import sys
for extra in {EXTRAS}:
    sys.modules[extra] = None
from passel.cli import main
main(sys.argv[1:])
"""
    process = subprocess.Popen(
        [sys.executable, "-c", script, "serve", "--no-open", "--port=0", "--lang=en"],
        env={**os.environ, "PASSEL_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    said = process.stdout.readline()
    assert said.startswith("Passel is ready: "), process.communicate()
    assert json.loads(get(f"{said.split()[-1]}api"))["bots"]
    process.kill()
    process.communicate()


def test_an_address_has_as_many_streams_as_is_said(serving: Serve, tmp_path: Path) -> None:
    server = serving(
        "--no-open", "--port", "0", "--streams", "2", "--database", str(tmp_path / "rooms.db")
    )
    wish = urllib.request.Request(
        f"{server.address}api/rooms",
        b'{"id": "make-a-room", "rules": "pig"}',
        {"Content-Type": "application/json", "Authorization": "Bearer 0123456789abcdef01234567"},
    )
    with urllib.request.urlopen(wish, timeout=ENOUGH) as made:
        events = f"{server.address}api/rooms/{json.load(made)['room']}/events"
    with contextlib.ExitStack() as streams:
        for _ in range(2):
            streams.enter_context(urllib.request.urlopen(events, timeout=ENOUGH))
        with pytest.raises(urllib.error.HTTPError) as met:
            urllib.request.urlopen(events, timeout=ENOUGH)
        assert met.value.code == 429
        assert json.load(met.value)["error"]["code"] == "too-many-streams"


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_help_says_after_how_many_days_rooms_are_deleted(lang: str) -> None:
    said = Words(lang).say("help.option.expire")
    assert re.findall(r"\d+", said) == [str(serve.EXPIRE), "0"]


# passel site


def test_site_says_how_many_files_there_are_and_how_big(passel: Passel, tmp_path: Path) -> None:
    code, out, _ = passel("site", str(tmp_path / "new"))
    assert code == 0
    files = site()
    size = -(-sum(len(file.content) for file in files.values()) // 1000)
    assert out.startswith(f"{len(files)} files are in {tmp_path / 'new'}: {size} kB, compressed ")
    code, out, _ = passel("site", str(tmp_path / "new"), "--json")
    summary = json.loads(out)
    assert set(summary) == {"folder", "files", "bytes", "compressed", "digest"}
    assert summary["files"] == len(files)


def test_site_refuses_a_folder_of_something_else_in_one_sentence(
    passel: Passel, tmp_path: Path
) -> None:
    (tmp_path / "letter.txt").write_text("dear diary")
    code, out, err = passel("site", str(tmp_path))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "holds other things than a Passel site" in err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_site_needs_a_folder(passel: Passel) -> None:
    code, _, err = passel("site")
    assert (code, err.count("\n")) == (2, 1)


@pytest.mark.parametrize("arguments", [["--help"], ["serve", "--help"], ["site", "--help"], []])
def test_help_does_not_wait_for_a_server(arguments: list[str]) -> None:
    watched = f"import atexit, sys; atexit.register(lambda: print(*sys.modules)); {PASSEL}"
    ran = subprocess.run(
        [sys.executable, "-c", watched, *arguments], check=True, capture_output=True, text=True
    )
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert loaded & {"starlette", "uvicorn", "anyio", "asyncio", "passel.web"} == set()

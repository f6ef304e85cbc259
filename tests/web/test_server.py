"""The server's process: streams do not keep it from ending, and clients cannot keep it busy."""

from __future__ import annotations

import asyncio
import http.client
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from passel.web import connection, hub

pytest.importorskip("httptools")

ENOUGH = 30
"""Seconds that a slow machine may take."""


class Streams:
    """A process of streams.py.

    Args:
        proxies: Whose word on clients is taken.
    """

    def __init__(self, *proxies: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("streams.py")), *proxies],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout
        self.port = int(self.process.stdout.readline())

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}
    ) -> str:
        """The answer to one request."""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ENOUGH)
        asking.request(method, path, body, dict(headers))
        answer = asking.getresponse().read().decode()
        asking.close()
        return answer

    def connect(self, sent: bytes, buffer: int | None = None) -> socket.socket:
        """A connection over which something was sent; `buffer` bounds what it takes unread."""
        made = socket.socket()
        made.settimeout(ENOUGH)
        if buffer:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        made.connect(("127.0.0.1", self.port))
        made.sendall(sent)
        return made

    def stream(self, buffer: int | None = None) -> socket.socket:
        """A stream, of which the beginning was read."""
        made = self.connect(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", buffer)
        head = b""
        while b"data: first\n\n" not in head:
            head += made.recv(1000)
        return made

    def interrupt(self) -> tuple[int, str]:
        """Press Control-C; the exit code and what is printed from then on."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=ENOUGH)
        return self.process.returncode, rest


@pytest.fixture
def streams() -> Iterator[Callable[..., Streams]]:
    """Starts servers that do not outlive the test."""
    running: list[Streams] = []

    def start(*proxies: str) -> Streams:
        running.append(Streams(*proxies))
        return running[-1]

    yield start
    for each in running:
        each.process.kill()
        each.process.communicate(timeout=ENOUGH)


def everything(reader: socket.socket) -> bytes:
    """All that comes until the end."""
    data = b""
    while piece := reader.recv(65536):
        data += piece
    reader.close()
    return data


def eventually(fact: Callable[[], bool]) -> bool:
    """Whether something becomes true while it is waited for."""
    deadline = time.monotonic() + ENOUGH
    while not fact() and time.monotonic() < deadline:
        time.sleep(0.02)
    return fact()


def test_it_ends_with_open_streams_and_tells_each_its_end(
    streams: Callable[..., Streams],
) -> None:
    """Uvicorn would say so had it waited for its patience to end instead."""
    server = streams()
    stuck = server.stream(buffer=4096)
    server.ask("POST", "/", bytes(9_000_000))  # more than sockets hold
    readers = [server.stream() for _ in range(50)]
    assert server.interrupt() == (0, "closed\n")
    for each in readers:
        assert everything(each).endswith(b"0\r\n\r\n")  # the last chunk: it is whole
    stuck.close()


def test_a_reader_that_takes_nothing_is_cut_off_and_forgotten(
    streams: Callable[..., Streams],
) -> None:
    server = streams()
    slow, quick = server.stream(buffer=4096), server.stream()
    quick.setblocking(True)
    piece = bytes(hub.BEHIND - 1)
    for _ in range(40):
        server.ask("POST", "/", piece)
        left = len(piece)
        while left > 0:
            left -= len(quick.recv(left))
        if server.ask("GET", "/count") == "1":
            break
    assert server.ask("GET", "/count") == "1"
    slow.close()
    quick.close()
    assert eventually(lambda: server.ask("GET", "/count") == "0")
    assert server.interrupt() == (0, "closed\n")


def test_a_reader_that_leaves_is_forgotten(streams: Callable[..., Streams]) -> None:
    server = streams()
    reader = server.stream()
    assert server.ask("GET", "/count") == "1"
    reader.close()
    assert eventually(lambda: server.ask("GET", "/count") == "0")


@pytest.mark.parametrize("piece", [b"x" * 1000, b"X: y\r\n" * 100], ids=["long", "many"])
def test_a_head_without_end_is_refused(streams: Callable[..., Streams], piece: bytes) -> None:
    server = streams()
    asking = server.connect(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
    with pytest.raises(ConnectionError):
        asking.sendall(piece * (100_000_000 // len(piece)))
    asking.close()
    assert server.ask("GET", "/count", headers={"X": "y" * (connection.HEAD // 2)}) == "0"


@pytest.mark.parametrize(
    "sent", [b"", b"G", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1234"]
)
def test_a_request_that_does_not_come_to_its_end_is_not_waited_for(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, transport = Loop(), Transport()
    made = connection_of(loop)
    made.connection_made(transport)
    loop.pass_on(connection.PATIENCE - 1)
    if sent:
        made.data_received(sent)  # from its first byte on it has its time
        loop.pass_on(connection.PATIENCE - 1)
    assert transport.ended == ""
    loop.pass_on(1)
    assert transport.ended == "aborted"


def test_an_answer_may_take_its_time_and_then_the_client_is_waited_for_again() -> None:
    loop, transport = Loop(), Transport()
    made = connection_of(loop)
    made.connection_made(transport)
    for _ in range(3):
        made.data_received(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1234")
        loop.pass_on(connection.PATIENCE - 1)
        made.data_received(b"56789")
        loop.pass_on(10 * connection.PATIENCE)
        answer(made)
        loop.pass_on(made.timeout_keep_alive - 1)
        assert transport.ended == ""
    made.data_received(b"P")
    loop.pass_on(connection.PATIENCE - 1)
    made.data_received(b"OST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
    answer(made)
    loop.pass_on(made.timeout_keep_alive - 1)
    assert transport.ended == ""
    loop.pass_on(1)
    assert transport.ended == "closed"


class Loop:
    """A loop with a clock that is told how time goes by; it runs no task."""

    def __init__(self) -> None:
        self._now = 0.0
        self._timers: list[Timer] = []

    def time(self) -> float:
        """What it has come to."""
        return self._now

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Set a timer."""
        self._timers.append(Timer(self._now + seconds, call))
        return self._timers[-1]

    def pass_on(self, seconds: float) -> None:
        """Let time go by, and what is due happen in its time."""
        end = self._now + seconds
        while due := [timer for timer in self._timers if timer.call and timer.due <= end]:
            timer = min(due, key=lambda each: each.due)
            self._now, call, timer.call = timer.due, timer.call, None
            assert call
            call()
        self._now = end

    def create_task(self, work: Any, **how: object) -> Any:
        """Leave a task undone."""
        work.close()
        return Mock()


@dataclass
class Timer:
    """A timer; without a call it goes off no more."""

    due: float
    call: Callable[[], None] | None

    def cancel(self) -> None:
        """Let it go off no more."""
        self.call = None


class Transport(Mock):
    """A transport that notes how it was ended."""

    ended = ""

    def abort(self) -> None:
        """At once."""
        self.ended = "aborted"

    def close(self) -> None:
        """When all is written."""
        self.ended = "closed"

    def is_closing(self) -> bool:
        """Whether it is ended."""
        return self.ended != ""

    def get_extra_info(self, name: str) -> None:
        """Nothing is known of it."""


def answer(made: connection.Connection) -> None:
    """Answer what a connection was asked."""
    line: Any = made.scope["extensions"][hub.LINE]["line"]
    assert line.answer(200, b"content-length: 2\r\n", b"{}")


def connection_of(loop: object) -> connection.Connection:
    """A connection in a loop, for an app that is not called."""
    import uvicorn
    from uvicorn.server import ServerState

    async def app(scope: object, receive: object, send: object) -> None:
        pass

    config = uvicorn.Config(app, log_config=None)
    config.load()
    return connection.Connection(config, ServerState(), {}, loop)  # type: ignore[arg-type]


@pytest.mark.parametrize("loops", ["asyncio", "uvloop"])
def test_what_is_sent_to_a_client_that_has_just_gone_is_no_fault(loops: str) -> None:
    """Others are still to be told of it, before this stream learns that it has ended."""
    new_loop = pytest.importorskip(loops).new_event_loop

    async def send() -> bool:
        loop = asyncio.get_running_loop()
        here, there = socket.socketpair()
        with there:
            transport, _ = await loop.create_connection(asyncio.Protocol, sock=here)
            made = connection_of(loop)
            made.connection_made(transport)
            transport.abort()
            await asyncio.sleep(0.01)  # until the loop has closed it
            return connection.Line(made).send(b"news")

    with asyncio.Runner(loop_factory=new_loop) as runner, ThreadPoolExecutor(1) as thread:
        assert thread.submit(runner.run, send()).result()


def test_nobody_is_believed_to_be_somebody_else(streams: Callable[..., Streams]) -> None:
    server = streams()
    said = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
    assert server.ask("GET", "/who", headers=said) == "http 127.0.0.1"


def test_only_a_proxy_that_was_named_is_believed(streams: Callable[..., Streams]) -> None:
    said = {"X-Forwarded-For": "198.51.100.1, 192.0.2.7", "X-Forwarded-Proto": "https"}
    assert streams("192.0.2.0/24").ask("GET", "/who", headers=said) == "http 127.0.0.1"
    # The client may write the first address itself; the proxy adds the last one.
    assert streams("127.0.0.0/8").ask("GET", "/who", headers=said) == "https 192.0.2.7"

"""Several processes that serve together: replaced without a gap, and none is ever left behind."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cluster import Cluster
from hosts import PASSEL, Server
from loops import run

from passel.cli import base
from passel.web import workers

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")

ENOUGH = 60
"""Seconds that a slow machine may take."""

TOKEN = "Zq7Xw3Lm5Rv1Bn8Hs2Dc6Gf4Tk9"
Start = Callable[..., Server]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers with two workers, which do not outlive the test."""
    running: list[Server] = []

    def started(*arguments: str) -> Server:
        running.append(Server("--no-open", "--port", "0", "--workers", "2", *arguments))
        return running[-1]

    yield started
    for each in running:
        left = children(each.process.pid)
        each.kill()
        until(lambda left=left: not any(map(alive, left)))  # type: ignore[misc]


@pytest.fixture
def database(postgresql: Cluster) -> Iterator[str]:
    """The URL of an empty database."""
    name = postgresql.create()
    yield postgresql.url(name)
    postgresql.drop(name)


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + ENOUGH
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and is still to be buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(pid: int) -> set[int]:
    """The workers of a server."""
    found: set[int] = set()
    try:
        those = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return found
    for each in those:
        try:
            command = Path(f"/proc/{each}/cmdline").read_bytes()
        except OSError:
            continue
        if b"spawn_main" in command and alive(int(each)):
            found.add(int(each))
    return found


def get(server: Server, path: str = "health") -> Any:
    """The answer to one request, over a connection of its own."""
    with urllib.request.urlopen(f"{server.address}{path}", timeout=ENOUGH) as answer:
        return json.load(answer)


def post(server: Server, path: str, body: Any) -> Any:
    head = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    asked = urllib.request.Request(f"{server.address}{path}", json.dumps(body).encode(), head)
    with urllib.request.urlopen(asked, timeout=ENOUGH) as answer:
        return json.load(answer)


@contextmanager
def paused(pid: int) -> Iterator[None]:
    """A process does nothing for a while."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


class Poller:
    """Asks again and again, each time over a new connection, and counts."""

    def __init__(self, server: Server) -> None:
        self.answered = 0
        self.failed: list[Exception] = []
        self._server = server
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._poll)

    def _poll(self) -> None:
        while not self._over.is_set():
            try:
                get(self._server)
                self.answered += 1
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(error)

    def __enter__(self) -> Poller:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


def told(server: Server) -> str:
    """The next line that a server prints."""
    assert server.process.stdout
    return server.process.stdout.readline()


# They serve


def test_each_answers_and_only_the_parent_says_so(start: Start) -> None:
    server = start("--no-rooms")
    assert len(server.lines) == 2
    both = children(server.process.pid)
    assert len(both) == 2
    for each in both:
        with paused(each):
            assert get(server) == {"status": "ok"}
    assert server.interrupt() == (0, "\n")


def test_one_that_dies_is_replaced_while_requests_go_on(start: Start) -> None:
    server = start("--no-rooms")
    one, other = children(server.process.pid)
    with Poller(server) as poller:
        os.kill(one, signal.SIGKILL)
        assert told(server) == (
            "passel: One of the processes that serve has died; another takes its place.\n"
        )
        until(lambda: len(children(server.process.pid)) == 2)
        met = poller.answered
        until(lambda: poller.answered > met + 10)
    assert len(poller.failed) <= 1  # the one that it was answering
    assert other in children(server.process.pid)
    with paused(other):
        assert get(server) == {"status": "ok"}


def test_all_are_replaced_without_one_failed_request(start: Start) -> None:
    server = start("--no-rooms")
    before = children(server.process.pid)
    with Poller(server) as poller, Poller(server) as another:
        until(lambda: poller.answered > 0 and another.answered > 0)
        server.process.send_signal(signal.SIGHUP)
        assert told(server) == "passel: 2 processes were replaced, one after the other.\n"
    assert poller.failed == another.failed == []
    after = children(server.process.pid)
    assert (len(after), before & after) == (2, set())
    for each in after:
        with paused(each):
            assert get(server) == {"status": "ok"}


class Follower:
    """Somebody who follows a room, taking it up again after what is known whenever it ends."""

    def __init__(self, server: Server, room: str) -> None:
        self.seen: list[int] = []
        """The numbers of the events, as they came."""
        self.streams = 0
        self._address = f"{server.address}api/rooms/{room}/events"
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow)

    def _follow(self) -> None:
        while not self._over.is_set():
            head = {"Last-Event-ID": str(self.seen[-1])} if self.seen else {}
            asked = urllib.request.Request(self._address, headers=head)
            with urllib.request.urlopen(asked, timeout=ENOUGH) as stream:
                self.streams += 1
                for line in stream:
                    self._hear(line)
                    if self._over.is_set():
                        return

    def _hear(self, line: bytes) -> None:
        if line.startswith(b"data: "):
            news = json.loads(line.removeprefix(b"data: "))
            if "happened" in news:
                last = news["seq"]
                first = last - len(news["happened"]) + 1
                self.seen += range(first, last + 1) if self.seen else [last]

    def __enter__(self) -> Follower:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


def test_a_stream_goes_on_where_it_ended_with_those_that_are_replaced(
    start: Start, database: str
) -> None:
    server = start("--database", database)
    room = make(server)
    said = 0
    with Follower(server, room) as follower:
        until(lambda: follower.streams == 1)
        server.process.send_signal(signal.SIGHUP)
        rolled = threading.Thread(target=told, args=[server])
        rolled.start()
        while rolled.is_alive() or said < 3:
            said += 1
            rename(server, room, said)
            time.sleep(0.1)  # no more often than a room's limit lets it
        rolled.join()
        last = rename(server, room, said + 1)
        until(lambda: bool(follower.seen) and follower.seen[-1] == last)
    assert follower.streams > 1
    assert follower.seen == list(range(follower.seen[0], last + 1))


# They end


def make(server: Server) -> str:
    """Make a room; answers its id."""
    made = post(server, "api/rooms", {"id": "make-0001", "rules": "pig", "name": "Ana"})
    return str(made["room"])


def rename(server: Server, room: str, number: int) -> int:
    """Let the host have another name; answers the event's number."""
    version = get(server, f"api/rooms/{room}")["room"]["version"]
    command = {
        "do": "rename",
        "id": f"rename-{number:04}",
        "version": version,
        "name": f"A{number}",
    }
    return int(post(server, f"api/rooms/{room}/commands", command)["seq"])


def test_all_end_with_their_streams_when_they_are_told_to(start: Start, database: str) -> None:
    server = start("--database", database)
    room = make(server)
    address = f"{server.address}api/rooms/{room}/events"
    streams = [urllib.request.urlopen(address, timeout=ENOUGH) for _ in range(8)]
    left = children(server.process.pid)
    server.process.send_signal(signal.SIGTERM)
    for each in streams:
        with each:
            assert each.read().startswith(b"id: ")  # to its end, which was said
    assert server.process.wait(ENOUGH) == -signal.SIGTERM
    assert not any(map(alive, left))
    assert server.process.communicate()[0] == ""


def test_control_c_reaches_all_of_them_and_only_the_parent_minds(start: Start) -> None:
    server = start("--no-rooms")
    left = children(server.process.pid)
    for each in left:
        os.kill(each, signal.SIGINT)  # as a terminal does
    assert get(server) == {"status": "ok"}
    assert server.interrupt() == (0, "\n")
    assert not any(map(alive, left))


def test_none_outlives_a_parent_that_was_killed(start: Start) -> None:
    server = start("--no-rooms")
    left = children(server.process.pid)
    server.process.kill()
    until(lambda: not any(map(alive, left)))


def test_a_terminal_that_is_closed_ends_them() -> None:
    """It sends SIGHUP, which replaces them where no terminal has gone."""
    ours, theirs = os.openpty()
    takes = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)"
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", f"{takes}\n{PASSEL}", "serve", "--lang", "en", "--no-open"),
            *("--no-rooms", "--port", "0", "--workers", "2"),
        ],
        stdin=theirs,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    assert "ready" in process.stdout.readline()
    left = children(process.pid)
    os.close(theirs)
    os.close(ours)
    process.communicate(timeout=ENOUGH)
    assert process.returncode == -signal.SIGHUP
    assert not any(map(alive, left))


# What does not work


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Several processes can only serve together where rooms are in PostgreSQL: name"),
        ("fr", "Plusieurs processus ne peuvent servir ensemble que si les salons sont dans"),
        ("pl", "Kilka procesów może serwować razem tylko wtedy, gdy pokoje są w PostgreSQL:"),
    ],
)
def test_rooms_in_a_file_have_one_process(
    lang: str, sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    place = str(tmp_path / "rooms.db")
    asked = ["serve", "--no-open", "--port=0", "--workers=2", "--database", place, "--lang", lang]
    assert base.run(asked) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert sentence in printed.err
    assert list(tmp_path.iterdir()) == []


def test_windows_has_one_process(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert base.run(["serve", "--no-open", "--no-rooms", "--workers=2", "--lang=en"]) == 2
    assert capsys.readouterr().err == (
        "passel: On Windows a single process serves: leave out --workers.\n"
    )


@pytest.mark.parametrize("count", ["0", "65", "two"])
def test_a_number_of_processes_that_is_none_is_one_sentence(
    count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert base.run(["serve", "--workers", count, "--lang=en"]) == 2
    assert capsys.readouterr().err.startswith(f"passel: --workers cannot be “{count}”.")


def test_a_database_that_is_away_is_said_once() -> None:
    """Nothing listens at port 1 of this machine."""
    away = "postgresql://ana:secret@127.0.0.1:1/rooms"
    called = ["serve", "--no-open", "--port=0", "--workers=2", "--database", away, "--lang=en"]
    ran = subprocess.run(
        [sys.executable, "-c", PASSEL, *called], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("passel: No PostgreSQL answers at “postgresql://ana@127.0.0.1:1/")
    assert ran.stderr.count("\n") == 1


def test_where_the_new_ones_cannot_work_the_old_ones_stay(
    start: Start, postgresql: Cluster, database: str
) -> None:
    server = start("--database", database)
    before = children(server.process.pid)
    with postgresql.away():
        server.process.send_signal(signal.SIGHUP)
        assert told(server) == (
            "passel: The new process does not get to work, so the old ones stay.\n"
        )
    assert children(server.process.pid) == before
    until(lambda: get(server, "ready") == {"status": "ok"})


def break_down(_: list[socket.socket], __: Callable[[], None]) -> None:
    """Work that ends before it is done."""
    os._exit(1)


def test_one_that_ends_before_it_answers_is_said() -> None:
    def serve() -> None:
        workers.serve(break_down, 2, [], lambda: None, lambda code, **parts: None)

    with pytest.raises(workers.WorkerError) as met:
        serve()
    assert met.value.code == "worker-ended"


def test_one_that_keeps_dying_is_started_ever_more_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def never(_: workers._Workers) -> workers._Worker:
        if len(waited) == 8:
            raise KeyError
        raise workers.WorkerError("worker-ended")

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(workers._Workers, "_begin", never)

    async def begin() -> None:
        made = workers._Workers(break_down, 2, [], lambda: None, lambda code, **parts: None)
        await made._begin_again(0.0)

    with pytest.raises(KeyError):
        run(begin())
    assert waited == [0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]

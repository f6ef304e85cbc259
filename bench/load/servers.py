"""The servers that are compared: how each is started, and how it is spoken to."""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from load.crowd import ADDRESSES

HERE = Path(__file__).parent
PLAYERS = 2
"""Of the readers of a room, so many are its players; the others watch."""

TICKS = os.sysconf("SC_CLK_TCK")
SERVE = "from passel.cli import main; main()"


class Process:
    """A server's process, held to one core.

    Args:
        command: What is run, with `{port}` for the port.
        core: The core; None: any.
        env: More of the environment.
    """

    def __init__(self, command: list[str], core: int | None, **env: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self._process = subprocess.Popen(
            [each.format(port=self.port) for each in command],
            env={**os.environ, **env},
            stdout=subprocess.DEVNULL,
        )
        if core is not None:
            os.sched_setaffinity(self._process.pid, {core})
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit(f"did not start: {command}")

    def seconds(self) -> float:
        """The processor's time that it used until now."""
        fields = self._stat("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Its resident memory, in MB of 10^6 bytes."""
        found = re.search(r"VmRSS:\s+(\d+) kB", self._stat("status"))
        return int(found[1]) * 1024 / 1e6 if found else 0.0

    def _stat(self, name: str) -> str:
        return Path(f"/proc/{self._process.pid}/{name}").read_text()

    def stop(self) -> float:
        """Press Control-C; the seconds until it has gone."""
        start = time.perf_counter()
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        return time.perf_counter() - start


class Together:
    """`passel serve`, so many times on one database.

    Args:
        database: Where they keep their rooms.
        count: How many.
        core: The core for all of them; None: any.
    """

    def __init__(self, database: str, count: int = 1, core: int | None = None) -> None:
        serve = ["serve", "--no-open", "--host", "127.0.0.1", "--port", "{port}"]
        command = [sys.executable, "-c", SERVE, *serve, "--database", database]
        self._parts = [Process(command, core) for _ in range(count)]
        self.ports = [each.port for each in self._parts]

    def seconds(self) -> float:
        """As `Process.seconds`, of all."""
        return sum(each.seconds() for each in self._parts)

    def memory(self) -> float:
        """As `Process.memory`, of all."""
        return sum(each.memory() for each in self._parts)

    def stop(self) -> float:
        """As `Process.stop`, one after the other."""
        return sum(each.stop() for each in self._parts)


class PostgreSQL:
    """All processes of a database's server, those that have ended included.

    Args:
        folder: Its folder of data.
    """

    def __init__(self, folder: Path) -> None:
        self._first = int((folder / "postmaster.pid").read_text().split()[0])

    def seconds(self) -> float:
        """The processor's time that it used until now."""
        used = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended, and its parent counts it
            if stat.parent.name == str(self._first):
                used += sum(map(int, fields[11:15]))  # its own, and that of those that have ended
            elif int(fields[1]) == self._first:
                used += sum(map(int, fields[11:13]))
        return used / TICKS


class Simple:
    """`GET /ROOM` and `POST /ROOM`: broadcast.py and floor.py."""

    mark = b"\nevent: room"
    answered = b'{"seq":'
    own_line = True

    def __init__(self, script: str, core: int | None) -> None:
        self.process = Process([sys.executable, str(HERE / script), "{port}"], core)
        self._body = json.dumps({"position": "pig:12-30:1:18", "pad": "x" * 900}).encode()

    def prepare(self, rooms: int, readers: int) -> None:
        """Nothing: a room is made by its first reader."""

    def port(self, room: int, reader: int) -> int:
        return self.process.port

    def opening(self, room: int, reader: int) -> list[tuple[bytes, bytes]]:
        return [(b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" % room, b"event: hello")]

    def action(self, room: int) -> bytes:
        length = len(self._body)
        head = b"POST /%d HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (room, length)
        return head + self._body

    def learn(self, room: int, data: bytes) -> None:
        """Nothing."""

    def reply(self, data: bytes) -> bytes:
        return b""


class Passel:
    """`passel serve`: Pig for two in each room, whoever's turn it is rolls, and nobody holds.

    Args:
        ports: Where its processes are, on one database.
        process: They, to be measured.
        apart: Whether the people of a room are at different ones.
    """

    mark = b"\nevent: room"
    answered = b'{"player":"'
    own_line = True

    def __init__(
        self, ports: Sequence[int], process: Together | None = None, *, apart: bool = False
    ) -> None:
        self.process = process
        self._ports = ports
        self._apart = apart
        self._secret = os.urandom(16).hex()
        self._count = 0
        self._rooms: list[str] = []
        self._heard: list[bytes] = []

    def prepare(self, rooms: int, readers: int) -> None:
        """Make and fill each room, from many addresses, and start its game."""
        for room in range(rooms):
            source = (f"127.0.0.{2 + room % ADDRESSES}", 0)
            asking = http.client.HTTPConnection(
                "127.0.0.1", self.port(room, 0), timeout=60, source_address=source
            )
            host, guest = self._token(room, 0), self._token(room, 1)
            made = self._ask(asking, "/api/rooms", host, rules="pig", name="Ana")["room"]
            path = f"/api/rooms/{made}/commands"
            joined = self._ask(asking, path, guest, do="join", name="Ben")
            self._ask(asking, path, host, do="start", version=joined["version"])
            self._rooms.append(made)
            self._heard.append(b"")
            asking.close()

    def port(self, room: int, reader: int) -> int:
        return self._ports[(room + self._apart * reader) % len(self._ports)]

    def _ask(
        self, asking: http.client.HTTPConnection, path: str, token: str, **body: Any
    ) -> dict[str, Any]:
        head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        asking.request("POST", path, json.dumps({"id": self._id(), **body}), head)
        answer: dict[str, Any] = json.loads(asking.getresponse().read())
        assert "error" not in answer, answer
        return answer

    def _id(self) -> str:
        self._count += 1
        return f"{self._count:08d}"

    def opening(self, room: int, reader: int) -> list[tuple[bytes, bytes]]:
        head = f"GET /api/rooms/{self._rooms[room]}/events HTTP/1.1\r\nHost: localhost\r\n"
        if reader < PLAYERS:
            head += f"Authorization: Bearer {self._token(room, reader)}\r\n"
        return [(f"{head}\r\n".encode(), self.mark)]

    def action(self, room: int) -> bytes:
        heard = self._heard[room]
        version = _last(heard, b'"version":')
        seat = _last(heard, b'"to_move":[')
        said = {"do": "roll", "id": self._id(), "version": version}
        body = json.dumps(said).encode()
        head = (
            f"POST /api/rooms/{self._rooms[room]}/commands HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {self._token(room, seat - 1)}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body

    def _token(self, room: int, seat: int) -> str:
        return hashlib.sha256(f"{self._secret} {room} {seat}".encode()).hexdigest()[:32]

    def learn(self, room: int, data: bytes) -> None:
        heard = self._heard[room] + data
        last = heard.rfind(self.mark)  # of which perhaps not all is there yet
        self._heard[room] = heard[max(0, heard.rfind(self.mark, 0, max(last, 0))) :]

    def reply(self, data: bytes) -> bytes:
        return b""


def _last(heard: bytes, name: bytes) -> int:
    """The number behind the last field of a name."""
    found = re.compile(rb"\d+").match(heard, heard.rindex(name) + len(name))
    assert found, heard
    return int(found[0])


class BoardGame:
    """boardgame.io's server, over web sockets of socket.io as its own client speaks.

    Args:
        folder: Where it is installed.
        core: The core; None: any.
    """

    mark = b'42/pig,["update"'
    answered = b""
    own_line = False

    def __init__(self, folder: Path, core: int | None) -> None:
        shutil.copy(HERE / "boardgame.cjs", folder)
        node = shutil.which("node") or "node"
        self.process = Process([node, str(folder / "boardgame.cjs"), "{port}"], core)
        self._matches: list[tuple[str, str]] = []
        self._states: list[int] = []

    def prepare(self, rooms: int, readers: int) -> None:
        """Make a match for each room, and join it."""
        asking = http.client.HTTPConnection("127.0.0.1", self.process.port, timeout=60)

        def ask(path: str, body: dict[str, Any]) -> dict[str, str]:
            head = {"Content-Type": "application/json"}
            asking.request("POST", path, json.dumps(body), head)
            answer: dict[str, str] = json.loads(asking.getresponse().read())
            return answer

        for _ in range(rooms):
            match = ask("/games/pig/create", {"numPlayers": 2})["matchID"]
            joining = {"playerID": "0", "playerName": "Ana"}
            joined = ask(f"/games/pig/{match}/join", joining)
            self._matches.append((match, joined["playerCredentials"]))
            self._states.append(0)

    def port(self, room: int, reader: int) -> int:
        return self.process.port

    def opening(self, room: int, reader: int) -> list[tuple[bytes, bytes]]:
        match, secret = self._matches[room]
        who: list[Any] = ["0", secret] if reader == 0 else [None, None]
        key = base64.b64encode(b"passel's crowd!!")
        upgrade = (
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\n"
            b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: %b\r\n\r\n" % key
        )
        sync = json.dumps(["sync", match, *who, 2]).encode()
        return [
            (upgrade, b"101 Switching"),
            (_frame(b"40/pig,"), b"40/pig,"),
            (_frame(b"42/pig," + sync), b'42/pig,["sync"'),
        ]

    def action(self, room: int) -> bytes:
        match, secret = self._matches[room]
        payload = {"type": "roll", "args": [], "playerID": "0", "credentials": secret}
        action = {"type": "MAKE_MOVE", "payload": payload}
        said = ["update", action, self._states[room], match, "0"]
        return _frame(b"42/pig," + json.dumps(said).encode())

    def learn(self, room: int, data: bytes) -> None:
        for found in re.finditer(rb'"_stateID":(\d+)', data):  # the log tells older ones
            self._states[room] = max(self._states[room], int(found[1]))

    def reply(self, data: bytes) -> bytes:
        return _frame(b"3") if data.endswith(b"\x81\x012") else b""


def _frame(text: bytes) -> bytes:
    """A client's text frame (RFC 6455, 5.2), masked with zeros."""
    size = len(text)
    head = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return b"\x81" + head + bytes(4) + text


def boardgame(folder: Path) -> bool:
    """Install boardgame.io's server into a folder; whether that could be done.

    Its newest release stands with koa-compose 4.1.0; with 4.2.0 every route of it answers 404.
    """
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return False
    wanted = {"dependencies": {"boardgame.io": "0.50.2"}, "overrides": {"koa-compose": "4.1.0"}}
    (folder / "package.json").write_text(json.dumps(wanted))
    command = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0

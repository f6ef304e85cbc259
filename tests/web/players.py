"""Clients and followers of rooms who keep a ledger of what servers told them.

They speak with one server or with several that have one database, and are content with any of
them: who gets no answer in time asks the next, since a command may be repeated.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ledgers import Ledger, compare

from passel.web.database import url

ENOUGH = 60
"""Seconds that a slow machine may take for one answer."""

AWAY = (
    "The server cannot store anything just now|Another program is using|No PostgreSQL answers"
    "|Rooms are stored again"
)
"""How what it says begins when the database went away, was held up, or came again."""

SERVE = "import sys; from passel.cli import main; main(sys.argv[1:])"


class Server:
    """`passel serve` at one address and on one database, whatever happens to its process.

    Args:
        folder: For what it says, and for the rooms where they have no other place.
        database: The URL of another place.
        host: The address.
        inside: The command that runs it where it has to be.
    """

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        host: str = "127.0.0.1",
        inside: Sequence[str] = (),
    ) -> None:
        self.database = database or url(folder / "rooms.db")
        self.host = host
        self._inside = inside
        self._process: subprocess.Popen[str] | None = None
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.log = folder / f"log-{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers. Raises `AssertionError` with what it said."""
        arguments = ["--no-open", "--host", self.host, "--port", str(self.port)]
        python = [*self._inside, sys.executable, "-c", SERVE]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*python, "serve", *arguments, "--database", self.database],
                env={**os.environ, "LC_ALL": "C", "PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout
        for line in self._process.stdout:
            if line.startswith("To stop:"):
                return
        self._process.wait()
        raise AssertionError(self.log.read_text())

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process
        self._process.send_signal(number)

    def kill(self) -> None:
        """SIGKILL: nothing of it can say goodbye."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Control-C."""
        self._end(signal.SIGINT)

    def said(self) -> str:
        """What it said that a fault of the database does not explain."""
        said = re.sub(rf"passel: ({AWAY}).*\n", "", self.log.read_text())
        return re.sub(r"(?m)^\s*$", "", said)

    def _end(self, number: signal.Signals) -> None:
        assert self._process
        self.send(number)
        self._process.communicate(timeout=ENOUGH)


@dataclass(frozen=True)
class Manner:
    """What a client's room is like, and how it is played in.

    Args:
        people: How many of the seats are the client's; 0: it is a host who watches.
        bots: How many are bots'.
        pace: Milliseconds before a bot acts.
        clock: Seconds for each decision; 0: no clock.
        dawdles: How often the clock is left to run out, 0 to 1.
        pause: Seconds between two commands.
        patience: Seconds after which the next server is asked.
        wanders: How often another server is asked although this one answers, 0 to 1.
    """

    people: int = 2
    bots: int = 0
    pace: int = 1000
    clock: int = 0
    dawdles: float = 0.0
    pause: float = 0.0
    patience: float = ENOUGH
    wanders: float = 0.0


class Way:
    """The way to one of several servers.

    Args:
        servers: All of them.
        ledger: Where moves are counted.
        patience: Seconds that one may take.
    """

    def __init__(self, servers: Sequence[Server], ledger: Ledger, patience: float) -> None:
        self._servers = servers
        self._ledger = ledger
        self._patience = patience
        self._at = 0
        self._line: http.client.HTTPConnection | None = None

    def go(self, step: int = 1) -> None:
        """Hang up, and take another server from now on; of one there is no other."""
        if self._line:
            self._line.close()
        self._line = None
        self._at = (self._at + step) % len(self._servers)
        self._ledger.moved += len(self._servers) > 1

    def open(self) -> http.client.HTTPConnection:
        """A connection; the one that is there, where there is one."""
        if self._line is None:
            server = self._servers[self._at]
            self._line = http.client.HTTPConnection(
                server.host, server.port, timeout=self._patience
            )
        return self._line

    def ask(
        self, method: str, path: str, token: str, body: bytes | None = None
    ) -> tuple[int, dict[str, Any]]:
        """Ask until there is an answer, of whichever server."""
        deadline = time.monotonic() + ENOUGH
        while True:
            try:
                return self._asked(method, path, token, body)
            except (OSError, http.client.HTTPException):
                self.go()
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def _asked(
        self, method: str, path: str, token: str, body: bytes | None
    ) -> tuple[int, dict[str, Any]]:
        line = self.open()
        head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        line.request(method, path, body, head)
        with line.getresponse() as answer:
            read = answer.read()
        if answer.status in (429, 503):  # too fast, or just closing: the same once more
            raise http.client.HTTPException(read)
        return answer.status, json.loads(read)


class Client(threading.Thread):
    """Somebody who plays Pig against themselves, or against bots, until told to stop.

    Args:
        servers: Where.
        seed: Of its choices.
        stop: Says when.
        manner: How.
    """

    def __init__(
        self,
        servers: Sequence[Server],
        seed: int,
        stop: threading.Event,
        manner: Manner = Manner(),
    ) -> None:
        super().__init__(daemon=True)
        self.ledger = Ledger(clock=manner.clock)
        self.manner = manner
        self._random = random.Random(seed)
        self._halt = stop
        hands = range(max(manner.people, 1))
        self._tokens = [f"{seed:04d}{each}{self._random.getrandbits(128):032x}" for each in hands]
        self._way = Way(servers, self.ledger, manner.patience)
        self._way.go(seed)
        self._count = 0

    def run(self) -> None:
        """Play."""
        try:
            self._make()
            while not self._halt.is_set():
                self._act()
                self._halt.wait(self.manner.pause)
        except Exception as error:  # noqa: BLE001 (it is told in the end, wherever it is)
            self.ledger.faults.append(repr(error))

    def _make(self) -> None:
        manner = self.manner
        how = {"plays": manner.people > 0, "clock": manner.clock, "pace": manner.pace}
        made = self._command("/api/rooms", 0, rules="pig,target=30", name="Ana", **how)
        self.ledger.room = made["room"]
        for hand, name in enumerate(("Ben", "Cleo")[: max(manner.people, 1) - 1], 1):
            self._command(self._commands, hand, do="join", name=name)
        for _ in range(manner.bots):
            self._command(self._commands, 0, do="add-bot", bot="hold-at-20")

    @property
    def _commands(self) -> str:
        return f"/api/rooms/{self.ledger.room}/commands"

    def _act(self) -> None:
        """Do what is to be done, if it is this client who has to."""
        told = self._ask("GET", f"/api/rooms/{self.ledger.room}", 0)[1]
        room = told["room"]
        self.ledger.see(told["seq"], room)
        version, game = room["version"], room["game"]
        if room["phase"] != "playing":
            do = "rematch" if room["phase"] == "over" else "start"
            self._command(self._commands, 0, do=do, version=version)
            return
        player = game["to_move"][0] - 1
        if player >= self.manner.people:
            self._halt.wait(self.manner.pace / 2000)
        elif self._random.random() < self.manner.dawdles:
            self._halt.wait(self.manner.clock)
        else:
            holds = "hold" in game["legal"] and self._random.random() < 0.4
            self._command(self._commands, player, do="hold" if holds else "roll", version=version)

    def _command(self, path: str, player: int, **fields: Any) -> dict[str, Any]:
        """Give a command until it is answered, and note the answer."""
        self._count += 1
        id = f"command-{self._count:06d}"
        body = json.dumps({"id": id, **fields}).encode()
        self.ledger.sent[id] = (self._tokens[player], body)
        status, answer = self._ask("POST", path, player, body)
        if status in (200, 201):
            self.ledger.acknowledged[id] = answer
        elif "version" in fields and answer["error"]["code"] == "stale":
            self.ledger.refused.add(id)  # a bot, the clock, or another server was first
        else:
            raise AssertionError(f"{status} {answer} for {body.decode()}")
        return answer

    def _ask(
        self, method: str, path: str, player: int, body: bytes | None = None
    ) -> tuple[int, dict[str, Any]]:
        if self._random.random() < self.manner.wanders:
            self._way.go()
        return self._way.ask(method, path, self._tokens[player], body)

    def repeat(self) -> None:
        """Send every command once more: each answer must be the one there was."""
        for id, (token, body) in self.ledger.sent.items():
            made = json.loads(body).get("do") is None
            path = "/api/rooms" if made else self._commands
            status, answer = self._ask("POST", path, self._tokens.index(token), body)
            if id in self.ledger.refused:
                if status in (200, 201):
                    self.ledger.faults.append(f"{id} was refused, and is {answer}")
            elif answer != self.ledger.acknowledged.get(id, answer):
                self.ledger.faults.append(f"{id} was {self.ledger.acknowledged[id]}, is {answer}")
        self._way.go()


class Follower(threading.Thread):
    """A spectator of a client's room, who notes what is told and resumes after each crash.

    Args:
        servers: Where.
        client: Whose room is waited for.
        stop: Says when.
    """

    def __init__(self, servers: Sequence[Server], client: Client, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self._ledger = client.ledger
        self._way = Way(servers, client.ledger, client.manner.patience)
        self._wanders = client.manner.wanders
        self._random = random.Random(servers[0].port)
        self._halt = stop
        self._last = 0

    def run(self) -> None:
        """Follow."""
        while not self._halt.is_set():
            if self._ledger.room:
                with contextlib.suppress(OSError, http.client.HTTPException):
                    self._follow()
                self._way.go()
            time.sleep(0.02)

    def _follow(self) -> None:
        path = f"/api/rooms/{self._ledger.room}/events"
        head = {"Last-Event-ID": str(self._last)} if self._last else {}
        line = self._way.open()
        line.request("GET", path, headers=head)
        with line.getresponse() as answer:
            for said in answer:
                if said.startswith(b"data: "):
                    self._note(json.loads(said[6:]))
                if self._halt.is_set() or self._random.random() < self._wanders:
                    return

    def _note(self, news: dict[str, Any]) -> None:
        """What happened is numbered without gaps, up to the message's own number."""
        if "seq" not in news:
            return
        happened = news["happened"]
        if self._last and len(happened) < 100 and news["seq"] - len(happened) != self._last:
            self._ledger.faults.append(f"told {news['seq']} after {self._last}: {len(happened)}")
        for number, event in enumerate(happened, news["seq"] - len(happened) + 1):
            if self._ledger.told.setdefault(number, event) != event:
                self._ledger.faults.append(f"{number} was told twice, and otherwise")
        self._ledger.see(news["seq"], news["room"])
        self._last = news["seq"]


class Players:
    """Clients, each with a room and a follower, from their start to the comparison.

    Args:
        servers: Where they play.
        manners: How, one for each client.
        seed: Of their choices.
    """

    def __init__(self, servers: Sequence[Server], manners: Sequence[Manner], seed: int) -> None:
        self._servers = servers
        self._seed = seed
        self._stop = threading.Event()
        self._clients: list[Client] = []
        self._followers: list[Follower] = []
        self._manners = manners

    @property
    def ledgers(self) -> list[Ledger]:
        """Each client's."""
        return [client.ledger for client in self._clients]

    def start(self) -> None:
        """Begin to play."""
        for manner in self._manners:
            self.come(manner)

    def come(self, manner: Manner) -> None:
        """One more begins to play."""
        seed = 1000 * self._seed + len(self._clients)
        client = Client(self._servers, seed, self._stop, manner)
        self._clients.append(client)
        self._followers.append(Follower(self._servers, client, self._stop))
        client.start()
        self._followers[-1].start()

    def acknowledged(self) -> int:
        """How many commands were, in all."""
        return sum(len(ledger.acknowledged) for ledger in self.ledgers)

    def play_on(self, each: int, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Wait until so many more commands were acknowledged.

        Args:
            each: How many for each of the first clients, on average.
            meanwhile: Called again and again.
        """
        wanted = self.acknowledged() + each * len(self._manners)
        deadline = time.monotonic() + ENOUGH
        while self.acknowledged() < wanted:
            assert time.monotonic() < deadline, [ledger.faults for ledger in self.ledgers]
            meanwhile()
            time.sleep(0.005)

    def stop(self) -> None:
        """Let every client have its last answer; followers go on until their server ends."""
        self._stop.set()
        for each in self._clients:
            each.join(2 * ENOUGH)

    def compare(self) -> list[str]:
        """What is wrong: in the store, in the servers' memory, and in what they said.

        All servers must be there, and are not there any more in the end.
        """
        for server in self._servers:
            server.kill()
        database = self._servers[0].database
        wrong = compare(database, self.ledgers)
        for server in self._servers:
            server.start()
        again = [threading.Thread(target=client.repeat, daemon=True) for client in self._clients]
        for each in again:
            each.start()
        for each in again:
            each.join()
        for server in self._servers:
            server.stop()
        for follower in self._followers:
            follower.join(ENOUGH)
        wrong += compare(database, self.ledgers)
        for server in self._servers:
            if said := server.said():
                wrong.append(f"the server said: {said}")
        return list(dict.fromkeys(wrong))

    def summary(self) -> str:
        """What was counted."""
        events = sum(ledger.stored for ledger in self.ledgers)
        told = sum(len(ledger.told) for ledger in self.ledgers)
        return f"{self.acknowledged()} commands acknowledged, {events} events, {told} told"

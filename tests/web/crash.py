"""Clients that keep a ledger of what a server acknowledged while it is killed again and again.

Each client has a room of its own and both of its players, and repeats a command, as the protocol
says, until it has an answer. A follower of each room notes what it is told, and resumes where it
was. In the end the ledgers are compared with the store and with the server's own memory.
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
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from passel.web.database import url
from passel.web.store import Store

if TYPE_CHECKING:
    from cluster import Cluster

ENOUGH = 60
"""Seconds that a slow machine may take for one answer."""

SERVE = "import sys; from passel.cli import main; main(sys.argv[1:])"


class Server:
    """`passel serve` on one port and one database, whatever happens to its process.

    Args:
        folder: For what it says, and for the rooms where they have no other place.
        database: The URL of another place.
    """

    def __init__(self, folder: Path, database: str | None = None) -> None:
        self.database = database or url(folder / "rooms.db")
        self.log = folder / "log"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        arguments = ["--no-open", "--host", "127.0.0.1", "--port", str(self.port)]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", SERVE, "serve", *arguments, "--database", self.database],
                env={**os.environ, "LC_ALL": "C", "PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout
        for line in self._process.stdout:
            if line.startswith("To stop:"):
                return
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        """SIGKILL: nothing of it can say goodbye."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Control-C."""
        self._end(signal.SIGINT)

    def _end(self, number: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(number)
        self._process.communicate(timeout=ENOUGH)


@dataclass
class Ledger:
    """What one room's client and follower were told.

    Args:
        room: Its id.
        sent: Commands by their ids: the token and the body.
        acknowledged: Answers by the commands' ids.
        told: What the stream said happened, by number.
        faults: What should not have been.
    """

    room: str = ""
    sent: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    acknowledged: dict[str, dict[str, Any]] = field(default_factory=dict)
    told: dict[int, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


class Client(threading.Thread):
    """Somebody with two hands who plays Pig against themselves until told to stop.

    Args:
        server: Where.
        seed: Of its choices.
        stop: Says when.
    """

    def __init__(self, server: Server, seed: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.ledger = Ledger()
        self._server = server
        self._random = random.Random(seed)
        self._halt = stop
        self._tokens = [f"{seed:04d}{each}{self._random.getrandbits(128):032x}" for each in "ab"]
        self._line: http.client.HTTPConnection | None = None
        self._count = 0

    def run(self) -> None:
        """Play."""
        try:
            self._play()
        except Exception as error:  # noqa: BLE001 (it is told in the end, wherever it is)
            self.ledger.faults.append(repr(error))

    def _play(self) -> None:
        made = self._command("/api/rooms", 0, rules="pig,target=30", name="Ana")
        self.ledger.room = made["room"]
        path = f"/api/rooms/{made['room']}/commands"
        self._command(path, 1, do="join", name="Ben")
        while not self._halt.is_set():
            room = self._ask("GET", f"/api/rooms/{self.ledger.room}", 0)[1]["room"]
            version, game = room["version"], room["game"]
            if room["phase"] != "playing":
                do = "rematch" if room["phase"] == "over" else "start"
                self._command(path, 0, do=do, version=version)
                continue
            holds = "hold" in game["legal"] and self._random.random() < 0.4
            player = game["to_move"][0] - 1
            self._command(path, player, do="hold" if holds else "roll", version=version)

    def _command(self, path: str, player: int, **fields: Any) -> dict[str, Any]:
        """Give a command until it is answered, and note the answer."""
        self._count += 1
        id = f"command-{self._count:06d}"
        body = json.dumps({"id": id, **fields}).encode()
        self.ledger.sent[id] = (self._tokens[player], body)
        status, answer = self._ask("POST", path, player, body)
        if status not in (200, 201):
            raise AssertionError(f"{status} {answer} for {body.decode()}")
        self.ledger.acknowledged[id] = answer
        return answer

    def _ask(
        self, method: str, path: str, player: int, body: bytes | None = None
    ) -> tuple[int, dict[str, Any]]:
        deadline = time.monotonic() + ENOUGH
        while True:
            try:
                return self._asked(method, path, self._tokens[player], body)
            except (OSError, http.client.HTTPException):
                if self._line:
                    self._line.close()
                self._line = None
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def _asked(
        self, method: str, path: str, token: str, body: bytes | None
    ) -> tuple[int, dict[str, Any]]:
        if self._line is None:
            self._line = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=ENOUGH)
        head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._line.request(method, path, body, head)
        with self._line.getresponse() as answer:
            read = answer.read()
        if answer.status in (429, 503):  # too fast, or just closing: the same once more
            raise http.client.HTTPException(read)
        return answer.status, json.loads(read)

    def repeat(self) -> None:
        """Send every command once more: each answer must be the one there was."""
        for id, (token, body) in self.ledger.sent.items():
            made = json.loads(body).get("do") is None
            path = "/api/rooms" if made else f"/api/rooms/{self.ledger.room}/commands"
            player = self._tokens.index(token)
            answer = self._ask("POST", path, player, body)[1]
            if answer != self.ledger.acknowledged.get(id, answer):
                self.ledger.faults.append(f"{id} was {self.ledger.acknowledged[id]}, is {answer}")
        if self._line:
            self._line.close()


class Follower(threading.Thread):
    """A spectator of a client's room, who notes what is told and resumes after each crash.

    Args:
        server: Where.
        ledger: Of the client; its room is waited for.
        stop: Says when.
    """

    def __init__(self, server: Server, ledger: Ledger, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self._server = server
        self._ledger = ledger
        self._halt = stop
        self._last = 0

    def run(self) -> None:
        """Follow."""
        while not self._halt.is_set():
            if self._ledger.room:
                with contextlib.suppress(OSError, http.client.HTTPException):
                    self._follow()
            time.sleep(0.02)

    def _follow(self) -> None:
        path = f"/api/rooms/{self._ledger.room}/events"
        head = {"Last-Event-ID": str(self._last)} if self._last else {}
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=ENOUGH)
        ) as line:
            line.request("GET", path, headers=head)
            with line.getresponse() as answer:
                for said in answer:
                    if said.startswith(b"data: "):
                        self._note(json.loads(said[6:]))
                    if self._halt.is_set():
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
        self._last = news["seq"]


def compare(server: Server, ledgers: list[Ledger]) -> list[str]:
    """What is wrong in the store, read without the server: nothing lost, doubled or changed."""
    from passel.web.wire import public

    wrong = [fault for ledger in ledgers for fault in ledger.faults]
    store = Store(server.database)
    for ledger in ledgers:
        bodies = store.read(ledger.room)
        events = [json.loads(body) for body in bodies]
        answered = Counter(event["answers"][0] for event in events if event.get("answers"))
        for id, count in answered.items():
            if count > 1 or id not in ledger.sent:
                wrong.append(f"{id} is stored {count} times")
        numbers = {
            event["answers"][0]: number
            for number, event in enumerate(events, 1)
            if event.get("answers")
        }
        for id, answer in ledger.acknowledged.items():
            if numbers.get(id) != answer["seq"]:
                wrong.append(f"{id} was acknowledged as {answer}, and stands at {numbers.get(id)}")
        for number, event in ledger.told.items():
            if number > len(bodies) or json.loads(public(bodies[number - 1])) != event:
                wrong.append(f"{number} was told and is not so")
    store.close()
    return wrong


def crash(
    folder: Path,
    kills: int,
    clients: int,
    seed: int,
    say: TextIO | None = None,
    cluster: Cluster | None = None,
) -> str:
    """Kill the server at random moments of play, and compare.

    Args:
        folder: An empty one.
        kills: How often.
        clients: How many rooms are played in.
        seed: Of moments and choices.
        say: Where to count.
        cluster: PostgreSQL, where the rooms are kept in it: every second time it is killed in the
            place of the server.

    Returns:
        What was counted.

    Raises:
        AssertionError: What is wrong.
    """
    moments = random.Random(seed)
    server = Server(folder, cluster.url(cluster.create()) if cluster else None)
    stop = threading.Event()
    players = [Client(server, 1000 * seed + each, stop) for each in range(clients)]
    followers = [Follower(server, player.ledger, stop) for player in players]
    server.start()
    for each in (*players, *followers):
        each.start()
    for kill in range(kills):
        before = sum(len(player.ledger.acknowledged) for player in players)
        deadline = time.monotonic() + ENOUGH
        while sum(len(player.ledger.acknowledged) for player in players) < before + 3 * clients:
            assert time.monotonic() < deadline, [player.ledger.faults for player in players]
            time.sleep(0.005)
        time.sleep(moments.uniform(0, 0.2))
        if cluster and kill % 2:
            cluster.stop(signal.SIGQUIT)
            cluster.start()
        else:
            server.kill()
            server.start()
        if say:
            say.write(f"\rkilled {kill + 1} times")
            say.flush()
    stop.set()
    for player in players:
        player.join(ENOUGH)
    server.kill()
    ledgers = [player.ledger for player in players]
    wrong = compare(server, ledgers)
    server.start()
    events = sum(ledger.acknowledged[max(ledger.acknowledged)]["seq"] for ledger in ledgers)
    again = [threading.Thread(target=player.repeat, daemon=True) for player in players]
    for each in again:
        each.start()
    for each in again:
        each.join()
    wrong += [fault for ledger in ledgers for fault in ledger.faults if fault not in wrong]
    server.stop()
    for follower in followers:
        follower.join(ENOUGH)
    wrong += [fault for fault in compare(server, ledgers) if fault not in wrong]
    said = re.sub(r"(?m)^\s*$", "", server.log.read_text())
    if cluster:  # that it was away is said
        away = "The server cannot store anything just now|Rooms are stored again"
        said = re.sub(rf"passel: ({away}).*\n", "", said)
    if said:
        wrong.append(f"the server said: {said}")
    assert not wrong, "\n".join(wrong[:20])
    acknowledged = sum(len(ledger.acknowledged) for ledger in ledgers)
    told = sum(len(ledger.told) for ledger in ledgers)
    return f"{kills} kills, {acknowledged} commands acknowledged, {events} events, {told} told"


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as made, contextlib.ExitStack() as last:
        asked = int(sys.argv[1]) if len(sys.argv) > 1 else 100
        there = None
        if "postgresql" in sys.argv:
            from cluster import cluster  # in the folder above

            there = last.enter_context(cluster(durable=True))
        summary = crash(Path(made), asked, 4, int(time.time()), sys.stderr, there)
        sys.stdout.write(f"\n{summary}: none lost, none doubled, none changed\n")

"""A crowd of readers and players on this machine, and how soon each reader hears of each action.

Every room has readers, who follow it on a stream each, and one player, who acts at fixed times
whatever the server does (an open loop): a late answer makes the next action late, and its time
counts from when it was due. It knows sockets and no protocol: that is a `Target`'s.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Protocol

ADDRESSES = 50
"""So many addresses of 127/8 the crowd comes from: servers count by address."""

SAME = 100
"""So many readers of one room come from one address."""

OPENING = 100
"""So many streams are opened at once."""


class Target(Protocol):
    """How a server is spoken to."""

    mark: bytes
    """What stands once in every message that tells of an action, and nowhere else."""
    answered: bytes
    """What every answer to an action has in it; empty: there is none but the message."""
    own_line: bool
    """Whether actions go over a connection of their own, not over the first reader's stream."""

    def port(self, room: int, reader: int) -> int:
        """Where a reader is, or after the last reader the player; of one server it is its port."""

    def opening(self, room: int, reader: int) -> list[tuple[bytes, bytes]]:
        """What a reader says first, piece by piece, and what each answer has in it."""

    def action(self, room: int) -> bytes:
        """What the player of a room says now."""

    def learn(self, room: int, data: bytes) -> None:
        """What the first reader of a room hears, for the next action."""

    def reply(self, data: bytes) -> bytes:
        """What must be said to stay connected; empty: nothing."""


@dataclass
class Room:
    """One room while it is measured."""

    due: float = 0.0
    waiting: int = 0
    """Readers that have not heard of the action yet, and the answer."""
    late: bool = False
    line: asyncio.Transport | None = None


@dataclass
class Heard:
    """What came of it."""

    latencies: list[float] = field(default_factory=list)
    actions: int = 0
    seconds: float = 0.0
    missed: int = 0
    """Messages that had not come a second after the end."""

    def quantile(self, part: float) -> float:
        """The time within which so large a part was heard, in milliseconds."""
        heard = sorted(self.latencies)
        return 1000 * heard[min(len(heard) - 1, int(part * len(heard)))]


class Crowd:
    """Readers and players.

    Args:
        target: The server.
        rooms: How many rooms.
        readers: How many for each room.
    """

    def __init__(self, target: Target, rooms: int, readers: int) -> None:
        self.target = target
        self.readers = readers
        self.rooms = [Room() for _ in range(rooms)]
        self.heard = Heard()
        self.measuring = False
        self._lines: list[asyncio.Transport] = []

    async def open(self) -> None:
        """Open all streams and lines, and wait until each was answered."""
        gate = asyncio.Semaphore(OPENING)
        await asyncio.gather(
            *(
                self._open(room, reader, gate)
                for room in range(len(self.rooms))
                for reader in range(self.readers + self.target.own_line)
            )
        )

    async def _open(self, room: int, reader: int, gate: asyncio.Semaphore) -> None:
        loop = asyncio.get_running_loop()
        speaks = reader < self.readers
        address = f"127.0.0.{2 + (room + reader // SAME) % ADDRESSES}"
        async with gate:
            made, line = await loop.create_connection(
                lambda: _Line(self, room, first=reader == 0, speaks=speaks),
                "127.0.0.1",
                self.target.port(room, reader),
                local_addr=(address, 0),
            )
            self._lines.append(made)
            if reader == (self.readers if self.target.own_line else 0):
                self.rooms[room].line = made
            if speaks:
                for piece, answer in self.target.opening(room, reader):
                    made.write(piece)
                    await line.heard(answer)
                line.began()

    def act(self, room: int, due: float) -> None:
        """Let the player of a room act, now or as soon as the last action is done."""
        playing = self.rooms[room]
        if playing.waiting:
            playing.late = True
            return
        playing.due = due
        playing.waiting = self.readers + bool(self.target.answered)
        assert playing.line
        playing.line.write(self.target.action(room))
        self.heard.actions += self.measuring

    def done(self, room: int, now: float, *, told: bool) -> None:
        """One reader has heard of the action (`told`), or its player has the answer."""
        playing = self.rooms[room]
        if told and self.measuring:
            self.heard.latencies.append(now - playing.due)
        playing.waiting -= 1
        if not playing.waiting and playing.late:
            playing.late = False
            self.act(room, playing.due + self.period)

    async def play(self, rate: float, seconds: float) -> Heard:
        """Act so often a second in all; a second of warming up is not counted."""
        self.period = len(self.rooms) / rate
        self.heard = Heard()
        self.measuring = False
        start = time.perf_counter()
        gap, count = 1 / rate, 0
        while (now := time.perf_counter()) < start + seconds + 1:
            if not self.measuring and now >= start + 1:
                self.measuring = True
                self.began()
            while start + count * gap <= now:
                self.act(count % len(self.rooms), start + count * gap)
                count += 1
            await asyncio.sleep(0.001)
        self.heard.seconds = seconds
        self.ended()
        await asyncio.sleep(1)
        self.heard.missed = sum(room.waiting for room in self.rooms)
        return self.heard

    def began(self) -> None:
        """Called when what is measured begins."""

    def ended(self) -> None:
        """Called when it ends."""

    def close(self) -> None:
        """Hang up."""
        for line in self._lines:
            line.abort()


class _Line(asyncio.Protocol):
    """One connection of the crowd."""

    def __init__(self, crowd: Crowd, room: int, *, first: bool, speaks: bool) -> None:
        self._crowd = crowd
        self._target = crowd.target
        self._room = room
        self._first = first
        self._mark = crowd.target.mark if speaks else crowd.target.answered
        self._stream = speaks
        self._rest = b""
        self._begun = not speaks
        self._expected = b""
        self._answered: asyncio.Future[None] | None = None

    async def heard(self, expected: bytes) -> None:
        """Wait until something comes."""
        self._expected = expected
        self._answered = asyncio.get_running_loop().create_future()
        await asyncio.wait_for(self._answered, 60)
        self._answered = None
        self._rest = b""

    def began(self) -> None:
        """What was said until now was the beginning."""
        self._begun = True
        self._rest = b""

    def data_received(self, data: bytes) -> None:
        if self._first:
            self._target.learn(self._room, data)
        if reply := self._target.reply(data):
            self._crowd.rooms[self._room].line.write(reply)  # type: ignore[union-attr]
        if not self._begun:
            self._rest += data
            if self._answered and not self._answered.done() and self._expected in self._rest:
                self._answered.set_result(None)
            return
        seen = self._rest + data
        count = seen.count(self._mark)
        last = seen.rfind(self._mark) + len(self._mark) if count else 0
        self._rest = seen[max(last, len(seen) - len(self._mark) + 1) :]
        for _ in range(count):
            self._crowd.done(self._room, time.perf_counter(), told=self._stream)

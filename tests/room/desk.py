"""A room in a test: a clock that stands still, entropy that counts, and everything it told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from hashlib import sha256
from itertools import count
from typing import Any
from unittest.mock import patch

from passel import bots
from passel.dice import Faces, Scripted
from passel.errors import PasselError, RoomError
from passel.fair import Promise
from passel.game import Action, State
from passel.policy import weights
from passel.room import Batch, Room, World, act, fold, tick, wake
from passel.room.answers import Answer
from passel.room.commands import COMMANDS, Command, Create, spoken
from passel.room.events import Event
from passel.rules import Rules
from passel.web import view, wire

ROOM = "abcdefghijklmnopqrstuvwxyz"
KINDS: dict[str, type[Command]] = {spoken(kind): kind for kind in (*COMMANDS, Create)}


class NamedBots:
    """The bots of `passel.bots`."""

    def check(self, name: str, rules: Rules, seats: int) -> None:
        bots.named(name, rules, seats)

    def weights(self, name: str, state: State, seat: int) -> Mapping[Action, int]:
        return weights(bots.named(name, state.rules, len(state.scores)), state, seat)


def token(name: str) -> str:
    """A secret that is always the same for a name."""
    return f"{name}-0123456789abcdef0123456789"


class Desk:
    """A room, who asks of it, and a ledger that is checked at each step.

    After each step the fold of what was stored, read back from its bytes, is the live room; and
    nothing secret stands in anything that was told.
    """

    def __init__(self, rules: str = "pig", *names: str, **wish: Any) -> None:
        self.now = 1_000_000
        self.room = Room(ROOM)
        self.ledger: list[bytes] = []
        self.told: list[bytes] = []
        self.missing: frozenset[str] = frozenset()
        self._ids = count(1)
        self._entropy = count(1)
        self._secrets: set[str] = set()
        self.do("create", "ana", rules=rules, name="Ana", **wish)
        for name in names:
            self.do("join", name, name=name.title())

    @property
    def world(self) -> World:
        return World(self.now, self.entropy, NamedBots(), self.missing.__contains__)

    def entropy(self, size: int) -> bytes:
        return sha256(str(next(self._entropy)).encode()).digest()[:size]

    def do(self, do: str, who: str | None, /, **fields: Any) -> Answer:
        """Give a command with a new id and the current version, unless others are given."""
        fields.setdefault("id", f"command-{next(self._ids)}")
        fields.setdefault("version", self.room.version)
        before = self.room
        done = act(before, KINDS[do](**fields), who and token(who), self.world)
        self._take(before, done.room, done.events)
        return done.answer

    def refused(self, do: str, who: str | None, /, **fields: Any) -> str:
        """Give a command that is refused; the code of the refusal. Nothing changes by it."""
        before = self.room
        try:
            self.do(do, who, **fields)
        except PasselError as error:
            assert self.room == before
            return error.code
        raise AssertionError(f"{do} was not refused")

    def wait(self, milliseconds: int) -> list[str]:
        """Let time go by; what happened meanwhile, at its own time."""
        end = self.now + milliseconds
        happened: list[str] = []
        while (due := wake(self.room)) is not None and due <= end:
            self.now = max(self.now, due)
            before = self.room
            batch: Batch = tick(before, self.world)
            assert batch.events, "the room woke up and had nothing to do"
            self._take(before, batch.room, tuple(batch.events))
            happened += [spoken(type(event)) for event in batch.events]
        self.now = end
        return happened

    def _take(self, before: Room, after: Room, events: tuple[Event, ...]) -> None:
        assert reduce(fold, events, before) == after
        self.room = after
        for event in events:
            self.ledger.append(wire.stored(event))
            for name in event.SECRET:
                secret = getattr(event, name)
                if secret and name != "choice":
                    self._secrets.add(secret)
        revealed = {getattr(event, "seed", "") for event in events}
        self._secrets -= {seed for seed in revealed if after.game and after.game.ended}
        assert self.folded() == after
        if events:
            self.told.append(self.news(before, events))
            for secret in self._secrets:
                assert secret.encode() not in self.told[-1]

    def news(self, before: Room, events: tuple[Event, ...]) -> bytes:
        """The message that the streams get."""
        happened = tuple(map(wire.PUBLIC.struct, events))
        news = wire.News(
            self.room.seq,
            self.now,
            happened,
            view.view(self.room),
            view.changed(before, self.room),
            {},
            0,
        )
        return wire.told("room", news, self.room.seq)

    def folded(self) -> Room:
        """The room as it would be after a restart."""
        return reduce(fold, map(wire.STORED.read, self.ledger), Room(ROOM))

    def kinds(self, after: int = 0) -> list[str]:
        """What happened after a number of events."""
        return [
            re.findall(rb'"kind":"([a-z-]+)"', each)[0].decode() for each in self.ledger[after:]
        ]

    def words(self) -> tuple[str, ...]:
        assert self.room.game
        return tuple(self.room.game.words)


class scripted:  # noqa: N801 - it is used as a statement: with scripted((3,), (1,))
    """The server's dice show this, and all of it must be used."""

    def __init__(self, *throws: Faces | str, numbers: tuple[int, ...] = ()) -> None:
        faces = [each if isinstance(each, tuple) else tuple(each.split("-")) for each in throws]
        self._dice = Scripted(faces, numbers)
        self._patch = patch.object(Promise, "dice", lambda promise, thrown=0: self._dice)

    def __enter__(self) -> None:
        self._patch.start()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self._patch.stop()
        self._dice.__exit__(kind, error, trace)


__all__ = ["ROOM", "Desk", "RoomError", "scripted", "token"]

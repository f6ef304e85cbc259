"""What a player may ask of a room.

A command says what it is for, not who asks: that is the token's to say. Its `id` makes a repeat
harmless; `version` is what the player saw, and those that are `VERSIONED` need the current one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from passel.room.settings import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What all commands have.

    Args:
        id: The client's name for it, 8 to 64 characters.
        version: The room's version that its player saw.
    """

    VERSIONED: ClassVar[bool] = False

    id: str
    version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Create(Command):
    """Make a room, and be its host; `plays`: takes a seat in it."""

    rules: str
    name: str | None = None
    plays: bool = True
    dice: Source = "server"
    clock: int = 0
    pace: int = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Command):
    """Take the next seat."""

    name: str | None = None
    seed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Command):
    """Give the seat up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename(Command):
    """Give oneself, or as the host another player, a name; None: no name."""

    name: str | None
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seed(Command):
    """Set one's part of the next game's dice."""

    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Command):
    """Let a device that has this ticket take one's seat, once."""

    ticket: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Command):
    """Take the seat that was offered with this ticket."""

    ticket: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddBot(Command):
    """Seat a bot."""

    bot: str
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(Command):
    """Take a player's seat away."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock(Command):
    """Close the room to new players, or open it."""

    locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Configure(Command):
    """Change how the next game will be played; None leaves a setting as it is."""

    rules: str | None = None
    dice: Source | None = None
    clock: int | None = None
    pace: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver(Command):
    """Make another player the host."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOver(Command):
    """Become the host, where the host is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Command):
    """Begin a game."""

    VERSIONED = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch(Command):
    """Begin the next game with everybody."""

    VERSIONED = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Command):
    """Roll; in announced turns with so many `dice`; in a shared turn stay in."""

    VERSIONED = True

    dice: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold(Command):
    """Hold."""

    VERSIONED = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowNow(Command):
    """Throw in a shared turn, whoever has not chosen."""

    VERSIONED = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter(Command):
    """Enter what real dice showed, `3-4`."""

    VERSIONED = True

    throw: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(Command):
    """Take the last entry back, with real dice."""

    VERSIONED = True


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn(Command):
    """Say who plays for a missing player.

    Args:
        player: Who is missing.
        who: `bot`: the usual one; a bot's name; `skip`: turns as short as the rules allow;
            `wait`: nobody any more.
    """

    player: str
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Back(Command):
    """Play for oneself again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Command):
    """End the game without a winner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Close(Command):
    """End the game and the room."""


COMMANDS: tuple[type[Command], ...] = (
    Join,
    Leave,
    Rename,
    Seed,
    Offer,
    Claim,
    AddBot,
    Remove,
    Lock,
    Configure,
    HandOver,
    TakeOver,
    Start,
    Rematch,
    Roll,
    Hold,
    ThrowNow,
    Enter,
    TakeBack,
    StandIn,
    Back,
    End,
    Close,
)
"""Every command a seat can give."""


def spoken(kind: type) -> str:
    """What a command or an event is called on the wire: `TakeBack` is `take-back`."""
    return _dashed(kind.__name__)


@cache
def _dashed(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()

"""What happens in a room, as it is stored for ever.

A room is the fold of its events. Each has one public form, the same for everybody: its fields
without those that are `SECRET` and without `answers`, which only makes a repeat harmless. Fields
are plain values, so that an event is one JSON object; games are named by their text, players by
their key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from passel.room.settings import Source

Cause = Literal["player", "bot", "skip", "clock", "host", "roll-off"]
"""Who or what brought something about in a game."""

Beginning = Literal["start", "rematch"]
Ending = Literal["target", "rounds", "last-left", "stopped", "abandoned"]
"""How a game ended: by its rules, by the host, or because nobody went on."""

Closing = Literal["host", "empty", "abandoned"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened.

    Args:
        at: When, in milliseconds since 1970.
        by: The key of the player who acted; None: the server.
        answers: The command that it answers, on the last event that comes of it: its id, the key of
            the player who gave it, and what it is called.
    """

    SECRET: ClassVar[tuple[str, ...]] = ()
    QUIET: ClassVar[bool] = False
    """Whether it leaves what seats may do in the game as it is, and so the version."""

    at: int
    by: str | None = None
    answers: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Created(Event):
    """The room was made; `salt` makes its short codes."""

    SECRET = ("salt",)

    rules: str
    dice: Source
    clock: int
    pace: int
    salt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Event):
    """Somebody came, with the hash of a token, or a bot was seated; `plays`: takes a seat."""

    SECRET = ("token",)

    player: str
    name: str | None
    bot: str | None
    seed: str
    plays: bool
    token: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Event):
    """A player has another name."""

    QUIET = True

    player: str
    name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeded(Event):
    """A player has set their part of the next game's dice."""

    QUIET = True

    player: str
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(Event):
    """A player's seat may move once to a device that has the ticket with this hash."""

    SECRET = ("ticket",)
    QUIET = True

    player: str
    ticket: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A player's seat is held by another token now; the one before no longer holds it."""

    SECRET = ("token",)
    QUIET = True

    player: str
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Event):
    """A player gave the seat up, or the host took it."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked(Event):
    """The host closed the room to new players, or opened it."""

    QUIET = True

    locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Configured(Event):
    """How the next game will be played."""

    rules: str
    dice: Source
    clock: int
    pace: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosted(Event):
    """A player is the host now."""

    QUIET = True

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed(Event):
    """The server has committed itself to the seed of the game that comes next."""

    SECRET = ("seed",)

    game: int
    name: str
    commitment: str
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Began(Event):
    """A game began at a position, with whoever has a seat."""

    game: int
    begin: str
    cause: Beginning


@dataclass(frozen=True, slots=True, kw_only=True)
class Chose(Event):
    """A player has chosen, and nobody sees what until the throw."""

    SECRET = ("choice",)
    QUIET = True

    player: str
    choice: Literal["roll", "hold"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Event):
    """Something happened in the game: words of its record."""

    words: tuple[str, ...]
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class TookBack(Event):
    """The last entry was taken back; so many words of the record are left."""

    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodIn(Event):
    """Who plays for a missing player: a bot, `skip`, or None: nobody any more."""

    QUIET = True

    player: str
    stand_in: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """A game ended, and its seed is revealed, in hexadecimal."""

    game: int
    reason: Ending
    winners: tuple[int, ...]
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed(Event):
    """The room ended."""

    reason: Closing


EVENTS: tuple[type[Event], ...] = (
    Created,
    Joined,
    Renamed,
    Seeded,
    Offered,
    Moved,
    Left,
    Locked,
    Configured,
    Hosted,
    Committed,
    Began,
    Chose,
    Played,
    TookBack,
    StoodIn,
    Ended,
    Closed,
)
"""Every kind of event."""

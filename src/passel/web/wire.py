"""The schema of everything that goes over the wire of rooms, and of what is stored.

Requests are the room's own commands, and events its own events, made into strict schemas here, so
that the two cannot differ; the rest is written out. Nothing is decided here.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable
from functools import reduce
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from passel.errors import PasselError
from passel.room.commands import COMMANDS, Command, Create, spoken
from passel.room.events import EVENTS, Ending, Event
from passel.room.presence import Whereabouts
from passel.room.room import Phase
from passel.room.seats import SECRET
from passel.room.settings import CLOCK, PACE, Source

_Made = TypeVar("_Made")


class WireError(PasselError):
    """A body that is not what is expected."""


_LIMITS: dict[str, Meta] = {
    "id": Meta(pattern="^[A-Za-z0-9_-]{8,64}$", description="The client's name for the command."),
    "version": Meta(ge=0, le=2**53, description="The room's version that the player saw."),
    "player": Meta(pattern="^p[1-9][0-9]{0,8}$", description="A player's key."),
    "clock": Meta(ge=0, le=CLOCK[1], description=f"Seconds, from {CLOCK[0]}; 0: no clock."),
    "pace": Meta(ge=PACE[0], le=PACE[1], description="Milliseconds before a bot acts."),
    "rules": Meta(
        max_length=500,
        description="A game with options.",
        examples=["pig", "skunk", "pig,target=50"],
    ),
    "name": Meta(max_length=5000, description="A name; null or empty: none."),
    "seed": Meta(max_length=1000, description="The player's part of the dice."),
    "ticket": Meta(pattern=f"^{SECRET.pattern}$", description="A secret, made as a token is."),
    "throw": Meta(max_length=200, description="What the dice showed, `3-4`."),
    "bot": Meta(max_length=100, description="A bot's name."),
    "who": Meta(max_length=100, description="`bot`, a bot's name, `skip` or `wait`."),
}
"""What a request's field may be at most, by its name; the room looks at texts more closely."""


class Schema(Generic[_Made]):
    """A strict schema for dataclasses, and the ways there and back.

    Args:
        kinds: The dataclasses.
        tag: The field that says which of them it is; None: there is one.
        fields: Which fields of a dataclass it has, with their types, those with defaults last.
    """

    def __init__(
        self,
        kinds: Iterable[type[_Made]],
        tag: str | None,
        fields: Callable[[type[_Made]], list[tuple[Any, ...]]],
    ) -> None:
        self._to: dict[type, tuple[type[Struct], Callable[[Any], tuple[Any, ...]]]] = {}
        self._from: dict[type, tuple[type[_Made], tuple[str, ...]]] = {}
        for kind in kinds:
            found = fields(kind)
            names = tuple(str(each[0]) for each in found)
            struct = msgspec.defstruct(
                kind.__name__,
                found,
                tag_field=tag,
                tag=spoken(kind) if tag else None,
                forbid_unknown_fields=True,
                frozen=True,
                namespace={"__doc__": kind.__doc__},
            )
            self._to[kind] = struct, attrgetter(*names)
            self._from[struct] = kind, names
        self.type: Any = reduce(or_, self._from)
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(
            self.type
        )  # made once: it looks at every schema

    def struct(self, value: _Made) -> Struct:
        """A dataclass as what is encoded."""
        struct, values = self._to[type(value)]
        return struct(*values(value))

    def fields(self, kind: type[_Made]) -> tuple[str, ...]:
        """What a dataclass is on the wire, by name."""
        return self._from[self._to[kind][0]][1]

    def read(self, data: bytes) -> _Made:
        """The dataclass that some JSON is.

        Raises:
            WireError: `bad-json`, or `bad-request` with its `place`, a field. Both have a
                `detail`: what was expected and met, in msgspec's English.
        """
        struct = _read(data, self._decoder)
        kind, _ = self._from[type(struct)]
        return kind(**msgspec.structs.asdict(struct))


def _asked(kind: type[Command]) -> list[tuple[Any, ...]]:
    """The fields of a command: those that must be there first, each within its limits."""
    types = get_type_hints(kind)
    fields = []
    for field in dataclasses.fields(kind):
        limit = _LIMITS.get(field.name) if field.name != "dice" else None
        hint = types[field.name]
        if limit is not None:
            inner, *nothing = get_args(hint) or (hint,)
            hint = Annotated[inner, limit] | None if nothing else Annotated[inner, limit]
        has = field.default is not dataclasses.MISSING
        fields.append((field.name, hint, field.default) if has else (field.name, hint))
    return sorted(fields, key=len)


def _stored(kind: type[Event]) -> list[tuple[Any, ...]]:
    """The fields of an event as it is stored."""
    return _event(kind, ("at",), ("by", "answers"))


def _public(kind: type[Event]) -> list[tuple[Any, ...]]:
    """The fields of an event as everybody may see it."""
    return [field[:2] for field in _event(kind, ("at", "by"), (), kind.SECRET)]


def _event(
    kind: type[Event],
    first: tuple[str, ...],
    last: tuple[str, ...],
    without: tuple[str, ...] = (),
) -> list[tuple[Any, ...]]:
    types = get_type_hints(kind)
    common = {field.name for field in dataclasses.fields(Event)}
    own = [f.name for f in dataclasses.fields(kind) if f.name not in common | set(without)]
    fields: list[tuple[Any, ...]] = [(name, types[name]) for name in (*first, *own)]
    return fields + [(name, types[name], None) for name in last]


def read(data: bytes, type: type[_Made]) -> _Made:
    """The value of a type that some JSON is. Raises `WireError`, as `Schema.read`."""
    return _read(data, msgspec.json.Decoder(type))


def _read(data: bytes, decoder: msgspec.json.Decoder[_Made]) -> _Made:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        try:
            read: _Made = msgspec.convert(_whole(msgspec.json.decode(data)), decoder.type)
            return read
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise _refused(str(error)) from error


def _refused(detail: str) -> WireError:
    """What msgspec found wrong: `Object missing required field `b` - at `$.a`` is at `a.b`."""
    at = re.search(r" - at `\$\.?([^`]*)`$", detail)
    field = re.search(r" field `([^`]*)`", detail)
    place = ".".join(found[1] for found in (at, field) if found and found[1])
    if not place:
        return WireError("bad-json", detail=detail)
    return WireError("bad-request", place=place, detail=detail)


def _whole(value: Any) -> Any:
    """An object with whole numbers where it says 2.0, which is one in JSON Schema."""
    if not isinstance(value, dict):
        return value
    return {
        name: int(each) if isinstance(each, float) and each.is_integer() else each
        for name, each in value.items()
    }


CREATE = Schema((Create,), None, _asked)
ASKED = Schema(COMMANDS, "do", _asked)
STORED = Schema(EVENTS, "kind", _stored)
PUBLIC = Schema(EVENTS, "kind", _public)


class Code(Struct, frozen=True, forbid_unknown_fields=True):
    """A short code, as somebody typed it."""

    code: Annotated[str, Meta(max_length=100)]


class Found(Struct, frozen=True):
    """The room of a short code."""

    room: str


class Answered(Struct, frozen=True):
    """A command was carried out: who gave it, and the room after it."""

    player: str
    seq: int
    version: int


class Made(Struct, frozen=True):
    """A room was made; its link is `/#/room/` and `room`."""

    room: str
    player: str
    seq: int
    version: int


class Fault(Struct, frozen=True, omit_defaults=True):
    """Why something was refused: for programs, for people, and the room's version, if there is.

    Of a request that has not the right form also the field, and what was expected there and met.
    """

    code: str
    message: str
    version: int | None
    place: str | None = None
    detail: str | None = None


class Refused(Struct, frozen=True):
    """A refusal; nothing was changed."""

    error: Fault


class Server(Struct, frozen=True):
    """What a server is: its version, its clock, what it takes, which bots it has."""

    passel: str
    now: int
    limits: dict[str, int]
    bots: tuple[str, ...]


class Seat(Struct, frozen=True):
    """A player, as everybody may see them."""

    player: str
    name: str | None
    shown: str | None
    bot: str | None
    seed: str
    stand_in: str | None
    chosen: bool
    left: bool


class Promised(Struct, frozen=True):
    """The game that comes next, and the server's commitment to its seed."""

    game: str
    commitment: str


class Table(Struct, frozen=True):
    """A game, as everybody may see it."""

    number: int
    name: str
    rules: str
    dice: Source
    commitment: str
    seed: str | None
    seeds: tuple[str, ...]
    begin: str
    position: str
    scores: tuple[int, ...]
    to_move: tuple[int, ...]
    turn_total: int
    must_roll: bool
    round: int
    first: int
    announced: int
    out: tuple[int, ...]
    playoff: tuple[int, ...]
    roll_off: tuple[str, ...] | None
    thrower: int | None
    legal: tuple[str, ...]
    deadline: int | None
    ended: Ending | None
    winners: tuple[int, ...]


class View(Struct, frozen=True):
    """A room, as everybody may see it."""

    phase: Phase
    version: int
    rules: str
    dice: Source
    clock: int
    pace: int
    code: str | None
    locked: bool
    host: str | None
    seats: tuple[Seat, ...]
    aside: tuple[Seat, ...]
    next: Promised | None
    game: Table | None


class Log(Struct, frozen=True):
    """Words of the game's record, from a place on, that of the first being 0."""

    start: int = msgspec.field(name="from")
    words: tuple[str, ...] = ()


class Present(Struct, frozen=True):
    """Who is connected, and how many watch."""

    now: int
    presence: dict[str, Whereabouts]
    spectators: int


if TYPE_CHECKING:
    Public = Any
else:
    Public = PUBLIC.type


class News(Struct, frozen=True):
    """What happened, and how things are now: a message of the stream."""

    seq: int
    now: int
    happened: tuple[Public, ...]
    room: View
    log: Log
    presence: dict[str, Whereabouts]
    spectators: int


class You(Struct, frozen=True):
    """Who asks, where they sit, and what they have chosen in this shared turn."""

    player: str
    seat: int | None
    host: bool
    choice: str | None


class Snapshot(Struct, frozen=True):
    """How things are now, and for who has a seat, which it is."""

    seq: int
    now: int
    room: View
    log: Log
    presence: dict[str, Whereabouts]
    spectators: int
    you: You | None


_encoder = msgspec.json.Encoder()
encode = _encoder.encode


def told(event: str, value: Struct, id: int | None = None) -> bytes:
    """A message of the stream."""
    number = b"id: %d\n" % id if id is not None else b""
    return b"%sevent: %s\ndata: %s\n\n" % (number, event.encode(), encode(value))


def stored(event: Event) -> bytes:
    """An event as it is kept."""
    return encode(STORED.struct(event))


def public(body: bytes) -> bytes:
    """What everybody may see of an event that is kept. Raises `WireError` for one that is none."""
    return encode(PUBLIC.struct(STORED.read(body)))

"""What the server of rooms answers: a request as a value in, an answer as a value out.

It knows no framework and no socket; `passel.web.routes` makes requests of HTTP and HTTP of answers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from passel import __version__
from passel.errors import PasselError, RoomError
from passel.room import GRACE, room_id
from passel.room.room import CODE_LENGTH
from passel.room.seats import LONGEST_NAME, LONGEST_SEED, TICKET_LASTS
from passel.room.settings import CLOCK, MOST_SEATS, PACE
from passel.web import wire
from passel.web.advice import NAMES
from passel.web.hub import HEARTBEAT, Stream
from passel.web.limits import BODY, Limits
from passel.web.rooms import Rooms
from passel.words import Words

REFUSED = 409
"""The HTTP status of what has the right form and is refused, by the room or by the rules."""

STATUS = {
    "bad-json": 400,
    "bad-request": 400,
    "body-cut-off": 400,
    "body-too-deep": 400,
    "bad-token": 401,
    "no-seat": 401,
    "seat-moved": 401,
    "foreign-origin": 403,
    "not-host": 403,
    "no-such-code": 404,
    "no-such-game": 404,
    "no-such-player": 404,
    "no-such-room": 404,
    "no-such-route": 404,
    "bad-method": 405,
    "wrong-phase-closed": 410,
    "body-too-large": 413,
    "not-json": 415,
    "too-fast": 429,
    "too-many-streams": 429,
    "server-fault": 500,
    "server-closing": 503,
    "store-busy": 503,
    "store-conflict": 503,
    "store-damaged": 503,
    "store-failing": 503,
    "store-full": 503,
}
"""The HTTP status of all other refusals."""


class Ask(msgspec.Struct, frozen=True):
    """A request.

    Args:
        address: Who asks, as limits count it.
        room: The room's id, where the path has one.
        token: What `Authorization: Bearer` says.
        body: As it was sent.
        query: What stands behind the path.
        last: The number of `Last-Event-ID`.
    """

    address: str
    room: str = ""
    token: str | None = None
    body: bytes = b""
    query: dict[str, str] = {}
    last: int | None = None


Answer = msgspec.Struct | Stream | str | bytes


@dataclass(frozen=True, slots=True)
class Route:
    """One thing that can be asked.

    Args:
        method: Of HTTP.
        path: With `{room}` for a room's id.
        answer: What answers.
        says: What it is, for people who read the schema.
        takes: The schema of the body; None: there is none.
        gives: The schema of the answer.
        type: The answer's media type.
        status: Of a request that was done.
        query: What may stand behind the path, by name: type and meaning.
        seat: Whether a token means something to it. It is never a must for programs that read
            the schema, because a new token is as good as any to make a room or to join one.
    """

    method: str
    path: str
    answer: Callable[[Api, Ask], Awaitable[Answer]]
    says: str
    takes: Any = None
    gives: Any = None
    type: str = "application/json"
    status: int = 200
    query: tuple[tuple[str, dict[str, Any], str], ...] = ()
    seat: bool = False


class Api:
    """Everything that can be asked.

    Args:
        rooms: The server's rooms.
        limits: How often it may be asked.
    """

    def __init__(self, rooms: Rooms, limits: Limits) -> None:
        self.rooms = rooms
        self.limits = limits

    async def server(self, ask: Ask) -> wire.Server:
        """What this server is."""
        return wire.Server(__version__, self.rooms.now(), _limits(), NAMES)

    async def schema(self, ask: Ask) -> bytes:
        """The schema of all this."""
        from passel.web.openapi import document  # late: few ask

        return document()

    async def create(self, ask: Ask) -> wire.Made:
        """Make a room."""
        command = wire.CREATE.read(ask.body)
        if ask.token is None:
            raise RoomError("no-seat")
        id = room_id(ask.token, command.id)
        done = await self.rooms.create(
            id, command, ask.token, lambda: self.limits.rooms.take(ask.address)
        )
        return wire.Made(id, done.player, done.seq, done.version)

    async def find(self, ask: Ask) -> wire.Found:
        """Find the room of a short code."""
        code = wire.read(ask.body, wire.Code).code
        self.limits.codes.take(ask.address)
        self.limits.guesses.take("everybody")
        return wire.Found(await self.rooms.find(code))

    async def look(self, ask: Ask) -> wire.Snapshot:
        """How things are."""
        return await self.rooms.snapshot(ask.room, ask.token)

    async def command(self, ask: Ask) -> wire.Answered:
        """Carry out a command."""
        self.limits.room.take(f"{ask.room} {ask.token}")
        command = wire.ASKED.read(ask.body)
        done = await self.rooms.act(ask.room, command, ask.token)
        return wire.Answered(done.player, done.seq, done.version)

    async def follow(self, ask: Ask) -> Stream:
        """Follow what happens."""
        self.limits.streams.take(ask.address)
        after = _number(ask.query.get("after"), "after") if ask.last is None else ask.last
        return await self.rooms.follow(ask.room, ask.token, after, ask.address)

    async def record(self, ask: Ask) -> str:
        """The record of a game."""
        return await self.rooms.record(ask.room, _number(ask.query.get("game"), "game"))

    def refusal(self, error: PasselError, words: Words, room: str) -> tuple[int, wire.Refused]:
        """A refusal as it is answered: its status, and what is said.

        Args:
            error: What was found wrong.
            words: The language of who asked.
            room: The room that was asked; empty where there is none.
        """
        version = error.parts.get("version", self.rooms.version(room))
        place, detail = error.parts.get("place"), error.parts.get("detail")
        fault = wire.Fault(error.code, words.error(error), version, place, detail)
        return STATUS.get(error.code, REFUSED), wire.Refused(fault)


def _number(text: str | None, name: str) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 15):
        raise wire.WireError("bad-request", place=name, detail="Expected a whole number")
    return int(text)


@cache
def _limits() -> dict[str, int]:
    """The limits that a client can keep to, by name."""
    return {
        "body_bytes": BODY,
        "clock_fewest_seconds": CLOCK[0],
        "clock_most_seconds": CLOCK[1],
        "code_characters": CODE_LENGTH,
        "heartbeat_milliseconds": int(1000 * HEARTBEAT),
        "missing_after_milliseconds": GRACE,
        "most_seats": MOST_SEATS,
        "name_characters": LONGEST_NAME,
        "pace_most_milliseconds": PACE[1],
        "seed_characters": LONGEST_SEED,
        "ticket_milliseconds": TICKET_LASTS,
    }


_NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
_AFTER = ("after", _NUMBER, "As Last-Event-ID.")
_GAME = ("game", _NUMBER, "Which game, from 1; without it the last one.")

ROUTES = (
    Route("GET", "/api", Api.server, "That rooms are here, and their limits", gives=wire.Server),
    Route("GET", "/api/openapi.json", Api.schema, "This schema"),
    Route(
        "POST",
        "/api/rooms",
        Api.create,
        "Make a room",
        takes=wire.CREATE.type,
        gives=wire.Made,
        status=201,
        seat=True,
    ),
    Route(
        "POST",
        "/api/codes",
        Api.find,
        "Find the room of a short code",
        takes=wire.Code,
        gives=wire.Found,
    ),
    Route("GET", "/api/rooms/{room}", Api.look, "How things are", gives=wire.Snapshot, seat=True),
    Route(
        "POST",
        "/api/rooms/{room}/commands",
        Api.command,
        "Give a command",
        takes=wire.ASKED.type,
        gives=wire.Answered,
        seat=True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/events",
        Api.follow,
        "Follow what happens",
        gives=wire.News,
        type="text/event-stream",
        query=(_AFTER,),
        seat=True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/record",
        Api.record,
        "The record of a game",
        gives=str,
        type="text/plain",
        query=(_GAME,),
    ),
)
"""Everything that can be asked."""

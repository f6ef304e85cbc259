"""What servers of one PostgreSQL database have in common: who is there, who owns which rooms, news.

Rooms fall into slices, and a slice is owned by the server whose session that writes has its
advisory lock; clocks, bots and grace of its rooms are that server's. A lock ends with its session,
and PostgreSQL ends the session of a server that is silent. So there is no owner that died, and
whoever has lost a slice has lost the connection by which it would write.
"""

from __future__ import annotations

import asyncio
import random
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import psycopg
import sqlalchemy as sql

from passel.web.tables import MARK

SLICES = 64
"""So many shares there are of all rooms."""

SILENCE = 3
"""Seconds without a word after which PostgreSQL ends the session of a server; each says something
every second."""

EVENTS, PRESENCE = "passel_events", "passel_presence"
"""The channels: `room:seq room:seq ...` for what was stored, and who is connected where."""

LONGEST = 7900
"""Characters of one notice; PostgreSQL takes less than 8,000 bytes, and rooms' ids are ASCII."""

AGAIN = 1.0
"""Seconds after which a server that could not listen tries again."""

_SERVERS, _SINCE, _SLICES = MARK + 1, MARK + 2, MARK + 3
"""The classes of the locks: a server's number, since when there are servers, a slice's number."""

_YEAR_2020 = 1_577_836_800
"""Locks have numbers of 31 bits; seconds are counted from here."""

_SILENCE = f"""
SELECT set_config('idle_session_timeout', '{SILENCE}s', false),
       set_config('idle_in_transaction_session_timeout', '{SILENCE}s', false)
"""
_LOCKS = """
SELECT classid::bigint, objid::bigint, pid = pg_backend_pid() FROM pg_locks
WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid IN (%s, %s, %s)
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class Standing(NamedTuple):
    """How a server stands among the others.

    Args:
        servers: The numbers of all that are there, this one's too.
        gained: Whether it owns slices that it did not own before.
        anew: Whether the others may have missed it, because its session is a new one.
    """

    servers: frozenset[int]
    gained: bool
    anew: bool


def slice_of(room: str) -> int:
    """The slice of a room, by its id."""
    return zlib.crc32(room.encode()) % SLICES


class Sharing:
    """One server among those of its database.

    `begin`, `renew` and `announce` are for the thread that writes.

    Args:
        asked: What libpq is told, to make another connection.
        chance: Draws the server's number, and where it begins to look for slices.
    """

    def __init__(self, asked: Mapping[str, Any], chance: random.Random | None = None) -> None:
        self._asked = dict(asked)
        self._chance = chance or random.SystemRandom()
        self._held: frozenset[int] = frozenset()
        self._since = 0
        self._anew = True
        self._session = 0
        self.number = self._chance.getrandbits(31)

    @property
    def since(self) -> int:
        """Since when there was always a server, in milliseconds since 1970."""
        return 1000 * (self._since + _YEAR_2020)

    def owns(self, room: str) -> bool:
        """Whether a room is this server's, as far as it knows."""
        return slice_of(room) in self._held

    def begin(self, connection: psycopg.Connection) -> None:
        """Be a server by this session; it owns nothing yet, and what was owned before is lost."""
        self._held = frozenset()
        self._anew = True
        self._session = connection.info.backend_pid
        while not _one(connection, "SELECT pg_try_advisory_lock(%s, %s)", (_SERVERS, self.number)):
            self.number = self._chance.getrandbits(31)
        if not self._since:
            self._since = int(time.time()) - _YEAR_2020
            self._share_since(connection)
            rows = connection.execute(_LOCKS, (_SERVERS, _SINCE, _SLICES))
            self._since = min(number for kind, number, _ in rows if kind == _SINCE)
        self._share_since(connection)
        connection.commit()

    def _share_since(self, connection: psycopg.Connection) -> None:
        connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", (_SINCE, self._since))

    def renew(self, connection: sql.Connection) -> Standing:
        """Take free slices up to the fair share, and let go of what is more than it.

        Raises:
            DBAPIError: The database cannot be asked.
        """
        if self._anew:  # not before: the first server makes the tables, and that takes its time
            connection.exec_driver_sql(_SILENCE)
        rows = connection.exec_driver_sql(_LOCKS, (_SERVERS, _SINCE, _SLICES)).all()
        servers = frozenset(number for kind, number, _ in rows if kind == _SERVERS)
        taken = {number for kind, number, _ in rows if kind == _SLICES}
        held = frozenset(number for kind, number, mine in rows if kind == _SLICES and mine)
        wanted = -(-SLICES // max(1, len(servers))) - len(held)
        excess = sorted(held)[wanted:] if wanted < 0 else []
        self._held = held.difference(excess)
        _locks(connection, "pg_advisory_unlock", excess)
        free = [each for each in range(SLICES) if each not in taken]
        self._chance.shuffle(free)  # so that servers that look at once do not want the same ones
        gained = _locks(connection, "pg_try_advisory_lock", free[: max(0, wanted)])
        self._held |= gained
        standing = Standing(servers, bool(gained), self._anew)
        self._anew = False
        return standing

    def announce(self, connection: sql.Connection, rooms: Mapping[str, int]) -> None:
        """Say, when the transaction is committed, up to which event rooms are stored.

        Args:
            connection: In the transaction that stores them.
            rooms: The number of the last event, by room.
        """
        for notice in _notices(f"{room}:{seq}" for room, seq in rooms.items()):
            self.say(connection, EVENTS, notice)

    def say(self, connection: sql.Connection, channel: str, text: str) -> None:
        """Say something to all servers, when the transaction is committed."""
        connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (channel, text))

    async def listen(
        self,
        heard: Callable[[dict[str, int]], None],
        told: Callable[[str], None],
        anew: Callable[[], None],
    ) -> None:
        """Hear what servers say, until cancelled.

        Args:
            heard: Called with what others stored: the number of the last event, by room.
            told: Called with what is said about presence.
            anew: Called when it begins to listen, also after a while in which it could not.
        """
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(**self._asked, autocommit=True)
                async with connection:
                    await connection.execute(f"LISTEN {EVENTS}")
                    await connection.execute(f"LISTEN {PRESENCE}")
                    anew()
                    async for notice in connection.notifies():
                        if notice.pid == self._session:
                            continue  # this server said it
                        if notice.channel == EVENTS:
                            heard(_rooms(notice.payload))
                        else:
                            told(notice.payload)
            except psycopg.Error:
                pass  # the store says what is the matter
            await asyncio.sleep(AGAIN)


def _one(connection: psycopg.Connection, query: Any, values: Sequence[int]) -> Any:
    row = connection.execute(query, values).fetchone()
    return row and row[0]


def _locks(connection: sql.Connection, function: str, slices: Sequence[int]) -> set[int]:
    """Those slices for which PostgreSQL says that it was done."""
    query = f"SELECT n, {function}(%s, n) FROM unnest(%s::int[]) AS n"
    rows = connection.exec_driver_sql(query, (_SLICES, list(slices))) if slices else ()
    return {number for number, done in rows if done}


def _notices(words: Iterator[str]) -> Iterator[str]:
    """Words put together into texts that are short enough."""
    text = ""
    for word in words:
        if text and len(text) + len(word) >= LONGEST:
            yield text
            text = ""
        text = f"{text} {word}" if text else word
    if text:
        yield text


def _rooms(payload: str) -> dict[str, int]:
    """What a notice of stored events says; what is no such notice says nothing."""
    pairs = (word.rpartition(":") for word in payload.split())
    return {room: int(seq) for room, _, seq in pairs if seq.isascii() and seq.isdecimal()}

"""The rooms' store: events that are added and never changed, durable before anybody hears of them.

It knows rooms as names with numbered texts of bytes, and beside each what is looked up without
reading them. One thread writes: what is handed in while it is busy is stored in one transaction,
so that a thousand events need few writes to the disk.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sql

from passel.web.database import Use, opened
from passel.web.faults import Lost, StoreError, reading, transaction
from passel.web.tables import EVENTS, ROOMS, checksum

if TYPE_CHECKING:
    from passel.web.sharing import Sharing, Standing

T = TypeVar("T")

GATHERING = 0.01
"""Seconds for which events are gathered when many come; a single one is stored at once."""

READERS = 8
"""So many may read at once."""

TIDIED = 1000
"""So many entries are stored before the database is tidied."""

CONTAINED = ("store-conflict", "store-damaged")
"""Faults of one room that are no reason to refuse the others."""


@dataclass(frozen=True, slots=True)
class Index:
    """What is looked up about a room without folding it.

    Args:
        code: The short code, while the room is open to join.
        wake: When the clock or a bot has something to do, in milliseconds; None: never.
        touched: When something last happened, in milliseconds.
    """

    code: str | None
    wake: int | None
    touched: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A room as lists show it.

    Args:
        room: Its id.
        events: How many events it has.
        index: What is looked up about it.
    """

    room: str
    events: int
    index: Index


@dataclass(frozen=True, slots=True)
class _Entry:
    """Events that wait to be stored, and who waits for that."""

    room: str
    first: int
    bodies: Sequence[bytes]
    index: Index
    owner: bool
    future: asyncio.Future[None]

    @property
    def last(self) -> int:
        """The number of the last of the events."""
        return self.first + len(self.bodies) - 1


@dataclass(slots=True)
class Counts:
    """What a store did since it was opened.

    Args:
        events: How many were stored.
        commits: How often the database was asked to store some.
        seconds: How long that took.
        faults: How many times something was not stored, by the fault's code.
    """

    events: int = 0
    commits: int = 0
    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)


class Store:
    """The events of all rooms in one database.

    Args:
        url: Of the database: `sqlite:////folder/rooms.db`, `postgresql://user@host/rooms`.
        use: What it is opened for.
        report: Called in the event loop with the fault when storing begins to fail, and with None
            when it goes on.

    Raises:
        StoreError: It cannot be opened, as `passel.web.database.opened` has it.
    """

    def __init__(
        self,
        url: str,
        use: Use = "visit",
        *,
        report: Callable[[StoreError | None], None] = lambda fault: None,
    ) -> None:
        self._database = opened(url, use)
        self._writer = self._database.writer  # the thread's own
        self.sharing = self._database.sharing
        """The database's servers, where there may be several and this is one."""
        self._adding = _Adding(self._writer.dialect, self.sharing)
        self.counts = Counts()
        self._report = report
        self._failing = False
        self._thread = ThreadPoolExecutor(1, "passel-store")
        self._tidier = ThreadPoolExecutor(1, "passel-tidier")
        self._readers = ThreadPoolExecutor(READERS, "passel-reader")
        self._tidying: asyncio.Task[None] | None = None
        self._untidied = 0
        self._waiting: list[_Entry] = []
        self._task: asyncio.Task[None] | None = None

    def append(
        self,
        room: str,
        first: int,
        bodies: Sequence[bytes],
        index: Index,
        owner: bool = False,
    ) -> asyncio.Future[None]:
        """Store the next events of a room; called in an event loop.

        What was handed in first is stored first. Who gives up waiting does not take it back.

        Args:
            room: Its id.
            first: The number of the first of these events, from 1; it must follow the room's last.
            bodies: One or more events, as they are to be kept.
            index: What shall be looked up about the room from now on.
            owner: Whether only the room's owner may store them.

        Returns:
            Done when all of it is durable. Its `StoreError` says that none of it is stored:
            `store-conflict` (other events have these numbers, another room this code, or the
            room another owner),
            `store-full`, `store-busy`, `store-damaged` or `store-failing`. Only where a
            connection was lost and there is no other yet, reading the room tells later.
        """
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._waiting.append(_Entry(room, first, bodies, index, owner, future))
        if self._task is None:
            self._task = loop.create_task(self._write())
        return future

    async def _write(self) -> None:
        """Hand what waits to the thread, again and again until nothing does."""
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                begun = loop.time()
                outcomes = await loop.run_in_executor(self._thread, self._commit, batch)
                self.counts.commits += 1
                self.counts.seconds += loop.time() - begun
                self._settle(batch, outcomes)
                self._untidied += len(batch)
                if self._untidied >= TIDIED and (self._tidying is None or self._tidying.done()):
                    self._untidied = 0
                    self._tidying = loop.create_task(self._tidy())
                if len(batch) > 1:
                    await asyncio.sleep(GATHERING)
        finally:
            self._task = None

    async def _tidy(self) -> None:
        """Let the database tidy up while others write, and then the little that is left.

        SQLite would copy its journal within a commit, and everybody would wait for the disk.
        """
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._tidier, self._database.tidy)
        await loop.run_in_executor(self._thread, self._database.tidy)

    def _settle(self, batch: Sequence[_Entry], outcomes: Sequence[StoreError | None]) -> None:
        """Tell those who wait, and the server's people where it is not about one room."""
        for entry, outcome in zip(batch, outcomes, strict=True):
            if outcome is None:
                self.counts.events += len(entry.bodies)
            elif outcome.code != "store-conflict":  # another server was first: that is settled
                self.counts.faults[outcome.code] += 1
            if entry.future.cancelled():
                continue
            if outcome is None:
                entry.future.set_result(None)
            else:
                entry.future.set_exception(StoreError(outcome.code))
        fault = next((each for each in outcomes if each and each.code != "store-conflict"), None)
        if (fault is not None) != self._failing:
            self._failing = fault is not None
            self._report(fault)

    def _commit(self, batch: Sequence[_Entry], again: bool = False) -> list[StoreError | None]:
        """Store all in one transaction; where one is at fault, the others without it.

        When the connection was lost on the way, perhaps all is stored and perhaps nothing. Another
        attempt tells: either it succeeds, or what it meets is what it was about to store.
        """
        try:
            with transaction(self._writer) as connection:
                self._adding.run(connection, batch)
        except Lost as error:
            return [error] * len(batch) if again else self._commit(batch, again=True)
        except StoreError as error:
            if again and error.code == "store-conflict" and self._is_there(batch):
                return [None] * len(batch)
            if len(batch) == 1 or error.code not in CONTAINED:
                return [error] * len(batch)
            half = len(batch) // 2
            return self._commit(batch[:half], again) + self._commit(batch[half:], again)
        return [None] * len(batch)

    def _is_there(self, batch: Sequence[_Entry]) -> bool:
        """Whether a batch is stored just as it was handed in."""
        try:
            return all(
                self.read(entry.room, entry.first - 1)[: len(entry.bodies)] == list(entry.bodies)
                for entry in batch
            )
        except StoreError:
            return False

    def aside(self, ask: Callable[..., T], *arguments: Any) -> Awaitable[T]:
        """Do what blocks, as most of what follows does, beside the event loop.

        Args:
            ask: What is done.
            arguments: Its arguments.
        """
        return asyncio.get_running_loop().run_in_executor(self._readers, ask, *arguments)

    def read(self, room: str, after: int = 0) -> list[bytes]:
        """The events of a room; blocking.

        Args:
            room: Its id.
            after: The number of the last event that is not wanted.

        Returns:
            The events' bodies in their order; none for a room that is not there.

        Raises:
            StoreError: `store-damaged`: an event is changed or missing. That is this room's
                trouble alone. Or the database as a whole cannot be read.
        """
        if "\0" in room:
            return []  # PostgreSQL knows no such text
        return self.news({room: after})[room] or []

    def news(self, known: Mapping[str, int]) -> dict[str, list[bytes] | None]:
        """What rooms have beyond what is known of them; blocking.

        Args:
            known: The number of the last event that is known, by room.

        Returns:
            The bodies of the events after it, by room; None for a room that is not there.

        Raises:
            StoreError: As `read`.
        """
        with reading(self._database.readers) as connection:
            found = connection.execute(_LAST, {"ids": list(known)}).all()
            last: dict[str, int] = {row.room: row.last for row in found}
            return {
                room: _after(connection, room, after, last.get(room))
                for room, after in known.items()
            }

    def wakes(self, rooms: Iterable[str]) -> dict[str, int | None]:
        """When rooms wake, in milliseconds, as `Index` has it; without those that are not there."""
        query = sql.select(ROOMS.c.room, ROOMS.c.wake).where(ROOMS.c.room.in_(list(rooms)))
        with reading(self._database.readers) as connection:
            return {row.room: row.wake for row in connection.execute(query)}

    def reach(self) -> None:
        """Ask the database for an answer; blocking. Raises `StoreError` where there is none."""
        with reading(self._database.readers) as connection:
            connection.execute(sql.select(1))

    def by_code(self, short: str) -> str | None:
        """The room that is open under a short code."""
        if "\0" in short:
            return None
        with reading(self._database.readers) as connection:
            found: str | None = connection.execute(
                sql.select(ROOMS.c.room).where(ROOMS.c.code == short)
            ).scalar()
        return found

    def due(self, before: int) -> list[tuple[str, int]]:
        """The rooms in which clock or bots have something to do before a time, the soonest first.

        Args:
            before: In milliseconds.

        Returns:
            The rooms and when they wake, in milliseconds.
        """
        query = sql.select(ROOMS.c.room, ROOMS.c.wake).where(ROOMS.c.wake < before)
        with reading(self._database.readers) as connection:
            rows = connection.execute(query.order_by(ROOMS.c.wake)).all()
        return [(row.room, row.wake) for row in rows]

    def rooms(self) -> list[Listed]:
        """All rooms, those in which something happened latest first."""
        query = sql.select(ROOMS).order_by(ROOMS.c.touched.desc(), ROOMS.c.room)
        with reading(self._database.readers) as connection:
            rows = connection.execute(query).all()
        return [Listed(row.room, row.last, Index(row.code, row.wake, row.touched)) for row in rows]

    def delete(self, room: str) -> bool:
        """Delete a room for good; blocking. Whether it was there."""
        return self._delete(sql.select(ROOMS.c.room).where(ROOMS.c.room == room)) > 0

    def expire(self, before: int, most: int | None = None) -> int:
        """Delete the rooms in which nothing happened since a time; blocking.

        Args:
            before: In milliseconds.
            most: So many rooms at once, those longest unused; None: all.

        Returns:
            How many rooms were deleted.
        """
        old = sql.select(ROOMS.c.room).where(ROOMS.c.touched < before)
        return self._delete(old.order_by(ROOMS.c.touched).limit(most))

    def _delete(self, which: sql.Select[tuple[str]]) -> int:
        """Delete rooms between two commits; others who write wait, or find no room."""
        return self._thread.submit(self._deleted, which).result()

    def _deleted(self, which: sql.Select[tuple[str]]) -> int:
        with transaction(self._writer) as connection:
            rooms = [{"id": room} for room in connection.scalars(which.with_for_update())]
            if rooms:
                connection.execute(_GONE, rooms)
                connection.execute(_FORGOTTEN, rooms)
        return len(rooms)

    async def stand(self) -> Standing:
        """How this server stands among those of its database, which there must be.

        What it owns is renewed by that.

        Raises:
            StoreError: The database does not answer.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._stand)

    def _stand(self) -> Standing:
        assert self.sharing
        with transaction(self._writer) as connection:
            return self.sharing.renew(connection)

    async def say(self, channel: str, texts: Sequence[str]) -> None:
        """Tell all servers of the database something that is not stored.

        Raises:
            StoreError: The database does not answer.
        """
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._say, channel, texts)

    def _say(self, channel: str, texts: Sequence[str]) -> None:
        assert self.sharing
        with transaction(self._writer) as connection:
            for text in texts:
                self.sharing.say(connection, channel, text)

    def close(self) -> None:
        """Let go of the database when what was handed to the threads is done."""
        self._readers.shutdown()
        self._tidier.shutdown()
        self._thread.shutdown()
        self._database.close()


def _after(
    connection: sql.Connection, room: str, after: int, last: int | None
) -> list[bytes] | None:
    """The events of a room from one number to another; None where there is no room.

    Raises:
        StoreError: `store-damaged`.
    """
    if last is not None and last <= after:
        return []
    rows = connection.execute(_AFTER, {"id": room, "after": after}).all()
    for seq, row in enumerate(rows, after + 1):
        if row.seq != seq or row.checksum != checksum(room, seq, row.body):
            raise StoreError("store-damaged")
    if last is None and not rows:
        return None
    if after + len(rows) != last:
        raise StoreError("store-damaged")
    return [row.body for row in rows]


_LAST = sql.select(ROOMS.c.room, ROOMS.c.last).where(
    ROOMS.c.room.in_(sql.bindparam("ids", expanding=True))
)
_AFTER = (
    sql.select(EVENTS.c.seq, EVENTS.c.body, EVENTS.c.checksum)
    .where(EVENTS.c.room == sql.bindparam("id"), EVENTS.c.seq > sql.bindparam("after"))
    .order_by(EVENTS.c.seq)
)
_NOW: dict[str, sql.BindParameter[Any]] = {
    name: sql.bindparam(f"new_{name}") for name in ("last", "code", "wake", "touched")
}
_BEGUN = sql.insert(ROOMS).values(room=sql.bindparam("id"), **_NOW)
_GONE_ON = (
    sql.update(ROOMS)
    .where(ROOMS.c.room == sql.bindparam("id"), ROOMS.c.last == sql.bindparam("before"))
    .values(_NOW)
)
_HAPPENED = sql.insert(EVENTS)
_GONE = sql.delete(ROOMS).where(ROOMS.c.room == sql.bindparam("id"))
_FORGOTTEN = sql.delete(EVENTS).where(EVENTS.c.room == sql.bindparam("id"))


class _Adding:
    """Adds events to their rooms; the first of a room makes it.

    The statements are compiled once and handed to the driver as they are: that SQLAlchemy looks at
    each row takes a third of the time that storing it does.

    Args:
        dialect: The database's.
        sharing: Its servers, where there may be several.
    """

    def __init__(self, dialect: sql.Dialect, sharing: Sharing | None) -> None:
        self._sharing = sharing
        self._begun, self._gone_on, self._happened = (
            str(statement.compile(dialect=dialect)) for statement in (_BEGUN, _GONE_ON, _HAPPENED)
        )

    def run(self, connection: sql.Connection, batch: Sequence[_Entry]) -> None:
        """Add what is in a batch.

        Raises:
            StoreError: `store-conflict`: an entry does not follow its room's last event, or is
                the owner's to store, and this server is not.
        """
        sharing = self._sharing
        if sharing and not all(sharing.owns(entry.room) for entry in batch if entry.owner):
            raise StoreError("store-conflict")
        begun: list[dict[str, Any]] = []
        gone_on: list[dict[str, Any]] = []
        happened: list[dict[str, Any]] = []
        for entry in batch:
            room, index = entry.room, entry.index
            values = {
                "id": room,
                "before": entry.first - 1,
                "new_last": entry.last,
                "new_code": index.code,
                "new_wake": index.wake,
                "new_touched": index.touched,
            }
            (begun if entry.first == 1 else gone_on).append(values)
            happened += [
                {"room": room, "seq": seq, "body": body, "checksum": checksum(room, seq, body)}
                for seq, body in enumerate(entry.bodies, entry.first)
            ]
        if begun:
            connection.exec_driver_sql(self._begun, begun)
        if gone_on:
            found = connection.exec_driver_sql(self._gone_on, gone_on)
            if found.rowcount != len(gone_on):
                raise StoreError("store-conflict")
        connection.exec_driver_sql(self._happened, happened)
        if sharing:
            sharing.announce(connection, {entry.room: entry.last for entry in batch})

"""The rooms that are in memory: taken up from the store when somebody asks, let go of when idle."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import reduce

from passel.errors import PasselError, RoomError
from passel.room import Room, fold, wake
from passel.room.events import Event
from passel.web import wire
from passel.web.database import StoreError
from passel.web.live import Live
from passel.web.store import Store

IDLE = 60.0
"""Seconds after which a room that nobody follows leaves memory."""

TOLD = 100
"""How many of the events that a reader missed are told to it; its view of the room is whole."""


class Memory:
    """The rooms that are in memory. It belongs to one event loop.

    Args:
        store: Where all rooms are.
        clock: Milliseconds since 1970.
        taken_up: Called with each room that was taken up.
    """

    def __init__(
        self, store: Store, clock: Callable[[], int], taken_up: Callable[[Live], None]
    ) -> None:
        self._store = store
        self._clock = clock
        self._taken_up = taken_up
        self._started = store.sharing.since if store.sharing else clock()
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}

    def __len__(self) -> int:
        return len(self._live)

    def __iter__(self) -> Iterator[Live]:
        return iter(tuple(self._live.values()))

    def get(self, id: str) -> Live | None:
        """The room, where it is in memory."""
        return self._live.get(id)

    def begun(self, id: str) -> Live:
        """A room that is just being made; the same for all who make it."""
        return self._live.setdefault(id, Live(Room(id), self._clock()))

    async def found(self, id: str) -> Live:
        """The room in memory, taken up from the store where it is not there.

        Raises:
            RoomError: `no-such-room`.
            StoreError: It cannot be read.
        """
        live = self._live.get(id)
        if live is not None and not live.room.seq:
            raise RoomError("no-such-room")  # it is just being made
        if live is None:
            loading = self._loading.get(id)
            if loading is None:
                loading = asyncio.get_running_loop().create_task(self._load(id))
                self._loading[id] = loading
            live = await asyncio.shield(loading)
        live.used = asyncio.get_running_loop().time()
        return live

    async def _load(self, id: str) -> Live:
        try:
            room = await self._store.aside(self._folded, id)
        finally:
            del self._loading[id]  # at once: what was loaded may be let go of before this has ended
        live = self._live[id] = Live(room, self._clock())
        live.used = asyncio.get_running_loop().time()
        self._taken_up(live)
        return live

    def _folded(self, id: str) -> Room:
        bodies = self._store.read(id)
        if not bodies:
            raise RoomError("no-such-room")
        try:
            room = reduce(fold, map(wire.STORED.read, bodies), Room(id))
        except (PasselError, AssertionError, LookupError, ValueError) as error:
            raise StoreError("store-damaged") from error
        return room.rested(self._started)

    def bring(self, live: Live, bodies: Sequence[bytes]) -> Sequence[Event]:
        """Let a room go on by events that are stored.

        Args:
            live: The room.
            bodies: The events after its last.

        Returns:
            The events.

        Raises:
            StoreError: `store-damaged`; the room is as before.
        """
        try:
            events = [wire.STORED.read(body) for body in bodies]
            live.room = reduce(fold, events, live.room)
        except (PasselError, AssertionError, LookupError, ValueError) as error:
            raise StoreError("store-damaged") from error
        return events

    async def refresh(self, live: Live) -> tuple[Room, Sequence[Event]] | None:
        """Read what a room has more where it is not known what of it is stored; that decides.

        Returns:
            The room as it was before, and what has turned out to have happened since, if anything.

        Raises:
            RoomError: `no-such-room`: it was deleted.
            StoreError: It cannot be read.
        """
        if not live.stale or not live.room.seq:
            return None
        before = live.room
        news = await self._store.aside(self._store.news, {before.id: before.seq})
        bodies = news[before.id]
        if bodies is None:
            self.forget(live)
            raise RoomError("no-such-room")
        events = self.bring(live, bodies)
        live.stale = False
        return (before, events) if events else None

    async def missed(self, room: Room, after: int | None) -> Sequence[Event]:
        """The last of the events after a number, as far as the room has them.

        Args:
            room: The room as it is now.
            after: The number of the last event that is known; None: none is, and none is wanted.
        """
        if after is None or after >= room.seq:
            return []
        start = max(after, room.seq - TOLD)
        bodies = await self._store.aside(self._store.read, room.id, start)
        return [wire.STORED.read(body) for body in bodies[: room.seq - start]]

    def let_go(self, live: Live, followed: bool, soon: int) -> None:
        """Drop a room that nobody follows and that has nothing to do soon.

        Args:
            live: The room.
            followed: Whether somebody does.
            soon: Until when it would have to have something to do, in milliseconds.
        """
        due = wake(live.room)
        idle = asyncio.get_running_loop().time() > live.used + IDLE
        if idle and not followed and not live.lock.locked() and (due is None or due > soon):
            self.forget(live)

    def forget(self, live: Live) -> None:
        """Let go of a room; whoever needs it takes it up again."""
        live.lost = True
        for handle in (live.timer, live.telling):
            if handle:
                handle.cancel()
        for streams in live.streams.values():
            for stream in tuple(streams):
                stream.end()
        if self._live.get(live.room.id) is live:
            del self._live[live.room.id]

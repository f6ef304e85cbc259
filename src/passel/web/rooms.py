"""The rooms of a server: what is asked of them, what happens in them, and who is told.

It knows no HTTP. Commands of a room are carried out one after the other: events, then their
storing, then the answer and the news. What cannot be stored has not happened. Rooms come from
`memory` and their time from `timing`.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from passel.errors import PasselError, RoomError
from passel.notation import print_record
from passel.room import Room, World, act, tick
from passel.room.answers import Answer
from passel.room.batch import Bots
from passel.room.commands import Command, Create
from passel.room.events import Event, Left, Moved
from passel.room.records import record
from passel.room.seats import hashed
from passel.web import view, wire
from passel.web.advice import NamedBots
from passel.web.database import StoreError
from passel.web.hub import Hub, Stream
from passel.web.live import Live
from passel.web.memory import Memory
from passel.web.store import Counts, Index, Store
from passel.web.timing import Timing

if TYPE_CHECKING:
    from passel.web.servers import Servers

T = TypeVar("T")

GATHERED = 0.05
"""Seconds for which comings and goings are gathered before they are told; for each hundred readers,
where they are more: a room of thousands shall not be busy with who looks in."""


class Rooms:
    """All rooms of a server. It belongs to one event loop.

    Args:
        store: Where they are kept.
        hub: Who follows them.
        bots: Who plays beside people.
        clock: Milliseconds since 1970.
        entropy: So many random bytes.
        expire: Days after which a room in which nothing happens is deleted; 0: never.
    """

    def __init__(
        self,
        store: Store,
        hub: Hub,
        bots: Bots | None = None,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        entropy: Callable[[int], bytes] = os.urandom,
        expire: int = 0,
    ) -> None:
        self._store = store
        self._hub = hub
        self._bots = bots or NamedBots()
        self._clock = clock
        self._entropy = entropy
        self.memory = Memory(store, clock, self._taken_up)
        self._timing = Timing(
            store,
            self.memory,
            clock,
            due=self._due,
            done=self._tell_presence,
            followed=self._followed,
            owns=self._owns,
            expire=expire,
        )
        self._servers: Servers | None = None
        if store.sharing:
            from passel.web.servers import Servers  # late: its driver is an extra

            self._servers = Servers(
                store,
                store.sharing,
                self.memory,
                self._timing,
                clock,
                happened=self._heard,
                presence=self._tell_presence,
                followed=self._followed,
                lost=hub.end,
            )

    # --- what clients ask -------------------------------------------------------------------------

    async def create(
        self, id: str, command: Create, token: str, admit: Callable[[], None]
    ) -> Answer:
        """Make a room. A repeat gets the same answer.

        Args:
            id: What its link ends with: `room_id(token, command.id)`.
            command: What is asked.
            token: The secret of the host.
            admit: Refuses one room too many; asked only where there is none yet.

        Raises:
            PasselError: As `passel.room.act`; or it could not be stored.
        """
        hashed(token)
        try:
            return await self.act(id, command, token)
        except RoomError as error:
            if error.code != "no-such-room":
                raise
        admit()
        live = self.memory.begun(id)
        try:
            return await self._acted(live, command, token)
        except StoreError as error:
            if error.code != "store-conflict":
                raise
        finally:
            if not live.room.seq:
                self.memory.forget(live)
        return await self.act(id, command, token)  # it was made at another server meanwhile

    async def act(self, id: str, command: Command, token: str | None) -> Answer:
        """Carry out a command.

        Raises:
            RoomError: `no-such-room`, or why it is refused.
            PasselError: What rules, dice or bots refuse.
            StoreError: It could not be stored, so it has not happened.
        """
        return await self._acted(await self.memory.found(id), command, token)

    async def snapshot(self, id: str, token: str | None) -> wire.Snapshot:
        """How things are now, and who asks.

        Raises:
            RoomError: `no-such-room`, `no-seat` or `seat-moved`.
        """
        live = await self._current(id)
        return live.snapshot(token, self._clock())

    async def record(self, id: str, number: int | None) -> str:
        """The record of one of a room's games, as text.

        Raises:
            RoomError: `no-such-room` or `no-such-game`.
        """
        live = await self._current(id)
        return print_record(record(live.room, number))

    async def follow(self, id: str, token: str | None, after: int | None, address: str) -> Stream:
        """A stream of what happens in a room from now on; it must be called as the answer.

        Args:
            id: The room's.
            token: Of the seat that is present by it; None: a spectator.
            after: The number of the last event that the reader knows; None: it knows nothing.
            address: Whose stream it is, for the limits.

        Raises:
            RoomError: `no-such-room`, `no-seat` or `seat-moved`.
            StreamError: There is no place for it.
            StoreError: This server does not hear what happens at others.
        """
        if self._servers is not None and self._servers.is_lost:
            raise StoreError("store-failing")
        live = await self.memory.found(id)
        async with live.lock:  # so that nothing happens between what was missed and what comes
            await self._refresh(live)
            if after is not None and after > live.room.seq:
                await self._look(live)
            if not live.lost:
                player = await self._surely(live, lambda: live.holder(token))
                missed = await self.memory.missed(live.room, after)
                return self._streamed(live, player and player.key, missed, address)
        return await self.follow(id, token, after, address)

    async def find(self, typed: str) -> str:
        """The id of the room that is open under a short code.

        Raises:
            RoomError: `no-such-code`: the same for wrong, closed and full.
        """
        plain = "".join(typed.upper().split()).replace("-", "")
        id = await self._store.aside(self._store.by_code, plain)
        if id is not None:
            live = await self._current(id)
            if live.room.code == plain:
                return id
        raise RoomError("no-such-code")

    @property
    def counts(self) -> Counts:
        """What was stored since the server started."""
        return self._store.counts

    def reach(self) -> None:
        """Ask the database for an answer; blocking. Raises `StoreError` where there is none."""
        self._store.reach()

    def __len__(self) -> int:
        """How many rooms are in memory."""
        return len(self.memory)

    def now(self) -> int:
        """The server's clock, in milliseconds since 1970."""
        return self._clock()

    def version(self, id: str) -> int | None:
        """The version of a room in memory; None where it is not there."""
        live = self.memory.get(id)
        return live.room.version if live else None

    # --- one room ---------------------------------------------------------------------------------

    async def _acted(self, live: Live, command: Command, token: str | None) -> Answer:
        while True:
            async with live.lock:
                await self._refresh(live)
                if live.lost:
                    break
                done = await self._surely(
                    live, lambda: act(live.room, command, token, self._world(live))
                )
                if done.events and not await self._happen(live, done.room, done.events):
                    continue
                if live.presence.hear(done.answer.player, self._clock()):
                    self._tell_presence(live)
                return done.answer
        return await self.act(live.room.id, command, token)

    async def _surely(self, live: Live, ask: Callable[[], T]) -> T:
        """What a room answers; it refuses only when other servers know nothing newer either."""
        try:
            return ask()
        except PasselError:
            if not await self._look(live):
                raise
        return ask()

    async def _look(self, live: Live) -> bool:
        """Read what other servers have stored, if there can be any; whether there is something."""
        live.stale = live.stale or self._servers is not None
        return await self._refresh(live)

    async def _current(self, id: str) -> Live:
        """The room in memory, with all that is stored now. Errors as `Memory.found`."""
        live = await self.memory.found(id)
        if self._servers is not None:
            async with live.lock:
                await self._look(live)
        return live

    def _world(self, live: Live) -> World:
        now = self._clock()
        return World(now, self._entropy, self._bots, lambda player: live.missing(player, now))

    async def _happen(
        self, live: Live, after: Room, events: Sequence[Event], owner: bool = False
    ) -> bool:
        """Store events; then the room is as it is after them, and everybody is told.

        Returns:
            Whether that was done. If not, another server was first, and the room is as that left
            it.
        """
        before = live.room
        index = Index(after.code, live.wake(after), after.touched)
        bodies = [wire.stored(event) for event in events]
        try:
            await self._store.append(before.id, before.seq + 1, bodies, index, owner)
        except StoreError as error:
            live.stale = True
            if error.code == "store-conflict" and await self._refresh(live):
                return False
            raise
        except asyncio.CancelledError:
            live.stale = True
            raise
        live.room = after
        self._publish(live, before, events)
        return True

    def _publish(self, live: Live, before: Room, events: Sequence[Event]) -> None:
        """Tell everybody what has happened."""
        news = live.news(events, view.changed(before, live.room), self._clock())
        self._hub.publish(before.id, wire.told("room", news, live.room.seq))
        for event in events:
            if isinstance(event, Left | Moved):
                for stream in tuple(live.streams.get(event.player, ())):
                    stream.end()
        self._timing.schedule(live)

    async def _refresh(self, live: Live) -> bool:
        """Tell what has turned out to be stored; whether there was any. As `Memory.refresh`."""
        news = await self.memory.refresh(live)
        if news is not None:
            self._heard(live, *news)
        return news is not None

    def _heard(self, live: Live, before: Room, events: Sequence[Event]) -> None:
        """Something was stored that this server did not do, or did not know to be stored."""
        now = self._clock()
        for event in events:
            if event.answers:
                live.presence.hear(event.answers[1], now)
        self._publish(live, before, events)

    def _streamed(
        self, live: Live, player: str | None, missed: Sequence[Event], address: str
    ) -> Stream:
        room = live.room
        now = self._clock()

        def gone() -> None:
            live.presence.depart(player, self._clock())
            live.streams[player].discard(stream)
            self._tell_presence(live)

        live.presence.arrive(player)
        news = live.news(missed, view.log(room), now)
        first = wire.told("room", news, room.seq)
        try:
            stream = self._hub.stream(room.id, first, address=address, gone=gone)
        except PasselError:
            live.presence.depart(player, now)
            raise
        live.streams.setdefault(player, set()).add(stream)
        self._tell_presence(live)
        return stream

    async def _due(self, live: Live) -> bool:
        """Let the next thing that is due happen; whether to look again."""
        async with live.lock:
            await self._refresh(live)
            if live.lost or not self._owns(live.room.id):
                return False
            batch = tick(live.room, self._world(live))
            if batch.events:
                await self._happen(live, batch.room, batch.events, owner=True)
            return bool(batch.events)

    def _taken_up(self, live: Live) -> None:
        """A room is in memory now: its time goes on."""
        if self._servers is not None:
            self._servers.taken_up(live)
        self._timing.schedule(live)

    def _owns(self, room: str) -> bool:
        """Whether a room's time is this server's."""
        sharing = self._store.sharing
        return sharing is None or sharing.owns(room)

    def _followed(self, room: str) -> bool:
        """Whether anybody follows what happens in a room."""
        return self._hub.count(room) > 0

    def _tell_presence(self, live: Live) -> None:
        """Tell who is here, when it has changed and settled for a moment."""
        if self._servers is not None:
            self._servers.tell(live)
        if live.telling is None:
            loop = asyncio.get_running_loop()
            later = GATHERED * max(1, self._hub.count(live.room.id) / 100)
            live.telling = loop.call_later(later, self._told_presence, live)

    def _told_presence(self, live: Live) -> None:
        live.telling = None
        present = live.present(self._clock())
        told = (present.presence, present.spectators)
        if told != live.told and not live.lost:
            live.told = told
            self._hub.publish(live.room.id, wire.told("presence", present))
        self._timing.schedule(live)

    # --- start and end ----------------------------------------------------------------------------

    def start(self) -> None:
        """Take up the rooms in which something is due, and go on doing so; let old ones expire."""
        self._timing.start()
        if self._servers is not None:
            self._servers.start()

    def close(self) -> None:
        """Stop all clocks; streams are ended by the hub."""
        self._timing.close()
        if self._servers is not None:
            self._servers.close()
        for live in self.memory:
            self.memory.forget(live)

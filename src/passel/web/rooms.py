"""The rooms of a server: taken up from the store, kept going, told about, let go of.

It knows no HTTP. Commands of a room are carried out one after the other: events, then their
storing, then the answer and the news. What cannot be stored has not happened.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import reduce
from typing import Any

from passel.errors import PasselError, RoomError
from passel.notation import print_record
from passel.room import Room, World, act, fold, tick, wake
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
from passel.web.store import Index, Store

HORIZON = 120.0
"""Seconds within which a room that has something to do is taken up from the store."""

IDLE = 60.0
"""Seconds after which a room that nobody follows leaves memory."""

AGAIN = 5.0
"""Seconds after which something is tried again that could not be stored."""

GATHERED = 0.05
"""Seconds for which comings and goings are gathered before they are told."""

TOLD = 100
"""How many of the events that a reader missed are told to it; its view of the room is whole."""


class Rooms:
    """All rooms of a server. It belongs to one event loop.

    Args:
        store: Where they are kept.
        hub: Who follows them.
        bots: Who plays beside people.
        clock: Milliseconds since 1970.
        entropy: So many random bytes.
    """

    def __init__(
        self,
        store: Store,
        hub: Hub,
        bots: Bots | None = None,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._store = store
        self._hub = hub
        self._bots = bots or NamedBots()
        self._clock = clock
        self._entropy = entropy
        self._started = clock()
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeping: asyncio.Task[None] | None = None

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
        live = self._live.setdefault(id, Live(Room(id), self._clock()))
        try:
            return await self._acted(live, command, token)
        finally:
            if not live.room.seq:
                self._forget(live)

    async def act(self, id: str, command: Command, token: str | None) -> Answer:
        """Carry out a command.

        Raises:
            RoomError: `no-such-room`, or why it is refused.
            PasselError: What rules, dice or bots refuse.
            StoreError: It could not be stored, so it has not happened.
        """
        return await self._acted(await self._found(id), command, token)

    async def snapshot(self, id: str, token: str | None) -> wire.Snapshot:
        """How things are now, and who asks.

        Raises:
            RoomError: `no-such-room`, `no-seat` or `seat-moved`.
        """
        live = await self._found(id)
        return live.snapshot(token, self._clock())

    async def record(self, id: str, number: int | None) -> str:
        """The record of one of a room's games, as text.

        Raises:
            RoomError: `no-such-room` or `no-such-game`.
        """
        live = await self._found(id)
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
        """
        live = await self._found(id)
        async with live.lock:  # so that nothing happens between what was missed and what comes
            await self._refresh(live)
            if not live.lost:
                player = live.holder(token)
                missed = await self._missed(live.room, after)
                return self._streamed(live, player and player.key, missed, address)
        return await self.follow(id, token, after, address)

    async def find(self, typed: str) -> str:
        """The id of the room that is open under a short code.

        Raises:
            RoomError: `no-such-code`: the same for wrong, closed and full.
        """
        plain = "".join(typed.upper().split()).replace("-", "")
        id = await asyncio.to_thread(self._store.by_code, plain)
        if id is not None:
            live = await self._found(id)
            if live.room.code == plain:
                return id
        raise RoomError("no-such-code")

    def __len__(self) -> int:
        """How many rooms are in memory."""
        return len(self._live)

    def now(self) -> int:
        """The server's clock, in milliseconds since 1970."""
        return self._clock()

    def version(self, id: str) -> int | None:
        """The version of a room in memory; None where it is not there."""
        live = self._live.get(id)
        return live.room.version if live else None

    # --- one room ---------------------------------------------------------------------------------

    async def _acted(self, live: Live, command: Command, token: str | None) -> Answer:
        async with live.lock:
            await self._refresh(live)
            if not live.lost:
                done = act(live.room, command, token, self._world(live))
                if done.events:
                    await self._happen(live, done.room, done.events)
                if live.presence.hear(done.answer.player, self._clock()):
                    self._tell_presence(live)
                return done.answer
        return await self.act(live.room.id, command, token)

    def _world(self, live: Live) -> World:
        now = self._clock()
        return World(now, self._entropy, self._bots, live.missing(now))

    async def _happen(self, live: Live, after: Room, events: Sequence[Event]) -> None:
        """Store events; then the room is as it is after them, and everybody is told."""
        before = live.room
        index = Index(after.code, wake(after), after.touched)
        bodies = [wire.stored(event) for event in events]
        try:
            await self._store.append(before.id, before.seq + 1, bodies, index)
        except (StoreError, asyncio.CancelledError):
            live.stale = True
            raise
        live.room = after
        self._publish(live, before, events)

    def _publish(self, live: Live, before: Room, events: Sequence[Event]) -> None:
        """Tell everybody what has happened."""
        news = live.news(events, view.changed(before, live.room), self._clock())
        self._hub.publish(before.id, wire.told("room", news, live.room.seq))
        for event in events:
            if isinstance(event, Left | Moved):
                for stream in tuple(live.streams.get(event.player, ())):
                    stream.end()
        self._schedule(live)

    async def _refresh(self, live: Live) -> None:
        """Read a room again where it is not known what of it is stored; that decides.

        Raises:
            RoomError: `no-such-room`: it was deleted.
            StoreError: It cannot be read.
        """
        if not live.stale or not live.room.seq:
            return
        before = live.room
        try:
            live.room = await asyncio.to_thread(self._folded, before.id)
        except RoomError:
            self._forget(live)
            raise
        live.stale = False
        if live.room.seq > before.seq:
            self._publish(live, before, await self._missed(live.room, before.seq))

    def _streamed(
        self, live: Live, player: str | None, missed: Sequence[Event], address: str
    ) -> Stream:
        room = live.room
        now = self._clock()

        def gone() -> None:
            live.presence.depart(player, self._clock())
            if player:
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
        if player:
            live.streams.setdefault(player, set()).add(stream)
        self._tell_presence(live)
        return stream

    async def _missed(self, room: Room, after: int | None) -> list[Event]:
        """The last of the events after a number, as far as the room has them."""
        if after is None or after >= room.seq:
            return []
        start = max(after, room.seq - TOLD)
        bodies = await asyncio.to_thread(self._store.read, room.id, start)
        return [wire.STORED.read(body) for body in bodies[: room.seq - start]]

    # --- time -------------------------------------------------------------------------------------

    def _schedule(self, live: Live) -> None:
        """Set the room's one timer to when something is next to be done in it."""
        now = self._clock()
        times = [wake(live.room), live.presence.wake(live.room.players, now)]
        due = min((each for each in times if each is not None), default=None)
        if live.lost or due is None or due > now + 1000 * HORIZON:
            return
        if live.timer is not None:
            if live.due <= due:
                return  # it looks again when it goes off, and most are put off before
            live.timer.cancel()
        loop = asyncio.get_running_loop()
        live.due = due
        live.timer = loop.call_later(max(0, due - now) / 1000, self._run, self._tick, live)

    async def _tick(self, live: Live) -> None:
        """Let bots, clocks and grace do what is due."""
        live.timer = None
        try:
            while await self._due(live):
                pass  # between two, others may act
        except PasselError:  # it cannot be stored now, or is no longer there
            loop = asyncio.get_running_loop()
            loop.call_later(AGAIN, self._run, self._take_up, live.room.id)
            return
        self._schedule(live)
        self._tell_presence(live)

    async def _due(self, live: Live) -> bool:
        """Let the next thing that is due happen; whether there was one."""
        async with live.lock:
            await self._refresh(live)
            if live.lost:
                return False
            batch = tick(live.room, self._world(live))
            if batch.events:
                await self._happen(live, batch.room, batch.events)
            return bool(batch.events)

    async def _take_up(self, id: str) -> None:
        """Have a room in memory, so that its time goes on."""
        try:
            live = await self._found(id)
        except PasselError:
            return  # damaged or deleted: that is said to who asks for it
        self._schedule(live)

    def _tell_presence(self, live: Live) -> None:
        """Tell who is here, when it has changed and settled for a moment."""
        if live.telling is None:
            loop = asyncio.get_running_loop()
            live.telling = loop.call_later(GATHERED, self._told_presence, live)

    def _told_presence(self, live: Live) -> None:
        live.telling = None
        present = live.present(self._clock())
        told = (present.presence, present.spectators)
        if told != live.told and not live.lost:
            live.told = told
            self._hub.publish(live.room.id, wire.told("presence", present))
        self._schedule(live)

    def _run(self, what: Callable[..., Coroutine[Any, Any, None]], *arguments: Any) -> None:
        """Start a task that is not lost while it runs."""
        task = asyncio.get_running_loop().create_task(what(*arguments))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- memory -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Take up the rooms in which something is due, and go on doing so."""
        self._run(self._sweep)

    async def _sweep(self) -> None:
        while True:
            soon = self._clock() + int(1000 * HORIZON)
            try:
                due = await asyncio.to_thread(self._store.due, soon)
            except StoreError:
                due = []
            for id, _ in due:
                await self._take_up(id)
            for live in tuple(self._live.values()):
                self._let_go(live, soon)
            await asyncio.sleep(HORIZON / 2)

    def _let_go(self, live: Live, soon: int) -> None:
        """Drop a room from memory that nobody follows and that has nothing to do soon."""
        loop = asyncio.get_running_loop()
        due = wake(live.room)
        busy = live.lock.locked() or self._hub.count(live.room.id)
        if not busy and loop.time() > live.used + IDLE and (due is None or due > soon):
            self._forget(live)

    def _forget(self, live: Live) -> None:
        """Let go of a room in memory; whoever needs it takes it up again."""
        live.lost = True
        for handle in (live.timer, live.telling):
            if handle:
                handle.cancel()
        for streams in live.streams.values():
            for stream in tuple(streams):
                stream.end()
        if self._live.get(live.room.id) is live:
            del self._live[live.room.id]

    async def _found(self, id: str) -> Live:
        """The room in memory, taken up from the store where it is not there."""
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
            room = await asyncio.to_thread(self._folded, id)
        finally:
            del self._loading[id]  # at once: what was loaded may be let go of before this has ended
        live = self._live[id] = Live(room, self._clock())
        live.used = asyncio.get_running_loop().time()
        self._schedule(live)
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

    def close(self) -> None:
        """Stop all clocks; streams are ended by the hub."""
        for task in tuple(self._tasks):
            task.cancel()
        for live in tuple(self._live.values()):
            self._forget(live)

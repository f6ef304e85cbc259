"""A server among the others of its database: it hears what they store, and who is with them.

What is heard is only that there is news; what it is, is read from the database. Whatever is not
heard is found by looking, every few seconds and before anybody is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

from passel.room import Room
from passel.room.events import Event
from passel.web import elsewhere
from passel.web.database import StoreError
from passel.web.elsewhere import NOBODY, Connected, Elsewhere
from passel.web.live import Live
from passel.web.memory import Memory
from passel.web.sharing import PRESENCE, Sharing
from passel.web.store import Store
from passel.web.timing import Timing

EVERY = 1.0
"""Seconds between two looks at who is there; also what PostgreSQL knows by that a server lives."""

LOST = 5.0
"""Seconds without an answer of the database after which readers are better off elsewhere."""

LOOK = 5.0
"""Seconds between two looks for what was stored and not heard of."""

PORTION = 1000
"""So many rooms are asked about at once."""

ASKED = 0.1
"""Seconds for which rooms that are not in memory are gathered before the database is asked."""

GATHERED = 0.05
"""Seconds for which comings and goings are gathered before the others are told."""


class Servers:
    """The servers of a database, as one of them knows them. It belongs to one event loop.

    Args:
        store: Where all rooms are.
        sharing: What the servers have in common.
        memory: The rooms in this one's memory.
        timing: Their timers.
        clock: Milliseconds since 1970.
        happened: Called with a room in which others stored something, as it was before, and what.
        presence: Called with a room to which somebody came, or left it, at another server.
        followed: Whether somebody follows a room here, by its id.
        lost: Called when the database has not answered for so long that others own what this one
            did: who follows rooms here is better off elsewhere.
    """

    def __init__(
        self,
        store: Store,
        sharing: Sharing,
        memory: Memory,
        timing: Timing,
        clock: Callable[[], int],
        *,
        happened: Callable[[Live, Room, Sequence[Event]], None],
        presence: Callable[[Live], None],
        followed: Callable[[str], bool],
        lost: Callable[[], None],
    ) -> None:
        self._store = store
        self._sharing = sharing
        self._memory = memory
        self._timing = timing
        self._clock = clock
        self._happened = happened
        self._presence = presence
        self._followed = followed
        self._lost = lost
        self.is_lost = False
        """Whether the database has not answered for long."""
        self._stood = 0.0
        self._elsewhere = Elsewhere()
        self._told: dict[str, Connected] = {}
        """What the others know of who is connected here."""
        self._changed: set[str] = set()
        """The rooms of which they may know something else."""
        self._news: set[str] = set()
        """The rooms in which others stored something."""
        self._reading = False
        self._away: set[str] = set()
        """The rooms of this server that are not in memory, in which others stored something."""
        self._timers: set[asyncio.TimerHandle] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Take a share of the rooms, hear and tell; go on doing so until `close`."""
        self._stood = asyncio.get_running_loop().time()
        self._run(self._stand())
        self._run(self._watch())
        self._run(self._look())
        self._run(self._sharing.listen(self._hear, self._hear_presence, self._listening))

    def close(self) -> None:
        """Stop all that."""
        for handle in self._timers:
            handle.cancel()
        for task in tuple(self._tasks):
            task.cancel()

    def _run(self, what: Coroutine[Any, Any, None]) -> None:
        """Start a task that is not lost while it runs."""
        task = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _later(self, seconds: float, what: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start something in a moment, unless it has all stopped by then."""

        def begin() -> None:
            self._timers.discard(handle)
            self._run(what())

        handle = asyncio.get_running_loop().call_later(seconds, begin)
        self._timers.add(handle)

    # --- who is there -----------------------------------------------------------------------------

    async def _stand(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                standing = await self._store.stand()
            except StoreError:
                pass  # the next time; what it lost meanwhile, others take
            else:
                self._stood, self.is_lost = loop.time(), False
                self._connected(self._elsewhere.keep(standing.servers))
                if standing.anew:
                    await self._greet()
                if standing.gained:
                    self._timing.look()
            await asyncio.sleep(EVERY)

    async def _watch(self) -> None:
        """Notice that the database does not answer, also while it is still waited for."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(EVERY)
            if not self.is_lost and loop.time() > self._stood + LOST:
                self.is_lost = True
                self._lost()

    # --- what they store --------------------------------------------------------------------------

    def _hear(self, rooms: dict[str, int]) -> None:
        """Others have stored something."""
        for id, seq in rooms.items():
            live = self._memory.get(id)
            if live is None:
                if self._sharing.owns(id):
                    self._ask(id)
            elif live.room.seq < seq:
                if self._followed(id) or self._sharing.owns(id):
                    self._read(id)
                else:
                    live.stale = True  # it is read when somebody asks for it

    async def _look(self) -> None:
        """Look for what was not heard."""
        while True:
            await asyncio.sleep(LOOK)
            self._read(*(live.room.id for live in self._memory))

    def _read(self, *rooms: str) -> None:
        self._news.update(rooms)
        if self._news and not self._reading:
            self._reading = True
            self._run(self._read_all())

    async def _read_all(self) -> None:
        """Read what others stored, until nothing more is heard of."""
        try:
            while self._news:
                rooms = {self._news.pop() for _ in range(min(PORTION, len(self._news)))}
                here = [live for id in rooms if (live := self._memory.get(id))]
                try:
                    await self._catch_up([live for live in here if live.room.seq])
                except StoreError:
                    return  # the next look finds it
        finally:
            self._reading = False

    async def _catch_up(self, rooms: Sequence[Live]) -> None:
        known = {live.room.id: live.room.seq for live in rooms}
        if not known:
            return
        try:
            news = await self._store.aside(self._store.news, known)
        except StoreError as error:
            if error.code != "store-damaged":
                raise
            await self._catch_up_without_damaged(rooms)
            return
        for live in rooms:
            bodies = news[live.room.id]
            if bodies is None or known[live.room.id] + len(bodies) > live.room.seq:
                self._run(self._bring(live, known[live.room.id], bodies))

    async def _catch_up_without_damaged(self, rooms: Sequence[Live]) -> None:
        """One that is damaged is no reason not to read the others."""
        half = len(rooms) // 2
        if half:
            await self._catch_up(rooms[:half])
            await self._catch_up(rooms[half:])
        else:
            rooms[0].stale = True  # who asks for it is told that it is damaged

    async def _bring(self, live: Live, after: int, bodies: Sequence[bytes] | None) -> None:
        """Let a room be as it is stored."""
        async with live.lock:
            if live.lost:
                return
            if bodies is None:
                self._memory.forget(live)  # it was deleted
                return
            before = live.room
            try:
                events = self._memory.bring(live, bodies[before.seq - after :])
            except StoreError:
                live.stale = True  # who asks for it is told that it is damaged
                return
            if events:
                self._happened(live, before, events)

    def _ask(self, room: str) -> None:
        """Look in a moment when a room of this server that is not in memory wakes."""
        if not self._away:
            self._later(ASKED, self._wake)
        self._away.add(room)

    async def _wake(self) -> None:
        """Take up those rooms in which something is due soon."""
        rooms, self._away = self._away, set()
        try:
            wakes = await self._store.aside(self._store.wakes, rooms)
        except StoreError:
            self._timing.look()  # the next look at the database finds them
            return
        for id, wake in wakes.items():
            if self._timing.is_soon(wake):
                await self._timing.take_up(id)

    # --- who is connected -------------------------------------------------------------------------

    def taken_up(self, live: Live) -> None:
        """A room is in memory now: let it know who is connected to it elsewhere."""
        connected = self._elsewhere.of(live.room.id)
        live.presence.elsewhere(connected.players, connected.spectators, self._clock())

    def tell(self, live: Live) -> None:
        """Tell the others who is connected to a room here, if it has changed, in a moment."""
        if not self._changed:
            self._later(GATHERED, self._tell)
        self._changed.add(live.room.id)

    async def _tell(self) -> None:
        changed, self._changed = self._changed, set()
        now = {id: self._here(id) for id in changed}
        news = {id: each for id, each in now.items() if each != self._told.get(id, NOBODY)}
        try:
            await self._say(*elsewhere.tellings(self._sharing.number, news))
        except StoreError:
            return  # they are told everything when this server listens again
        self._told = {id: each for id, each in {**self._told, **news}.items() if each != NOBODY}

    def _here(self, id: str) -> Connected:
        live = self._memory.get(id)
        return Connected(*live.presence.here) if live else NOBODY

    def _listening(self) -> None:
        """It hears the others from now on: ask who is with them, tell who is here, and look."""
        self._run(self._greet())
        self._read(*(live.room.id for live in self._memory))
        self._timing.look()

    async def _greet(self) -> None:
        with contextlib.suppress(StoreError):  # then listening fails too, and begins again
            await self._say(elsewhere.asking(self._sharing.number))
            await self._tell_all()

    async def _tell_all(self) -> None:
        here = {live.room.id: self._here(live.room.id) for live in self._memory}
        self._told = {id: each for id, each in here.items() if each != NOBODY}
        await self._say(*elsewhere.tellings(self._sharing.number, self._told))

    async def _say(self, *texts: str) -> None:
        if texts:
            await self._store.say(PRESENCE, texts)

    def _hear_presence(self, text: str) -> None:
        telling = elsewhere.read(text)
        if telling is None or telling.server == self._sharing.number:
            return  # its own, by a session that has ended
        self._connected(self._elsewhere.hear(telling))
        if telling.asks:
            self._run(self._answer())

    async def _answer(self) -> None:
        with contextlib.suppress(StoreError):  # they are told when this server listens again
            await self._tell_all()

    def _connected(self, rooms: Iterable[str]) -> None:
        """Who is connected elsewhere has changed."""
        for id in rooms:
            live = self._memory.get(id)
            if live is not None:
                self.taken_up(live)
                self._presence(live)

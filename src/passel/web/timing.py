"""When something is due in a room: one timer for each room in memory, and a look into the store.

It knows that something is due, and not what. Rooms that nobody used for long are deleted here.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from passel.errors import PasselError
from passel.web.database import StoreError
from passel.web.live import Live
from passel.web.memory import Memory
from passel.web.store import Store

HORIZON = 120.0
"""Seconds within which a room that has something to do is taken up from the store."""

AGAIN = 1.0
"""Seconds after which something is tried again that could not be stored or read."""

EXPIRING = 3600.0
"""Seconds after which rooms are looked for again that nobody used for long."""

PORTION = 50
"""So many rooms are deleted at once, since nothing else can be stored meanwhile."""

TOGETHER = 8
"""So many rooms are taken up at once, the soonest first."""

DAY = 86_400_000
"""Milliseconds."""


class Timing:
    """The timers of all rooms. It belongs to one event loop.

    Args:
        store: Where all rooms are.
        memory: Those that are in memory.
        clock: Milliseconds since 1970.
        due: Lets the next thing that is due in a room happen; whether there was one.
        done: Called when nothing more is due in a room.
        followed: Whether somebody follows a room, by its id.
        owns: Whether a room's time is this server's, by its id.
        expire: Days after which a room in which nothing happens is deleted; 0: never.
    """

    def __init__(
        self,
        store: Store,
        memory: Memory,
        clock: Callable[[], int],
        *,
        due: Callable[[Live], Awaitable[bool]],
        done: Callable[[Live], None],
        followed: Callable[[str], bool],
        owns: Callable[[str], bool],
        expire: int = 0,
    ) -> None:
        self._store = store
        self._memory = memory
        self._clock = clock
        self._due = due
        self._done = done
        self._followed = followed
        self._owns = owns
        self._expire = expire
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking = asyncio.Event()

    def schedule(self, live: Live) -> None:
        """Set the room's one timer to when something is next to be done in it."""
        now = self._clock()
        owned = self._owns(live.room.id)
        times = [
            live.wake(live.room) if owned else None,
            live.presence.wake(live.room.players, now),
        ]
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
            self._later(self._run, self.take_up, live.room.id)
            return
        self.schedule(live)
        self._done(live)

    def is_soon(self, wake: int | None) -> bool:
        """Whether a room that wakes then, in milliseconds, should be in memory now."""
        return wake is not None and wake <= self._clock() + int(1000 * HORIZON)

    async def take_up(self, id: str) -> None:
        """Have a room in memory, so that its time goes on."""
        try:
            live = await self._memory.found(id)
        except StoreError as error:
            if error.code != "store-damaged":  # that is said to who asks for it
                self._later(self._run, self.take_up, id)
        except PasselError:
            pass  # it was deleted
        else:
            self.schedule(live)

    def _later(self, what: Callable[..., object], *arguments: Any) -> None:
        """Try something again that the database could not answer."""
        asyncio.get_running_loop().call_later(AGAIN, what, *arguments)

    def _run(self, what: Callable[..., Coroutine[Any, Any, None]], *arguments: Any) -> None:
        """Start a task that is not lost while it runs."""
        task = asyncio.get_running_loop().create_task(what(*arguments))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def start(self) -> None:
        """Take up the rooms in which something is due, and go on doing so; let old ones expire."""
        self._run(self._sweep)
        if self._expire:
            self._run(self._expiring)

    def look(self) -> None:
        """More rooms are this server's now: look what is due in them."""
        self._looking.set()

    async def _sweep(self) -> None:
        while True:
            self._looking.clear()
            soon = self._clock() + int(1000 * HORIZON)
            try:
                due = await self._store.aside(self._store.due, soon)
            except StoreError:
                due = []
                self._later(self.look)
            owned = [id for id, _ in due if self._owns(id)]
            for some in range(0, len(owned), TOGETHER):
                await asyncio.gather(*map(self.take_up, owned[some : some + TOGETHER]))
            for live in self._memory:
                self._memory.let_go(live, self._followed(live.room.id), soon)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HORIZON / 2):
                    await self._looking.wait()

    async def _expiring(self) -> None:
        while True:
            before = self._clock() - self._expire * DAY
            try:
                while await self._store.aside(self._store.expire, before, PORTION) == PORTION:
                    pass
            except StoreError:
                pass  # the next time
            await asyncio.sleep(EXPIRING)

    def close(self) -> None:
        """Stop all clocks."""
        for task in tuple(self._tasks):
            task.cancel()

"""Several processes that serve one app: started, watched, replaced and ended by their parent.

It knows no app. The parent binds the sockets and never answers a request; its workers accept from
the same sockets, so that nobody who has connected is lost with one of them.

Uvicorn has such a parent as well (`uvicorn.supervisors.Multiprocess`). It runs uvicorn's own
`Server`, which open streams keep from ending, starts what dies at once for ever, tells nobody when
all are there, and leaves its workers behind when it is killed itself.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from passel.errors import PasselError

STEADY = 10.0
"""Seconds after which a worker that dies is started again at once."""

WAITS = (0.5, 8.0)
"""Seconds before a worker that died sooner is started again; from the first they double."""

PATIENCE = 5.0
"""Seconds that a worker has to end, of which it should need one; then it is killed."""

OF_TERMINALS = {signal.SIGINT, signal.SIGHUP}

Work = Callable[[list[socket.socket], Callable[[], None]], None]
"""Serves at sockets until SIGTERM, and calls back when it answers. It is sent to other processes,
so it must be something that `pickle` takes."""

Tell = Callable[..., None]
"""Hears a code of what happened, and its parts: `worker-started`, `worker-died`,
`worker-replaced`, `worker-kept` (its successor did not come up), each with the process's `pid`,
and `workers-replaced` with their `count`."""

_SPAWN = multiprocessing.get_context("spawn")  # no thread, lock or memory of the parent goes along


class WorkerError(PasselError):
    """A worker that ended before it ever answered."""


def serve(
    work: Work, count: int, sockets: list[socket.socket], started: Callable[[], None], tell: Tell
) -> int:
    """Keep so many workers until a signal says to end; none is left then.

    SIGHUP replaces them one after the other: each ends when its successor answers. Where it says
    that the terminal is gone, which is how a terminal ends what runs in it, it ends them.

    Args:
        work: What each does.
        count: How many, 1 or more.
        sockets: That they listen at.
        started: Called once, when all of them answer.
        tell: Hears what happens to them.

    Returns:
        The signal: SIGTERM, SIGINT (Control-C) or SIGHUP.

    Raises:
        PasselError: What `work` raised before all of them answered the first time; none is left.
        WorkerError: `worker-ended`, where it raised something else then.
    """
    resource_tracker.ensure_running()  # it unblocks signals when it starts; `_Worker` blocks some
    return asyncio.run(_Workers(work, count, sockets, started, tell).run())


class _Worker:
    """One process, from its start on. It belongs to one event loop."""

    def __init__(self, work: Work, sockets: Sequence[socket.socket]) -> None:
        self._loop = asyncio.get_running_loop()
        self.answering: asyncio.Future[PasselError | None] = self._loop.create_future()
        """Done when it answers, or with why it never will."""
        self.ended = asyncio.Event()
        self._hears, says = _SPAWN.Pipe(duplex=False)
        self._process = _SPAWN.Process(target=_work, args=(work, list(sockets), says), daemon=True)
        # A terminal sends these to all its processes; here the parent alone decides.
        signal.pthread_sigmask(signal.SIG_BLOCK, OF_TERMINALS)
        try:
            self._process.start()  # it inherits what is blocked
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, OF_TERMINALS)
        says.close()
        self.pid = self._process.pid
        self.begun = self._loop.time()
        self._loop.add_reader(self._hears.fileno(), self._heard)
        self._loop.add_reader(self._process.sentinel, self._gone)

    def _heard(self) -> None:
        self._loop.remove_reader(self._hears.fileno())
        try:
            fault: PasselError | None = self._hears.recv()
        except EOFError:
            fault = WorkerError("worker-ended")
        if not self.answering.done():
            self.answering.set_result(fault)

    def _gone(self) -> None:
        self._loop.remove_reader(self._process.sentinel)
        self._process.join()
        self._process.close()
        if self._loop.remove_reader(self._hears.fileno()):
            self._heard()
        self._hears.close()
        self.ended.set()

    async def end(self) -> None:
        """Let it end, and wait until it has; who does not listen is killed."""
        if self.ended.is_set():
            return
        self._process.terminate()
        try:
            await asyncio.wait_for(self.ended.wait(), PATIENCE)
        except TimeoutError:
            self._process.kill()
            await self.ended.wait()


class _Workers:
    """All workers, each in a place of its own."""

    def __init__(
        self,
        work: Work,
        count: int,
        sockets: list[socket.socket],
        started: Callable[[], None],
        tell: Tell,
    ) -> None:
        self._work = work
        self._count = count
        self._sockets = sockets
        self._started = started
        self._tell = tell
        self._alive: set[_Worker] = set()
        self._wishes: list[asyncio.Future[asyncio.Future[bool]]] = []
        """For each place: done when its worker shall be replaced, with who waits for that."""
        self._rolling = asyncio.Event()

    async def run(self) -> int:
        """Keep them until a signal says to end; answers which."""
        loop = asyncio.get_running_loop()
        told: asyncio.Future[int] = loop.create_future()

        def end(sent: int) -> None:
            if not told.done():
                told.set_result(sent)

        in_terminal = _has_terminal() and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN

        def hung_up() -> None:
            if in_terminal and not _has_terminal():
                end(signal.SIGHUP)
            else:
                self._rolling.set()

        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, end, each)
        loop.add_signal_handler(signal.SIGHUP, hung_up)
        keeping = asyncio.create_task(self._keep_all())
        try:
            await asyncio.wait((told, keeping), return_when=asyncio.FIRST_COMPLETED)
            if not told.done():
                keeping.result()
            return told.result()
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
            await asyncio.gather(*(each.end() for each in tuple(self._alive)))

    async def _keep_all(self) -> None:
        first = await self._begin()  # alone: it makes the tables, or says why nothing will work
        others = await asyncio.gather(*(self._begin() for _ in range(self._count - 1)))
        self._started()
        async with asyncio.TaskGroup() as tasks:
            for place, worker in enumerate((first, *others)):
                self._wishes.append(asyncio.get_running_loop().create_future())
                tasks.create_task(self._keep(place, worker))
            tasks.create_task(self._replace())

    async def _begin(self) -> _Worker:
        """A new worker that answers. Raises what it says where it does not."""
        worker = _Worker(self._work, self._sockets)
        self._alive.add(worker)
        fault = await worker.answering
        if fault:
            await self._end(worker)
            raise fault
        self._tell("worker-started", pid=worker.pid)
        return worker

    async def _end(self, worker: _Worker) -> None:
        await worker.end()
        self._alive.discard(worker)

    async def _keep(self, place: int, worker: _Worker) -> None:
        """Have a worker in a place: another when it has died, or when it shall be replaced."""
        loop = asyncio.get_running_loop()
        wait = 0.0
        while True:
            ended = loop.create_task(worker.ended.wait())
            await asyncio.wait((ended, self._wishes[place]), return_when=asyncio.FIRST_COMPLETED)
            ended.cancel()
            if worker.ended.is_set():
                self._alive.discard(worker)
                self._tell("worker-died", pid=worker.pid)
                if loop.time() - worker.begun >= STEADY:
                    wait = 0.0
                worker, wait = await self._begin_again(wait)
            else:
                wish = self._wishes[place].result()
                self._wishes[place] = loop.create_future()
                worker, replaced = await self._succeeded(worker)
                wish.set_result(replaced)

    async def _begin_again(self, wait: float) -> tuple[_Worker, float]:
        """A worker in place of one that died, and how long to wait should it die soon."""
        while True:
            await asyncio.sleep(wait)
            wait = min(2 * wait or WAITS[0], WAITS[1])
            try:
                return await self._begin(), wait
            except PasselError:
                continue  # the worker that stays away is told of by what it says itself

    async def _succeeded(self, old: _Worker) -> tuple[_Worker, bool]:
        """A worker in place of one that lives, which ends when the other answers."""
        try:
            new = await self._begin()
        except PasselError:
            self._tell("worker-kept", pid=old.pid)
            return old, False
        await self._end(old)
        self._tell("worker-replaced", pid=old.pid)
        return new, True

    async def _replace(self) -> None:
        """Replace all, one after the other, as often as somebody asks."""
        while True:
            await self._rolling.wait()
            self._rolling.clear()
            for place in range(self._count):
                done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
                self._wishes[place].set_result(done)
                if not await done:
                    break  # what is new does not work: the rest stays as it is
            else:
                self._tell("workers-replaced", count=self._count)


def _has_terminal() -> bool:
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return False
    return True


def _work(work: Work, sockets: list[socket.socket], says: Connection[Any, Any]) -> None:
    """A worker's whole life."""
    signal.signal(signal.SIGTERM, _exit)
    threading.Thread(target=_follow_parent, daemon=True).start()
    try:
        work(sockets, lambda: says.send(None))
    except PasselError as error:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        says.send(error)


def _exit(*_: object) -> None:
    """Leave in such a way that everything is closed, and do not begin to leave twice."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit()


def _follow_parent() -> None:
    """End when the parent has ended without having said so."""
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)

"""One room with very many spectators, and others beside it: `.venv/bin/python bench/spectators.py`.

2,000 streams in one room hear five throws a second, on the core that the server has for itself;
100 rooms of four beside it show whether they have to wait for it. Fan-out is the time from when an
action is due until a reader has its message; the two crowds, on the other core, need some of it to
read so many. `--servers 2`: spectators at several servers, on PostgreSQL. `TMPDIR=/dev/shm` leaves
the disk out of it, and `chrt -r 1` before it the rest of a busy machine; Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from load.crowd import Crowd, Heard
from load.servers import Passel, Together

BESIDE = 100
"""Rooms beside the large one, of four streams each."""

BUSY = 200
"""Actions a second in these rooms."""


class Others:
    """The other rooms' crowd, in a process of its own, so that it need not wait for the large one.

    Args:
        ports: The servers'.
    """

    def __init__(self, ports: list[int]) -> None:
        self._here, there = Pipe()
        self._process = Process(target=others, args=(ports, there), daemon=True)
        self._process.start()
        self._here.recv()

    async def play(self, seconds: float) -> Heard:
        """As `Crowd.play`."""
        self._here.send(seconds)
        heard: Heard = await asyncio.to_thread(self._here.recv)
        return heard


def others(ports: list[int], there: Connection) -> None:
    """Make and fill the other rooms, and play in them when it is asked for."""
    if os.sched_getscheduler(0) == os.SCHED_RR:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(2))

    async def play() -> None:
        target = Passel(ports)
        target.prepare(BESIDE, 4)
        rooms = Crowd(target, BESIDE, 4)
        await rooms.open()
        there.send(None)
        while True:
            seconds = await asyncio.to_thread(there.recv)
            there.send(await rooms.play(BUSY, seconds))

    with contextlib.suppress(EOFError):
        uvloop.run(play())


async def measure(wish: argparse.Namespace, process: Together) -> None:
    """Open everything, and measure the other rooms, the large one, and both."""
    beside = Others(process.ports)
    large = Passel(process.ports, apart=True)
    large.prepare(1, wish.spectators)
    say("others, alone", await beside.play(wish.seconds))
    room = Crowd(large, 1, wish.spectators)
    memory, used, start = process.memory(), process.seconds(), time.perf_counter()
    await room.open()
    took, used = time.perf_counter() - start, process.seconds() - used
    each = (process.memory() - memory) * 1000 / wish.spectators
    print(
        f"{wish.spectators} spectators came in {took:.1f} s, which took {used:.1f} s of the"
        f" servers' processor; {each:.1f} kB of memory each"
    )
    heard, others_heard = await asyncio.gather(
        room.play(wish.rate, wish.seconds), beside.play(wish.seconds)
    )
    say("others, beside it", others_heard)
    say("the large room", heard)
    used, mine = process.seconds(), time.process_time()
    heard = await room.play(wish.rate, wish.seconds)
    used, mine = process.seconds() - used, time.process_time() - mine
    say("the large room, alone", heard)
    events = wish.rate * (wish.seconds + 1)
    print(
        f"then {1000 * used / events:.1f} ms of the servers' processor for each of its events,"
        f" {1e6 * used / events / wish.spectators:.1f} us for each reader;"
        f" {1000 * mine / events:.1f} ms of the crowd's"
    )


def say(name: str, heard: Heard) -> None:
    """A line about what was heard."""
    print(
        f"{name:21} {heard.actions / heard.seconds:5.1f} actions/s"
        f"   p50 {heard.quantile(0.5):6.1f} ms   p99 {heard.quantile(0.99):6.1f} ms"
        f"   last {heard.quantile(1):6.1f} ms   {heard.missed} not heard",
        flush=True,
    )


@contextlib.contextmanager
def database(servers: int) -> Iterator[str]:
    """A file for one server, else PostgreSQL."""
    if servers == 1:
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "rooms.db")
        return
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from cluster import cluster

    with cluster(durable=True) as there:
        yield there.url(there.create())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spectators", type=int, default=2000, help="at most 2,500 (hub.Places)")
    parser.add_argument("--rate", type=float, default=5)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--servers", type=int, default=1)
    wish = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(16384, hard), hard))
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[0]})
    with database(wish.servers) as url:
        servers = Together(url, wish.servers, cores[-1])
        try:
            uvloop.run(measure(wish, servers))
        finally:
            servers.stop()


if __name__ == "__main__":
    main()

"""What many rooms cost, and how soon their readers hear: `.venv/bin/python bench/rooms.py`; Linux.

2,000 streams in 500 rooms and 1,000 actions a second, on one core, for each server in turn; the
crowd (bench/load/crowd.py) has the other. Fan-out is the time from when an action is due until a
reader has its message. A server's processor time counts all of its threads. The same crowd
follows a plain Starlette broadcast and boardgame.io's server, which store nothing, and store and
hub without rules (floor). boardgame.io is installed into a temporary folder where npm is there.

`--servers 2` compares one server on PostgreSQL with two: each room at one of them (by rooms), and
each room's readers at both (by readers); and with one that has only its share of the load, since
what is gathered into one commit gets cheaper. All share the machine's cores, so what more machines
would do is told by the processor's time of each part: servers, PostgreSQL and crowd.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from load.crowd import Crowd, Heard
from load.servers import BoardGame, Passel, PostgreSQL, Simple, Together, boardgame


async def measure(
    target: Any, rooms: int, readers: int, rate: float, seconds: float, parts: Sequence[Any]
) -> tuple[Heard, list[float], float]:
    """What was heard, each part's seconds of processor, and the memory with all streams open."""
    target.prepare(rooms, readers)
    crowd = Crowd(target, rooms, readers)
    await crowd.open()
    used: list[list[float]] = []
    crowd.began = crowd.ended = lambda: used.append(  # type: ignore[method-assign]
        [each.seconds() for each in parts]
    )
    heard = await crowd.play(rate, seconds)
    memory = target.process.memory()
    return heard, [after - before for before, after in zip(*used, strict=True)], memory


def report(name: str, make: Callable[[], Any], wish: argparse.Namespace, *others: Any) -> float:
    """Measure one server and print a line.

    Args:
        name: What it is called.
        make: Starts it.
        wish: How it is measured.
        others: Whose processor's time is printed as well.

    Returns:
        The actions a second of which all readers were told.
    """
    target = make()
    rooms, readers = wish.rooms, wish.streams // wish.rooms
    parts = [target.process, *others]
    try:
        heard, used, memory = uvloop.run(
            measure(target, rooms, readers, wish.rate, wish.seconds, parts)
        )
    finally:
        stopped = target.process.stop()
    told = len(heard.latencies) / readers
    each = [f"{1e6 * part / max(told, 1):.0f}" for part in used]
    print(
        f"{name:12} {told / heard.seconds:7.0f} actions/s told"
        f"   p50 {heard.quantile(0.5):7.1f} ms   p99 {heard.quantile(0.99):7.1f} ms"
        f"   {' + '.join(each):>6} us of processor an action"
        f"   {memory:5.0f} MB   ended in {stopped:.2f} s"
        + (f"   {heard.missed} not heard" if heard.missed else ""),
        flush=True,
    )
    return told / heard.seconds


def passel(database: str, count: int = 1, core: int | None = None, *, apart: bool = False) -> Any:
    """Servers of Passel, as `Together` has it, and the way to speak to them."""
    servers = Together(database, count, core)
    return Passel(servers.ports, servers, apart=apart)


class Crowding:
    """The crowd's own processor time."""

    def seconds(self) -> float:
        """As `Process.seconds`."""
        return time.process_time()


def spread(wish: argparse.Namespace) -> None:
    """Measure one server on PostgreSQL, and several, with no core to themselves."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from cluster import cluster

    print("processor: servers + PostgreSQL + crowd")
    with cluster(durable=True) as there:
        database = PostgreSQL(there.folder / "data")

        def started(count: int, apart: bool) -> Callable[[], Any]:
            url = there.url(there.create())
            return lambda: passel(url, count, apart=apart)

        share = argparse.Namespace(**vars(wish))
        share.rate /= wish.servers
        report("1, its share", started(1, False), share, database, Crowding())
        one = report("1 server", started(1, False), wish, database, Crowding())
        for apart, how in (False, "rooms"), (True, "readers"):
            name = f"{wish.servers}, by {how}"
            several = report(name, started(wish.servers, apart), wish, database, Crowding())
            print(f"{several / one:.2f} times one server's", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--rooms", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", action="append", help="measure this server alone")
    parser.add_argument("--servers", type=int, help="so many, on PostgreSQL, against one")
    wish = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(16384, hard), hard))
    if wish.servers:
        spread(wish)
        return
    cores = sorted(os.sched_getaffinity(0))
    core = cores[-1] if len(cores) > 1 else None
    if core is not None:
        os.sched_setaffinity(0, {cores[0]})
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "rooms.db")
        servers: dict[str, Callable[[], Any]] = {
            "passel": lambda: passel(file, core=core),
            "floor": lambda: Simple("floor.py", core),
            "starlette": lambda: Simple("broadcast.py", core),
        }
        if not wish.only or "boardgame.io" in wish.only:
            if boardgame(Path(folder)):
                servers["boardgame.io"] = lambda: BoardGame(Path(folder), core)
            else:
                print("boardgame.io: left out, since npm cannot install it here")
        for name, make in servers.items():
            if not wish.only or name in wish.only:
                report(name, make, wish)


if __name__ == "__main__":
    main()

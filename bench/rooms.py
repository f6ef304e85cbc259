"""What many rooms cost, and how soon their readers hear: `.venv/bin/python bench/rooms.py`; Linux.

2,000 streams in 500 rooms and 1,000 actions a second, on one core, for each server in turn; the
crowd (bench/load/crowd.py) has the other. Fan-out is the time from when an action is due until a
reader has its message. A server's processor time counts all of its threads. The same crowd
follows a plain Starlette broadcast and boardgame.io's server, which store nothing, and store and
hub without rules (floor). boardgame.io is installed into a temporary folder where npm is there.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from load.crowd import Crowd, Heard
from load.servers import BoardGame, Passel, Simple, boardgame


def quantile(sorted_values: list[float], part: float) -> float:
    """The value below which so large a part lies, in milliseconds."""
    return 1000 * sorted_values[min(len(sorted_values) - 1, int(part * len(sorted_values)))]


async def measure(
    target: Any, rooms: int, readers: int, rate: float, seconds: float
) -> tuple[Heard, float, float]:
    """What was heard, the processor's seconds, and the memory with all streams open."""
    target.prepare(rooms, readers)
    crowd = Crowd(target, rooms, readers)
    await crowd.open()
    used: list[float] = []
    crowd.began = crowd.ended = lambda: used.append(target.process.seconds())  # type: ignore[method-assign]
    heard = await crowd.play(rate, seconds)
    memory = target.process.memory()
    return heard, used[1] - used[0], memory


def report(name: str, make: Callable[[], Any], wish: argparse.Namespace) -> float:
    """Measure one server and print a line; its processor's seconds for one action."""
    target = make()
    rooms, readers = wish.rooms, wish.streams // wish.rooms
    try:
        heard, used, memory = uvloop.run(measure(target, rooms, readers, wish.rate, wish.seconds))
    finally:
        stopped = target.process.stop()
    times = sorted(heard.latencies)
    told = len(times) / readers
    each = used / max(told, 1)
    print(
        f"{name:12} {told / heard.seconds:7.0f} actions/s told"
        f"   p50 {quantile(times, 0.5):7.1f} ms   p99 {quantile(times, 0.99):7.1f} ms"
        f"   {1e6 * each:6.0f} us of processor an action ({1 / each:5.0f} a second)"
        f"   {memory:5.0f} MB   ended in {stopped:.2f} s"
        + (f"   {heard.missed} not heard" if heard.missed else ""),
        flush=True,
    )
    return each


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--rooms", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", action="append", help="measure this server alone")
    wish = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(16384, hard), hard))
    cores = sorted(os.sched_getaffinity(0))
    core = cores[-1] if len(cores) > 1 else None
    if core is not None:
        os.sched_setaffinity(0, {cores[0]})
    with tempfile.TemporaryDirectory() as folder:
        servers: dict[str, Callable[[], Any]] = {
            "passel": lambda: Passel(Path(folder), core),
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

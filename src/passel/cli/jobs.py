"""Work that is shared out to processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

MOST_JOBS = 256

Part = TypeVar("Part")
Result = TypeVar("Result")


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def pool(
    processes: int,
) -> Callable[[Callable[[Part], Result], Sequence[Part]], Iterator[Result]]:
    """A `map` over so many processes, whose results come as they are ready; of one, `map` itself.

    Args:
        processes: 1 or more.
    """
    if processes == 1:
        return map

    def pooled(function: Callable[[Part], Result], work: Sequence[Part]) -> Iterator[Result]:
        from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
        from multiprocessing import active_children, get_context

        # The function goes with the process: it may hold tables, which are large.
        context = get_context("spawn")
        executor = ProcessPoolExecutor(processes, context, _begin_worker, (function,))
        try:
            left = iter(work)
            running: set[Future[Result]] = set()
            while True:
                while len(running) < 4 * processes:
                    for part in left:
                        running.add(executor.submit(_work, part))
                        break
                    else:
                        break
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for each in done:
                    yield each.result()
            executor.shutdown()
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            for child in active_children():
                child.terminate()
            raise

    return pooled


_FUNCTIONS: list[Callable[[Any], Any]] = []
"""In a process of a pool: the one function that it calls."""


def _begin_worker(function: Callable[[Any], Any]) -> None:
    """Let Ctrl-C end a process without a word, and keep what it has to do."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _FUNCTIONS.append(function)


def _work(part: Any) -> Any:
    return _FUNCTIONS[0](part)

"""Where solutions are kept between runs: the user's cache folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from passel import __version__
from passel.cli.bar import Bar
from passel.errors import SolveError
from passel.exact.advise import Solved, is_exact
from passel.exact.cells import Watch
from passel.exact.circle import Circle
from passel.exact.planes import size
from passel.exact.shelf import recall, recall_circle, store_name
from passel.exact.solve import Solution
from passel.rules import Rules

S = TypeVar("S", Solution, Circle)


class Folder:
    """A `passel.exact.shelf.Store` in a folder; what cannot be read or written is no fault.

    Args:
        path: The folder; None: the one of this user's caches, found when it is first needed.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    @property
    def path(self) -> Path:
        """The folder, which need not be there yet."""
        if self._path is None:
            from platformdirs import user_cache_path  # late: the catalogue's own rules need none

            self._path = user_cache_path("passel", appauthor=False) / "solutions"
        return self._path

    def read(self, name: str) -> bytes | None:
        """What is kept under a name, or None."""
        try:
            return (self.path / name).read_bytes()
        except OSError:
            return None

    def write(self, name: str, data: bytes) -> None:
        """Keep it, whole or not at all, whatever another process does meanwhile."""
        import tempfile  # late: most commands keep nothing

        half = None
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            handle, half = tempfile.mkstemp(dir=self.path, prefix=".half-")
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(half).replace(self.path / name)
        except OSError:
            if half:
                Path(half).unlink(missing_ok=True)


def find(rules: Rules, seats: int = 2) -> Solved:
    """The solution of these rules: from the package, from the cache, or made now and kept."""
    return two(rules) if seats == 2 else several(rules, seats)


def two(rules: Rules, fresh: bool = False) -> Solution:
    """That of two seats.

    Args:
        rules: Solo or announced turns.
        fresh: Whether it is made now whatever is kept.
    """
    if fresh:
        return _watched(lambda watch: Solution(rules, watch=watch))
    return _watched(lambda watch: recall(rules, Folder(), __version__, watch))


def several(rules: Rules, seats: int, fresh: bool = False) -> Circle:
    """That of three seats or more.

    Args:
        rules: Solo or announced turns.
        seats: How many there are.
        fresh: As `two`.
    """
    if fresh:
        return _watched(lambda watch: Circle(rules, seats, watch=watch))
    return _watched(lambda watch: recall_circle(rules, seats, Folder(), __version__, watch))


def is_known(rules: Rules, seats: int) -> bool:
    """Whether there are exact odds that need no long work: see `passel.exact.advise.is_exact`.

    Or a long work, `passel solve` for three seats or more, has been done and kept.
    """
    if is_exact(rules, seats):
        return True
    return seats > 2 and (Folder().path / store_name(rules, __version__, seats)).is_file()


def is_solvable(rules: Rules, seats: int) -> bool:
    """Whether `passel solve` can be asked for so many seats, however long that takes."""
    try:
        return seats > 2 and size(rules, seats) > 0
    except SolveError:
        return False


def _watched(make: Callable[[Watch], S]) -> S:
    """Make a solution with a bar on a terminal; beside it the pass over all scores it is in."""
    sweep = 0

    def watch(sweeps: int, part: float) -> None:
        nonlocal sweep
        sweep = sweeps + 1
        bar.show(part)

    bar: Bar = Bar(lambda part, left: f"{sweep}: {int(100 * part)}%")
    try:
        return make(watch)
    finally:
        bar.clear()

"""Where solutions are kept between runs: the user's cache folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from passel import __version__
from passel.cli.bar import Bar
from passel.exact.cells import Watch
from passel.exact.shelf import recall
from passel.exact.solve import Solution
from passel.rules import Rules


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


def find(rules: Rules) -> Solution:
    """The solution of these rules: from the package, from the cache, or made now and kept."""
    return _watched(lambda watch: recall(rules, Folder(), __version__, watch))


def fresh(rules: Rules) -> Solution:
    """The solution of these rules, made now whatever is kept."""
    return _watched(lambda watch: Solution(rules, watch=watch))


def _watched(make: Callable[[Watch], Solution]) -> Solution:
    """Make a solution with a bar on a terminal; beside it the pass over all scores it is in."""
    sweep = 0

    def watch(sweeps: int, part: float) -> None:
        nonlocal sweep
        sweep = sweeps + 1
        bar.show(part)

    bar = Bar(lambda part, left: f"{sweep}: {int(100 * part)}%")
    try:
        return make(watch)
    finally:
        bar.clear()

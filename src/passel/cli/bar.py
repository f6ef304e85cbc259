"""How far a long work is, on standard error, where that is a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable


class Bar:
    """A bar that is drawn anew in its line, at most ten times a second.

    Args:
        say: What stands beside it, made from the part that is done, 0 to 1, and the whole seconds
            that are left if it goes on as it began.
    """

    WIDE = 30

    def __init__(self, say: Callable[[float, int], str]) -> None:
        self._say = say
        self._seen = sys.stderr.isatty()
        self._began = time.monotonic()
        self._last = self._began
        self._width = 0

    def show(self, part: float) -> None:
        """Show how much is done.

        Args:
            part: From 0 to 1.
        """
        now = time.monotonic()
        if not self._seen or (now - self._last < 0.1 and part < 1.0):
            return
        self._last = now
        left = (now - self._began) * (1.0 - part) / part if part else 0.0
        filled = int(self.WIDE * part)
        line = f"[{'#' * filled}{'.' * (self.WIDE - filled)}] {self._say(part, round(left))}"
        columns = os.get_terminal_size(sys.stderr.fileno()).columns - 1
        line = line[-columns:] if len(line) > columns > 0 else line
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)

    def clear(self) -> None:
        """Take the bar away."""
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()

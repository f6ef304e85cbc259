"""A real terminal for tests: `passel` runs on a pseudo-terminal, answers are typed into it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_RUN = "from passel.cli import main; main()"
_CONTROLLED = f"import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); {_RUN}"
PROMPT = "\x1b[0m "
PATIENCE = 30.0
"""Seconds after which a program that says nothing has failed the test."""


def environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a program under test: its own data, nothing of the user's."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
    return {
        **kept,
        "PASSEL_DATA": str(data),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
        "PYTHONWARNINGS": "error",
        **more,
    }


class Terminal:
    """`passel` on a pseudo-terminal.

    Args:
        arguments: What follows `passel`.
        data: The folder of its games.
        columns: How wide the window is.
        more: More of its environment.
    """

    def __init__(
        self,
        *arguments: str,
        data: Path,
        columns: int = 80,
        more: Mapping[str, str] | None = None,
    ) -> None:
        self.columns = columns
        self.seen = ""
        self._master, slave = pty.openpty()
        self.resize(columns)
        self.process = subprocess.Popen(
            [sys.executable, "-c", _CONTROLLED, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(data, **(more or {})),
            start_new_session=True,
        )
        os.close(slave)

    def resize(self, columns: int) -> None:
        """Make the window so wide."""
        self.columns = max(self.columns, columns)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def type(self, text: str) -> None:
        """Type this; a line needs its own line feed."""
        with contextlib.suppress(OSError):
            os.write(self._master, text.encode())

    def read(self, seconds: float = 0.0) -> str:
        """All that was written since, after waiting so long for something."""
        new = b""
        while select.select([self._master], [], [], 0 if new else seconds)[0]:
            try:
                part = os.read(self._master, 65536)
            except OSError:
                break
            if not part:
                break
            new += part
        self.seen += new.decode("utf-8", "replace")
        return self.seen

    def until(self, text: str, start: int = 0) -> str:
        """Wait until this was written, after the first `start` characters."""
        end = time.monotonic() + PATIENCE
        while text not in plain(self.seen[start:]):
            if time.monotonic() > end:
                raise AssertionError(f"no {text!r} in:\n{self.seen}")
            before = len(self.seen)
            self.read(0.2)
            if len(self.seen) == before and self.process.poll() is not None:
                self.read(0.05)
                assert text in plain(self.seen[start:]), f"no {text!r} in:\n{self.seen}"
        return self.seen

    def asked(self, start: int = 0) -> str:
        """Wait until something is asked: a styled sentence and a space end what is written."""
        end = time.monotonic() + PATIENCE
        while len(self.seen) <= start or not self.seen.endswith(PROMPT):
            assert time.monotonic() < end, f"nothing is asked:\n{self.seen[-3000:]}"
            self.read(0.2)
            if self.process.poll() is not None:
                self.read(0.05)
                return self.seen
        return self.seen

    def answer(self, line: str) -> str:
        """Type a line and wait for the next question; what was written between."""
        start = len(self.asked())
        self.type(line + "\n")
        return self.asked(start)[start:]

    def say(self, line: str, then: str) -> str:
        """Type a line and wait for what follows."""
        start = len(self.read())
        self.type(line + "\n")
        return self.until(then, start)

    def ended(self) -> int:
        """The exit code, once it ended."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.05)
        self.read(0.05)
        assert self.process.returncode is not None, self.seen
        return self.process.returncode

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    def close(self) -> None:
        """Make an end of it, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def plain(text: str) -> str:
    """What is seen, without styles, with plain line ends."""
    return ESCAPE.sub("", text).replace("\r\n", "\n").replace("\r", "\n")


def piped(
    *arguments: str, data: Path, typed: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """`passel` with pipes instead of a terminal."""
    return subprocess.run(
        [sys.executable, "-c", _RUN, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(data, **more),
        timeout=60,
        check=False,
    )

"""The app where people meet it: served by `passel serve`, and as files below a folder of a host."""

from __future__ import annotations

import http.server
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import passel
from passel.web import folder
from passel.web.site import site

STATIC = Path(passel.__file__).parent / "web/static"
SITE = site()
PASSEL = "import sys; from passel.cli import main; main(sys.argv[1:])"
SUBPATH = "games/passel"


class Server:
    """A process of `passel serve`.

    Args:
        arguments: Of the command line.
        env: Variables that are set for it.
        first: Python that it runs first, for what no option changes.
    """

    def __init__(self, *arguments: str, env: dict[str, str] | None = None, first: str = "") -> None:
        self._data = tempfile.TemporaryDirectory()  # each has rooms of its own
        usual = {"LC_ALL": "C", "PYTHONUNBUFFERED": "1", "PASSEL_DATA": self._data.name}
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{first}\n{PASSEL}", "serve", *arguments],
            env={**os.environ, **usual, **(env or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout
        self.lines: list[str] = []
        for line in self.process.stdout:
            self.lines.append(line.strip())
            if line.startswith("To stop:"):
                break
        found = re.search(r"ready: (\S+)", "\n".join(self.lines))
        assert found, self.lines
        self.address = found[1]

    def interrupt(self) -> tuple[int, str]:
        """Press Control-C; the exit code and what is printed from then on."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=30)
        self._data.cleanup()
        return self.process.returncode, rest

    def kill(self) -> None:
        """End it without a word, as a power cut does."""
        self.process.kill()
        self.process.communicate(timeout=30)
        self._data.cleanup()


@contextmanager
def served(*arguments: str, first: str = "") -> Iterator[str]:
    """The address of the app as `passel serve` serves it; arguments as those of `Server`."""
    server = Server("--no-open", "--port", "0", *arguments, first=first)
    try:
        yield server.address
    finally:
        server.kill()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def hosted(root: Path) -> Iterator[str]:
    """The address of the app as files below `SUBPATH` of a folder, from Python's own server."""
    if not (root / SUBPATH).exists():
        folder.write(SITE, root / SUBPATH)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=root))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}/{SUBPATH}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

"""Draw every picture of docs/explain/gallery.md: `python tools/gallery.py DIR`.

The page is the list: its record of a game becomes `game.pig` in the folder, and its commands are
run there.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from passel.cli.base import run

PAGE = Path(__file__).parent.parent / "docs" / "explain" / "gallery.md"


def blocks() -> Iterator[str]:
    """The blocks of code of the page."""
    return iter(re.findall(r"^```\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S))


def record() -> str:
    """The game of the page, as a record."""
    return next(block for block in blocks() if block.startswith("["))


def commands() -> list[list[str]]:
    """The command lines of the page, without the program's name."""
    lines = [line for block in blocks() for line in block.splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith("passel ")]


def main(folder: str) -> int:
    """Draw them all; 0, or the first exit code that is not."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    Path("game.pig").write_text(record(), "utf-8")
    return next(filter(None, map(run, commands())), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

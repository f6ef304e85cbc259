"""The command line: the thin twin of the library.

`main` finds the language before anything is parsed, so that help and mistakes are in it too;
each command's module is loaded only when that command runs.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from passel.cli.base import run


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `passel` with these arguments (None: the process's) and leave with its exit code."""
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))

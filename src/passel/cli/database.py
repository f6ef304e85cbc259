"""Where rooms are kept, as the commands that open them are told: `--database FILE`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from passel.cli.base import CliError
from passel.cli.files import data_folder

FILE = "rooms.db"


def database_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--database`: the file with the rooms."""
    return click.option("--database", metavar="FILE")(function)


def database_path(database: str | None) -> Path:
    """The file with the rooms: as asked, else `rooms.db` in the folder of the user's games.

    Raises:
        CliError: `no-such-folder`: a file was asked for in a folder that is not there. It is not
            made, since its name is a slip of the pen more often than a wish.
    """
    if not database:
        return data_folder(None) / FILE
    path = Path(database)
    if not path.parent.is_dir():
        raise CliError("no-such-folder", path=str(path.parent))
    return path

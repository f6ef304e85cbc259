"""Where rooms are kept, as the commands that open them are told: `--database FILE` or a URL."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from passel.cli.base import CliError
from passel.cli.files import data_folder

FILE = "rooms.db"


def database_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--database`: the file with the rooms, or the URL of a database."""
    return click.option("--database", metavar="FILE")(function)


def is_url(database: str | None) -> bool:
    """Whether what was asked is a URL, such as `postgresql://ana@localhost/rooms`, and no file."""
    return database is not None and "://" in database


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


def database_url(database: str | None) -> str:
    """Where the rooms are, as `passel.web.database.opened` takes it."""
    from passel.web.database import url  # late: help shall not wait for a database

    return database if database and is_url(database) else url(database_path(database))

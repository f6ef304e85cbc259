"""Rooms in one file: how SQLite is opened, and which file is refused."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from passel.web.database import Database, Use
from passel.web.faults import PATIENCE, StoreError, trouble
from passel.web.tables import MARK, migrate

JOURNAL = 20_000
"""Pages of 4 kB that the journal may have before a commit has to copy it to its places; the store
does so long before, beside the commits."""


def opened(path: Path, use: Use) -> Database:
    """A database in a file.

    Args:
        path: The file. It and its folder are made if they are missing, for this user alone.
        use: What for. A file has one server at a time, and whoever is alone is in its place.

    Raises:
        StoreError: `store-in-use`, `store-unusable`, `store-foreign`, `store-newer`, `store-busy`,
            `store-full` or `store-damaged`.
    """
    with contextlib.ExitStack() as undo:
        if use != "visit":
            undo.callback(_claimed(path).close)
        _make(path)
        engine = _engine(path)
        undo.callback(engine.dispose)
        try:
            with trouble():
                # A transaction that takes the lock later than it begins can find that it has read
                # what is no longer true, and fails for good.
                writer = engine.connect().execution_options(writes=True)
                undo.callback(writer.close)
                migrate(engine, writer, str(path), _mark)
        except StoreError as error:
            if error.code == "store-failing":
                reason = str(error.__cause__)
                raise StoreError("store-unusable", path=str(path), reason=reason) from error
            if error.code == "store-damaged":
                raise StoreError("store-foreign", path=str(path)) from error
            raise
        tidy = partial(_copy_journal, engine)
        return Database(str(path), engine, writer, tidy, undo.pop_all().close)


def _copy_journal(engine: sql.Engine) -> None:
    connection = engine.raw_connection()  # it can't be done in a transaction
    with contextlib.closing(connection), contextlib.suppress(sqlite3.Error):
        connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")


def _make(path: Path) -> None:
    """Make an empty file that only this user may read: it holds what players must not see yet."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        number = errno.ENOTDIR if isinstance(error, FileExistsError) else error.errno or 0
        reason = os.strerror(number)
        raise StoreError("store-unusable", path=str(path), reason=reason) from error


def _claimed(path: Path) -> sqlite3.Connection:
    """The right to be the one server of a database; closing it, or the process's end, gives it up.

    It is a lock on a file beside the database, so that the commands that look after rooms can
    still work.

    Raises:
        StoreError: `store-in-use`: another server has it.
    """
    _make(path)
    claimed = sqlite3.connect(
        path.with_name(f"{path.name}-server"),
        timeout=0,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        claimed.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        claimed.close()
        raise StoreError("store-in-use", path=str(path)) from error
    return claimed


def _engine(path: Path) -> sql.Engine:
    url = sql.URL.create("sqlite", database=str(path))
    made = sql.create_engine(url, connect_args={"timeout": PATIENCE}, paramstyle="named")

    @sql.event.listens_for(made, "connect")
    def _connect(connection: Any, _: object) -> None:
        # The driver's own way of beginning transactions leaves out tables and reads.
        connection.isolation_level = None
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            f"wal_autocheckpoint = {JOURNAL}",
            "secure_delete = ON",  # a deleted room is gone from the file too
            "cell_size_check = ON",
            "trusted_schema = OFF",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @sql.event.listens_for(made, "begin")
    def _begin(connection: sql.Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return made


def _mark(connection: sql.Connection) -> None:
    """Say in the file that it is ours."""
    connection.exec_driver_sql(f"PRAGMA application_id = {MARK}")

"""The rooms' database: how it is opened, what tables it has, and which file is refused.

What an event says is none of its business. It knows SQLAlchemy and SQLite; another database would
need its own part of `_opened` and nothing else.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from passel.errors import PasselError

VERSION = "1"
"""The newest version of the tables: the last revision in `migrations/versions`."""

PATIENCE = 2
"""Seconds that a statement waits for another program's lock."""

JOURNAL = 20_000
"""Pages of 4 kB that the journal may have before a commit has to copy it to its places; the store
does so long before, beside the commits."""

MARK = 0x50415353
"""SQLite's `application_id` of our files: "PASS"."""

TABLES = sql.MetaData()

ROOMS = sql.Table(
    "rooms",
    TABLES,
    sql.Column("room", sql.String(64), primary_key=True),
    sql.Column("last", sql.BigInteger, nullable=False),
    sql.Column("code", sql.String(16), unique=True),
    sql.Column("wake", sql.BigInteger, index=True),
    sql.Column("touched", sql.BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)
"""One row a room: its last event's number, and what is looked up without folding it. `last` tells
a room whose latest events are gone from one that is whole. Times are in milliseconds."""

EVENTS = sql.Table(
    "events",
    TABLES,
    sql.Column("room", sql.String(64), primary_key=True),
    sql.Column("seq", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.Column("checksum", sql.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""What happened: rows are added and never changed."""


class StoreError(PasselError):
    """What is asked of the store cannot be done now; nothing was changed by asking."""


def checksum(room: str, seq: int, body: bytes) -> int:
    """The CRC-32 of a row, its place included: it finds disks that err, not people who forge."""
    return zlib.crc32(body, zlib.crc32(f"{room}/{seq}".encode()))


def url(path: Path) -> str:
    """The name of a database in a file."""
    return sql.URL.create("sqlite", database=str(path)).render_as_string()


def located(url: str) -> Path:
    """The file of a database.

    Args:
        url: `sqlite:////folder/rooms.db`.

    Raises:
        StoreError: `store-url`: it names no file, or a kind of database that is not known.
    """
    try:
        parsed = sql.make_url(url)
    except sql.exc.ArgumentError as error:
        raise StoreError("store-url", url=url) from error
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        raise StoreError("store-url", url=parsed.render_as_string())
    return Path(parsed.database)


def engine(path: Path) -> sql.Engine:
    """A database with the newest tables; older ones are migrated.

    Args:
        path: The file. It and its folder are made if they are missing, for this user alone.

    Raises:
        StoreError: `store-unusable`, `store-foreign`, `store-newer`, `store-busy`, `store-full`
            or `store-damaged`.
    """
    _make(path)
    made = _opened(path)
    try:
        with trouble():
            _migrate(made, path)
    except StoreError as error:
        made.dispose()
        if error.code == "store-failing":
            reason = str(error.__cause__)
            raise StoreError("store-unusable", path=str(path), reason=reason) from error
        if error.code == "store-damaged":
            raise StoreError("store-foreign", path=str(path)) from error
        raise
    return made


def _make(path: Path) -> None:
    """Make an empty file that only this user may read: it holds what players must not see yet."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        number = errno.ENOTDIR if isinstance(error, FileExistsError) else error.errno or 0
        reason = os.strerror(number)
        raise StoreError("store-unusable", path=str(path), reason=reason) from error


def claim(path: Path) -> sqlite3.Connection:
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


def _opened(path: Path) -> sql.Engine:
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


def writer(engine: sql.Engine) -> sql.Connection:
    """A connection whose transactions take the lock when they begin.

    One that takes it later can find that it has read what is no longer true, and fails for good.
    """
    return engine.connect().execution_options(writes=True)


@contextmanager
def transaction(connection: sql.Connection) -> Iterator[sql.Connection]:
    """A transaction that sees one moment; it is durable when the block is left, or all undone.

    Raises:
        StoreError: `store-conflict`, or as `trouble` has it.
    """
    with trouble(), connection.begin():
        yield connection


@contextmanager
def trouble() -> Iterator[None]:
    """Tells a database's faults as `StoreError`; what the database said is its cause.

    Raises:
        StoreError: `store-conflict`, `store-full`, `store-busy`, `store-damaged`, or
            `store-failing` for any other fault of disk or database.
    """
    try:
        yield
    except DBAPIError as error:
        raise _fault(error.orig) from error.orig


def _fault(error: BaseException | None) -> StoreError:
    """What SQLite's result code means for those who play (sqlite.org/rescode.html)."""
    extended = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    match extended & 0xFF:
        case sqlite3.SQLITE_CONSTRAINT:
            return StoreError("store-conflict")
        case sqlite3.SQLITE_FULL:
            return StoreError("store-full")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreError("store-busy")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StoreError("store-damaged")
        case sqlite3.SQLITE_IOERR if extended in _NO_SPACE:
            return StoreError("store-full")
        case _:
            return StoreError("store-failing")


_NO_SPACE = (sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN)
"""A full disk as SQLite tells it where its index of the journal has no place any more."""


def _migrate(engine: sql.Engine, path: Path) -> None:
    """Bring the tables to `VERSION`, all steps or none; nothing is loaded where they are there."""
    with engine.connect() as reader, transaction(reader) as connection:
        if _version(connection) == VERSION:
            return
    with writer(engine) as writing, transaction(writing) as connection:
        met = _version(connection)
        if met is None and sql.inspect(connection).get_table_names():
            raise StoreError("store-foreign", path=str(path))
        from passel.web import migrations  # late: Alembic is slow to load and seldom needed

        if met not in migrations.versions():
            raise StoreError("store-newer", path=str(path), met=str(met), known=VERSION)
        connection.exec_driver_sql(f"PRAGMA application_id = {MARK}")
        migrations.upgrade(connection)


def _version(connection: sql.Connection) -> str | None:
    """The version that a database says it has; None where it says nothing."""
    if not sql.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql(
        "SELECT version_num FROM alembic_version"
    ).scalar()
    return found

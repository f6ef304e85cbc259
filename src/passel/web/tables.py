"""The tables of the rooms' database, and how they come to their newest version.

What an event says is none of its business; nor is which database holds the tables.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

import sqlalchemy as sql

from passel.web.faults import StoreError, reading, transaction

VERSION = "1"
"""The newest version of the tables: the last revision in `migrations/versions`."""

MARK = 0x50415353
"""What is ours in a database: "PASS"."""

TABLES = sql.MetaData()

NAME = sql.String(64).with_variant(sql.String(64, collation="C"), "postgresql")
"""A room's id, in the order of its bytes everywhere: languages order texts differently, and
PostgreSQL's indexes would break when the system's idea of a language changes."""

ROOMS = sql.Table(
    "rooms",
    TABLES,
    sql.Column("room", NAME, primary_key=True),
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
    sql.Column("room", NAME, primary_key=True),
    sql.Column("seq", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.Column("checksum", sql.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""What happened: rows are added and never changed."""


def checksum(room: str, seq: int, body: bytes) -> int:
    """The CRC-32 of a row, its place included: it finds disks that err, not people who forge."""
    return zlib.crc32(body, zlib.crc32(f"{room}/{seq}".encode()))


def migrate(
    readers: sql.Engine,
    writer: sql.Connection,
    name: str,
    begin: Callable[[sql.Connection], object],
) -> None:
    """Bring the tables to `VERSION`, all steps or none; nothing is loaded where they are there.

    Args:
        readers: Of the database.
        writer: That the steps are made by.
        name: The database, as people are told of it.
        begin: Called at the beginning of the transaction in which the steps are made.

    Raises:
        StoreError: `store-foreign`: it has tables, and none of ours; `store-newer`; or as
            `passel.web.faults.trouble` has it.
    """
    with reading(readers) as connection:
        if _version(connection) == VERSION:
            return
    with transaction(writer) as connection:
        begin(connection)
        met = _version(connection)
        if met == VERSION:
            return
        if met is None and sql.inspect(connection).get_table_names():
            raise StoreError("store-foreign", path=name)
        from passel.web import migrations  # late: Alembic is slow to load and seldom needed

        if met not in migrations.versions():
            raise StoreError("store-newer", path=name, met=str(met), known=VERSION)
        migrations.upgrade(connection)


def _version(connection: sql.Connection) -> str | None:
    """The version that a database says it has; None where it says nothing."""
    if not sql.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql(
        "SELECT version_num FROM alembic_version"
    ).scalar()
    return found

"""All rooms of one database, brought into another, of the same kind or not."""

from __future__ import annotations

from contextlib import closing
from itertools import zip_longest
from typing import Any

import sqlalchemy as sql

from passel.web.database import opened
from passel.web.faults import StoreError, reading, transaction
from passel.web.tables import EVENTS, ROOMS

AT_ONCE = 1000
"""Rows that are in memory at a time."""


def copy(source: str, target: str) -> tuple[int, int]:
    """Copy all rooms, and compare what came of it row by row; all of it, or nothing.

    Rows are copied as they are, so a room that is damaged stays so.

    Args:
        source: The URL of a database that no server has open.
        target: The URL of an empty one.

    Returns:
        How many rooms and events there are.

    Raises:
        StoreError: `store-not-empty`, `store-copied-wrong`, or as `passel.web.database.opened` and
            `passel.web.faults.trouble` have it; then the target is as empty as before.
    """
    with (
        closing(opened(source, "alone")) as old,
        closing(opened(target, "alone")) as new,
        reading(old.readers) as reader,
        transaction(new.writer) as writer,
    ):
        for table in (ROOMS, EVENTS):
            if writer.execute(sql.select(table).limit(1)).first():
                raise StoreError("store-not-empty", path=new.name)
        for table in (ROOMS, EVENTS):
            with _rows(reader, table) as found:
                for rows in found.partitions(AT_ONCE):
                    writer.execute(sql.insert(table), [row._asdict() for row in rows])
        return _compared(reader, writer, ROOMS), _compared(reader, writer, EVENTS)


def _rows(connection: sql.Connection, table: sql.Table) -> sql.CursorResult[Any]:
    """All rows of a table, by its key, a few at a time."""
    query = sql.select(table).order_by(*table.primary_key)
    return connection.execute(query, execution_options={"yield_per": AT_ONCE})


def _compared(one: sql.Connection, other: sql.Connection, table: sql.Table) -> int:
    """How many rows there are in both.

    Raises:
        StoreError: `store-copied-wrong`: a row differs.
    """
    count = 0
    with _rows(one, table) as rows, _rows(other, table) as copies:
        for row, copied in zip_longest(rows, copies):
            if row != copied:
                raise StoreError("store-copied-wrong")
            count += 1
    return count

"""What databases complain of, as the few faults that people are told of.

It knows the codes of SQLite and of PostgreSQL, and neither of their drivers.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from passel.errors import PasselError

PATIENCE = 2
"""Seconds that a statement waits for another program's lock; then it is `store-busy`."""


class StoreError(PasselError):
    """What is asked of the store cannot be done now; nothing was changed by asking."""


class Lost(StoreError):
    """The connection ended in the middle: whether it was done is seen when there is another."""


@contextmanager
def transaction(connection: sql.Connection) -> Iterator[sql.Connection]:
    """A transaction that sees one moment; it is durable when the block is left, or all undone.

    Raises:
        StoreError: `store-conflict`, or as `trouble` has it.
    """
    with trouble(), connection.begin():
        yield connection


@contextmanager
def reading(engine: sql.Engine) -> Iterator[sql.Connection]:
    """A connection of the engine's own, in a transaction that sees one moment.

    Raises:
        StoreError: As `trouble` has it.
    """
    with trouble(), engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def trouble() -> Iterator[None]:
    """Tells a database's faults as `StoreError`; what the database said is its cause.

    Raises:
        StoreError: `store-conflict`, `store-full`, `store-busy`, `store-damaged`, or
            `store-failing` for any other fault of disk, database or network.
    """
    try:
        yield
    except DBAPIError as error:
        fault = _fault(error.orig)
        raise (Lost(fault.code) if error.connection_invalidated else fault) from error.orig
    except SQLAlchemyError as error:
        raise StoreError("store-failing") from error


def _fault(error: BaseException | None) -> StoreError:
    """What a driver's error means for those who play."""
    result = getattr(error, "sqlite_errorcode", None)
    return _of_sqlite(result) if result else _of_postgresql(getattr(error, "sqlstate", None) or "")


def _of_sqlite(extended: int) -> StoreError:
    """SQLite's result codes (sqlite.org/rescode.html)."""
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


def _of_postgresql(state: str) -> StoreError:
    """PostgreSQL's codes (postgresql.org/docs/current/errcodes-appendix.html)."""
    match state:
        case "53100":  # disk_full
            return StoreError("store-full")
        case "55P03" | "57014" | "40001" | "40P01":  # no lock, cancelled, serialization, deadlock
            return StoreError("store-busy")
        case "XX001" | "XX002":  # data_corrupted, index_corrupted
            return StoreError("store-damaged")
        case _ if state.startswith("23"):  # integrity constraint violation
            return StoreError("store-conflict")
        case _:
            return StoreError("store-failing")

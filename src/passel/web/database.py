"""The rooms' database: how it is named and opened, whichever it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import sqlalchemy as sql

from passel.web.faults import StoreError as StoreError

if TYPE_CHECKING:
    from passel.web.sharing import Sharing

Use = Literal["visit", "serve", "alone"]
"""What a database is opened for: to look after its rooms beside servers, as a server, or alone."""


@dataclass(frozen=True)
class Database:
    """A database that is open and has the newest tables.

    Args:
        name: As people are told of it, without a password.
        readers: What it is read by; a transaction sees one moment.
        writer: The one connection that writes. Where the connection to a server was lost, its next
            transaction makes another.
        tidy: Called now and then, beside the commits: what is to be done about what was written.
        close: Lets go of it.
        sharing: Its servers, where there may be several and this is one.
    """

    name: str
    readers: sql.Engine
    writer: sql.Connection
    tidy: Callable[[], object]
    close: Callable[[], object]
    sharing: Sharing | None = None


def url(path: Path) -> str:
    """The name of a database in a file."""
    return sql.URL.create("sqlite", database=str(path)).render_as_string()


def opened(url: str, use: Use = "visit") -> Database:
    """Open a database; its tables are made or brought to the newest version.

    Args:
        url: `sqlite:////folder/rooms.db`, or `postgresql://user@host/rooms` with all that libpq
            knows, and what its environment says (PGPASSWORD, PGSSLMODE).
        use: What for. A file has one server at a time; PostgreSQL has as many as wanted.

    Raises:
        StoreError: `store-url`: it names no database, or a kind that is not known;
            `store-no-driver`: what speaks with PostgreSQL is not installed; or as `opened` of
            `passel.web.sqlite` and `passel.web.postgresql` have it.
    """
    kind, _, rest = url.partition("://")
    if kind == "sqlite" and (path := _file(url)):
        from passel.web import sqlite

        return sqlite.opened(path, use)
    if kind in ("postgresql", "postgres"):
        try:
            from passel.web import postgresql  # late: its driver is an extra
        except ImportError as error:
            raise StoreError("store-no-driver") from error
        return postgresql.opened(url, use)
    raise StoreError("store-url", url=f"{kind}://…" if rest else kind)  # it may hold a password


def _file(url: str) -> Path | None:
    """The file that a URL names, if it does."""
    try:
        named = sql.make_url(url).database
    except sql.exc.ArgumentError:
        return None
    return Path(named) if named else None

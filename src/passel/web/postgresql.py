"""Rooms in a PostgreSQL database: how it is reached, and how people are told why it is not.

What a URL may say is libpq's part (postgresql.org/docs/current/libpq-connect.html), and what it
reads from its environment and from files of passwords. No password is ever in an error.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping
from typing import Any

import psycopg
import sqlalchemy as sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from passel.web.database import Database, Use
from passel.web.faults import PATIENCE, StoreError, trouble
from passel.web.sharing import Sharing
from passel.web.tables import MARK, migrate

logging.getLogger("psycopg").setLevel(logging.ERROR)  # a lost connection is told by the store

SERVERS, STEPS = 1, 2
"""The advisory locks below `MARK`: of all servers, and of who makes the tables."""

USUAL = {
    "application_name": "passel",
    "connect_timeout": 5,
    # A network that was cut is noticed within about five seconds, here and there.
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}
"""What libpq is told where the URL says nothing else."""

SESSION = {
    "lock_timeout": 1000 * PATIENCE,
    "tcp_keepalives_idle": 2,
    "tcp_keepalives_interval": 1,
    "tcp_keepalives_count": 3,
    "tcp_user_timeout": 5000,
}
"""What the database's server is told for each connection, likewise."""


def opened(url: str, use: Use) -> Database:
    """A PostgreSQL database.

    Args:
        url: `postgresql://user@host:port/name`, or another that libpq knows and that names one.
        use: What for. That servers are there, or that somebody is alone, is a lock of the session
            that writes: when the connection was lost, the next takes it again, and while others
            have what goes against it everything is `store-busy`.

    Raises:
        StoreError: `store-url`, `store-unreachable`, `store-missing`, `store-denied`,
            `store-in-use`, `store-unusable`, `store-foreign`, `store-newer` or `store-busy`.
    """
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        parts = {}
    if not (parts.get("dbname") or parts.get("service")):
        raise StoreError("store-url", url="postgresql://…") from None
    name = shown(parts)
    options = " ".join(f"-c {key}={value}" for key, value in SESSION.items())
    asked = {**USUAL, **parts, "options": f"{options} {parts.get('options') or ''}".strip()}
    with contextlib.ExitStack() as undo:
        try:
            with trouble():
                readers = _engine(asked, "REPEATABLE READ", pool_pre_ping=True)
                undo.callback(readers.dispose)
                readers.connect().close()  # so that what is refused is refused here
                writers = _engine(asked, "READ COMMITTED")
                undo.callback(writers.dispose)
                sharing = Sharing(asked) if use == "serve" else None
                if use != "visit":
                    _claim(writers, name, sharing)
                writer = writers.connect()
                undo.callback(writer.close)
                migrate(readers, writer, name, _wait_for_steps)
        except StoreError as error:
            raise _why(error, asked, name) from error.__cause__
        return Database(name, readers, writer, lambda: None, undo.pop_all().close, sharing)


def shown(parts: Mapping[str, Any]) -> str:
    """How a database is named to people: who, where and which, and nothing that is secret.

    Args:
        parts: As libpq has them: user, host, port, dbname.
    """
    user = f"{parts['user']}@" if parts.get("user") else ""
    database = parts.get("dbname") or parts.get("service") or ""
    host = str(parts.get("host") or parts.get("hostaddr") or "")
    if host.startswith("/"):  # the folder of a socket
        return f"postgresql://{user}/{database}?host={host}"
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{user}{host}{port}/{database}"


def _engine(asked: Mapping[str, Any], isolation: Any, **how: Any) -> sql.Engine:
    made = sql.create_engine(
        "postgresql+psycopg://",
        creator=lambda: psycopg.connect(**asked),
        isolation_level=isolation,
        use_native_hstore=False,
        **how,
    )

    @sql.event.listens_for(made, "connect")
    def _connect(connection: psycopg.Connection, _: object) -> None:
        # What is stored is on the disk, also where a database is set to promise less.
        connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false)"
            " WHERE current_setting('synchronous_commit') = 'off'"
        )
        connection.commit()

    return made


def _claim(writers: sql.Engine, name: str, sharing: Sharing | None) -> None:
    """Let every connection that writes have the servers' lock, with others or alone, or be none."""
    lock = "pg_advisory_lock_shared" if sharing else "pg_advisory_lock"
    had = False

    @sql.event.listens_for(writers, "connect")
    def _connect(connection: psycopg.Connection, _: object) -> None:
        nonlocal had
        try:  # it waits a little: a server that has just ended may still be seen here
            connection.execute(f"SELECT {lock}(%s, %s)", (MARK, SERVERS))
            connection.commit()
            if sharing:
                sharing.begin(connection)
        except psycopg.errors.LockNotAvailable as error:
            connection.close()
            fault = StoreError("store-busy") if had else StoreError("store-in-use", path=name)
            raise fault from error
        had = True


def _wait_for_steps(connection: sql.Connection) -> None:
    """Let one at a time make tables; the lock ends with the transaction."""
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s, %s)", (MARK, STEPS))


def _why(error: StoreError, asked: Mapping[str, Any], name: str) -> StoreError:
    """What is told of a database that could not be opened."""
    cause = error.__cause__
    if error.code != "store-failing" or not isinstance(cause, psycopg.Error):
        return error
    if cause.sqlstate is not None:  # a server has answered a question
        return StoreError("store-unusable", path=name, reason=_sentence(cause))
    if isinstance(cause, psycopg.errors.ConnectionTimeout):
        return StoreError("store-unreachable", path=name)
    if not isinstance(cause, psycopg.OperationalError):  # libpq does not know what is asked
        return StoreError("store-unusable", path=name, reason=_sentence(cause))
    # Why a connection was refused is only said in the server's language; so it is found out.
    conninfo = make_conninfo("", **asked).encode()
    if psycopg.pq.PGconn.ping(conninfo) == psycopg.pq.Ping.NO_RESPONSE:
        return StoreError("store-unreachable", path=name)
    if _is_missing(asked):
        return StoreError("store-missing", path=name)
    return StoreError("store-denied", path=name, reason=_sentence(cause))


def _is_missing(asked: Mapping[str, Any]) -> bool:
    """Whether the server lets us in and has no such database; the one we ask is always there."""
    query = "SELECT 1 FROM pg_database WHERE datname = %s"
    try:
        with psycopg.connect(**{**asked, "dbname": "postgres"}) as other:
            return other.execute(query, (asked.get("dbname"),)).fetchone() is None
    except psycopg.Error:
        return False


def _sentence(error: psycopg.Error) -> str:
    """What the server said, without what stands around it."""
    return error.diag.message_primary or str(error).strip().splitlines()[-1]

"""Rooms in PostgreSQL: what is said when it cannot be reached, and that nothing is lost with it.

What holds in every database is in test_store.py.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from cluster import Cluster
from loops import run

from passel.cli import base
from passel.web import postgresql as module
from passel.web.database import StoreError
from passel.web.database import opened as opened_database
from passel.web.store import Index, Store

NOWHERE = Index(code=None, wake=None, touched=0)
Reports = list[str | None]


@pytest.fixture
def name(postgresql: Cluster) -> Iterator[str]:
    """An empty database."""
    made = postgresql.create()
    yield made
    postgresql.drop(made)


@pytest.fixture
def reports() -> Reports:
    """What the server's people are told."""
    return []


@pytest.fixture
def store(
    postgresql: Cluster, name: str, reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Store]:
    """The store of a server, which waits for no lock."""
    monkeypatch.setitem(module.SESSION, "lock_timeout", 50)

    def report(fault: StoreError | None) -> None:
        reports.append(fault.code if fault else None)

    made = Store(postgresql.url(name), "serve", report=report)
    yield made
    made.close()


def append(store: Store, room: str, first: int, *bodies: bytes) -> None:
    """Store events, and wait until they are."""

    async def appended() -> None:
        await store.append(room, first, bodies, NOWHERE)

    run(appended())


def refused(call: Callable[[], object]) -> StoreError:
    """The fault that a call meets."""
    with pytest.raises(StoreError) as met:
        call()
    return met.value


def end_sessions(cluster: Cluster, name: str) -> None:
    """End all connections to a database, as a restart of it does."""
    with cluster.connect() as other:
        query = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = %s"
        assert {each for (each,) in other.execute(query, (name,))} == {True}


# Where it cannot be opened


def test_where_nothing_answers_is_said(postgresql: Cluster, name: str) -> None:
    url = postgresql.url_by_network(name)
    with postgresql.away():
        assert refused(lambda: Store(url)).code == "store-unreachable"
        assert refused(lambda: Store(postgresql.url(name))).code == "store-unreachable"
    Store(url).close()


@pytest.mark.parametrize("host", ["127.0.0.1:x", "/nowhere", "nobody.invalid"])
def test_an_address_that_is_none_is_said(postgresql: Cluster, host: str) -> None:
    url = f"postgresql://ana:secret@{host.replace('/', '%2F')}/rooms"
    met = refused(lambda: Store(url))
    assert met.code == "store-unreachable"
    assert "secret" not in str(met)


def test_a_database_that_is_missing_is_said_and_not_made(postgresql: Cluster) -> None:
    met = refused(lambda: Store(postgresql.url_by_network("nowhere")))
    assert met.code == "store-missing"
    shown = f"postgresql://owner@127.0.0.1:{postgresql.port}/nowhere"
    assert met.parts == {"path": shown}
    with postgresql.connect() as other:
        query = "SELECT 1 FROM pg_database WHERE datname = 'nowhere'"
        assert other.execute(query).fetchone() is None


@pytest.fixture
def guarded(postgresql: Cluster, name: str) -> Iterator[None]:
    """Somebody who has a password, and may make no tables."""
    with postgresql.connect() as other:
        other.execute("CREATE ROLE guarded LOGIN PASSWORD 'swordfish'")
    yield
    with postgresql.connect() as other:
        other.execute("DROP ROLE guarded")


@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize("password", ["", "herring"])
def test_who_is_not_let_in_is_told_so(postgresql: Cluster, name: str, password: str) -> None:
    met = refused(lambda: Store(postgresql.url(name, "guarded", password)))
    assert met.code == "store-denied"
    assert "password" in met.parts["reason"]
    assert "herring" not in str(met)


@pytest.mark.usefixtures("guarded")
def test_who_may_make_no_tables_is_told_so(postgresql: Cluster, name: str) -> None:
    met = refused(lambda: Store(postgresql.url(name, "guarded", "swordfish")))
    assert met.code == "store-unusable"
    assert met.parts["reason"] == "permission denied for schema public"
    assert "swordfish" not in str(met)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("postgresql://ana:secret@host:5433/rooms", "postgresql://ana@host:5433/rooms"),
        ("postgres://host/rooms?password=secret&sslmode=require", "postgresql://host/rooms"),
        ("postgresql:///rooms", "postgresql:///rooms"),
        ("postgresql://ana:a%40b@%2Frun/rooms", "postgresql://ana@/rooms?host=/run"),
    ],
)
def test_a_database_is_named_without_its_password(url: str, name: str) -> None:
    assert module.shown(psycopg.conninfo.conninfo_to_dict(url)) == name


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "No PostgreSQL answers at “postgresql://ana@127.0.0.1:1/rooms”."),
        ("fr", "Aucun PostgreSQL ne répond à «\u202fpostgresql://ana@127.0.0.1:1/rooms\u202f»."),
        ("pl", "Żaden PostgreSQL nie odpowiada pod „postgresql://ana@127.0.0.1:1/rooms”."),
    ],
)
def test_the_terminal_says_it_in_one_line(
    lang: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing listens at port 1 of this machine."""
    url = "postgresql://ana:secret@127.0.0.1:1/rooms"
    assert base.run(["rooms", "list", "--database", url, "--lang", lang]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert "secret" not in printed.err + printed.out
    assert printed.err.count("\n") == 1


def test_one_that_is_too_slow_is_not_said_to_refuse() -> None:
    error = StoreError("store-failing")
    error.__cause__ = psycopg.errors.ConnectionTimeout("connection timeout expired")
    met = module._why(error, {"host": "127.0.0.1", "dbname": "rooms"}, "here")
    assert met.code == "store-unreachable"


def test_a_missing_driver_is_said_with_what_installs_it() -> None:
    script = (
        "import sys; sys.modules['psycopg'] = None; from passel.cli import main;"
        "main(['rooms', 'list', '--database', 'postgresql://ana:secret@host/rooms', '--lang=en'])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "pipx install --force '.[postgresql]'" in ran.stderr
    assert "secret" not in ran.stderr


# While it is open


def test_a_database_that_is_away_stores_nothing_says_so_and_goes_on_by_itself(
    postgresql: Cluster, store: Store, reports: Reports
) -> None:
    append(store, "a", 1, b"one")
    with postgresql.away():
        for _ in range(3):
            assert refused(lambda: append(store, "a", 2, b"lost")).code == "store-failing"
            assert refused(lambda: store.read("a")).code == "store-failing"
        assert refused(lambda: store.by_code("KNPRTW")).code == "store-failing"
        assert reports == ["store-failing"]
    assert store.read("a") == [b"one"]
    append(store, "a", 2, b"two")
    assert store.read("a") == [b"one", b"two"]
    assert reports == ["store-failing", None]


def test_a_restart_between_two_events_is_noticed_by_nobody(
    postgresql: Cluster, store: Store, name: str, reports: Reports
) -> None:
    append(store, "a", 1, b"one")
    with postgresql.away():
        pass
    append(store, "a", 2, b"two")
    end_sessions(postgresql, name)
    assert store.read("a") == [b"one", b"two"]
    assert reports == []


def lose(store: Store, monkeypatch: pytest.MonkeyPatch, commits: bool) -> None:
    """Let the connection end at the next commit: after it was made, or before."""
    dialect = store._writer.dialect
    whole = dialect.do_commit

    def do_commit(connection: Any) -> None:
        monkeypatch.setattr(dialect, "do_commit", whole)
        if commits:
            connection.commit()
        connection.dbapi_connection.close()
        raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(dialect, "do_commit", do_commit)


@pytest.mark.parametrize("commits", [True, False])
def test_a_commit_whose_answer_is_lost_is_looked_up_and_stored_once(
    store: Store, reports: Reports, monkeypatch: pytest.MonkeyPatch, commits: bool
) -> None:
    append(store, "a", 1, b"one")
    append(store, "bad", 1, b"first")
    lose(store, monkeypatch, commits)

    async def all_at_once() -> None:
        await asyncio.gather(
            store.append("a", 2, [b"two", b"three"], NOWHERE),
            store.append("b", 1, [b"new"], NOWHERE),
            store.append("a", 4, [b"four"], NOWHERE),
        )

    run(all_at_once())
    assert store.read("a") == [b"one", b"two", b"three", b"four"]
    assert store.read("b") == [b"new"]
    assert reports == []
    lose(store, monkeypatch, commits=False)
    assert refused(lambda: append(store, "bad", 1, b"second")).code == "store-conflict"
    assert store.read("bad") == [b"first"]


def test_who_wants_to_be_alone_waits_for_no_server_and_lets_none_in(
    postgresql: Cluster, name: str, store: Store, reports: Reports
) -> None:
    append(store, "a", 1, b"one")
    assert refused(lambda: Store(postgresql.url(name), "alone")).code == "store-in-use"
    Store(postgresql.url(name), "visit").close()
    Store(postgresql.url(name), "serve").close()
    end_sessions(postgresql, name)
    alone = Store(postgresql.url(name), "alone")
    assert refused(lambda: Store(postgresql.url(name), "serve")).code == "store-in-use"
    assert refused(lambda: append(store, "a", 2, b"mine")).code == "store-busy"
    append(alone, "a", 2, b"theirs")
    alone.close()
    assert refused(lambda: append(store, "a", 2, b"mine")).code == "store-conflict"
    append(store, "a", 3, b"goes on")
    assert store.read("a") == [b"one", b"theirs", b"goes on"]
    assert reports == ["store-busy", None]


def test_a_full_disk_is_said_and_mended(
    postgresql: Cluster, name: str, store: Store, reports: Reports
) -> None:
    """PostgreSQL's own code for it, from a trigger."""
    append(store, "a", 1, b"one")
    with postgresql.connect(name) as other:
        other.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END$$"
        )
        other.execute("CREATE TRIGGER t BEFORE INSERT ON events EXECUTE PROCEDURE full_disk()")
        assert refused(lambda: append(store, "a", 2, b"two")).code == "store-full"
        other.execute("DROP TRIGGER t ON events")
    append(store, "a", 2, b"two")
    assert store.read("a") == [b"one", b"two"]
    assert reports == ["store-full", None]


def test_a_room_deleted_by_a_command_is_gone_whatever_is_stored_meanwhile(
    postgresql: Cluster, name: str, store: Store
) -> None:
    append(store, "a", 1, b"one")
    command = Store(postgresql.url(name))
    assert command.delete("a")
    command.close()
    assert refused(lambda: append(store, "a", 2, b"two")).code == "store-conflict"
    assert store.read("a") == []


def test_what_is_stored_waits_for_the_disk_where_the_database_is_set_otherwise(
    postgresql: Cluster, name: str
) -> None:
    with postgresql.connect() as other:
        other.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    made = opened_database(postgresql.url(name))
    with made.writer.begin():
        assert made.writer.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    made.close()


def test_two_that_make_the_tables_at_once_make_them_once(postgresql: Cluster, name: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        for made in threads.map(lambda _: Store(postgresql.url(name)), range(4)):
            made.close()

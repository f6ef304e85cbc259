"""What was said to be stored is there, and what cannot be stored or read is said."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from loops import run

from passel.web import migrations
from passel.web import postgresql as postgresql_module
from passel.web.database import StoreError, url
from passel.web.database import opened as opened_database
from passel.web.store import Index, Store
from passel.web.tables import MARK, TABLES, VERSION

NOWHERE = Index(code=None, wake=None, touched=0)
Open = Callable[..., Store]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "rooms.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, path: Path) -> Iterator[str]:
    """The URL of an empty database, of each kind."""
    if request.param == "sqlite":
        yield url(path)
        return
    cluster = request.getfixturevalue("postgresql")
    name = cluster.create()
    yield cluster.url(name)
    cluster.drop(name)


@pytest.fixture
def opened(place: str) -> Iterator[Open]:
    """Opens the store of this test, in each kind of database; all are closed in the end."""
    with opening(place) as open_it:
        yield open_it


@pytest.fixture
def in_file(path: Path) -> Iterator[Open]:
    """Opens the store of this test, in a file; all are closed in the end."""
    with opening(url(path)) as open_it:
        yield open_it


@contextmanager
def opening(place: str) -> Iterator[Open]:
    stores: list[Store] = []

    def open_it(**how: object) -> Store:
        stores.append(Store(place, **how))  # type: ignore[arg-type]
        return stores[-1]

    yield open_it
    for each in stores:
        each.close()


def append(store: Store, room: str, first: int, *bodies: bytes, index: Index = NOWHERE) -> None:
    """Store events, and wait until they are."""

    async def appended() -> None:
        await store.append(room, first, bodies, index)

    run(appended())


def code_of(call: Callable[[], object]) -> str:
    """The code of the fault that a call meets."""
    with pytest.raises(StoreError) as met:
        call()
    return met.value.code


def behind(place: str) -> AbstractContextManager[sqlite3.Connection | psycopg.Connection]:
    """A connection behind the store's back; what it did is kept."""
    if place.startswith("postgresql:"):
        return psycopg.connect(place)
    return _kept(Path(sql.make_url(place).database or ""))


@contextmanager
def _kept(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        yield connection


def change(place: str, statement: str) -> None:
    """Change one row behind the store's back."""
    with behind(place) as connection:
        assert connection.execute(statement).rowcount == 1


def pragma(store: Store, said: str) -> int:
    """Ask or tell the connection that writes."""
    with store._writer.begin():
        return int(store._writer.exec_driver_sql(f"PRAGMA {said}").scalar() or 0)


# What is stored


def test_events_come_back_in_their_order(opened: Open) -> None:
    store = opened()
    append(store, "a", 1, b"one", b"two")
    append(store, "b", 1, b"other")
    append(store, "a", 3, b"three", b"", bytes(range(256)))
    assert store.read("a") == [b"one", b"two", b"three", b"", bytes(range(256))]
    assert store.read("a", after=2) == [b"three", b"", bytes(range(256))]
    assert store.read("a", after=5) == store.read("a", after=99) == []
    assert store.read("b") == [b"other"]
    assert store.read("nowhere") == []


def test_another_process_finds_what_was_stored(opened: Open, place: str) -> None:
    """The store is not closed first, so it is in the file and not in a memory that is shared."""
    append(opened(), "a", 1, b"one")
    read = (
        f"from passel.web.store import Store; store = Store({place!r});"
        "print(store.read('a')); store.close()"
    )
    found = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=True)
    assert found.stdout == "[b'one']\n"


@pytest.mark.parametrize("first", [1, 2, 4, 9])
def test_events_leave_no_gap_and_come_once(opened: Open, first: int) -> None:
    store = opened()
    append(store, "a", 1, b"one", b"two")
    assert code_of(lambda: append(store, "a", first, b"again")) == "store-conflict"
    assert store.read("a") == [b"one", b"two"]
    append(store, "a", 3, b"three")


def test_a_room_begins_with_its_first_event(opened: Open) -> None:
    store = opened()
    assert code_of(lambda: append(store, "a", 2, b"two")) == "store-conflict"
    assert store.rooms() == []


def test_what_is_handed_in_together_is_stored_in_its_order(opened: Open) -> None:
    """A hundred rooms at once, each with events that must follow each other."""
    store = opened()

    async def all_at_once() -> None:
        await asyncio.gather(
            *(
                store.append(f"room {room}", seq, [f"{room}/{seq}".encode()], NOWHERE)
                for seq in range(1, 11)
                for room in range(100)
            )
        )

    run(all_at_once())
    for room in range(100):
        assert store.read(f"room {room}") == [f"{room}/{seq}".encode() for seq in range(1, 11)]


def test_one_that_is_refused_takes_no_other_with_it(opened: Open) -> None:
    store = opened()
    append(store, "bad", 1, b"one")

    async def all_at_once() -> list[BaseException | None]:
        async with asyncio.timeout(60):
            return await asyncio.gather(
                *(store.append(f"room {each}", 1, [b"x"], NOWHERE) for each in range(7)),
                store.append("bad", 1, [b"again"], NOWHERE),
                *(store.append(f"more {each}", 1, [b"x"], NOWHERE) for each in range(5)),
                return_exceptions=True,
            )

    outcomes = run(all_at_once())
    assert [getattr(each, "code", None) for each in outcomes] == [
        *[None] * 7,
        "store-conflict",
        *[None] * 5,
    ]
    assert len(store.rooms()) == 13


def test_the_journal_is_copied_to_its_places_beside_the_commits(
    in_file: Open, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Into the database's own file, which SQLite leaves alone until its journal is copied."""
    monkeypatch.setattr("passel.web.store.TIDIED", 5)
    store = in_file()

    async def play() -> None:
        for seq in range(1, 8):
            await store.append("a", seq, [b"number %d of these events" % seq], NOWHERE)
        assert store._tidying
        await store._tidying

    run(play())
    assert b"number 5 of these events" in path.read_bytes()
    assert len(store.read("a")) == 7


def test_who_stops_waiting_takes_nothing_back(opened: Open) -> None:
    store = opened()

    async def give_up() -> None:
        waiting = store.append("a", 1, [b"one"], NOWHERE)
        waiting.cancel()
        await store.append("a", 2, [b"two"], NOWHERE)

    run(give_up())
    assert store.read("a") == [b"one", b"two"]


# What is looked up


def test_a_room_is_found_by_its_code_while_it_has_one(opened: Open) -> None:
    store = opened()
    append(store, "a", 1, b"one", index=Index("KNPRTW", None, 1))
    assert store.by_code("KNPRTW") == "a"
    append(store, "a", 2, b"two", index=Index(None, None, 2))
    assert store.by_code("KNPRTW") is None


def test_a_text_that_some_databases_cannot_hold_names_no_room(opened: Open) -> None:
    store = opened()
    append(store, "a", 1, b"one", index=Index("KNPRTW", None, 1))
    assert store.read("a\0") == []
    assert store.by_code("KNPRTW\0") is None


def test_no_two_rooms_have_one_code(opened: Open) -> None:
    store = opened()
    append(store, "a", 1, b"one", index=Index("KNPRTW", None, 1))
    again = Index("KNPRTW", None, 2)
    assert code_of(lambda: append(store, "b", 1, b"one", index=again)) == "store-conflict"
    assert store.read("b") == []


def test_rooms_that_must_wake_are_found_the_soonest_first(opened: Open) -> None:
    store = opened()
    for room, wake in (("late", 900), ("never", None), ("soon", 100), ("then", 500)):
        append(store, room, 1, b"one", index=Index(None, wake, 1))
    assert store.due(before=900) == [("soon", 100), ("then", 500)]
    assert store.due(before=901)[-1] == ("late", 900)


def test_rooms_are_listed_the_latest_first(opened: Open) -> None:
    store = opened()
    append(store, "a", 1, b"one", b"two", index=Index("KNPRTW", 7, 10))
    append(store, "b", 1, b"one", index=Index(None, None, 20))
    latest, first = store.rooms()
    assert (latest.room, latest.events, latest.index) == ("b", 1, Index(None, None, 20))
    assert (first.room, first.events, first.index) == ("a", 2, Index("KNPRTW", 7, 10))


# What is taken away


def test_a_deleted_room_is_gone(opened: Open) -> None:
    store = opened()
    append(store, "a", 1, b"one room")
    append(store, "b", 1, b"another room")
    assert store.delete("a")
    assert not store.delete("a")
    assert store.read("a") == []
    assert store.read("b") == [b"another room"]
    assert code_of(lambda: append(store, "a", 2, b"two")) == "store-conflict"


def test_a_deleted_room_is_gone_from_the_file(in_file: Open, path: Path) -> None:
    store = in_file()
    append(store, "a", 1, b"a secret of this room")
    append(store, "b", 1, b"another room")
    assert store.delete("a")
    store.close()
    assert b"a secret of this room" not in path.read_bytes()
    assert b"another room" in path.read_bytes()


def test_rooms_expire_by_when_something_last_happened(opened: Open) -> None:
    store = opened()
    for room, touched in (("old", 10), ("edge", 20), ("new", 30)):
        append(store, room, 1, b"one", index=Index(None, None, touched))
    assert store.expire(before=20) == 1
    assert [each.room for each in store.rooms()] == ["new", "edge"]
    assert store.read("old") == []
    assert store.expire(before=40, most=1) == 1
    assert [each.room for each in store.rooms()] == ["new"]
    assert (store.read("edge"), store.read("new")) == ([], [b"one"])


# What is refused


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_only_its_user_can_read_the_database(in_file: Open, path: Path) -> None:
    append(in_file(), "a", 1, b"one")
    files = list(path.parent.iterdir())
    assert {each.name for each in files} >= {"rooms.db", "rooms.db-wal"}
    assert [each.name for each in files if each.stat().st_mode & 0o077] == []


@pytest.mark.parametrize(
    "none",
    [
        *("", "rooms.db", "sqlite://", "sqlite:///", "mysql://ana:secret@host/rooms"),
        *("postgresql://", "postgresql://ana:secret@host", "postgresql://ana:secret@[::1/rooms"),
        "postgresql://ana@host/rooms?passwort=secret",
    ],
)
def test_a_database_that_is_none_is_refused(none: str) -> None:
    with pytest.raises(StoreError) as met:
        Store(none)
    assert met.value.code == "store-url"
    assert "secret" not in str(met.value)


def test_a_database_of_a_newer_version_is_refused_and_left(opened: Open, place: str) -> None:
    append(opened(), "a", 1, b"one")
    change(place, "UPDATE alembic_version SET version_num = '2031'")
    with pytest.raises(StoreError) as met:
        opened()
    assert met.value.code == "store-newer"
    assert met.value.parts["path"] in place
    assert (met.value.parts["met"], met.value.parts["known"]) == ("2031", VERSION)
    change(place, f"UPDATE alembic_version SET version_num = '{VERSION}'")
    assert opened().read("a") == [b"one"]


def test_a_database_of_another_program_is_refused_and_left(
    opened: Open, place: str, path: Path
) -> None:
    path.parent.mkdir()
    with behind(place) as other:
        other.execute("CREATE TABLE letters (said TEXT)")
    assert code_of(opened) == "store-foreign"
    with behind(place) as other:
        assert other.execute("SELECT * FROM letters").fetchall() == []
        with pytest.raises((sqlite3.Error, psycopg.Error)):
            other.execute("SELECT * FROM rooms")


def test_a_file_that_is_no_database_is_refused_and_left(in_file: Open, path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"Dear diary, " * 500)
    assert code_of(in_file) == "store-foreign"
    assert path.read_bytes() == b"Dear diary, " * 500


def test_a_place_where_no_file_can_be_is_refused(in_file: Open, path: Path) -> None:
    path.parent.write_bytes(b"")
    with pytest.raises(StoreError) as met:
        in_file()
    assert met.value.code == "store-unusable"
    assert met.value.parts == {"path": str(path), "reason": os.strerror(errno.ENOTDIR)}


def test_a_file_has_one_server_at_a_time_and_others_may_look(in_file: Open) -> None:
    first = in_file(use="serve")
    append(first, "a", 1, b"one")
    assert code_of(lambda: in_file(use="serve")) == "store-in-use"
    assert code_of(lambda: in_file(use="alone")) == "store-in-use"
    assert in_file().read("a") == [b"one"]
    first.close()
    in_file(use="serve")


# What goes wrong


def test_a_full_database_stores_nothing_of_what_it_refuses_and_goes_on(in_file: Open) -> None:
    reports: list[str | None] = []
    store = in_file(report=lambda fault: reports.append(fault and fault.code))
    append(store, "a", 1, b"one")
    full = pragma(store, "page_count")
    pragma(store, f"max_page_count = {full}")
    big = [bytes(3000)] * 20
    for _ in range(2):
        assert code_of(lambda: append(store, "a", 2, *big)) == "store-full"
    assert store.read("a") == [b"one"]
    pragma(store, "max_page_count = 1000000")
    append(store, "a", 2, *big)
    assert store.read("a") == [b"one", *big]
    assert reports == ["store-full", None]


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a small disk")
def test_a_full_disk_keeps_exactly_what_was_acknowledged(tmp_path: Path) -> None:
    """In a namespace of its own, where anybody may mount; 300 kB are full after some rooms."""
    script = Path(__file__).with_name("full_disk.py")
    found = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", sys.executable, script, tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    if "Operation not permitted" in found.stderr and "PASSEL_MOUNT" not in os.environ:
        pytest.skip("this machine lets nobody mount")
    assert found.returncode == 0, found.stderr
    assert re.fullmatch(r"acknowledged [1-9]\d* rooms, then store-full\n", found.stdout)


@contextmanager
def locked(place: str) -> Iterator[None]:
    """Another program writes, and does not end."""
    if place.startswith("postgresql:"):
        with psycopg.connect(place) as other:
            other.execute("LOCK TABLE events IN EXCLUSIVE MODE")
            yield
        return
    lock = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('BEGIN IMMEDIATE')"
    path = str(sql.make_url(place).database)
    holder = subprocess.Popen(
        [sys.executable, "-c", f"{lock}; print('locked', flush=True); input()", path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout
    assert holder.stdout.readline() == b"locked\n"
    yield
    holder.communicate(b"\n")


def test_a_locked_database_is_said_and_mended(
    opened: Open, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("passel.web.sqlite.PATIENCE", 0.05)
    monkeypatch.setitem(postgresql_module.SESSION, "lock_timeout", 50)
    reports: list[str | None] = []
    store = opened(report=lambda fault: reports.append(fault and fault.code))
    append(store, "a", 1, b"one")
    with locked(place):
        assert code_of(lambda: append(store, "a", 2, b"two")) == "store-busy"
        assert store.read("a") == [b"one"]  # reading goes on
    append(store, "a", 2, b"two")
    assert store.read("a") == [b"one", b"two"]
    assert reports == ["store-busy", None]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = substr(body, 2) WHERE room = 'a' AND seq = 2",
        "UPDATE events SET checksum = checksum + 1 WHERE room = 'a' AND seq = 2",
        "UPDATE events SET room = 'c' WHERE room = 'a' AND seq = 2",
        "UPDATE events SET seq = 4 WHERE room = 'a' AND seq = 3",
        "DELETE FROM events WHERE room = 'a' AND seq = 1",
        "DELETE FROM events WHERE room = 'a' AND seq = 3",
        "DELETE FROM rooms WHERE room = 'a'",
    ],
)
def test_a_damaged_row_is_found_and_harms_no_other_room(
    opened: Open, place: str, statement: str
) -> None:
    store = opened()
    append(store, "a", 1, b"one", b"two", b"three")
    append(store, "b", 1, b"whole")
    change(place, statement)
    assert code_of(lambda: store.read("a")) == "store-damaged"
    assert store.read("b") == [b"whole"]
    append(store, "b", 2, b"goes on")


def test_flipped_bytes_anywhere_in_the_file_are_never_read_as_events(
    in_file: Open, path: Path
) -> None:
    """Each room reads as it was stored, or is said to be damaged; most others are untouched."""
    store = in_file()
    bodies = {f"room {each:02d}": [bytes([each]) * 700 for _ in range(9)] for each in range(40)}
    for room, stored in bodies.items():
        append(store, room, 1, *stored)
    store.close()
    whole = path.read_bytes()
    damaged = 0
    for place in range(5000, len(whole), 9973):
        flipped = bytearray(whole)
        flipped[place : place + 4] = bytes(each ^ 0xFF for each in whole[place : place + 4])
        path.write_bytes(flipped)
        try:
            store = in_file()
        except StoreError:
            continue  # its version could not be read: said, and nothing served
        wrong = 0
        for room, stored in bodies.items():
            try:
                found = store.read(room)
            except StoreError as error:
                wrong += error.code == "store-damaged"
            else:
                assert found == stored
        damaged += wrong > 0
        store.close()
    assert damaged >= 5


# Its tables


def test_the_steps_lead_to_the_tables_that_the_code_uses(place: str) -> None:
    made = opened_database(place)
    with made.readers.connect() as connection:
        different = compare_metadata(MigrationContext.configure(connection), TABLES)
        assert [each for each in different if "alembic_version" not in str(each)] == []
    made.close()


def test_a_file_says_whose_it_is(path: Path) -> None:
    opened_database(url(path)).close()
    with behind(url(path)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (MARK,)


def test_the_version_is_the_last_step() -> None:
    assert migrations.versions() - {None} == {str(each) for each in range(1, int(VERSION) + 1)}


def test_a_written_event_waits_for_the_disk(path: Path) -> None:
    made = opened_database(url(path))
    with made.readers.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.execute(sql.text("SELECT 1")).scalar() == 1
    made.close()


def test_a_store_that_is_up_to_date_opens_without_the_steps(opened: Open, place: str) -> None:
    opened()
    script = (
        f"import sys; from passel.web.store import Store; store = Store({place!r});"
        "print('alembic' in sys.modules); store.close()"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


def test_what_was_stored_and_what_was_not_is_counted(opened: Open) -> None:
    store = opened()
    append(store, "a", 1, b"one", b"two")
    code_of(lambda: append(store, "a", 2, b"again"))
    append(store, "a", 3, b"three")
    assert (store.counts.events, store.counts.commits) == (3, 3)
    assert store.counts.faults == {}  # another was first, and that is settled by reading
    assert store.counts.seconds > 0

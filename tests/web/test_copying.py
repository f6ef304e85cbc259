"""Rooms are copied from one database to another, all and unchanged, or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql
from cluster import Cluster

from passel.cli import base
from passel.web import copying
from passel.web.copying import copy
from passel.web.database import StoreError, opened, url
from passel.web.store import Store
from passel.web.tables import EVENTS, ROOMS, checksum

ROOM_ROWS = [
    {"room": "Zoë", "last": 3, "code": "KNPRTW", "wake": 1_800_000_000_000, "touched": 7},
    {"room": "a-b", "last": 1, "code": None, "wake": None, "touched": 1_700_000_000_000},
    {"room": "ab", "last": 2500, "code": None, "wake": None, "touched": 0},
]
"""Their order by bytes is not that of a language."""


def body(room: str, seq: int) -> bytes:
    return bytes(range(256)) if seq == 2 else f"{room} {seq}".encode() * (seq % 5)


EVENT_ROWS = [
    {
        "room": name,
        "seq": seq,
        "body": body(name, seq),
        "checksum": checksum(name, seq, body(name, seq)),
    }
    for name, last in (("Zoë", 3), ("a-b", 1), ("ab", 2500))
    for seq in range(1, last + 1)
]


def fill(place: str) -> None:
    with closing(opened(place)) as made, made.writer.begin():
        made.writer.execute(sql.insert(ROOMS), ROOM_ROWS)
        made.writer.execute(sql.insert(EVENTS), EVENT_ROWS)


def found(place: str) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """All rows of a database."""
    with closing(opened(place)) as made, made.readers.connect() as connection:
        rooms = connection.execute(sql.select(ROOMS)).mappings().all()
        events = connection.execute(sql.select(EVENTS)).mappings().all()
    order = [EVENTS.c.room.name, EVENTS.c.seq.name]
    return (
        sorted(map(dict, rooms), key=lambda row: row["room"]),
        sorted(map(dict, events), key=lambda row: [row[each] for each in order]),
    )


@pytest.fixture
def file(tmp_path: Path) -> str:
    return url(tmp_path / "rooms.db")


@pytest.fixture
def base_of(postgresql: Cluster) -> Iterator[str]:
    name = postgresql.create()
    yield postgresql.url(name)
    postgresql.drop(name)


def test_every_row_is_copied_there_and_back(file: str, base_of: str, tmp_path: Path) -> None:
    fill(file)
    assert copy(file, base_of) == (3, 2504)
    assert found(base_of) == (ROOM_ROWS, EVENT_ROWS)
    back = url(tmp_path / "back.db")
    assert copy(base_of, back) == (3, 2504)
    assert found(back) == found(file) == (ROOM_ROWS, EVENT_ROWS)
    with closing(Store(base_of)) as store:
        assert store.read("ab", after=2498) == [body("ab", 2499), body("ab", 2500)]


def test_rooms_are_not_copied_over_others(file: str, base_of: str) -> None:
    fill(file)
    copy(file, base_of)
    with pytest.raises(StoreError) as met:
        copy(file, base_of)
    assert met.value.code == "store-not-empty"
    assert found(base_of) == (ROOM_ROWS, EVENT_ROWS)


def test_rooms_that_a_server_has_open_are_not_copied(file: str, base_of: str) -> None:
    fill(file)
    with closing(Store(file, "serve")), pytest.raises(StoreError) as met:
        copy(file, base_of)
    assert met.value.code == "store-in-use"
    with pytest.raises(StoreError) as met:
        copy(file, file)
    assert met.value.code == "store-in-use"


@pytest.mark.parametrize(
    "fault",
    [
        "UPDATE events SET body = 'x' WHERE seq = 2500",
        "DELETE FROM events WHERE seq = 1 AND room = 'a-b'",
        "UPDATE rooms SET wake = NULL",
    ],
)
def test_a_copy_that_differs_is_thrown_away(
    file: str, base_of: str, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """With a database that changes what it is given, before the rows are compared."""
    fill(file)
    whole = copying._compared

    def compared(one: sql.Connection, other: sql.Connection, table: sql.Table) -> int:
        other.exec_driver_sql(fault)
        return whole(one, other, table)

    monkeypatch.setattr(copying, "_compared", compared)
    with pytest.raises(StoreError) as met:
        copy(file, base_of)
    assert met.value.code == "store-copied-wrong"
    assert found(base_of) == ([], [])


def test_the_command_says_what_it_copied(
    tmp_path: Path, file: str, base_of: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(file)
    command = ["rooms", "copy", base_of, "--database", str(tmp_path / "rooms.db"), "--lang", "en"]
    assert base.run(command) == 0
    said = capsys.readouterr().out
    assert said == "Copied, and compared row by row. Rooms: 3. Events: 2,504.\n"
    back = ["rooms", "copy", str(tmp_path / "back.db"), "--database", base_of, "--json"]
    assert base.run(back) == 0
    assert json.loads(capsys.readouterr().out) == {"rooms": 3, "events": 2504}
    nowhere = ["rooms", "copy", base_of, "--database", str(tmp_path / "nowhere.db")]
    assert base.run(nowhere) == 2
    assert not (tmp_path / "nowhere.db").exists()

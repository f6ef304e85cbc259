"""`passel rooms` as those who keep a server call it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from passel.cli.base import run
from passel.web.database import url
from passel.web.store import Store

Passel = Callable[..., tuple[int, str, str]]
DAY = 24 * 60 * 60 * 1000
FILL = """
import asyncio, sys
from passel.web.store import Index, Store
async def main(store, rooms):
    for place, (room, touched) in enumerate(rooms):
        await store.append(room, 1, [b"one", b"two"], Index(f"CODE{place}", None, touched))
store = Store(sys.argv[1])
asyncio.run(main(store, [(each.split("=")[0], int(each.split("=")[1])) for each in sys.argv[2:]]))
store.close()
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file with three rooms: of now, of 40 and of 100 days ago."""
    path = tmp_path / "my rooms.db"
    now = int(time.time() * 1000)
    rooms = [f"{room}={now - days * DAY}" for room, days in (("a", 0), ("b", 40), ("c", 100))]
    subprocess.run([sys.executable, "-c", FILL, url(path), *rooms], check=True)
    return path


@pytest.fixture
def passel(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, database: Path
) -> Passel:
    """Run `passel rooms` on the database; answers exit code, output and errors."""
    monkeypatch.setenv("LC_ALL", "C")

    def call(command: str, *arguments: str) -> tuple[int, str, str]:
        code = run(["rooms", command, "--database", str(database), *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def left(database: Path) -> list[str]:
    """The rooms that are there."""
    store = Store(url(database))
    rooms = [each.room for each in store.rooms()]
    store.close()
    return rooms


def test_rooms_are_listed_the_latest_first(passel: Passel) -> None:
    code, out, _ = passel("list")
    first, second, third, total = out.splitlines()
    assert code == 0
    assert first.startswith("a: 2 events, the last on 20")
    assert (second[0], third[0], total) == ("b", "c", "3 rooms.")


def test_programs_get_the_list_as_json(passel: Passel) -> None:
    code, out, _ = passel("list", "--json")
    rooms = json.loads(out)
    assert code == 0
    assert [(room["room"], room["events"], room["code"]) for room in rooms] == [
        ("a", 2, "CODE0"),
        ("b", 2, "CODE1"),
        ("c", 2, "CODE2"),
    ]
    assert rooms[0]["touched"] - rooms[2]["touched"] == 100 * DAY


def test_an_export_has_what_everybody_may_see_and_no_secret(passel: Passel, database: Path) -> None:
    """With the events of a real room, which hold a token's hash and the seed of the next game."""
    make = """
import asyncio, sys
from passel.room import Room, World, act
from passel.room.commands import Create
from passel.web import wire
from passel.web.advice import NamedBots
from passel.web.store import Index, Store
world = World(0, lambda count: b"\\x5a" * count, NamedBots())
done = act(Room("r"), Create(id="12345678", rules="pig", name="Ana"), "0123456789abcdef" * 2, world)
async def main(store):
    bodies = [wire.stored(event) for event in done.events]
    await store.append("r", 1, bodies, Index(None, None, 0))
store = Store(sys.argv[1])
asyncio.run(main(store))
store.close()
"""
    subprocess.run([sys.executable, "-c", make, url(database)], check=True)
    assert b"5a5a5a5a5a5a5a5a" in b"".join(_bodies(database, "r"))  # there is something to hide
    code, out, _ = passel("export", "r")
    exported = json.loads(out)
    assert code == 0
    assert exported["room"] == "r"
    assert [event["kind"] for event in exported["events"]][:2] == ["created", "joined"]
    assert exported["events"][1]["name"] == "Ana"
    assert "5a5a5a5a5a5a5a5a" not in out
    assert not {"token", "salt", "answers"} & {key for event in exported["events"] for key in event}


def _bodies(database: Path, room: str) -> list[bytes]:
    store = Store(url(database))
    bodies = store.read(room)
    store.close()
    return bodies


def test_a_room_that_is_not_there_is_not_exported(passel: Passel) -> None:
    assert passel("export", "x") == (2, "", "passel: There is no room “x” in this file.\n")


def test_named_rooms_are_deleted(passel: Passel, database: Path) -> None:
    assert passel("delete", "a", "c", "a") == (0, "2 rooms are deleted.\n", "")
    assert left(database) == ["b"]


def test_nothing_is_deleted_where_one_room_is_not_there(passel: Passel, database: Path) -> None:
    code, out, err = passel("delete", "a", "x")
    assert (code, out, err) == (2, "", "passel: There is no room “x” in this file.\n")
    assert left(database) == ["a", "b", "c"]


def test_old_rooms_expire_after_it_was_said_how_many(passel: Passel, database: Path) -> None:
    assert passel("expire", "--days", "30", "--dry-run") == (0, "2 rooms would be deleted.\n", "")
    assert left(database) == ["a", "b", "c"]
    assert passel("expire", "--days", "90") == (0, "1 room is deleted.\n", "")
    assert left(database) == ["a", "b"]
    assert passel("expire", "--days", "30", "--json") == (0, '{"deleted": 1}\n', "")
    assert passel("expire", "--days", "30", "--dry-run", "--json")[1] == '{"would_delete": 0}\n'
    assert left(database) == ["a"]


@pytest.mark.parametrize("days", ["0", "-1", "many", "99999"])
def test_how_many_days_is_a_number(passel: Passel, database: Path, days: str) -> None:
    code, _, err = passel("expire", "--days", days)
    assert code == 2
    assert err.startswith(f"passel: --days cannot be “{days}”.")
    assert left(database) == ["a", "b", "c"]


def test_how_many_days_must_be_said(passel: Passel) -> None:
    assert passel("expire")[2] == "passel: --days is missing. Add --help to see an example.\n"


def test_a_file_that_is_not_there_is_not_made(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("PASSEL_DATA", str(tmp_path))
    assert run(["rooms", "list"]) == 2
    path = tmp_path / "rooms.db"
    assert capsys.readouterr().err == f"passel: There is no file “{path}”.\n"
    assert not path.exists()


def test_a_file_of_something_else_is_one_sentence(passel: Passel, database: Path) -> None:
    database.write_text("Dear diary. " * 1000)
    code, out, err = passel("list")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "does not hold Passel’s rooms" in err


def test_a_server_may_run_meanwhile(passel: Passel, database: Path) -> None:
    server = Store(url(database), "serve")
    assert passel("delete", "b")[0] == 0
    assert [each.room for each in server.rooms()] == ["a", "c"]
    server.close()


@pytest.mark.parametrize("arguments", [["rooms"], ["rooms", "--help"]])
def test_rooms_alone_says_what_can_be_done(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert run([*arguments, "--lang", "pl"]) == 0
    assert "  delete  Usuń pokoje na zawsze.\n" in capsys.readouterr().out


def test_a_command_of_rooms_that_is_none_is_told_the_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["rooms", "lits", "--lang", "en"]) == 2
    told = "There is no command “lits”. There are: list, export, delete, expire, copy."
    assert capsys.readouterr().err == f"passel: {told}\n"

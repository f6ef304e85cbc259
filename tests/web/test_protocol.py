"""docs/reference/protocol.md is true: it names all there is, and its examples run."""

from __future__ import annotations

import ast
import dataclasses
import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hosts import Server

import passel
from passel.room.commands import COMMANDS, Create, spoken
from passel.room.events import EVENTS, Event
from passel.web import wire
from passel.web.api import REFUSED, ROUTES, STATUS, _limits

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/reference/protocol.md").read_text("utf-8")


def rows(heading: str) -> dict[str, list[str]]:
    """The rows of the tables below a heading, by each of the names in their first cell."""
    below = PAGE.split(f"\n## {heading}\n")[-1].split("\n### " + heading + "\n")[-1]
    below = re.split(r"\n##+ ", below)[0]
    found: dict[str, list[str]] = {}
    for line in re.findall(r"^\| (`.*)\|$(?!\n\|--)", below, re.M):
        cells = [cell.strip() for cell in line.split("|")]
        for name in re.findall(r"`([^`]+)`", cells[0]):
            found[name] = cells[1:]
    return found


def test_every_route_is_described() -> None:
    described = set(rows("Routes"))
    assert described == {
        f"{route.method} {route.path.replace('{room}', 'ROOM')}" for route in ROUTES
    }


def test_every_command_is_described_with_its_fields() -> None:
    table = rows("Commands")
    assert set(table) == {spoken(kind) for kind in COMMANDS}
    common = {"id", "version"}
    for kind in COMMANDS:
        _, _, version, fields, _ = table[spoken(kind)]
        named = set(re.findall(r"`(\w+)`", fields)) & {f.name for f in dataclasses.fields(kind)}
        assert named == {f.name for f in dataclasses.fields(kind)} - common, kind
        assert (version == "yes") == kind.VERSIONED, kind


def test_every_field_of_making_a_room_is_described() -> None:
    fields = {field.name for field in dataclasses.fields(Create)}
    assert set(rows("Making a room")) == fields - {"version"}


def test_every_event_is_described_with_its_fields() -> None:
    table = rows("Events")
    assert set(table) == {spoken(kind) for kind in EVENTS}
    common = {field.name for field in dataclasses.fields(Event)}
    for kind in EVENTS:
        fields = set(wire.PUBLIC.fields(kind)) - common
        assert fields <= set(re.findall(r"`(\w+)`", table[spoken(kind)][0])), kind


def test_every_field_of_a_room_is_described() -> None:
    described = set(rows("The room"))
    tables: list[type[msgspec.Struct]] = [wire.View, wire.Seat, wire.Table]
    for struct in tables:
        names = {field.encode_name for field in msgspec.structs.fields(struct)}
        assert names <= described, struct
    others: list[type[msgspec.Struct]] = [wire.News, wire.Present, wire.You, wire.Made]
    others += [wire.Answered, wire.Fault]
    for struct in others:
        for field in msgspec.structs.fields(struct):
            assert f"`{field.encode_name}`" in PAGE or f'"{field.encode_name}"' in PAGE


def test_every_limit_is_described() -> None:
    assert set(rows("Limits")) >= set(_limits())
    for name, value in _limits().items():
        assert rows("Limits")[name][0].replace(",", "") == str(value), name


def codes() -> Iterator[str]:
    """Every code that rooms, streams, limits and the store at work raise."""
    package = Path(passel.__file__).parent
    files = [*package.glob("room/*.py")]
    files += [package / "web" / f"{name}.py" for name in ("api", "routes", "rooms", "live", "wire")]
    files += [package / "web" / f"{name}.py" for name in ("hub", "limits", "advice")]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Error"):
                for each in ast.walk(node.args[0]) if node.args else ():
                    value = getattr(each, "value", None)
                    if isinstance(value, str) and re.fullmatch("[a-z]+(-[a-z]+)+", value):
                        yield value


def test_every_refusal_is_described_with_its_status() -> None:
    described = rows("Refusals")
    missing = set(codes()) - set(described)
    assert missing == set()
    for code, (status, *_) in described.items():
        assert int(status) == STATUS.get(code, REFUSED), code
    assert set(STATUS) <= set(described)


# Examples.


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    running = Server("--no-open", "--port", "0")
    yield running.address.rstrip("/")
    running.kill()


def test_the_examples_with_curl_run(server: str, tmp_path: Path) -> None:
    (script,) = re.findall(r"```sh\n(.*?)```", PAGE, re.S)
    script = script.replace("http://localhost:7447", server)
    shell = ["bash", "-euo", "pipefail", "-c", script]
    done = subprocess.run(
        shell, check=True, cwd=tmp_path, stdout=subprocess.PIPE, text=True, timeout=60
    )
    assert '"code":"stale"' in done.stdout
    assert '"kind":"played"' in done.stdout
    assert '[Rules "pig,target=50"]' in done.stdout


def post(address: str, token: str, body: dict[str, Any]) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


@pytest.mark.parametrize("rules", ["pig,target=30", "hog,target=20", "skunk,rounds=2"])
def test_the_example_bot_joins_by_the_link_and_plays(server: str, rules: str) -> None:
    """Two of it play each other, while a host without a seat watches."""
    token = os.urandom(16).hex()
    wish = {"id": "make-a-room", "rules": rules, "plays": False}
    room = post(f"{server}/api/rooms", token, wish)["room"]
    bot = [sys.executable, "-W", "error", str(ROOT / "examples/bot.py"), f"{server}/#/room/{room}"]
    bots = [subprocess.Popen(bot, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    where = f"{server}/api/rooms/{room}"
    follow = urllib.request.Request(f"{where}/events", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(follow, timeout=60) as stream:
        for line in stream:
            if not line.startswith(b"data:") or b'"room":{' not in line:
                continue
            now = json.loads(line[5:])["room"]
            if now["phase"] == "lobby" and len(now["seats"]) == 2:
                start = {"do": "start", "id": "start-it", "version": now["version"]}
                post(f"{where}/commands", token, start)
            if now["phase"] == "over":
                assert now["game"]["winners"]
                post(f"{where}/commands", token, {"do": "close", "id": "close-it"})
                break
    for each in bots:
        _, errors = each.communicate(timeout=60)
        assert (each.returncode, errors) == (0, b"")

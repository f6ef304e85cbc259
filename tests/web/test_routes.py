"""What HTTP may ask for, and how every refusal reaches who asked."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from clients import Clients, serving, token
from loops import run

from passel.web.api import ROUTES
from passel.web.limits import Limits
from passel.web.openapi import document
from passel.web.routes import language
from passel.words import LANGUAGES, Words


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rooms.db"


def on_server(path: Path, play: Any, **how: Any) -> None:
    async def whole() -> None:
        async with serving(path, **how) as clients:
            await play(clients)

    run(whole())


def test_every_answer_may_not_be_kept_guessed_or_framed(path: Path) -> None:
    async def play(clients: Clients) -> None:
        for path in ("/api", "/api/openapi.json", "/api/nothing"):
            headers = (await clients.ask("GET", path)).headers
            assert headers["cache-control"] == "no-store"
            assert headers["x-content-type-options"] == "nosniff"
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "set-cookie" not in headers

    on_server(path, play)


def test_head_is_get_without_a_body(path: Path) -> None:
    async def play(clients: Clients) -> None:
        got, head = await clients.ask("GET", "/api"), await clients.ask("HEAD", "/api")
        assert (head.status, head.body) == (200, b"")
        assert len(got.body) == int(head.headers["content-length"])

    on_server(path, play)


@pytest.mark.parametrize(
    ("method", "path_", "status", "code"),
    [
        ("GET", "/api/rooms", 405, "bad-method"),
        ("DELETE", "/api", 405, "bad-method"),
        ("POST", "/api/rooms/x/events", 405, "bad-method"),
        ("GET", "/api/rooms/x/y/z", 404, "no-such-route"),
        ("GET", "/api/rooms/", 405, "bad-method"),
        ("GET", "/api/rooms/abcdefghijklmnopqrstuvwxyz", 404, "no-such-room"),
        ("GET", "/api/rooms/%00", 404, "no-such-room"),
        ("GET", "/api/rooms/x/record", 404, "no-such-room"),
        ("GET", "/api/rooms/x/events", 404, "no-such-room"),
        ("POST", "/api/rooms/x/commands", 415, "not-json"),
    ],
)
def test_what_is_not_there_is_refused_in_json(
    path: Path, method: str, path_: str, status: int, code: str
) -> None:
    async def play(clients: Clients) -> None:
        answer = await clients.ask(method, path_)
        assert (answer.status, answer.code) == (status, code)
        assert answer.json["error"]["version"] is None
        assert ("allow" in answer.headers) == (status == 405)

    on_server(path, play)


@pytest.mark.parametrize(
    ("body", "place", "detail"),
    [
        (b"", None, "Input data was truncated"),
        (b"{", None, "truncated"),
        (b"[]", None, "Expected `object`, got `array`"),
        (b"5", None, "Expected `object`, got `int`"),
        (b'{"do":"roll","id":"12345678"} x', None, "trailing characters"),
        (b'{"do":"roll"}', "id", "missing required field `id`"),
        (b'{"do":"roll","id":"short"}', "id", "`$.id`"),
        (b'{"do":"fly","id":"12345678"}', "do", "Invalid value 'fly' - at `$.do`"),
        (b'{"do":"roll","id":"12345678","cheat":6}', "cheat", "unknown field `cheat`"),
        (b'{"do":"roll","id":"12345678","version":"1"}', "version", "Expected `int | null`"),
        (b'{"do":"roll","id":"12345678","version":1e999}', "version", "`$.version`"),
        (b'{"do":"join","id":"12345678","name":"\xff"}', None, ""),
        (b'{"do":"join","id":"12345678","name":"\\ud800"}', None, "truncated"),
    ],
)
def test_a_body_of_another_shape_is_refused_with_the_place(
    path: Path, body: bytes, place: str | None, detail: str
) -> None:
    """In a whole sentence; what a program expected and met stands apart, in English."""

    async def play(clients: Clients) -> None:
        room = await clients.make()
        where = f"/api/rooms/{room}/commands"
        for lang in LANGUAGES:
            answer = await clients.ask("POST", where, body, "ana", query=f"lang={lang}")
            assert answer.status == 400
            fault = answer.json["error"]
            assert fault.get("place") == place
            assert detail in fault["detail"]
            code = "bad-request" if place else "bad-json"
            assert fault["code"] == code
            assert fault["message"] == Words(lang).say(f"error.{code}", place=place)
        assert (await clients.look(room))["seq"] == 3

    on_server(path, play)


@pytest.mark.parametrize(
    ("body", "status", "says"), [(b"[" * 1000, 400, "brackets"), (b" " * 20_000, 413, "16")]
)
def test_a_body_that_is_too_much_is_not_read(
    path: Path, body: bytes, status: int, says: str
) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make()
        answer = await clients.ask("POST", f"/api/rooms/{room}/commands", body, "ana")
        assert answer.status == status
        assert says in answer.json["error"]["message"]
        assert set(answer.json["error"]) == {"code", "message", "version"}
        assert (await clients.look(room))["seq"] == 3

    on_server(path, play)


def test_a_page_of_another_server_can_do_nothing(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make()
        join = {"do": "join", "id": "12345678"}
        where = f"/api/rooms/{room}/commands"
        for origin in ("http://evil.example", "null", "http://localhost.evil.example"):
            answer = await clients.ask("POST", where, join, "ben", origin=origin)
            assert (answer.status, answer.code) == (403, "foreign-origin")
        answer = await clients.ask("POST", where, join, "ben", content_type="text/plain")
        assert (answer.status, answer.code) == (415, "not-json")
        answer = await clients.ask("POST", where, join, "ben", origin="http://localhost")
        assert answer.status == 200

    on_server(path, play)


def test_a_token_is_a_bearer_or_nothing(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make()
        where = f"/api/rooms/{room}"
        basic = await clients.ask("GET", where, authorization=f"Basic {token('ana')}")
        assert basic.json["you"] is None
        lower = await clients.ask("GET", where, authorization=f"bearer {token('ana')}")
        assert lower.json["you"]["player"] == "p1"
        stranger = await clients.ask("GET", where, who="eve")
        assert (stranger.status, stranger.code) == (401, "no-seat")
        assert stranger.headers["www-authenticate"] == "Bearer"
        weak = await clients.ask("GET", where, authorization="Bearer 123")
        assert (weak.status, weak.code) == (401, "bad-token")
        nobody = await clients.do(room, "start", None)
        assert (nobody.status, nobody.code) == (401, "no-seat")

    on_server(path, play)


def test_a_refusal_says_the_version_and_speaks_the_readers_language(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make()
        where = f"/api/rooms/{room}/commands"
        start = {"do": "start", "id": "12345678", "version": 1}
        said = {}
        for lang in ("en", "fr", "pl"):
            answer = await clients.ask("POST", where, start, "ana", accept_language=lang)
            assert (answer.status, answer.code) == (409, "stale")
            assert answer.json["error"]["version"] == 3
            said[lang] = answer.json["error"]["message"]
        assert said["en"] == "Something has happened meanwhile. Look again, then choose."
        assert len(set(said.values())) == 3
        asked = await clients.ask("POST", where, start, "ana", "lang=fr", accept_language="pl")
        assert asked.json["error"]["message"] == said["fr"]

    on_server(path, play)


@pytest.mark.parametrize(
    ("query", "accepted", "lang"),
    [
        ("", "", "en"), ("", "fr-CA,fr;q=0.9,en;q=0.8", "fr"), ("", "de,pl;q=0.5,en;q=0.4", "pl"),
        ("", "pl;q=0,fr;q=0.1", "fr"), ("lang=pl", "fr", "pl"), ("lang=xx", "fr", "fr"),
        ("", "fr;q=x, pl", "pl"), ("", "*", "en"), ("a=1&lang=fr&lang=pl", "", "pl"),
    ],
)  # fmt: skip
def test_the_language_of_a_request(query: str, accepted: str, lang: str) -> None:
    assert language(query.encode(), accepted.encode()) == lang


def test_wrong_closed_and_full_codes_get_one_answer(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make("big-pig")
        code = (await clients.look(room))["room"]["code"]
        found = await clients.ask("POST", "/api/codes", {"code": f" {code[:3].lower()}-{code[3:]}"})
        assert found.json == {"room": room}
        locked = await clients.do(room, "lock", "ana", locked=True)
        assert locked.status == 200
        answers = [await clients.ask("POST", "/api/codes", {"code": code})]
        await clients.do(room, "lock", "ana", locked=False)
        code = (await clients.look(room))["room"]["code"]
        for name in ("ben", "cleo", "dora"):
            await clients.do(room, "join", name)
        answers.append(await clients.ask("POST", "/api/codes", {"code": code}))
        answers.append(await clients.ask("POST", "/api/codes", {"code": "ABCDEF"}))
        answers.append(await clients.ask("POST", "/api/codes", {"code": "' OR 1=1 --"}))
        assert {answer.status for answer in answers} == {404}
        assert len({answer.body for answer in answers}) == 1
        assert answers[0].code == "no-such-code"

    on_server(path, play)


def test_a_flood_is_refused_with_the_time_to_wait(path: Path) -> None:
    limits = Limits(clock=lambda: 0.0)

    async def play(clients: Clients) -> None:
        guesses = [await clients.ask("POST", "/api/codes", {"code": "ABCDEF"}) for _ in range(61)]
        assert [guess.status for guess in guesses] == [404] * 60 + [429]
        assert (guesses[-1].code, guesses[-1].headers["retry-after"]) == ("too-fast", "2")
        made = [
            await clients.ask("POST", "/api/rooms", {"id": f"make-{n:04}", "rules": "pig"}, "ana")
            for n in range(31)
        ]
        assert [each.status for each in made] == [201] * 30 + [429]
        elsewhere = await clients.ask(
            "POST", "/api/rooms", {"id": "make-here", "rules": "pig"}, "ana", address="192.0.2.9"
        )
        assert elsewhere.status == 201

    on_server(path, play, limits=limits)


def test_a_fault_of_our_own_is_said_and_logged_and_ends_nothing(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make()
        monkeypatch.setattr("passel.web.rooms.act", lambda *_: 1 / 0)
        answer = await clients.do(room, "join", "ben")
        assert (answer.status, answer.code) == (500, "server-fault")
        assert "ZeroDivisionError" in caplog.text
        assert token("ben") not in caplog.text
        monkeypatch.undo()
        assert (await clients.do(room, "join", "ben")).status == 200

    on_server(path, play)


def test_a_record_is_a_text_that_can_be_downloaded(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make()
        where = f"/api/rooms/{room}/record"
        assert (await clients.ask("GET", where)).code == "no-such-game"
        await clients.do(room, "join", "ben")
        await clients.do(room, "start", "ana")
        record = await clients.ask("GET", where, query="game=1")
        assert record.headers["content-type"] == "text/plain; charset=utf-8"
        assert record.body.startswith(b'[Rules "pig"]\n')
        assert (await clients.ask("GET", where, query="game=2")).code == "no-such-game"
        refused = await clients.ask("GET", where, query="game=-1")
        assert (refused.code, refused.json["error"]["place"]) == ("bad-request", "game")

    on_server(path, play)


def test_the_schema_names_every_route_and_all_that_it_refers_to() -> None:
    schema = json.loads(document())
    assert schema["openapi"] == "3.1.0"
    routes = {(method.upper(), path) for path, ways in schema["paths"].items() for method in ways}
    assert routes == {(route.method, route.path) for route in ROUTES}
    names = set(re.findall(r'"#/components/schemas/(\w+)"', document().decode()))
    assert names == set(schema["components"]["schemas"])
    commands = schema["paths"]["/api/rooms/{room}/commands"]["post"]["requestBody"]
    told = commands["content"]["application/json"]["schema"]
    assert told["discriminator"]["propertyName"] == "do"
    assert schema["components"]["schemas"]["Roll"]["required"] == ["do", "id"]


def test_only_the_rooms_id_stands_in_an_address() -> None:
    """Tokens come in a header; codes, tickets and seeds in bodies."""
    for route in ROUTES:
        names = {name for name, _, _ in route.query} | set(re.findall(r"\{(\w+)\}", route.path))
        assert names <= {"room", "after", "game"}


def test_a_whole_number_may_be_written_with_a_point(path: Path) -> None:
    """In JSON Schema 5.0 is an integer, and some programs write no other."""

    async def play(clients: Clients) -> None:
        room = await clients.make()
        assert (await clients.do(room, "configure", "ana", clock=5.0, version=3.0)).status == 200
        assert (await clients.look(room))["room"]["clock"] == 5
        assert (await clients.do(room, "configure", "ana", clock=5.5)).code == "bad-request"

    on_server(path, play)


def test_answers_are_as_the_schema_says(path: Path) -> None:
    """Each answer is read by the type that the schema was made from."""

    async def play(clients: Clients) -> None:
        room = await clients.make("skunk", clock=60)
        reader = await clients.follow(room, "ana")
        await clients.do(room, "add-bot", "ana", bot="sit-at-20")
        await clients.do(room, "start", "ana")
        done = await clients.do(room, "roll", "ana")
        by_path = {(route.method, route.path): route.gives for route in ROUTES}
        read = msgspec.json.decode
        assert read(done.body, type=by_path["POST", "/api/rooms/{room}/commands"])
        look = await clients.ask("GET", f"/api/rooms/{room}", who="ana")
        assert read(look.body, type=by_path["GET", "/api/rooms/{room}"])
        assert read((await clients.ask("GET", "/api")).body, type=by_path["GET", "/api"])
        while (told := await reader.next())["seq"] < done.json["seq"]:
            assert msgspec.convert(told, by_path["GET", "/api/rooms/{room}/events"])
        await asyncio.sleep(0)

    on_server(path, play)

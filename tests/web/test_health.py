"""Who watches a server learns whether it lives and whether players can be sent to it."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Callable

import pytest
from ask import ask
from cluster import Cluster
from hosts import Server
from loops import run
from starlette.requests import Request

from passel.web.app import app
from passel.web.faults import StoreError
from passel.web.health import Health
from passel.web.site import site

ASKED = Request({"type": "http"})


def said(address: str) -> tuple[int, str]:
    """The status of HTTP, and the one that is said."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.status, json.load(answer)["status"]
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)["status"]


def test_a_server_without_rooms_is_ready_when_it_lives() -> None:
    for path in ("/health", "/ready"):
        answer = ask(app(site()), path)
        assert (answer.status, json.loads(answer.body)) == (200, {"status": "ok"})
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_server_lives_and_is_not_ready_while_its_database_is_away(postgresql: Cluster) -> None:
    name = postgresql.create()
    server = Server("--no-open", "--port", "0", "--database", postgresql.url(name))
    try:
        assert said(f"{server.address}ready") == (200, "ok")
        with postgresql.away():
            assert said(f"{server.address}ready") == (503, "store-failing")
            assert said(f"{server.address}health") == (200, "ok")
        assert said(f"{server.address}ready") == (200, "ok")
    finally:
        server.kill()
        postgresql.drop(name)


def test_a_server_with_a_file_is_ready() -> None:
    server = Server("--no-open", "--port", "0")
    try:
        assert said(f"{server.address}ready") == (200, "ok")
    finally:
        server.kill()


def many(reach: Callable[[], None], then: Callable[[], None]) -> list[int]:
    """What thirty who ask at once are told; something happens when all have asked."""

    async def all_at_once() -> list[int]:
        health = Health(reach)
        waiting = [asyncio.create_task(health.ready(ASKED)) for _ in range(30)]
        await asyncio.sleep(0)
        then()
        return [(await each).status_code for each in waiting]

    return run(all_at_once())


def test_however_many_ask_the_database_is_asked_once() -> None:
    asked: list[int] = []
    all_here = threading.Event()

    def reach() -> None:
        asked.append(1)
        all_here.wait(60)

    assert many(reach, all_here.set) == [200] * 30
    assert asked == [1]


def test_a_database_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("passel.web.health.PATIENCE", 0.01)
    answered = threading.Event()

    def reach() -> None:
        answered.wait(60)

    async def asked() -> int:
        health = Health(reach)
        try:
            return (await health.ready(ASKED)).status_code
        finally:
            answered.set()

    assert run(asked()) == 503


def test_what_is_wrong_is_said_by_its_code() -> None:
    def reach() -> None:
        raise StoreError("store-damaged")

    async def asked() -> bytes:
        return bytes((await Health(reach).ready(ASKED)).body)

    assert json.loads(run(asked())) == {"status": "store-damaged"}

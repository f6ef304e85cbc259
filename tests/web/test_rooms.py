"""Rooms on a server: stored before told, told to all, taken up again, let go of."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from clients import ENOUGH, Clients, serving, token
from loops import run

from passel.fair import verify
from passel.notation import parse_record
from passel.room.commands import Join
from passel.web import memory, timing
from passel.web.database import StoreError
from passel.web.live import Live
from passel.web.store import Index

Play = Callable[[Clients], Coroutine[Any, Any, None]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rooms.db"


def on_server(path: Path, *plays: Play, **how: Any) -> None:
    """Each on a server of its own, one after the other, on the same file."""

    async def each(play: Play) -> None:
        async with serving(path, **how) as clients:
            await play(clients)

    for play in plays:
        run(each(play))


async def until(true: Callable[[], bool]) -> None:
    """Wait for something; it must come."""
    async with asyncio.timeout(ENOUGH):
        while not true():
            await asyncio.sleep(0.005)


def test_what_happens_is_told_in_order_without_a_gap(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make("pig")
        reader = await clients.follow(room)
        first = await reader.next()
        assert (first["seq"], first["happened"], first["room"]["phase"]) == (3, [], "lobby")
        await clients.do(room, "join", "ben")
        await clients.do(room, "start", "ana")
        answer = (await clients.do(room, "roll", "ana")).json
        told = [await reader.next() for _ in range(3)]
        kinds = [[each["kind"] for each in data["happened"]] for data in told]
        assert kinds == [["joined"], ["began"], ["played"]]
        assert [data["seq"] for data in told] == [4, 5, 6]
        assert (told[-1]["seq"], told[-1]["room"]["version"]) == (answer["seq"], answer["version"])
        now = await clients.look(room)
        assert now["room"] == told[-1]["room"]
        assert told[-1]["log"] == {"from": 0, "words": now["log"]["words"]}

    on_server(path, play)


def test_nothing_is_told_before_it_is_durable(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make("pig")
        reader = await clients.follow(room)
        await reader.next()
        append, held = clients.store.append, asyncio.Event()

        def slow(*arguments: Any) -> Any:
            async def later() -> None:
                await held.wait()
                await append(*arguments)

            return asyncio.ensure_future(later())

        vars(clients.store)["append"] = slow
        joining = asyncio.ensure_future(clients.do(room, "join", "ben"))
        await asyncio.sleep(0.2)
        assert not joining.done()
        assert b'"joined"' not in reader.bytes
        assert len((await clients.look(room))["room"]["seats"]) == 1
        held.set()
        assert (await joining).status == 200
        assert (await reader.next())["happened"][0]["kind"] == "joined"

    on_server(path, play)


@pytest.mark.parametrize("stored", [False, True])
def test_what_cannot_be_stored_has_not_happened_and_what_may_be_is_looked_up(
    path: Path, stored: bool
) -> None:
    """A fault while storing may come before or after the events are there: the store decides."""

    async def play(clients: Clients) -> None:
        room = await clients.make("pig")
        reader = await clients.follow(room, "ana")
        await reader.next()
        append = clients.store.append

        def failing(*arguments: Any) -> Any:
            async def fail() -> None:
                if stored:
                    await append(*arguments)
                raise StoreError("store-full")

            return asyncio.ensure_future(fail())

        vars(clients.store)["append"] = failing
        refused = await clients.do(room, "join", "ben", id="ben-joins")
        assert (refused.status, refused.code) == (503, "store-full")
        assert b'"joined"' not in reader.bytes
        vars(clients.store)["append"] = append
        assert (await clients.do(room, "join", "ben", id="ben-joins")).status == 200
        seats = (await clients.look(room))["room"]["seats"]
        assert [seat["player"] for seat in seats] == ["p1", "p2"]
        told = await reader.next()
        assert (told["seq"], [each["kind"] for each in told["happened"]]) == (4, ["joined"])
        assert told["presence"]["p1"] == "here"

    on_server(path, play)


def test_a_room_that_could_not_be_stored_is_not_there(path: Path) -> None:
    async def play(clients: Clients) -> None:
        append = clients.store.append

        def failing(*arguments: Any) -> Any:
            future = asyncio.get_running_loop().create_future()
            future.set_exception(StoreError("store-full"))
            return future

        vars(clients.store)["append"] = failing
        wish = {"id": "make-a-room", "rules": "pig"}
        assert (await clients.ask("POST", "/api/rooms", wish, "ana")).code == "store-full"
        assert len(clients.rooms) == 0
        vars(clients.store)["append"] = append
        made = await clients.ask("POST", "/api/rooms", wish, "ana")
        again = await clients.ask("POST", "/api/rooms", wish, "ana")
        assert (made.status, again.json) == (201, made.json)
        bad = {"id": "make-another", "rules": "chess"}
        assert (await clients.ask("POST", "/api/rooms", bad, "ana")).code == "unknown-variant"
        assert len(clients.rooms) == 1

    on_server(path, play)


def test_who_comes_back_gets_all_that_was_missed(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make("pig")
        await clients.do(room, "join", "ben")
        await clients.do(room, "start", "ana")
        reader = await clients.follow(room, "ben", last_event_id="4")
        missed = await reader.next()
        assert [each["kind"] for each in missed["happened"]] == ["began"]
        assert missed["log"] == {"from": 0, "words": []}
        ahead = await clients.follow(room, "ben", last_event_id="999")
        assert (await ahead.next())["happened"] == []

    on_server(path, play)


def test_a_game_goes_on_after_a_restart_and_repeats_are_answered_as_before(path: Path) -> None:
    kept: dict[str, Any] = {}

    async def before(clients: Clients) -> None:
        room = kept["room"] = await clients.make("pig", id="make-a-room")
        await clients.do(room, "join", "ben", id="ben-joins")
        await clients.do(room, "start", "ana")
        kept["roll"] = await clients.do(room, "roll", "ana", id="ana-rolls")
        kept["view"] = (await clients.look(room))["room"]

    async def after(clients: Clients) -> None:
        room = kept["room"]
        assert (await clients.do(room, "roll", "ana", id="ana-rolls")).json == kept["roll"].json
        assert (await clients.look(room))["room"] == kept["view"]
        assert await clients.make("pig", id="make-a-room") == room

    on_server(path, before, after)


def test_a_bots_turn_happens_with_nobody_watching_and_survives_a_restart(path: Path) -> None:
    """Bots alone play to the end; the server is stopped in the middle."""
    kept: dict[str, Any] = {}

    async def before(clients: Clients) -> None:
        room = kept["room"] = await clients.make("pig,target=1000", plays=False, pace=20)
        for _ in range(2):
            await clients.do(room, "add-bot", "ana", bot="hold-at-20")
        await clients.do(room, "start", "ana")
        reader = await clients.follow(room)
        await reader.until("played")

    async def after(clients: Clients) -> None:
        words = clients.store.read(kept["room"])
        await until(lambda: len(clients.store.read(kept["room"])) > len(words) + 3)

    on_server(path, before, after)


def test_a_clock_runs_out_on_the_server(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make("pig", clock=5)
        await clients.do(room, "join", "ben")
        await clients.do(room, "start", "ana")
        reader = await clients.follow(room)
        told = await reader.next()
        assert 0 < told["room"]["game"]["deadline"] - told["now"] <= 5000
        told = await reader.until("played")
        assert told["happened"][0]["cause"] == "clock"

    on_server(path, play)


def test_idle_rooms_leave_memory_and_come_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "IDLE", 0.0)
    monkeypatch.setattr(timing, "HORIZON", 0.1)

    async def play(clients: Clients) -> None:
        room = await clients.make("pig")
        followed = await clients.make("pig", "ben")
        reader = await clients.follow(followed)
        await until(lambda: len(clients.rooms) == 1)
        assert (await clients.do(room, "join", "cleo")).status == 200
        await clients.do(followed, "join", "cleo")
        assert await reader.until("joined")

    on_server(path, play)


def test_a_deleted_room_is_no_longer_there(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make("pig")
        clients.store.delete(room)
        assert (await clients.do(room, "join", "ben", version=3)).code == "no-such-room"
        assert (await clients.ask("GET", f"/api/rooms/{room}")).code == "no-such-room"

    on_server(path, play)


def test_rooms_that_nobody_used_for_long_are_deleted_by_the_server(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than are deleted at once; one that was used a day later stays, and a live one."""
    monkeypatch.setattr(timing, "PORTION", 2)
    ago = int(1000 * time.time()) - 30 * timing.DAY

    async def before(clients: Clients) -> None:
        for place in range(5):
            index = Index(None, None, ago - 1000)
            await clients.store.append(f"old-{place}", 1, [b"one"], index)
        await clients.store.append("newer", 1, [b"one"], Index(None, None, ago + timing.DAY))

    async def after(clients: Clients) -> None:
        room = await clients.make("pig")
        await until(lambda: len(clients.store.rooms()) == 2)
        assert {each.room for each in clients.store.rooms()} == {"newer", room}

    on_server(path, before)
    on_server(path, after, expire=30)


def test_a_damaged_room_harms_no_other(path: Path) -> None:
    kept: dict[str, str] = {}

    async def before(clients: Clients) -> None:
        kept["good"], kept["bad"] = await clients.make("pig"), await clients.make("pig", "ben")
        body = b'{"kind":"played","at":1,"words":["7"],"cause":"player"}'
        from passel.web.store import Index

        await clients.store.append(kept["bad"], 4, [body], Index(None, 0, 1))

    async def after(clients: Clients) -> None:
        bad = await clients.ask("GET", f"/api/rooms/{kept['bad']}")
        assert (bad.status, bad.code) == (503, "store-damaged")
        assert (await clients.do(kept["good"], "join", "cleo")).status == 200

    on_server(path, before, after)


# Who is here.


def test_streams_make_players_present_and_spectators_are_counted(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make("pig")
        await clients.do(room, "join", "ben")
        ana = await clients.follow(room, "ana")
        assert (await ana.next())["presence"] == {"p1": "here", "p2": "away"}
        ben = await clients.follow(room, "ben")
        watching = await clients.follow(room)
        while (told := await ana.next("presence"))["spectators"] != 1:
            pass
        assert told["presence"] == {"p1": "here", "p2": "here"}
        await watching.close()
        await ben.close()
        while (told := await ana.next("presence"))["presence"]["p2"] != "away":
            pass
        assert told["spectators"] == 0

    on_server(path, play)


def test_somebody_is_missing_after_the_grace_and_the_others_are_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("passel.room.presence.GRACE", 300)

    async def play(clients: Clients) -> None:
        room = await clients.make("pig", pace=0)
        await clients.do(room, "join", "ben")
        await clients.do(room, "start", "ana")
        ben = await clients.follow(room, "ben")
        assert (await ben.next())["presence"]["p1"] == "away"
        while (await ben.next("presence"))["presence"]["p1"] != "missing":
            pass
        await clients.do(room, "stand-in", "ben", player="p1", who="skip")
        assert (await ben.until("played"))["happened"][0]["cause"] == "skip"
        assert (await clients.do(room, "take-over", "ben")).status == 200

    on_server(path, play)


def test_the_stream_of_a_seat_that_has_moved_ends_after_saying_so(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make("pig")
        old = await clients.follow(room, "ana")
        await clients.do(room, "offer", "ana", ticket=token("ticket"))
        await clients.do(room, "claim", "phone", ticket=token("ticket"))
        assert (await old.until("moved"))["happened"][0]["player"] == "p1"
        assert await old.next() is None
        refused = await clients.ask("GET", f"/api/rooms/{room}", who="ana")
        assert (refused.status, refused.code) == (401, "seat-moved")
        assert (await clients.look(room, "phone"))["you"] == {
            "player": "p1", "seat": 1, "host": True, "choice": None,
        }  # fmt: skip

    on_server(path, play)


# At the same moment.


def test_many_who_join_at_once_get_different_seats_until_all_are_taken(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make("big-pig")
        joining = (clients.do(room, "join", f"guest{n}", version=3) for n in range(20))
        answers = await asyncio.gather(*joining)
        taken = [answer.json["player"] for answer in answers if answer.status == 200]
        assert sorted(taken) == ["p2", "p3", "p4"]
        assert {a.code for a in answers if a.status != 200} == {"room-full"}

    on_server(path, play)


def test_the_same_command_twenty_times_at_once_happens_once(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make("pig")
        await clients.do(room, "join", "ben")
        version = (await clients.do(room, "start", "ana")).json["version"]
        rolls = (
            clients.do(room, "roll", "ana", id="ana-rolls", version=version) for _ in range(20)
        )
        answers = await asyncio.gather(*rolls)
        assert len({answer.body for answer in answers}) == 1
        assert len((await clients.look(room))["log"]["words"]) == 1
        again = [clients.do(room, "roll", "ana", version=version) for _ in range(5)]
        assert {each.code for each in await asyncio.gather(*again)} == {"stale"}

    on_server(path, play)


def test_two_taps_on_rematch_make_one_game(path: Path) -> None:
    async def play(clients: Clients) -> None:
        room = await clients.make("pig")
        await clients.do(room, "join", "ben")
        watching = await clients.follow(room)
        await clients.do(room, "start", "ana")
        version = (await clients.do(room, "end", "ana")).json["version"]
        taps = (clients.do(room, "rematch", who, version=version) for who in ("ana", "ben"))
        answers = await asyncio.gather(*taps)
        assert [answer.status for answer in answers] == [200, 200]
        assert (await clients.look(room))["room"]["game"]["number"] == 2
        await watching.until("ended")
        assert (await watching.until("began"))["happened"][0]["game"] == 2

    on_server(path, play)


# Secrets.


def test_no_secret_is_ever_told_and_the_seed_only_when_the_game_has_ended(path: Path) -> None:
    import json

    async def play(clients: Clients) -> None:
        room = await clients.make("skunk")
        await clients.do(room, "join", "ben")
        reader = await clients.follow(room, "ben")
        await clients.do(room, "offer", "ben", ticket=token("ticket"))
        await clients.do(room, "start", "ana")
        await clients.do(room, "roll", "ana")
        await clients.do(room, "hold", "ana")
        await clients.ask("GET", f"/api/rooms/{room}/record")
        assert (await clients.look(room, "ana"))["you"]["choice"] in {"hold", None}
        stored = [json.loads(body) for body in clients.store.read(room)]
        (seed,) = [event["seed"] for event in stored if event["kind"] == "committed"]
        hidden = [
            seed,
            *(e[name] for e in stored for name in ("token", "ticket", "salt") if name in e),
        ]
        told = (clients.heard + reader.bytes).decode()
        assert [secret for secret in hidden if secret and secret in told] == []
        assert not [name for name in ("ana", "ben", "ticket") if token(name) in told]
        await clients.do(room, "end", "ana")
        assert (await clients.look(room))["room"]["game"]["seed"] == seed
        text = (await clients.ask("GET", f"/api/rooms/{room}/record")).body.decode()
        assert verify(parse_record(text)).result == "fair"

    on_server(path, play)


def test_a_room_that_is_let_go_of_as_soon_as_it_is_there_is_taken_up_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody asks for it just then, before whoever had it loaded has it."""
    kept: dict[str, Any] = {}
    loaded = memory.Memory._load

    async def load(rooms: memory.Memory, id: str) -> Live:
        live = await loaded(rooms, id)
        if "late" not in kept:
            rooms.forget(live)
            joining = kept["rooms"].act(id, Join(id="cleo-joins"), token("cleo"))
            kept["late"] = asyncio.ensure_future(joining)
        return live

    async def before(clients: Clients) -> None:
        kept["room"] = await clients.make("pig")

    async def after(clients: Clients) -> None:
        kept["rooms"] = clients.rooms
        monkeypatch.setattr(memory.Memory, "_load", load)
        assert (await clients.do(kept["room"], "join", "ben", version=3)).status == 200
        assert (await kept["late"]).player in {"p2", "p3"}

    on_server(path, before, after)

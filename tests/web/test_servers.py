"""Several servers of one PostgreSQL database: all know what one stores; each room has one owner.

The servers share one process here; tests/web/chaos.py has real ones, which are killed.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import pytest
from clients import ENOUGH, Clients, serving
from cluster import Cluster
from loops import run

from passel.room.events import Event
from passel.web import servers as module
from passel.web import sharing, timing, wire
from passel.web.database import StoreError
from passel.web.sharing import SLICES, slice_of
from passel.web.store import Index, Store

Play = Callable[[Clients, Clients], Awaitable[None]]


@pytest.fixture
def url(postgresql: Cluster) -> Iterator[str]:
    """An empty database."""
    name = postgresql.create()
    yield postgresql.url(name)
    postgresql.drop(name)


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server hears another, nor looks by itself."""

    async def nothing(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(sharing.Sharing, "listen", nothing)
    monkeypatch.setattr(module, "LOOK", 3600.0)


def on_two(url: str, play: Play, **how: Any) -> None:
    """Two servers."""

    async def played() -> None:
        async with serving(url, **how) as one, serving(url, **how) as two:
            await play(one, two)

    run(played())


async def until(true: Callable[[], bool]) -> None:
    """Wait for something; it must come."""
    async with asyncio.timeout(ENOUGH):
        while not true():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def settled(*servers: Clients) -> AsyncIterator[None]:
    """When every slice has an owner, and all have about as many."""
    fair = -(-SLICES // len(servers))
    stores = [each.store for each in servers]
    await until(lambda: sum(map(held, stores)) == SLICES and max(map(held, stores)) <= fair)
    yield


def held(store: Store) -> int:
    """How many slices a server owns."""
    assert store.sharing
    return len(store.sharing._held)


def events(store: Store, room: str) -> list[Event]:
    """What is stored of a room."""
    return [wire.STORED.read(body) for body in store.read(room)]


# Commands and news


def test_what_happens_at_one_server_is_told_at_the_other_in_order(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By notices alone: it does not look."""
    monkeypatch.setattr(module, "LOOK", 3600.0)

    async def play(one: Clients, two: Clients) -> None:
        room = await one.make("pig,target=30")
        reader = await two.follow(room)
        first = await reader.next()
        assert (first["seq"], first["happened"]) == (3, [])
        await one.do(room, "join", "ben")
        await two.do(room, "start", "ana")
        await one.do(room, "roll", "ana")
        told = [await reader.next() for _ in range(3)]
        assert [data["seq"] for data in told] == [4, 5, 6]
        assert [each["happened"][0]["kind"] for each in told] == ["joined", "began", "played"]
        assert (await one.look(room))["room"] == told[-1]["room"] == (await two.look(room))["room"]

    on_two(url, play)


@pytest.mark.usefixtures("deaf")
def test_a_server_that_hears_nothing_refuses_nobody_who_is_known_elsewhere(url: str) -> None:
    async def play(one: Clients, two: Clients) -> None:
        room = await one.make("pig")
        code = (await one.look(room))["room"]["code"]
        assert len((await two.look(room))["room"]["seats"]) == 1
        await one.do(room, "join", "ben", version=None)
        assert (await two.do(room, "rename", "ben", version=None, name="Benno")).status == 200
        begun = (await one.do(room, "start", "ana")).json
        rolled = await two.do(room, "roll", "ana", version=begun["version"], id="ana-rolls")
        assert rolled.status == 200
        again = await one.do(room, "roll", "ana", version=begun["version"], id="ana-rolls")
        assert again.json == rolled.json
        stale = await one.do(room, "roll", "ben", version=begun["version"])
        assert (stale.code, stale.json["error"]["version"]) == ("stale", rolled.json["version"])
        reader = await one.follow(room, last_event_id=str(rolled.json["seq"]))
        assert (await reader.next())["seq"] == rolled.json["seq"]
        found = await one.ask("POST", "/api/codes", {"code": code})
        assert found.code == "no-such-code"

    on_two(url, play)


@pytest.mark.usefixtures("deaf")
def test_a_code_that_was_given_at_another_server_is_found(url: str) -> None:
    async def play(one: Clients, two: Clients) -> None:
        room = await one.make("pig")
        before = (await two.look(room))["room"]["code"]
        await one.do(room, "lock", "ana", version=None, locked=True)
        await one.do(room, "lock", "ana", version=None, locked=False)
        after = (await one.look(room))["room"]["code"]
        assert after != before
        assert (await two.ask("POST", "/api/codes", {"code": after})).json == {"room": room}

    on_two(url, play)


@pytest.mark.usefixtures("deaf")
def test_the_same_room_made_at_two_servers_is_one(url: str) -> None:
    async def play(one: Clients, two: Clients) -> None:
        wish = {"id": "make-a-room", "rules": "pig"}
        made = await asyncio.gather(
            *(each.ask("POST", "/api/rooms", wish, "ana") for each in (one, two, one, two))
        )
        assert {each.status for each in made} == {201}
        assert len({each.body for each in made}) == 1
        room = made[0].json["room"]
        assert [type(each).__name__ for each in events(one.store, room)].count("Created") == 1

    on_two(url, play)


def test_who_acts_at_two_servers_at_once_loses_and_doubles_nothing(url: str) -> None:
    async def play(one: Clients, two: Clients) -> None:
        room = await one.make("pig")
        readers = [await each.follow(room) for each in (one, two)]
        names = [f"name {n}" for n in range(40)]
        answers = await asyncio.gather(
            *(
                each.do(room, "rename", "ana", version=None, name=name, id=f"{n}-{name[5:]}-rename")
                for n, each in enumerate((one, two))
                for name in names
            )
        )
        assert {each.status for each in answers} == {200}
        stored = Counter(each.answers[0] for each in events(one.store, room) if each.answers)
        last = (await one.look(room))["seq"]
        renamed = [id for id in stored if id.endswith("-rename")]
        assert all(stored[id] == 1 for id in renamed)
        assert len(renamed) + 3 == last
        for reader in readers:
            seqs: list[int] = []
            while not seqs or seqs[-1] < last:
                data = await reader.next()
                seqs += range(data["seq"] - len(data["happened"]) + 1, data["seq"] + 1)
            assert seqs == list(range(4, last + 1))

    on_two(url, play)


def test_what_was_not_heard_is_found_by_looking(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "_rooms", lambda payload: {})
    monkeypatch.setattr(module, "LOOK", 0.2)

    async def play(one: Clients, two: Clients) -> None:
        room = await one.make("pig")
        reader = await two.follow(room)
        await reader.next()
        await one.do(room, "join", "ben")
        assert (await reader.next())["happened"][0]["kind"] == "joined"

    on_two(url, play)


def test_a_damaged_room_keeps_no_other_from_being_heard_of(
    postgresql: Cluster, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOOK", 0.2)

    async def play(one: Clients, two: Clients) -> None:
        rooms = [await one.make("pig") for _ in range(5)]
        readers = [await two.follow(room) for room in rooms]
        for reader in readers:
            await reader.next()
        bad, reader = rooms.pop(2), readers.pop(2)
        await one.do(bad, "join", "ben", version=None)
        await reader.next()
        with postgresql.connect(url.partition("@/")[2].partition("?")[0]) as other:
            other.execute("UPDATE events SET body = '' WHERE room = %s AND seq = 4", (bad,))
        live = two.rooms.memory.get(bad)
        assert live
        live.room = live.room._replace(seq=3)
        for room in rooms:
            await one.do(room, "join", "ben", version=None)
        for reader in readers:
            assert (await reader.next())["happened"][0]["kind"] == "joined"
        assert (await two.ask("GET", f"/api/rooms/{bad}")).code == "store-damaged"

    on_two(url, play)


def test_a_room_that_was_deleted_ends_at_every_server(url: str) -> None:
    async def play(one: Clients, two: Clients) -> None:
        room = await one.make("pig")
        reader = await two.follow(room)
        await reader.next()
        assert await asyncio.to_thread(one.store.delete, room)
        assert (await two.ask("GET", f"/api/rooms/{room}")).code == "no-such-room"
        assert (await one.do(room, "join", "ben", version=None)).code == "no-such-room"
        assert await reader.next() is None

    on_two(url, play)


# Who owns


def test_slices_are_shared_fairly_and_each_has_one_owner(url: str) -> None:
    def owners() -> list[int]:
        for store in stores:
            run(store.stand())
        return sorted(map(held, stores))

    alone = Store(url, "serve")
    run(alone.stand())
    assert held(alone) == SLICES
    stores = [alone, Store(url, "serve"), Store(url, "serve")]
    owners()
    assert owners() == [20, 22, 22]
    assert [sum(s.sharing.owns(f"room{n}") for s in stores if s.sharing) for n in range(99)] == [
        1
    ] * 99
    stores.pop().close()
    while owners() != [32, 32]:  # PostgreSQL takes a moment to end a session
        pass
    for store in stores:
        store.close()


def test_only_the_owner_stores_what_time_brings(url: str) -> None:
    one = Store(url, "serve")
    run(one.stand())
    two = Store(url, "serve")
    run(two.stand())
    nowhere = Index(code=None, wake=None, touched=0)

    async def append(store: Store, first: int, owner: bool) -> None:
        await store.append("a", first, [b"x"], nowhere, owner)

    run(append(one, 1, True))
    with pytest.raises(StoreError, match="store-conflict"):
        run(append(two, 2, True))
    run(append(two, 2, False))
    one.close()
    while held(two) < SLICES:  # PostgreSQL takes a moment to end a session
        run(two.stand())
    run(append(two, 3, True))
    assert two.read("a") == [b"x"] * 3
    two.close()


def test_a_session_that_ended_owns_nothing_until_it_has_taken_it_again(
    postgresql: Cluster, url: str
) -> None:
    store = Store(url, "serve")
    nowhere = Index(code=None, wake=None, touched=0)
    run(store.stand())
    with postgresql.connect() as other:
        query = "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE classid = %s"
        assert other.execute(query, (sharing._SLICES,)).fetchall()

    async def append(owner: bool) -> None:
        await store.append("a", 1, [b"x"], nowhere, owner)

    with pytest.raises(StoreError, match="store-conflict"):
        run(append(True))
    assert held(store) == 0
    run(store.stand())
    run(append(True))
    store.close()


def test_since_when_there_are_servers_is_known_to_all(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.9)
    one = Store(url, "serve")
    monkeypatch.setattr(time, "time", lambda: 1_700_000_100.0)
    two = Store(url, "serve")
    one.close()
    three = Store(url, "serve")
    assert {store.sharing and store.sharing.since for store in (one, two, three)} == {
        1_700_000_000_000
    }
    two.close()
    three.close()


def test_bots_play_at_one_server_and_at_the_other_when_that_is_gone(url: str) -> None:
    async def played() -> None:
        async with serving(url) as two:
            async with serving(url) as one, settled(one, two):
                room = await mine(one)
                await one.do(room, "add-bot", "ana", version=None, bot="hold-at-20")
                await one.do(room, "add-bot", "ana", version=None, bot="hold-at-25")
                reader = await two.follow(room)
                await two.do(room, "start", "ana")
                for _ in range(5):
                    await reader.until("played")
            told = await reader.until("ended")
            assert told["room"]["phase"] == "over"
            stored = events(two.store, room)
            assert [type(each).__name__ for each in stored].count("Ended") == 1

    async def mine(server: Clients) -> str:
        """A room of bots that this server owns."""
        while True:
            room = await server.make("pig,target=200", plays=False, pace=20)
            assert server.store.sharing
            if server.store.sharing.owns(room):
                return room

    run(played())


@pytest.mark.parametrize("fails", ["due", "read"])
def test_bots_go_on_although_the_database_did_not_answer_at_first(
    url: str, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    monkeypatch.setattr(timing, "AGAIN", 0.1)

    async def played() -> None:
        async with serving(url) as one:
            room = await one.make("pig,target=20", plays=False, pace=20)
            await one.do(room, "add-bot", "ana", version=None, bot="hold-at-20")
            await one.do(room, "add-bot", "ana", version=None, bot="hold-at-25")
            await one.do(room, "start", "ana")
        answer = getattr(Store, fails)
        calls = count()

        def ask(*arguments: Any) -> Any:
            if next(calls) < 2:
                raise StoreError("store-failing")
            return answer(*arguments)

        monkeypatch.setattr(Store, fails, ask)
        async with serving(url) as two:
            here = two.rooms.memory.get
            await until(lambda: (live := here(room)) is not None and live.room.phase == "over")

    run(played())


def test_a_slice_is_the_same_everywhere() -> None:
    """CRC-32 of the id: of "123456789" it is 0xCBF43926, whose last six bits are 38."""
    assert slice_of("123456789") == 0xCBF43926 % 64 == 38


def test_a_server_without_its_database_lets_its_readers_go_elsewhere(
    postgresql: Cluster, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOST", 0.5)
    monkeypatch.setattr(module, "EVERY", 0.1)

    async def played() -> None:
        async with serving(url) as one:
            room = await one.make("pig")
            reader = await one.follow(room, "ana")
            await asyncio.to_thread(postgresql.stop)
            try:
                while await reader.next() is not None:
                    pass
                refused = await one.ask("GET", f"/api/rooms/{room}/events")
                assert (refused.status, refused.code) == (503, "store-failing")
            finally:
                await asyncio.to_thread(postgresql.start)
            assert one.rooms._servers
            servers = one.rooms._servers
            await until(lambda: not servers.is_lost)
            assert (await (await one.follow(room, "ana")).next())["seq"] == 3

    run(played())


# Who is here


def test_who_is_connected_is_known_at_every_server(url: str) -> None:
    async def play(one: Clients, two: Clients) -> None:
        room = await one.make("pig")
        await one.do(room, "join", "ben")
        ana, ben = await one.follow(room, "ana"), await two.follow(room, "ben")
        watching = await two.follow(room)
        for reader in (ana, ben):
            while (await reader.next("presence"))["presence"] != {"p1": "here", "p2": "here"}:
                pass
        now = await one.look(room)
        await until_spectators(one, room, 1)
        assert now["presence"] == {"p1": "here", "p2": "here"}
        await ben.close()
        while (await ana.next("presence"))["presence"]["p2"] != "away":
            pass
        await watching.close()
        await until_spectators(one, room, 0)

    async def until_spectators(server: Clients, room: str, count: int) -> None:
        async with asyncio.timeout(ENOUGH):
            while (await server.look(room))["spectators"] != count:
                await asyncio.sleep(0.01)

    on_two(url, play)


def test_who_was_connected_to_a_server_that_is_gone_is_away(url: str) -> None:
    async def played() -> None:
        async with serving(url) as two:
            room = await two.make("pig")
            reader = await two.follow(room)
            async with serving(url) as one:
                await one.follow(room, "ana")
                while (await reader.next("presence"))["presence"]["p1"] != "here":
                    pass
                assert one.rooms._servers
                one.rooms._servers.close()  # it cannot say goodbye
            while (await reader.next("presence"))["presence"]["p1"] != "away":
                pass

    run(played())


def test_a_server_that_comes_later_knows_who_is_here(url: str) -> None:
    async def played() -> None:
        async with serving(url) as one:
            room = await one.make("pig")
            reader = await one.follow(room, "ana")
            await reader.next()
            async with serving(url) as two:
                async with asyncio.timeout(ENOUGH):
                    while (await two.look(room))["presence"] != {"p1": "here"}:
                        await asyncio.sleep(0.01)

    run(played())

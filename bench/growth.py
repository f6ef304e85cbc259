"""What grows with rooms, seats, spectators and events: `.venv/bin/python bench/growth.py`; Linux.

Rooms are played as people play them, by commands: Pig to 100, again and again. Times are the
processor's, so that a busy machine changes them little, where nothing else is said. Everything
about PostgreSQL is measured on one of its own, which waits for the disk.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial, reduce
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from cluster import Cluster, cluster  # noqa: E402
from load.servers import PostgreSQL, Together  # noqa: E402

from passel.game import HOLD, legal_actions  # noqa: E402
from passel.room import Room, World, act, commands, fold  # noqa: E402
from passel.room.commands import Command  # noqa: E402
from passel.room.events import Event  # noqa: E402
from passel.web import view, wire  # noqa: E402
from passel.web.advice import NamedBots  # noqa: E402
from passel.web.live import Live  # noqa: E402
from passel.web.store import Index, Store  # noqa: E402

BODY = b"x" * 115
"""As long as an event."""

PACE = 10_000
"""Milliseconds before a bot acts, where many wait."""

HOUR = 1_800_000_000_000
"""When all of it happens, in milliseconds since 1970."""


def played(seats: int, most: int, seed: int = 1) -> list[Event]:
    """The events of a room of so many seats, once there are so many of them.

    Pig, or with more than ten seats Skunk, where all have one turn together.
    """
    chance = random.Random(seed)
    world = World(HOUR, chance.randbytes, NamedBots())
    room = Room(f"{chance.getrandbits(128):032x}")
    tokens = [f"{chance.getrandbits(128):032x}" for _ in range(seats)]
    happened: list[Event] = []

    def do(seat: int, make: Callable[..., Command], **fields: Any) -> None:
        nonlocal room
        id = f"{len(happened):08d}"
        done = act(room, make(id=id, **fields), tokens[seat], world)
        room = done.room
        happened.extend(done.events)

    do(0, commands.Create, rules="pig" if seats <= 10 else "skunk", name="Player 1")
    for seat in range(1, seats):
        do(seat, commands.Join, name=f"Player {seat + 1}")
    while len(happened) < most:
        if room.phase == "lobby":
            do(0, commands.Start, version=room.version)
        elif room.phase == "over":
            do(0, commands.Rematch, version=room.version)
        else:
            game = room.game
            assert game
            hold = game.state.turn_total >= 20 and HOLD in legal_actions(game.state)
            make: Any = commands.Hold if hold else commands.Roll
            do(game.undecided[0] - 1, make, version=room.version)
    return happened


def spent(work: Callable[[], object], times: int = 1) -> float:
    """Seconds of the processor for doing something once."""
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def folded(id: str, bodies: Sequence[bytes]) -> Room:
    """A room from what is stored."""
    return reduce(fold, map(wire.STORED.read, bodies), Room(id))


def rooms_in_memory() -> None:
    """Memory of a room, by seats and events."""
    print("a room in memory, folded from what is stored:")
    for seats, events in (2, 20), (2, 100), (2, 500), (2, 2000), (10, 500), (40, 500):
        bodies = [wire.stored(each) for each in played(seats, events)]
        gc.collect()
        tracemalloc.start()
        kept = [Live(folded(f"{each:032x}", bodies), HOUR) for each in range(20)]
        gc.collect()
        size = tracemalloc.get_traced_memory()[0] / len(kept)
        tracemalloc.stop()
        print(f"  {seats:2} seats {len(bodies):5} events {size / 1000:7.1f} kB")


def events_folded() -> None:
    """The time to fold events, and what they are on the wire and in the store."""
    print("folding what is stored, and its size:")
    for seats, events in (2, 100), (2, 1000), (2, 10_000), (10, 1000), (40, 1000):
        bodies = [wire.stored(each) for each in played(seats, events)]
        took = spent(partial(folded, "x" * 32, bodies), max(1, 2000 // events))
        size = sum(map(len, bodies)) / len(bodies)
        print(
            f"  {seats:2} seats {events:6} events {1000 * took:8.2f} ms,"
            f" {1e6 * took / len(bodies):5.1f} us and {size:.0f} bytes each"
        )


def messages() -> None:
    """What a message costs, by seats; it is made once for all readers."""
    print("a message of the stream:")
    for seats in 2, 10, 40:
        events = played(seats, 300)
        live = Live(reduce(fold, events, Room("x" * 32)), HOUR)
        took = spent(partial(message, live, events[-1:]), 2000)
        size = len(message(live, events[-1:]))
        print(f"  {seats:2} seats {1e6 * took:6.0f} us {size:6} bytes")


def message(live: Live, happened: Sequence[Event]) -> bytes:
    """What readers are told of what has just happened."""
    assert live.room.game
    log = view.log(live.room, len(live.room.game.words) - 1)
    return wire.told("room", live.news(happened, log, HOUR), live.room.seq)


def commands_carried_out() -> None:
    """What a command costs in the room itself, without store, network and readers."""
    print("a command, carried out and folded:")
    for seats in 2, 10, 40:
        took = spent(partial(played, seats, 2000))
        print(f"  {seats:2} seats {1e6 * took / 2000:6.0f} us an event")


async def stored(store: Store, rooms: int, each: Sequence[bytes], portion: int = 20) -> None:
    """Store rooms, each with the same events, so many rooms at a time."""
    index = Index(None, HOUR, HOUR)
    for start in range(0, rooms, portion):
        some = range(start, min(start + portion, rooms))
        await asyncio.gather(*(store.append(f"{n:032x}", 1, each, index) for n in some))


def size_stored(there: Cluster) -> str:
    """What rooms take in PostgreSQL; the database with them."""
    bodies = [wire.stored(each) for each in played(2, 50)]
    name = there.create()
    store = Store(there.url(name))
    rooms = 4000
    with there.connect(name) as one:
        log = "SELECT pg_current_wal_insert_lsn() - '0/0'"
        before = one.execute(log).fetchone()
        asyncio.run(stored(store, rooms, bodies))
        after = one.execute(log).fetchone()
        store.close()
        assert before
        assert after
        written = (after[0] - before[0]) / rooms / len(bodies)
        one.execute("VACUUM ANALYZE")
        print(f"PostgreSQL, {rooms} rooms of {len(bodies)} events:")
        for table, count in ("rooms", rooms), ("events", rooms * len(bodies)):
            row = one.execute(
                "SELECT pg_table_size(%s::regclass), pg_indexes_size(%s::regclass)", (table, table)
            ).fetchone()
            assert row
            heap, indexes = row
            print(
                f"  {table:7}{heap / count:6.0f} bytes a row and {indexes / count:4.0f} of indexes:"
                f" {(heap + indexes) / count / 1000:.3f} GB for a million"
            )
        print(
            f"  its log (WAL) {written:.0f} bytes an event, full pages after checkpoints included"
        )
    return name


def taken_up(there: Cluster, name: str) -> None:
    """The time to take up rooms from PostgreSQL, and to look for news of many."""
    store = Store(there.url(name))
    ids = [f"{n:032x}" for n in range(4000)]
    start = time.perf_counter()
    took = spent(lambda: [folded(id, store.read(id)) for id in ids[:500]])
    waited = time.perf_counter() - start
    print(
        f"taking up a room of 50 events from PostgreSQL: {1000 * took / 500:.2f} ms of the server's"
        f" processor, {1000 * waited / 500:.2f} ms in all"
    )
    for count in 100, 1000, 4000:
        known = dict.fromkeys(ids[:count], 50)
        store.news(known)
        took = spent(partial(store.news, known), 5)
        print(f"looking for news of {count} rooms: {1000 * took:.1f} ms of the server's processor")
    store.close()


async def bots_waiting(store: Store, rooms: int) -> int:
    """Make rooms in which it is a bot's turn; the number of each one's last event."""
    now = time.time_ns() // 1_000_000 - PACE
    world = World(now, random.Random(1).randbytes, NamedBots())
    last = 0
    for number in range(rooms):
        room, happened = Room(f"b{number:031x}"), list[Event]()
        for command in (
            commands.Create(id="make-it-1", rules="pig", plays=False, pace=PACE),
            commands.AddBot(id="add-one-1", bot="hold-at-20"),
            commands.AddBot(id="add-one-2", bot="hold-at-20"),
            commands.Start(id="begin-it-1"),
        ):
            done = act(
                room,
                replace(command, version=room.version),
                random.Random(number).randbytes(16).hex(),
                world,
            )
            room = done.room
            happened.extend(done.events)
        last = room.seq
        index = Index(None, now + PACE, now)
        await store.append(room.id, 1, [wire.stored(each) for each in happened], index)
    return last


def taken_over(there: Cluster, rooms: int = 1000) -> None:
    """The time until one server has gone on with rooms that wait for their bots."""
    name = there.create()
    store = Store(there.url(name))
    last = asyncio.run(bots_waiting(store, rooms))
    store.close()
    start = time.perf_counter()
    servers = Together(there.url(name))
    begun = time.perf_counter()
    with there.connect(name) as one:
        while True:
            query = "SELECT count(*) FROM rooms WHERE last > %s"
            row = one.execute(query, (last,)).fetchone()
            if row and row[0] == rooms:
                break
            time.sleep(0.1)
    used, end = servers.seconds(), time.perf_counter()
    print(
        f"{rooms} rooms whose bots are due are taken over by one server in {end - begun:.1f} s"
        f" (its start took {begun - start:.1f} s before); {used:.1f} s of its processor with both"
    )
    servers.stop()


def commits(
    there: Cluster, listeners: int, notifying: bool, count: int = 2000
) -> tuple[float, float]:
    """Commits of one event each: seconds, and those of PostgreSQL's processor."""
    name = there.create()
    database = PostgreSQL(there.folder / "data")
    hearing = [there.connect(name) for _ in range(listeners)]
    for each in hearing:
        each.execute("LISTEN news")
    with there.connect(name) as one:
        one.execute("CREATE TABLE events (room text, seq bigint, body bytea)")
        used, start = database.seconds(), time.perf_counter()
        for number in range(count):
            with one.transaction():
                one.execute("INSERT INTO events VALUES ('x', %s, %s)", (number, BODY))
                if notifying:
                    one.execute("SELECT pg_notify('news', %s)", (f"{'x' * 32}:{number}",))
        took = time.perf_counter() - start
        for each in hearing:
            list(each.notifies(timeout=0.2, stop_after=count))
            each.close()
        used = database.seconds() - used
    return took / count, used / count


def notices(there: Cluster) -> None:
    """What NOTIFY costs, by the number of servers that listen."""
    print("a commit of one event in PostgreSQL, by who listens:")
    for listeners, notifying in (0, False), (0, True), (1, True), (2, True), (8, True), (32, True):
        took, used = commits(there, listeners, notifying)
        how = f"notice to {listeners:2}" if notifying else "no notice   "
        print(f"  {how}  {1e6 * took:6.0f} us, {1e6 * used:5.0f} us of PostgreSQL's processor")


def writers(there: Cluster) -> None:
    """How commits of several servers get in each other's way, with a notice and without."""
    print("commits a second in PostgreSQL, of so many who write at once:")
    for count in 1, 4, 16:
        rates = [together(there, count, notifying) for notifying in (False, True)]
        print(f"  {count:2}  {rates[0]:6.0f} without a notice, {rates[1]:6.0f} with one")


def together(there: Cluster, count: int, notifying: bool, seconds: float = 3.0) -> float:
    """Commits a second of so many connections, each of one event."""
    name = there.create()
    with there.connect(name) as one:
        one.execute("CREATE TABLE events (room text, seq bigint, body bytea)")
    end = time.perf_counter() + seconds

    def write(number: int) -> int:
        done = 0
        with there.connect(name) as mine:
            while time.perf_counter() < end:
                with mine.transaction():
                    mine.execute("INSERT INTO events VALUES (%s, %s, %s)", (number, done, BODY))
                    if notifying:
                        mine.execute("SELECT pg_notify('news', %s)", (f"{number}:{done}",))
                done += 1
        return done

    with ThreadPoolExecutor(count) as threads:
        return sum(threads.map(write, range(count))) / seconds


def main() -> None:
    rooms_in_memory()
    events_folded()
    messages()
    commands_carried_out()
    with cluster(durable=True) as there:
        taken_up(there, size_stored(there))
        taken_over(there)
        notices(there)
        writers(there)


if __name__ == "__main__":
    main()

"""Several servers on one PostgreSQL, struck by faults at random moments of play.

Servers are killed, paused, cut off from their clients or their database so that packets vanish,
and killed in the dark, as when a machine loses its power; the database's connections are ended, and
the database itself. Meanwhile people, bots and clocks play in rooms; clients and followers go to
any server. In the end the ledgers are compared with the store and with the servers' memory. Rooms
in which something is due must have gone on within `MOST` of a time in which some server could see
to it, and no part of the rooms may have two owners.

`python tests/web/chaos.py 100 3`, with tests/ on the path: so many faults, so many servers.
"""

from __future__ import annotations

import contextlib
import random
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import psycopg
from ledgers import Ledger
from network import SIDES, Network, Side
from players import ENOUGH, Manner, Players, Server

from passel.web.sharing import SLICES
from passel.web.tables import MARK

if TYPE_CHECKING:
    from cluster import Cluster

MOST = 10.0
"""Seconds that a room in which something is due may wait for an owner."""

PARTS = MARK + 3
"""The class of the locks whose holders own the rooms."""

LOOK = 0.2
"""Seconds between two looks into the database."""

_USUAL = Manner(patience=3.0, wanders=0.05, pause=0.05)
MANNERS = (
    _USUAL,
    replace(_USUAL, people=0, bots=2, pace=200),
    replace(_USUAL, people=1, bots=1, pace=300),
    replace(_USUAL, clock=5, dawdles=0.3),
    replace(_USUAL, people=1, bots=2, pace=100, clock=5, dawdles=0.2),
    replace(_USUAL, people=0, bots=3, pace=1000),
)
"""People alone, bots alone, both, and each with clocks."""

NEWCOMERS, NEWCOMER = 5, replace(_USUAL, people=0, bots=2, pace=500)
"""So many faults come between two new rooms, and what these are like."""


class Able:
    """When some server could see to the rooms: it ran, and the database was there and in reach."""

    def __init__(self, servers: int) -> None:
        self._off: Counter[int | None] = Counter()
        self._servers = servers
        self._marks = [(0.0, False)]

    def off(self, which: int | None) -> None:
        """A server, or (None) the database, has one more reason not to be there."""
        self._off[which] += 1
        self._mark()

    def on(self, which: int | None) -> None:
        """It has one reason less."""
        self._off[which] -= 1
        self._mark()

    def sound(self, which: int) -> bool:
        """Whether a server has no reason not to be there."""
        return not self._off[which]

    def _mark(self) -> None:
        some = any(map(self.sound, range(self._servers)))
        self._marks.append((time.time(), some and not self._off[None]))

    def seconds(self, since: float, until: float) -> float:
        """How much of a time some server could see to the rooms; seconds since 1970."""
        marks = [*self._marks, (float("inf"), False)]
        return sum(
            max(0.0, min(until, end) - max(since, begin))
            for (begin, some), (end, _) in pairwise(marks)
            if some
        )


@dataclass
class Fault:
    """Something that is wrong now.

    Args:
        until: When it ends.
        end: Ends it.
        server: Of which server; None: of the database.
    """

    until: float
    end: Callable[[], object]
    server: int | None


class Trouble:
    """Everything that can go wrong, one thing after the other, with some at a time.

    Args:
        servers: All of them.
        cluster: Their database's.
        network: Where it can be cut.
        spell: Seconds that a fault lasts at the most.
        seed: Of what happens, when and how long.
    """

    def __init__(
        self,
        servers: list[Server],
        cluster: Cluster,
        network: Network | None,
        spell: float,
        seed: int,
    ) -> None:
        self.able = Able(len(servers))
        self.counted: Counter[str] = Counter()
        self._servers = servers
        self._cluster = cluster
        self._spell = spell
        self._random = random.Random(seed)
        self._now: list[Fault] = []
        self._kinds: list[tuple[str, Callable[[], Fault | None]]] = [
            ("killed", self._kill),
            ("paused", self._pause),
            ("disconnected by the database", self._disconnect),
            ("database ended", self._end_database),
        ]
        if network:
            self._kinds += [
                ("cut off", lambda: self._cut(network, SIDES)),
                ("cut off from the database", lambda: self._cut(network, ("database",))),
                ("cut off from the clients", lambda: self._cut(network, ("clients",))),
                ("lost its power", lambda: self._lose_power(network)),
            ]

    def strike(self) -> None:
        """Let one thing happen; of several servers one stays sound, until the next fault."""
        name, kind = self._random.choice(self._kinds)
        while (fault := kind()) is None:
            self.heal()
            time.sleep(0.02)
        self.counted[name] += 1
        self._now.append(fault)
        if self._random.random() < 0.3:  # now and then all is well for a while
            while self._now:
                self.heal()
                time.sleep(0.02)
            time.sleep(self._random.uniform(0, 3))

    def heal(self, everything: bool = False) -> None:
        """End what has lasted long enough."""
        now = time.monotonic()
        over = [fault for fault in self._now if everything or fault.until <= now]
        self._now = [fault for fault in self._now if fault not in over]
        for fault in over:
            fault.end()

    def _victim(self) -> int | None:
        """A server that is sound, and not the last one; where there is one alone, that one."""
        sound = [each for each in range(len(self._servers)) if self.able.sound(each)]
        if len(sound) < min(2, len(self._servers)):
            return None
        return self._random.choice(sound)

    def _lasting(self, share: float, server: int, end: Callable[[], object]) -> Fault:
        """A fault of a server for a while, with a share of the longest at most."""

        def over() -> None:
            end()
            self.able.on(server)

        self.able.off(server)
        return Fault(time.monotonic() + self._random.uniform(0, share * self._spell), over, server)

    def _kill(self) -> Fault | None:
        victim = self._victim()
        if victim is None:
            return None
        self._servers[victim].kill()
        return self._lasting(0.25, victim, lambda: start(self._servers[victim]))

    def _pause(self) -> Fault | None:
        victim = self._victim()
        if victim is None:
            return None
        server = self._servers[victim]
        server.send(signal.SIGSTOP)
        return self._lasting(1, victim, lambda: server.send(signal.SIGCONT))

    def _cut(self, network: Network, sides: tuple[Side, ...]) -> Fault | None:
        victim = self._victim()
        if victim is None:
            return None
        for side in sides:
            network.cut(victim, side)

        def mend() -> None:
            for side in sides:
                network.mend(victim, side)

        return self._lasting(1, victim, mend)

    def _lose_power(self, network: Network) -> Fault | None:
        fault = self._cut(network, SIDES)
        if fault is None or fault.server is None:
            return None
        server, mend = self._servers[fault.server], fault.end
        server.kill()
        self.able.off(fault.server)

        def again() -> None:
            mend()
            start(server)
            self.able.on(fault.server)

        return Fault(fault.until, again, fault.server)

    def _disconnect(self) -> Fault | None:
        """One of the servers' connections, or all of them."""
        some = self._random.choice(["LIMIT 1", ""])
        with self._cluster.connect() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity"
                f" WHERE application_name = 'passel' ORDER BY random() {some}) AS ended"
            )
        return Fault(0, lambda: None, None)

    def _end_database(self) -> Fault:
        self.able.off(None)
        self._cluster.stop(self._random.choice([signal.SIGINT, signal.SIGQUIT]))
        time.sleep(self._random.uniform(0, 2))
        self._cluster.start()
        self.able.on(None)
        return Fault(0, lambda: None, None)


def start(server: Server) -> None:
    """Start a server, again where it meets a database that it cannot reach yet."""
    deadline = time.monotonic() + ENOUGH
    while True:
        try:
            server.start()
        except AssertionError:
            if time.monotonic() > deadline:
                raise
        else:
            return


@dataclass
class Seen:
    """What was seen in the database.

    Args:
        looks: How often somebody looked.
        overdue: The longest that each room had something due, in seconds in which a server could
            have seen to it.
        unowned: The longest that each part of the rooms had no owner, likewise.
        owners: How many owners all parts together ever had.
        faults: What should not have been.
    """

    looks: int = 0
    overdue: dict[str, float] = field(default_factory=dict)
    unowned: dict[int, float] = field(default_factory=dict)
    owners: set[int] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


class Observer(threading.Thread):
    """Somebody who looks into the database all the time.

    Args:
        cluster: PostgreSQL.
        database: The rooms' one.
        able: When a server could see to the rooms.
    """

    def __init__(self, cluster: Cluster, database: str, able: Able) -> None:
        super().__init__(daemon=True)
        self.seen = Seen()
        self._cluster = cluster
        self._database = database
        self._able = able
        self._halt = threading.Event()
        self._owned = dict.fromkeys(range(SLICES), time.time())
        """When each part was last seen to have an owner."""

    def run(self) -> None:
        """Look."""
        while not self._halt.is_set():
            with contextlib.suppress(psycopg.Error), self._cluster.connect(self._database) as one:
                while not self._halt.wait(LOOK):
                    self._look(one)
            self._halt.wait(LOOK)

    def stop(self) -> Seen:
        """Look no more; what was seen."""
        self._halt.set()
        self.join(ENOUGH)
        return self.seen

    def _look(self, connection: psycopg.Connection[Any]) -> None:
        now = time.time()
        waiting = connection.execute(
            "SELECT room, wake FROM rooms WHERE wake < %s", (1000 * now,)
        ).fetchall()
        holders = connection.execute(LOCKS, (PARTS,)).fetchall()
        self.seen.looks += 1
        for room, wake in waiting:
            late = self._able.seconds(wake / 1000, now)
            self.seen.overdue[room] = max(late, self.seen.overdue.get(room, 0))
        owners: dict[int, set[int]] = {}
        for part, process in holders:
            owners.setdefault(part, set()).add(process)
        for part, found in owners.items():
            if len(found) > 1:
                self.seen.faults.append(f"{part} has the owners {found} at once")
            self.seen.owners |= found
        for part in self._owned:
            if part in owners:
                self._owned[part] = now
            else:
                late = self._able.seconds(self._owned[part], now)
                self.seen.unowned[part] = max(late, self.seen.unowned.get(part, 0))


LOCKS = """
SELECT objid::bigint, pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s
"""


def chaos(
    folder: Path,
    faults: int,
    servers: int,
    seed: int,
    cluster: Cluster,
    network: Network | None = None,
    spell: float = 12,
    say: TextIO | None = None,
) -> str:
    """Let so much go wrong, and compare.

    Args:
        folder: An empty one.
        faults: How often.
        servers: How many there are.
        seed: Of what happens when, and of choices.
        cluster: PostgreSQL, which listens in the network too where there is one.
        network: Where servers can be cut off.
        spell: Seconds that a fault lasts at the most.
        say: Where to count.

    Returns:
        What was counted and measured.

    Raises:
        AssertionError: What is wrong.
    """
    database = cluster.create()
    if network:
        url = cluster.url_by_network(database, address=network.database)
        places = [(network.clients(each), network.inside(each)) for each in range(servers)]
        made = [Server(folder, url, host, inside) for host, inside in places]
    else:
        made = [Server(folder, cluster.url(database)) for _ in range(servers)]
    trouble = Trouble(made, cluster, network, spell, seed)
    observer = Observer(cluster, database, trouble.able)
    players = Players(made, MANNERS, seed)
    moments = random.Random(seed)
    begun = time.monotonic()
    with _ended(made):
        for server in made:
            server.start()
        players.start()
        players.play_on(3)
        trouble.able.off(None)
        trouble.able.on(None)
        observer.start()
        for fault in range(faults):
            trouble.strike()
            if fault % NEWCOMERS == 0:
                players.come(NEWCOMER)
            players.play_on(1, trouble.heal)
            time.sleep(moments.uniform(0, 0.3))
            if say:
                say.write(f"\r{fault + 1} faults")
                say.flush()
        trouble.heal(everything=True)
        players.play_on(3)
        seen = observer.stop()
        players.stop()
        wrong = players.compare()
    took = time.monotonic() - begun
    limits = {ledger.room: MOST + ledger.clock for ledger in players.ledgers}
    wrong += seen.faults
    wrong += [
        f"{room} waited {late:.1f} s" for room, late in seen.overdue.items() if late > limits[room]
    ]
    wrong += [
        f"part {part} had no owner for {late:.1f} s"
        for part, late in seen.unowned.items()
        if late > MOST
    ]
    said = "\n".join(
        [
            f"{servers} servers, {faults} faults in {took:.0f} s:",
            *(f"  {often} times {name}" for name, often in sorted(trouble.counted.items())),
            players.summary(),
            *_figures(players.ledgers, seen, trouble.able),
        ]
    )
    assert not wrong, "\n".join([*wrong[:20], said])
    return said


@contextlib.contextmanager
def _ended(servers: list[Server]) -> Iterator[None]:
    """No server outlives the block."""
    try:
        yield
    finally:
        for server in servers:
            server.kill()


def _figures(ledgers: list[Ledger], seen: Seen, able: Able) -> Iterator[str]:
    refused = sum(len(ledger.refused) for ledger in ledgers)
    moved = sum(ledger.moved for ledger in ledgers)
    yield f"{refused} commands too late, {moved} times another server asked"
    for cause in "bot", "clock":
        late = sorted(
            able.seconds(due / 1000, at / 1000)
            for ledger in ledgers
            for each, due, at in ledger.due
            if each == cause
        )
        if late:
            half, most = late[len(late) // 2], late[int(0.99 * len(late))]
            yield (
                f"{len(late)} times a {cause}: {1000 * half:.0f} ms after it was due in the"
                f" median, {most:.1f} s in 99 of 100, {late[-1]:.1f} s at most"
            )
    overdue = max(seen.overdue.values(), default=0)
    yield f"{seen.looks} looks: at most {overdue:.1f} s overdue"
    unowned = max(seen.unowned.values(), default=0)
    yield f"{len(seen.owners)} owners, at most {unowned:.1f} s without one"


if __name__ == "__main__":
    import tempfile

    from cluster import cluster  # in the folder above
    from network import network

    numbers = [int(each) for each in sys.argv[1:]]
    asked, size, seed = (*numbers, *(100, 3, int(time.time()))[len(numbers) :])
    spell = 12.0 if asked > 10 else 2.0
    with tempfile.TemporaryDirectory() as temporary, network(size) as cables:
        if cables is None:
            sys.stderr.write("no network namespaces here: nothing is cut off\n")
        address = cables.database if cables else None
        with cluster(durable=True, address=address) as there:
            summary = chaos(Path(temporary), asked, size, seed, there, cables, spell, sys.stderr)
            sys.stdout.write(f"\n{summary}\nnone lost, none doubled, none changed\n")

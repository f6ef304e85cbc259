"""One server that is killed again and again while clients play; nothing they were told is lost.

Each client has a room of its own and both of its players, and a follower. In the end the ledgers
are compared with the store and with the server's own memory.
"""

from __future__ import annotations

import contextlib
import random
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from players import Manner, Players, Server

if TYPE_CHECKING:
    from cluster import Cluster


def crash(
    folder: Path,
    kills: int,
    clients: int,
    seed: int,
    say: TextIO | None = None,
    cluster: Cluster | None = None,
) -> str:
    """Kill the server at random moments of play, and compare.

    Args:
        folder: An empty one.
        kills: How often.
        clients: How many rooms are played in.
        seed: Of moments and choices.
        say: Where to count.
        cluster: PostgreSQL, where the rooms are kept in it: every second time it is killed in the
            place of the server.

    Returns:
        What was counted.

    Raises:
        AssertionError: What is wrong.
    """
    moments = random.Random(seed)
    server = Server(folder, cluster.url(cluster.create()) if cluster else None)
    players = Players([server], [Manner()] * clients, seed)
    server.start()
    players.start()
    for kill in range(kills):
        players.play_on(3)
        time.sleep(moments.uniform(0, 0.2))
        if cluster and kill % 2:
            cluster.stop(signal.SIGQUIT)
            cluster.start()
        else:
            server.kill()
            server.start()
        if say:
            say.write(f"\rkilled {kill + 1} times")
            say.flush()
    players.stop()
    wrong = players.compare()
    assert not wrong, "\n".join(wrong[:20])
    return f"{kills} kills, {players.summary()}"


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as made, contextlib.ExitStack() as last:
        asked = int(sys.argv[1]) if len(sys.argv) > 1 else 100
        there = None
        if "postgresql" in sys.argv:
            from cluster import cluster  # in the folder above

            there = last.enter_context(cluster(durable=True))
        summary = crash(Path(made), asked, 4, int(time.time()), sys.stderr, there)
        sys.stdout.write(f"\n{summary}: none lost, none doubled, none changed\n")

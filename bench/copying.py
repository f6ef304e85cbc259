"""What copying rooms to PostgreSQL takes: `PYTHONPATH=tests .venv/bin/python bench/copying.py`.

It makes a file with a million events of 150 bytes in 20,000 rooms, starts a PostgreSQL of its own
that waits for the disk, and runs `passel rooms copy` there and back.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import sqlalchemy as sql
from cluster import cluster

from passel.web.database import opened, url
from passel.web.tables import EVENTS, ROOMS, checksum

ROOMS_OF = 50
"""Events of a room."""

LENGTH = 150
"""Bytes of an event."""

PASSEL = "import sys; from passel.cli import main; main(sys.argv[1:])"


def fill(path: Path, events: int) -> None:
    """Make a file with so many events."""
    made = opened(url(path))
    chance = random.Random(1)
    with made.writer.begin():
        for number in range(events // ROOMS_OF):
            room = f"{chance.getrandbits(128):032x}"
            row = {"room": room, "last": ROOMS_OF, "code": None, "wake": None, "touched": number}
            made.writer.execute(sql.insert(ROOMS), row)
            bodies = [chance.randbytes(LENGTH) for _ in range(ROOMS_OF)]
            rows = [
                {"room": room, "seq": seq, "body": body, "checksum": checksum(room, seq, body)}
                for seq, body in enumerate(bodies, 1)
            ]
            made.writer.execute(sql.insert(EVENTS), rows)
    made.close()


def copied(source: str, target: str) -> None:
    """Run the command, and say what it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    command = [sys.executable, "-c", PASSEL, "rooms", "copy", "--database", source, target]
    subprocess.run([*command, "--lang", "en"], check=True)
    took = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    most = after.ru_maxrss / 1024
    print(f"{took:.1f} s, {own:.1f} s of them the command's own; at most {most:.0f} MB", flush=True)


def main() -> None:
    """Fill, copy there, copy back."""
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder, cluster(durable=True) as server:
        path = Path(folder) / "rooms.db"
        fill(path, events)
        print(f"{events} events in a file of {path.stat().st_size / 1e6:.0f} MB", flush=True)
        place = server.url(server.create())
        copied(str(path), place)
        copied(place, str(Path(folder) / "back.db"))


if __name__ == "__main__":
    main()

"""Fills a disk of 300 kB with rooms: run by test_store.py where it may mount one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from passel.web.database import StoreError
from passel.web.store import Index, Store


async def fill(store: Store) -> tuple[list[str], str]:
    """The rooms that were acknowledged, and the first fault."""
    acknowledged: list[str] = []
    for each in range(1000):
        room = f"room {each}"
        try:
            await store.append(room, 1, [room.encode() * 200], Index(None, None, each))
        except StoreError as error:
            return acknowledged, error.code
        acknowledged.append(room)
    return acknowledged, "none"


def main() -> None:
    """Mount, fill, and look at what is there."""
    disk = Path(sys.argv[1]) / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "none", disk], check=True)
    url = f"sqlite:///{disk / 'rooms.db'}"
    store = Store(url)
    acknowledged, fault = asyncio.run(fill(store))
    for each in range(3):  # and again: a full disk stays one
        again, _ = asyncio.run(fill_one(store, f"more {each}"))
        acknowledged += again
    assert {each.room for each in store.rooms()} == set(acknowledged)
    store.close()
    store = Store(url)  # as after a crash
    for room in acknowledged:
        assert store.read(room) == [room.encode() * (200 if room.startswith("room") else 1)]
    assert {each.room for each in store.rooms()} == set(acknowledged)
    sys.stdout.write(f"acknowledged {len(acknowledged)} rooms, then {fault}\n")


async def fill_one(store: Store, room: str) -> tuple[list[str], str]:
    """One small room more, if it goes in."""
    try:
        await store.append(room, 1, [room.encode()], Index(None, None, 0))
    except StoreError as error:
        return [], error.code
    return [room], ""


main()

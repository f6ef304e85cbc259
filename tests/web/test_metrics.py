"""Numbers for Prometheus: true, off unless asked for, and about nobody."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from cluster import Cluster
from hosts import Server
from prometheus_client.parser import text_string_to_metric_families

ENOUGH = 60
"""Seconds that a slow machine may take."""

TOKEN = "Zq7Xw3Lm5Rv1Bn8Hs2Dc6Gf4Tk9"


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server("--no-open", "--port", "0", "--metrics")
    yield made
    made.kill()


def read(address: str) -> str:
    with urllib.request.urlopen(f"{address}metrics", timeout=60) as answer:
        assert answer.headers["cache-control"] == "no-store"
        return str(answer.read().decode())


def numbers(said: str) -> dict[str, float]:
    """By the samples' names; labels are in them."""
    return {
        sample.name + "".join(f"{{{value}}}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(said)
        for sample in family.samples
    }


def make(address: str, id: str = "make-0001") -> str:
    """Make a room; answers its id."""
    body = json.dumps({"id": id, "rules": "pig", "name": "Ana"}).encode()
    head = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    asked = urllib.request.Request(f"{address}api/rooms", body, head)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return str(json.load(answer)["room"])


def test_the_numbers_are_those_of_what_happened(server: Server) -> None:
    before = numbers(read(server.address))
    assert before["passel_rooms"] == before["passel_streams"] == before["passel_events_total"] == 0
    room = make(server.address)
    stream = urllib.request.urlopen(f"{server.address}api/rooms/{room}/events", timeout=60)
    with stream:
        assert stream.readline()
        after = numbers(read(server.address))
    with urllib.request.urlopen(f"{server.address}api/rooms/{room}", timeout=60) as answer:
        stored = json.load(answer)["seq"]
    assert after["passel_rooms"] == after["passel_streams"] == 1
    assert after["passel_events_total"] == stored
    assert after["passel_commit_seconds_count"] == 1
    assert after["passel_commit_seconds_sum"] > 0
    assert after["process_resident_memory_bytes"] > 0


def test_no_room_name_or_secret_is_in_them(server: Server) -> None:
    room = make(server.address)
    said = read(server.address)
    assert [each for each in (room, TOKEN, "Ana", "127.0.0.1") if each in said] == []


def test_there_are_none_where_nobody_asked() -> None:
    server = Server("--no-open", "--port", "0")
    try:
        with pytest.raises(urllib.error.HTTPError) as met:
            read(server.address)
        with met.value:
            assert met.value.code == 404
    finally:
        server.kill()


def test_a_missing_library_is_said_with_what_installs_it() -> None:
    script = (
        "import sys; sys.modules['prometheus_client'] = None; from passel.cli import main;"
        "main(['serve', '--no-open', '--port=0', '--no-rooms', '--metrics', '--lang=en'])"
    )
    called = [sys.executable, "-c", script]
    ran = subprocess.run(called, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert "pipx install --force '.[metrics]'" in ran.stderr


@pytest.fixture
def workers(postgresql: Cluster) -> Iterator[Server]:
    """A server of three processes."""
    name = postgresql.create()
    where = ("--database", postgresql.url(name))
    made = Server("--no-open", "--port", "0", "--metrics", "--workers", "3", *where)
    yield made
    made.kill()
    postgresql.drop(name)


def settled(address: str, wanted: dict[str, float]) -> dict[str, float]:
    """The numbers when those that are wanted have been written down."""
    deadline = time.monotonic() + ENOUGH
    while True:
        met = numbers(read(address))
        if wanted.items() <= met.items():
            return met
        assert time.monotonic() < deadline, met
        time.sleep(0.1)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGHUP")
def test_whichever_of_several_is_asked_tells_the_numbers_of_all(workers: Server) -> None:
    rooms = [make(workers.address, f"make-000{each}") for each in range(9)]
    wanted = {"passel_events_total": 27.0, "passel_commit_seconds_count": 9.0, "passel_streams": 2}
    address = f"{workers.address}api/rooms/{rooms[0]}/events"
    with urllib.request.urlopen(address, timeout=60), urllib.request.urlopen(address, timeout=60):
        met = settled(workers.address, wanted)
    pids = {each for each in met if each.startswith("process_resident_memory_bytes{")}
    assert len(pids) == 3
    workers.process.send_signal(signal.SIGHUP)
    assert workers.process.stdout
    assert "3 processes were replaced" in workers.process.stdout.readline()
    after = settled(workers.address, {**wanted, "passel_streams": 0})
    assert pids & after.keys() == set()
    said = read(workers.address)
    assert [each for each in (*rooms, TOKEN, "Ana", "127.0.0.1") if each in said] == []

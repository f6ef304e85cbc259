"""Numbers for Prometheus: true, off unless asked for, and about nobody."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from hosts import Server
from prometheus_client.parser import text_string_to_metric_families

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


def make(address: str) -> str:
    """Make a room; answers its id."""
    body = json.dumps({"id": "make-0001", "rules": "pig", "name": "Ana"}).encode()
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

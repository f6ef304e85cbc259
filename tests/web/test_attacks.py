"""What an attacker can do to a real server over real sockets: nothing that others would notice."""

from __future__ import annotations

import http.client
import json
import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hosts import Server

from passel.web.hub import Places
from passel.web.limits import BODY, BRACKETS

ENOUGH = 60
"""Seconds that a slow machine may take."""

JSON = {"Content-Type": "application/json"}

pytestmark = pytest.mark.skipif(
    sys.platform != "linux",
    reason="attackers have addresses of 127/8, which Linux alone listens to",
)


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    json: Any


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    running = Server("--no-open", "--host", "127.0.0.1", "--port", "0")
    yield running
    running.kill()


@pytest.fixture
def port(server: Server) -> Iterator[int]:
    """The server's port; after each attack somebody else can still make a room and watch it."""
    port = int(server.address.rstrip("/").rpartition(":")[2])
    yield port
    others = "127.9.9.9"
    made = ask(port, "POST", "/api/rooms", room(1), token="a" * 8 + "b1c2d3e4f5" * 2, source=others)
    assert made.status == 201
    assert ask(port, "GET", f"/api/rooms/{made.json['room']}", source=others).status == 200


def ask(
    port: int,
    method: str,
    path: str,
    body: bytes | None = None,
    token: str = "",
    source: str = "127.0.0.1",
    headers: dict[str, str] = JSON,
) -> Answer:
    """One request from an address, on a connection of its own."""
    line = http.client.HTTPConnection("127.0.0.1", port, ENOUGH, source_address=(source, 0))
    more = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        line.request(method, path, body, {**headers, **more})
        answer = line.getresponse()
        read = answer.read()
    finally:
        line.close()
    found = {name.lower(): value for name, value in answer.getheaders()}
    return Answer(answer.status, found, json.loads(read) if read else None)


def room(number: int, **fields: Any) -> bytes:
    """What makes a room."""
    return json.dumps({"id": f"room-{number:06d}", "rules": "pig", **fields}).encode()


def memory(server: Server) -> int:
    """Resident bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return 1024 * int(found[1])


def pushed(port: int, head: str, piece: bytes, count: int) -> bytes:
    """Send as much as is taken; what was answered."""
    with socket.create_connection(("127.0.0.1", port), ENOUGH) as line:
        try:
            line.sendall(head.encode())
            for _ in range(count):
                line.sendall(piece)
        except ConnectionError:
            pass  # it was cut off, as it should be
        try:
            return line.recv(65536)
        except ConnectionError:
            return b""


def test_a_body_of_100_mb_is_refused_and_not_kept(server: Server, port: int) -> None:
    before = memory(server)
    head = "POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    mega = bytes(1_000_000)
    said = pushed(port, f"{head}Content-Length: 100000000\r\n\r\n", mega, 100)
    assert b" 413 " in said or not said
    chunk = b"%x\r\n%b\r\n" % (len(mega), mega)
    said = pushed(port, f"{head}Transfer-Encoding: chunked\r\n\r\n", chunk, 100)
    assert b" 413 " in said or not said
    assert memory(server) < before + 20_000_000
    large = ask(port, "POST", "/api/rooms", b"[" + bytes(BODY))
    assert (large.status, large.json["error"]["code"]) == (413, "body-too-large")


@pytest.mark.parametrize(
    "body",
    [
        b"[" * BRACKETS,
        b"[" * (BODY - 1),
        b'{"id":' * BRACKETS,
        b'{"id":' * 2000,
        b"\xff\xfe",
        b"",
        b"null",
        b"1e999",
        b'{"id": "\\ud800", "rules": "pig"}',
        b'{"id": "room-000001", "id": "room-000002", "rules": ["pig"]}',
    ],
    ids=range(10),
)
def test_a_body_that_is_no_request_is_refused(port: int, body: bytes) -> None:
    answer = ask(port, "POST", "/api/rooms", body, token="0123456789abcdefghijkl")
    assert answer.status in (400, 413)
    assert answer.json["error"]["message"]


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /api/rooms/\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET http://other.example/api HTTP/1.1\r\n\r\n",
        b"POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345",
        b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"G" * 10_000,
    ],
    ids=range(8),
)
def test_what_is_no_http_ends_its_own_connection_and_nothing_else(port: int, sent: bytes) -> None:
    assert b" 500 " not in pushed(port, sent.decode("latin-1"), b"\r\n\r\n", 1)
    with socket.create_connection(("127.0.0.1", port), ENOUGH) as line:
        line.sendall(sent)


def test_a_flood_of_rooms_stops_at_its_own_address(port: int) -> None:
    answers = [
        ask(port, "POST", "/api/rooms", room(each), f"flood-{each:04d}-0a1b2c3d4e5f", "127.0.1.1")
        for each in range(60)
    ]
    refused = [each for each in answers if each.status != 201]
    assert len(refused) >= 20
    assert {each.json["error"]["code"] for each in refused} == {"too-fast"}
    assert all(int(each.headers["retry-after"]) >= 1 for each in refused)


def test_a_flood_of_streams_stops_at_its_own_address(port: int) -> None:
    token = "streams-0123456789abcdef"
    made = ask(port, "POST", "/api/rooms", room(1), token, "127.0.2.1").json["room"]
    lines = []
    statuses = []
    for _ in range(Places().address + 30):
        line = http.client.HTTPConnection(
            "127.0.0.1", port, ENOUGH, source_address=("127.0.2.1", 0)
        )
        line.request("GET", f"/api/rooms/{made}/events")
        statuses.append(line.getresponse().status)
        lines.append(line)
    assert set(statuses) == {200, 429}
    assert statuses.count(200) <= Places().address
    for line in lines:
        line.close()


def test_a_flood_of_commands_stops_at_its_own_seat(port: int) -> None:
    host, other = "commands-0123456789abcdef", "somebody-0123456789abcdef"
    made = ask(port, "POST", "/api/rooms", room(1), host, "127.0.3.1").json["room"]
    path = f"/api/rooms/{made}/commands"
    line = http.client.HTTPConnection("127.0.0.1", port, ENOUGH, source_address=("127.0.3.1", 0))
    statuses = []
    for each in range(200):
        body = json.dumps({"do": "rename", "id": f"name-{each:06d}", "name": f"Ana {each}"})
        line.request("POST", path, body, {**JSON, "Authorization": f"Bearer {host}"})
        answer = line.getresponse()
        answer.read()
        statuses.append(answer.status)
    line.close()
    assert set(statuses) == {200, 429}
    joins = json.dumps({"do": "join", "id": "join-0001", "name": "Ben"}).encode()
    assert ask(port, "POST", path, joins, other, "127.0.3.2").status == 200


def test_codes_cannot_be_tried_without_end_from_anywhere(port: int) -> None:
    """The last test of this file, since it uses up what everybody has together."""
    statuses = [
        ask(
            port,
            "POST",
            "/api/codes",
            b'{"code": "AAAAAA"}',
            source=f"127.1.{each // 50}.{each % 50}",
        ).status
        for each in range(400)
    ]
    assert set(statuses) == {404, 429}
    assert statuses[-50:].count(429) > 25

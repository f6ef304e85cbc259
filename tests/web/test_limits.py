"""A client gets what a class needs, and a flood gets nothing."""

from __future__ import annotations

from typing import Any

import pytest
from loops import run

from passel.web.limits import BODY, BRACKETS, LimitError, Rate, address, check_origin, read_body


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def taken(rate: Rate, key: str, most: int = 100) -> int:
    """How many a key gets at once."""
    for count in range(most):
        try:
            rate.take(key)
        except LimitError:
            return count
    return most


def test_a_burst_is_let_through_and_then_so_many_a_second() -> None:
    clock = Clock()
    rate = Rate(2, 10, clock=clock)
    assert taken(rate, "a") == 10
    clock.now += 0.5
    assert taken(rate, "a") == 1
    clock.now += 3
    assert taken(rate, "a") == 6
    clock.now += 1e6
    assert taken(rate, "a") == 10  # no more than the bucket holds


def test_what_is_refused_is_not_counted_and_is_told_when_to_come_again() -> None:
    clock = Clock()
    rate = Rate(0.1, 1, clock=clock)
    rate.take("a")
    for wait in (10, 7, 1):
        with pytest.raises(LimitError) as met:
            rate.take("a")
        assert met.value.parts == {"count": wait}
        clock.now = 1010 - {10: 7, 7: 0.4, 1: 0}[wait]
    rate.take("a")


def test_each_address_has_a_bucket_of_its_own() -> None:
    rate = Rate(1, 3, clock=Clock())
    assert [taken(rate, "a"), taken(rate, "b"), taken(rate, "a")] == [3, 3, 0]


def test_a_flood_of_addresses_takes_no_more_memory_than_is_allowed() -> None:
    clock = Clock()
    rate = Rate(1, 2, clock=clock, most=100)
    for each in range(10_000):
        rate.take(f"10.0.{each // 256}.{each % 256}")
        rate.take("one that stays")
        clock.now += 1
    assert len(rate) == 100
    assert taken(rate, "one that stays") == 2  # one a second is what it may


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        (("192.0.2.7", 4711), "192.0.2.7"),
        (("::1", 4711), "::/64"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::1", 1), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 1), "fe80::/64"),
        (("::ffff:192.0.2.7", 1), "192.0.2.7"),
        (("not:an:address", 1), "not:an:address"),
        (None, ""),
    ],
)
def test_an_address_is_counted_as_its_network(client: Any, counted: str) -> None:
    assert address({"type": "http", "client": client}) == counted


def scope(scheme: str = "http", **headers: str) -> dict[str, Any]:
    """A request's scope; `_` in a header's name is `-`."""
    return {
        "type": "http",
        "scheme": scheme,
        "headers": [
            (key.replace("_", "-").encode(), value.encode()) for key, value in headers.items()
        ],
    }


@pytest.mark.parametrize(
    "asked",
    [
        scope(host="localhost:7447"),  # no page: curl, a bot
        scope(host="localhost:7447", origin="http://localhost:7447"),
        scope("https", host="pigs.example", origin="https://pigs.example"),
    ],
)
def test_the_servers_own_page_and_programs_may_ask(asked: dict[str, Any]) -> None:
    check_origin(asked)


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "https://pigs.example",
        "http://pigs.example:80",
        "http://pigs.example.evil.example",
        "http://evil.example",
        "http://PIGS.example",
        "pigs.example",
        "http://pigs.example/",
    ],
)
def test_no_other_page_may_ask(origin: str) -> None:
    with pytest.raises(LimitError) as met:
        check_origin(scope(host="pigs.example", origin=origin))
    assert met.value.code == "foreign-origin"


def test_two_origins_are_none() -> None:
    asked = scope(host="pigs.example", origin="http://pigs.example")
    asked["headers"] *= 2
    with pytest.raises(LimitError):
        check_origin(asked)


class Body:
    """A body that comes in pieces.

    Args:
        pieces: What each question gets.
        headers: Of the request.
    """

    def __init__(self, *pieces: bytes, **headers: str) -> None:
        self.left = list(pieces)
        self._scope = scope(**headers)

    async def _receive(self) -> Any:
        piece = self.left.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(self.left)}

    def read(self) -> bytes:
        """What is read of it."""
        return run(read_body(dict(self._scope["headers"]), self._receive))

    def refused(self) -> LimitError:
        """Why it is not read."""
        with pytest.raises(LimitError) as met:
            self.read()
        return met.value


def test_a_body_is_read_whole() -> None:
    assert Body(b'{"a":', b"[1]}").read() == b'{"a":[1]}'
    assert Body(b"", content_length="0").read() == b""
    assert len(Body(bytes(BODY), content_length=str(BODY)).read()) == BODY


@pytest.mark.parametrize("length", [str(BODY + 1), "100000000", "9" * 5000, "-1", "1e3", "٣", ""])
def test_a_body_that_says_it_is_too_large_is_not_read(length: str) -> None:
    body = Body(b"{}", content_length=length)
    refusal = body.refused()
    assert (refusal.code, refusal.parts) == ("body-too-large", {"most": BODY})
    assert body.left == [b"{}"]


def test_a_body_that_does_not_say_so_is_read_no_further() -> None:
    body = Body(*[bytes(BODY // 2 + 1)] * 100)
    assert body.refused().code == "body-too-large"
    assert len(body.left) == 98


def test_nothing_is_nested_deeper_than_it_has_brackets() -> None:
    deep = b"[" * (BRACKETS // 2) + b'{"a":' * (BRACKETS // 2)
    assert Body(deep).read() == deep
    assert Body(deep + b"[").refused().code == "body-too-deep"


def test_a_client_that_goes_away_in_the_middle_did_not_ask() -> None:
    async def receive() -> Any:
        return {"type": "http.disconnect"}

    with pytest.raises(LimitError) as met:
        run(read_body({}, receive))
    assert met.value.code == "body-cut-off"

"""Who follows a room gets all that it publishes, in order, and waits for nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from loops import run

from passel.web import hub
from passel.web.hub import Hub, Places, StreamError


class Reader:
    """A client of one stream, without a socket.

    Args:
        streams: Where it follows a room.
        room: Which room.
        first: What it does not know yet.
        address: Its own.
        line: Whether the server offers the line to it, which this is then.
    """

    def __init__(
        self, streams: Hub, room: str, first: bytes = b"", address: str = "::", *, line: bool = True
    ) -> None:
        self.sent: list[dict[str, Any]] = []
        self.gone = 0
        self.cut = False
        self._left = asyncio.Event()
        self._takes = asyncio.Event()
        self._takes.set()
        app = streams.stream(room, first, address=address, gone=self._gone)
        extensions = {hub.LINE: {"line": self}} if line else {}
        scope = {"type": "http", "method": "GET", "extensions": extensions}
        self.task = asyncio.create_task(app(scope, self._receive, self._send))

    def send(self, message: bytes) -> bool:
        """Take a part of the answer at once, unless nothing is taken now."""
        if self._takes.is_set():
            self.sent.append({"body": message})
        return self._takes.is_set()

    def end(self) -> None:
        """Lose the connection."""
        self.cut = True
        self._left.set()
        self._takes.set()  # as uvicorn lets go of those who write to a lost connection

    def leave(self) -> None:
        """Close the connection."""
        self._left.set()

    def stop_taking(self) -> None:
        """Read nothing more."""
        self._takes.clear()

    def take_again(self) -> None:
        """Read on."""
        self._takes.set()

    @property
    def bodies(self) -> list[bytes]:
        """What came, in the pieces in which it was sent."""
        return [each["body"] for each in self.sent[1:] if each["body"]]

    @property
    def whole(self) -> bool:
        """Whether the answer has an end."""
        return bool(self.sent) and self.sent[-1].get("more_body") is False

    def _gone(self) -> None:
        self.gone += 1

    async def _receive(self) -> dict[str, Any]:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self._takes.wait()
        if not self._left.is_set():
            self.sent.append(message)


async def calm() -> None:
    """Let everybody do what is to be done now."""
    for _ in range(10):
        await asyncio.sleep(0)


def in_loop(test: Callable[[Hub], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that runs in an event loop, with a hub of its own."""

    def tested() -> None:
        async def with_hub() -> None:
            streams = Hub()
            await test(streams)
            await streams.close()

        run(with_hub())

    tested.__name__ = test.__name__
    return tested


@in_loop
async def test_a_reader_gets_what_it_does_not_know_and_then_what_happens(streams: Hub) -> None:
    streams.publish("a", b"before")
    reader = Reader(streams, "a", b"first")
    streams.publish("a", b" second")  # before the app was called: no gap
    await calm()
    streams.publish("b", b"elsewhere")
    streams.publish("a", b"third")
    await calm()
    assert reader.bodies == [b"first second", b"third"]
    assert reader.sent[0]["status"] == 200
    assert dict(reader.sent[0]["headers"])[b"content-type"] == b"text/event-stream; charset=utf-8"
    assert not reader.task.done()


LINES = pytest.mark.parametrize("line", [True, False], ids=["line", "plain"])


@LINES
def test_what_piles_up_is_sent_in_one_piece(line: bool) -> None:
    @in_loop
    async def check(streams: Hub) -> None:
        reader = Reader(streams, "a", line=line)
        await calm()
        reader.stop_taking()
        for each in range(10):
            streams.publish("a", b"%d" % each)
            await calm()
        reader.take_again()
        streams.publish("a", b"A")  # it does not overtake what waits
        await calm()
        streams.publish("a", b"B")
        await calm()
        assert reader.bodies == [b"0", b"123456789A", b"B"]

    check()


@in_loop
async def test_a_line_that_is_free_takes_a_message_at_once(streams: Hub) -> None:
    reader, plain = Reader(streams, "a"), Reader(streams, "a", line=False)
    await calm()
    streams.publish("a", b"now")
    assert (reader.bodies, plain.bodies) == ([b"now"], [])
    await calm()
    assert (reader.bodies, plain.bodies) == ([b"now"], [b"now"])


@in_loop
async def test_a_reader_that_leaves_is_forgotten_once(streams: Hub) -> None:
    reader, other = Reader(streams, "a"), Reader(streams, "a")
    await calm()
    assert streams.count("a") == 2
    reader.leave()
    await calm()
    assert (reader.task.done(), reader.gone, streams.count("a")) == (True, 1, 1)
    streams.publish("a", b"on")
    await calm()
    assert (reader.bodies, other.bodies) == ([], [b"on"])
    other.leave()
    await calm()
    assert streams.count("a") == 0


@LINES
def test_who_does_not_keep_up_is_cut_off_and_others_do_not_wait(line: bool) -> None:
    @in_loop
    async def check(streams: Hub) -> None:
        slow, quick = Reader(streams, "a", line=line), Reader(streams, "a")
        await calm()
        slow.stop_taking()
        piece = bytes(hub.BEHIND // 4)
        for _ in range(6):
            streams.publish("a", piece)
            await calm()
        assert b"".join(quick.bodies) == piece * 6
        assert slow.task.done()
        assert (slow.cut, slow.gone, streams.count("a")) == (line, 1, 1)
        assert slow.task.exception() is None

    check()


@in_loop
async def test_the_log_of_a_long_game_is_not_too_much_for_a_reader(streams: Hub) -> None:
    reader = Reader(streams, "a", bytes(4 * hub.BEHIND))
    streams.publish("a", b"more")  # while the log is not sent yet
    await calm()
    assert len(b"".join(reader.bodies)) == 4 * hub.BEHIND + 4


def test_a_silent_stream_shows_that_the_server_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.01)

    @in_loop
    async def check(streams: Hub) -> None:
        readers = [Reader(streams, f"room {each}") for each in range(3)]
        while min(len(each.bodies) for each in readers) < 4:
            await asyncio.sleep(0.01)
        assert {body for each in readers for body in each.bodies} <= {b":\n\n", b":\n\n:\n\n"}

    check()


def test_a_reader_that_takes_nothing_from_beat_to_beat_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.01)

    @in_loop
    async def check(streams: Hub) -> None:
        reader = Reader(streams, "a")
        await calm()
        reader.stop_taking()
        streams.publish("a", b"a word")
        await asyncio.wait_for(reader.task, 60)
        assert (reader.cut, reader.gone) == (True, 1)

    check()


@in_loop
async def test_closing_ends_every_stream_with_all_that_was_published(streams: Hub) -> None:
    quick, slow = Reader(streams, "a"), Reader(streams, "b")
    await calm()
    slow.stop_taking()
    streams.publish("a", b"last")
    streams.publish("b", b"last")
    await calm()
    await streams.close()
    await calm()
    assert (quick.bodies, quick.whole, quick.gone) == ([b"last"], True, 1)
    assert (slow.cut, slow.gone) == (True, 1)
    with pytest.raises(StreamError) as met:
        Reader(streams, "a")
    assert met.value.code == "server-closing"


@pytest.mark.parametrize(
    ("places", "room", "address"),
    [(Places(everywhere=2), "c", "3"), (Places(room=2), "a", "3"), (Places(address=2), "b", "1")],
    ids=["everywhere", "room", "address"],
)
def test_there_are_only_so_many_streams(places: Places, room: str, address: str) -> None:
    async def check() -> None:
        streams = Hub(places)
        one, _ = Reader(streams, "a", address="1"), Reader(streams, "a", address="1")
        with pytest.raises(StreamError) as met:
            Reader(streams, room, address=address)
        assert met.value.code == "too-many-streams"
        await calm()
        one.leave()
        await calm()
        Reader(streams, room, address=address)  # a place is free again
        await calm()
        await streams.close()
        await calm()

    run(check())

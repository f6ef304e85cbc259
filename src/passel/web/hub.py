"""The streams: what a room publishes, sent to everybody who follows it, as Server-Sent Events.

It knows rooms as names and messages as bytes. A message is rendered once, whatever the number of
its readers; what piles up while a reader is written to goes in one piece. A reader who does not
keep up is cut off, and comes back with `Last-Event-ID`: nobody waits for the slowest.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from starlette.types import Receive, Scope, Send

from passel.errors import PasselError

HEARTBEAT = 15.0
"""Seconds between two signs of life on a stream; proxies cut silent ones after a minute."""

BEHIND = 256 * 1024
"""Bytes that may wait for a reader, beside what it began with; a single message may always wait."""

LAST_WORDS = 0.1
"""Seconds that readers have to take what is still to be sent when the server closes."""

LINE = "passel.line"
"""The ASGI extension whose `line` is the `Line` of a request, where a server offers one."""

_BEAT = b":\n\n"
_START = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),  # a proxy shall pass on each message as it comes
        (b"x-content-type-options", b"nosniff"),
    ],
}


class Line(Protocol):
    """The way to a reader beside ASGI, which has no message for this (`passel.web.connection`)."""

    def send(self, message: bytes) -> bool:
        """Hand over a part of the answer now; False, and nothing is sent, while others wait."""
        ...

    def answer(self, status: int, headers: bytes, body: bytes) -> bool:
        """Answer now, wholly; False, and nothing is sent, where it must be done by messages.

        Args:
            status: Of HTTP.
            headers: As HTTP has them, each with the end of its line.
            body: All of it.
        """
        ...

    def end(self) -> None:
        """End the connection at once, whatever waits to be sent in it."""
        ...


class StreamError(PasselError):
    """There is no place for another stream."""


@dataclass(frozen=True)
class Places:
    """How many streams there may be.

    Args:
        everywhere: In all.
        room: Of one room: its players and spectators.
        address: From one address: a school may have one for all its pupils.
    """

    everywhere: int = 5000
    room: int = 2500
    address: int = 200


class Hub:
    """All streams of a server. It belongs to one event loop.

    Args:
        places: How many streams there may be.
    """

    def __init__(self, places: Places = Places()) -> None:
        self._places = places
        self._rooms: dict[str, dict[Stream, None]] = {}
        self._addresses: Counter[str] = Counter()
        self._beats: OrderedDict[Stream, float] = OrderedDict()
        """Every stream and when its next sign of life is due, the soonest first."""
        self._heart: asyncio.Task[None] | None = None
        self._closed = False

    def publish(self, room: str, message: bytes) -> None:
        """Send a message to all who follow a room now.

        Args:
            room: Its id.
            message: As Server-Sent Events have it, the empty line at its end included.
        """
        for stream in tuple(self._rooms.get(room, ())):
            stream.push(message)

    def stream(self, room: str, first: bytes, *, address: str, gone: Callable[[], None]) -> Stream:
        """A stream of a room from this moment on, without a gap; an ASGI app for one request.

        It takes its place now, so the app must be called.

        Args:
            room: Its id.
            first: What is sent before everything else: what the reader does not know yet.
            address: Whose stream it is, for the limits.
            gone: Called once, when the stream has ended.

        Raises:
            StreamError: `server-closing`, or `too-many-streams`.
        """
        if self._closed:
            raise StreamError("server-closing")
        places = self._places
        if (
            len(self._beats) >= places.everywhere
            or self.count(room) >= places.room
            or self._addresses[address] >= places.address
        ):
            raise StreamError("too-many-streams")
        made = Stream(self, room, address, first, gone)
        self._rooms.setdefault(room, {})[made] = None
        self._addresses[address] += 1
        self._beats[made] = asyncio.get_running_loop().time() + HEARTBEAT
        if self._heart is None:
            self._heart = asyncio.create_task(self._beat())
        return made

    def count(self, room: str) -> int:
        """How many streams follow a room."""
        return len(self._rooms.get(room, ()))

    def __len__(self) -> int:
        """How many streams there are."""
        return len(self._beats)

    def leave(self, stream: Stream) -> None:
        """Forget a stream that has ended."""
        if self._beats.pop(stream, None) is None:
            return
        followers = self._rooms[stream.room]
        del followers[stream]
        if not followers:
            del self._rooms[stream.room]
        self._addresses[stream.address] -= 1
        if not self._addresses[stream.address]:
            del self._addresses[stream.address]
        stream.gone()

    def end(self) -> None:
        """End all streams when what waits is sent."""
        for stream in tuple(self._beats):
            stream.end()

    async def close(self) -> None:
        """End all streams, and let no new one begin."""
        self._closed = True
        if self._heart:
            self._heart.cancel()
        self.end()
        if self._beats:
            await asyncio.sleep(LAST_WORDS)
        for stream in tuple(self._beats):
            stream.cut()

    async def _beat(self) -> None:
        """One task for all streams: each gets its sign of life in its own time."""
        loop = asyncio.get_running_loop()
        while self._beats:
            stream, due = next(iter(self._beats.items()))
            if (left := due - loop.time()) > 0:
                await asyncio.sleep(left)
                continue
            self._beats[stream] = loop.time() + HEARTBEAT
            self._beats.move_to_end(stream)
            stream.beat()
        self._heart = None


class Stream:
    """One reader's stream: an ASGI app for one request. Made by `Hub.stream`."""

    __slots__ = (
        "_behind",
        "_ended",
        "_fresh",
        "_hub",
        "_line",
        "_sending",
        "_stuck",
        "_task",
        "_waiting",
        "_woken",
        "address",
        "gone",
        "room",
    )

    def __init__(
        self, hub: Hub, room: str, address: str, first: bytes, gone: Callable[[], None]
    ) -> None:
        self.room = room
        self.address = address
        self.gone = gone
        self._hub = hub
        self._waiting = [first]
        self._behind = 0
        self._ended = False
        self._fresh = True
        self._sending = False
        self._stuck = False
        self._woken: asyncio.Future[None] | None = None
        self._line: Line | None = None
        self._task: asyncio.Task[None] | None = None

    def push(self, message: bytes) -> None:
        """Hand a message to the reader; one who is too far behind is cut off."""
        self._fresh = True
        if self._line and not (self._waiting or self._sending) and self._line.send(message):
            return
        self._behind += len(message)
        if self._behind > BEHIND and self._waiting:
            self.cut()
            return
        self._waiting.append(message)
        self._wake()

    def beat(self) -> None:
        """Show that the server lives; a reader who took nothing since the last time is cut off."""
        if self._sending:
            if self._stuck:
                self.cut()
            self._stuck = True
            return
        self._stuck = False
        if not self._fresh:
            self.push(_BEAT)
        self._fresh = False

    def end(self) -> None:
        """Send what waits, say that it was the last, and end."""
        self._ended = True
        self._wake()

    def cut(self) -> None:
        """End now; what waits is not sent."""
        self._ended = True
        self._waiting.clear()
        if self._line:
            self._line.end()
        elif self._task:
            self._task.cancel()
        self._wake()
        self._hub.leave(self)

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request until reader or server end it."""
        loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        watching = loop.create_task(self._watch(receive))
        try:
            await send(_START)
            self._line = scope.get("extensions", {}).get(LINE, {}).get("line")
            while True:
                if self._waiting:
                    body = b"".join(self._waiting)
                    self._waiting.clear()
                    self._behind = 0
                    self._sending = True
                    await send({"type": "http.response.body", "body": body, "more_body": True})
                    self._sending = False
                elif self._ended:
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
                    return
                else:
                    self._woken = loop.create_future()
                    await self._woken
        except asyncio.CancelledError:
            if not self._ended:
                raise
        finally:
            watching.cancel()
            self._hub.leave(self)

    async def _watch(self, receive: Receive) -> None:
        """End when the reader has gone."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self._ended = True
        self._waiting.clear()
        self._wake()

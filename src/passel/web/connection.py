"""One client's connection: uvicorn's own, with an end to what a client may take of it.

Uvicorn waits for ever for the rest of a request, whatever its length; here there is a time and a
size. And an app gets the line itself, for what ASGI has no message for, or is slow at.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from functools import lru_cache

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from passel.web.hub import LINE

PATIENCE = 20.0
"""Seconds from the first byte of a request, or from the connection, to the request's end."""

HEAD = 32 * 1024
"""Bytes that a request's line and headers may have, a piece of what follows included."""


@lru_cache(maxsize=1)
def _chunk(message: bytes) -> bytes:
    """A part of an answer as HTTP has it (RFC 9112, 7.1): many readers get the same."""
    return b"%x\r\n%b\r\n" % (len(message), message)


class Line:
    """The `passel.web.hub.Line` to a client."""

    __slots__ = ("_connection", "_transport")

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._transport = connection.transport

    def send(self, message: bytes) -> bool:
        """Write a chunk, as uvicorn does it, where nothing waits to be written."""
        if self._transport.is_closing():
            return True  # there is nobody any more, which the stream is about to be told
        if self._transport.get_write_buffer_size():
            return False
        self._transport.write(_chunk(message))
        return True

    def answer(self, status: int, headers: bytes, body: bytes) -> bool:
        """Write a whole answer, as uvicorn does it, where the client shall and can take it now."""
        connection, cycle = self._connection, self._connection.cycle
        if connection.pipeline or connection.flow.write_paused:
            return False
        if cycle.response_started or cycle.disconnected or not cycle.keep_alive:
            return False
        usual = [b"%b: %b\r\n" % each for each in connection.server_state.default_headers]
        self._transport.write(b"".join((STATUS_LINE[status], *usual, headers, b"\r\n", body)))
        cycle.response_started = cycle.response_complete = True
        cycle.on_response()
        return True

    def end(self) -> None:
        """Drop the connection."""
        self._transport.abort()


class Connection(HttpToolsProtocol):
    """A connection over which requests come whole and soon, or it ends."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has come."""
        super().connection_made(transport)
        self._extensions: dict[str, dict[object, object]] = {LINE: {"line": Line(self)}}
        self._head: int | None = 0
        self._timer: asyncio.TimerHandle | None = None
        self._allow(PATIENCE, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """The client says more."""
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > HEAD and not self.transport.is_closing():
                self.send_400_response("Request head too large.")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.scope["extensions"] = self._extensions
        self._head = 0
        self._allow(PATIENCE, self.transport.abort)

    def on_headers_complete(self) -> None:
        """A request's headers are there."""
        super().on_headers_complete()
        self._head = None

    def on_message_complete(self) -> None:
        """A request is there."""
        super().on_message_complete()
        self._due = math.inf
        if self.cycle.response_complete:  # it was refused before
            self._allow(self.timeout_keep_alive, self.timeout_keep_alive_handler)

    def on_response_complete(self) -> None:
        """An answer was given; the next may be asked for already. As uvicorn, but for its timer."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        elif self._due == math.inf:
            self._allow(self.timeout_keep_alive, self.timeout_keep_alive_handler)

    def _allow(self, seconds: float, end: Callable[[], None]) -> None:
        """Let the client have some time from now on, and not what it had before.

        Most use little of it, so there is one timer, which looks again when it goes off.
        """
        self._due = self.loop.time() + seconds
        self._end = end
        if self._timer is None or self._due < self._looks:
            if self._timer is not None:
                self._timer.cancel()
            self._look_in(seconds)

    def _look_in(self, seconds: float) -> None:
        self._looks = self.loop.time() + seconds
        self._timer = self.loop.call_later(seconds, self._look)

    def _look(self) -> None:
        """End what has had its time."""
        self._timer = None
        left = self._due - self.loop.time()
        if left <= 0:
            self._end()
        elif left < math.inf:
            self._look_in(left)

"""One client's connection: uvicorn's own, with an end to what a client may take of it.

Uvicorn waits for ever for the rest of a request, whatever its length; here there is a time and a
size. And an app gets the line itself, for what ASGI has no message for, or is slow at.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from passel.web.hub import LINE

PATIENCE = 20.0
"""Seconds from the first byte of a request, or from the connection, to the request's end."""

HEAD = 32 * 1024
"""Bytes that a request's line and headers may have, a piece of what follows included."""


class Line:
    """The `passel.web.hub.Line` to a client."""

    __slots__ = ("_transport",)

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def send(self, message: bytes) -> bool:
        """Write a chunk (RFC 9112, 7.1), as uvicorn does it, where nothing waits to be written."""
        if self._transport.is_closing():
            return True  # there is nobody any more, which the stream is about to be told
        if self._transport.get_write_buffer_size():
            return False
        self._transport.write(b"%x\r\n%b\r\n" % (len(message), message))
        return True

    def end(self) -> None:
        """Drop the connection."""
        self._transport.abort()


class Connection(HttpToolsProtocol):
    """A connection over which requests come whole and soon, or it ends."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has come."""
        super().connection_made(transport)
        self._line = Line(transport)
        self._head: int | None = 0
        self._late = self.loop.call_later(PATIENCE, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._late.cancel()
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
        self.scope["extensions"] = {LINE: {"line": self._line}}
        self._head = 0
        self._late.cancel()
        self._late = self.loop.call_later(PATIENCE, self.transport.abort)

    def on_headers_complete(self) -> None:
        """A request's headers are there."""
        super().on_headers_complete()
        self._head = None

    def on_message_complete(self) -> None:
        """A request is there."""
        super().on_message_complete()
        self._late.cancel()

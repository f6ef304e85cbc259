"""The server's process: sockets, start and end. It knows no route and no page."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

import uvicorn
from starlette.types import ASGIApp

from passel.errors import PasselError

HOST = "localhost"
PORT = 7447
"""The usual port: "pigs" on the keys of a telephone. A browser keeps games by address and port,
so it should stay the same."""

TRIES = 20
"""How many ports are tried where any will do."""

EVERYWHERE = ("0.0.0.0", "::")
GRACE = 1
"""Seconds that an answer on its way gets when the server stops."""

LEAVING = 0.2
"""Seconds in which those who have connected already can still ask, once nobody new is let in."""

WAITING = 1024
"""Connections that may wait to be accepted: so many phones come back at once after a restart."""

FILES = 16384
"""Open files that are asked for: each stream is one, and many systems give 1,024 to begin with."""

YOUNG, MIDDLE, SELDOM = 10_000, 3, 200
"""How seldom garbage is looked for (`gc.set_threshold`), usually 700, 10, 10. What a hundred
requests on their way have is none, and looking at it again and again costs a tenth. What came since
`MIDDLE` looks is looked at for 0.02 s, and everything, which is every room in memory, for 0.3 s
with 500 of them; meanwhile everybody waits."""

STUCK = 30
"""Seconds after which the system ends a connection whose client takes nothing (Linux alone)."""

Closing = Callable[[], Awaitable[None]]


async def _nothing() -> None:
    """There are no streams."""


class ServerError(PasselError):
    """The server cannot be reached where it should be."""


def listen(host: str, port: int, *, exactly: bool) -> list[socket.socket]:
    """Sockets that listen at all addresses of a host, on one port.

    Args:
        host: A name or an address of this machine; `EVERYWHERE` are all of them.
        port: 0 to 65535; 0 lets the system choose.
        exactly: Whether no other port will do; else the next free one is taken.

    Raises:
        ServerError: `port-taken`, `port-forbidden` or `cannot-listen`.
    """
    last = port if exactly or port == 0 else min(port + TRIES - 1, 65535)
    for each in range(port, last + 1):
        sockets = _listen(host, each)
        if sockets:
            return sockets
    raise ServerError("port-taken", port=str(port))


def _listen(host: str, port: int) -> list[socket.socket]:
    """The sockets, or none where the port is taken."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise ServerError("cannot-listen", host=host) from error
    sockets: list[socket.socket] = []
    for family, _, _, _, address in dict.fromkeys(found):
        if sockets:  # the same port, also where the system chose it
            address = (address[0], sockets[0].getsockname()[1], *address[2:])
        try:
            sockets.append(_bound(family, address))
        except OSError as error:
            if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                continue  # a machine without IPv6
            for each in sockets:
                each.close()
            if error.errno == errno.EADDRINUSE:
                return []
            if error.errno == errno.EACCES:
                raise ServerError("port-forbidden", port=str(port)) from error
            raise ServerError("cannot-listen", host=host) from error
    if not sockets:
        raise ServerError("cannot-listen", host=host)
    return sockets


def _bound(family: int, address: tuple[object, ...]) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":  # there, reusing an address takes it from whoever has it
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        if sys.platform == "linux":
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * STUCK)
        made.listen(WAITING)
    except OSError:
        made.close()
        raise
    return made


def addresses(host: str, port: int) -> list[str]:
    """What to type into a browser: here, and from other devices where they can reach it.

    Args:
        host: What was listened at.
        port: 1 to 65535.
    """
    if host not in EVERYWHERE:
        return [_address(host, port)]
    return [_address(HOST, port), *(_address(each, port) for each in _own())]


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own() -> list[str]:
    """This machine's IPv4 addresses in its networks; no packet is sent for that."""
    own: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(("192.0.2.1", 9))  # RFC 5737: nobody's; the route tells our own address
            own.append(way_out.getsockname()[0])
        except OSError:
            pass  # no network
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, family=socket.AF_INET)
        own += [str(each[4][0]) for each in named]
    except OSError:
        pass  # a machine that does not know its own name
    return [each for each in dict.fromkeys(own) if not each.startswith(("127.", "0."))]


def notify(state: str) -> None:
    """Tell systemd how this service is, where it was started by it (sd_notify(3)).

    Args:
        state: `READY=1`: requests are answered.
    """
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.sendto(state.encode(), address.replace("@", "\0", 1))


class Server(uvicorn.Server):
    """Uvicorn, calling back when it answers, and ending what would keep it from ending.

    Args:
        config: Uvicorn's.
        started: Called as soon as requests are answered.
        closing: Ends the answers that have no end of their own.
    """

    def __init__(
        self, config: uvicorn.Config, started: Callable[[], None], closing: Closing
    ) -> None:
        super().__init__(config)
        self._begun = started
        self._closing = closing

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._begun()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, answer what is on its way, end the streams, then everything else.

        Uvicorn would close each connection in which nothing is being answered, though a question
        may be on its way. Here it is answered, and is that connection's last. Who follows a room
        comes back the moment its stream ends: by then no connection to this process is left.
        """
        for server in self.servers:
            server.close()
        state = self.server_state
        state.default_headers = [*state.default_headers, (b"connection", b"close")]
        await asyncio.sleep(LEAVING)
        for connection in tuple(state.connections):
            connection.shutdown()
        await self._closing()
        await super().shutdown(sockets)


def serve(
    app: ASGIApp,
    sockets: list[socket.socket],
    started: Callable[[], None],
    *,
    closing: Closing = _nothing,
    proxies: Sequence[str] = (),
) -> None:
    """Serve an app until the process is interrupted.

    Args:
        app: What answers.
        sockets: From `listen`; they are closed in the end.
        started: Called as soon as requests are answered.
        closing: Ends the app's streams.
        proxies: Addresses and networks of proxies whose word on the client's address and scheme
            is taken (`X-Forwarded-For` and `X-Forwarded-Proto`); "*": whoever asks.

    Raises:
        KeyboardInterrupt: Control-C; everything is closed by then.
    """
    _allow_files()
    _collect_seldom()
    config = uvicorn.Config(
        app,
        http=_protocol(),
        access_log=False,
        log_config=None,  # what it logs goes the way of everything else
        log_level="error",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        ws="none",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
    )
    try:
        Server(config, started, closing).run(sockets)
    finally:
        for each in sockets:
            each.close()


def _protocol() -> type[asyncio.Protocol] | Literal["h11"]:
    """Our connection where httptools is; h11 has bounds of its own."""
    try:
        from passel.web.connection import Connection
    except ImportError:
        return "h11"
    return Connection


def _collect_seldom() -> None:
    """Look for garbage seldom: everybody waits meanwhile, and next to none is left."""
    gc.freeze()  # what is loaded until now stays
    gc.set_threshold(YOUNG, MIDDLE, SELDOM)


def _allow_files() -> None:
    """Let the process have as many connections open as the system lets it ask for."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

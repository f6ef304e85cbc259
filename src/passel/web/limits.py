"""What a client may ask of the server: how often, how much, and from which page.

It knows HTTP and no game. The clock is handed in. Nothing here grows without bound: what is known
about an address is forgotten when it is no longer needed, or when too many others came since.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

from starlette.datastructures import Headers
from starlette.types import Receive, Scope

from passel.errors import PasselError

BODY = 16 * 1024
"""Bytes that a request's body may have; the longest command has a tenth of it."""

BRACKETS = 64
"""How often JSON may open a list or an object, so that it cannot be nested deeper either."""

REMEMBERED = 20_000
"""How many addresses, or rooms, a limit remembers."""


class LimitError(PasselError):
    """A request that is too much, or from a page of somebody else; nothing came of it."""


class Rate:
    """How often something may happen, counted for each key by itself: a token bucket.

    It is kept as one time for each key: that at which its bucket is full again (the generic cell
    rate algorithm, ITU-T I.371).

    Args:
        per_second: How many a second in the long run; more than 0.
        burst: How many at once; 1 or more.
        clock: Seconds that only grow.
        most: How many keys are remembered; 1 or more.
    """

    def __init__(
        self,
        per_second: float,
        burst: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        most: int = REMEMBERED,
    ) -> None:
        self._each = 1 / per_second
        self._burst = burst / per_second
        self._clock = clock
        self._most = most
        self._full: OrderedDict[str, float] = OrderedDict()

    def take(self, key: str) -> None:
        """Count one more.

        Raises:
            LimitError: `too-fast`, and it is not counted; it may be tried again after a `count`
                of seconds, 1 or more.
        """
        now = self._clock()
        before = max(self._full.get(key, now), now)
        late = before + self._each - now - self._burst
        if late > 1e-9:  # a burst is a sum of rounded times
            raise LimitError("too-fast", count=math.ceil(late))
        self._full[key] = before + self._each
        self._full.move_to_end(key)
        if len(self._full) > self._most:
            self._full.popitem(last=False)

    def __len__(self) -> int:
        return len(self._full)


class Limits:
    """The limits of a server, with room for a class of thirty behind one address.

    Args:
        clock: Seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.actions = Rate(100, 300, clock=clock)
        """Commands, by address."""
        self.room = Rate(20, 60, clock=clock)
        """Commands, by room."""
        self.rooms = Rate(0.2, 30, clock=clock)
        """New rooms, by address."""
        self.codes = Rate(0.5, 60, clock=clock)
        """Short codes that are tried, by address: a class of thirty can join within a minute."""
        self.guesses = Rate(5, 200, clock=clock)
        """Short codes that are tried, from everywhere: 31^6 codes would take five years."""
        self.streams = Rate(20, 300, clock=clock)
        """New streams, by address."""


def address(scope: Scope) -> str:
    """Who asks, as limits count it: an IPv4 address, or the /64 network of an IPv6 address.

    A household or a server has a whole such network, so single addresses in it mean nothing.
    Behind a proxy it is the address that uvicorn took from a trusted proxy's headers.
    """
    host: str = (scope.get("client") or ("", 0))[0]
    if ":" not in host:
        return host
    try:
        found = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False))


def check_origin(scope: Scope) -> None:
    """Let pass what comes from this server's own page, or from no page at all.

    Raises:
        LimitError: `foreign-origin`: a page of another origin (RFC 6454) asks.
    """
    headers = Headers(scope=scope)
    asked = headers.getlist("origin")
    if asked and asked != [f"{scope['scheme']}://{headers.get('host', '')}"]:
        raise LimitError("foreign-origin", origin=asked[0][:100])


async def read_body(headers: Mapping[bytes, bytes], receive: Receive, most: int = BODY) -> bytes:
    """The body of a request, which is JSON; no more of it is read than may be.

    Args:
        headers: The request's.
        receive: The request's.
        most: Bytes.

    Raises:
        LimitError: `body-too-large`, `body-too-deep`, or `body-cut-off` when the client went away.
    """
    length = headers.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 15 or int(length) > most:
        raise LimitError("body-too-large", most=most)
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise LimitError("body-cut-off")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise LimitError("body-too-large", most=most)
    if body.count(b"[") + body.count(b"{") > BRACKETS:
        raise LimitError("body-too-deep")
    return body

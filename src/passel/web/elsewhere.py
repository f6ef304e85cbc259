"""Who is connected to the other servers of a database, as these say it themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

LONGEST = 7500
"""Bytes of one telling; PostgreSQL's notices have less than 8,000."""


class Connected(msgspec.Struct, frozen=True, array_like=True):
    """Who is connected to a room at one server.

    Args:
        players: Their keys.
        spectators: How many watch without a seat.
    """

    players: frozenset[str] = frozenset()
    spectators: int = 0


NOBODY = Connected()


class Telling(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a server tells the others.

    Args:
        server: Its number.
        rooms: Who is connected to it, by room: those that have changed, or all.
        asks: Whether it wants to be told everything, since it has just begun to listen.
    """

    server: int
    rooms: dict[str, Connected] = {}
    asks: bool = False


_DECODER = msgspec.json.Decoder(Telling)


def read(text: str) -> Telling | None:
    """A telling; None for what is none."""
    try:
        return _DECODER.decode(text)
    except msgspec.DecodeError:
        return None


def tellings(server: int, rooms: Mapping[str, Connected]) -> Iterator[str]:
    """What a server tells, in texts that are short enough.

    Args:
        server: Its number.
        rooms: Who is connected to it.
    """
    some: dict[str, Connected] = {}
    size = 0
    for room, connected in rooms.items():
        cost = len(msgspec.json.encode(connected)) + len(room) + 4
        if some and size + cost > LONGEST:
            yield _text(Telling(server, some))
            some, size = {}, 0
        some[room] = connected
        size += cost
    if some:
        yield _text(Telling(server, some))


def asking(server: int) -> str:
    """A telling that asks the others for everything."""
    return _text(Telling(server, asks=True))


def _text(telling: Telling) -> str:
    return msgspec.json.encode(telling).decode()


class Elsewhere:
    """What the other servers have told."""

    def __init__(self) -> None:
        self._rooms: dict[str, dict[int, Connected]] = {}

    def of(self, room: str) -> Connected:
        """Who is connected to a room at other servers."""
        told = self._rooms.get(room, {}).values()
        players = frozenset[str]().union(*(each.players for each in told))
        return Connected(players, sum(each.spectators for each in told))

    def hear(self, telling: Telling) -> Iterable[str]:
        """Take in what another server tells; the rooms it is about."""
        for room, connected in telling.rooms.items():
            if connected == NOBODY:
                self._forget(room, telling.server)
            else:
                self._rooms.setdefault(room, {})[telling.server] = connected
        return telling.rooms

    def keep(self, servers: frozenset[int]) -> Iterable[str]:
        """Forget all servers but these; the rooms in which that changes something."""
        gone = [
            (room, server)
            for room, told in self._rooms.items()
            for server in told
            if server not in servers
        ]
        for room, server in gone:
            self._forget(room, server)
        return {room for room, _ in gone}

    def _forget(self, room: str, server: int) -> None:
        told = self._rooms.get(room, {})
        told.pop(server, None)
        if not told:
            self._rooms.pop(room, None)

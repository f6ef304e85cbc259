"""A room in memory: as it is stored, and who is connected to it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from passel.errors import RoomError
from passel.room import Presence, Room, wake
from passel.room.events import Event
from passel.room.seats import Player, hashed, holder, remembered
from passel.web import view, wire
from passel.web.hub import Stream


class Live:
    """A room in memory.

    Args:
        room: The room as it is stored.
        now: In milliseconds since 1970, as everywhere here.
    """

    __slots__ = (
        "_wakes",
        "due",
        "lock",
        "lost",
        "presence",
        "room",
        "stale",
        "streams",
        "telling",
        "timer",
        "told",
        "used",
    )

    def __init__(self, room: Room, now: int) -> None:
        self.room = room
        self._wakes: tuple[Room | None, int | None] = (None, None)
        self.presence = Presence(now)
        self.lock = asyncio.Lock()
        """Held while something happens, until it is stored."""
        self.streams: dict[str | None, set[Stream]] = {}
        """The streams of each player, by key; those of spectators at None."""
        self.timer: asyncio.TimerHandle | None = None
        self.due = 0
        """When the timer goes off."""
        self.telling: asyncio.TimerHandle | None = None
        self.told: object = None
        """Whom the streams know to be here."""
        self.used = 0.0
        """When it was last asked for, by the loop's clock."""
        self.stale = False
        """Whether it is not known what of it is stored, so that it must be read again."""
        self.lost = False
        """Whether it is no longer the room in memory."""

    def holder(self, token: str | None) -> Player | None:
        """The player who holds a token; None where there is none.

        Raises:
            RoomError: `bad-token`, `no-seat` or `seat-moved`: it holds no seat here, or no longer.
        """
        if token is None:
            return None
        secret = hashed(token)
        player = holder(self.room.players, secret)
        if player is None:
            gone = remembered(self.room.gone, secret)
            raise RoomError("seat-moved" if gone and gone.moved else "no-seat")
        return player

    def missing(self, key: str, now: int) -> bool:
        """Whether a player is not connected."""
        player = self.room.player(key)
        if player is None or player.bot is not None:
            return False
        return self.presence.of(player, now) in {"missing", "left"}

    def wake(self, room: Room) -> int | None:
        """When the room wakes, in milliseconds, as it is or is about to be; many ask twice."""
        if self._wakes[0] is not room:
            self._wakes = (room, wake(room))
        return self._wakes[1]

    def present(self, now: int) -> wire.Present:
        """Who is connected."""
        whereabouts = self.presence.whereabouts(self.room.players, now)
        return wire.Present(now, whereabouts, self.presence.spectators)

    def news(self, events: Sequence[Event], log: wire.Log, now: int) -> wire.News:
        """A message of the stream.

        Args:
            events: What happened.
            log: The words of the record that its readers lack.
            now: When it is told.
        """
        present = self.present(now)
        return wire.News(
            seq=self.room.seq,
            now=now,
            happened=tuple(map(wire.PUBLIC.struct, events)),
            room=view.view(self.room),
            log=log,
            presence=present.presence,
            spectators=present.spectators,
        )

    def snapshot(self, token: str | None, now: int) -> wire.Snapshot:
        """How things are, and who asks. Errors as `holder`."""
        player = self.holder(token)
        present = self.present(now)
        return wire.Snapshot(
            seq=self.room.seq,
            now=now,
            room=view.view(self.room),
            log=view.log(self.room),
            presence=present.presence,
            spectators=present.spectators,
            you=player and view.you(self.room, player),
        )

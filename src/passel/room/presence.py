"""Who is connected: it changes by itself, is never stored, and decides nothing in a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from passel.room.seats import Player

GRACE = 45_000
"""Milliseconds without a connection after which a player is missing."""

Whereabouts = Literal["here", "away", "missing", "left"]


class Presence:
    """The connections of one room, as far as they are known.

    Args:
        now: When watching began, in milliseconds; who was never seen is away from then on.
    """

    def __init__(self, now: int) -> None:
        self._since = now
        self._open: dict[str, int] = {}
        self._heard: dict[str, int] = {}
        self._elsewhere: frozenset[str] = frozenset()
        self._watching = 0
        self._watching_elsewhere = 0

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return self._watching + self._watching_elsewhere

    @property
    def here(self) -> tuple[frozenset[str], int]:
        """The players with a connection that arrived here, by key, and how many watch here."""
        return frozenset(key for key, count in self._open.items() if count), self._watching

    def elsewhere(self, players: frozenset[str], spectators: int, now: int) -> None:
        """Who is connected to other servers.

        Args:
            players: By key.
            spectators: How many watch there.
            now: In milliseconds.
        """
        for player in self._elsewhere - players:
            self._heard[player] = now
        self._elsewhere = players
        self._watching_elsewhere = spectators

    def _connected(self, player: str) -> bool:
        return bool(self._open.get(player)) or player in self._elsewhere

    def arrive(self, player: str | None) -> None:
        """A connection of a player, or of a spectator, begins."""
        if player is None:
            self._watching += 1
        else:
            self._open[player] = self._open.get(player, 0) + 1

    def depart(self, player: str | None, now: int) -> None:
        """A connection ends."""
        if player is None:
            self._watching -= 1
        else:
            self._open[player] -= 1
            self._heard[player] = now

    def hear(self, player: str, now: int) -> bool:
        """A player has just said something; whether that can change where they seem to be."""
        self._heard[player] = now
        return not self._connected(player)

    def of(self, player: Player, now: int) -> Whereabouts:
        """Where a player is."""
        if player.left:
            return "left"
        if self._connected(player.key):
            return "here"
        return "missing" if now >= self._heard.get(player.key, self._since) + GRACE else "away"

    def whereabouts(self, players: Iterable[Player], now: int) -> dict[str, Whereabouts]:
        """Where everybody is who is no bot, by key."""
        return {player.key: self.of(player, now) for player in players if player.bot is None}

    def wake(self, players: Iterable[Player], now: int) -> int | None:
        """When the next player will be missing; None where nobody is away."""
        ends = [
            self._heard.get(player.key, self._since) + GRACE
            for player in players
            if player.bot is None and not player.left and not self._connected(player.key)
        ]
        return min((end for end in ends if end > now), default=None)

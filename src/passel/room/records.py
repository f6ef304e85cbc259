"""The records of a room's games, with what anybody needs to check their dice."""

from __future__ import annotations

from dataclasses import replace

from passel.errors import RoomError
from passel.notation import Record
from passel.room.room import Room


def record(room: Room, number: int | None = None) -> Record:
    """The record of a game; the server's seed is in it as soon as the game has ended.

    Args:
        room: The room.
        number: Which game, from 1; None: the last one.

    Raises:
        RoomError: `no-such-game`.
    """
    games = (*room.past, room.game) if room.game else ()
    wanted = len(games) if number is None else number
    if not 1 <= wanted <= len(games):
        raise RoomError("no-such-game", game=wanted, count=len(games))
    game = games[wanted - 1]
    promise = game.promise if game.ended else replace(game.promise, seed=None)
    return game.record(promise)

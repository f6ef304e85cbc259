"""Rooms, without sockets, clocks or databases: commands and readings of a clock in, events out.

A room is the fold of its events (`room`); `acts` says what comes of a command, `ticks` what comes
of time. Time, entropy, bots and who is connected are handed in (`batch.World`).
"""

from passel.room.acts import Done, act, room_id
from passel.room.batch import Batch, Bots, World
from passel.room.presence import GRACE, Presence
from passel.room.room import Room, fold
from passel.room.ticks import tick, wake

__all__ = [
    "GRACE",
    "Batch",
    "Bots",
    "Done",
    "Presence",
    "Room",
    "World",
    "act",
    "fold",
    "room_id",
    "tick",
    "wake",
]

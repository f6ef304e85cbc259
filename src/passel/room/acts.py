"""What comes of a command: events, or a refusal that changed nothing.

Whoever has the token acts. What each command does is said in `people` and `turns`; here is what
all have in common: who asks, whether it was done before, and whether it is too late.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from passel.errors import RoomError
from passel.room import commands
from passel.room.answers import Answer
from passel.room.batch import Batch, World
from passel.room.commands import Command, spoken
from passel.room.events import Event
from passel.room.people import NEWCOMERS, PEOPLE
from passel.room.room import Room
from passel.room.seats import hashed, holder, remembered
from passel.room.turns import TURNS

_SEATED = PEOPLE | TURNS


class Done(NamedTuple):
    """What a command came to.

    Args:
        room: The room after it.
        events: What happened; none where there was nothing to do, or it had been done before.
        answer: What its sender is told.
    """

    room: Room
    events: tuple[Event, ...]
    answer: Answer


def act(room: Room, command: Command, token: str | None, world: World) -> Done:
    """What comes of a command.

    Args:
        room: The room as it is; one without events is made by `Create`, and only by it.
        command: What is asked.
        token: The secret of whoever asks; None: none was sent.
        world: The world at that moment.

    Raises:
        RoomError: Why it is refused; docs/reference/protocol.md has every code.
        PasselError: What rules, bots or dice refuse.
    """
    if token is None:
        raise RoomError("no-seat")
    secret = hashed(token)
    player = holder(room.players, secret)
    gone = remembered(room.gone, secret)
    key = player.key if player else gone.key if gone else None
    do = spoken(type(command))
    known = room.answers.get(command.id)
    if known is not None:
        if (known.player, known.do) != (key, do):
            raise RoomError("id-taken")
        return Done(room, (), known)
    batch = Batch(room, world, key)
    if type(command) in NEWCOMERS:
        NEWCOMERS[type(command)](batch, command, player, secret)
    elif player is None:
        raise RoomError("seat-moved" if gone and gone.moved else "no-seat")
    else:
        _check_version(room, command)
        _SEATED[type(command)](batch, command, player)
    if not batch.events:
        return Done(room, (), Answer(key or "", do, room.seq, room.version))
    return _answered(batch, command.id, do)


def _answered(batch: Batch, id: str, do: str) -> Done:
    """The batch, whose last event says which command it answers."""
    *others, last = batch.events
    before = batch.room
    last = replace(last, answers=(id, batch.by or "", do))
    answer = Answer(batch.by or "", do, before.seq, before.version)
    # Only the table of answers differs from the room that the batch has already.
    room = before._replace(answers=before.answers.add(id, answer))
    return Done(room, (*others, last), answer)


def _check_version(room: Room, command: Command) -> None:
    if not command.VERSIONED:
        return
    if command.version is None:
        raise RoomError("version-missing")
    if command.version != room.version and not _begun(room, command):
        raise RoomError("stale", version=room.version)


def _begun(room: Room, command: Command) -> bool:
    """Whether it asks for the game that has begun since: the second tap on "once more"."""
    begins = isinstance(command, commands.Start | commands.Rematch)
    return begins and room.game is not None and room.game.asked == command.version


def room_id(token: str, id: str) -> str:
    """The id of the room that a token makes with a command: the same for the same again.

    It has 128 bits of what nobody can guess, because the token has; the token does not follow.

    Args:
        token: The maker's secret.
        id: The command's.
    """
    digest = sha256(f"passel 1 room|{token}|{id}".encode()).digest()
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    number = int.from_bytes(digest[:16])
    return "".join(letters[number >> shift & 31] for shift in range(125, -1, -5))

"""What clients and followers of rooms were told, and whether it is what is stored."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from passel.errors import PasselError
from passel.room import Room, fold, wake
from passel.room.events import Played
from passel.web import view, wire
from passel.web.store import Store


@dataclass
class Ledger:
    """What one room's client and follower were told.

    Args:
        room: Its id.
        clock: Seconds for each decision; 0: no clock.
        sent: Commands by their ids: the token and the body.
        acknowledged: Answers by the commands' ids.
        refused: The ids of commands that came too late.
        told: What the stream said happened, by number.
        seen: How the room was said to be, by the number of its last event.
        moved: How often another server was asked.
        stored: How many events there are.
        due: What clocks and bots did: the cause, when it was due, when it happened (milliseconds).
        faults: What should not have been.
    """

    room: str = ""
    clock: int = 0
    sent: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    acknowledged: dict[str, dict[str, Any]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    told: dict[int, Any] = field(default_factory=dict)
    seen: dict[int, str] = field(default_factory=dict)
    moved: int = 0
    stored: int = 0
    due: list[tuple[str, int, int]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def see(self, seq: int, room: dict[str, Any]) -> None:
        """Note how the room is said to be after an event."""
        if self.seen.setdefault(seq, looks(room)) != looks(room):
            self.faults.append(f"after {seq} the room was told twice, and otherwise")


def looks(room: dict[str, Any]) -> str:
    """A room as it was told, without when its clock runs out: that begins anew with a server."""
    game = room["game"] and {**room["game"], "deadline": None}
    return json.dumps({**room, "game": game}, sort_keys=True)


def compare(database: str, ledgers: Sequence[Ledger]) -> list[str]:
    """What is wrong in the store, read without a server: nothing lost, doubled or changed.

    That a bot moved or a clock ran out before it was due would mean that two saw to it.
    """
    with contextlib.closing(Store(database)) as store:
        for ledger in ledgers:
            try:
                ledger.faults += _compared(ledger, store.read(ledger.room))
            except PasselError as error:
                ledger.faults.append(f"{ledger.room} cannot be read: {error}")
    return [fault for ledger in ledgers for fault in ledger.faults]


def _compared(ledger: Ledger, bodies: Sequence[bytes]) -> Iterator[str]:
    numbers: dict[str, int] = {}
    answered: Counter[str] = Counter()
    ledger.stored = len(bodies)
    ledger.due = []
    room = Room(ledger.room)
    for number, body in enumerate(bodies, 1):
        event = wire.STORED.read(body)
        if isinstance(event, Played) and event.cause in ("bot", "skip", "clock"):
            due = wake(room)
            if due is None or event.at < due:
                yield f"{number} happened at {event.at}, and was due at {due}"
            else:
                ledger.due.append((event.cause, due, event.at))
        room = fold(room, event)
        if event.answers:
            numbers[event.answers[0]] = number
            answered[event.answers[0]] += 1
        told = ledger.told.get(number)
        if told is not None and told != json.loads(wire.public(body)):
            yield f"{number} was told and is not so"
        seen = ledger.seen.get(number)
        if seen is not None and seen != looks(json.loads(wire.encode(view.view(room)))):
            yield f"after {number} the room was told and is not so"
    for number in sorted({*ledger.told, *ledger.seen}):
        if number > len(bodies):
            yield f"{number} was told, and there are {len(bodies)}"
    for id, often in answered.items():
        if often > 1 or id not in ledger.sent:
            yield f"{id} is stored {often} times"
        if id in ledger.refused:
            yield f"{id} was refused, and is stored"
    for id, answer in ledger.acknowledged.items():
        if numbers.get(id) != answer["seq"]:
            yield f"{id} was acknowledged as {answer}, and stands at {numbers.get(id)}"

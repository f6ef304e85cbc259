"""Which commands a room has carried out, so that one that comes again is answered again."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

RECENT = 64
"""How many ids are kept apart, so that adding one need not copy all."""


class Answer(NamedTuple):
    """What a command came to.

    Args:
        player: Who gave it, by key.
        do: What it was, by name.
        seq: The number of its last event.
        version: The room's version after it.
    """

    player: str
    do: str
    seq: int
    version: int


class Answers(NamedTuple):
    """Answers by the ids of their commands, as a value: the old ones, and some recent ones."""

    old: Mapping[str, Answer] = MappingProxyType({})
    recent: Mapping[str, Answer] = MappingProxyType({})

    def get(self, id: str) -> Answer | None:
        """The answer to the command with this id, where it was carried out."""
        return self.recent.get(id) or self.old.get(id)

    def add(self, id: str, answer: Answer) -> Answers:
        """These answers and one more."""
        recent = {**self.recent, id: answer}
        return (
            Answers(self.old, recent) if len(recent) < RECENT else Answers({**self.old, **recent})
        )

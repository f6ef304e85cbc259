"""Which commands a room has carried out, so that one that comes again is answered again."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple


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


class Answers:
    """Answers by the ids of their commands, a value to its users that grows as `Line` does.

    Values that grew from one another share one dictionary, and each knows how much of it is its
    own: that of the first commands.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self) -> None:
        self._shared: dict[str, tuple[int, str, str, int, int]] = {}  # garbage is not sought there
        self._length = 0

    def get(self, id: str) -> Answer | None:
        """The answer to the command with this id, where it was carried out."""
        found = self._shared.get(id)
        return Answer(*found[1:]) if found and found[0] < self._length else None

    def add(self, id: str, answer: Answer) -> Answers:
        """These answers and one more."""
        shared = self._shared
        if len(shared) > self._length or id in shared or not shared:  # an empty one is a default
            shared = dict(islice(shared.items(), self._length))
            shared.pop(id, None)
        place = len(shared)
        shared[id] = (place, *answer)
        grown = Answers()
        grown._shared, grown._length = shared, place + 1
        return grown

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answers) and self._own() == other._own()

    def __hash__(self) -> int:
        return hash(self._own())

    def __repr__(self) -> str:
        return f"Answers({self._own()!r})"

    def _own(self) -> tuple[tuple[str, Answer], ...]:
        mine = islice(self._shared.items(), self._length)
        return tuple((id, Answer(*found[1:])) for id, found in mine)

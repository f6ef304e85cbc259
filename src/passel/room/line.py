"""A sequence that only grows, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Line:
    """Texts in order, immutable to its users; adding some takes no time that grows with it.

    Values that grew from one another share one list, and each knows how much of it is its own.
    Only the longest grows in place; any other is copied before it does.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, items: Iterable[str] = ()) -> None:
        self._shared = list(items)
        self._length = len(self._shared)

    def add(self, items: Iterable[str]) -> Line:
        """This and more."""
        longest = 0 < len(self._shared) == self._length  # an empty one is a default of many
        grown = Line.__new__(Line)
        grown._shared = self._shared if longest else self._shared[: self._length]
        grown._shared.extend(items)
        grown._length = len(grown._shared)
        return grown

    def since(self, start: int) -> tuple[str, ...]:
        """What is there from a place on, that of the first being 0."""
        return tuple(self._shared[start : self._length])

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[str]:
        return iter(self.since(0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and self.since(0) == other.since(0)

    def __hash__(self) -> int:
        return hash(self.since(0))

    def __repr__(self) -> str:
        return f"Line({list(self)!r})"

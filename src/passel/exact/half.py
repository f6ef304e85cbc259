"""What a policy does in one seat, at every turn that it can meet, as the kernel reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from passel.exact.kernel import integers

if TYPE_CHECKING:
    from passel.exact.kernel import Integers, Vector

NEVER_MET = -2
"""In place of the number of planned turn totals: this turn is never met."""


class Place(NamedTuple):
    """The start of a turn.

    Args:
        number: 0 and 1 for seats 1 and 2; where rounds are counted 0 to 2 * rounds - 1.
        own: The mover's score.
        other: The other's.
    """

    number: int
    own: int
    other: int


@dataclass(frozen=True, slots=True, eq=False)
class Half:
    """What a policy does in one seat.

    Args:
        width: The length of a row.
        plan: Chances to roll, turn by turn, by turn total from 0; in announced turns chances to
            announce 1, 2, ... dice. Turns may have theirs in common.
        plan_at: At `own * width + other`, where a turn begins in `plan`; where rounds are counted
            one such table, of `width` rows, after the other for each `Place.number`.
        planned: There, how many of them it has; beyond them it holds. `NEVER_MET`.
        longest: The highest score that a planned turn total can make.
        scoring: Whether every turn can bank points: with such a player no game goes on for ever.
    """

    width: int
    plan: Vector
    plan_at: Integers
    planned: Integers
    longest: int
    scoring: bool = False

    def where(self, place: Place, *, counted: bool = False) -> tuple[int, int]:
        """Where the plan of one turn begins, and how long it is: `NEVER_MET` where it is not.

        Args:
            place: The turn.
            counted: Whether rounds are counted.
        """
        _, own, other = place
        if counted:  # beyond the table the lead is kept
            beyond = max(own, other, self.width - 1) - self.width + 1
            own, other = max(own - beyond, 0), max(other - beyond, 0)
        cell = own * self.width + other + counted * place.number * self.width**2
        if other >= self.width or cell >= len(self.planned):
            return 0, NEVER_MET
        return self.plan_at[cell], self.planned[cell]

    def widened(self, width: int) -> Half:
        """The same in longer rows."""
        if width == self.width:
            return self
        plan_at, planned, rest = integers(0), integers(0), integers(width - self.width)
        never = integers(1)
        never[0] = NEVER_MET
        for begin in range(0, len(self.planned), self.width):
            plan_at += self.plan_at[begin : begin + self.width] + rest
            planned += self.planned[begin : begin + self.width] + never * len(rest)
        return Half(width, self.plan, plan_at, planned, self.longest, self.scoring)

    def same(self, other: Half) -> bool:
        """Whether the other does the same."""
        return (self.width, self.plan, self.plan_at, self.planned) == (
            *(other.width, other.plan, other.plan_at, other.planned),
        )

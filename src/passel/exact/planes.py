"""The cells of three seats or more: where they stand, and how a sum of scores is swept.

A vector of win probabilities begins with the seat to move and goes on in the order of play, and so
do scores. What planes and rings are, `passel.exact.ring` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from passel import variants
from passel.errors import PasselError, SolveError
from passel.exact import ring
from passel.exact.cells import LARGEST, Watch
from passel.exact.kernel import integers, vector
from passel.exact.odds import Odds, odds, reals
from passel.rules import Rules, chances

if TYPE_CHECKING:
    from passel.exact.kernel import Integers, Vector

Scores = tuple[int, ...]

Plans = tuple["Vector", "Integers", "Integers"]
"""What is followed: `plan`, `plan_at` and `planned` of `passel.exact.ring.settle`."""


class Planes:
    """The cells of all turn starts of several seats.

    Args:
        rules: Solo or announced turns, whose end is at once.
        seats: How many there are.
        over: By how many points a turn can overshoot the target before it is held.
        apart: Whether each seat has cells of its own; else all are alike, and share them.
        cells: What was solved before; None: there is a guess.
        watch: As `passel.exact.cells.Cells`.

    Raises:
        SolveError: `seats-not-exact` for other ends, shared turns and throws that put a seat out;
            `seats-too-large`.
    """

    def __init__(
        self,
        rules: Rules,
        seats: int,
        over: int = 0,
        apart: bool = False,
        cells: Vector | None = None,
        watch: Watch | None = None,
    ) -> None:
        count = size(rules, seats, over, apart)
        self.rules, self.seats = rules, seats
        self.target = rules.target or 0
        self.odds: Odds = odds(rules)
        self.plane = self.target + over + self.odds.size + 1
        self.width = seats * self.plane
        self.base = count // seats if apart else 0
        self._watch = watch
        long = self.plane + 2 * self.odds.size
        parts = (seats * (seats + 1), seats * seats, *[seats] * 7, 2)
        self._work = (vector((seats + 1) * long), vector(seats * long), *map(vector, parts))
        self._rings = integers(seats), integers(seats), integers(seats)
        if cells is not None:
            self.cells = cells
            return
        # Where a score can be lost the first sweep needs a guess: as good for all.
        guess = 1.0 / seats if self.odds.loses else 0.0
        row: list[float] = []
        for place in range(seats):
            won = 1.0 if place == seats - 1 else 0.0
            row += [guess] * self.target + [won] * (self.plane - self.target)
        self.cells = reals(row) * (count // self.width)

    @property
    def rows(self) -> int:
        """How many rows of cells there are."""
        return len(self.cells) // self.width

    @property
    def heads(self) -> range:
        """The cells where the last score is 0: what the loss of a score leads to."""
        return range(0, len(self.cells), self.plane)

    def cell(self, scores: Sequence[int]) -> int:
        """Where the turn start of seat 1 with these scores stands, what the mover has there."""
        place = 0
        for score in scores[:-1]:
            place = place * self.target + score
        return place * self.width + scores[-1]

    def scores(self, cell: int) -> Scores:
        """The scores of the turn start that stands there."""
        place, last = divmod(cell, self.width)
        found = [last]
        for _ in range(self.seats - 1):
            place, score = divmod(place, self.target)
            found.append(score)
        return tuple(reversed(found))

    def begin(self, scores: Sequence[int], seat: int = 1) -> tuple[float, ...]:
        """Each seat's win probability at the start of a turn.

        Args:
            scores: Below the target; the last may be at it, and then has won.
            seat: Whose turn it is, from 1, where each has cells of its own.
        """
        cell = self.cell([*scores[:-1], min(scores[-1], self.plane - 1)]) + (seat - 1) * self.base
        return tuple(self.cells[cell : cell + self.width : self.plane])

    def sweep(
        self, sweeps: int, follow: int = 0, plans: Plans | None = None, even: bool = False
    ) -> None:
        """Solve all rings once, in descending order of the sum of scores.

        Args:
            sweeps: How many sweeps were made before.
            follow: As `passel.exact.ring.settle` takes it.
            plans: What is followed.
            even: As there.
        """
        odds = self.odds
        plan, plan_at, planned = plans or (vector(1), integers(1), integers(1))
        tops, known = integers(self.rows), vector(self.rows)
        for row in range(len(known)):
            known[row] = -1.0
        highest = self.seats * (self.target - 1)
        for total in range(highest, -1, -1):
            faults = integers(0)
            slowest = ring.sweep(
                self.cells, self.plane, self.base, self.seats, self.target, self.width, total,
                odds.jumps, odds.chances, odds.free, odds.size, odds.fixed, odds.points,
                odds.passing, self.rules.auto_bank, odds.places, odds.ends, odds.most, even,
                sweeps > 0, follow, plan, plan_at, planned, tops, known, self._work,
                *self._rings, faults,
            )  # fmt: skip
            if slowest == ring.ENDLESS:
                raise self._endless(tuple(self._rings[0]))
            for scores in dict.fromkeys([*map(self.scores, faults), *self._held(total)]):
                self._mix(scores)
            if self._watch:
                self._watch(sweeps, (highest - total + 1) / (highest + 1))

    def _endless(self, scores: Scores) -> PasselError:
        """The error where the ring of these scores never ends."""
        return SolveError("seats-never-end", id=self.rules.id, count=self.seats)

    def _held(self, total: int) -> Sequence[Scores]:
        """The rings of this sum of scores that are solved by `_mix` in any case."""
        return ()

    def _mix(self, scores: Scores) -> None:
        """Solve the ring of these scores, in which best responses go on changing."""
        raise NotImplementedError


def size(rules: Rules, seats: int, over: int = 0, apart: bool = False) -> int:
    """How many cells are held for so many seats; arguments and errors as `Planes`."""
    out = any(chance.effect.kind == "out" for chance in chances(rules))
    if rules.end != "at-once" or rules.turn == "shared" or rules.target is None or out:
        raise SolveError("seats-not-exact", id=rules.id, count=seats)
    cells: int = seats * rules.target ** (seats - 1) * (rules.target + over + odds(rules).size + 1)
    cells *= seats if apart else 1
    if cells > LARGEST:
        raise SolveError(
            "seats-too-large", id=variants.name(rules), count=seats, cells=cells, most=LARGEST
        )
    return cells

"""The values of all turn starts of three seats or more that play their best, ring by ring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from passel.errors import SolveError
from passel.exact import ring
from passel.exact.cells import Watch
from passel.exact.half import Half
from passel.exact.kernel import integers, vector
from passel.exact.mixing import Line, answer
from passel.exact.odds import reals
from passel.exact.planes import Planes, Plans, Scores
from passel.rules import Rules

if TYPE_CHECKING:
    from passel.exact.kernel import Integers, Vector

Given = dict[Scores, tuple[float, ...]]
"""By scores: the chances to roll by turn total, or to announce 1, 2, ... dice."""

NEAR = 1e-12
"""Where a score can be lost: two sweeps that differ by no more are the same."""

STALLED = 8
"""When in so many sweeps no change was half the least before, they will not settle."""


class Doubt(NamedTuple):
    """How sure a solution is.

    Args:
        residual: By how much a vector misses what is played, and what a seat could win more by
            playing one turn in another way, at most.
        gain: What a seat could win more by playing its whole game in another way, at most, from
            any position; None where a score can be lost, for no bound is known there.
    """

    residual: float
    gain: float | None


class Wheel(Planes):
    """The values of all turn starts of three seats or more.

    Args:
        rules: Solo or announced turns, whose end is at once.
        seats: How many there are, 3 or more.
        known: What was solved before: the cells, and what is done in rings of `given`.
        watch: As `passel.exact.cells.Cells`.
        even: Whether equal choices are rolled, and not held: to see what that changes.

    Raises:
        SolveError: `seats-not-exact` for other ends, shared turns and throws that put a seat out;
            `seats-too-large`; `seats-never-end` where all would rather pass; `no-fixpoint` where
            a score can be lost.
    """

    def __init__(
        self,
        rules: Rules,
        seats: int = 3,
        known: tuple[Vector, Given] | None = None,
        watch: Watch | None = None,
        even: bool = False,
    ) -> None:
        super().__init__(rules, seats, cells=known and known[0], watch=watch)
        self.even = even
        self.given: Given = known[1] if known else {}
        if known is None:
            self._solve()

    def line(self, scores: Scores, beta: float, plan: Sequence[float] | None = None) -> Line:
        """What a turn comes to that is played best, or by a plan.

        Args:
            scores: At its start.
            beta: What a turn that changes nothing is worth to the mover.
            plan: As in `Given`.
        """
        odds, seats = self.odds, self.seats
        may, must, line, *_, ends, late, out = self._work
        own = scores[0]
        at = self.cell([*scores[1:], own])
        rolls = reals(plan or [0.0])
        planned = -1 if plan is None else len(plan)
        if odds.most:
            ring.announce(
                self.cells, self.plane, seats, at, odds.jumps, odds.chances, odds.places,
                odds.ends, odds.most, odds.points, own, beta, self.even, rolls, 0, planned,
                line, 0, out,
            )  # fmt: skip
            did = [float(n == int(out[1])) for n in range(1, odds.most + 1)]
        else:
            top, long = self.target - own, len(must) // seats
            ring.endings(
                self.cells, self.plane, seats, at, own, odds.fixed, odds.points, ends, late
            )
            ring.turn(
                self.cells, self.plane, seats, at, top, odds.jumps, odds.chances, odds.free,
                odds.size, odds.fixed, beta, ends, late, odds.passing, self.even, rolls, 0,
                planned, long, may, must, line, 0, out,
            )  # fmt: skip
            did = list(may[seats * long : seats * long + top])
            while did and did[-1] == 0.0:
                did.pop()
        return Line(tuple(line[: seats + 1]), tuple(did if plan is None else plan))

    def played(self, scores: Scores) -> Line:
        """What the mover does in a turn."""
        return self.line(scores, self.begin([*scores[1:], scores[0]])[-1], self.given.get(scores))

    @property
    def mixed(self) -> list[Scores]:
        """The rings in which a choice is mixed, each by its turn start that stands last."""
        return sorted(
            scores
            for scores in self.given
            if scores == max(turned(scores))
            and any(0.0 < chance < 1.0 for each in turned(scores) for chance in self.given[each])
        )

    @property
    def states(self) -> int:
        """How many turn starts have a value of their own."""
        return self.rows * self.target

    @cached_property
    def doubt(self) -> Doubt:
        """By how much the solution can be wrong, found by going through it once more."""
        residual, gain = 0.0, 0.0
        for total in range(self.seats * (self.target - 1), -1, -1):
            (once, missed, back), others = self._survey(total)
            for cell in others:
                missed = max(missed, self._missed(self.scores(cell)))
            for scores in self.given:
                if sum(scores) == total:
                    back = max(back, self._back(scores))
            residual = max(residual, once, missed)
            gain += max(once, 0.0) / (1.0 - back)
        return Doubt(residual, None if self.odds.loses else gain)

    @cached_property
    def table(self) -> Half:
        """What each seat does, at every turn."""
        longest = self.odds.size if self.odds.most else self.target
        # As many as a turn can be long: see `passel.exact.kernel.record`.
        plan = reals([1.0]) * max(longest, 1)
        count = self.target**self.seats
        plan_at, planned = integers(count), integers(count)
        for total in range(self.seats * (self.target - 1), -1, -1):
            self._survey(total, (plan, plan_at, planned))
        for scores, chances in self.given.items():
            place = 0
            for score in scores:
                place = place * self.target + score
            plan_at[place], planned[place] = len(plan), len(chances)
            plan.extend(chances)
        scoring = self.odds.free > 0 and not self.odds.passing
        return Half(self.target, plan, plan_at, planned, self.target, scoring)

    def _survey(self, total: int, record: Plans | None = None) -> tuple[Vector, Integers]:
        """Go through the rings of a sum once more: see `passel.exact.ring.survey`.

        Args:
            total: The sum of scores.
            record: Filled with what is done.
        """
        odds, found, others = self.odds, vector(3), integers(0)
        ring.survey(
            self.cells, self.plane, self.seats, self.target, self.width, total,
            odds.jumps, odds.chances, odds.free, odds.size, odds.fixed, odds.points,
            odds.passing, odds.places, odds.ends, odds.most, self.even, self._work,
            *self._rings, found, others, record is not None,
            *(record or (vector(0), integers(1), integers(1))),
        )  # fmt: skip
        return found, others

    def _missed(self, scores: Scores) -> float:
        """By how much a vector misses what is played."""
        line, after = self.played(scores), self.begin([*scores[1:], scores[0]])
        return max(
            abs(line.parts[1 + c] + line.parts[0] * after[c - 1] - value)
            for c, value in enumerate(self.begin(scores))
        )

    def _back(self, scores: Scores) -> float:
        """The chance that the turns of all other seats lead round a ring."""
        come = 1.0
        for start in turned(scores)[1:]:
            come *= self.played(start).parts[0]
        return come

    def _solve(self) -> None:
        """Sweep once; where a score can be lost, until nothing changes any more."""
        self._sweep_anew(0)
        if not self.odds.loses or self.target == 1:
            return
        least, idle, sweeps = 2.0, 0, 0
        while least > NEAR:
            sweeps += 1
            before = [self.cells[head] for head in self.heads]
            self._sweep_anew(sweeps)
            after = (self.cells[head] for head in self.heads)
            change = max(abs(a - b) for a, b in zip(before, after, strict=True))
            idle = 0 if change < 0.5 * least else idle + 1
            least = min(least, change)
            if idle >= STALLED:
                raise SolveError("no-fixpoint", steps=sweeps)

    def _sweep_anew(self, sweeps: int) -> None:
        self.given.clear()
        self.sweep(sweeps, even=self.even)

    def _mix(self, scores: Scores) -> None:
        """Solve a ring in which best responses go on changing."""
        starts = list(dict.fromkeys(turned(scores)))
        found = answer(
            self.seats,
            len(starts),
            lambda t, beta: self.line(starts[t], beta),
            lambda t, plan: self.line(starts[t], 0.0, plan),
        )
        for start, wins, line in zip(starts, found.wins, found.lines, strict=True):
            for place, value in enumerate(wins):
                self.cells[self.cell(start) + place * self.plane] = value
            self.given[start] = line.plan


def turned(scores: Scores) -> list[Scores]:
    """The scores of the turn starts of a ring, in the order of play."""
    return [scores[t:] + scores[:t] for t in range(len(scores))]

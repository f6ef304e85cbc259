"""The values of all turn starts of three seats or more that play their best, ring by ring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import zip_longest
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

STALLED, LESS = 4, 0.9
"""When in so many sweeps no change was less than this part of the least, they will not settle."""

MOST = 200
"""So many sweeps are made at most."""

OTHER = 0.1
"""A turn in which a chance differs by more is played in another way."""

KEPT = 1e-11
"""What loses no more than that in one turn is the best, to rounding."""


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
            a score can be lost and after `MOST` sweeps something still changes.
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
        self._kept: Given = {}
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
        """The rings where something is mixed or kept to, each by its turn start that stands last.

        What a seat keeps to is not the best for it, by a little: see `doubt`.
        """
        return sorted(
            scores
            for scores in self.given
            if scores == max(turned(scores))
            and any(
                self._lost(each, plan) > KEPT or any(0.0 < chance < 1.0 for chance in plan)
                for each in turned(scores)
                for plan in [self.given[each]]
            )
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
        return self._tabulated()

    def _tabulated(self) -> Half:
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
        """Sweep once; where a score can be lost, until nothing changes any more.

        Where that never comes, what is done at some turns goes to and fro, each change the cause of
        the next. Those that lose least by it then keep to what they do, the others go on.
        """
        self._sweep_anew(0)
        if not self.odds.loses or self.target == 1:
            return
        sweeps, change, least, idle = 0, 2.0, 2.0, 0
        while change > NEAR:
            if sweeps >= MOST:
                raise SolveError("no-fixpoint", steps=sweeps)
            sweeps += 1
            change = self._sweep_again(sweeps)
            idle = 0 if change < LESS * least else idle + 1
            least = min(least, change)
            if idle >= STALLED:
                before = self._tabulated()
                sweeps += 1
                change = self._sweep_again(sweeps)
                self._keep(before)
                least, idle = 2.0, 0

    def _sweep_again(self, sweeps: int) -> float:
        """By how much a sweep changes what the loss of a score leads to, at most."""
        before = [self.cells[head] for head in self.heads]
        self._sweep_anew(sweeps)
        after = (self.cells[head] for head in self.heads)
        return max(abs(a - b) for a, b in zip(before, after, strict=True))

    def _keep(self, before: Half) -> None:
        """Find the turns that are not played as before; half of them keep to that from now on.

        It is the half that loses least by it, as the others play now.
        """
        now = self._tabulated()
        found: list[tuple[float, Scores, tuple[float, ...]]] = []
        for place, (length, long) in enumerate(zip(now.planned, before.planned, strict=True)):
            at, was = now.plan_at[place], before.plan_at[place]
            plan, earlier = now.plan[at : at + length], before.plan[was : was + long]
            if plan == earlier:
                continue
            kept = tuple(earlier)
            apart = (abs(a - b) for a, b in zip_longest(plan, kept, fillvalue=0.0))
            if max(apart) <= OTHER:
                continue
            rest, last = divmod(place, self.target)
            scores = self.scores(rest * self.width + last)
            if scores not in self._kept:
                found.append((self._lost(scores, kept), scores, kept))
        found.sort()
        for _, scores, kept in found[: (len(found) + 1) // 2]:
            self._kept[scores] = kept

    def _lost(self, scores: Scores, plan: Sequence[float]) -> float:
        """What the mover could have more than by this plan, in one turn."""
        beta = self.begin([*scores[1:], scores[0]])[-1]
        return self.line(scores, beta).worth(beta) - self.line(scores, beta, plan).worth(beta)

    def _held(self, total: int) -> Sequence[Scores]:
        return [max(turned(scores)) for scores in self._kept if sum(scores) == total]

    def _sweep_anew(self, sweeps: int) -> None:
        self.given.clear()
        self.sweep(sweeps, even=self.even)

    def _mix(self, scores: Scores) -> None:
        """Solve a ring in which best responses go on changing."""
        starts = list(dict.fromkeys(turned(scores)))
        found = answer(
            self.seats,
            len(starts),
            lambda t, beta: self.line(starts[t], beta, self._kept.get(starts[t])),
            lambda t, plan: self.line(starts[t], 0.0, plan),
        )
        for start, wins, line in zip(starts, found.wins, found.lines, strict=True):
            for place, value in enumerate(wins):
                self.cells[self.cell(start) + place * self.plane] = value
            self.given[start] = line.plan


def turned(scores: Scores) -> list[Scores]:
    """The scores of the turn starts of a ring, in the order of play."""
    return [scores[t:] + scores[:t] for t in range(len(scores))]

"""The values of all turn starts of three seats or more, solved ring by ring.

A vector of win probabilities begins with the seat to move and goes on in the order of play, and so
do scores. What a ring is, `passel.exact.ring` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from passel.errors import SolveError
from passel.exact import ring
from passel.exact.cells import LARGEST, Watch
from passel.exact.kernel import integers, vector
from passel.exact.mixing import Line, answer
from passel.exact.odds import Odds, odds, reals
from passel.rules import Rules, chances

if TYPE_CHECKING:
    from passel.exact.kernel import Integers, Vector

Scores = tuple[int, ...]
Plans = dict[Scores, tuple[float, ...]]
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


class Wheel:
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
        known: tuple[Vector, Plans] | None = None,
        watch: Watch | None = None,
        even: bool = False,
    ) -> None:
        count = size(rules, seats)
        self.rules, self.seats, self.even = rules, seats, even
        self.target = rules.target or 0
        self.odds: Odds = odds(rules)
        self.width = self.target + self.odds.size + 1
        self.plane = count // seats
        self.given: Plans = {}
        self._watch = watch
        long = self.width + 2 * self.odds.size
        parts = (seats * (seats + 1), seats * seats, *[seats] * 7, 2)
        self._work = (vector((seats + 1) * long), vector(seats * long), *map(vector, parts))
        self._rings = integers(seats), integers(seats), integers(seats)
        if known is not None:
            self.cells, self.given = known
            return
        # Where a score can be lost the first sweep needs a guess: as good for all.
        guess = 1.0 / seats if self.odds.loses else 0.0
        self.cells = vector(0)
        for place in range(seats):
            won = 1.0 if place == seats - 1 else 0.0
            row = [guess] * self.target + [won] * (self.width - self.target)
            self.cells += reals(row) * (self.plane // self.width)
        self._solve()

    def cell(self, scores: Sequence[int]) -> int:
        """Where in a plane the turn start with these scores stands."""
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

    def begin(self, scores: Sequence[int]) -> tuple[float, ...]:
        """Each seat's win probability at the start of a turn.

        Args:
            scores: Below the target; the last may be at it, and then has won.
        """
        cell = self.cell([*scores[:-1], min(scores[-1], self.width - 1)])
        return tuple(self.cells[plane + cell] for plane in range(0, len(self.cells), self.plane))

    def line(self, scores: Scores, beta: float, plan: Sequence[float] | None = None) -> Line:
        """What a turn comes to that is played best, or by a plan.

        Args:
            scores: At its start.
            beta: What a turn that changes nothing is worth to the mover.
            plan: As in `Plans`.
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
        return len(self.cells) // self.width // self.seats * self.target

    @cached_property
    def doubt(self) -> Doubt:
        """By how much the solution can be wrong, found by going through it once more."""
        odds, residual, gain = self.odds, 0.0, 0.0
        for total in range(self.seats * (self.target - 1), -1, -1):
            found, others = vector(3), integers(0)
            ring.survey(
                self.cells, self.plane, self.seats, self.target, self.width, total,
                odds.jumps, odds.chances, odds.free, odds.size, odds.fixed, odds.points,
                odds.passing, odds.places, odds.ends, odds.most, self.even, self._work,
                *self._rings, found, others,
            )  # fmt: skip
            once, missed, back = found
            for cell in others:
                missed = max(missed, self._missed(self.scores(cell)))
            for scores in self.given:
                if sum(scores) == total:
                    back = max(back, self._back(scores))
            residual = max(residual, once, missed)
            gain += max(once, 0.0) / (1.0 - back)
        return Doubt(residual, None if odds.loses else gain)

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
        rows = self.plane // self.width
        tops, known = integers(rows), vector(rows)
        self._sweep(0, tops, known)
        if not self.odds.loses or self.target == 1:
            return
        heads = range(0, len(self.cells), self.width)
        least, idle, sweeps = 2.0, 0, 0
        while least > NEAR:
            sweeps += 1
            before = [self.cells[head] for head in heads]
            self._sweep(sweeps, tops, known)
            change = max(
                abs(self.cells[head] - value) for head, value in zip(heads, before, strict=True)
            )
            idle = 0 if change < 0.5 * least else idle + 1
            least = min(least, change)
            if idle >= STALLED:
                raise SolveError("no-fixpoint", steps=sweeps)

    def _sweep(self, sweeps: int, tops: Integers, known: Vector) -> None:
        odds, seats, target = self.odds, self.seats, self.target
        highest = seats * (target - 1)
        for row in range(len(known)):
            known[row] = -1.0
        self.given.clear()
        for total in range(highest, -1, -1):
            faults = integers(0)
            slowest = ring.sweep(
                self.cells, self.plane, 0, seats, target, self.width, total,
                odds.jumps, odds.chances, odds.free, odds.size, odds.fixed, odds.points,
                odds.passing, False, odds.places, odds.ends, odds.most, self.even, sweeps > 0,
                0, vector(1), integers(1), integers(1), tops, known, self._work, *self._rings,
                faults,
            )  # fmt: skip
            if slowest == ring.ENDLESS:
                raise SolveError("seats-never-end", id=self.rules.id, count=seats)
            for cell in faults:
                self._mix(self.scores(cell))
            if self._watch:
                self._watch(sweeps, (highest - total + 1) / (highest + 1))

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
                self.cells[place * self.plane + self.cell(start)] = value
            self.given[start] = line.plan


def turned(scores: Scores) -> list[Scores]:
    """The scores of the turn starts of a ring, in the order of play."""
    return [scores[t:] + scores[:t] for t in range(len(scores))]


def size(rules: Rules, seats: int) -> int:
    """How many cells are held for so many seats; errors as `Wheel`."""
    out = any(chance.effect.kind == "out" for chance in chances(rules))
    if rules.end != "at-once" or rules.turn == "shared" or rules.target is None or out:
        raise SolveError("seats-not-exact", id=rules.id, count=seats)
    cells: int = seats * rules.target ** (seats - 1) * (rules.target + odds(rules).size + 1)
    if cells > LARGEST:
        raise SolveError("seats-too-large", id=rules.id, count=seats, cells=cells, most=LARGEST)
    return cells

"""What a throw does, as the kernel reads it: plain numbers; knows no scores and no seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from passel.errors import SolveError
from passel.exact.kernel import announce, integers, tails, turn, vector
from passel.rules import Rules, chances

if TYPE_CHECKING:
    from passel.exact.kernel import Integers, Vector

NEGLIGIBLE = 1e-18
"""A chance that no sum of doubles near 1 shows."""

UNLIKELY = 1e-15
"""A turn total that a turn reaches with less than this chance is not asked about: it is held."""

LONGEST = 20_000
"""Turns that still have more than a negligible chance to reach so many points are refused."""


def reals(values: Sequence[float]) -> Vector:
    """A vector of the kernel with these numbers."""
    made = vector(len(values))
    for place, value in enumerate(values):
        made[place] = value
    return made


def whole(values: Sequence[int]) -> Integers:
    """A vector of the kernel with these whole numbers."""
    made = integers(len(values))
    for place, value in enumerate(values):
        made[place] = value
    return made


@dataclass(frozen=True, slots=True, eq=False)
class Odds:
    """A throw's chances, in the words of `passel.exact.kernel`.

    Args:
        jumps: Gains above 0: of the throw, first those that leave the choice; in announced turns
            those of one die, then of two dice and so on.
        chances: Their chances.
        free: How many gains leave the choice (solo turns).
        size: The largest gain, 1 or more.
        fixed: The chances of all else (solo turns).
        places: Where the gains of n dice begin (announced turns).
        ends: The chances of all else (announced turns).
        most: The most dice that can be announced; 0: turns are rolled and held.
        points: What a bust adds to the score.
        passing: Whether a seat may hold before its first throw.
        loses: Whether a score can be lost.
    """

    jumps: Integers
    chances: Vector
    free: int
    size: int
    fixed: Vector
    places: Integers
    ends: Vector
    most: int
    points: int
    passing: bool
    loses: bool

    def roll(
        self,
        hold: Sequence[float],
        bust: float,
        lose: float,
        plan: Sequence[float] | None = None,
    ) -> tuple[Vector, Vector]:
        """One turn, played best or by a plan, where what comes after it is known.

        Args:
            hold: What holding is worth, by turn total from 0. Beyond its last holding is best,
                and worth as much.
            bust: What a bust is worth.
            lose: What a bust_all is worth.
            plan: Chances to roll by turn total, to hold beyond them; or to announce 1, 2, ... dice.

        Returns:
            By turn total, as far as `hold` goes: the value where holding is allowed, and the
            value of rolling. In announced turns: an empty vector, and at n the value of n dice.
        """
        last = max(len(hold), len(plan or ())) - 1
        row = vector(last + 2 * self.size + 2)
        for k in range(len(row)):
            row[k] = 1.0 - hold[min(k, len(hold) - 1)]
        out = vector(3)
        chances = reals(plan or [0.0])
        planned = -1 if plan is None else len(plan)
        if self.most:
            values = vector(self.most + 1)
            announce(
                row, 0, self.jumps, self.chances, self.places, self.ends, self.most,
                bust, 0.0, lose, 0.0, hold[0], 0.0, chances, 0, planned, values, out,
            )  # fmt: skip
            return vector(0), values
        tail, edge = vector(len(row)), vector(len(row))
        tails(
            row, 0, 0, last, self.jumps, self.chances, self.free, self.size, self.fixed,
            tail, edge, 0,
        )  # fmt: skip
        may, may_slope, must, must_slope = (vector(len(row)) for _ in range(4))
        turn(
            row, 0, last + 1, tail, 0, self.jumps, self.chances, self.free, self.size, self.fixed,
            bust, 0.0, lose, 0.0, hold[0], 0.0, 0, chances, 0, planned, len(row),
            may, may_slope, must, must_slope, out,
        )  # fmt: skip
        return may, must

    def begin(
        self,
        hold: Sequence[float],
        bust: float,
        lose: float,
        plan: Sequence[float] | None = None,
    ) -> float:
        """The value of the turn's start; arguments as `roll`."""
        may, must = self.roll(hold, bust, lose, plan)
        if self.most and plan is None:
            return max(must[n] for n in range(1, self.most + 1))
        if self.most:
            return sum(chance * must[n] for n, chance in enumerate(plan or (), 1))
        return may[0] if self.passing else must[0]

    @property
    def enough(self) -> int:
        """Points that a turn banks at most that stops where another throw loses in the mean."""
        if self.most:
            return self.size
        gain = 0.0
        for jump, chance in zip(self.jumps, self.chances, strict=True):
            gain += jump * chance
        return int(gain / max(self.fixed[0] + self.fixed[1], 1e-3)) + 2 * self.size

    def reach(self, *, forced: bool = False) -> int:
        """The fewest points that hardly any turn reaches, however it is played.

        Args:
            forced: Of a turn that is held as soon as it may be.

        Raises:
            SolveError: `turn-too-long` where such a number is not below `LONGEST`.
        """
        return _reach(self, forced)

    @property
    def overshoot(self) -> int:
        """By how many points a turn can end above where it would be held, but for `NEGLIGIBLE`."""
        return self.size + (0 if self.most else self.reach(forced=True))


@lru_cache(maxsize=64)
def _reach(odds: Odds, forced: bool) -> int:
    if odds.most:
        return odds.size + 1
    still = [1.0]
    once = 1.0 / (1.0 - odds.fixed[3] - odds.fixed[2])
    begin = odds.free if forced else 0
    gains = list(zip(odds.jumps[begin:], odds.chances[begin:], strict=True))
    for points in range(1, LONGEST):
        chance = 0.0
        for jump, weight in gains:
            chance += weight * (still[points - jump] if jump <= points else 1.0)
        chance *= once
        if chance < NEGLIGIBLE:
            return points
        still.append(chance)
    raise SolveError("turn-too-long", points=LONGEST)


@lru_cache(maxsize=64)
def odds(rules: Rules) -> Odds:
    """The odds of these rules' throws.

    Raises:
        SolveError: `never-ends` where no throw gains or ends anything.
    """
    if rules.max_dice is not None:
        return _announced(rules, rules.max_dice)
    free: dict[int, float] = {}
    forced: dict[int, float] = {}
    rest = dict.fromkeys(("bust", "bust_all", "void", "again", "out"), 0.0)
    for chance in chances(rules):
        kind, points, must_roll = chance.effect
        probability = float(chance.probability)
        if kind == "gain" and points:
            gains = forced if must_roll else free
            gains[points] = gains.get(points, 0.0) + probability
        elif kind == "gain":
            rest["again" if must_roll else "void"] += probability
        elif kind != "refused":
            rest[kind] += probability
    jumps = [*free, *forced]
    stays = rest["void"] + rest["again"]
    if not jumps or stays >= 1.0:
        raise SolveError("never-ends", id=rules.id)
    moves = 1.0 - rest["again"] - sum(forced.values())
    late = (
        [
            rest["bust"] / moves,
            rest["bust_all"] / moves,
            (sum(free.values()) + rest["void"]) / moves,
        ]
        if moves > 1e-12
        else [0.0, 0.0, 0.0]
    )
    return Odds(
        jumps=whole(jumps),
        chances=reals([*free.values(), *forced.values()]),
        free=len(free),
        size=max(jumps),
        fixed=reals([rest["bust"], rest["bust_all"], rest["void"], rest["again"], *late]),
        places=integers(1),
        ends=vector(1),
        most=0,
        points=rules.bust_points,
        passing=rules.pass_allowed,
        loses=rest["bust_all"] > 0.0,
    )


def _announced(rules: Rules, most: int) -> Odds:
    jumps: list[int] = []
    weights: list[float] = []
    places = [0, 0]
    ends = [0.0, 0.0, 0.0]
    for dice in range(1, most + 1):
        rest = dict.fromkeys(("bust", "bust_all", "nothing"), 0.0)
        gains: dict[int, float] = {}
        for chance in chances(rules, dice):
            kind, points, _ = chance.effect
            probability = float(chance.probability)
            if kind == "gain" and points:
                gains[points] = gains.get(points, 0.0) + probability
            else:
                rest["nothing" if kind == "gain" else kind] += probability
        jumps += gains
        weights += gains.values()
        places.append(len(jumps))
        ends += rest.values()
    if not jumps:
        raise SolveError("never-ends", id=rules.id)
    return Odds(
        jumps=whole(jumps),
        chances=reals(weights),
        free=len(jumps),
        size=max(jumps),
        fixed=vector(7),
        places=whole(places),
        ends=reals(ends),
        most=most,
        points=rules.bust_points,
        passing=False,
        loses=any(ends[4::3]),
    )

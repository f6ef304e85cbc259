"""Policies that a person can keep in mind, and the best of them, found by exact matches.

A family of such policies has a few whole numbers; each is tabulated by a formula, without asking
it about every position, and meets the equilibrium.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from passel.exact.half import Half
from passel.exact.kernel import integers
from passel.exact.match import match
from passel.exact.odds import odds, reals
from passel.exact.solve import Solution
from passel.exact.table import Table
from passel.rules import Rules

Numbers = tuple[int, ...]
Enough = Callable[[int, int], int | None]
"""Points in a turn that are held, by the mover's score and the other's; None: none."""


class Family(NamedTuple):
    """Policies that differ by a few whole numbers.

    Args:
        name: Of the family.
        begin: The numbers with which a search begins, for a target.
        enough: What they mean.
    """

    name: str
    begin: Callable[[int], Numbers]
    enough: Callable[[Numbers], Enough]


class Found(NamedTuple):
    """The best policy of a family.

    Args:
        numbers: Its numbers.
        mean: Its win probability against the equilibrium, a coin saying who plays first.
        tried: How many policies of the family were tried.
    """

    numbers: Numbers
    mean: float
    tried: int


def _hold_at(numbers: Numbers) -> Enough:
    (points,) = numbers
    return lambda own, other: points


def _keep_pace(numbers: Numbers) -> Enough:
    mine, theirs, points, part = numbers

    def enough(own: int, other: int) -> int | None:
        if own >= mine or other >= theirs:
            return None
        # floor(d / part + 1/2) in whole numbers
        return points + (2 * (other - own) + part) // (2 * part)

    return enough


AROUND = 12
"""How far a number is moved at a time."""

HOLD_AT = Family("hold-at", lambda target: (20,), _hold_at)
KEEP_PACE = Family("keep-pace", lambda target: (target - 29, target - 29, 21, 8), _keep_pace)
"""Roll for the target from a score of one's own, or of the other, on; before that hold at so many
points and a part of what one is behind, rounded. Source: Neller and Presser, Practical Play of the
Dice Game Pig, UMAP Journal 31(1), 2010."""


def tabulated(rules: Rules, enough: Enough) -> Table:
    """A policy that holds when it may and has enough, or reaches the target, as a table.

    Args:
        rules: Solo turns whose end is at once.
        enough: What is enough; less than 1 counts as 1.
    """
    assert rules.target is not None
    target = rules.target
    planned = integers(target * target)
    for own in range(target):
        need = target - own
        for other in range(target):
            points = enough(own, other)
            planned[own * target + other] = need if points is None else max(1, min(points, need))
    plan = reals([1.0] * target)
    scoring = odds(rules).free > 0
    half = Half(target, plan, integers(target * target), planned, target, scoring)
    return Table(half, half)


def best(rules: Rules, family: Family, solution: Solution) -> Found:
    """The policy of a family that does best against the equilibrium, as far as this search sees.

    One number after the other is set to the best of its values while the rest stay, until none
    changes; then all policies are tried whose numbers differ by 1 at most, and it goes on from
    there. Of one number all values are tried, so that is every policy of the family; of several,
    those within `AROUND` of where it stands.

    Args:
        rules: Solo turns whose end is at once.
        family: Which policies.
        solution: The equilibrium of these rules.
    """
    assert rules.target is not None
    means: dict[Numbers, float] = {}

    def mean(numbers: Numbers) -> float:
        if numbers not in means:
            table = tabulated(rules, family.enough(numbers))
            means[numbers] = match(table, solution.table, rules).mean_a
        return means[numbers]

    numbers = family.begin(rules.target)
    while True:
        for place in range(len(numbers)):
            numbers = max(_along(numbers, place, rules.target), key=mean)
        better = max(_around(numbers, rules.target), key=mean)
        if mean(better) <= mean(numbers):
            return Found(numbers, mean(numbers), len(means))
        numbers = better


def _along(numbers: Numbers, place: int, target: int) -> Iterator[Numbers]:
    """The values of one number, its own first."""
    yield numbers
    low, high = 1, target
    if len(numbers) > 1:
        low, high = max(1, numbers[place] - AROUND), min(target, numbers[place] + AROUND)
    for value in range(low, high + 1):
        yield (*numbers[:place], value, *numbers[place + 1 :])


def _around(numbers: Sequence[int], target: int) -> Iterator[Numbers]:
    """All numbers that are 1 away at most."""
    for step in product((-1, 0, 1), repeat=len(numbers)):
        moved = tuple(number + by for number, by in zip(numbers, step, strict=True))
        if all(1 <= number <= target for number in moved):
            yield moved

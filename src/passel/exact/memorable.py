"""Policies that a person can keep in mind, and the best of them, found by exact matches.

A family of such policies has a few whole numbers; each is tabulated by a formula, without asking
it about every position, and meets the equilibrium.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from passel.exact.cells import layout
from passel.exact.half import Half
from passel.exact.kernel import integers
from passel.exact.match import match
from passel.exact.odds import odds, reals, whole
from passel.exact.solve import Solution
from passel.exact.table import Table
from passel.policy import steady
from passel.rules import Rules

if TYPE_CHECKING:
    from passel.exact.kernel import Integers

Numbers = tuple[int, ...]
Enough = Callable[[int, int], int | None]
"""Points in a turn that are held, or dice that are announced, by the mover's score and the other's;
None: as many points as reach the target."""


class Family(NamedTuple):
    """Policies that differ by a few whole numbers.

    Args:
        name: Of the family.
        begin: The numbers with which a search begins.
        enough: What they mean.
    """

    name: str
    begin: Callable[[Rules], Numbers]
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


def _lean(numbers: Numbers) -> Enough:
    points, part = numbers
    # floor(d / part + 1/2) in whole numbers
    return lambda own, other: points + (2 * (other - own) + part) // (2 * part)


def _keep_pace(numbers: Numbers) -> Enough:
    mine, theirs, *rest = numbers
    lean = _lean(tuple(rest))
    return lambda own, other: None if own >= mine or other >= theirs else lean(own, other)


def _race(rules: Rules) -> Numbers:
    begin = max(1, (rules.target or 0) - 29)
    return begin, begin, min(21, begin), 8


AROUND = 12
"""How far a number is moved at a time."""

MOST = 60
"""Where no target ends the game, a number is so high at most."""

HOLD_AT = Family("hold-at", lambda rules: (20,), _hold_at)
"""Hold at so many points; in announced turns, so many dice."""

LEAN = Family("lean", lambda rules: (steady(rules), 40), _lean)
"""Hold at so many points, or announce so many dice, and a part of what one is behind, rounded."""

KEEP_PACE = Family("keep-pace", _race, _keep_pace)
"""Roll for the target from a score of one's own, or of the other, on; before that hold at so many
points and a part of what one is behind, rounded. Source: Neller and Presser, Practical Play of the
Dice Game Pig, UMAP Journal 31(1), 2010."""


def highest(rules: Rules, place: int) -> int:
    """The highest value that a number of a family is tried with, by its place."""
    return (place == 0 and rules.max_dice) or rules.target or MOST


def tabulated(rules: Rules, enough: Enough) -> Table:
    """A policy that holds when it may and has enough, or reaches the target, as a table.

    Who has the last turn of a game, and is not ahead before it, rolls until it is.

    Args:
        rules: Solo or announced turns.
        enough: What is enough; less than 1 counts as 1.

    Raises:
        SolveError: `turn-too-long`.
    """
    if rules.rounds is not None:
        half = _counted(rules, rules.rounds, enough)
        return Table(half, half)
    assert rules.target is not None
    target, own = rules.target, odds(rules)
    first = _racing(rules, target, target, enough)
    if rules.end == "at-once":
        return Table(first, first)
    return Table(first, _racing(rules, target, target + own.reach() + 1, enough))


def _racing(rules: Rules, target: int, width: int, enough: Enough) -> Half:
    """What is done in a race to the target, where the other's score is below `width`."""
    own, most = odds(rules), rules.max_dice
    reach = max(target, own.reach()) if width > target else target
    plan_at, planned = integers(target * width), integers(target * width)
    for score in range(target):
        need = target - score
        for other in range(width):
            points = enough(score, other) if other < target else other - score + 1
            cell = score * width + other
            if most is not None:
                dice = most if points is None else max(1, min(points, most))
                plan_at[cell] = (dice - 1) * most
                planned[cell] = dice
            elif other < target:
                planned[cell] = need if points is None else max(1, min(points, need))
            else:
                planned[cell] = min(points or need, reach)
    if most is not None:
        plan = [float(n == dice) for dice in range(most) for n in range(most)]
        return Half(width, reals(plan), plan_at, planned, target, True)
    longest = max(
        score + max(planned[score * width : (score + 1) * width]) for score in range(target)
    )
    return Half(width, reals([1.0] * reach), plan_at, planned, longest, own.free > 0)


def _counted(rules: Rules, rounds: int, enough: Enough) -> Half:
    """What is done in each turn of counted rounds, where only the difference of scores matters."""
    width, _, count = layout(rules, None)
    reach = odds(rules).reach()

    def row(points: Callable[[int], int | None]) -> Integers:
        """By the other's score less one's own, from `1 - width` on."""
        return whole([max(1, min(points(d) or 1, reach)) for d in range(1 - width, width)])

    usual = row(lambda behind: enough(0, behind))
    last = row(lambda behind: behind + 1)
    planned = integers(0)
    for number in range(2 * rounds):
        lengths = last if number == 2 * rounds - 1 else usual
        for score in range(width):
            begin = width - 1 - score
            planned += lengths[begin : begin + width]
    return Half(width, reals([1.0] * reach), integers(count), planned, width - 1 + reach, True)


def best(rules: Rules, family: Family, solution: Solution) -> Found:
    """The policy of a family that does best against the equilibrium, as far as this search sees.

    One number after the other is set to the best of its values while the rest stay, until none
    changes; then all policies are tried whose numbers differ by 1 at most, and it goes on from
    there. Of one number all values are tried, so that is every policy of the family; of several,
    those within `AROUND` of where it stands.

    Args:
        rules: Solo or announced turns.
        family: Which policies.
        solution: The equilibrium of these rules.
    """
    means: dict[Numbers, float] = {}

    def mean(numbers: Numbers) -> float:
        if numbers not in means:
            table = tabulated(rules, family.enough(numbers))
            means[numbers] = match(table, solution.table, rules).mean_a
        return means[numbers]

    numbers = family.begin(rules)
    while True:
        for place in range(len(numbers)):
            numbers = max(_along(numbers, place, highest(rules, place)), key=mean)
        better = max(_around(numbers, rules), key=mean)
        if mean(better) <= mean(numbers):
            return Found(numbers, mean(numbers), len(means))
        numbers = better


def _along(numbers: Numbers, place: int, most: int) -> Iterator[Numbers]:
    """The values of one number, its own first."""
    yield numbers
    low, high = 1, most
    if len(numbers) > 1:
        low, high = max(1, numbers[place] - AROUND), min(most, numbers[place] + AROUND)
    for value in range(low, high + 1):
        yield (*numbers[:place], value, *numbers[place + 1 :])


def _around(numbers: Sequence[int], rules: Rules) -> Iterator[Numbers]:
    """All numbers that are 1 away at most."""
    for step in product((-1, 0, 1), repeat=len(numbers)):
        moved = tuple(number + by for number, by in zip(numbers, step, strict=True))
        if all(1 <= n <= highest(rules, place) for place, n in enumerate(moved)):
            yield moved

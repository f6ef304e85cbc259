"""Very many games between two tabulated policies, on the kernel's own dice."""

from __future__ import annotations

from math import lcm
from typing import NamedTuple

from passel.exact import kernel
from passel.exact.half import Half
from passel.exact.kernel import integers
from passel.exact.odds import odds, reals, whole
from passel.rules import Chance, Rules, chances

_KINDS = {"bust": 0, "bust_all": 1, "out": 2}


class Counts(NamedTuple):
    """What came of games, counted.

    Args:
        first: Won by the seat that plays first.
        tied: Won by both.
        second: Won by the other.
        turns: Turns played in all.
        throws: Throws thrown in all.
        first_score: The sum of the first seat's final scores.
        first_squares: The sum of their squares.
        second_score: Likewise of the second seat.
        second_squares: Likewise.
        rounds: The sum of the rounds that each game had.
        rounds_squares: The sum of their squares.
    """

    first: int
    tied: int
    second: int
    turns: int
    throws: int
    first_score: int
    first_squares: int
    second_score: int
    second_squares: int
    rounds: int
    rounds_squares: int

    @property
    def games(self) -> int:
        """Games played."""
        return self.first + self.tied + self.second


def playable(rules: Rules) -> bool:
    """Whether two seats can play so: every turn is one seat's, and nothing is played off."""
    return rules.turn != "shared" and (rules.end == "at-once" or rules.tie == "shared")


def play(rules: Rules, first: Half, second: Half, games: int, stream: int) -> Counts:
    """Play games from 0-0.

    Args:
        rules: That are `playable`.
        first: Who plays first, tabulated.
        second: Who plays second.
        games: How many.
        stream: Where the dice begin, 64 bits; the same throws the same.
    """
    own = odds(rules)
    effects, places, heaps = _effects(rules)
    width = max(first.width, second.width)
    alike = first is second
    first, second = first.widened(width), second.widened(width)
    plan, plan_at, planned = first.plan, first.plan_at, first.planned
    second_at, shift = 0, 0
    if not alike:
        second_at, shift = len(planned), len(plan)
        plan = plan + second.plan
        plan_at = plan_at + second.plan_at
        planned = planned + second.planned
    counts = integers(len(Counts._fields))
    kernel.play(
        games, stream, rules.target or 0, 2 * (rules.rounds or 0), rules.end == "full-round",
        width, width**2, own.points, own.passing, rules.auto_bank,
        whole(effects), own.most, whole(places), reals(heaps),
        plan, plan_at, planned, second_at, shift, counts,
    )  # fmt: skip
    return Counts(*counts)


def _effects(rules: Rules) -> tuple[list[int], list[int], list[float]]:
    """Codes of throws, as `kernel.play` takes them."""
    if rules.max_dice is None:
        distribution = chances(rules)
        sides = lcm(*(chance.probability.denominator for chance in distribution))
        codes = []
        for chance in distribution:
            codes += [_code(chance)] * int(chance.probability * sides)
        return codes, [0], [0.0]
    codes, places, heaps = [], [0], []
    for dice in range(rules.max_dice + 1):
        heap = 0.0
        for chance in chances(rules, dice) if dice else ():
            heap += float(chance.probability)
            codes.append(_code(chance))
            heaps.append(heap)
        places.append(len(codes))
    return codes, places, heaps


def _code(chance: Chance) -> int:
    kind, points, must_roll = chance.effect
    if kind == "gain":
        return 4 * points + must_roll
    return 2 if kind == "void" else 4 * _KINDS[kind] + 3

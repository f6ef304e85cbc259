"""Very many games between two tabulated policies, on the kernel's own dice.

The dice of a game depend on the seed and on the game's number, not on who plays it when: games
are played in chunks of `CHUNK`, each with its own stream. So any number of jobs finds the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from math import lcm, sqrt
from typing import NamedTuple

from passel.errors import SolveError
from passel.exact import kernel
from passel.exact.half import Half
from passel.exact.kernel import integers
from passel.exact.odds import odds, reals, whole
from passel.rules import Chance, Rules, chances

CHUNK = 10_000
"""Games of one stream."""

_KINDS = {"bust": 0, "bust_all": 1, "out": 2}


class Tally(NamedTuple):
    """How many games ended how.

    Args:
        first: Won by the seat that plays first.
        tied: Won by both.
        second: Won by the other.
        turns: Turns played in all.
        throws: Throws thrown in all.
    """

    first: int = 0
    tied: int = 0
    second: int = 0
    turns: int = 0
    throws: int = 0

    def __add__(self, other: object) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def games(self) -> int:
        """Games played."""
        return self.first + self.tied + self.second

    @property
    def mean(self) -> float:
        """The first seat's share of the wins, 0 to 1; a tie is a half."""
        return (self.first + self.tied / 2) / self.games

    @property
    def error(self) -> float:
        """The standard error of `mean`."""
        square = (self.first + self.tied / 4) / self.games
        return sqrt(max(square - self.mean**2, 0.0) / self.games)


Chunk = tuple[int, int]
"""The number of a chunk, from 0, and of its games."""

Map = Callable[[Callable[[Chunk], Tally], Iterable[Chunk]], Iterable[Tally]]
"""Does the chunks: the built-in `map`, or one of several processes."""


def chunks(games: int) -> Iterator[Chunk]:
    """The chunks of so many games."""
    for number in range(-(-games // CHUNK)):
        yield number, min(CHUNK, games - number * CHUNK)


def simulate(
    rules: Rules,
    first: Half,
    second: Half,
    games: int,
    seed: str = "",
    do: Map = map,
) -> Tally:
    """Play games from 0-0.

    Args:
        rules: Solo or announced turns; a tie is shared.
        first: Who plays first, tabulated.
        second: Who plays second.
        games: How many, 1 or more.
        seed: Any text.
        do: How the chunks are done: in this process, or by several. What it is given can be
            pickled.

    Raises:
        SolveError: `no-mass-simulation` where a tie is played off.
    """
    if rules.end != "at-once" and rules.tie == "playoff":
        raise SolveError("no-mass-simulation", id=rules.id)
    one = partial(play_chunk, rules, first, second, seed)
    return sum(do(one, chunks(games)), Tally())


def play_chunk(rules: Rules, first: Half, second: Half, seed: str, chunk: Chunk) -> Tally:
    """Play one chunk; see `simulate`."""
    number, games = chunk
    digest = sha256(f"passel mass 1\n{seed}\n{number}".encode()).digest()
    stream = int.from_bytes(digest[:8], "big")
    own = odds(rules)
    effects, places, heaps = _effects(rules)
    plan, plan_at, planned = first.plan, first.plan_at, first.planned
    second_at, shift = 0, 0
    if second is not first:
        assert second.width == first.width
        second_at, shift = len(planned), len(plan)
        plan = plan + second.plan
        plan_at = plan_at + second.plan_at
        planned = planned + second.planned
    counts = integers(11)
    kernel.play(
        games, stream, rules.target or 0, 2 * (rules.rounds or 0), rules.end == "full-round",
        first.width, first.width**2, own.points, own.passing, rules.auto_bank,
        whole(effects), own.most, whole(places), reals(heaps),
        plan, plan_at, planned, second_at, shift, counts,
    )  # fmt: skip
    return Tally(*counts[:5])


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

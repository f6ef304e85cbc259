"""Policies play games against each other with dice, one game or many.

Many games are cut into chunks of a fixed size. A chunk is a pure function of its description and
what comes of it is counted exactly, so the sums are the same for any number of processes and any
order in which they end. The pool of processes is handed in as its `map`.

There are two ways to play a chunk. Two policies that can be tabulated play on the kernel, some
million games a second, and each chunk has dice of its own. All others play through the game, and
each game has dice of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from hashlib import shake_256
from itertools import permutations
from math import sqrt
from typing import NamedTuple

from passel import bots, variants
from passel.dice import Dice, Seeded
from passel.errors import PasselError, PolicyError
from passel.exact import mass
from passel.exact.advise import Find, solved
from passel.exact.half import Half
from passel.exact.match import Contestant, pair
from passel.game import Event, State, apply, start, winners
from passel.notation import Record
from passel.policy import Choice, Policy, decide
from passel.rules import Rules


def begin(
    rules: Rules,
    seats: int,
    below: Callable[[int], int],
    last_scores: Sequence[int] | None = None,
) -> State:
    """A game's first state, with the seat that plays first drawn where the rules leave it open.

    Args:
        rules: The game's rules.
        seats: How many seats.
        below: A source of fair numbers below a bound.
        last_scores: The scores at the end of the last game of the same seats, for `loser`.

    Raises:
        StartError: As `passel.game.start`.
    """
    drawn: list[int] = []
    if rules.first == "random" or (rules.first == "loser" and last_scores is None):
        drawn = list(range(1, seats + 1))
    elif rules.first == "loser" and last_scores is not None:
        lowest = min(last_scores)
        drawn = [seat for seat, score in enumerate(last_scores, 1) if score == lowest]
    if not drawn or rules.turn == "shared":
        return start(rules, seats)
    return start(rules, seats, first=drawn[below(len(drawn))] if len(drawn) > 1 else drawn[0])


def play(
    state: State, policies: Sequence[Policy], dice: Dice, most_events: int | None = None
) -> Record:
    """Play a game to its end.

    Args:
        state: Where it begins; the record begins there.
        policies: One for each seat, in seat order.
        dice: The throws.
        most_events: A game with more events than this is taken not to end; None: 100,000 and
            ten for each point of the target.

    Raises:
        PolicyError: As `passel.policy.weights`, and `policy-never-ends` with the `state` that
            was reached and the number of `events`.
    """
    limit = most_events or 100_000 + 10 * (state.rules.target or 0)
    begun = state
    events: list[Event] = []
    while not state.over:
        if len(events) > limit:
            raise PolicyError("policy-never-ends", events=len(events), state=state)
        for event in decide(policies, state, dice):
            state = apply(state, event)
            events.append(event)
    return Record(begun, tuple(events))


CHUNK = 50
"""Games of a chunk that is played through the game."""

MASS_CHUNK = 10_000
"""Games of a chunk that is played from tables."""

Tables = Mapping[tuple[str, str], tuple[Half, Half]]
"""What two policies do wherever they meet, by the names of who plays first and who second."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some games of one order of seats; a small value that another process can be handed.

    Args:
        rules: The rules' text.
        policies: The name of each seat's policy, in seat order.
        seed: The seed of all games.
        first: The number of the first game, from 0.
        games: How many games, 1 or more.
        most_events: As `play` takes it.
    """

    rules: str
    policies: tuple[str, ...]
    seed: str
    first: int
    games: int
    most_events: int | None = None


class Failure(NamedTuple):
    """A policy that failed in a game.

    Args:
        policy: Its name.
        seat: Its seat, from 1.
        game: The number of the game, from 0.
        code: The code of the `PolicyError`.
        parts: Its parts.
    """

    policy: str
    seat: int
    game: int
    code: str
    parts: dict[str, object]


class Estimate(NamedTuple):
    """A mean and its standard error, both in the unit of what was counted.

    Args:
        mean: The mean of the sample.
        error: The sample's standard deviation over the square root of its size; 0 for one.
    """

    mean: float
    error: float


class Sum(NamedTuple):
    """All that a mean and its standard error need of a sample, exactly.

    Args:
        size: How many values.
        total: Their sum.
        squares: The sum of their squares.
    """

    size: int = 0
    total: int | Fraction = 0
    squares: int | Fraction = 0

    def with_(self, value: int | Fraction) -> Sum:
        """The sum with one value more."""
        return Sum(self.size + 1, self.total + value, self.squares + value * value)

    def and_(self, other: Sum) -> Sum:
        """The sum of both samples."""
        size, total, squares = other
        return Sum(self.size + size, self.total + total, self.squares + squares)

    @property
    def estimate(self) -> Estimate | None:
        """The mean with its standard error; None where there is nothing.

        Source: the unbiased sample variance, computed exactly before the one square root.
        """
        if not self.size:
            return None
        mean = Fraction(self.total, self.size)
        if self.size == 1:
            return Estimate(float(mean), 0.0)
        variance = (self.squares - self.total * mean) / (self.size - 1)
        return Estimate(float(mean), sqrt(variance / self.size))


@dataclass
class Tally:
    """What came of games of one order of seats, counted exactly.

    Args:
        policies: The name of each seat's policy, in seat order.
        shares: For each seat its shares of the win: each of m winners 1/m.
        scores: For each seat its final scores.
        rounds: How many rounds the games had.
        by_policy: For each name, the share of the win that its seats got on average.
        failures: Games that a policy spoiled; they are not counted above.
        skipped: Games that were not played, after one that did not end.
    """

    policies: tuple[str, ...]
    shares: list[Sum] = field(default_factory=list)
    scores: list[Sum] = field(default_factory=list)
    rounds: Sum = Sum()  # noqa: RUF009
    by_policy: dict[str, Sum] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    skipped: int = 0

    def __post_init__(self) -> None:
        self.shares = self.shares or [Sum() for _ in self.policies]
        self.scores = self.scores or [Sum() for _ in self.policies]
        self.by_policy = self.by_policy or {name: Sum() for name in self.policies}

    @property
    def games(self) -> int:
        """How many games were played to their end."""
        return self.rounds.size

    @property
    def endless(self) -> bool:
        """Whether a game did not end."""
        return any(failure.code == "policy-never-ends" for failure in self.failures)

    def count(self, final: State) -> None:
        """Count one game."""
        won = winners(final)
        share = Fraction(1, len(won))
        got = [share if seat in won else Fraction(0) for seat in final.seats]
        for place, score in enumerate(final.scores):
            self.shares[place] = self.shares[place].with_(got[place])
            self.scores[place] = self.scores[place].with_(score)
        self.rounds = self.rounds.with_(final.round)
        for name, known in self.by_policy.items():
            own = [one for one, policy in zip(got, self.policies, strict=True) if policy == name]
            self.by_policy[name] = known.with_(sum(own, Fraction(0)) / len(own))

    def count_all(self, counts: mass.Counts, first: int) -> None:
        """Count games of two seats.

        Args:
            counts: What came of them.
            first: The seat that played first, 1 or 2.
        """
        size, tied = counts.games, counts.tied
        won = (counts.first, counts.second)
        scores = (
            Sum(size, counts.first_score, counts.first_squares),
            Sum(size, counts.second_score, counts.second_squares),
        )
        shares = [Sum(size, wins + Fraction(tied, 2), wins + Fraction(tied, 4)) for wins in won]
        for place in (0, 1):
            turn = place if first == 1 else 1 - place
            self.shares[place] = self.shares[place].and_(shares[turn])
            self.scores[place] = self.scores[place].and_(scores[turn])
            if len(self.by_policy) == 2:
                name = self.policies[place]
                self.by_policy[name] = self.by_policy[name].and_(shares[turn])
        if len(self.by_policy) == 1:
            half = Sum(size, Fraction(size, 2), Fraction(size, 4))
            (name,) = self.by_policy
            self.by_policy[name] = self.by_policy[name].and_(half)
        self.rounds = self.rounds.and_(Sum(size, counts.rounds, counts.rounds_squares))

    def add(self, other: Tally) -> None:
        """Add what another tally of the same order counted."""
        for place in range(len(self.policies)):
            self.shares[place] = self.shares[place].and_(other.shares[place])
            self.scores[place] = self.scores[place].and_(other.scores[place])
        self.rounds = self.rounds.and_(other.rounds)
        for name, known in other.by_policy.items():
            self.by_policy[name] = self.by_policy[name].and_(known)
        self.failures = sorted([*self.failures, *other.failures], key=lambda each: each.game)
        self.skipped += other.skipped


def together(estimates: Iterable[Estimate]) -> Estimate | None:
    """The mean of independent estimates, each counting the same; None where there is none."""
    found = list(estimates)
    if not found:
        return None
    mean = sum(each.mean for each in found) / len(found)
    return Estimate(mean, sqrt(sum(each.error**2 for each in found)) / len(found))


def orders(policies: Sequence[str]) -> list[tuple[str, ...]]:
    """The orders in which policies can sit: all that differ; of more than 4, the rotations."""
    if len(policies) <= 4:
        return list(dict.fromkeys(permutations(policies)))
    places = range(len(policies))
    return list(dict.fromkeys((*policies[place:], *policies[:place]) for place in places))


def chunks(
    rules: Rules,
    policies: Sequence[str],
    games: int,
    seed: str,
    most_events: int | None = None,
    find: Find = solved,
    size: int = CHUNK,
) -> list[Chunk]:
    """All games of all orders of seats, cut into chunks.

    Args:
        rules: The game's rules.
        policies: Their names, one for each seat.
        games: How many games each order of seats plays, 1 or more.
        seed: The seed of all games.
        most_events: As `play` takes it.
        find: Where solutions come from, as for `passel.bots.named`.
        size: Games of a chunk, `CHUNK` or `MASS_CHUNK`.

    Raises:
        StartError: Where the rules are for more or fewer seats.
        PolicyError: Where a name is no policy that can play under these rules.
    """
    start(rules, len(policies))
    for name in set(policies):
        bots.named(name, rules, len(policies), find)
    text = variants.name(rules)
    return [
        Chunk(text, order, seed, first, min(size, games - first), most_events)
        for first in range(0, games, size)
        for order in orders(policies)
    ]


def tabulated(rules: Rules, policies: Sequence[str], find: Find = solved) -> Tables | None:
    """What two policies do wherever they meet; None where they have to play through the game.

    That is so for more or fewer seats, shared turns and play-offs; where a policy fails
    somewhere, so that the games that it does not spoil still count; and where somebody's own
    function does not answer the same whenever it is asked.

    Args:
        rules: The game's rules.
        policies: Their names, one for each seat.
        find: Where solutions come from, as for `passel.bots.named`.
    """
    if len(policies) != 2 or not mass.playable(rules):
        return None
    try:
        known = {name: _contestant(name, rules, find) for name in policies}
        return {(a, b): pair(known[a], known[b], rules) for a, b in orders(policies)}
    except PasselError:
        return None


def _contestant(name: str, rules: Rules, find: Find) -> Contestant:
    found = bots.contestant(name, rules, find)
    if ":" not in name or not callable(found):
        return found

    def twice(state: State, seat: int) -> Choice:
        """Ask again as if it were later in the game, and from the other seat if that may begin."""
        answer = found(state, seat)
        again, asked = state, seat
        if rules.rounds is None:
            again = again._replace(round=99)
        if rules.first != "1":
            asked = 3 - seat
            again = again._replace(
                scores=state.scores[::-1], to_move=(asked,), first=3 - state.first
            )
        if found(again, asked) != answer:
            raise ValueError("it does not answer by the position alone")
        return answer

    return twice


def _play_from_tables(chunk: Chunk, rules: Rules, tables: Tables) -> Tally:
    """Play a chunk on the kernel; its dice hang on the seed, the order and its first game."""
    tally = Tally(chunk.policies)
    name = f"passel mass 1\n{chunk.seed}\n{chunk.rules} {' '.join(chunk.policies)} {chunk.first}"
    data = shake_256(name.encode()).digest(16 + (chunk.games + 7) // 8)
    ahead = chunk.games
    if rules.first == "2":
        ahead = 0
    elif rules.first != "1":  # whose first turn it is is drawn: either seat's is as likely
        drawn = int.from_bytes(data[16:], "big") & ((1 << chunk.games) - 1)
        ahead = drawn.bit_count()
    one, two = chunk.policies
    for first, names, games in ((1, (one, two), ahead), (2, (two, one), chunk.games - ahead)):
        if games:
            stream = int.from_bytes(data[8 * first - 8 : 8 * first], "big")
            tally.count_all(mass.play(rules, *tables[names], games, stream), first)
    return tally


@lru_cache(maxsize=64)
def _known(name: str, rules: Rules, seats: int, find: Find) -> Policy:
    return bots.named(name, rules, seats, find)


def _policy(name: str, rules: Rules, seats: int, find: Find) -> Policy:
    """A policy for one chunk: a user's is loaded anew, so that no chunk knows what another did."""
    return bots.named(name, rules, seats, find) if ":" in name else _known(name, rules, seats, find)


def run(chunk: Chunk, find: Find = solved, tables: Tables | None = None) -> Tally:
    """Play a chunk; policies that fail spoil only their game.

    Args:
        chunk: The games.
        find: Where solutions come from, as for `passel.bots.named`.
        tables: As `tabulated` makes them; None: play through the game.
    """
    rules = variants.rules(chunk.rules)
    if tables is not None:
        return _play_from_tables(chunk, rules, tables)
    tally = Tally(chunk.policies)
    asked = [1]

    def noting(policy: Policy) -> Policy:
        def noted(state: State, seat: int) -> Choice:
            asked[0] = seat
            try:
                return policy(state, seat)
            except SystemExit as error:
                raise RuntimeError(repr(error)) from error

        return noted

    try:
        policies = [
            noting(_policy(name, rules, len(chunk.policies), find)) for name in chunk.policies
        ]
    except PolicyError as error:
        tally.failures.append(Failure(chunk.policies[0], 1, chunk.first, error.code, error.parts))
        tally.skipped = chunk.games - 1
        return tally
    for number in range(chunk.first, chunk.first + chunk.games):
        dice = Seeded(chunk.seed, f"{chunk.rules} {' '.join(chunk.policies)} {number}")
        try:
            opening = begin(rules, len(policies), dice.below)
            tally.count(play(opening, policies, dice, chunk.most_events).final)
        except PolicyError as error:
            name = chunk.policies[asked[0] - 1]
            tally.failures.append(Failure(name, asked[0], number, error.code, error.parts))
            if error.code == "policy-never-ends":
                tally.skipped = chunk.first + chunk.games - 1 - number
                break
    return tally


def simulate(
    work: Sequence[Chunk],
    pool: Callable[[Callable[[Chunk], Tally], Sequence[Chunk]], Iterable[Tally]] = map,
    find: Find = solved,
    tables: Tables | None = None,
) -> Iterator[dict[tuple[str, ...], Tally]]:
    """Play chunks and add up what came of them.

    The first chunk of each order comes first: where a game of it does not end, the other chunks of
    that order are skipped.

    Args:
        work: As `chunks` makes it.
        pool: Applies a function to values, as `map`; results may come in any order.
        find: Where solutions come from, as for `passel.bots.named`.
        tables: As `tabulated` makes them, for chunks of any size; None: play through the game.

    Yields:
        The tally of each order of seats, in the order in which `work` first has them: after each
        chunk the same growing value.
    """
    found = {chunk.policies: Tally(chunk.policies) for chunk in work}
    play_chunk = partial(run, find=find, tables=tables)
    begin = work if tables is not None else [chunk for chunk in work if chunk.first == 0]
    for tally in pool(play_chunk, begin):
        found[tally.policies].add(tally)
        yield found
    rest = []
    for chunk in work if tables is None else ():
        if chunk.first and found[chunk.policies].endless:
            found[chunk.policies].skipped += chunk.games
        elif chunk.first:
            rest.append(chunk)
    for tally in pool(play_chunk, rest):
        found[tally.policies].add(tally)
        yield found

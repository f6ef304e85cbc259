"""Two policies against each other, exactly; and the best that can be done against one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from passel.exact.cells import Cells, Phase, Watch
from passel.exact.circle import Circle
from passel.exact.company import Company
from passel.exact.half import Half
from passel.exact.meeting import Player
from passel.exact.party import Party
from passel.exact.planes import size
from passel.exact.solve import Solution, best_of, one_of, where
from passel.exact.table import Table, halves, known_of
from passel.game import Action, State
from passel.policy import Policy
from passel.rules import Rules

Contestant = Policy | Table | Solution
"""A policy to ask, one that is tabulated, or the equilibrium."""

Guest = Policy | Half | Circle
"""The same where several seats meet."""


class Match(NamedTuple):
    """How A does against B.

    Args:
        a_first: A's win probability when A plays first.
        b_first: B's win probability when B plays first.
    """

    a_first: float
    b_first: float

    @property
    def mean_a(self) -> float:
        """A's win probability when a fair coin says who plays first."""
        return (self.a_first + 1.0 - self.b_first) / 2.0


class Round(NamedTuple):
    """How several policies do against each other.

    Args:
        wins: Each policy's win probability, in the order of play, by who plays first.
    """

    wins: tuple[tuple[float, ...], ...]

    @property
    def means(self) -> tuple[float, ...]:
        """Each policy's win probability when all are as likely to play first."""
        return tuple(sum(each) / len(self.wins) for each in zip(*self.wins, strict=True))


def match(a: Contestant, b: Contestant, rules: Rules) -> Match:
    """The win probabilities of two policies, from 0-0, in both orders.

    Args:
        a: One policy.
        b: The other; it may be the same.
        rules: Solo or announced turns.

    Raises:
        PolicyError: `policy-raised`, `policy-illegal` or `policy-never-ends`, each with the state.
        PasselError: As `passel.exact.cells.Cells`.
    """
    a, b = _tabulated(a, rules), _tabulated(b, rules)
    cells = _contest(rules, _half(a, 0), _half(b, 1))
    a_first = cells.begin(Phase(), 0, 0)
    if cells.ending is None and _mirror(a) and _mirror(b):
        return Match(a_first, cells.begin(Phase(1 if cells.base else 0), 0, 0))
    return Match(a_first, _contest(rules, _half(b, 0), _half(a, 1)).begin(Phase(), 0, 0))


def meet(guests: Sequence[Guest], rules: Rules, watch: Watch | None = None) -> Round:
    """The win probabilities of several policies, each in its place in the order of play.

    Args:
        guests: The policies, in the order of play.
        rules: Solo or announced turns, whose end is at once.
        watch: As `passel.exact.cells.Cells`.

    Returns:
        Whoever plays first sits in seat 1; who sits there does not change the order of play.

    Raises:
        PolicyError: As `match`.
        SolveError: As `passel.exact.party.Party`.
    """
    seats = len(guests)
    size(rules, seats, apart=True)  # refused before anybody is asked
    known: dict[int, Half | None] = {}
    players: list[Policy | Half] = []
    for guest in guests:
        if id(guest) not in known:
            known[id(guest)] = _known(guest, rules, seats)
        half = known[id(guest)]
        assert half or callable(guest)
        players.append(half or guest)  # type: ignore[arg-type]
    if all(isinstance(player, Half) for player in players):
        party = _party(rules, players, watch)
        return Round(tuple(party.wins(first + 1) for first in range(seats)))
    wins = []
    for first in range(seats):
        found = _party(rules, players[first:] + players[:first], watch).wins()
        wins.append(found[seats - first :] + found[: seats - first])
    return Round(tuple(wins))


def _party(rules: Rules, players: Sequence[Policy | Half], watch: Watch | None) -> Party:
    known = [player for player in players if isinstance(player, Half)]
    if len(known) == len(players) and any(half.scoring for half in known):
        return Party(rules, known, watch)
    company = Company(rules, players)
    return Party(rules, [company.half(seat) for seat in range(len(players))], watch)


def _known(guest: Guest, rules: Rules, seats: int) -> Half | None:
    """What does the same in any seat, as a table; None for a policy that has to be asked."""
    if isinstance(guest, Circle):
        return guest.table
    return guest if isinstance(guest, Half) else known_of(rules, guest, seats)


def best_response(policy: Policy | Table, rules: Rules) -> Match:
    """The best that can be done against a policy, by one who knows it.

    Args:
        policy: What the other plays.
        rules: Solo or announced turns.

    Returns:
        The responder as A, the policy as B.
    """
    as_first = _contest(rules, None, _half(policy, 1)).begin(Phase(), 0, 0)
    as_second = _contest(rules, _half(policy, 0), None).begin(Phase(), 0, 0)
    return Match(as_first, as_second)


def responder(policy: Policy | Table, rules: Rules) -> Policy:
    """The policy that does the best against another, which it knows.

    Args:
        policy: What the other plays.
        rules: Solo or announced turns of two seats.

    Raises:
        PolicyError: As `match`.
    """
    contests = (
        _contest(rules, None, _half(policy, 1)),
        _contest(rules, _half(policy, 0), None),
    )
    turn = lru_cache(maxsize=4096)(lambda number, *at: contests[number].turn(*at))

    def respond(state: State, seat: int) -> Action:
        number = 0 if seat == state.first else 1
        phase, own, other = where(state)
        if rules.end == "at-once":
            phase = Phase(number)
        values = contests[number].choices(turn(number, phase, own, other), state)
        return one_of(best_of(values), state)

    return respond


def pair(a: Contestant, b: Contestant, rules: Rules) -> tuple[Half, Half]:
    """What A, who plays first, and B do wherever they meet.

    Args:
        a: One policy.
        b: The other.
        rules: Solo or announced turns.

    Raises:
        PolicyError: As `match`.
    """
    first, second = halves(rules, _half(_tabulated(a, rules), 0), _half(_tabulated(b, rules), 1))
    assert first
    assert second
    return first, second


def response(contestant: Contestant, rules: Rules) -> Table:
    """What does the best against another, as a table; arguments and errors as `responder`."""
    policy = _tabulated(contestant, rules)
    first, _ = _contest(rules, None, _half(policy, 1)).best_halves()
    _, second = _contest(rules, _half(policy, 0), None).best_halves()
    return Table(first, second)


def _tabulated(player: Contestant, rules: Rules) -> Policy | Table:
    """A player as a table, where it is known at once."""
    if isinstance(player, Solution):
        return player.table
    if isinstance(player, Table) or rules.end != "at-once":
        return player  # the two seats of other games differ
    half = known_of(rules, player, 2)
    return player if half is None else Table(half, half)


def _mirror(player: Policy | Table) -> bool:
    return isinstance(player, Table) and player.first is player.second


def _half(player: Policy | Table, seat: int) -> Player:
    return player[seat] if isinstance(player, Table) else player


def _contest(rules: Rules, first: Player, second: Player) -> Cells:
    """The cells of a game in which seats 1 and 2 follow these; None plays the best."""
    return Cells(rules, halves(rules, first, second))

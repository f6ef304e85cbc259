"""A game looked back on: what each decision cost, what each throw was worth.

For a seat with win probability W, a decision moves W from the best that could be done to what was
done, and a throw moves it from what was done to what came. So result minus start is, exactly, the
luck of the throws minus the seat's own losses plus what the others' decisions gave it: luck and
skill add up. Of three seats and more one's mistake can cost another something as well.

Exact for two seats that do not share their turns, and for more where `passel.exact.circle` is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from passel.errors import SolveError
from passel.exact.advise import Advice, Find, Solved, advise, solved
from passel.exact.circle import Circle
from passel.game import (
    HOLD,
    ROLL,
    Action,
    Announce,
    Event,
    Hold,
    State,
    Throw,
    apply,
    legal_actions,
)
from passel.notation import Record


class Decision(NamedTuple):
    """One decision of a game.

    Args:
        place: The index of the event that shows it, from 0.
        advice: What could be done, from the point of view of the seat that decided.
        chosen: What was done.
        cost: The win probability that it gave away, 0 to 1.
    """

    place: int
    advice: Advice
    chosen: Action
    cost: float


class Luck(NamedTuple):
    """One throw of a game.

    Args:
        place: The index of its event, from 0.
        seat: The seat that threw; in a roll-off too.
        before: That seat's win probability before the throw, with the action that led to it.
        after: And after it.
    """

    place: int
    seat: int
    before: float
    after: float

    @property
    def gain(self) -> float:
        """What the throw was worth to the seat that threw, -1 to 1."""
        return self.after - self.before


class Sum(NamedTuple):
    """One seat's game: `result - start = luck - lost + given`.

    Args:
        seat: Which, from 1.
        start: Its win probability at the start of the record.
        result: At its end: its share of the win, or where it is not over its win probability.
        luck: What all throws together were worth to it, those of the other seats too.
        lost: What its own decisions gave away, 0 or more.
        given: What the others' decisions gave it; of two seats 0 or more.
    """

    seat: int
    start: float
    result: float
    luck: float
    lost: float
    given: float


class Review(NamedTuple):
    """What a look back found; see `review`.

    Args:
        record: The game.
        wins: Seat 1's win probability before the first event and after each.
        shares: Likewise, of all seats.
        decisions: Every decision between two or more actions, in order.
        throws: Every throw, in order.
        sums: One for each seat.
    """

    record: Record
    wins: tuple[float, ...]
    shares: tuple[tuple[float, ...], ...]
    decisions: tuple[Decision, ...]
    throws: tuple[Luck, ...]
    sums: tuple[Sum, ...]


def review(record: Record, find: Find = solved) -> Review:
    """Look back on a game, finished or not.

    Args:
        record: The game; its seats do not share their turns.
        find: Where the solution of the rules comes from.

    Raises:
        SolveError: `not-exact` for shared turns; else as `passel.exact.advise.solved`.

    Source: luck and error rates as backgammon programs give them (GNU Backgammon, "Output of an
        analysis"); there they are estimates that need not add up.
    """
    state = record.start
    if state.rules.turn == "shared":
        raise SolveError("not-exact", id=state.rules.id)
    solution = find(state.rules, len(state.scores))
    shares = [_shares(solution, state)]
    decisions: list[Decision] = []
    throws: list[Luck] = []
    luck, given = ([0.0] * len(state.scores) for _ in range(2))
    for place, event in enumerate(record.events):
        seat = _thrower(state)
        before = shares[-1]
        chosen = decided(state, event)
        if chosen is not None:
            advice = advise(state, lambda rules, seats: solution)
            cost = advice.cost[chosen]
            decisions.append(Decision(place, advice, chosen, cost))
            done = _done(solution, state, chosen)
            _add(given, before, done)
            before = done
        state = apply(state, event)
        shares.append(_shares(solution, state))
        if isinstance(event, Throw):
            throws.append(Luck(place, seat, before[seat - 1], shares[-1][seat - 1]))
            _add(luck, before, shares[-1])
    sums = []
    for seat in state.seats:
        lost = sum(made.cost for made in decisions if made.advice.seat == seat)
        start, result = shares[0][seat - 1], shares[-1][seat - 1]
        # `given` holds what all decisions changed, its own too.
        sums.append(Sum(seat, start, result, luck[seat - 1], lost, given[seat - 1] + lost))
    wins = tuple(each[0] for each in shares)
    return Review(record, wins, tuple(shares), tuple(decisions), tuple(throws), tuple(sums))


def _shares(solution: Solved, state: State) -> tuple[float, ...]:
    """Each seat's win probability."""
    if len(state.scores) == 2:
        first = solution.win(state, 1)
        return first, 1.0 - first
    return tuple(solution.win(state, seat) for seat in state.seats)


def _done(solution: Solved, state: State, chosen: Action) -> tuple[float, ...]:
    """Each seat's win probability once an action is chosen."""
    if isinstance(solution, Circle):
        return tuple(solution.values(state, seat)[chosen] for seat in state.seats)
    own = solution.values(state)[chosen]
    return (own, 1.0 - own) if state.to_move == (1,) else (1.0 - own, own)


def _add(sums: list[float], before: Sequence[float], after: Sequence[float]) -> None:
    """Add what changed for each seat."""
    for place, (one, other) in enumerate(zip(before, after, strict=True)):
        sums[place] += other - one


def decided(state: State, event: Event) -> Action | None:
    """The action that an event shows to have been chosen; None where there was no choice."""
    if state.roll_off is not None or len(legal_actions(state)) < 2:
        return None
    match event:
        case Hold():
            return HOLD
        case Announce(dice):
            return Action("roll", dice)
        case Throw():
            return ROLL


def _thrower(state: State) -> int:
    """Whose throw or decision it is."""
    if state.roll_off is not None:
        return len(state.roll_off) + 1
    return state.to_move[0]

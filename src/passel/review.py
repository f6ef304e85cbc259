"""A game looked back on: what each decision cost, what each throw was worth.

For a seat with win probability W, a decision moves W from the best that could be done to what was
done, and a throw moves it from what was done to what came. So result minus start is, exactly, the
luck of the throws minus the seat's own losses plus the other's: luck and skill add up.

Exact for two seats that do not share their turns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from passel.errors import SolveError
from passel.exact.advise import Advice, advise, is_exact
from passel.exact.solve import Solution, solve
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
from passel.rules import Rules


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
        luck: What all throws together were worth to it, those of the other seat too.
        lost: What its own decisions gave away, 0 or more.
        given: What the other's decisions gave it, 0 or more.
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
        decisions: Every decision between two or more actions, in order.
        throws: Every throw, in order.
        sums: One for each seat.
    """

    record: Record
    wins: tuple[float, ...]
    decisions: tuple[Decision, ...]
    throws: tuple[Luck, ...]
    sums: tuple[Sum, Sum]


def review(record: Record, find: Callable[[Rules], Solution] = solve) -> Review:
    """Look back on a game of two seats, finished or not.

    Args:
        record: The game; its seats do not share their turns.
        find: Where the solution of the rules comes from, `passel.exact.shelf.recall` for instance.

    Raises:
        SolveError: `not-exact`; else as `passel.exact.solve.solve`.

    Source: luck and error rates as backgammon programs give them (GNU Backgammon, "Output of an
        analysis"); there they are estimates that need not add up.
    """
    state = record.start
    if not is_exact(state.rules, len(state.scores)):
        raise SolveError("not-exact", id=state.rules.id, seats=len(state.scores))
    solution = find(state.rules)
    wins = [solution.win(state, 1)]
    decisions: list[Decision] = []
    throws: list[Luck] = []
    for place, event in enumerate(record.events):
        seat = _thrower(state)
        before = solution.win(state, seat)
        chosen = decided(state, event)
        if chosen is not None:
            advice = advise(state, lambda _: solution)
            cost = advice.cost[chosen]
            decisions.append(Decision(place, advice, chosen, cost))
            before = advice.actions[chosen]
        state = apply(state, event)
        if isinstance(event, Throw):
            throws.append(Luck(place, seat, before, solution.win(state, seat)))
        wins.append(solution.win(state, 1))
    return Review(
        record,
        tuple(wins),
        tuple(decisions),
        tuple(throws),
        (_sum(1, wins, decisions, throws), _sum(2, wins, decisions, throws)),
    )


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


def _sum(seat: int, wins: list[float], decisions: list[Decision], throws: list[Luck]) -> Sum:
    own = [made.cost for made in decisions if made.advice.seat == seat]
    others = [made.cost for made in decisions if made.advice.seat != seat]
    luck = sum(thrown.gain if thrown.seat == seat else -thrown.gain for thrown in throws)
    start, result = (win if seat == 1 else 1.0 - win for win in (wins[0], wins[-1]))
    return Sum(seat, start, result, luck, sum(own), sum(others))

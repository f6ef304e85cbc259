"""The proof of a solution: its values against the rules of the game, position by position.

Everything here goes through `passel.game`: states, `throws` and `apply`. It shares nothing with
the kernel but the answer that it checks, and it takes its time: some 20,000 positions a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from passel.exact.solve import Solution
from passel.game import (
    HOLD,
    Action,
    Announce,
    Hold,
    State,
    Throw,
    apply,
    legal_actions,
    same_turn,
    start,
    throws,
    winners,
)
from passel.rules import Rules

Win = Callable[[State], float]
"""The win probability of the seat to move."""


def worth(state: State, seat: int, win: Win) -> float:
    """The win probability of a seat, where `win` knows it of the seat to move."""
    if state.over:
        won = winners(state)
        return 1.0 / len(won) if seat in won else 0.0
    value = win(state)
    return value if seat in state.to_move else 1.0 - value


Outcomes = dict[Action, list[tuple[float, State]]]
"""What each legal action leads to, with its chances."""


def outcomes(state: State) -> Outcomes:
    """What each legal action of the mover leads to.

    Args:
        state: A state of two seats with one to move.
    """
    (seat,) = state.to_move
    found: Outcomes = {}
    for action in legal_actions(state):
        if action == HOLD:
            found[action] = [(1.0, apply(state, Hold(seat)))]
            continue
        thrown = apply(state, Announce(action.dice)) if action.dice else state
        found[action] = [
            (float(chance.probability), apply(thrown, Throw(chance.faces)))
            for chance in throws(thrown)
        ]
    return found


def missed(state: State, found: Outcomes, win: Win) -> float:
    """By how much the optimality equation is missed in a state.

    Args:
        state: A state with a seat to move.
        found: Its `outcomes`.
        win: The win probability of the seat to move, in this state and each that can follow.
    """
    (seat,) = state.to_move
    best = max(
        sum(chance * worth(after, seat, win) for chance, after in each) for each in found.values()
    )
    return abs(best - win(state))


def residual(states: Iterable[State], win: Win) -> tuple[float, int]:
    """By how much the optimality equation is missed, at most, and in how many states it was tried.

    Args:
        states: States with a seat to move.
        win: The win probability of the seat to move.
    """
    worst, count = 0.0, 0
    remembered = lru_cache(maxsize=100_000)(win)
    for state in states:
        worst = max(worst, missed(state, outcomes(state), remembered))
        count += 1
    return worst, count


def turn(begin: State, longest: int) -> Iterator[tuple[State, Outcomes]]:
    """All states of one turn with their outcomes, as far as its turn total is at most `longest`."""
    (seat,) = begin.to_move
    seen = {begin[1:]}
    todo = [begin]
    while todo:
        state = todo.pop()
        found = outcomes(state)
        yield state, found
        for action, each in found.items():
            if action.dice:
                thrown = apply(state, Announce(action.dice))
                yield thrown, outcomes(thrown)
            elif action != HOLD:
                for _, after in each:
                    goes_on = (
                        same_turn(state, after)
                        and after.to_move == (seat,)
                        and after.scores == begin.scores
                        and after.turn_total <= longest
                        and (after.turn_total > state.turn_total or after.turn_begun)
                    )
                    if goes_on and after[1:] not in seen:
                        seen.add(after[1:])
                        todo.append(after)


def turn_states(begin: State, longest: int) -> Iterator[State]:
    """All states of one turn, as far as its turn total is at most `longest`."""
    return (state for state, _ in turn(begin, longest))


class Proof:
    """All positions of a game, tried in parts; it can be handed to other processes.

    Where scores or turn totals have no bound, there is one here: turn totals up to `longest`,
    and in counted rounds scores up to `highest`.

    Args:
        rules: Solo or announced turns.
        block: The cells of its solution.
    """

    PART = 20
    """Turns of a part."""

    def __init__(self, rules: Rules, block: Sequence[float]) -> None:
        self._rules, self._block = rules, block
        self.longest = (rules.target or 30) + 6
        self.highest = 12
        self._begins = list(starts(rules, self.longest, self.highest))
        self._win: Win | None = None

    @property
    def parts(self) -> list[int]:
        """Where each part begins."""
        return list(range(0, len(self._begins), self.PART))

    def __call__(self, part: int) -> tuple[float, int]:
        """By how much a part misses the equation at most, and how many positions it has."""
        win = self._win = self._win or Solution(self._rules, self._block).win
        worst, count = 0.0, 0
        for begin in self._begins[part : part + self.PART]:
            known: dict[tuple[object, ...], float] = {}

            def remembered(state: State, known: dict[tuple[object, ...], float] = known) -> float:
                key = state[1:]
                if key not in known:
                    known[key] = win(state)
                return known[key]

            for state, found in turn(begin, self.longest):
                worst = max(worst, missed(state, found, remembered))
                count += 1
        return worst, count


def all_states(rules: Rules, longest: int, highest: int = 0) -> Iterator[State]:
    """All states of two seats before a play-off; arguments as `starts`."""
    for begin in starts(rules, longest, highest):
        yield from turn_states(begin, longest)


def starts(rules: Rules, longest: int, highest: int = 0) -> Iterator[State]:
    """The starts of all turns of two seats before a play-off.

    Args:
        rules: Solo or announced turns.
        longest: By how much the target is overshot.
        highest: The highest score where there is no target.
    """
    scores = range(highest + 1 if rules.target is None else rules.target)
    begin = start(rules, 2, first=1)
    for one in scores:
        for two in scores:
            for count in range(1, (rules.rounds or 1) + 1):
                first = begin._replace(scores=(one, two), round=count)
                yield first
                if rules.end != "at-once":
                    yield first._replace(to_move=(2,))
    if rules.end == "full-round" and rules.target is not None:
        for one in range(rules.target, rules.target + longest + 1):
            for two in scores:
                yield begin._replace(scores=(one, two), to_move=(2,))

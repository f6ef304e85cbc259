"""The proof of a solution: its values against the rules of the game, position by position.

Everything here goes through `passel.game`: states, `throws` and `apply`. It shares nothing with
the kernel but the answer that it checks, and it is slow: minutes for a target of 100.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

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


def action_values(state: State, win: Win) -> dict[Action, float]:
    """The mover's win probability for each legal action, one step ahead.

    Args:
        state: A state of two seats with one to move.
        win: The win probability of the seat to move, in each state that can follow.
    """
    (seat,) = state.to_move
    values = {}
    for action in legal_actions(state):
        if action == HOLD:
            values[action] = worth(apply(state, Hold(seat)), seat, win)
            continue
        thrown = apply(state, Announce(action.dice)) if action.dice else state
        total = 0.0
        for chance in throws(thrown):
            after = apply(thrown, Throw(chance.faces))
            total += float(chance.probability) * worth(after, seat, win)
        values[action] = total
    return values


def residual(states: Iterator[State], win: Win) -> tuple[float, int]:
    """By how much the optimality equation is missed, at most, and in how many states it was tried.

    Args:
        states: States with a seat to move.
        win: The win probability of the seat to move.
    """
    worst, count = 0.0, 0
    remembered = lru_cache(maxsize=100_000)(win)
    for state in states:
        missed = abs(max(action_values(state, remembered).values()) - remembered(state))
        worst = max(worst, missed)
        count += 1
    return worst, count


def turn_states(begin: State, longest: int) -> Iterator[State]:
    """All states of one turn, as far as its turn total is at most `longest`."""
    (seat,) = begin.to_move
    seen = {begin}
    todo = [begin]
    while todo:
        state = todo.pop()
        yield state
        for action in legal_actions(state):
            if action == HOLD:
                continue
            thrown = apply(state, Announce(action.dice)) if action.dice else state
            if action.dice:
                yield thrown
            for chance in throws(thrown):
                after = apply(thrown, Throw(chance.faces))
                goes_on = (
                    chance.effect.kind in {"gain", "void"}
                    and same_turn(state, after)
                    and after.to_move == (seat,)
                    and after.scores == begin.scores
                    and after.turn_total <= longest
                )
                if goes_on and not action.dice and after not in seen:
                    seen.add(after)
                    todo.append(after)


def all_states(rules: Rules, longest: int, highest: int = 0) -> Iterator[State]:
    """All states of two seats before a play-off, with turn totals up to `longest`.

    Args:
        rules: Solo or announced turns.
        longest: The highest turn total, and by how much the target is overshot.
        highest: The highest score where there is no target.
    """
    scores = range(highest + 1 if rules.target is None else rules.target)
    begin = start(rules, 2, first=1)
    for one in scores:
        for two in scores:
            for count in range(1, (rules.rounds or 1) + 1):
                first = begin._replace(scores=(one, two), round=count)
                yield from turn_states(first, longest)
                if rules.end != "at-once":
                    yield from turn_states(first._replace(to_move=(2,)), longest)
    if rules.end == "full-round" and rules.target is not None:
        for one in range(rules.target, rules.target + longest + 1):
            for two in scores:
                last = begin._replace(scores=(one, two), to_move=(2,))
                yield from turn_states(last, longest)

"""Advice where nothing exact is known: try each action and play on, many times.

For more than two seats and for shared turns. What comes of it is a mean with its standard error,
and depends on how everybody is taken to play on: like `passel.bots.usual`. In a shared turn, where
the throws are the same for all, equal players would stay level for ever; so there the others hold
at different totals, see `patience`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import hypot, sqrt

from passel.bots import named, usual
from passel.dice import Dice, Seeded
from passel.errors import SolveError
from passel.exact.advise import Advice
from passel.game import HOLD, Action, Hold, State, apply, legal_actions, winners
from passel.policy import Policy, decide, hold_at, steady
from passel.rules import Rules

SIXTHS = (3, 4, 5, 6, 7, 8, 9)
"""In a shared turn the others hold at so many sixths of the steady total."""


def patience(rules: Rules) -> tuple[int, ...]:
    """The totals at which others in a shared turn are taken to hold, each in as many games."""
    return tuple(max(1, steady(rules) * sixths // 6) for sixths in SIXTHS)


def advise(state: State, seat: int | None = None, games: int = 1_000, seed: str = "") -> Advice:
    """The estimated win probability of each legal action, of any number of seats.

    Args:
        state: A state with a seat to move.
        seat: Whose decision it is; None: the first of those to move.
        games: Games played on after each action, 2 or more. The same dice fall after every
            action, so that they are compared under the same luck. An action that ends the game
            is certain, and has no standard error.
        seed: Any text.

    Raises:
        SolveError: `nobody-to-move`, or `not-to-move` for another seat.
    """
    if not state.to_move:
        raise SolveError("nobody-to-move")
    seat = seat or state.to_move[0]
    if seat not in state.to_move:
        raise SolveError("not-to-move", seat=seat, to_move=list(state.to_move))
    policy = named(usual(state.rules), state.rules)
    patient = [hold_at(total) for total in patience(state.rules)]
    shared = state.rules.turn == "shared"
    means: dict[Action, float] = {}
    errors: dict[Action, float] = {}
    for action in legal_actions(state):
        shares = [
            _share(
                state,
                seat,
                action,
                [
                    patient[_place(game, other)] if shared and other != seat else policy
                    for other in state.seats
                ],
                Seeded(seed, f"rollout {game}"),
            )
            for game in range(games)
        ]
        mean = sum(shares, Fraction(0)) / games
        squares = sum((share * share for share in shares), Fraction(0))
        means[action] = float(mean)
        if not is_last(state, seat, action):
            errors[action] = sqrt((squares - mean * mean * games) / (games - 1) / games)
    return Advice(state, seat, means, _best(means, errors), exact=False, errors=errors)


def is_last(state: State, seat: int, action: Action) -> bool:
    """Whether an action of a seat that is to move ends the game, with nothing left to chance."""
    return action == HOLD and apply(state, Hold(seat)).over


def _best(means: Mapping[Action, float], errors: Mapping[Action, float]) -> tuple[Action, ...]:
    """Those whose means are not below the highest by two standard errors of the difference."""
    top = max(means, key=lambda action: means[action])
    return tuple(
        action
        for action in means
        if means[top] - means[action] <= 2 * hypot(errors.get(top, 0.0), errors.get(action, 0.0))
        or action == top
    )


def _place(game: int, seat: int) -> int:
    """Which patience a seat has in a game: of two seats every pair comes equally often."""
    return (game + seat * (game // len(SIXTHS))) % len(SIXTHS)


def _share(state: State, seat: int, action: Action, policies: list[Policy], dice: Dice) -> Fraction:
    """A seat's share of the win in one game in which it does this now, and all then play on."""
    policy = policies[seat - 1]
    policies[seat - 1] = lambda asked, who: action
    while not state.over:
        for event in decide(policies, state, dice):
            state = apply(state, event)
        policies[seat - 1] = policy
    won = winners(state)
    return Fraction(1, len(won)) if seat in won else Fraction(0)

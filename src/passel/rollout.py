"""Advice where nothing exact is known: try each action and play on, many times.

For more than two seats and for shared turns. What comes of it is a mean with its standard error,
and depends on how everybody is taken to play on: `steady`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, sqrt

from passel.dice import Dice, Seeded
from passel.errors import PasselError
from passel.exact.advise import Advice
from passel.game import Action, State, apply, legal_actions, winners
from passel.policy import Policy, decide, hold_at, roll_dice
from passel.rules import Rules, chances

GAMES = 1_000
"""Games that are played on after each action, unless said otherwise."""


def steady(rules: Rules) -> tuple[str, Policy]:
    """A policy that gains the most points a turn, and its name: `hold-at-20` in pig.

    In solo and shared turns it holds where one more throw would lose as much as it gains; in
    announced turns it announces the number of dice with the highest mean.

    Args:
        rules: The game's rules.
    """
    if rules.max_dice is not None:
        best = max(range(1, rules.max_dice + 1), key=lambda dice: (_gain(rules, dice), -dice))
        return f"roll-{best}", roll_dice(best)
    lost = sum(
        c.probability for c in chances(rules) if c.effect.kind in {"bust", "bust_all", "out"}
    )
    points = max(1, ceil(_gain(rules) / lost)) if lost else rules.target or 1
    return f"{'sit' if rules.turn == 'shared' else 'hold'}-at-{points}", hold_at(points)


def _gain(rules: Rules, dice: int = 0) -> Fraction:
    """The mean of what one throw gains."""
    return sum((c.probability * c.effect.points for c in chances(rules, dice)), Fraction(0))


def advise(state: State, seat: int | None = None, games: int = GAMES, seed: str = "") -> Advice:
    """The estimated win probability of each legal action, of any number of seats.

    Args:
        state: A state with a seat to move.
        seat: Whose decision it is; None: the first of those to move.
        games: Games played on after each action, 2 or more. The same dice fall after every
            action, so that they are compared under the same luck.
        seed: Any text.

    Raises:
        PasselError: `nobody-to-move`, or `not-to-move` for another seat.
    """
    if not state.to_move:
        raise PasselError("nobody-to-move")
    seat = seat or state.to_move[0]
    if seat not in state.to_move:
        raise PasselError("not-to-move", seat=seat, to_move=list(state.to_move))
    _, policy = steady(state.rules)
    means: dict[Action, float] = {}
    errors: dict[Action, float] = {}
    for action in legal_actions(state):
        shares = [
            _share(state, seat, action, policy, Seeded(seed, f"rollout {game}"))
            for game in range(games)
        ]
        mean = sum(shares, Fraction(0)) / games
        squares = sum((share * share for share in shares), Fraction(0))
        means[action] = float(mean)
        errors[action] = sqrt((squares - mean * mean * games) / (games - 1) / games)
    return Advice(state, seat, means, _best(means, errors), exact=False, errors=errors)


def _best(means: Mapping[Action, float], errors: Mapping[Action, float]) -> tuple[Action, ...]:
    """Those whose means are not below the highest by two standard errors of the difference."""
    top = max(means, key=lambda action: means[action])
    return tuple(
        action
        for action in means
        if means[top] - means[action] <= 2 * sqrt(errors[top] ** 2 + errors[action] ** 2)
        or action == top
    )


def _share(state: State, seat: int, action: Action, policy: Policy, dice: Dice) -> Fraction:
    """A seat's share of the win in one game in which it does this now, and all then play on."""
    policies: list[Policy] = [policy] * len(state.scores)
    policies[seat - 1] = lambda asked, who: action
    while not state.over:
        for event in decide(policies, state, dice):
            state = apply(state, event)
        policies[seat - 1] = policy
    won = winners(state)
    return Fraction(1, len(won)) if seat in won else Fraction(0)

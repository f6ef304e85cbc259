"""Why the best action is best: a code with its numbers, for a sentence that fits.

The numbers are those that people can see or work out: what a throw adds and loses on average, how
far everybody is from the target. That the action is best is known from the advice alone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from passel.exact.advise import Advice
from passel.game import HOLD, State, throws
from passel.policy import steady

SURE = 1e-12
"""What is nearer to 0 or 1 is so by rounding."""

SAYABLE = 36
"""Fractions up to this denominator are said as they are; others out of 100."""


class Reason(NamedTuple):
    """Why an action is best.

    Args:
        code: `equal` where there are several, `dice`; for holding `hold-wins`, `pass`, `late`,
            `ahead`, `safe`; for rolling `hold-loses`, `roll-nothing`, `reach`, `early`, `close`,
            `near`, `behind`, `race`.
        parts: Its numbers by name. `count` is one of points, or of dice; `gain` and `loss` are
            what one throw adds and loses on average; `part` in `whole` is how often dice score.
    """

    code: str
    parts: dict[str, float]


def reason(advice: Advice) -> Reason:
    """Why the best action of a position is best.

    Args:
        advice: Exact, in a turn that is not shared, with two actions or more.
    """
    state = advice.state
    if len(advice.best) > 1:
        return Reason("equal", {})
    (best,) = advice.best
    if best.dice:
        scores = sum(
            (
                c.probability
                for c in throws(state._replace(dice=best.dice))
                if c.effect.kind == "gain"
            ),
            Fraction(0),
        )
        part, whole = spoken(scores)
        return Reason("dice", {"count": best.dice, "part": part, "whole": whole})
    return _holding(advice) if best == HOLD else _rolling(advice)


def _holding(advice: Advice) -> Reason:
    state = advice.state
    if advice.actions[HOLD] > 1.0 - SURE:
        return Reason("hold-wins", {})
    if not state.turn_total:
        return Reason("pass", {})
    gain, loss = _throw(state)
    if gain <= loss:
        return Reason("late", {"gain": gain, "loss": loss})
    lead = _lead(state)
    return Reason("ahead", {"count": lead}) if lead > 0 else Reason("safe", {})


def _rolling(advice: Advice) -> Reason:
    """Close to the target is a steady turn, or where one would hold else three halves of one."""
    state = advice.state
    if advice.actions[HOLD] < SURE:
        return Reason("hold-loses", {})
    if not state.turn_total:
        return Reason("roll-nothing", {})
    need = _need(state, state.to_move[0])
    if need is not None and any(c.effect.points >= need for c in throws(state)):
        return Reason("reach", {"count": need})
    gain, loss = _throw(state)
    early = gain > loss
    few = steady(state.rules) * (2 if early else 3) // 2
    if len(state.scores) == 2:
        missing = _need(state, 3 - state.to_move[0])
        if missing is not None and missing <= few:
            return Reason("close", {"count": missing})
    if need is not None and need <= few:
        return Reason("near", {"count": need})
    if early:
        return Reason("early", {"gain": gain, "loss": loss})
    lead = _lead(state)
    return Reason("behind", {"count": -lead}) if lead < 0 else Reason("race", {})


def _need(state: State, seat: int) -> int | None:
    """How many points a seat still needs, with those of the turn if it is its own."""
    target = state.rules.target
    own = state.turn_total if state.to_move == (seat,) else 0
    return None if target is None else max(1, target - state.scores[seat - 1] - own)


def _lead(state: State) -> int:
    """How far ahead of the best other the mover is that holds."""
    (seat,) = state.to_move
    others = [
        score for other, score in zip(state.seats, state.scores, strict=True) if other != seat
    ]
    return state.scores[seat - 1] + state.turn_total - max(others)


def _throw(state: State) -> tuple[float, float]:
    """What one more throw adds on average, and what it loses."""
    gain = loss = Fraction(0)
    for chance in throws(state):
        kind, points, _ = chance.effect
        if kind == "gain":
            gain += chance.probability * points
        elif kind == "bust":
            loss += chance.probability * (state.turn_total - state.rules.bust_points)
        elif kind != "void":
            loss += chance.probability * (state.turn_total + state.scores[state.to_move[0] - 1])
    return float(gain), float(loss)


def spoken(chance: Fraction) -> tuple[int, int]:
    """A probability as small whole numbers that can be said: 1 in 6, 40 in 100."""
    if chance.denominator <= SAYABLE:
        return chance.numerator, chance.denominator
    return min(99, max(1, int(100 * chance + Fraction(1, 2)))), 100  # neither never nor always

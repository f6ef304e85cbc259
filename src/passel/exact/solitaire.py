"""One seat alone, exactly: how fast it gets home, how much it makes, what one turn brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from passel.errors import SolveError
from passel.exact.fixpoint import fixpoint
from passel.exact.odds import Odds, odds
from passel.game import HOLD, ROLL, Action, State, legal_actions
from passel.policy import Policy, weights
from passel.rules import Rules

Plans = Callable[[int], list[float] | None]
"""For a score, what is done in a turn that begins with it, as a plan; None: the best."""


def least_turns(rules: Rules) -> float:
    """The least mean number of turns that a seat alone needs from 0 to the target.

    Args:
        rules: Solo or announced turns with a target.

    Source: the equation of Neller and Presser, 2004, with turns in place of win probabilities.
    """
    return _mean_turns(rules, lambda _: None)


def mean_turns(rules: Rules, policy: Policy) -> float:
    """The mean number of turns that a policy needs alone from 0 to the target.

    Args:
        rules: Solo turns with a target.
        policy: Asked as seat 1; seat 2 has 0.

    Raises:
        PolicyError: As `passel.policy.weights`.
    """
    return _mean_turns(rules, lambda score: _plan(rules, policy, score))


def _mean_turns(rules: Rules, plans: Plans) -> float:
    own, target = odds(rules), _target(rules)
    left = [0.0] * target
    known = [plans(score) for score in range(target)]

    def turns(score: int) -> float:
        return left[score] if score < target else 0.0

    def solve(from_zero: Sequence[float]) -> list[float]:
        """Fill `left` from the target down, where a lost score leads to `from_zero`."""
        for score in range(target - 1, -1, -1):
            # Worth is minus the number of turns, so that the best is the most.
            hold = [-turns(score + k) for k in range(target - score + 1)]

            def again(guess: float, score: int = score, hold: list[float] = hold) -> float:
                hold[0] = guess
                bust = guess if not own.points else -turns(score + own.points)
                lose = guess if score == 0 else -from_zero[0]
                return own.begin(hold, bust, lose, known[score]) - 1.0

            left[score] = -_newton(again, -turns(score + 1) - 1.0)
        return [left[0]]

    if own.loses and target > 1:
        fixpoint(solve, [10.0])
    else:
        solve([0.0])
    return left[0]


def _newton(image: Callable[[float], float], guess: float) -> float:
    """The fixed point of a convex piecewise linear map."""
    for _ in range(60):
        value = image(guess)
        slope = image(guess + 1e-3) - value
        change = (value - guess) / (1.0 - slope / 1e-3)
        guess += change
        if abs(change) <= 4e-16 * abs(guess):
            break
    return guess


def arrivals(rules: Rules, turns: int, score: int = 0) -> list[float]:
    """The best chance of a seat alone to be at the target within 0, 1, ... turns.

    Args:
        rules: Solo or announced turns with a target.
        turns: The most turns, 0 or more.
        score: Where it begins.

    Returns:
        turns + 1 chances; each is of the policy that is best for that number of turns.

    Source: durangobill.com, Pig the dice game, Pig1Statistics, for two-dice-pig.
    """
    own, target = odds(rules), _target(rules)
    before = [0.0] * target + [1.0]
    found = [before[min(score, target)]]
    for _ in range(turns):
        now = [
            own.begin(
                [before[min(at + k, target)] for k in range(target - at + 1)],
                before[min(at + own.points, target)],
                before[0],
            )
            for at in range(target)
        ]
        before = [*now, 1.0]
        found.append(before[min(score, target)])
    return found


def best_mean(rules: Rules) -> float:
    """The highest mean score of a seat alone after all rounds.

    With one seat a shared turn is a turn of its own.

    Args:
        rules: Rounds are counted.

    Source: for skunk, Brutlag, Choice and Chance in Life: The Game of SKUNK, 1994.
    """
    if rules.rounds is None:
        raise SolveError("no-rounds", id=rules.id)
    own = odds(rules)
    # In the last round a throw gains `size` at most and loses the turn total, at least, with the
    # chance of a bust: from here on holding is best, and so it is in earlier rounds.
    ends = own.fixed[0] + own.fixed[1]
    if not ends and not own.most:
        raise SolveError("never-ends", id=rules.id)
    longest = own.size if own.most else int(own.size / ends) + own.size
    means: list[float] = [float(score) for score in range(rules.rounds * (longest + own.size) + 1)]
    for left in range(rules.rounds - 1, -1, -1):
        scores = left * (longest + own.size) + 1
        means = [
            _round(
                rules,
                own,
                means[score : score + longest + own.size],
                means[score + own.points],
                means[0],
            )
            for score in range(scores)
        ]
    return means[0]


def _round(rules: Rules, own: Odds, hold: list[float], bust: float, lose: float) -> float:
    may, must = own.roll(hold, bust, lose)
    if own.most:
        return max(must[n] for n in range(1, own.most + 1))
    if not rules.first_throw_safe:
        return may[0] if own.passing else must[0]
    value = 0.0
    for place, (jump, chance) in enumerate(zip(own.jumps, own.chances, strict=True)):
        value += chance * (may if place < own.free else must)[jump]
    value += (own.fixed[0] + own.fixed[1] + own.fixed[2]) * may[0]
    return value / (1.0 - own.fixed[3])


class Outcomes(NamedTuple):
    """The exact distribution of one turn.

    Args:
        points: The chance of each change of the score that is not a bust_all.
        lost: The chance of a bust_all.
    """

    points: dict[int, float]
    lost: float

    @property
    def mean(self) -> float:
        """The mean change of the score where it can't be lost."""
        return sum(points * chance for points, chance in self.points.items())


def turn_outcomes(policy: Policy, state: State) -> Outcomes:
    """What a policy makes of the rest of a turn.

    Args:
        policy: Asked as the seat to move.
        state: A state of a solo turn with a seat to move.

    Raises:
        PolicyError: As `passel.policy.weights`.
        SolveError: `turn-too-long` where the policy may roll for ever.
    """
    own = odds(state.rules)
    if own.most:
        return _announced_outcomes(own, policy, state)
    (seat,) = state.to_move
    begin = state.turn_total
    longest = max(begin, state.rules.target or 0) + own.reach()
    may, must = {begin: float(not state.must_roll)}, {begin: float(state.must_roll)}
    points: dict[int, float] = {}
    lost = 0.0
    k = begin
    while k <= longest and (may or must):
        forced, chosen = must.pop(k, 0.0), may.pop(k, 0.0)
        # A throw that gains nothing comes back here: as often as 1 / (1 - its chance) in the mean.
        while forced + chosen > 1e-18:
            if chosen:
                rolls = _rolls(policy, state._replace(turn_total=k, must_roll=False), seat)
                if rolls < 1.0:
                    points[k] = points.get(k, 0.0) + chosen * (1.0 - rolls)
                forced += chosen * rolls
            bust, lose, stay, again, *_ = own.fixed
            if bust:
                points[own.points] = points.get(own.points, 0.0) + forced * bust
            lost += forced * lose
            for place, (jump, chance) in enumerate(zip(own.jumps, own.chances, strict=True)):
                side = may if place < own.free else must
                side[k + jump] = side.get(k + jump, 0.0) + forced * chance
            forced, chosen = forced * again, forced * stay
        k += 1
    return Outcomes(dict(sorted(points.items())), lost)


def _rolls(policy: Policy, state: State, seat: int) -> float:
    if HOLD not in legal_actions(state):
        return 1.0
    answer = weights(policy, state, seat)
    return answer.get(ROLL, 0) / sum(answer.values())


def _announced_outcomes(own: Odds, policy: Policy, state: State) -> Outcomes:
    (seat,) = state.to_move
    answer = {Action("roll", state.dice): 1} if state.dice else weights(policy, state, seat)
    total = sum(answer.values())
    points: dict[int, float] = {}
    lost = 0.0
    for action, weight in answer.items():
        share, n = weight / total, action.dice
        bust, lose, nothing = own.ends[3 * n : 3 * n + 3]
        lost += share * lose
        gains = [(own.points, bust), (0, nothing)]
        span = slice(own.places[n], own.places[n + 1])
        for gain, chance in [*gains, *zip(own.jumps[span], own.chances[span], strict=True)]:
            if chance:
                points[gain] = points.get(gain, 0.0) + share * chance
    return Outcomes(dict(sorted(points.items())), lost)


def _plan(rules: Rules, policy: Policy, score: int) -> list[float]:
    target = _target(rules)
    state = State(rules, (score, 0), (1,))
    return [_rolls(policy, state._replace(turn_total=k), 1) for k in range(target - score)]


def _target(rules: Rules) -> int:
    if rules.target is None or rules.turn == "shared":
        raise SolveError("no-target", id=rules.id)
    return rules.target

"""Ways to play: a policy answers what one seat does in a state.

`Policy` is a plain function of a state and the seat that is asked (in a shared turn several
seats are asked the same). The simple policies of the literature are here, each a function that
makes one; names and files are read in `passel.bots`.

Every policy of this module also holds as soon as holding reaches the target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from passel.dice import Dice
from passel.errors import PasselError, PolicyError
from passel.game import HOLD, ROLL, Action, Announce, Event, Hold, State, Throw, legal_actions
from passel.rules import Rules, chances

Choice = Action | Mapping[Action, int]
"""An action, or actions with weights (1 or more) for one drawn at random."""

Policy = Callable[[State, int], Choice]


def weights(policy: Policy, state: State, seat: int) -> Mapping[Action, int]:
    """What the policy answers, checked, as actions with their weights.

    Args:
        policy: Called once.
        state: A state with a decision for `seat`.
        seat: The seat that is asked.

    Raises:
        PolicyError: `policy-raised` with the `reason`, or `policy-illegal` with the `answer`;
            both with the `state`.
    """
    return weighed(asked(policy, state, seat), state)


def asked(policy: Policy, state: State, seat: int) -> Any:
    """What the policy answers, unchecked; arguments and errors as `weights`."""
    try:
        return policy(state, seat)
    except (Exception, SystemExit) as error:
        reason = str(error) if isinstance(error, PasselError) else repr(error)
        raise PolicyError("policy-raised", reason=reason, state=state) from error


def weighed(answer: Any, state: State) -> Mapping[Action, int]:
    """An answer, checked, as actions with their weights; errors as `weights`."""
    if isinstance(answer, Action):
        answer = {answer: 1}
    legal = legal_actions(state)
    if not isinstance(answer, Mapping) or not answer:
        raise PolicyError("policy-illegal", answer=repr(answer), state=state)
    for action, weight in answer.items():
        if action not in legal or type(weight) is not int or weight < 1:
            raise PolicyError("policy-illegal", answer=_told(answer), state=state)
    return answer


def _told(answer: Mapping[Any, Any]) -> str:
    """An answer with weights as a text: a single action by its name."""
    names = {str(key) if isinstance(key, Action) else repr(key): answer[key] for key in answer}
    return next(iter(names)) if list(names.values()) == [1] else repr(names)


def choose(policy: Policy, state: State, seat: int, below: Callable[[int], int]) -> Action:
    """The action that the policy takes; a mixed answer is drawn with `below`. Errors as `weights`.

    Args:
        policy: Called once.
        state: A state with a decision for `seat`.
        seat: The seat that is asked.
        below: A source of fair numbers below a bound, as `passel.dice.Dice.below`.
    """
    answer = weights(policy, state, seat)
    if len(answer) == 1:
        return next(iter(answer))
    place = below(sum(answer.values()))
    for action, weight in answer.items():
        place -= weight
        if place < 0:
            return action
    raise AssertionError("below() answered a number out of range")


def decide(policies: Sequence[Policy], state: State, dice: Dice) -> Iterator[Event]:
    """What happens next when these policies play with these dice: the events of one decision.

    In a shared turn every seat still in is asked about the same state, unseen by the others;
    then those who hold do, then the dice are thrown for the rest. A seat with one legal action
    is not asked.

    Args:
        policies: One for each seat, in seat order.
        state: A state of a game that is not over.
        dice: The throws.

    Raises:
        PolicyError: As `weights`.
    """
    rules = state.rules
    if state.roll_off is not None:
        yield Throw(dice.throw(*rules.roll_off))
        return
    legal = legal_actions(state)
    rolls = []
    for seat in state.to_move:
        only = len(legal) == 1
        action = legal[0] if only else choose(policies[seat - 1], state, seat, dice.below)
        if action == HOLD:
            yield Hold(seat)
        else:
            rolls.append(action)
    if rolls:
        announced = rolls[0].dice
        if announced:
            yield Announce(announced)
        yield Throw(dice.throw(rules.dice, announced or state.dice or rules.count))


@dataclass(frozen=True, slots=True)
class Threshold:
    """The policy that holds when it may and has enough in the turn, or reaches the target.

    Before its first throw of a turn it rolls.

    Args:
        points: The fewest points in a turn that it holds, 1 or more; None: it holds only at the
            target. Where they depend on the scores, a function of the seat's own, the highest of
            the others that can still win (0 where there is none) and the target.
    """

    points: Callable[[int, int, int], int | None] | int | None

    def __call__(self, state: State, seat: int) -> Action:
        """What the seat does."""
        if HOLD not in legal_actions(state) or not state.turn_begun:
            return ROLL
        enough = self.enough(state.scores[seat - 1], _best_other(state, seat), state.rules.target)
        return HOLD if enough is not None and state.turn_total >= enough else ROLL

    def enough(self, own: int, other: int, target: int | None) -> int | None:
        """The fewest points that it holds, those that reach the target included; None: none."""
        points = self.points(own, other, target or 0) if callable(self.points) else self.points
        if target is None:
            return points
        missing = target - own
        return missing if points is None else min(points, missing)


def hold_at(points: int) -> Policy:
    """Hold at so many points or more in a turn, 1 or more. In a shared turn: sit at them.

    Source: hold at 20: Knizia, Dice Games Properly Explained, 1999; Neller and Presser, 2004.
    """
    return Threshold(points)


def scoring_turns(turns: int) -> Policy:
    """Reach the target in so many scoring turns, 1 or more: hold at the even share, rounded down.

    Scoring turns made so far are counted by the share of the target that the score has passed,
    which in `pig` is what a player who plays so from the start has made.

    Source: Neller and Presser, Practical Play of the Dice Game Pig, UMAP Journal 31(1), 2010.
    """

    def points(own: int, other: int, target: int) -> int:
        left = turns - turns * own // target
        return (target - own) // max(left, 1)

    return Threshold(points)


def _best_other(state: State, seat: int) -> int:
    """The highest score among the other seats that can still win; 0 where there is none."""
    return max((state.scores[other - 1] for other in state.contenders if other != seat), default=0)


def score_base(base: int = 19, pace: int = 14, end_race: int = 69) -> Policy:
    """Hold at `base`, later when more than `pace` behind; race to the target near the end.

    Args:
        base: Points to hold at, 1 or more.
        pace: Stay within so many points of the best other seat.
        end_race: From this score of either on, with a target of 100, roll for the target; with
            another target, as far below it.

    Source: Neller and Presser, Practical Play of the Dice Game Pig, UMAP Journal 31(1), 2010.
    """

    def points(own: int, other: int, target: int) -> int | None:
        if max(own, other) >= target - (100 - end_race):
            return None
        return max(base, other - own - pace)

    return Threshold(points)


def keep_pace() -> Policy:
    """Hold at 21 and an eighth of the distance to the best other seat; race from 71 on.

    With another target than 100 the race begins as far below it: 29 points.

    Source: Neller and Presser, Practical Play of the Dice Game Pig, UMAP Journal 31(1), 2010.
    """

    def points(own: int, other: int, target: int) -> int | None:
        if max(own, other) >= target - 29:
            return None
        return 21 + (other - own + 4) // 8

    return Threshold(points)


def always_roll() -> Policy:
    """Roll until the target is reached."""
    return Threshold(None)


def steady(rules: Rules) -> int:
    """Where the policy that gains the most points a turn stops.

    In solo and shared turns: the turn total from which one more throw loses as much as it gains,
    g / p for a throw that gains g on average and loses the turn with probability p. In announced
    turns: the number of dice with the highest mean, of equal ones the fewest.

    Args:
        rules: The game's rules.

    Source: Feldman and Morgan, The Pedagogy and Probability of the Dice Game HOG, Journal of
        Statistics Education 11(2), 2003; for pig, Knizia, Dice Games Properly Explained, 1999.
    """
    if rules.max_dice is not None:
        return max(range(1, rules.max_dice + 1), key=lambda dice: (mean_gain(rules, dice), -dice))
    lost = 1 - sum(c.probability for c in chances(rules) if c.effect.kind in {"gain", "void"})
    return max(1, min(999, ceil(mean_gain(rules) / lost))) if lost else 20


def mean_gain(rules: Rules, announced: int = 0) -> Fraction:
    """The mean of what one throw gains, exactly; a throw that loses gains 0."""
    return sum((c.probability * c.effect.points for c in chances(rules, announced)), Fraction(0))


@dataclass(frozen=True, slots=True)
class Announcer:
    """The policy that announces so many dice at every turn.

    Args:
        dice: 1 or more.
    """

    dice: int

    def __call__(self, state: State, seat: int) -> Action:
        """What the seat does."""
        return ROLL if state.dice else Action("roll", self.dice)


def roll_dice(dice: int) -> Policy:
    """Announce so many dice at every turn, 1 or more."""
    return Announcer(dice)


@dataclass(frozen=True, slots=True)
class Drawer:
    """The policy that draws one of its legal actions, each equally likely."""

    def __call__(self, state: State, seat: int) -> Choice:
        """What the seat does."""
        return dict.fromkeys(legal_actions(state), 1)


def at_random() -> Policy:
    """Any legal action, each equally likely."""
    return Drawer()

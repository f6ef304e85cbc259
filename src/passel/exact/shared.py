"""Shared turns of two seats, exactly: a best response, and what it is worth to speak last.

All values are win probabilities of one of the two, *mine*; a tie is a half. In a round both are in
from the first throw on. At each turn total both say whether they hold, and in Passel neither sees
what the other says at that moment (`passel.policy.decide`). Who has held watches, the other goes on
alone. In a game at a real table one may speak before the other: then the second knows more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from passel.errors import PolicyError, SolveError
from passel.exact.odds import Odds, odds
from passel.game import HOLD, ROLL, State, legal_actions
from passel.policy import Policy, weights
from passel.rules import Rules

REACH = 60
"""No seat holds more in a round but to catch up; what lies beyond is kept as a lead."""

LONGEST = 400
"""So far both are looked at who are still in; then both roll until they bust. A known policy must
hold by then; two who play the best come there with a chance below 1e-7."""

Speaks = Literal["together", "first", "last"]
"""When I say whether I hold: unseen at the same moment, before the other, or after it."""

Wins = Callable[[int, int], float]
"""My win probability, by my score and the other's."""


class Stage(NamedTuple):
    """The start of a round.

    Args:
        number: The round, from 1.
        mine: My score.
        other: The other's.
    """

    number: int
    mine: int
    other: int


class Shared:
    """A game with shared turns for two seats: both play the best, or the other a known policy.

    Args:
        rules: Shared turns, rounds are counted, a tie is shared.
        speaks: When I speak. Where the other's policy is known that only matters if it mixes.
        other: The other's policy, as seat 2; None: both play the best.

    Raises:
        SolveError: `shared-not-exact` for other rules.
        PolicyError: As `passel.policy.weights`; `policy-never-ends` where it does not hold by
            `LONGEST` points.
    """

    def __init__(
        self, rules: Rules, speaks: Speaks = "together", other: Policy | None = None
    ) -> None:
        if rules.turn != "shared" or rules.tie != "shared" or rules.rounds is None:
            raise SolveError("shared-not-exact", id=rules.id)
        if rules.first_throw_safe or rules.bust_points or odds(rules).free < len(odds(rules).jumps):
            raise SolveError("shared-not-exact", id=rules.id)
        self.rules, self.speaks, self.policy = rules, speaks, other
        self.odds: Odds = odds(rules)
        self.rounds = rules.rounds
        self._known: dict[Stage, float] = {}
        self._alone: dict[tuple[Stage, bool], list[float]] = {}

    @property
    def start(self) -> float:
        """My win probability at the start of the game."""
        return self.win(Stage(1, 0, 0))

    def win(self, stage: Stage) -> float:
        """My win probability at the start of a round; after the last, at the end."""
        number, mine, other = stage
        if number > self.rounds:
            return 1.0 if mine > other else 0.5 if mine == other else 0.0
        found = self._known.get(stage)
        if found is None:
            found = self._known[stage] = self._round(stage)
        return found

    def _round(self, stage: Stage) -> float:
        number, mine, other = stage
        lost, bust = self.win(Stage(number + 1, 0, 0)), self.win(Stage(number + 1, mine, other))
        ends = self.odds.fixed[0] * bust + self.odds.fixed[1] * lost
        stay = self.odds.fixed[2]
        both: dict[int, float] = {}
        rolls = self._asked(stage)
        value = 0.0
        for k in range(len(rolls) + self.odds.size, -1, -1):
            rolled = ends
            if k < len(rolls):
                for jump, chance in zip(self.odds.jumps, self.odds.chances, strict=True):
                    rolled += chance * both[k + jump]
                value = rolled / (1.0 - stay) if stay else rolled
                if k == 0:
                    return value
                both[k] = self._said(stage, k, value, rolls[k])
            elif self.policy is None:
                both[k] = ends / (self.odds.fixed[0] + self.odds.fixed[1])
            else:
                both[k] = self._said(stage, k, None, 0.0)
        return value

    def _said(self, stage: Stage, k: int, rolled: float | None, rolls: float | None) -> float:
        """My win probability where both are in and say what they do.

        Args:
            stage: The round.
            k: The turn total.
            rolled: What it is worth that both roll; None: the other holds.
            rolls: The chance that the other rolls; None: it plays the best.
        """
        number, mine, other = stage
        held = self.win(Stage(number + 1, mine + k, other + k))
        alone = self.alone(stage, k, True)
        if rolled is None:
            return max(alone, held)
        watched = self.alone(stage, k, False)
        if rolls is not None:
            if self.speaks == "last":
                return rolls * max(rolled, watched) + (1.0 - rolls) * max(alone, held)
            return max(
                rolls * rolled + (1.0 - rolls) * alone, rolls * watched + (1.0 - rolls) * held
            )
        first = max(min(rolled, alone), min(watched, held))
        last = min(max(rolled, watched), max(alone, held))
        if self.speaks == "first" or first == last:
            return first
        if self.speaks == "last":
            return last
        return (rolled * held - alone * watched) / (rolled + held - alone - watched)

    def alone(self, stage: Stage, k: int, me: bool) -> float:
        """My win probability where one goes on alone and rolls now.

        Args:
            stage: The round.
            k: The turn total, which the one who watches has held.
            me: Whether I go on; else the other does.
        """
        number, mine, other = stage
        held = Stage(number, mine, other + k) if me else Stage(number, mine + k, other)
        found = self._alone.get((held, me))
        if found is None:
            found = self._alone[held, me] = self._turn(held, me)
        return found[min(k, len(found) - 1)]

    def _turn(self, stage: Stage, me: bool) -> list[float]:
        """My win probability by the turn total at which the one who is in rolls."""
        number, mine, other = stage
        behind = other - mine if me else mine - other
        length = max(REACH, behind + 1, 0) + 1

        def sign(win: float) -> float:
            """Of the one who is in, so that the best is the most."""
            return win if me else 1.0 - win

        hold = [
            sign(self.win(Stage(number + 1, mine + k * me, other + k * (not me))))
            for k in range(length)
        ]
        lose = Stage(number + 1, 0 if me else mine, other if me else 0)
        plan = None
        if not me and self.policy is not None:
            plan = [self._rolls(stage, k, alone=True) for k in range(1, length)]
            plan = [1.0, *plan]
        _, must = self.odds.roll(hold, hold[0], sign(self.win(lose)), plan)
        return [sign(value) for value in must[:length]]

    def _asked(self, stage: Stage) -> list[float | None]:
        """The chance that the other rolls while both are in, by turn total."""
        if self.policy is None:
            return [None] * LONGEST
        found: list[float | None] = [1.0]
        while found[-1]:
            if len(found) > LONGEST:
                raise PolicyError("policy-never-ends", state=self._state(stage, LONGEST, (1, 2)))
            found.append(self._rolls(stage, len(found), alone=False))
        return found

    def _rolls(self, stage: Stage, k: int, *, alone: bool) -> float:
        assert self.policy is not None
        state = self._state(stage, k, (2,) if alone else (1, 2))
        if HOLD not in legal_actions(state):
            return 1.0
        answer = weights(self.policy, state, 2)
        return answer.get(ROLL, 0) / sum(answer.values())

    def _state(self, stage: Stage, k: int, seats: tuple[int, ...]) -> State:
        number, mine, other = stage
        return State(self.rules, (mine, other), seats, k, False, number)

"""Three seats or more, exactly: an equilibrium of a game that ends at once.

Each seat plays for its own win probability. What one seat does where two actions are equal for it
can matter to the others, and there may be several equilibria: this is one of them, and
docs/explain/mathematics.md says by which rules it is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from passel.exact import kernel
from passel.exact.cells import Watch
from passel.exact.odds import odds
from passel.exact.planes import Scores, size
from passel.exact.solve import best_of
from passel.exact.wheel import Given, Wheel
from passel.game import HOLD, ROLL, Action, State, legal_actions, winners
from passel.policy import Policy
from passel.rules import Rules, roll_off_chances, roll_off_points

if TYPE_CHECKING:
    from passel.exact.kernel import Vector

FINE = 1 << 40
"""Chances of a mixed decision are whole numbers of such parts."""

QUICK = 4_000_000
"""Games with so many cells are solved in a few seconds; interpreted, or where a score can be lost,
it is `SLOWER` times fewer."""

SLOWER = 40


class View(NamedTuple):
    """A whole turn, seen by one seat; all values its win probability.

    Args:
        hold: What it is worth that the mover holds, by turn total; beyond its last as much.
        may: The value where the mover may hold, by turn total; empty in announced turns.
        must: The value of rolling, by turn total; in announced turns by number of dice, from 1.
    """

    hold: Sequence[float]
    may: Sequence[float]
    must: Sequence[float]


class Turn(NamedTuple):
    """A whole turn.

    Args:
        plan: What is done: the chances to roll by turn total, or to announce 1, 2, ... dice.
        views: What each seat sees, from the mover on.
    """

    plan: Sequence[float]
    views: Sequence[View]


class Circle(Wheel):
    """Three seats or more that all play for themselves: an equilibrium.

    Args:
        rules: With all others and the errors as `passel.exact.wheel.Wheel`.
        seats: How many there are.
        known: What was solved before: its cells, and what is done in its mixed rings.
        watch: Likewise.
        even: Likewise.
    """

    def __init__(
        self,
        rules: Rules,
        seats: int = 3,
        known: tuple[Vector, Given] | None = None,
        watch: Watch | None = None,
        even: bool = False,
    ) -> None:
        super().__init__(rules, seats, known, watch, even)
        self._turns: dict[Scores, Turn] = {}

    def win(self, state: State, seat: int | None = None) -> float:
        """The win probability of a seat when all play on by this solution.

        Args:
            state: Any state of so many seats under these rules.
            seat: From 1; None: the seat to move, or seat 1 when nobody is.
        """
        seat = seat or (state.to_move[0] if state.to_move else 1)
        return min(1.0, max(0.0, self._win(state, seat)))

    def values(self, state: State, seat: int | None = None) -> dict[Action, float]:
        """A seat's win probability for each legal action of the mover, all playing on so.

        Args:
            state: A state with a seat to move.
            seat: From 1; None: the seat to move.
        """
        turn = self._turn(_scores(state)).views[_place(state, seat or state.to_move[0])]
        if self.odds.most:
            if state.dice:
                return {ROLL: turn.must[state.dice]}
            return {Action("roll", n): turn.must[n] for n in range(1, self.odds.most + 1)}
        k = min(state.turn_total, len(turn.hold) - 1)
        if state.must_roll:
            return {ROLL: turn.must[k]}
        return {ROLL: turn.must[k], HOLD: turn.hold[k]}

    def best(self, state: State) -> tuple[Action, ...]:
        """The best actions, all whose values are within `passel.exact.solve.EQUAL` of the best."""
        return best_of(self.values(state))

    def policy(self) -> Policy:
        """The policy that plays so; it mixes where this solution does."""
        return lambda state, seat: self.choice(state)

    def choice(self, state: State) -> Mapping[Action, int]:
        """What is done in a state with a seat to move: actions with weights."""
        legal = legal_actions(state)
        if len(legal) == 1:
            return {legal[0]: 1}
        plan = self._turn(_scores(state)).plan
        if self.odds.most:
            shares = {action: plan[action.dice - 1] for action in legal}
        else:
            k = state.turn_total
            rolls = plan[k] if k < len(plan) else 0.0
            shares = {ROLL: rolls, HOLD: 1.0 - rolls}
        return {action: round(FINE * share) for action, share in shares.items() if share > 0.0}

    def _win(self, state: State, seat: int) -> float:
        if state.over:
            won = winners(state)
            return 1.0 / len(won) if seat in won else 0.0
        if state.roll_off is not None:
            chances = _starters(state)
            starts = [state._replace(roll_off=None, to_move=(one,)) for one in state.seats]
            return sum(
                chance * self.begin(_scores(start))[_place(start, seat)]
                for chance, start in zip(chances, starts, strict=True)
            )
        place = _place(state, seat)
        if state.must_roll != self.rules.pass_allowed and not state.turn_total and not state.dice:
            return self.begin(_scores(state))[place]
        values = self.values(state, seat)
        if len(values) == 1:
            return values[ROLL]
        done = self.choice(state)
        return sum(weight * values[action] for action, weight in done.items()) / sum(done.values())

    def _turn(self, scores: Scores) -> Turn:
        """The turn that begins with these scores; the last ones are remembered."""
        found = self._turns.get(scores)
        if found is not None:
            return found
        own, others, odds = scores[0], scores[1:], self.odds
        plan = self.played(scores).plan
        after = [self.begin([*others, own + k]) for k in range(self.target - own + 1)]
        bust, lose = self.begin([*others, own + odds.points]), self.begin([*others, 0])
        views = []
        for place in range(self.seats):
            hold = [wins[place - 1] for wins in after]
            # The mover's values are those of the best choices; the others see what is done.
            done = plan if place else None
            views.append(View(hold, *odds.roll(hold, bust[place - 1], lose[place - 1], done)))
        if len(self._turns) >= 4096:
            self._turns.clear()
        found = self._turns[scores] = Turn(plan, views)
        return found


def _scores(state: State) -> Scores:
    """The scores from the seat to move on."""
    (mover,) = state.to_move
    return state.scores[mover - 1 :] + state.scores[: mover - 1]


def _place(state: State, seat: int) -> int:
    """How many places after the mover a seat plays."""
    return (seat - state.to_move[0]) % len(state.scores)


def _starters(state: State) -> list[float]:
    """The chance of each seat to win the roll-off that has begun; a tie begins it anew."""
    thrown = state.roll_off or ()
    best: dict[tuple[int, int], float] = {(-1, 0): 1.0}  # the highest points, and whose: 0 is a tie
    for seat in state.seats:
        if seat <= len(thrown):
            outcomes = [(roll_off_points(state.rules, thrown[seat - 1]), 1.0)]
        else:
            outcomes = [
                (chance.effect.points, float(chance.probability))
                for chance in roll_off_chances(state.rules)
            ]
        following: dict[tuple[int, int], float] = {}
        for (high, who), chance in best.items():
            for points, share in outcomes:
                key = (points, seat) if points > high else (high, 0 if points == high else who)
                following[key] = following.get(key, 0.0) + chance * share
        best = following
    tie = sum(chance for (_, who), chance in best.items() if not who)
    return [
        sum(chance for (_, who), chance in best.items() if who == seat) + tie / len(state.seats)
        for seat in state.seats
    ]


def is_quick(rules: Rules, seats: int) -> bool:
    """Whether so many seats are solved in a few seconds; errors as `Circle`, but for its size."""
    cells = size(rules, seats)
    slow = not kernel.COMPILED or odds(rules).loses
    return cells <= (QUICK // SLOWER if slow else QUICK)


@lru_cache(maxsize=4)
def circle(rules: Rules, seats: int) -> Circle:
    """Solve a game of three seats or more; the last ones are remembered. Errors as `Circle`."""
    return Circle(rules, seats)

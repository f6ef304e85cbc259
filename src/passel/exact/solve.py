"""Two seats, exactly: win probabilities and best actions of every position, for any rules.

Every number here is a win probability between 0 and 1 of a seat that is named: unless said
otherwise the seat to move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from passel.exact.cells import Cells, Phase, Turn, Watch
from passel.exact.table import Table
from passel.game import HOLD, Action, State, winners
from passel.policy import Policy
from passel.rules import Rules, roll_off_chances, roll_off_points

EQUAL = 1e-12
"""Actions whose win probabilities differ by no more are said to be equal."""


class Solution(Cells):
    """Two seats that both play the best: the equilibrium.

    Args:
        rules: Solo or announced turns.
        known: Its `block`, where it was solved before.
        watch: As `passel.exact.cells.Cells`.
    """

    def __init__(
        self,
        rules: Rules,
        known: Sequence[float] | None = None,
        watch: Watch | None = None,
    ) -> None:
        super().__init__(rules, known=known, watch=watch)
        self._turns: dict[tuple[Phase, int, int], Turn] = {}

    @property
    def first_player(self) -> float:
        """The win probability of the seat that plays first, at the start of a game from 0-0."""
        return _chance(self.begin(Phase(), 0, 0))

    def win(self, state: State, seat: int | None = None) -> float:
        """The win probability of a seat when both play the best from here on.

        Args:
            state: Any state of two seats under these rules.
            seat: 1 or 2; None: the seat to move, or seat 1 when nobody is.
        """
        mover = state.to_move[0] if state.to_move else 1
        value = _chance(self._win(state))
        return value if seat is None or seat == mover else 1.0 - value

    def _win(self, state: State) -> float:
        if state.over:
            won = winners(state)
            return 1.0 / len(won) if 1 in won else 0.0
        if state.roll_off is not None:
            return self._win_roll_off(state)
        phase, own, other = where(state)
        if state.must_roll != self.rules.pass_allowed and not state.turn_total and not state.dice:
            return self.begin(phase, own, other)
        return max(self.values(state).values())

    def _win_roll_off(self, state: State) -> float:
        begins = self.begin(Phase(), *state.scores)
        follows = 1.0 - self.begin(Phase(), *reversed(state.scores))
        ahead = 0.5
        if state.roll_off:
            mine = roll_off_points(self.rules, state.roll_off[0])
            ahead = 0.0
            for chance in roll_off_chances(self.rules):
                theirs = chance.effect.points
                part = 1.0 if theirs < mine else 0.5 if theirs == mine else 0.0
                ahead += float(chance.probability) * part
        return ahead * begins + (1.0 - ahead) * follows

    def values(self, state: State) -> dict[Action, float]:
        """The mover's win probability for each legal action, both playing the best afterwards.

        Args:
            state: A state with a seat to move.
        """
        return self.choices(self.turn_of(state), state)

    def turn_of(self, state: State) -> Turn:
        """The turn that a state is in; the last ones are remembered."""
        key = where(state)
        found = self._turns.get(key)
        if found is None:
            if len(self._turns) >= 4096:
                self._turns.clear()
            found = self._turns[key] = self.turn(*key)
        return found

    def best(self, state: State) -> tuple[Action, ...]:
        """The best actions, all whose values are within `EQUAL` of the highest."""
        return best_of(self.values(state))

    def policy(self) -> Policy:
        """The policy that plays so; of equal actions it holds, but rolls before its first throw."""
        return lambda state, seat: one_of(self.best(state), state)

    @property
    def states(self) -> int:
        """How many turn starts have a value of their own."""
        return len(self.block)

    @cached_property
    def residual(self) -> float:
        """By how much the cells miss their equation, at most, as the kernel finds it.

        `passel.exact.proof` has an evaluator that goes through the game itself.
        """
        return self.survey()

    @cached_property
    def table(self) -> Table:
        """What it does, as a table."""
        first, second = self.best_halves()
        return Table(first, second)


def _chance(value: float) -> float:
    """A probability without the rounding that goes below 0 or above 1."""
    return min(1.0, max(0.0, value))


def best_of(values: Mapping[Action, float]) -> tuple[Action, ...]:
    """The actions whose values are within `EQUAL` of the highest."""
    most = max(values.values())
    return tuple(action for action, value in values.items() if value >= most - EQUAL)


def one_of(best: Sequence[Action], state: State) -> Action:
    """One of equally good actions: to hold, but before the first throw of a turn to roll."""
    return HOLD if HOLD in best and (state.turn_begun or len(best) == 1) else best[0]


def where(state: State) -> tuple[Phase, int, int]:
    """The phase, the mover's score and the other's."""
    (mover,) = state.to_move
    own, other = state.scores[mover - 1], state.scores[2 - mover]
    index = 0 if mover == state.first else 1
    if state.rules.end == "at-once":
        return Phase(), own, other
    if state.rules.rounds is not None and not state.playoff:
        return Phase(2 * state.round - 2 + index), own, other
    return Phase(index, bool(state.playoff)), own, other


@lru_cache(maxsize=8)
def solve(rules: Rules) -> Solution:
    """Solve a game of two seats; the last ones are remembered.

    Raises:
        SolveError: `not-exact` for shared turns; `too-large` where the cells need more than
            `LARGEST`; `never-ends` where no throw brings anybody on; `turn-too-long`.
    """
    return Solution(rules)

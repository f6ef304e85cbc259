"""What to do in a position: the win probability of each action, and what each throw would do."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from passel.errors import SolveError
from passel.exact.circle import Circle, circle, is_quick
from passel.exact.solve import Solution, best_of, solve
from passel.game import Action, State, Throw, apply, throws
from passel.rules import Chance, Rules

Solved = Solution | Circle
"""The values of a game of two seats, or of more."""


Find = Callable[[Rules, int], Solved]
"""Where the solution of rules for so many seats comes from."""


def solved(rules: Rules, seats: int = 2) -> Solved:
    """Solve a game of two seats or more.

    Raises:
        SolveError: As `passel.exact.solve.solve` and `passel.exact.circle.Circle`.
    """
    return solve(rules) if seats == 2 else circle(rules, seats)


class Advice(NamedTuple):
    """Each action's win probability, of the seat to move.

    Args:
        state: The position.
        seat: The seat to move, from 1; all numbers are its.
        actions: The win probability of each legal action, played best afterwards.
        best: The best actions: those within `passel.exact.solve.EQUAL`, or within what is
            uncertain, of the highest.
        exact: Whether the numbers are exact; else they are means of a simulation.
        errors: Where they are not exact, the standard error of each number that is not certain.
    """

    state: State
    seat: int
    actions: dict[Action, float]
    best: tuple[Action, ...]
    exact: bool = True
    errors: dict[Action, float] | None = None

    @property
    def cost(self) -> dict[Action, float]:
        """What each action costs: how far it is below the best, 0 or more."""
        most = max(self.actions.values())
        return {action: most - value for action, value in self.actions.items()}


class Prospect(NamedTuple):
    """What one effect of a throw would mean.

    Args:
        chance: The effect, its probability and faces that have it.
        win: The win probability of the seat to move after it.
    """

    chance: Chance
    win: float


def is_exact(rules: Rules, seats: int) -> bool:
    """Whether such games are advised exactly: solo and announced turns of two seats.

    Of more, where the game ends at once and is solved in a few seconds.
    """
    if seats == 2:
        return rules.turn != "shared"
    try:
        return seats > 2 and is_quick(rules, seats)
    except SolveError:
        return False


def advise(state: State, find: Find = solved) -> Advice:
    """The win probability of each legal action.

    Args:
        state: A state with a seat to move.
        find: Where the solution comes from.

    Raises:
        SolveError: `nobody-to-move`; else as `solved`.
    """
    actions = _solution(state, find).values(state)
    return Advice(state, state.to_move[0], actions, best_of(actions))


def prospects(state: State, find: Find = solved) -> list[Prospect]:
    """What each effect of the next throw would mean; in hog for the dice that are announced.

    Args:
        state: A state with a seat to move, which rolls.
        find: As `advise`.

    Raises:
        SolveError: As `advise`; `announce-first` where the number of dice is not announced.
    """
    solution = _solution(state, find)
    (seat,) = state.to_move
    return [
        Prospect(chance, solution.win(apply(state, Throw(chance.faces)), seat))
        for chance in throws(state)
    ]


def _solution(state: State, find: Find) -> Solved:
    if state.rules.turn == "shared":
        raise SolveError("not-exact", id=state.rules.id)
    if len(state.to_move) != 1:
        raise SolveError("nobody-to-move")
    return find(state.rules, len(state.scores))

"""What to do in a position: the win probability of each action, and what each throw would do."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from passel.errors import SolveError
from passel.exact.solve import EQUAL, Solution, solve
from passel.game import Action, State, Throw, apply, throws
from passel.rules import Chance, Rules


class Advice(NamedTuple):
    """Each action's win probability, of the seat to move.

    Args:
        state: The position.
        seat: The seat to move, from 1; all numbers are its.
        actions: The win probability of each legal action, played best afterwards.
        best: The best actions: those within `passel.exact.solve.EQUAL`, or within what is
            uncertain, of the highest.
        exact: Whether the numbers are exact; else they are means of a simulation.
        errors: The standard error of each number where they are not exact.
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
    """Whether such games are advised exactly: two seats that do not share their turns."""
    return seats == 2 and rules.turn != "shared"


def advise(state: State, find: Callable[[Rules], Solution] = solve) -> Advice:
    """The win probability of each legal action.

    Args:
        state: A state with a seat to move, two seats.
        find: Where the solution comes from, for instance `passel.exact.shelf.recall`.

    Raises:
        SolveError: `nobody-to-move`; `not-exact` for more seats and for shared turns; else as
            `passel.exact.solve.solve`.
    """
    solution = _solution(state, find)
    actions = solution.values(state)
    most = max(actions.values())
    best = tuple(action for action, value in actions.items() if value >= most - EQUAL)
    return Advice(state, state.to_move[0], actions, best)


def prospects(state: State, find: Callable[[Rules], Solution] = solve) -> list[Prospect]:
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


def _solution(state: State, find: Callable[[Rules], Solution]) -> Solution:
    if not is_exact(state.rules, len(state.scores)):
        raise SolveError("not-exact", id=state.rules.id, seats=len(state.scores))
    if len(state.to_move) != 1:
        raise SolveError("nobody-to-move")
    return find(state.rules)

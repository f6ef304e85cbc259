"""What the slow, plain ways share that the exact ones are compared with."""

from __future__ import annotations

from passel.game import HOLD, Action, Announce, Hold, State, Throw, apply, throws
from passel.policy import Choice, Policy


def branches(state: State, action: Action) -> list[tuple[float, State]]:
    """What can follow an action of solo or announced turns, and how likely it is."""
    if action == HOLD:
        return [(1.0, apply(state, Hold(state.to_move[0])))]
    thrown = apply(state, Announce(action.dice)) if action.dice else state
    return [
        (float(chance.probability), apply(thrown, Throw(chance.faces))) for chance in throws(thrown)
    ]


def asked(policy: Policy) -> Policy:
    """The same policy, as a function of which nothing is known."""

    def function(state: State, seat: int) -> Choice:
        return policy(state, seat)

    return function

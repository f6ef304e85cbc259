"""What the lessons of the page need that has to be solved: two seats that both play the best.

Everything else that a lesson says is computed in the page, by its engine. Games are made short
where a long one would teach the same, so that a server without a compiled kernel starts soon.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from passel import variants
from passel.exact.cells import Phase
from passel.exact.solve import EQUAL, Solution
from passel.game import HOLD, ROLL, State

SURFACE = "pig"
"""The game whose optimum is turned by hand."""

STEP = 5
"""The surface is drawn at every so many points, and at the last score before the target."""

POINTLESS = "two-dice-pig-void,target=30"
"""The literal lone 1: a game in which holding is never better."""

SEATS = (
    ("pig,target=20", "pig,target=20,end=full-round"),
    ("two-dice-pig-plain,target=20", "two-dice-pig-plain,target=20,end=full-round"),
    ("big-pig,target=20,end=at-once", "big-pig,target=20"),
)
"""Games that end at once, each beside itself with the round finished."""


@cache
def lessons() -> dict[str, Any]:
    """The solved numbers of the lessons, as JSON values; every probability is the mover's.

    Returns:
        `surface`: `rules`; `scores`, where it is drawn; `hold`, by own score, then the other's:
        the lowest turn total at which holding is as good, or what reaches the target.
        `pointless`: `rules`; `roll` and `hold`, win probabilities by turn total from 1 on, at 0
        to 0. `seats`: for each pair of rules, both as text with the first seat's chance.
    """
    return {"surface": _surface(), "pointless": _pointless(), "seats": _seats()}


def text() -> str:
    """The numbers as JSON without needless space, the same bytes every time."""
    return json.dumps(lessons(), separators=(",", ":"))


def _surface() -> dict[str, Any]:
    solution = Solution(variants.rules(SURFACE))
    target = solution.rules.target or 0
    scores = sorted({*range(0, target, STEP), target - 1})
    return {
        "rules": SURFACE,
        "scores": scores,
        "hold": [[_hold(solution, own, other) for other in scores] for own in scores],
    }


def _hold(solution: Solution, own: int, other: int) -> int:
    turn = solution.turn(Phase(), own, other)
    most = (solution.rules.target or 0) - own
    return next((k for k in range(1, most) if turn.hold[k] >= turn.must[k] - EQUAL), most)


def _pointless() -> dict[str, Any]:
    rules = variants.rules(POINTLESS)
    solution = Solution(rules)
    values = [
        solution.values(State(rules, (0, 0), (1,), k, must_roll=False))
        for k in range(1, rules.target or 0)
    ]
    return {
        "rules": POINTLESS,
        "roll": [each[ROLL] for each in values],
        "hold": [each[HOLD] for each in values],
    }


def _seats() -> list[list[dict[str, Any]]]:
    return [
        [{"rules": each, "first": Solution(variants.rules(each)).first_player} for each in pair]
        for pair in SEATS
    ]

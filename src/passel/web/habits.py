"""What rules that a person can keep in mind win against the best player, for the page."""

from __future__ import annotations

import json
from functools import cache

from passel import variants
from passel.exact.match import match
from passel.exact.memorable import HOLD_AT, KEEP_PACE, tabulated
from passel.exact.shelf import recall

GAME = "pig"
"""The game that these rules are for."""

HABITS = {"hold-at-20": HOLD_AT, "keep-pace": KEEP_PACE}
"""Each with its family, at the numbers with which it was published."""


@cache
def text() -> str:
    """The rules of the game, and the win probability of each habit against the equilibrium.

    A fair coin says who plays first. JSON without needless space, the same bytes every time.
    """
    rules = variants.rules(GAME)
    assert rules.target is not None
    best = recall(rules).table
    wins = {
        name: match(tabulated(rules, family.enough(family.begin(rules.target))), best, rules).mean_a
        for name, family in HABITS.items()
    }
    return json.dumps({"rules": GAME, "wins": wins}, separators=(",", ":"))

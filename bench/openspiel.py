"""OpenSpiel's own value iteration of Pig: prints the first player's chance and the seconds.

`PYTHON bench/openspiel.py TARGET`, with a PYTHON that has open_spiel (2.0.2 was tried; its
wheel has no value iteration in C++). Two things are needed to make it run: `cyclic_game`, without
which it walks all histories (11.7 s for a target of 2 and a horizon of 20), and a horizon that no
game meets. cvxpy, which the module imports for other games, is not needed; an empty one will do.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from time import process_time
from types import ModuleType
from typing import Any

if find_spec("cvxpy") is None:
    stand_in: Any = ModuleType("cvxpy")
    stand_in.ECOS, stand_in.Problem = "", object
    sys.modules["cvxpy"] = stand_in

import pyspiel  # type: ignore[import-not-found]
from open_spiel.python.algorithms import (  # type: ignore[import-not-found]
    value_iteration,
)

game = pyspiel.load_game("pig", {"winscore": int(sys.argv[1]), "horizon": 1_000_000})
begin = process_time()
values = value_iteration.value_iteration(game, -1, 1e-9, cyclic_game=True)
seconds = process_time() - begin
print((1.0 + values[str(game.new_initial_state())]) / 2.0, seconds)

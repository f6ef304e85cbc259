"""One kernel, run two ways, with the same digits."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from passel import exact
from passel.exact.circle import Circle
from passel.exact.mass import play
from passel.exact.match import match
from passel.exact.solve import Solution
from passel.exact.table import tabulate
from passel.policy import at_random, hold_at
from passel.variants import rules

pytestmark = pytest.mark.kernel

RULES = (
    "pig,target=30",
    "two-dice-pig,target=15,pass_allowed=on",
    "big-pig,target=6,tie=playoff",
    "hog,target=12,max_dice=6",
)


def digits() -> str:
    """A sum over every digit of some solutions, matches and simulations."""
    whole = sha256()
    for text in RULES:
        solution = Solution(rules(text))
        whole.update(repr([value.hex() for value in solution.block]).encode())
        whole.update(repr(list(solution.table.first.plan)).encode())
    for text, seats in (("pig,target=14", 3), ("two-dice-pig,target=5", 3), ("hog,target=4", 4)):
        circle = Circle(rules(text), seats)
        whole.update(repr([value.hex() for value in circle.cells]).encode())
        whole.update(repr(circle.doubt).encode())
    pig = rules(RULES[0])
    whole.update(repr(match(at_random(), hold_at(9), pig)).encode())
    table = tabulate(pig, at_random())
    whole.update(repr(play(pig, table.first, table.second, 200, 2**63)).encode())
    return whole.hexdigest()


def test_the_interpreted_kernel_has_the_digits_of_the_one_that_runs() -> None:
    folder = str(Path(exact.__file__).parent)
    code = (
        "import sys\n"
        "from importlib.util import module_from_spec, spec_from_file_location\n"
        "import passel.exact\n"
        "for name in ('kernel', 'ring'):\n"
        f"    spec = spec_from_file_location('passel.exact.' + name, f'{folder}/{{name}}.py')\n"
        "    module = sys.modules['passel.exact.' + name] = module_from_spec(spec)\n"
        "    setattr(passel.exact, name, module)\n"
        "    spec.loader.exec_module(module)\n"
        "    assert not module.COMPILED\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_kernel_digits import digits\n"
        "print(digits())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == digits()

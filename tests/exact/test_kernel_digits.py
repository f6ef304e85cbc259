"""One kernel, run two ways, with the same digits."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from passel import exact
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
    pig = rules(RULES[0])
    whole.update(repr(match(at_random(), hold_at(9), pig)).encode())
    table = tabulate(pig, at_random())
    whole.update(repr(play(pig, table.first, table.second, 200, 2**63)).encode())
    return whole.hexdigest()


def test_the_interpreted_kernel_has_the_digits_of_the_one_that_runs() -> None:
    source = Path(exact.__file__).with_name("kernel.py")
    code = (
        "import sys\n"
        "from importlib.util import module_from_spec, spec_from_file_location\n"
        f"spec = spec_from_file_location('passel.exact.kernel', {str(source)!r})\n"
        "import passel.exact\n"
        "kernel = passel.exact.kernel = module_from_spec(spec)\n"
        "sys.modules['passel.exact.kernel'] = kernel\n"
        "spec.loader.exec_module(kernel)\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_kernel_digits import digits\n"
        "assert not kernel.COMPILED\n"
        "print(digits())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == digits()

"""How fast the page solves games: `.venv/bin/python bench/odds.py`; it needs Node.

Prints, for each set of rules, how long `solve` of static/engine takes in Node as a multiple of
Python's solver with the compiled kernel, and of what `effort` foretells. The page refuses to begin
by itself what it foretells to take a phone, four times slower, more than ten seconds.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import passel.web
from passel.exact.kernel import COMPILED
from passel.exact.solve import Solution
from passel.variants import VARIANTS, rules
from passel.web.catalogue import catalogue

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

from node import node

ENGINE = Path(passel.web.__file__).parent / "static/engine"
HOUSE = ("pig,target=1000", "two-dice-pig,target=300", "big-pig,target=200", "skunk-solo,rounds=10")
SOLVE = """
const [folder] = process.argv.slice(1);
const { load, rules } = await import(`${folder}/variants.js`);
const { effort, solve } = await import(`${folder}/solve.js`);
let text = "";
for await (const part of process.stdin) text += part;
const { catalogue, names } = JSON.parse(text);
load(catalogue);
const took = names.map((name) => {
  const foretold = effort(rules(name)) / 1e6;
  const before = process.cpuUsage();
  solve(rules(name));
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1e6, foretold];
});
console.log(JSON.stringify(took));
"""


def main() -> None:
    """Solve and print."""
    runner = node()
    if runner is None:
        sys.exit("bench/odds.py needs Node: install playwright, or node itself")
    solo = [each.rules for each in VARIANTS.values() if each.rules.turn != "shared"]
    names = [*(each.id for each in solo), *HOUSE]
    ran = subprocess.run(
        [runner, "--input-type=module", "--eval", SOLVE, ENGINE.as_uri()],
        input=json.dumps({"catalogue": catalogue(), "names": names}),
        check=True,
        capture_output=True,
        text=True,
    )
    kernel = "compiled" if COMPILED else "interpreted"
    print(f"{'rules':24} {'seconds':>8}   times Python, {kernel}   times foretold")
    for name, (took, foretold) in zip(names, json.loads(ran.stdout), strict=True):
        before = time.process_time()
        Solution(rules(name))
        python = time.process_time() - before
        print(f"{name:24} {took:8.3f}   {took / python:12.1f}   {took / foretold:22.2f}")


if __name__ == "__main__":
    main()

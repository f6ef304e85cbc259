"""Write docs/explain/memorable.md: the best policies that a person can keep in mind.

`PYTHONPATH=src python tools/memorable.py [ID ...]` searches them by exact matches, in some minutes,
and leaves the rows of other games as they are; a test holds the page's numbers to the solver.
"""

from __future__ import annotations

import sys
from pathlib import Path

from passel.exact.match import match
from passel.exact.memorable import HOLD_AT, KEEP_PACE, Found, best
from passel.exact.solve import Solution, solve
from passel.policy import hold_at, roll_dice
from passel.rules import Rules
from passel.variants import VARIANTS

PAGE = Path(__file__).parent.parent / "docs" / "explain" / "memorable.md"

MOST = 60
"""Where no target ends the game, so many points are tried at most."""

HEAD = """# Policies to keep in mind

<!-- Made by tools/memorable.py: change it there. -->

The best play of these games is a table of thousands of numbers. Here is the best that fits in a
head, and how much it gives away. A share is the win probability against the best play, a coin
saying who plays first; the best play itself has 50%. Every number is an exact match.

## One number: hold at so many points

Hold as soon as the turn has so many points, or reaches the target. Every number from 1 to the
target was tried; in skunk-solo, which has none, to 60. In hog: throw so many dice, every number.

| game | hold at | wins |
|---|---|---|
"""

MIDDLE = """
## Four numbers: keep pace

Roll for the target as soon as your own score is at *mine* or the other's at *theirs*. Before that
hold at *points*, and one more for each *part* points that you are behind (one less for each that
you are ahead), rounded to the nearest. This is Neller's and Presser's family (*Practical Play of
the Dice Game Pig*, 2010; theirs is 71, 71, 21, 8). One number after the other was set to the best
of the 25 values around it while the rest stayed, until none changed; then every policy next to it
was tried. No policy near by is better; one far away might be.

| game | mine | theirs | points | part | wins |
|---|---|---|---|---|---|
"""


def searched(rules: Rules, solution: Solution) -> Found:
    """The best single number where no table by formula is made: every one is asked."""
    if rules.max_dice is not None:
        means = {
            (dice,): match(roll_dice(dice), solution, rules).mean_a
            for dice in range(1, rules.max_dice + 1)
        }
    else:
        means = {
            (points,): match(hold_at(points), solution, rules).mean_a
            for points in range(1, (rules.target or MOST) + 1)
        }
    numbers = max(means, key=means.__getitem__)
    return Found(numbers, means[numbers], len(means))


def row(id: str, found: Found) -> str:
    """One line of a table."""
    numbers = " | ".join(map(str, found.numbers))
    return f"| `{id}` | {numbers} | {100 * found.mean:.4f}% |"


def kept() -> tuple[dict[str, str], dict[str, str]]:
    """The lines of both tables that the page has, by game."""
    lines = PAGE.read_text("utf-8").splitlines() if PAGE.exists() else []
    rows = [line for line in lines if line.startswith("| `")]
    ones, fours = ([row for row in rows if row.count("|") == bars] for bars in (4, 7))
    return {row.split("`")[1]: row for row in ones}, {row.split("`")[1]: row for row in fours}


def write(ones: dict[str, str], fours: dict[str, str]) -> None:
    """Write the page with these lines and those it has, the games in the order of the catalogue."""
    before_ones, before_fours = kept()
    ones, fours = before_ones | ones, before_fours | fours
    first, second = ([rows[id] for id in VARIANTS if id in rows] for rows in (ones, fours))
    PAGE.write_text(HEAD + "\n".join(first) + "\n" + MIDDLE + "\n".join(second) + "\n", "utf-8")


def main() -> None:
    """Search and write."""
    ones: dict[str, str] = {}
    fours: dict[str, str] = {}
    for id in sys.argv[1:] or VARIANTS:
        rules = VARIANTS[id].rules
        if rules.turn == "shared":
            continue
        solution = solve(rules)
        quick = rules.end == "at-once" and rules.max_dice is None
        found = best(rules, HOLD_AT, solution) if quick else searched(rules, solution)
        ones[id] = row(id, found)
        print(ones[id], found.tried, flush=True)
        if quick and rules.target is not None and rules.target > 29:
            found = best(rules, KEEP_PACE, solution)
            fours[id] = row(id, found)
            print(fours[id], found.tried, flush=True)
        write(ones, fours)


if __name__ == "__main__":
    main()

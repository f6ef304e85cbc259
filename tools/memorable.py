"""Write docs/explain/memorable.md: the best policies that a person can keep in mind.

`PYTHONPATH=src python tools/memorable.py [ID ...]` searches them by exact matches, in some minutes,
and leaves the rows of other games as they are; a test holds the page's numbers to the solver.
"""

from __future__ import annotations

import sys
from pathlib import Path

from passel.exact.memorable import HOLD_AT, KEEP_PACE, LEAN, Family, Found, best
from passel.exact.solve import solve
from passel.rules import Rules
from passel.variants import VARIANTS

PAGE = Path(__file__).parent.parent / "docs" / "explain" / "memorable.md"

HEAD = """# Policies to keep in mind

<!-- Made by tools/memorable.py: change it there. -->

The best play of these games is a table of thousands of numbers. Here is the best that fits in a
head, and how much it gives away. A share is the win probability against the best play, a coin
saying who plays first; the best play itself has 50%. Every number is an exact match.

Where both have as many turns, as in big-pig and skunk-solo, one rule goes without saying: who has
the last turn of the game rolls until ahead. Shared turns (skunk, greedy-pig) have no best play to
measure by, and are missing here.
"""

ONE = """
## One number: hold at so many points

Hold as soon as the turn has so many points, or reaches the target. Every number from 1 to the
target was tried; in skunk-solo, which has none, to 60. In hog: throw so many dice, every number.

| game | hold at | wins |
|---|---|---|
"""

FOUR = """
## Four numbers: keep pace

Roll for the target as soon as your own score is at *mine* or the other's at *theirs*. Before that
hold at *points*, and one more for each *part* points that you are behind (one less for each that
you are ahead), rounded to the nearest. This is Neller's and Presser's family (*Practical Play of
the Dice Game Pig*, 2010; theirs is 71, 71, 21, 8). One number after the other was set to the best
of the 25 values around it while the rest stayed, until none changed; then every policy next to it
was tried. No policy near by is better; one far away might be. In two-dice-pig-void rolling to the
target already gives nothing away.

| game | mine | theirs | points | part | wins |
|---|---|---|---|---|---|
"""

TWO = """
## Two numbers: lean

Where no roll for the target can be told by a number: hold at *points*, or throw so many dice, and
one more for each *part* points that you are behind (one less for each that you are ahead), rounded
to the nearest. Searched in the same way.

| game | points, or dice | part | wins |
|---|---|---|---|
"""

TABLES = {4: ONE, 7: FOUR, 5: TWO}
"""What stands above each table, by how many bars its lines have."""


def families(rules: Rules) -> list[Family]:
    """Which policies are searched under these rules."""
    races = rules.max_dice is None and rules.target is not None
    return [HOLD_AT, KEEP_PACE if races else LEAN]


def row(id: str, found: Found) -> str:
    """One line of a table."""
    numbers = " | ".join(map(str, found.numbers))
    return f"| `{id}` | {numbers} | {100 * found.mean:.4f}% |"


def kept() -> dict[tuple[int, str], str]:
    """The lines of the page's tables, by their number of bars and by game."""
    lines = PAGE.read_text("utf-8").splitlines() if PAGE.exists() else []
    return {(row.count("|"), row.split("`")[1]): row for row in lines if row.startswith("| `")}


def write(rows: list[str]) -> None:
    """Write the page with these lines and those it has, the games in the order of the catalogue."""
    found = kept() | {(row.count("|"), row.split("`")[1]): row for row in rows}
    text = HEAD
    for bars, above in TABLES.items():
        text += above + "".join(found[bars, id] + "\n" for id in VARIANTS if (bars, id) in found)
    PAGE.write_text(text, "utf-8")


def main() -> None:
    """Search and write."""
    for id in sys.argv[1:] or VARIANTS:
        rules = VARIANTS[id].rules
        if rules.turn == "shared":
            continue
        for family in families(rules):
            found = best(rules, family, solve(rules))
            print(row(id, found), found.tried, flush=True)
            write([row(id, found)])


if __name__ == "__main__":
    main()

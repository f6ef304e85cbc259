"""What each seat of several could win more, exactly, than by playing what `solve --seats` found.

    python bench/response.py two-dice-pig 3

One seat plays the best against the others, who keep to the solution: seats, in the order of play,
with their win probability, what they would win more, and the seconds of processor it took.
"""

from __future__ import annotations

import sys
import time

from passel.exact.circle import circle
from passel.exact.party import Party
from passel.variants import rules


def main(text: str = "two-dice-pig", count: str = "3") -> None:
    of, seats = rules(text), int(count)
    solution = circle(of, seats)
    wins, table = solution.begin([0] * seats), solution.table
    print(
        f"solved: residual {solution.doubt.residual:.2e}, {time.process_time():.0f} s", flush=True
    )
    for seat in range(seats):
        begun = time.process_time()
        party = Party(of, [None if other == seat else table for other in range(seats)])
        gain = party.wins()[seat] - wins[seat]
        seconds = time.process_time() - begun
        print(f"{seat + 1}: {wins[seat]:.9f} gains {gain:.2e}, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Whether the shipped dice are fair, with fresh entropy: `.venv/bin/python bench/dice.py [THROWS]`.

Prints chi-squared of a million throws beside the limit that fair dice pass all but once in a
million runs (p = 1e-6): six faces, non-overlapping pairs, the coin, and two pigs against the
counts they are drawn from. The tests do the same with fixed seeds.
"""

from __future__ import annotations

import secrets
import sys
from collections import Counter
from collections.abc import Hashable, Mapping

from passel.dice import KINDS, Faces, Seeded

LIMITS = {"six faces": 35.888, "pairs": 89.947, "coin": 23.928}


def chi_squared(seen: Counter[Faces], expected: Mapping[Faces, float]) -> float:
    """The statistic of what was seen against what was to be expected."""
    return sum((seen[key] - count) ** 2 / count for key, count in expected.items())


def even(keys: list[Faces], throws: int) -> dict[Faces, float]:
    """Every key equally often."""
    return dict.fromkeys(keys, throws / len(keys))


def report(name: str, found: float, limit: float | Hashable) -> None:
    """One line."""
    print(f"{name:12} chi-squared {found:8.2f}   limit {limit}")


def main() -> None:
    """Throw and print."""
    throws = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    dice = Seeded(secrets.token_bytes(32))
    rolled = [dice.throw("die", 1) for _ in range(throws)]
    faces: list[Faces] = [(face,) for face in KINDS["die"].faces]
    pairs = [(*first, *second) for first in faces for second in faces]
    report("six faces", chi_squared(Counter(rolled), even(faces, throws)), LIMITS["six faces"])
    two = Counter((*a, *b) for a, b in zip(rolled[::2], rolled[1::2], strict=False))
    report("pairs", chi_squared(two, even(pairs, throws // 2)), LIMITS["pairs"])
    tossed = Counter(dice.throw("coin", 1) for _ in range(throws))
    report("coin", chi_squared(tossed, even([("H",), ("T",)], throws)), LIMITS["coin"])
    pigs = Counter(dice.throw("pig", 2) for _ in range(throws))
    counts = dict(KINDS["pig"].counts)
    total = sum(counts.values())
    expected = {key: count * throws / total for key, count in counts.items()}
    freedom = len(expected) - 1
    report("pigs", chi_squared(pigs, expected), f"about {freedom + 5 * (2 * freedom) ** 0.5:.0f}")


if __name__ == "__main__":
    main()

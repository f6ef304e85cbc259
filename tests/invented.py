"""Random valid rules of two seats, in the catalogue and not, short enough to be iterated."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from passel.options import OPTIONS
from passel.rules import Row, Rules
from passel.variants import VARIANTS

SOLO = [variant.rules for variant in VARIANTS.values() if variant.rules.turn != "shared"]


def with_random_options(of: Rules, random: Random) -> Rules:
    for option in OPTIONS:
        if option.name in {"target", "rounds", "first"} or not option.fits(of):
            continue
        if random.random() < 0.4:
            low, high = option.limits or (1, 0)
            numbers = [str(number) for number in range(low, min(high, 6) + 1)]
            of = option.write(of, random.choice([*numbers, *option.values]))
    return of


def of_my_own(random: Random) -> Rules:
    """Rules that are in no catalogue."""
    count = random.choice([1, 1, 2, 3])
    kinds: list[Any] = ["bust", "bust", "bust_all", "void", "gain"]
    rows = [Row("b" + "-?" * (count - 1), "bust")]
    for face in random.sample(range(2, 7), 2):
        kind = random.choice(kinds)
        points = random.choice([None, 0, 3]) if kind == "gain" else None
        must = kind == "gain" and random.random() < 0.3
        rows.append(Row(f"{face}" + "-?" * (count - 1), kind, points, must_roll=must))
    random.shuffle(rows)
    if random.random() < 0.2:
        rows.insert(0, Row("-".join(["6"] * count), "out"))
    rows.append(Row("-".join("?" * count), "gain"))
    end: Any = random.choice(["at-once", "at-once", "full-round"])
    return Rules(
        "my-own", "die", count, tuple(rows),
        end=end,
        tie="shared" if end == "at-once" else random.choice(["shared", "playoff"]),
        bust_points=random.choice([0, 0, 1]),
        pass_allowed=random.random() < 0.3,
    )  # fmt: skip


def random_rules(number: int) -> Rules:
    random = Random(number)
    of = of_my_own(random) if random.random() < 0.4 else random.choice(SOLO)
    if of.id != "my-own":
        of = with_random_options(of, random)
    if of.rounds is not None:
        return replace(of, rounds=1)
    if number % 20 == 0:
        return replace(of, target=12 if of.count == 1 and of.end == "at-once" else 8)
    return replace(of, target=min(random.randint(1, 9) for _ in range(4)))

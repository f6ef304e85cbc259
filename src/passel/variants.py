"""The catalogue: every named set of rules, each with the source that decides what it means.

To add a variant, add one value to `VARIANTS` (docs/how-to-add-a-variant.md); everything else
reads it from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from passel.errors import RulesError
from passel.options import OPTIONS
from passel.rules import Row, Rules


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of rules.

    Args:
        rules: The variant's own rules, before any option.
        sources: Where they come from, as ids of docs/sources.md.
    """

    rules: Rules
    sources: tuple[str, ...]


def _two_dice(
    id: str,
    *,
    lone_one: Row = Row("b-?", "bust"),
    double_one: Row = Row("b-b", "bust_all"),
    doubles: Row = Row("x-x", "gain"),
    **fields: Any,
) -> Rules:
    rows = (double_one, lone_one, doubles, Row("?-?", "gain"))
    return Rules(id, "die", 2, rows, roll_off=("die", 2), **fields)


_TWICE = Row("x-x", "gain", times=2)
_FIVE_ROUNDS: dict[str, Any] = {"end": "rounds", "target": None, "rounds": 5}

_PIGS = (
    Row("oinker", "bust_all"),
    Row("piggyback", "out"),
    Row("D-P", "bust"),
    Row("D-D", "gain", points=1),
    Row("P-P", "gain", points=1),
    Row("R-R", "gain", times=2),
    Row("T-T", "gain", times=2),
    Row("S-S", "gain", times=2),
    Row("J-J", "gain", times=2),
    Row("?-?", "gain"),
)

_CATALOGUE: tuple[Variant, ...] = (
    Variant(Rules("pig", "die", 1, (Row("b", "bust"), Row("?", "gain"))), ("000", "001")),
    Variant(_two_dice("two-dice-pig"), ("scarne", "wikipedia")),
    Variant(_two_dice("two-dice-pig-void", lone_one=Row("b-?", "void")), ("001",)),
    Variant(
        _two_dice("two-dice-pig-plain", double_one=Row("b-b", "bust")),
        ("002", "bell"),
    ),
    Variant(
        _two_dice(
            "big-pig",
            doubles=Row("x-x", "gain", times=2, must_roll=True),
            end="full-round",
            seats=(2, 4),
            first="roll-off",
        ),
        ("002",),
    ),
    Variant(_two_dice("big-pig-free", doubles=_TWICE), ("001", "002")),
    Variant(
        _two_dice("big-pig-25", double_one=Row("b-b", "gain", points=25), doubles=_TWICE), ("000",)
    ),
    Variant(
        Rules(
            "hog",
            "die",
            1,
            (Row("b-...", "bust"), Row("...", "gain")),
            turn="announced",
            max_dice=20,
        ),
        ("001",),
    ),
    Variant(
        _two_dice("skunk", turn="shared", seats=(1, 40), **_FIVE_ROUNDS),
        ("001", "brutlag"),
    ),
    Variant(
        _two_dice("skunk-solo", **_FIVE_ROUNDS),
        ("001", "brutlag"),
    ),
    Variant(
        Rules(
            "greedy-pig",
            "die",
            1,
            (Row("b", "bust"), Row("?", "gain")),
            turn="shared",
            end="rounds",
            target=None,
            rounds=10,
            seats=(1, 40),
        ),
        ("classrooms",),
    ),
    Variant(
        Rules("pass-the-pigs", "pig", 2, _PIGS, roll_off=("pig", 2)),
        ("002", "box"),
    ),
    Variant(
        Rules("piglet", "coin", 1, (Row("T", "bust"), Row("H", "gain")), target=10),
        ("neller-presser",),
    ),
)

VARIANTS: dict[str, Variant] = {variant.rules.id: variant for variant in _CATALOGUE}
"""Every variant by its id, in the order in which lists show them."""


@lru_cache(maxsize=1024)
def rules(text: str) -> Rules:
    """The rules that a text names: an id with options, `pig,target=50`.

    Args:
        text: A variant's id; then, separated by commas and in any order, `option=value`.

    Raises:
        RulesError: `unknown-variant`, `bad-option` (not `name=value`), `unknown-option`,
            `repeated-option`, `option-does-not-fit` or `bad-value`.
    """
    id, *options = (part.strip() for part in text.split(","))
    if id not in VARIANTS:
        raise RulesError("unknown-variant", id=id, variants=list(VARIANTS))
    return with_options(VARIANTS[id].rules, options)


def with_options(base: Rules, options: Iterable[str]) -> Rules:
    """Rules with options set, each written `name=value`; errors as `rules`.

    Options are set in the order of `OPTIONS`, so an option may depend on an earlier one
    (`tie=playoff,end=full-round`), however they are written.
    """
    chosen: dict[str, str] = {}
    names = [option.name for option in OPTIONS]
    for option in options:
        name, sign, value = (part.strip() for part in option.partition("="))
        if not sign or not name or not value:
            raise RulesError("bad-option", option=option)
        if name not in names:
            raise RulesError("unknown-option", option=name, options=fitting(base))
        if name in chosen:
            raise RulesError("repeated-option", option=name)
        chosen[name] = value
    changed = base
    for each in OPTIONS:
        if each.name in chosen:
            if not each.fits(changed):
                raise RulesError(
                    "option-does-not-fit", option=each.name, id=base.id, options=fitting(changed)
                )
            changed = each.write(changed, chosen[each.name])
    return changed


def fitting(base: Rules) -> list[str]:
    """The names of the options that these rules can take."""
    return [option.name for option in OPTIONS if option.fits(base)]


@lru_cache(maxsize=1024)
def name(of: Rules) -> str:
    """Rules as a text: the id, then the options that differ from the variant's own.

    Rules whose id is not in the catalogue are named by their id alone.
    """
    own = VARIANTS[of.id].rules if of.id in VARIANTS else of
    differing = (o for o in OPTIONS if o.fits(of) and o.read(of) != o.read(own))
    return ",".join([of.id, *(f"{option.name}={option.read(of)}" for option in differing)])

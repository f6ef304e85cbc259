"""Which cells of variant x option x effect there are, so that none goes without a vector."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from passel.dice import KINDS, Faces, weighted_throws
from passel.errors import RulesError
from passel.options import OPTIONS, Option
from passel.rules import Effect, Rules, chances, effect
from passel.variants import VARIANTS, rules


class Cell(NamedTuple):
    """An effect that was met under a variant with one option set.

    Args:
        variant: Its id.
        option: As it was written, `target=1`; empty for the variant as it is.
        effect: The effect's kind, with `!` where another roll must follow.
    """

    variant: str
    option: str
    effect: str


def ends(option: Option, of: Rules) -> list[str]:
    """Every word that the option takes, and both ends of its numbers."""
    return [*option.values, *map(str, option.numbers(of) or ())]


def texts(ids: Iterable[str] = VARIANTS) -> Iterator[tuple[str, str]]:
    """Each of these variants as it is, and with every option at its ends.

    An option that fits only after another (`tie` in `pig`) comes with the other one set.

    Yields:
        The rules as a text, and the option that they are there for.
    """
    for variant in ids:
        yield variant, ""
        for option in OPTIONS:
            base = next((text for text in _bases(variant) if option.fits(rules(text))), None)
            if base is not None:
                for value in ends(option, rules(base)):
                    word = f"{option.name}={value}"
                    yield f"{base},{word}", word


def _bases(variant: str) -> Iterator[str]:
    yield variant
    for option in OPTIONS:
        for value in ends(option, rules(variant)):
            text = f"{variant},{option.name}={value}"
            try:
                rules(text)
            except RulesError:
                continue
            yield text


def label(what: Effect) -> str:
    """An effect as a cell names it."""
    return what.kind + "!" * what.must_roll


def possible(of: Rules) -> dict[str, Faces]:
    """Every effect that some throw has under these rules, with such a throw, likely or not."""
    found: dict[str, Faces] = {}
    if of.max_dice is not None:
        for dice in range(1, of.max_dice + 1):
            for chance in chances(of, dice):
                found.setdefault(label(chance.effect), chance.faces)
    else:
        every: list[Faces] = [faces for faces, _ in weighted_throws(of.dice, of.count)]
        every += [(word,) for word in KINDS[of.dice].words]
        for faces in every:
            found.setdefault(label(effect(of, faces)), faces)
    return found


def wanted() -> set[Cell]:
    """Every cell there is; a saved bust of a round's first throw is a `void`."""
    cells = set()
    for text, option in texts():
        of = rules(text)
        kinds = {*possible(of), *(["void"] if of.first_throw_safe else [])}
        cells |= {Cell(of.id, option, kind) for kind in kinds}
    return cells


def met(text: str, kind: str) -> Iterator[Cell]:
    """The cells that an effect meets under rules that were written so."""
    variant, *options = text.split(",")
    for option in ("", *options):
        yield Cell(variant, option, kind)

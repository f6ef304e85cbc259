"""The rules of one game told in sentences, from their data alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from passel import variants
from passel.options import OPTIONS
from passel.rules import Row, Rules
from passel.words import Words


def title(rules: Rules, words: Words) -> str:
    """The variant's name and its text: `Big Pig (big-pig,target=50)`."""
    key = f"variant.{rules.id}.name"
    name = words.say(key) if key in words else rules.id
    return f"{name} ({variants.name(rules)})"


def tell(rules: Rules, words: Words) -> list[str]:
    """These rules as whole sentences, in the order in which a player needs them."""
    count = rules.max_dice or rules.count
    said = [
        words.say("rules.seats", fewest=rules.seats[0], most=rules.seats[1]),
        words.say(f"rules.end.{rules.end}", count=rules.target or rules.rounds or 0),
        words.say(f"rules.turn.{rules.turn}.{rules.dice}", count=count),
    ]
    said += [_row(row, rules, words) for row in rules.rows]
    if rules.bust_points:
        said.append(words.say("rules.bust-points", count=rules.bust_points))
    if rules.first_throw_safe:
        said.append(words.say("rules.first-throw-safe"))
    if rules.turn == "solo":
        said.append(words.say(f"rules.pass.{'on' if rules.pass_allowed else 'off'}"))
    if rules.auto_bank:
        said.append(words.say("rules.auto-bank"))
    if rules.end != "at-once":
        said.append(words.say(f"rules.tie.{rules.tie}"))
    if rules.turn != "shared":
        key = "seat" if rules.first.isdecimal() else rules.first
        said.append(words.say(f"rules.first.{key}", seat=rules.first))
    note = f"variant.{rules.id}.note"
    if note in words:
        said.append(words.say(note))
    return said


def sources_of(rules: Rules, words: Words) -> list[str]:
    """Where the variant comes from."""
    return [words.say(f"source.{source}") for source in variants.VARIANTS[rules.id].sources]


def options_of(rules: Rules, words: Words) -> list[tuple[str, str]]:
    """Each option that these rules can take: name, values and meaning; and who plays it so."""
    return [
        (
            words.say(
                "rules.option",
                name=option.name,
                takes=" | ".join(option.takes(rules)),
                value=option.read(rules),
                meaning=words.say(f"option.{option.name}"),
            ),
            one_by_one([_played(value, source, words) for value, source in option.sources], words),
        )
        for option in OPTIONS
        if option.fits(rules)
    ]


def _played(value: str | None, source: str, words: Words) -> str:
    """Who plays an option so; without a value, who has it."""
    said = words.say(f"source.{source}")
    return words.say("phrase.named", name=value, what=said) if value else said


def one_by_one(said: Sequence[str], words: Words) -> str:
    """What may have commas of its own, one after the other."""
    if not said:
        return ""
    return reduce(lambda one, other: words.say("phrase.then", one=one, other=other), said)


def _row(row: Row, rules: Rules, words: Words) -> str:
    what = worth(row)
    keys = (f"rules.row.{kind}.{what}" for kind in (f"{rules.dice}.{row.pattern}", row.pattern))
    key = next(filter(words.__contains__, keys), f"rules.row.other.{what}")
    return words.say(
        key, pattern=row.pattern, face=rules.bust_face, count=row.points or 0, times=row.times
    )


def worth(row: Row) -> str:
    """What a row does, as part of a key: `bust`, `points`, `sum`, `twice`, `twice-again`."""
    if row.kind != "gain":
        return row.kind
    gain = "points" if row.points is not None else {1: "sum", 2: "twice"}.get(row.times, "times")
    return gain + "-again" * row.must_roll

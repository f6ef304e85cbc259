"""Who sits at the table: people and bots, with names that can be shown and told apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from passel import bots
from passel.cli.screen import shortened, width
from passel.errors import PolicyError
from passel.exact.solve import Solution
from passel.policy import Policy
from passel.rules import Rules
from passel.words import Words

WIDEST_NAME = 20
"""Columns that a name may take."""

_ESCAPES = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]|\x1b[\\]P^_X].*?(?:\x1b\\\\|\x07|\x9c|$)|\x1b.|\x9b[0-?]*[ -/]*[@-~]"
)
_ALIKE = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаеорсухіјѕԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧοραινIl|0O",  # noqa: RUF001 - letters that look alike are the point
    "ABEKMHOPCTYXIJSaeopcyxijsdhqwABEZHIKMNOPTYXopaiv11100",
)
"""Letters that look like others, Cyrillic and Greek ones above all."""

_MARKS = 2
"""Combining marks that one letter may carry."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One player.

    Args:
        name: As it was given, cleaned; None where a person gave none.
        bot: The policy's name; None for a person.
    """

    name: str | None = None
    bot: str | None = None


def clean(name: str) -> str:
    """A name that can be shown: no escape sequences, controls or invisible characters."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", _ESCAPES.sub("", name)):
        category = unicodedata.category(character)
        if category[0] == "Z" or character in "\t\n":
            character = " "
        elif category[0] == "C":
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= _MARKS and not (marks and not kept):
            kept.append(character)
    return shortened(" ".join("".join(kept).split()), WIDEST_NAME)


def told_apart(names: Iterable[str]) -> list[str]:
    """The names, with a number added to those that would look the same."""
    shown: list[str] = []
    taken: set[str] = set()
    for name in names:
        candidate, number = name, 1
        while _look(candidate) in taken:
            number += 1
            mark = f" ({number})"
            candidate = shortened(name, WIDEST_NAME - width(mark)) + mark
        taken.add(_look(candidate))
        shown.append(candidate)
    return shown


def _look(name: str) -> str:
    """A name as it looks: case, width, and letters of other alphabets that look the same."""
    return unicodedata.normalize("NFKC", name).translate(_ALIKE).casefold().translate(_ALIKE)


def seat(text: str, rules: Rules, seats: int) -> Seat:
    """The player that a text names: `Ana`, `hold-at-20`, or a bot with a name, `Ben=hold-at-20`.

    Args:
        text: As it was written.
        rules: The game's rules.
        seats: How many players there are.

    Raises:
        PolicyError: Where it is clearly a bot, but none that can play under these rules.
    """
    name, sign, bot = text.partition("=")
    if sign and bot:
        policy(bot, rules, seats)
        return Seat(clean(name) or clean(bot), bot)
    try:
        policy(text, rules, seats)
    except PolicyError as error:
        if error.code == "unknown-policy":
            return Seat(clean(name) or None)
        raise
    return Seat(None, text)


def shown_names(seats: Sequence[Seat], words: Words) -> list[str]:
    """What each player is called on the screen."""
    alone = sum(each.bot is None for each in seats) == 1
    found = []
    for number, each in enumerate(seats, 1):
        name = each.name or (clean(each.bot.rpartition(":")[2]) if each.bot else None)
        found.append(name or (words.say("play.you") if alone else words.say("seat", seat=number)))
    return told_apart(found)


def policy(name: str, rules: Rules, seats: int) -> Policy:
    """A bot for a game of so many seats; errors as `passel.bots.named`."""

    def find(rules: Rules) -> Solution:
        from passel.cli.keeping import find

        return find(rules)

    return bots.named(name, rules, seats, find)

"""Players' names: any writing, but visible, on one line, not too long, and told apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

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

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0")
"""What counts as a letter or a sign and shows nothing."""


def clean(name: str) -> str:
    """A name that can be shown: no escape sequences, controls or invisible characters."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", _ESCAPES.sub("", name)):
        category = unicodedata.category(character)
        if category[0] == "Z" or character in "\t\n":
            character = " "
        elif category[0] == "C" or character in _BLANK:
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= _MARKS and not (marks and not kept):
            kept.append(character)
    return shortened(" ".join("".join(kept).split()), WIDEST_NAME)


def told_apart(names: Iterable[str]) -> list[str]:
    """The names; a player whose name looks like an earlier one's has their number added."""
    shown: list[str] = []
    taken: set[str] = set()
    for number, name in enumerate(names, 1):
        candidate = name
        while _look(candidate) in taken:
            mark = f" ({number})"
            candidate = shortened(name, WIDEST_NAME - width(mark)) + mark
            number += 1
        taken.add(_look(candidate))
        shown.append(candidate)
    return shown


def _look(name: str) -> str:
    """A name as it looks: case, width, and letters of other alphabets that look the same."""
    return unicodedata.normalize("NFKC", name).translate(_ALIKE).casefold().translate(_ALIKE)


def width(text: str) -> int:
    """How many columns a text takes: wide characters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def shortened(text: str, columns: int) -> str:
    """The text cut to so many columns, with `…` where something is missing."""
    if width(text) <= columns:
        return text
    kept = ""
    for character in text:
        if width(kept + character) > columns - 1:
            break
        kept += character
    return kept.rstrip() + "…"

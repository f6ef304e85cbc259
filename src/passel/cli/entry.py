"""Throws of real dice as people type them: `34`, `3 4`, `3-4`, `heads`, `t s`, `oinker`."""

from __future__ import annotations

import re

from passel.cli.asking import simplified
from passel.dice import KINDS, Face, Faces
from passel.words import Words


def read_throw(text: str, kind: str, count: int, words: Words) -> Faces | None:
    """The faces that a text names, or None where it names none.

    Args:
        text: What was typed; spaces, hyphens, commas or nothing between the faces.
        kind: The kind of dice.
        count: How many were thrown; fewer or more may be typed and are for the rules to judge.
        words: The language of words such as `heads`.
    """
    named = _names(kind, words)
    plain = simplified(text)
    if len(plain) == 1 and count > 1 and not plain.isdecimal():
        return None  # a letter alone is a command
    if plain in named:
        return (named[plain],)
    parts = [part for part in re.split(r"[\s,;+/-]+", plain) if part]
    if not parts:
        return None
    if all(part in named for part in parts):
        return tuple(named[part] for part in parts)
    single = {name: face for name, face in named.items() if len(name) == 1}
    joined = "".join(parts)
    if all(letter in single for letter in joined) and (count > 1 or len(joined) == 1):
        return tuple(single[letter] for letter in joined)
    if joined.isdecimal() and joined.isascii() and kind == "die":
        return tuple(int(part) for part in (parts if len(parts) > 1 or count == 1 else joined))
    return None


def _names(kind: str, words: Words) -> dict[str, Face]:
    """Every way to type a face: as in a record, by its word, by the word's key."""
    dice = KINDS[kind]
    named: dict[str, Face] = {}
    for face in (*dice.faces, *dice.words):
        key = f"face.{kind}.{face}"
        if key in words:
            word = simplified(words.say(key))
            named.setdefault(word, face)
            if kind == "coin":
                named.setdefault(word[0], face)
    for face in (*dice.faces, *dice.words):
        named.setdefault(simplified(str(face)), face)
    return named

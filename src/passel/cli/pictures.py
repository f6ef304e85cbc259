"""Pictures of throws: dice, coins and pigs, drawn with letters and lines."""

from __future__ import annotations

from collections.abc import Sequence

from passel.dice import Faces
from passel.names import width

_PIPS = {
    1: ("       ", "   o   ", "       "),
    2: (" o     ", "       ", "     o "),
    3: (" o     ", "   o   ", "     o "),
    4: (" o   o ", "       ", " o   o "),
    5: (" o   o ", "   o   ", " o   o "),
    6: (" o   o ", " o   o ", " o   o "),
}

_PIGS = {
    "T": r"""
   ________^,
 ~(        o\
  (         )@
  (_________)
   ||    ||""",
    "R": r"""
   ||    ||
  (^^^^^^^^^)
  (         )@
 ~(________o/
          v'""",
    "S": r"""
 ~.---.
  /    \_
 /==     \_^
   /==    o\
      '----@""",
    "J": r"""
      .---.~
    _/    \
  ^_/     ==\
  /o    ==\
  @_`>--'""",
    "D": r"""
   ________^,
 ~(        -\
  (    *    )@
  (_________)
    ==   ==""",
    "P": r"""
   ________^,
 ~(        -\
  (         )@
  (_________)
    ==   ==""",
    "oinker": r"""
   _______^,  ,^_______
 ~(       o\  /o       )~
  (        )@@(        )
  (________)  (________)
   ||   ||      ||   ||""",
    "piggyback": r"""
      ____^,
    ~(___o_)@
   __||__||^,
 ~(        o\
  (         )@
  (_________)
   ||    ||""",
}
"""Pigs as they land, drawn for Passel: standing, on the back, on the snout, on the ear, asleep on
one side with the dot up or down, nose to nose, one on the other."""


def picture(
    kind: str, faces: Faces, words: Sequence[str], columns: int, unicode: bool = True
) -> list[str]:
    """A throw as lines of at most so many columns.

    Args:
        kind: The kind of dice.
        faces: What they showed.
        words: Each face in words.
        columns: 20 or more.
        unicode: Whether lines and dots may be more than ASCII.
    """
    if kind == "die" and len(faces) <= 4 and len(faces) * 10 <= columns:
        blocks = [_box(_PIPS[int(face)], unicode) for face in faces]
    elif kind == "die":
        blocks = [_box((f" {face} ",), unicode) for face in faces]
    elif kind == "pig":
        blocks = [_pig(str(face), word, unicode) for face, word in zip(faces, words, strict=True)]
    else:
        blocks = [_box((f" {word} ",), unicode) for word in words]
    return _rows(blocks, columns)


def _box(inside: Sequence[str], unicode: bool) -> list[str]:
    across = width(inside[0])
    if not unicode:
        edge = "+" + "-" * across + "+"
        return [edge, *(f"|{line}|" for line in inside), edge]
    lines = [f"│{line.replace('o', '●')}│" for line in inside]
    return ["┌" + "─" * across + "┐", *lines, "└" + "─" * across + "┘"]


def _pig(face: str, word: str, unicode: bool) -> list[str]:
    """A pig and, below it, how it lies."""
    lines = _PIGS[face].strip("\n").split("\n")
    if unicode:
        lines = [line.replace("*", "●") for line in lines]
    across = max(15, width(word), *map(len, lines))
    left = (across - width(word)) // 2
    return [*(line.ljust(across) for line in lines), (" " * left + word).ljust(across)]


def _rows(blocks: Sequence[Sequence[str]], columns: int) -> list[str]:
    """Blocks side by side, as many in a row as fit."""
    lines: list[str] = []
    row: list[Sequence[str]] = []
    taken = 0
    for block in [*blocks, None]:
        across = width(block[0]) + 1 if block else 0
        if row and (block is None or taken + across > columns):
            lines += [" ".join(parts) for parts in zip(*row, strict=True)]
            row, taken = [], 0
        if block:
            row.append(block)
            taken += across
    return lines

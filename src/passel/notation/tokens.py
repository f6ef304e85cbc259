"""The single words of both texts: throws, events, actions."""

from __future__ import annotations

import re
from functools import lru_cache

from passel.dice import KINDS, Faces
from passel.dice import text as throw_text
from passel.errors import NotationError, PasselError
from passel.game import HOLD, ROLL, Action, Announce, Event, Hold, State, Throw, legal_actions
from passel.rules import Rules

NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")
"""A whole number as both texts write it: no sign, no leading zero, at most 15 digits."""


def split_lines(text: str) -> list[str]:
    """The lines of a text, whichever system's line ends it has."""
    return re.split(r"\r\n|\n|\r", text)


def place(text: str, at: int) -> dict[str, int]:
    """The line and the column, both from 1, of the character at an index of a text."""
    lines = split_lines(text[:at])
    return {"line": len(lines), "column": len(lines[-1]) + 1}


def event_text(event: Event, rules: Rules) -> str:
    """An event as it stands in a record: `3-4`, `hold`, `hold:2`, `x5`."""
    match event:
        case Throw(faces):
            return throw_text(faces)
        case Hold(seat):
            return f"hold:{seat}" if rules.turn == "shared" else "hold"
        case Announce(dice):
            return f"x{dice}"


@lru_cache(maxsize=1024)
def read_faces(token: str, kind: str) -> Faces:
    """The faces that a token of a record names: `3-4`, `H`, `T-S`, `oinker`.

    Raises:
        PasselError: `no-such-face`.
    """
    dice = KINDS[kind]
    faces = []
    for word in token.split("-"):
        face = dice.read(word)
        if face is None:
            known = [*map(str, dice.faces), *dice.words]
            raise PasselError("no-such-face", face=word, faces=known)
        faces.append(face)
    return tuple(faces)


def expected(state: State) -> tuple[str, ...]:
    """What could stand next in a record: `throw`, `hold`, `hold:SEAT`, `xN`, or `end`."""
    if state.over:
        return ("end",)
    if state.rules.max_dice is not None and not state.dice and state.roll_off is None:
        return ("xN",)
    words = {ROLL: "throw", HOLD: "hold:SEAT" if state.rules.turn == "shared" else "hold"}
    return tuple(words[Action(action.kind)] for action in legal_actions(state))


def offered(error: PasselError) -> tuple[str, ...]:
    """What a refusal of rules or of a number of seats names as possible; empty where nothing."""
    if "fewest" in error.parts:
        return (f"{error.parts['fewest']}-{error.parts['most']}",)
    names = ("takes", "options", "variants")
    return next((tuple(error.parts[name]) for name in names if name in error.parts), ())


def parse_action(text: str) -> Action:
    """The action that a text names: `roll`, `hold`, `roll 5`.

    Raises:
        NotationError: `bad-action`.
    """
    kind, *dice = text.split() or [""]
    if kind == "hold" and not dice:
        return HOLD
    if kind == "roll" and len(dice) <= 1 and all(map(NUMBER.fullmatch, dice)):
        return Action("roll", int(dice[0]) if dice else 0)
    met = re.search(r"\S+( \S+)*", text)
    token, at = (met[0], met.start()) if met else ("", 0)
    raise NotationError("bad-action", token=token, expected=("roll", "hold"), **place(text, at))

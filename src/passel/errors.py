"""What can be wrong: a small tree of errors that carry a code and its parts, and no prose.

The sentence for people is made elsewhere (`passel.words`), from the code and the parts, in
the reader's language; a program reads the same code and parts.

```
PasselError
├── RulesError      a variant, an option or a value that no rules have
├── StartError      a game that cannot begin like this (seats, scores, who starts)
├── IllegalEvent    an event that the rules do not allow in this state
├── NotationError   a text that is not a record, a position or an action: line, column, token
├── SolveError      a question that exact play cannot answer (shared turns, too many cells)
├── DiceError       scripted dice that ran out, were not used up, or do not fit
├── FairError       tags of a record by which its dice cannot be checked: missing, or malformed
├── PolicyError     a policy that cannot be found, raises, answers nonsense, never ends a game
└── RoomError       a command that a room refuses
```

The shells add their own below the same root: faults of arguments, files, folders and ports.
"""

from __future__ import annotations

from typing import Any


class PasselError(Exception):
    """Any fault that Passel finds in what it was given.

    Args:
        code: Which fault, in kebab-case, the same for ever: `"must-roll"`.
        parts: What the fault is about, by name: numbers, texts, lists of texts.
    """

    def __init__(self, code: str, /, **parts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.parts = parts

    def __str__(self) -> str:
        parts = ", ".join(f"{name}={value!r}" for name, value in self.parts.items())
        return f"{self.code} ({parts})" if parts else self.code


class RulesError(PasselError):
    """A variant, an option or a value of an option that no rules have."""


class StartError(PasselError):
    """A game that cannot begin: its number of seats, its scores or its first seat."""


class IllegalEvent(PasselError):
    """An event that the rules do not allow.

    Args:
        code: Which rule it breaks.
        state: The `passel.game.State` that refused the event; it is unchanged.
        parts: What the rule is about.
    """

    def __init__(self, code: str, /, state: Any, **parts: Any) -> None:
        super().__init__(code, **parts)
        self.state = state


class NotationError(PasselError):
    """A text that does not parse, and where.

    Args:
        code: Which fault.
        line: Line of the token, from 1.
        column: Column of the token's first character, from 1.
        token: What was met, as it stands in the text; empty at the end of a line.
        expected: What could stand there, as a short list of kinds or texts (docs/notation.md).
        kept: What came before the fault and is sound: a `passel.notation.Record`, or None.
        parts: What the fault is about.
    """

    def __init__(
        self,
        code: str,
        /,
        *,
        line: int,
        column: int,
        token: str,
        expected: tuple[str, ...] = (),
        kept: Any = None,
        **parts: Any,
    ) -> None:
        super().__init__(code, **parts)
        self.line = line
        self.column = column
        self.token = token
        self.expected = expected
        self.kept = kept

    def __str__(self) -> str:
        return f"{super().__str__()} at {self.line}:{self.column}, met {self.token!r}"


class SolveError(PasselError):
    """A question that exact play cannot answer, or a position without anything to choose."""


class DiceError(PasselError):
    """Scripted dice that ran out, were not used up or do not fit."""


class FairError(PasselError):
    """Tags by which a record's dice cannot be checked: one is missing, or says nothing sensible."""


class PolicyError(PasselError):
    """A policy that cannot be found or loaded, raises, answers nonsense or never ends a game."""


class RoomError(PasselError):
    """A command that a room refuses; it changed nothing."""

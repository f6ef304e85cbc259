"""What people type: lines or single keys, and the words that mean something.

Lines are the rule, because a whole word such as `help` may begin like a decision; with
`keys` a key counts as soon as it is pressed.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from typing import TextIO

from passel.cli.screen import Screen
from passel.words import LANGUAGES, Words

LONGEST = 1000
"""Characters of a line that are looked at."""

END_OF_INPUT = "\x04"


class Leave(Exception):
    """Somebody leaves: the input ended, or `quit` was typed."""


class Commands:
    """The words that people may type, in their language and in English.

    Args:
        words: The language.
    """

    NAMES = ("roll", "hold", "help", "points", "log", "rules", "odds", "undo", "keys", "quit")

    def __init__(self, words: Words) -> None:
        self.words = words
        english = words if words.lang == LANGUAGES[0] else Words(LANGUAGES[0])
        self._meant: dict[str, str] = {"?": "help"}
        for name in self.NAMES:
            for word in self.spoken(name):
                self._meant.setdefault(simplified(word), name)
        for name in self.NAMES:
            for word in english.say(f"keys.{name}").split():
                if len(word) > 1:
                    self._meant.setdefault(simplified(word), name)
        for lang in LANGUAGES:
            self._meant.setdefault(lang, lang)

    def spoken(self, name: str) -> list[str]:
        """All words for a command, the single key first."""
        return self.words.say(f"keys.{name}").split()

    def key(self, name: str) -> str:
        """The single key of a command."""
        return self.spoken(name)[0]

    def meant(self, text: str) -> str | None:
        """The command, or the language, that a text means; None where it means none."""
        return self._meant.get(simplified(text))


def simplified(text: str) -> str:
    """A text as it is compared: no case, no accents, single spaces."""
    apart = unicodedata.normalize("NFKD", text.strip().casefold().replace("ł", "l"))
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())


def visible(text: str, longest: int = 40) -> str:
    """What somebody typed, safe to show: nothing that a terminal would obey, and not too long."""
    shown = "".join(c if c.isprintable() else "?" for c in text.strip())
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


class Asker:
    """Reads what is typed.

    Args:
        screen: Where questions are shown.
        source: The stream, standard input as a rule.
        keys: Whether single keys count without Enter, where the input is a terminal.
    """

    def __init__(self, screen: Screen, source: TextIO, keys: bool = False) -> None:
        self.screen = screen
        self.keys = keys
        self._source = source
        self._pending = b""
        self._ended = False
        try:
            self._fd: int | None = source.fileno()
            self.terminal = source.isatty()
        except (OSError, ValueError):
            self._fd = None
            self.terminal = False

    def ask(self, question: str, single: Iterable[str] = ()) -> str:
        """The answer to a question, without spaces around it.

        Args:
            question: What is asked.
            single: With `keys`, the texts of one character that count at once.

        Raises:
            Leave: At the end of the input.
        """
        ahead = self._typed()
        self.screen.prompt(question)
        if self.keys and self.terminal and single:
            text = self._key(frozenset(map(simplified, single)))
        else:
            text = self._line()
            if ahead and not self.screen.plain:  # it was echoed before the question was there
                self._echo(visible(text or "") + "\n")
        if text is None:
            if not self.screen.plain:
                self.screen.lines([""])
            raise Leave
        return text.strip()

    def waited(self, seconds: float) -> bool:
        """Whether a whole time passed; False where a line was typed, which is left unread."""
        if self._fd is None or not self.terminal or os.name == "nt":
            import time

            time.sleep(seconds)
            return True
        return not self._typed(seconds)

    def _typed(self, seconds: float = 0) -> bool:
        """Whether something was typed at the terminal that nobody asked for yet."""
        if self._fd is None or not self.terminal or os.name == "nt":
            return False
        return b"\n" in self._pending or bool(select.select([self._fd], [], [], seconds)[0])

    def typed_ahead(self) -> list[str]:
        """The lines that were typed and not asked for yet, as they are taken away."""
        lines: list[str] = []
        while self._typed():
            line = self._line()
            if line is None:
                raise Leave
            lines.append(line.strip())
        return lines

    def _line(self) -> str | None:
        """The next line, or None at the end of the input."""
        if self._fd is None:
            text = self._source.readline()
            return text if text else None
        while b"\n" not in self._pending and not self._ended:
            data = os.read(self._fd, 65536)
            self._ended = not data
            self._pending += data
            if len(self._pending) > 1_000_000 and b"\n" not in self._pending:
                self._pending = self._pending[:LONGEST]
        line, found, self._pending = self._pending.partition(b"\n")
        if not found:
            self._pending = b""
            if self.terminal:
                self._ended = False  # Ctrl-D at a terminal is said once for each question
            if not line:
                return None
        return line[: 4 * LONGEST].decode("utf-8", "replace")[:LONGEST]

    def _key(self, single: frozenset[str]) -> str | None:
        """One key, or a number of several digits with Enter; None for Ctrl-D."""
        typed = ""
        with _unbuffered(self._fd):
            for character in self._characters():
                if character == END_OF_INPUT:
                    return None
                if character in "\r\n":
                    self._echo("\n")
                    return typed
                if character in "\x7f\b":
                    self._echo("\b \b" * bool(typed))
                    typed = typed[:-1]
                elif character == "\x1b":
                    self._skip_sequence()
                elif character.isprintable() and len(typed) < LONGEST:
                    typed += character
                    self._echo(character)
                    if simplified(typed) in single or not typed.isdecimal():
                        self._echo("\n")
                        return typed
        return None

    def _echo(self, text: str) -> None:
        self.screen.write(text)

    def _characters(self) -> Iterator[str]:
        """Characters as they are typed."""
        assert self._fd is not None
        while True:
            if not self._pending:
                self._pending = os.read(self._fd, 4096)
                if not self._pending:
                    return
            first = self._pending[0]
            size = 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
            while len(self._pending) < size:
                more = os.read(self._fd, size - len(self._pending))
                if not more:
                    return
                self._pending += more
            data, self._pending = self._pending[:size], self._pending[size:]
            yield data.decode("utf-8", "replace")

    def _skip_sequence(self) -> None:
        """Swallow the rest of what an arrow or function key sends."""
        assert self._fd is not None
        if not self._pending and select.select([self._fd], [], [], 0.02)[0]:
            self._pending = os.read(self._fd, 4096)
        if self._pending[:1] in {b"[", b"O"}:
            rest = self._pending[1:].lstrip(b"0123456789;")
            self._pending = rest[1:]


@contextlib.contextmanager
def _unbuffered(fd: int | None) -> Iterator[None]:
    """A terminal that hands over each key at once, and shows none by itself."""
    assert fd is not None
    import termios

    before = termios.tcgetattr(fd)
    now = termios.tcgetattr(fd)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    now[6][termios.VMIN] = 1
    now[6][termios.VTIME] = 0
    termios.tcsetattr(fd, termios.TCSADRAIN, now)
    try:
        yield
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def asker(screen: Screen, keys: bool) -> Asker:
    """The process's standard input; single keys only where the system has them."""
    return Asker(screen, sys.stdin, keys and os.name != "nt")

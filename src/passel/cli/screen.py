"""What is shown: lines that fit the screen, with or without styles, or plain sentences.

It knows nothing of games. A plain screen writes each sentence as one line, for speech and pipes.
"""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from passel.names import width

STYLES = {"strong": "1", "good": "1;32", "bad": "1;31"}
"""Styles by name. They only underline what the words say: nothing is told by colour alone, and
green and red of the terminal's own palette are readable on dark and on light."""

WIDEST = 80

_SPELLED_OUT = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "ł": "l", "Ł": "L", "±": "+-"}
)


def spelled_out(text: str) -> str:
    """A text in the letters of every terminal: no accents, straight quotation marks."""
    apart = unicodedata.normalize("NFKD", text.translate(_SPELLED_OUT))
    return "".join(c if c.isascii() else "" if unicodedata.combining(c) else "?" for c in apart)


def wrapped(text: str, columns: int, indent: str = "") -> list[str]:
    """A text as lines of at most so many columns, broken at spaces where that can be.

    Args:
        text: Words; its spaces at the beginning are kept.
        columns: 10 or more.
        indent: What begins every line but the first.
    """
    lines: list[str] = []
    line = text[: len(text) - len(text.lstrip(" "))]
    empty = True
    for word in text.split(" "):
        if not word:
            continue
        while True:
            with_word = line + word if empty else f"{line} {word}"
            if width(with_word) <= columns:
                line, empty = with_word, False
                break
            if not empty:
                lines.append(line)
                line, empty = indent, True
                continue
            room = len(word)
            while room > 1 and width(line + word[:room]) > columns:
                room -= 1
            lines.append(line + word[:room])
            line, word = indent, word[room:]
    return [*lines, line]


class Screen:
    """Where a game is shown.

    Args:
        out: The stream.
        plain: Whether to write whole sentences only: no pictures, no styles, no wrapping.
        environ: The environment: `NO_COLOR` and `TERM` say whether styles may be used,
            `COLUMNS` how wide the screen is.
    """

    def __init__(self, out: TextIO, plain: bool, environ: Mapping[str, str]) -> None:
        self.out = out
        self.plain = plain
        self._styles = not (plain or environ.get("NO_COLOR") or environ.get("TERM") == "dumb")
        self.unicode = (out.encoding or "ascii").lower().replace("-", "") in {"utf8", "utf8sig"}

    @property
    def columns(self) -> int:
        """How many columns a line may have now; the window may have been resized."""
        return max(20, min(WIDEST, shutil.get_terminal_size().columns - 1))

    def styled(self, text: str, style: str = "") -> str:
        """A text in a style, where there are styles."""
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if style and self._styles else text

    def say(self, text: str, style: str = "", indent: str = "") -> None:
        """Write a sentence, or several that belong together."""
        lines = [text] if self.plain else wrapped(text, self.columns, indent)
        self.lines(lines, style)

    def lines(self, lines: Iterable[str], style: str = "") -> None:
        """Write lines as they are."""
        for line in lines:
            self.write(self.styled(line, style) + "\n")

    def write(self, text: str) -> None:
        """Write a text as it is, as far as the stream has its letters."""
        try:
            text.encode(self.out.encoding or "ascii")
        except UnicodeError:
            text = spelled_out(text)
        self.out.write(text)
        self.out.flush()

    def beside(self, picture: Sequence[str], said: Sequence[tuple[str, str]]) -> None:
        """Write sentences with their styles beside a picture, or below it where that is too narrow.

        Args:
            picture: Lines of one width; none on a plain screen.
            said: Sentences with their styles.
        """
        across = max(map(width, picture), default=0)
        room = self.columns - across - 2
        text = [(line, style) for each, style in said for line in wrapped(each, max(room, 10))]
        if not picture or room < 24 or len(text) > len(picture):
            self.lines(picture)
            for each, style in said:
                self.say(each, style)
            return
        above = (len(picture) - len(text) + 1) // 2
        text = [("", "")] * above + text + [("", "")] * (len(picture) - len(text) - above)
        rows = zip(picture, text, strict=True)
        self.lines(
            f"{drawn}{' ' * (across - width(drawn))}  {self.styled(line, style)}".rstrip()
            for drawn, (line, style) in rows
        )

    def gap(self) -> None:
        """Leave a line empty, where lines are looked at."""
        if not self.plain:
            self.lines([""])

    def prompt(self, text: str) -> None:
        """Ask; the answer is typed on the same line where that is looked at."""
        if self.plain:
            self.lines([text])
            return
        *before, last = wrapped(text, self.columns - 4)
        self.lines(before, "strong")
        self.write(self.styled(last, "strong") + " ")


def screen(plain: bool) -> Screen:
    """The process's standard output; plain where that is no terminal, whatever is wished."""
    return Screen(sys.stdout, plain or not sys.stdout.isatty(), os.environ)

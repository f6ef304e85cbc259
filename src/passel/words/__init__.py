"""What is said to people, in their language: catalogues of whole sentences.

A catalogue is one JSON file a language beside this module: a key, then a sentence with
`{names}`, or sentences by CLDR plural category of the number `{count}`. The page reads the same
files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pkgutil import get_data
from typing import TYPE_CHECKING, Any, cast

from passel.errors import NotationError, PasselError

if TYPE_CHECKING:
    from passel.game import State

LANGUAGES = ("en", "fr", "pl")
"""The languages there are; the first is the one that is spoken when no other is asked for."""

Message = str | dict[str, str]


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(lang: str) -> dict[str, Message]:
    """All sentences of a language by their keys."""
    data = get_data("passel.words", f"{lang}.json")  # importlib.resources takes 6 ms to import
    messages: dict[str, Message] = json.loads(data or b"")
    return messages


def from_environment(environ: Mapping[str, str]) -> str:
    """The language that LC_ALL, LC_MESSAGES, LANGUAGE or LANG asks for; else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        for wish in environ.get(name, "").split(":"):
            lang = wish.replace("-", "_").partition("_")[0].partition(".")[0].lower()
            if lang in LANGUAGES:
                return lang
            if lang in {"c", "posix"}:
                return LANGUAGES[0]
    return LANGUAGES[0]


SMALL = 1000
"""Numbers below are written and counted without Babel, whose data takes longer to load than most
commands run; a test holds them to it."""

SURE = 1e-12
"""What is nearer to 0 or 1 is so by rounding: exact odds are known no better."""

_DECIMAL_SIGNS = {"en": ".", "fr": ",", "pl": ","}


def _small_plural(lang: str, count: int) -> str:
    """The CLDR plural category of a whole number from 0 to `SMALL`."""
    if lang == "pl" and count != 1:
        few = 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14
        return "few" if few else "many"
    return "one" if count == 1 or (lang == "fr" and count == 0) else "other"


QUOTED = 200
"""The longest text that an error quotes whole."""


_KINDS = {"NUMBER": "error-place.number", "NUMBER!": "error-place.number-again"}
"""What people call the kinds of tokens that an error may expect."""


def _quoted(part: Any) -> Any:
    """What was met, as an error quotes it: of a very long text only the beginning."""
    long = isinstance(part, str) and len(part) > QUOTED
    return f"{part[: QUOTED // 2]} …" if long else part


class Words:
    """One language's voice.

    Args:
        lang: One of `LANGUAGES`.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._messages = catalogue(lang)

    def __contains__(self, key: str) -> bool:
        return key in self._messages

    def say(self, key: str, /, **parts: Any) -> str:
        """The sentence of a key with its parts: numbers written as the language writes them.

        Args:
            key: A key of the catalogue.
            parts: Texts, numbers and lists of texts by name; `count` chooses the plural form.
        """
        message = self._messages[key]
        if isinstance(message, dict):
            message = message[self.plural(parts["count"])]
        return message.format_map({name: self._part(part) for name, part in parts.items()})

    def plural(self, count: int) -> str:
        """The CLDR plural category of a whole number: `one`, `few`, `many` or `other`."""
        if 0 <= count < SMALL:
            return _small_plural(self.lang, count)
        return str(self._locale.plural_form(count))

    def number(self, value: float, digits: int = 0) -> str:
        """A number as the language writes it.

        Args:
            value: Any number.
            digits: How many digits follow the decimal sign.
        """
        if 0 <= value < SMALL - 1:
            return f"{value:.{digits}f}".replace(".", _DECIMAL_SIGNS[self.lang])
        from babel.numbers import format_decimal

        ungrouped = self.lang == "pl" and abs(value) < 10_000
        pattern = "#,##0" + ("." + "0" * digits if digits else "")
        return format_decimal(
            value, format=pattern, locale=self.lang, group_separator=not ungrouped
        )

    def percent(self, value: float, digits: int = 1) -> str:
        """A probability, 0 to 1, in percent; what is not certain is never written as 0 or 100."""
        least = 10.0**-digits
        if SURE < value < 1.0 - SURE and not least / 2 < 100 * value < 100 - least / 2:
            key, bound = ("less", least) if value < 0.5 else ("more", 100 - least)
            return self.say(f"number.percent-{key}", number=self.number(bound, digits))
        return self.say("number.percent", number=self.number(100 * value, digits))

    def error(self, error: PasselError) -> str:
        """What is wrong, in a sentence; for a text also where and what was met."""
        met = {name: _quoted(part) for name, part in error.parts.items()}
        if not isinstance(error, NotationError):
            return self.say(f"error.{error.code}", **met)
        expected = [self.say(_KINDS[each]) if each in _KINDS else each for each in error.expected]
        sentence = self.say(f"error.{error.code}", **{"expected": expected, **met})
        key = "error-place.token" if error.token else "error-place.nothing"
        token = _quoted(error.token)
        return self.say(key, line=error.line, column=error.column, token=token, sentence=sentence)

    def _part(self, part: Any) -> str:
        if isinstance(part, int | float) and not isinstance(part, bool):
            return self.number(part)
        if isinstance(part, tuple) and hasattr(part, "turn_total"):
            from passel.notation import print_position  # late: most sentences name no state

            return print_position(cast("State", part))
        return ", ".join(map(str, part)) if isinstance(part, list | tuple) else str(part)

    @cached_property
    def _locale(self) -> Any:
        from babel import Locale

        return Locale.parse(self.lang)

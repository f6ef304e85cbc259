"""The record of a game: its rules and everything that happened, as text and back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn, TypeVar

from passel import variants
from passel.errors import NotationError, PasselError
from passel.game import (
    Announce,
    Event,
    Hold,
    State,
    Throw,
    apply,
    fold,
    same_turn,
    start,
    winners,
)
from passel.notation.tokens import NUMBER, event_text, expected, offered, read_faces, split_lines
from passel.rules import Rules

_TAG = re.compile(
    r"\[\s*(?P<name>[A-Za-z][A-Za-z0-9_-]*)(?:\s+(?P<seat>[0-9]{1,4}))?\s*"
    r'"(?P<value>(?:[^"\\]|\\["\\])*)"\s*\]'
)
_LABEL = re.compile(r"(?P<label>first|\*|[0-9]{1,4})\s*:")
_TOKEN = re.compile(r"[^\s;]+")
_Made = TypeVar("_Made")
_KNOWN = ("Rules", "Seats", "Seat", "Scores", "First", "Result")


@dataclass(frozen=True, slots=True)
class Record:
    """A game's rules and everything that happened.

    Args:
        start: The state before the first event.
        events: What happened, in order; every one legal.
        names: Each seat's name, or None; as long as there are seats, or empty for no names.
        tags: Further tags, as (name, value), in order.

    Raises:
        PasselError: `bad-character`: a name or a tag with a character that cannot be seen.
    """

    start: State
    events: tuple[Event, ...] = ()
    names: tuple[str | None, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.names and set(self.names) == {None}:
            object.__setattr__(self, "names", ())
        for text in (*self.names, *(value for _, value in self.tags)):
            if text is not None and not _printable(text):
                raise PasselError("bad-character")

    def states(self) -> Iterator[State]:
        """The state before the first event and after each."""
        return accumulate(self.events, apply, initial=self.start)

    def name(self, seat: int) -> str | None:
        """The name of a seat, from 1, or None."""
        return self.names[seat - 1] if self.names else None

    @property
    def final(self) -> State:
        """The state after the last event."""
        return fold(self.start, self.events)


def _printable(text: str) -> bool:
    """Whether a text can stand in a tag: no control character, no line end, no half character."""
    return not any(unicodedata.category(each) in {"Cc", "Zl", "Zp", "Cs"} for each in text)


def print_record(record: Record) -> str:
    """A record as its canonical text, which ends with a line feed."""
    begin = record.start
    lines = [_tag("Rules", variants.name(begin.rules))]
    names = record.names or (None,) * len(begin.scores)
    if None in names:
        lines.append(_tag("Seats", str(len(begin.scores))))
    lines += [_tag(f"Seat {seat}", name) for seat, name in enumerate(names, 1) if name is not None]
    if any(begin.scores):
        lines.append(_tag("Scores", " ".join(map(str, begin.scores))))
    if begin.roll_off is None and begin.first != _first_unsaid(begin.rules):
        lines.append(_tag("First", str(begin.first)))
    place = len(lines)
    lines += [_tag(name, value) for name, value in record.tags]
    lines.append("")
    state = begin
    words: list[str] = []
    for event in record.events:
        after = apply(state, event)
        if not words:
            words.append(_label(state))
        words.append(event_text(event, begin.rules))
        if not same_turn(state, after):
            lines.append(" ".join(words))
            words = []
        state = after
    if words or (state.roll_off is not None and not record.events):
        lines.append(" ".join(words) or "first:")
    if state.over:
        lines.insert(place, _tag("Result", " ".join(map(str, winners(state)))))
    return "\n".join(lines).rstrip("\n") + "\n"


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _label(state: State) -> str:
    if state.roll_off is not None:
        return "first:"
    return "*:" if state.rules.turn == "shared" else f"{state.to_move[0]}:"


def _first_unsaid(rules: Rules) -> int:
    """Who starts where a record says nothing."""
    return int(rules.first) if rules.first.isdecimal() and rules.turn != "shared" else 1


def parse_record(text: str) -> Record:
    """The record that a text is.

    Raises:
        NotationError: With the place of the fault; `kept` is the record of what came before it,
            or None where the fault is in the tags.
    """
    return _RecordReader(text).read()


class _Tag(NamedTuple):
    """A tag that was read: its value, how that is written, and where, the column from 0."""

    value: str
    written: str
    line: int
    column: int


class _RecordReader:
    """Reads a record once, line by line; knows where it stands for the error it may raise."""

    def __init__(self, text: str) -> None:
        self.lines = split_lines(text.removeprefix("\ufeff"))
        self.line = 1
        self.tags: dict[str, _Tag] = {}
        self.other: list[tuple[str, str]] = []
        self.names: dict[int, str] = {}
        self.begin: State | None = None
        self.state: State | None = None
        self.events: list[Event] = []
        self.middle = False

    def read(self) -> Record:
        for number, line in enumerate(self.lines, 1):
            self.line = number
            at = len(line) - len(line.lstrip())
            if at == len(line) or line[at] == ";":
                continue
            if line[at] == "[":
                self._tags(line, at)
            else:
                self._turn(line, at)
        self._start()
        self._check_result()
        return self._record()

    def _record(self) -> Record:
        assert self.begin is not None
        names = tuple(self.names.get(seat) for seat in self.begin.seats) if self.names else ()
        return Record(self.begin, tuple(self.events), names, tuple(self.other))

    def _fail(
        self, code: str, token: str, column: int, expected: tuple[str, ...] = (), **parts: Any
    ) -> NoReturn:
        raise NotationError(
            code,
            line=self.line,
            column=column + 1,
            token=token,
            expected=expected,
            kept=self._record() if self.begin else None,
            **parts,
        ) from None

    def _tags(self, line: str, at: int) -> None:
        while at < len(line) and line[at] != ";":
            found = _TAG.match(line, at)
            if not found:
                self._fail("bad-tag", line[at:].strip(), at, ('[Name "value"]',))
            if self.begin is not None:
                self._fail("tag-after-turns", found[0], at, ("SEAT:",))
            name, seat = found["name"], found["seat"]
            value = re.sub(r"\\(.)", r"\1", found["value"])
            if name in _KNOWN and name != "Seat":
                value = value.replace("\t", " ")
            if not _printable(value):
                self._fail("bad-character", found[0], at)
            key = f"{name} {int(seat)}" if seat else name
            if key in self.tags:
                token = line[found.start("name") : found.end("seat" if seat else "name")]
                self._fail("repeated-tag", token, found.start("name"), tag=key)
            if (name == "Seat") != bool(seat) and name in _KNOWN:
                self._fail("bad-tag", found[0], at, ('[Seat 1 "Ana"]',))
            if name in _KNOWN:
                self.tags[key] = _Tag(value, found["value"], self.line, found.start("value"))
                if seat:
                    self.names[int(seat)] = value
            else:
                self.other.append((key, value))
            at = found.end()
            at += len(line[at:]) - len(line[at:].lstrip())

    def _start(self) -> None:
        """Set the state that the tags describe, once the first turn or the end is met."""
        if self.begin is not None:
            return
        here = self.line
        if "Rules" not in self.tags:
            self._fail("no-rules-tag", "", 0, ('[Rules "pig"]',))
        rules = self._checked("Rules", lambda: variants.rules(self.tags["Rules"].value))
        seats = self._seats()
        unsaid = None if rules.turn == "shared" else _first_unsaid(rules)
        anybody = None if rules.turn == "shared" else 1
        self._checked(
            "Seats" if "Seats" in self.tags else "Seat 1",
            lambda: start(rules, seats, None, anybody),
        )
        scores = self._numbers("Scores") if "Scores" in self.tags else None
        if scores is not None:
            self._checked("Scores", lambda: start(rules, seats, scores, anybody))
        first = self._number("First") if "First" in self.tags else unsaid
        self.begin = self._checked(
            "First" if "First" in self.tags else "Rules",
            lambda: start(rules, seats, scores, first),
        )
        self.state = self.begin
        self.line = here

    def _checked(self, tag: str, make: Callable[[], _Made]) -> _Made:
        """What `make` makes of a tag; what it refuses is refused at the tag's value."""
        try:
            return make()
        except PasselError as error:
            self._at(tag, error.code, offered(error), **error.parts)

    def _at(self, place: str, code: str, expected: tuple[str, ...], **parts: Any) -> NoReturn:
        tag = self.tags[place]
        self.line = tag.line
        self._fail(code, tag.written, tag.column, expected, **parts)

    def _seats(self) -> int:
        named = sorted(self.names)
        if "Seats" in self.tags:
            count = self._number("Seats")
            beyond = [seat for seat in named if not 1 <= seat <= count]
            if beyond:
                self._at(f"Seat {beyond[-1]}", "no-such-seat", (), seat=beyond[-1], count=count)
            return count
        if not named:
            self._fail("no-seats-tag", "", 0, ('[Seats "2"]',))
        if named != list(range(1, len(named) + 1)):
            self._at(f"Seat {named[-1]}", "seats-not-in-order", (), seat=named[-1])
        return len(named)

    def _numbers(self, tag: str) -> list[int]:
        words = self.tags[tag].value.split()
        if not words or not all(NUMBER.fullmatch(word) for word in words):
            self._at(tag, "bad-number-tag", ("NUMBER",), tag=tag)
        return list(map(int, words))

    def _number(self, tag: str) -> int:
        numbers = self._numbers(tag)
        if len(numbers) != 1:
            self._at(tag, "bad-number-tag", ("NUMBER",), tag=tag)
        return numbers[0]

    def _turn(self, line: str, at: int) -> None:
        found = _LABEL.match(line, at)
        if not found:
            token = _TOKEN.match(line, at)
            self._start()
            self._fail("no-label", token[0] if token else line[at], at, self._labels())
        self._start()
        assert self.state is not None
        self._check_label(found["label"], at)
        at = found.end()
        ended = False
        while token := _TOKEN.search(line, at):
            if ";" in line[at : token.start()]:
                break
            if ended:
                code = "game-over" if self.state.over else "turn-over"
                self._fail(code, token[0], token.start(), self._labels())
            before = self.state
            self._event(token[0], token.start())
            ended = not same_turn(before, self.state)
            at = token.end()
        self.middle = not ended

    def _labels(self) -> tuple[str, ...]:
        state = self.state
        if state is None or state.over:
            return ("end",)
        return (_label(state),)

    def _check_label(self, label: str, at: int) -> None:
        state = self.state
        assert state is not None
        rules = state.rules
        if label == "first":
            if rules.first != "roll-off":
                self._fail("no-roll-off", label, at, self._labels(), id=rules.id)
            if "First" in self.tags:
                self._fail("first-and-roll-off", label, at, self._labels())
            if not self.events and state.roll_off is None:
                self.begin = start(rules, len(state.scores), state.scores, "roll-off")
                self.state = state = self.begin
        if state.over:
            self._fail("game-over", label, at, ("end",))
        if self.middle:
            self._fail("turn-not-finished", label, at, expected(state))
        if label + ":" != _label(state):
            code = "wrong-seat"
            if label == "first":
                code = "roll-off-decided"
            elif state.roll_off is not None:
                code = "roll-off-first"
            elif (label == "*") != (rules.turn == "shared"):
                code = "wrong-label"
            self._fail(code, label, at, self._labels(), label=_label(state))

    def _event(self, token: str, at: int) -> None:
        state = self.state
        assert state is not None
        rules = state.rules
        event: Event
        number = token[1:] if token[:1] == "x" else token[5:]
        if token == "hold" and rules.turn != "shared" and state.to_move:
            event = Hold(state.to_move[0])
        elif token.startswith("hold:") and rules.turn == "shared" and NUMBER.fullmatch(number):
            event = Hold(int(number))
        elif token == "hold" and rules.turn == "shared":
            self._fail("hold-needs-seat", token, at, expected(state))
        elif token[:1] == "x" and NUMBER.fullmatch(number):
            event = Announce(int(number))
        elif token == "hold":
            self._fail("roll-off-first", token, at, expected(state))
        else:
            kind = rules.roll_off[0] if state.roll_off is not None else rules.dice
            try:
                event = Throw(read_faces(token, kind))
            except PasselError as error:
                self._fail(error.code, token, at, expected(state), **error.parts)
        try:
            self.state = apply(state, event)
        except PasselError as error:
            self._fail(error.code, token, at, expected(state), **error.parts)
        self.events.append(event)

    def _check_result(self) -> None:
        if "Result" not in self.tags:
            return
        assert self.state is not None
        said = self.tags["Result"].value.split()
        true = [str(seat) for seat in winners(self.state)] or ["*"]
        if sorted(said) != sorted(true):
            self._at("Result", "untrue-result", (" ".join(true),), true=true)

"""Random rules, random legal games and random texts, and what a state comes to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from oracle import HOUSES, SEATS, SWITCHES, house

from passel import variants
from passel.dice import weighted_throws
from passel.errors import NotationError
from passel.game import (
    HOLD,
    Announce,
    Event,
    Hold,
    State,
    Throw,
    apply,
    legal_actions,
    start,
    throws,
    winners,
)
from passel.notation import Record, parse_record, print_record
from passel.rules import Rules


def comes_to(state: State) -> dict[str, Any]:
    """A state as cases.json and `passel replay --json` say it."""
    return {
        "scores": list(state.scores),
        "turn_total": state.turn_total,
        "to_move": list(state.to_move),
        "must_roll": state.must_roll,
        "round": state.round,
        "over": state.over,
        "winners": list(winners(state)),
    }


def lines_of(text: str) -> list[str]:
    """A text's lines as a person counts them; the mark of UTF-8 is no character."""
    return re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))


def assert_stands(text: str, error: NotationError) -> None:
    """The error's token stands at its line and column, and what was kept is a sound record."""
    lines = lines_of(text)
    assert 1 <= error.line <= len(lines), error
    line = lines[error.line - 1]
    assert 1 <= error.column <= len(line) + 1, error
    assert line.startswith(error.token, error.column - 1), (line, error)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", error.code)
    if error.kept is not None:
        assert parse_record(print_record(error.kept)) == error.kept


@st.composite
def rules_texts(draw: st.DrawFn, ids: Sequence[str] = tuple(HOUSES)) -> str:
    """Any valid rules as a text: each option that fits may be set, written in any order."""
    id = draw(st.sampled_from(list(ids)))
    here = HOUSES[id]
    options: list[str] = []
    for name, switch in SWITCHES.items():
        if switch.fits(here) and draw(st.booleans()):
            values = st.sampled_from(switch.ends(here))
            if switch.high:
                high = here.seats[1] if switch.high == SEATS else switch.high
                values |= st.integers(switch.low, min(high, 60)).map(str)
            options.append(f"{name}={draw(values)}")
            here = house(",".join([id, *options]))
    return ",".join([id, *draw(st.permutations(options))])


def a_throw(state: State, random: Random, bust: float) -> Throw:
    """Any throw that can be entered now; rare effects come often."""
    rules = state.rules
    if state.roll_off is None and random.random() < bust:
        return Throw(throws(state)[-1].faces)
    if state.roll_off is None and random.random() < 0.5:
        return Throw(random.choice(throws(state)).faces)
    kind, count = rules.roll_off if state.roll_off is not None else (rules.dice, rules.count)
    if state.dice:
        faces = tuple(random.randint(1, 6) for _ in range(state.dice))
        if rules.bust_face in faces and random.random() < 0.5:
            faces = faces[: faces.index(rules.bust_face) + 1]
        return Throw(faces)
    if kind == "pig" and random.random() < 0.1:
        row = rules.row("piggyback")
        if row is not None and row.kind == "out":
            return Throw(("piggyback",))
    return Throw(random.choice(weighted_throws(kind, count))[0])


def an_event(state: State, random: Random, hold: float, bust: float) -> Event:
    """Any event that is legal now."""
    legal = legal_actions(state)
    if HOLD in legal and random.random() < hold:
        return Hold(random.choice(state.to_move))
    if state.roll_off is None and state.rules.max_dice is not None and not state.dice:
        most = random.choice([1, 2, 4, state.rules.max_dice])
        return Announce(random.randint(1, min(most, state.rules.max_dice)))
    return a_throw(state, random, bust)


def play(begin: State, random: Random, limit: int, hold: float = 0.4, bust: float = 0.0) -> Record:
    """A random legal game, to its end or to so many events.

    Args:
        begin: The state before its first event.
        random: Decides everything.
        limit: The most events.
        hold: How often a seat holds where it may.
        bust: How often the throw is the worst there is, beyond those that fall by chance.
    """
    state, events = begin, list[Event]()
    while not state.over and len(events) < limit:
        events.append(an_event(state, random, hold, bust))
        state = apply(state, events[-1])
    return Record(begin, tuple(events))


def a_start(rules: Rules, random: Random, seats: int | None = None) -> State:
    """A state in which a game of these rules can begin; scores near the target or none."""
    low, high = rules.seats
    named = int(rules.first) if rules.first.isdecimal() and rules.turn != "shared" else 1
    if seats is None:
        seats = random.choice([low, min(low + 1, high), min(4, high), high])
    scores = None
    if random.random() < 0.6:
        most = 60 if rules.target is None else rules.target - 1
        scores = [random.randint(max(0, most - 30), most) for _ in range(seats)]
    first = random.randint(1, seats) if named > seats or random.random() < 0.3 else None
    return start(rules, seats, scores, None if rules.turn == "shared" else first)


@st.composite
def records(
    draw: st.DrawFn, ids: Sequence[str] = tuple(HOUSES), limit: int = 60, names: bool = False
) -> Record:
    """A random legal game of random valid rules, begun, half way or over."""
    rules = variants.rules(draw(rules_texts(ids)))
    random = Random(draw(st.integers(0, 2**32)))
    begin = a_start(rules, random)
    record = play(begin, random, draw(st.integers(0, limit)), draw(st.floats(0.0, 1.0)))
    if not names:
        return record
    texts = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=8)
    count = len(begin.scores)
    called = tuple(draw(st.lists(texts | st.none(), min_size=count, max_size=count)))
    tag = st.from_regex(r"(Event|Table|Ab_c-9)( [1-9])?", fullmatch=True)
    tags = tuple(draw(st.lists(st.tuples(tag, texts), max_size=3)))
    return Record(begin, record.events, called if any(n is not None for n in called) else (), tags)


@st.composite
def spoilt(draw: st.DrawFn, texts: st.SearchStrategy[str], more: str) -> str:
    """A valid text with some characters deleted, inserted or swapped."""
    text = draw(texts)
    letter = st.sampled_from(sorted({*text, *more})) | st.characters()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        how = draw(st.sampled_from("dis"))
        if how == "d":
            text = text[:at] + text[at + 1 :]
        elif how == "i":
            text = text[:at] + draw(letter) + text[at:]
        else:
            text = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
    return text

"""The position: one word that is a whole state."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import assert_stands, comes_to, records, rules_texts, spoilt

from passel.errors import NotationError
from passel.game import State, legal_actions, outcome, throws
from passel.notation import Record, parse_position, parse_record, print_position

# The position and some of what it says.
POSITIONS: list[tuple[str, dict[str, Any]]] = [
    ("pig:42-60:1:18", {"scores": (42, 60), "to_move": (1,), "turn_total": 18}),
    ("pig:42-60:1:18", {"must_roll": False, "round": 1, "first": 1, "dice": 0}),
    ("big-pig,target=50:12-40-7:3:16!", {"turn_total": 16, "must_roll": True, "to_move": (3,)}),
    ("skunk:20-5-7:1+3:11:round=2", {"to_move": (1, 3), "turn_total": 11, "round": 2}),
    ("pig:0-0:1:0!", {"must_roll": True, "turn_total": 0}),
    ("pig,pass_allowed=on:0-0:1:0", {"must_roll": False}),
    ("pig:100-60:-:0", {"over": True, "to_move": ()}),
    ("pig:0-0-0:3:5:first=3", {"first": 3}),
    ("two-dice-pig-void:0-0:1:0", {"must_roll": False, "turn_total": 0}),
    ("two-dice-pig-void:0-0:1:0!", {"must_roll": True}),
    ("hog:3-4:2:0!:dice=5", {"dice": 5, "must_roll": True}),
    ("hog:3-4:2:0!", {"dice": 0}),
    ("pass-the-pigs:3-4-0:3:7:out=2", {"out": (2,)}),
    ("pass-the-pigs:3-4-0-0-1:3:7:out=2+4", {"out": (2, 4)}),
    ("pass-the-pigs:3-4-0:-:0:out=1+3", {"over": True, "out": (1, 3)}),
    ("big-pig,tie=playoff:107-100-10:2:0!:round=2:playoff=1+2", {"playoff": (1, 2), "round": 2}),
    (
        "big-pig,tie=playoff:107-0-10:-:0:round=2:playoff=1+2",
        {"over": True, "playoff": (1, 2), "round": 2},
    ),
    ("skunk-solo:0-0:2:7:first=2:round=4", {"first": 2, "round": 4}),
    (
        "pass-the-pigs,end=full-round,tie=playoff:105-105-3-0:2:0!:first=2:round=2:out=4"
        ":playoff=1+2",
        {"first": 2, "round": 2, "out": (4,), "playoff": (1, 2)},
    ),
    ("skunk,first_throw_safe=on:0-0:1+2:0", {"must_roll": False}),
    ("skunk,first_throw_safe=on:0-0:2:0", {"to_move": (2,)}),
    ("skunk:7:1:0!", {"scores": (7,), "to_move": (1,)}),
    ("piglet:9-9:2:1", {"turn_total": 1}),
    ("skunk,rounds=1:7-8:-:0", {"over": True}),
    ("skunk:7-8:-:0:round=5", {"over": True, "round": 5}),
    ("pig,end=full-round:101-90:2:6", {"scores": (101, 90)}),
    ("pig,end=full-round:101-101:-:0", {"over": True}),
]


@pytest.mark.parametrize(("text", "says"), POSITIONS)
def test_a_position_says_a_state_and_is_printed_as_it_was_read(
    text: str, says: dict[str, Any]
) -> None:
    state = parse_position(text)
    assert {key: getattr(state, key) for key in says} == says
    assert print_position(state) == text


FROM_RECORDS = [
    ('[Rules "pig"]\n[Seats "2"]\n', "pig:0-0:1:0!"),
    ('[Rules "pig,end=full-round"]\n[Seats "2"]\n1: 4', "pig,end=full-round:0-0:1:4"),
    ('[Rules "pig"]\n[Seats "2"]\n[First "2"]\n2: 4 hold\n1: 1\n2: 3', "pig:0-4:2:3:first=2"),
    ('[Rules "hog"]\n[Seats "2"]\n1: x5', "hog:0-0:1:0!:dice=5"),
    ('[Rules "skunk"]\n[Seats "2"]\n*: 1-2\n*: 3-4 hold:1', "skunk:7-0:2:7:round=2"),
    ('[Rules "pass-the-pigs"]\n[Seats "3"]\n1: piggyback', "pass-the-pigs:0-0-0:2:0!:out=1"),
    (
        '[Rules "skunk,rounds=1,tie=playoff"]\n[Seats "3"]\n*: 3-4 hold:3 5-6 hold:1 hold:2',
        "skunk,rounds=1,tie=playoff:18-18-7:1+2:0!:round=2:playoff=1+2",
    ),
    (
        '[Rules "pig,target=6"]\n[Seats "2"]\n[First "2"]\n2: 6 hold',
        "pig,target=6:0-6:-:0:first=2",
    ),
]


@pytest.mark.parametrize(("record", "position"), FROM_RECORDS)
def test_the_position_that_a_record_comes_to(record: str, position: str) -> None:
    assert print_position(parse_record(record).final) == position


SENSIBLE = [
    ("pig:0-0:1:0", "pig:0-0:1:0!"),
    ("hog:0-0:1:0", "hog:0-0:1:0!"),
    ("skunk:0-0:1+2:0", "skunk:0-0:1+2:0!"),
    ("  pig:0-0:1:0!\n", "pig:0-0:1:0!"),
    ("pig,target=100:0-0:1:0!", "pig:0-0:1:0!"),
    ("pig,bust_points=1,target=50:0-0:1:0!", "pig,target=50,bust_points=1:0-0:1:0!"),
    ("pig:0-0:1:4:first=1", "pig:0-0:1:4"),
    ("skunk:0-0:1+2:0!:round=1", "skunk:0-0:1+2:0!"),
    (
        "pass-the-pigs,end=full-round,tie=playoff:105-105-3-0:2:0!:playoff=1+2:out=4:round=2:first=2",
        "pass-the-pigs,end=full-round,tie=playoff:105-105-3-0:2:0!:first=2:round=2:out=4:playoff=1+2",
    ),
]


@pytest.mark.parametrize(("text", "printed"), SENSIBLE)
def test_any_sensible_position_is_read_and_printed_in_canonical_form(
    text: str, printed: str
) -> None:
    assert print_position(parse_position(text)) == printed


REFUSED = [
    ("pig:42-60:1:1:1", 15, "1"),  # one part too many
    ("", 1, ""),
    ("   ", None, ""),
    ("pig", None, ""),
    ("pig:0-0:1", None, ""),
    ("sow:0-0:1:0!", 1, "sow"),
    ("pig,colour=red:0-0:1:0!", 1, "pig,colour=red"),
    ("pig:0:1:0!", 5, "0"),
    ("pig:0-0-0-0-0-0-0-0-0-0-0:1:0!", 5, "0-0-0-0-0-0-0-0-0-0-0"),
    ("pig:a-0:1:0!", 5, "a-0"),
    ("pig:٣-0:1:0!", 5, "٣-0"),
    ("pig:-1-0:1:0!", 5, "-1-0"),
    ("pig:01-0:1:0!", 5, "01-0"),
    ("pig:0-0-:1:0!", 5, "0-0-"),
    ("pig:100-0:1:0!", 5, "100-0"),
    ("pig:0-0:3:0!", 9, "3"),
    ("pig:0-0:0:0!", 9, "0"),
    ("pig:0-0:1+2:0!", 9, "1+2"),
    ("pig:0-0::0!", 9, ""),
    ("pig:0-0:1,2:0!", 9, "1,2"),
    ("pig:0-0:1:x", 11, "x"),
    ("pig:0-0:1:-1", 11, "-1"),
    ("pig:0-0:1:", 11, ""),
    ("pig:0-0:1:!", 11, "!"),
    ("pig:0-0:1:0!!", 11, "0!!"),
    ("pig:0-0:1:5!", 11, "5!"),
    ("pig,pass_allowed=on:0-0:1:0!", None, "0!"),
    ("pig:0-0:-:0", 9, "-"),
    ("pig:100-100:-:0", 13, "-"),
    ("pig:100-0:-:5", None, "5"),
    ("pig:0-0:1:5:colour=red", 13, "colour=red"),
    ("pig:0-0:1:5:first", 13, "first"),
    ("pig:0-0:1:5:", 13, ""),
    ("pig:0-0:1:5:first=3", 19, "3"),
    ("pig:0-0:1:5:first=0", 19, "0"),
    ("pig:0-0:1:5:first=x", 19, "x"),
    ("pig:0-0:1:5:first=1:first=2", 21, "first=2"),
    ("pig:0-0:1:5:round=2", 19, "2"),
    ("pig:0-0:1:5:dice=2", 18, "2"),
    ("pig:0-0-0:1:5:out=2", 19, "2"),
    ("pig:0-0-0:1:5:playoff=1+2", 23, "1+2"),
    ("hog:0-0:1:5", 11, "5"),
    ("hog:0-0:1:0!:dice=21", 19, "21"),
    ("hog:0-0:1:0!:dice=0", 19, "0"),
    ("hog,max_dice=3:0-0:1:0!:dice=4", 30, "4"),
    ("skunk:0-0:1+2:0!:round=6", 24, "6"),
    ("skunk:0-0:1+2:0!:round=0", 24, "0"),
    ("skunk:0-0:1:0!", 11, "1"),
    ("skunk:0-0:2+1:5", 11, "2+1"),
    ("skunk:0-0:1+1:5", 11, "1+1"),
    ("skunk:0-0:1+2:5:first=1", 23, "1"),
    ("skunk:0-0:-:0:round=4", 11, "-"),
    ("pass-the-pigs:0-0-0:2:5:out=2", 21, "2"),
    ("pass-the-pigs:0-0:1:5:out=2", 19, "1"),
    ("pass-the-pigs:0-0:-:0:out=1+2", 27, "1+2"),
    ("big-pig:100-100:1:0!:round=2:playoff=1+2", 38, "1+2"),
    ("big-pig,tie=playoff:100-100:1:0!:playoff=1+2", 42, "1+2"),
    ("big-pig,tie=playoff:100-100:1:0!:round=2:playoff=1", 50, "1"),
    ("big-pig,tie=playoff:100-100:1:0!:round=1:playoff=1+2", 40, "1"),
    ("big-pig,tie=playoff:100-100:-:0", 29, "-"),
    ("big-pig,tie=playoff:100-100:-:0:round=2:playoff=1+2", 29, "-"),
    ("big-pig:99-100:1:0!", None, "99-100"),
]


@pytest.mark.parametrize(("text", "column", "token"), REFUSED)
def test_what_is_no_position_is_refused_with_its_place(
    text: str, column: int | None, token: str
) -> None:
    with pytest.raises(NotationError) as refused:
        parse_position(text)
    assert_stands(text, refused.value)
    if column is not None and token != text:
        assert (refused.value.line, refused.value.column, refused.value.token) == (1, column, token)


def test_the_column_counts_the_spaces_before_a_position() -> None:
    with pytest.raises(NotationError) as refused:
        parse_position("   pig:0-0:1:9x")
    assert (refused.value.line, refused.value.column, refused.value.token) == (1, 14, "9x")


@pytest.mark.parametrize("text", ["pig:\n0-0:1:x", "pig\n:0-0:1:x", "pig:0-0:1:5:first=\n3"])
def test_a_position_is_one_word(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_position(text)
    assert_stands(text, refused.value)


@pytest.mark.parametrize("text", ["pig :0-0:1:5", "pig, target=50:0-0:1:5", "pig\n:0-0:1:5"])
def test_a_space_within_a_position_is_refused_or_does_not_matter(text: str) -> None:
    try:
        state = parse_position(text)
    except NotationError as refused:
        assert_stands(text, refused)
    else:
        assert print_position(state) == "".join(text.split())


def test_scores_may_grow_beyond_nine_digits() -> None:
    record = parse_record(
        '[Rules "skunk"]\n[Seats "2"]\n[Scores "999999999 0"]\n*: 5-6 5-6 hold:1\n'
    )
    text = print_position(record.final)
    assert parse_position(text) == record.final


# --- laws -----------------------------------------------------------------------------------------


FIELDS = (
    *("rules", "scores", "to_move", "turn_total", "must_roll", "round", "first", "dice", "out"),
    *("playoff", "roll_off"),
)


def test_a_state_is_these_fields() -> None:
    assert set(FIELDS) == set(State.__annotations__)


def goes_on_alike(state: State) -> dict[str, Any]:
    """A state but for the round, where no rule asks for it."""
    counts = state.rules.end == "rounds" or state.playoff
    fields = {name: getattr(state, name) for name in FIELDS}
    return fields if counts else {**fields, "round": 1}


@given(records(limit=50))
def test_a_position_is_the_whole_state_up_to_a_round_that_cannot_matter(record: Record) -> None:
    for state in record.states():
        text = print_position(state)
        again = parse_position(text)
        assert goes_on_alike(again) == goes_on_alike(state), text
        assert print_position(again) == text
        assert legal_actions(again) == legal_actions(state)
        assert outcome(again) == outcome(state)
        if not state.over and not (state.rules.max_dice and not state.dice):
            assert throws(again) == throws(state)


@given(records(limit=50))
def test_positions_that_play_differently_are_written_differently(record: Record) -> None:
    met: dict[str, dict[str, Any]] = {}
    for state in record.states():
        alike = met.setdefault(print_position(state), goes_on_alike(state))
        assert alike == goes_on_alike(state)


@given(records(limit=50))
def test_a_position_is_one_word_safe_in_a_shell_and_a_fragment(record: Record) -> None:
    text = print_position(record.final)
    assert not set(text) - set("abcdefghijklmnopqrstuvwxyzDPRTSJ0123456789-_,=:+!")


POSITION_TEXTS = records(limit=20).map(lambda record: print_position(record.final))


@given(st.text() | st.text("pigho:-+=!0123456789,\n ") | spoilt(POSITION_TEXTS, " \n\t:-+=!09٣²"))
@example(":" * 5000)
@example("pig:" + "0-" * 5000 + ":1:0!")
@example("pig:0-0:1:" + "9" * 5000)
@example("\ud800")
@example("pig:0-0:1:5:first=roll-off+3")
@example("big-pig:0-0:1:5:first=roll-off+3-4")
@example("big-pig:0-0:-:0:first=roll-off+3-4+5-5")
@example("big-pig:0-0:-:0:first=roll-off+")
def test_any_text_is_a_position_or_is_refused_at_a_place(text: str) -> None:
    try:
        state = parse_position(text)
    except NotationError as refused:
        assert_stands(text, refused)
    else:
        assert parse_position(print_position(state)) == state


@given(
    rules_texts(),
    st.lists(st.integers(0, 60), min_size=1, max_size=4),
    st.lists(st.integers(1, 4), max_size=4),
    st.integers(0, 60),
    st.booleans(),
    st.lists(
        st.sampled_from(["first=2", "round=2", "dice=2", "out=1", "playoff=1+2"]), unique=True
    ),
)
def test_any_position_that_is_read_can_be_played_on(
    rules: str, scores: list[int], movers: list[int], total: int, must: bool, keys: list[str]
) -> None:
    fields = [rules, "-".join(map(str, scores)), "+".join(map(str, movers)) or "-"]
    text = ":".join([*fields, f"{total}{'!' * must}", *keys])
    try:
        state = parse_position(text)
    except NotationError as refused:
        assert_stands(text, refused)
        return
    assert parse_position(print_position(state)) == state
    assert comes_to(state)["over"] == (not legal_actions(state)) == (outcome(state) is not None)
    if not state.over and not (state.rules.max_dice and not state.dice):
        assert sum(chance.probability for chance in throws(state)) == 1

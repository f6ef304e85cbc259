"""The record: its tags, its turns, what is refused and where."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import assert_stands, comes_to, play, records, rules_texts, spoilt

from passel import variants
from passel.errors import NotationError
from passel.game import HOLD, Action, Hold, start
from passel.notation import Record, expected, parse_action, parse_record, print_record

FOUR = '[Rules "pig,target=4"]\n[Seats "2"]\n'
PIG = '[Rules "pig"]\n[Seats "2"]\n'
THREE = '[Rules "big-pig"]\n[Seats "3"]\n'
HOG = '[Rules "hog"]\n[Seats "2"]\n'
HOG_OFF = HOG.replace("hog", "hog,first=roll-off")
SKUNK = '[Rules "skunk"]\n[Seats "2"]\n'
ALONE = '[Rules "pass-the-pigs,piggyback=off"]\n[Seats "2"]\n'
PIGS = '[Rules "pass-the-pigs"]\n[Seats "2"]\n'


# --- canonical text -----------------------------------------------------------------------------

CANONICAL = [
    PIG,
    PIG + "\n1: 4\n",
    PIG + "\n1: 4 hold\n2: 1\n",
    '[Rules "pig"]\n[Seat 1 "Ana"]\n[Seat 2 "Bo"]\n',
    '[Rules "pig"]\n[Seats "3"]\n[Seat 2 "Bo"]\n',
    '[Rules "pig"]\n[Seats "2"]\n[Scores "3 0"]\n[First "2"]\n\n2: 4\n',
    '[Rules "pig,target=4"]\n[Seats "2"]\n[First "2"]\n[Result "2"]\n[Event "x"]\n\n2: 4 hold\n',
    '[Rules "pig"]\n[Seat 1 "A \\"b\\" \\\\ c"]\n[Seat 2 ""]\n',
    '[Rules "pig"]\n[Seats "2"]\n[Event "a"]\n[Event "b"]\n[Table 3 "c"]\n',
    THREE + "\nfirst: 3-4 5-5 5-5\nfirst: 1-2 5-5 1-1\n2: 3-4 hold\n",
    THREE + "\nfirst: 5-5 5-5 1-2\n",
    THREE + "\nfirst: 3-4 5-5\n",
    THREE,
    THREE + '[First "2"]\n\n2: 4-4 1-2\n',
    HOG + "\n1: x5 2-3-6-4-2\n2: x5 2-1\n1: x3\n",
    SKUNK + "\n*: 3-4 hold:2 5-6 1-3\n*: 3-4 hold:1\n",
    PIGS + "\n1: T-S oinker\n2: R-D\n",
    '[Rules "pass-the-pigs"]\n[Seats "3"]\n\n1: piggyback\n2: D-D\n',
    '[Rules "pig,first=2"]\n[Seats "2"]\n[First "1"]\n',
    '[Rules "big-pig"]\n[Seats "2"]\n[Scores "95 95"]\n[Result "1 2"]\n'
    "\n1: 2-3 hold\n2: 2-3 hold\n",
]


@pytest.mark.parametrize("text", CANONICAL)
def test_a_canonical_record_is_printed_as_it_was_read(text: str) -> None:
    assert print_record(parse_record(text)) == text


SENSIBLE = [
    "\ufeff" + PIG + "\n1: 4 hold\n2: 3\n",
    PIG.replace("\n", "\r\n") + "\r\n1: 4 hold\r\n2: 3\r\n",
    PIG.replace("\n", "\r") + "1: 4 hold\r2: 3",
    PIG + "1: 4 hold\n2: 3",
    '[Seats "2"]\n\n\n[Rules "pig"]\n1: 4 hold\n\n; a comment\n2: 3\n\n\n',
    '[Rules "pig"] [Seats "2"]\n1: 4 hold\n2: 3',
    '[Rules "pig"][Seats "2"];both\n1: 4 hold;no space\n2: 3;',
    '  [ Rules   "pig" ]\n\t[Seats\t"2"]\n\t1:\t4\thold\n  2 : 3',
    '[Rules " pig , target = 100 "]\n[Seats " 2 "]\n[Scores " 0  0 "]\n[First " 1 "]\n'
    "1:4 hold\n2:3",
    '[Result "*"]\n' + PIG + "1: 4 hold\n2: 3",
    PIG + '1: 4 hold ; [First "2"] 2: 5\n2: 3 ; hold',
    PIG + "1:\u00a04\u2003hold\n2:\u30003",
]


@pytest.mark.parametrize("text", SENSIBLE)
def test_any_sensible_spacing_and_order_is_read(text: str) -> None:
    assert print_record(parse_record(text)) == PIG + "\n1: 4 hold\n2: 3\n"


def test_a_semicolon_in_a_name_begins_no_comment() -> None:
    record = parse_record('[Rules "pig"]\n[Seat 1 "A;b"] ; really\n[Seat 2 "]"]\n')
    assert record.names == ("A;b", "]")


def test_unknown_tags_are_kept_in_order_and_printed_last() -> None:
    text = '[Site "x"]\n[Rules "pig,target=4"]\n[Date "y"]\n[Seats "2"]\n1: 4 hold\n'
    record = parse_record(text)
    assert record.tags == (("Site", "x"), ("Date", "y"))
    tags = [line.split()[0] for line in print_record(record).splitlines() if line[:1] == "["]
    assert tags == ["[Rules", "[Seats", "[Result", "[Site", "[Date"]


@pytest.mark.parametrize(
    ("result", "turns"),
    [
        ("1", "1: 4 hold"),
        (" 1 ", "1: 4 hold"),
        ("*", "1: 4"),
        ("*", ""),
    ],
)
def test_a_true_result_is_read(result: str, turns: str) -> None:
    parse_record(f'[Rules "pig,target=4"]\n[Seats "2"]\n[Result "{result}"]\n{turns}')


@pytest.mark.parametrize("result", ["1 2", "2 1"])
def test_the_winners_of_a_tie_may_stand_in_any_order(result: str) -> None:
    text = '[Rules "pig,target=4,end=full-round"]\n[Seats "2"]\n'
    text += f'[Result "{result}"]\n1: 4 hold\n2: 4 hold'
    assert '[Result "1 2"]' in print_record(parse_record(text))


# --- what is refused, and where -----------------------------------------------------------------

# text, line, column, token, code
REFUSED = [
    # tags
    ("", 1, 1, "", "no-rules-tag"),
    ("\n\n", 3, 1, "", "no-rules-tag"),
    ("; only a comment", 1, 1, "", "no-rules-tag"),
    ('[Seats "2"]\n1: 4', 2, 1, "", "no-rules-tag"),
    ('[Rules "pig"]\n1: 4', 2, 1, "", "no-seats-tag"),
    ('[Rules "pig"]\n', 2, 1, "", "no-seats-tag"),
    ('[Rules "sow"]\n[Seats "2"]', 1, 9, "sow", "unknown-variant"),
    ('[Rules "pig,colour=red"]\n[Seats "2"]', 1, 9, "pig,colour=red", "unknown-option"),
    ('[Rules "pig,lone_one=void"]\n[Seats "2"]', 1, 9, "pig,lone_one=void", "option-does-not-fit"),
    ('[Rules "pig,target=0"]\n[Seats "2"]', 1, 9, "pig,target=0", "bad-value"),
    ('[Rules "p\\"g"]\n[Seats "2"]', 1, 9, 'p\\"g', "unknown-variant"),
    ('[Rules ""]\n[Seats "2"]', 1, 9, "", "unknown-variant"),
    ('[Rules "pig"]\n[Rules "pig"]', 2, 2, "Rules", "repeated-tag"),
    (PIG + '[Seats "2"]', 3, 2, "Seats", "repeated-tag"),
    ('[Rules "pig"]\n[Seat 1 "A"]\n[Seat 1 "B"]', 3, 2, "Seat 1", "repeated-tag"),
    ('[Rules "pig"]\n[Seat 1 "A"]\n[Seat  1 "B"]', 3, 2, "Seat  1", "repeated-tag"),
    ('[Rules "pig"]\n[Seat 1 "A"]\n[Seat 01 "B"]', 3, 2, "Seat 01", "repeated-tag"),
    ('[Rules "pig"]\n[Seats "1"]', 2, 9, "1", "wrong-number-of-seats"),
    ('[Rules "pig"]\n[Seats "11"]', 2, 9, "11", "wrong-number-of-seats"),
    ('[Rules "big-pig"]\n[Seats "5"]', 2, 9, "5", "wrong-number-of-seats"),
    ('[Rules "skunk"]\n[Seats "0"]', 2, 9, "0", "wrong-number-of-seats"),
    ('[Rules "pig"]\n[Seats "999999999"]', 2, 9, "999999999", "wrong-number-of-seats"),
    ('[Rules "pig"]\n[Seats "two"]', 2, 9, "two", "bad-number-tag"),
    ('[Rules "pig"]\n[Seats "٢"]', 2, 9, "٢", "bad-number-tag"),
    ('[Rules "pig"]\n[Seats "²"]', 2, 9, "²", "bad-number-tag"),
    ('[Rules "pig"]\n[Seats "-2"]', 2, 9, "-2", "bad-number-tag"),
    ('[Rules "pig"]\n[Seats "2 2"]', 2, 9, "2 2", "bad-number-tag"),
    ('[Rules "pig"]\n[Seats ""]', 2, 9, "", "bad-number-tag"),
    ('[Rules "pig"]\n[Seat 1 "A"]\n[Seat 3 "B"]', 3, 10, "B", "seats-not-in-order"),
    (PIG + '[Seat 3 "C"]', 3, 10, "C", "no-such-seat"),
    (PIG + '[Seat 3 "a\\"b"]', 3, 10, 'a\\"b', "no-such-seat"),
    (PIG + '[Seat "C"]', 3, 1, '[Seat "C"]', "bad-tag"),
    (PIG + '[Seats 2 "2"]', 3, 1, '[Seats 2 "2"]', "bad-tag"),
    (PIG + '[Scores "1"]', 3, 10, "1", "wrong-number-of-scores"),
    (PIG + '[Scores "1 2 3"]', 3, 10, "1 2 3", "wrong-number-of-scores"),
    (PIG + '[Scores "100 0"]', 3, 10, "100 0", "score-at-target"),
    (PIG + '[Scores "-1 0"]', 3, 10, "-1 0", "bad-number-tag"),
    (PIG + '[Scores "1.5 0"]', 3, 10, "1.5 0", "bad-number-tag"),
    (PIG + '[Scores "٣ 0"]', 3, 10, "٣ 0", "bad-number-tag"),
    (PIG + '[Scores ""]', 3, 10, "", "bad-number-tag"),
    (PIG + f'[Scores "{"9" * 400} 0"]', 3, 10, "9" * 400 + " 0", "bad-number-tag"),
    (PIG + '[First "3"]', 3, 9, "3", "no-such-first-seat"),
    (PIG + '[First "0"]', 3, 9, "0", "no-such-first-seat"),
    (PIG + '[First "1 2"]', 3, 9, "1 2", "bad-number-tag"),
    (PIG + '[First "random"]', 3, 9, "random", "bad-number-tag"),
    (SKUNK + '[First "1"]', 3, 9, "1", "no-first-seat"),
    (PIG + "[Result]", 3, 1, "[Result]", "bad-tag"),
    (PIG + "[Event x]", 3, 1, "[Event x]", "bad-tag"),
    (PIG + '[Event "x" "y"]', 3, 1, '[Event "x" "y"]', "bad-tag"),
    (PIG + '[Event "x', 3, 1, '[Event "x', "bad-tag"),
    (PIG + '[Event "a\\b"]', 3, 1, '[Event "a\\b"]', "bad-tag"),
    (PIG + '[Event "a\x1bb"]', 3, 1, '[Event "a\x1bb"]', "bad-character"),
    (PIG + '[Event "x"] y', 3, 13, "y", "bad-tag"),
    (PIG + '1: 4\n[Event "x"]', 4, 1, '[Event "x"]', "tag-after-turns"),
    # results
    (PIG + '[Result "1"]\n1: 4', 3, 10, "1", "untrue-result"),
    (PIG + '[Result ""]\n1: 4', 3, 10, "", "untrue-result"),
    (FOUR + '[Result "2"]\n1: 4 hold', 3, 10, "2", "untrue-result"),
    (FOUR + '[Result "*"]\n1: 4 hold', 3, 10, "*", "untrue-result"),
    (FOUR + '[Result "1 2"]\n1: 4 hold', 3, 10, "1 2", "untrue-result"),
    # labels
    (PIG + "4 hold", 3, 1, "4", "no-label"),
    (PIG + "hold", 3, 1, "hold", "no-label"),
    (PIG + "\u0661: 4", 3, 1, "\u0661:", "no-label"),
    (PIG + "one: 4", 3, 1, "one:", "no-label"),
    (PIG + ": 4", 3, 1, ":", "no-label"),
    (PIG + "2: 4", 3, 1, "2", "wrong-seat"),
    (PIG + "0: 4", 3, 1, "0", "wrong-seat"),
    (PIG + "3: 4", 3, 1, "3", "wrong-seat"),
    (PIG + "1: 4 hold\n1: 4", 4, 1, "1", "wrong-seat"),
    (PIG + "  2: 4", 3, 3, "2", "wrong-seat"),
    (PIG + "*: 4", 3, 1, "*", "wrong-label"),
    (SKUNK + "1: 3-4", 3, 1, "1", "wrong-label"),
    (SKUNK + "*: 3-4\n*: 3-4", 4, 1, "*", "turn-not-finished"),
    (PIG + "1: 4\n2: 4", 4, 1, "2", "turn-not-finished"),
    (PIG + "1: 4\n1: 4", 4, 1, "1", "turn-not-finished"),
    (HOG + "1: x2\n1: 3-4", 4, 1, "1", "turn-not-finished"),
    # turns
    (PIG + "1: hold", 3, 4, "hold", "hold-before-throw"),
    (PIG + "1: 7", 3, 4, "7", "no-such-face"),
    (PIG + "1: 0", 3, 4, "0", "no-such-face"),
    (PIG + "1: ٣", 3, 4, "٣", "no-such-face"),
    (PIG + "1: \uff14", 3, 4, "\uff14", "no-such-face"),
    (PIG + "1: ²", 3, 4, "²", "no-such-face"),
    (PIG + "1: 04", 3, 4, "04", "no-such-face"),
    (PIG + "1: +4", 3, 4, "+4", "no-such-face"),
    (PIG + "1: 4.0", 3, 4, "4.0", "no-such-face"),
    (PIG + "1: -", 3, 4, "-", "no-such-face"),
    (PIG + "1: " + "6" * 5000, 3, 4, "6" * 5000, "no-such-face"),
    (PIG + "1: 4 Hold", 3, 6, "Hold", "no-such-face"),
    (PIG + "1: 4 hold:1", 3, 6, "hold:1", "no-such-face"),
    (PIG + "1: 4 hold 5", 3, 11, "5", "turn-over"),
    (PIG + "1: 4 1 hold", 3, 8, "hold", "turn-over"),
    (PIG + "1: 4-4", 3, 4, "4-4", "wrong-number-of-dice"),
    (PIG + "1: H", 3, 4, "H", "no-such-face"),
    (PIG + "1: x2", 3, 4, "x2", "nothing-to-announce"),
    (PIG + "1: 4\u200b5", 3, 4, "4\u200b5", "no-such-face"),
    (FOUR + '1: 4 hold\n2: 4', 4, 1, "2", "game-over"),
    (FOUR + '1: 4 hold 5', 3, 11, "5", "game-over"),
    ('[Rules "pig,target=4,auto_bank=on"]\n[Seats "2"]\n1: 4 hold', 3, 6, "hold", "game-over"),
    ('[Rules "piglet"]\n[Seats "2"]\n1: h', 3, 4, "h", "no-such-face"),
    ('[Rules "two-dice-pig"]\n[Seats "2"]\n1: 4', 3, 4, "4", "wrong-number-of-dice"),
    ('[Rules "two-dice-pig"]\n[Seats "2"]\n1: 4 - 4', 3, 4, "4", "wrong-number-of-dice"),
    ('[Rules "two-dice-pig"]\n[Seats "2"]\n1: 4-4-4', 3, 4, "4-4-4", "wrong-number-of-dice"),
    ('[Rules "two-dice-pig"]\n[Seats "2"]\n1: 4--4', 3, 4, "4--4", "no-such-face"),
    (THREE + "1: 4-4 hold", 3, 8, "hold", "must-roll"),
    # hog
    (HOG + "1: 2-3", 3, 4, "2-3", "announce-first"),
    (HOG + "1: hold", 3, 4, "hold", "nothing-to-hold"),
    (HOG + "1: x0", 3, 4, "x0", "too-many-dice"),
    (HOG + "1: x21", 3, 4, "x21", "too-many-dice"),
    (HOG + "1: x05", 3, 4, "x05", "no-such-face"),
    (HOG + "1: x٣", 3, 4, "x٣", "no-such-face"),
    (HOG + "1: x", 3, 4, "x", "no-such-face"),
    (HOG + "1: x5 x5", 3, 7, "x5", "already-announced"),
    (HOG + "1: x5 2-1-6", 3, 7, "2-1-6", "stops-at-first-bust"),
    (HOG + "1: x5 2-3", 3, 7, "2-3", "stops-at-first-bust"),
    (HOG + "1: x5 2-3-4-5-6-6", 3, 7, "2-3-4-5-6-6", "wrong-number-of-dice"),
    (HOG + "1: x2 2-3 hold", 3, 11, "hold", "turn-over"),
    # shared turns
    (SKUNK + "*: hold:1", 3, 4, "hold:1", "hold-before-throw"),
    (SKUNK + "*: 3-4 hold", 3, 8, "hold", "hold-needs-seat"),
    (SKUNK + "*: 3-4 hold:3", 3, 8, "hold:3", "no-such-seat"),
    (SKUNK + "*: 3-4 hold:0", 3, 8, "hold:0", "no-such-seat"),
    (SKUNK + "*: 3-4 hold:1 hold:1", 3, 15, "hold:1", "already-held"),
    (SKUNK + "*: 3-4 hold:1 5-5 hold:1", 3, 19, "hold:1", "already-held"),
    (SKUNK + "*: 3-4 hold:", 3, 8, "hold:", "no-such-face"),
    (SKUNK + "*: 3-4 hold:\u0661", 3, 8, "hold:\u0661", "no-such-face"),
    (SKUNK + "*: 3-4 hold:1 hold:2 5-5", 3, 22, "5-5", "turn-over"),
    (SKUNK + "first: 3-4 4-4", 3, 1, "first", "no-roll-off"),
    # roll-offs
    (THREE + "first: 4-4 4-5 1-1 2-2", 3, 20, "2-2", "turn-over"),
    (THREE + "first: 4-4 4-5 1-1\nfirst: 1-2 1-1 3-3", 4, 1, "first", "roll-off-decided"),
    (THREE + "first: 4-4 4-4 1-1 2-2", 3, 20, "2-2", "turn-over"),
    (THREE + "first: 4-4 4-4 1-1\n1: 3-4", 4, 1, "1", "roll-off-first"),
    (THREE + "first: 4-4 4-5\n2: 3-4", 4, 1, "2", "turn-not-finished"),
    (THREE + "first: 4-4 4-5\nfirst: 1-1", 4, 1, "first", "turn-not-finished"),
    (THREE + "first: 4-4 4-5 1-1\n1: 3-4", 4, 1, "1", "wrong-seat"),
    (THREE + "first: 4-4 hold", 3, 12, "hold", "roll-off-first"),
    (THREE + "first: 4", 3, 8, "4", "wrong-number-of-dice"),
    (THREE + '[First "1"]\nfirst: 4-4 4-5 1-1', 4, 1, "first", "first-and-roll-off"),
    (THREE + "1: 3-4 hold\nfirst: 4-4 4-5 1-1", 4, 1, "first", "roll-off-decided"),
    (PIG + "first: 3 4", 3, 1, "first", "no-roll-off"),
    ('[Rules "piglet,first=roll-off"]\n[Seats "2"]\nfirst: H T', 3, 8, "H", "no-such-face"),
    (HOG_OFF + 'first: x1 3', 3, 8, "x1", "roll-off-first"),
    (HOG_OFF + 'first: 3-4 2', 3, 8, "3-4", "wrong-number-of-dice"),
    # pigs
    (PIGS + "1: oinker hold", 3, 11, "hold", "turn-over"),
    (PIGS + "1: Oinker", 3, 4, "Oinker", "no-such-face"),
    (PIGS + "1: T", 3, 4, "T", "wrong-number-of-dice"),
    (PIGS + "1: T-oinker", 3, 4, "T-oinker", "no-such-face"),
    (PIGS + "1: piggyback\n2: D-D", 4, 1, "2", "game-over"),
    (ALONE + "1: piggyback", 3, 4, "piggyback", "throw-refused"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "token", "code"), REFUSED)
def test_a_broken_record_is_refused_with_its_place(
    text: str, line: int, column: int, token: str, code: str
) -> None:
    with pytest.raises(NotationError) as refused:
        parse_record(text)
    error = refused.value
    assert_stands(text, error)
    assert (error.line, error.column, error.token) == (line, column, token)
    assert error.code == code


def test_a_first_seat_of_the_rules_that_is_not_there_is_no_fault_of_the_scores() -> None:
    """The rules' own first seat is missing: that stands in the tag of the rules or of the seats."""
    text = '[Rules "pig,first=3"]\n[Seats "2"]\n[Scores "1 2"]\n'
    with pytest.raises(NotationError, match="no-such-first-seat") as refused:
        parse_record(text)
    assert_stands(text, refused.value)
    assert refused.value.line in {1, 2}


def test_a_first_tag_overrides_a_first_seat_of_the_rules_that_is_not_there() -> None:
    text = '[Rules "pig,first=3"]\n[Seats "2"]\n[First "2"]\n'
    assert parse_record(text).start.to_move == (2,)


@pytest.mark.parametrize("label", ["1:", "1: ; a comment"])
def test_a_roll_off_comes_before_the_first_turn_even_an_empty_one(label: str) -> None:
    with pytest.raises(NotationError):
        parse_record(f"{THREE}{label}\nfirst: 4-4 4-5 1-1\n")


def test_what_came_before_the_fault_is_kept() -> None:
    with pytest.raises(NotationError) as refused:
        parse_record(PIG + '[Event "e"]\n1: 4 5 hold\n2: 3 9 hold\n')
    kept = refused.value.kept
    assert kept.tags == (("Event", "e"),)
    assert comes_to(kept.final) == {
        "scores": [9, 0],
        "turn_total": 3,
        "to_move": [2],
        "must_roll": False,
        "round": 1,
        "over": False,
        "winners": [],
    }


def test_nothing_is_kept_of_a_record_whose_tags_are_broken() -> None:
    with pytest.raises(NotationError) as refused:
        parse_record('[Rules "sow"]\n[Seats "2"]\n1: 4\n')
    assert refused.value.kept is None


EXPECTED = [
    (PIG, ("throw",)),
    (PIG + "1: 4", ("throw", "hold")),
    (HOG, ("xN",)),
    (HOG + "1: x3", ("throw",)),
    (SKUNK + "*: 3-4", ("throw", "hold:SEAT")),
    (THREE + "first: 4-4", ("throw",)),
    (THREE + "1: 4-4", ("throw",)),
    (FOUR + "1: 4 hold", ("end",)),
]


@pytest.mark.parametrize(("text", "words"), EXPECTED)
def test_what_could_stand_next_is_said(text: str, words: tuple[str, ...]) -> None:
    assert expected(parse_record(text).final) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (PIG + "1: hold", ("throw",)),
        (PIG + "1: 4 9", ("throw", "hold")),
        (HOG + "1: 3", ("xN",)),
        (PIG + "2: 4", ("1:",)),
        (SKUNK + "1: 3-4", ("*:",)),
        (THREE + "first: 4-4 4-4 1-1\n1: 3-4", ("first:",)),
        (FOUR + "1: 4 hold\n2: 3", ("end",)),
    ],
)
def test_a_refusal_says_what_was_expected(text: str, words: tuple[str, ...]) -> None:
    with pytest.raises(NotationError) as refused:
        parse_record(text)
    assert refused.value.expected == words


# --- actions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("roll", Action("roll")),
        ("hold", HOLD),
        (" roll  5 ", Action("roll", 5)),
        ("roll 20", Action("roll", 20)),
    ],
)
def test_an_action_is_read_as_it_is_written(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert parse_action(str(action)) == action


@pytest.mark.parametrize("text", ["", " ", "\n", "Roll", "hold 1", "roll x", "roll 1 2", "roll ٣"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="bad-action"):
        parse_action(text)


@given(st.text())
def test_any_text_is_an_action_or_is_refused(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError as refused:
        assert_stands(text, refused)
    else:
        assert parse_action(str(action)) == action


# --- laws ---------------------------------------------------------------------------------------


@given(records(names=True))
def test_a_record_is_its_text(record: Record) -> None:
    text = print_record(record)
    assert parse_record(text) == record
    assert print_record(parse_record(text)) == text


@given(records(names=True, limit=20))
def test_every_line_of_a_record_but_the_last_is_a_whole_turn(record: Record) -> None:
    lines = [line for line in print_record(record).splitlines() if line and line[0] != "["]
    events = sum(len(line.split()) - 1 for line in lines)
    assert events == len(record.events)
    for count in range(len(lines)):
        head = print_record(Record(record.start)).rstrip().removesuffix("first:").rstrip()
        part = parse_record("\n".join([head, *lines[:count], ""]))
        assert record.events[: len(part.events)] == part.events


@given(st.data(), records(limit=12))
def test_a_record_cut_anywhere_is_refused_at_a_place_or_is_its_own_beginning(
    data: st.DataObject, record: Record
) -> None:
    text = print_record(record)
    cut = text[: data.draw(st.integers(0, len(text)))]
    try:
        part = parse_record(cut)
    except NotationError as refused:
        assert_stands(cut, refused)
    else:
        # A last word cut short may be another word: `x2` of `x20`, a comment is none.
        sound = max(0, len(part.events) - 1)
        assert part.events[:sound] == record.events[:sound]


TEXTS = records(names=True, limit=15).map(print_record)
MORE = ' \n\r\t;:*x[]"\\-0123456789٣²\ufeff\u2028\x85\x0b\x1c\u00a0RPSTholdfirst'


@given(st.text() | st.text(MORE))
@example("[" * 5000)
@example("[A" + " " * 5000)
@example('[A "' + "\\\\" * 5000)
@example("1:" * 5000)
@example('[Rules "pig"]\n[Seats "2"]\n1: \x1c4')
@example('[Rules "pig"]\n[Seats "2"]\n[Event "\ud800"]')
@example("\ufeff\ufeff")
def test_any_text_is_a_record_or_is_refused_at_a_place(text: str) -> None:
    try:
        record = parse_record(text)
    except NotationError as refused:
        assert_stands(text, refused)
    else:
        assert parse_record(print_record(record)) == record


@given(spoilt(TEXTS, MORE))
def test_a_spoilt_record_is_a_record_or_is_refused_at_a_place(text: str) -> None:
    try:
        record = parse_record(text)
    except NotationError as refused:
        assert_stands(text, refused)
    else:
        assert parse_record(print_record(record)) == record
        assert print_record(parse_record(print_record(record))) == print_record(record)


@given(rules_texts(), st.text(max_size=30))
def test_any_turns_after_sound_tags_are_read_or_refused_at_a_place(rules: str, turns: str) -> None:
    text = f'[Rules "{rules}"]\n[Seats "2"]\n1: {turns}'
    try:
        parse_record(text)
    except NotationError as refused:
        assert_stands(text, refused)


# --- size -----------------------------------------------------------------------------------------


def test_a_record_of_10_000_turns_is_replayed() -> None:
    turns = "".join(f"{1 + turn % 2}: 2 3 4 1\n" for turn in range(10_000))
    text = PIG + "\n" + turns
    record = parse_record(text)
    final = record.final
    assert (final.round, len(record.events)) == (5001, 40_000)
    assert print_record(record) == text


def test_a_fault_after_10_000_turns_is_found_and_all_of_them_kept() -> None:
    turns = "".join(f"{1 + turn % 2}: 1\n" for turn in range(10_000))
    with pytest.raises(NotationError) as refused:
        parse_record(PIG + turns + "1: 7\n")
    assert refused.value.line == 10_003
    assert len(refused.value.kept.events) == 10_000


def test_forty_seats_for_a_hundred_rounds() -> None:
    rules = variants.rules("greedy-pig,rounds=100,first_throw_safe=on,bust_points=1")
    record = play(start(rules, 40), Random(1), 100_000, hold=0.5)
    assert record.final.over
    assert record.final.round == 100
    assert any(isinstance(event, Hold) and event.seat == 40 for event in record.events)
    assert parse_record(print_record(record)) == record

"""What a throw is worth: the table of throws of every variant, exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from oracle import HOUSES, PIG_PAIRS, PIG_POINTS, all_throws, house, worth

from passel import variants
from passel.dice import KINDS, Faces, weighted_throws
from passel.errors import PasselError, RulesError
from passel.rules import (
    EFFECT_KINDS,
    Effect,
    Row,
    Rules,
    chances,
    check_faces,
    check_throw,
    effect,
    roll_off_chances,
    roll_off_points,
)

BUST, ALL, VOID = Effect("bust"), Effect("bust_all"), Effect("void")


def gain(points: int, must_roll: bool = False) -> Effect:
    return Effect("gain", points, must_roll)


def faces(token: str, kind: str = "die") -> Faces:
    dice = KINDS[kind]
    if token in dice.words:
        return (token,)
    return tuple(face for word in token.split("-") for face in dice.faces if str(face) == word)


# id: a lone 1, 1-1, 4-4, 5-3
TWO_DICE = {
    "two-dice-pig": (BUST, ALL, gain(8), gain(8)),
    "two-dice-pig-void": (VOID, ALL, gain(8), gain(8)),
    "two-dice-pig-plain": (BUST, BUST, gain(8), gain(8)),
    "big-pig": (BUST, ALL, gain(16, must_roll=True), gain(8)),
    "big-pig-free": (BUST, ALL, gain(16), gain(8)),
    "big-pig-25": (BUST, gain(25), gain(16), gain(8)),
    "skunk": (BUST, ALL, gain(8), gain(8)),
    "skunk-solo": (BUST, ALL, gain(8), gain(8)),
}


@pytest.mark.parametrize(("id", "row"), TWO_DICE.items())
def test_two_dice_are_worth_what_the_table_of_variants_says(
    id: str, row: tuple[Effect, Effect, Effect, Effect]
) -> None:
    rules = variants.rules(id)
    lone_one, double_one, fours, plain = row
    for other in range(2, 7):
        assert effect(rules, (1, other)) == effect(rules, (other, 1)) == lone_one
    assert effect(rules, (1, 1)) == double_one
    assert effect(rules, (4, 4)) == fours
    assert effect(rules, (5, 3)) == effect(rules, (3, 5)) == plain


@pytest.mark.parametrize("id", ["pig", "greedy-pig"])
def test_one_die_is_worth_its_face_and_a_1_loses_the_turn(id: str) -> None:
    rules = variants.rules(id)
    assert [effect(rules, (face,)) for face in range(1, 7)] == [BUST, *map(gain, range(2, 7))]


def test_heads_gain_1_and_tails_lose_the_turn() -> None:
    rules = variants.rules("piglet")
    assert effect(rules, ("H",)) == gain(1)
    assert effect(rules, ("T",)) == BUST


@pytest.mark.parametrize("count", range(1, 6))
def test_any_1_among_the_dice_of_hog_scores_nothing_and_else_the_sum_counts(count: int) -> None:
    rules = variants.rules("hog")
    for throw in product(range(1, 7), repeat=count):
        assert effect(rules, throw) == (BUST if 1 in throw else gain(sum(throw)))


# The first pig's row, the second pig's column; b: bust.
PIGS = """
    D   P   R   T   S   J
D   1   b   5   5  10  15
P   b   1   5   5  10  15
R   5   5  20  10  15  20
T   5   5  10  20  15  20
S  10  10  15  15  40  25
J  15  15  20  20  25  60
"""


def test_the_36_throws_of_two_pigs_are_worth_what_the_box_says() -> None:
    rules = variants.rules("pass-the-pigs")
    head, *rows = [line.split() for line in PIGS.strip().splitlines()]
    met = 0
    for first, *worths in rows:
        for second, points in zip(head, worths, strict=True):
            expected = BUST if points == "b" else gain(int(points))
            assert effect(rules, (first, second)) == expected, (first, second)
            met += 1
    assert met == 36


def test_touching_pigs_lose_everything_and_a_piggyback_leaves_the_game() -> None:
    rules = variants.rules("pass-the-pigs")
    assert effect(rules, ("oinker",)) == ALL
    assert effect(rules, ("piggyback",)) == Effect("out")


def test_a_piggyback_cannot_be_entered_where_it_is_switched_off() -> None:
    rules = variants.rules("pass-the-pigs,piggyback=off")
    with pytest.raises(PasselError) as refused:
        check_throw(rules, ("piggyback",))
    assert refused.value.code == "throw-refused"
    check_throw(rules, ("oinker",))


# --- options ------------------------------------------------------------------------------------

OPTION_ROWS = [
    ("two-dice-pig,doubles=plain", "4-4", gain(8)),
    ("two-dice-pig,doubles=double", "4-4", gain(16)),
    ("two-dice-pig,doubles=reroll", "4-4", gain(8, must_roll=True)),
    ("two-dice-pig,doubles=double-reroll", "4-4", gain(16, must_roll=True)),
    ("two-dice-pig,doubles=double-reroll", "5-3", gain(8)),
    ("two-dice-pig,doubles=double-reroll", "1-1", ALL),
    ("two-dice-pig,double_one=bust", "1-1", BUST),
    ("two-dice-pig,double_one=bust-all", "1-1", ALL),
    ("two-dice-pig,double_one=25", "1-1", gain(25)),
    ("big-pig,double_one=25", "1-1", gain(25)),
    ("two-dice-pig,lone_one=void", "1-5", VOID),
    ("two-dice-pig-void,lone_one=bust", "1-5", BUST),
    ("two-dice-pig-void,lone_one=bust", "1-1", ALL),
    ("pig,bust_face=6", "6", BUST),
    ("pig,bust_face=6", "1", gain(1)),
    ("pig,bust_face=2", "2", BUST),
    ("two-dice-pig,bust_face=2", "2-5", BUST),
    ("two-dice-pig,bust_face=2", "1-5", gain(6)),
    ("two-dice-pig,bust_face=2", "2-2", ALL),
    ("two-dice-pig,bust_face=2", "1-1", gain(2)),
    ("two-dice-pig-void,bust_face=6", "6-5", VOID),
    ("two-dice-pig-void,bust_face=6", "1-5", gain(6)),
    ("two-dice-pig-plain,bust_face=6", "6-6", BUST),
    ("big-pig,bust_face=6", "1-1", gain(4, must_roll=True)),
    ("big-pig,bust_face=6", "6-6", ALL),
    ("big-pig-25,bust_face=3", "3-3", gain(25)),
    ("big-pig-25,bust_face=3", "1-1", gain(4)),
    ("hog,bust_face=4", "1-1-1", gain(3)),
    ("hog,bust_face=4", "1-4-1", BUST),
    ("greedy-pig,bust_face=5", "5", BUST),
    ("skunk,bust_face=5", "5-5", ALL),
    ("skunk,bust_face=5", "1-1", gain(2)),
]


@pytest.mark.parametrize(("text", "token", "expected"), OPTION_ROWS)
def test_an_option_changes_what_a_throw_is_worth(text: str, token: str, expected: Effect) -> None:
    assert effect(variants.rules(text), faces(token)) == expected


@pytest.mark.parametrize("bust_face", range(1, 7))
@pytest.mark.parametrize("id", [id for id, h in HOUSES.items() if h.dice in {"1", "2"}])
def test_every_throw_with_every_bust_face_is_worth_what_a_naive_reading_says(
    id: str, bust_face: int
) -> None:
    text = f"{id},bust_face={bust_face}"
    for token in all_throws(house(text)):
        assert effect(variants.rules(text), faces(token)) == worth(house(text), token)


# --- distributions ----------------------------------------------------------------------------


def brute(rules: Rules, count: int) -> dict[Effect, Fraction]:
    weights = Counter[Effect]()
    for throw, weight in weighted_throws(rules.dice, count):
        weights[effect(rules, throw)] += weight
    total = sum(weights.values())
    return {what: Fraction(weight, total) for what, weight in weights.items()}


@pytest.mark.parametrize("id", [id for id in HOUSES if id != "hog"])
def test_the_chances_of_a_throw_are_its_faces_counted(id: str) -> None:
    rules = variants.rules(id)
    exact = {chance.effect: chance.probability for chance in chances(rules)}
    assert exact == brute(rules, rules.count)
    assert sum(exact.values()) == 1


@pytest.mark.parametrize("text", ["hog", "hog,bust_face=6", "hog,bust_face=3,max_dice=4"])
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_chances_of_some_dice_of_hog_are_their_faces_counted(text: str, dice: int) -> None:
    rules = variants.rules(text)
    exact = {chance.effect: chance.probability for chance in chances(rules, dice)}
    assert exact == brute(rules, dice)


@pytest.mark.parametrize("dice", range(1, 21))
def test_hog_busts_unless_every_die_misses_the_1_and_means_4n_times_that(dice: int) -> None:
    """Feldman and Morgan, J. Statistics Education 11(2), 2003: 4n(5/6)^n."""
    exact = chances(variants.rules("hog"), dice)
    miss = Fraction(5, 6) ** dice
    assert sum(chance.probability for chance in exact) == 1
    assert [c.probability for c in exact if c.effect == BUST] == [1 - miss]
    assert sum(chance.probability * chance.effect.points for chance in exact) == 4 * dice * miss
    gains = [chance.effect.points for chance in exact if chance.effect.kind == "gain"]
    assert gains == list(range(2 * dice, 6 * dice + 1))


@pytest.mark.parametrize("dice", [1, 5, 20])
def test_an_example_of_a_chance_really_does_it(dice: int) -> None:
    rules = variants.rules("hog")
    for chance in chances(rules, dice):
        assert len(chance.faces) == dice
        assert effect(rules, chance.faces) == chance.effect


def test_chances_come_in_order_gains_first() -> None:
    for id in HOUSES:
        kinds = [c.effect.kind for c in chances(variants.rules(id), 3 if id == "hog" else 0)]
        assert kinds == sorted(kinds, key=EFFECT_KINDS.index)


def test_a_piggyback_has_no_chance_and_an_oinker_23_in_6000() -> None:
    exact = {c.effect.kind: c.probability for c in chances(variants.rules("pass-the-pigs"))}
    assert "out" not in exact
    assert exact["bust_all"] == Fraction(23, 6000)
    assert exact["bust"] == Fraction(656 + 623, 6000)


# --- what dice can show -------------------------------------------------------------------------

CANNOT = [
    ("pig", (0,), "no-such-face"),
    ("pig", (7,), "no-such-face"),
    ("pig", ("H",), "no-such-face"),
    ("pig", (), "wrong-number-of-dice"),
    ("pig", (1, 2), "wrong-number-of-dice"),
    ("pig", ("oinker",), "no-such-face"),
    ("two-dice-pig", (4,), "wrong-number-of-dice"),
    ("two-dice-pig", (4, 4, 4), "wrong-number-of-dice"),
    ("two-dice-pig", (4, 7), "no-such-face"),
    ("piglet", (1,), "no-such-face"),
    ("piglet", ("H", "H"), "wrong-number-of-dice"),
    ("pass-the-pigs", ("D",), "wrong-number-of-dice"),
    ("pass-the-pigs", ("D", "X"), "no-such-face"),
    ("pass-the-pigs", ("D", "oinker"), "no-such-face"),
    ("pass-the-pigs", ("oinker", "oinker"), "no-such-face"),
]


@pytest.mark.parametrize(("id", "throw", "code"), CANNOT)
def test_faces_that_the_dice_cannot_show_are_refused(id: str, throw: Faces, code: str) -> None:
    with pytest.raises(PasselError) as refused:
        check_throw(variants.rules(id), throw)
    assert refused.value.code == code


SHORT = [
    ("hog", 5, "2-6-1", None),
    ("hog", 5, "1", None),
    ("hog", 1, "1", None),
    ("hog", 2, "1", None),
    ("hog", 5, "2-3-4-5-1", None),
    ("hog", 5, "2-1-1-6-1", None),
    ("hog", 5, "1-1-1-1-1", None),
    ("hog", 5, "2-3-6-4-2", None),
    ("hog", 20, "6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-1", None),
    ("hog", 5, "2-1-6", "stops-at-first-bust"),
    ("hog", 5, "2-3", "stops-at-first-bust"),
    ("hog", 5, "1-1", "stops-at-first-bust"),
    ("hog", 5, "2-1-6-1", "stops-at-first-bust"),
    ("hog", 5, "2-3-4-5", "stops-at-first-bust"),
    ("hog", 5, "2-3-4-5-6-6", "wrong-number-of-dice"),
    ("hog", 5, "2-3-4-5-6-1", "wrong-number-of-dice"),
    ("hog", 1, "1-1", "wrong-number-of-dice"),
    ("hog", 5, "2-7-1", "no-such-face"),
    ("hog,bust_face=6", 5, "2-1-6", None),
    ("hog,bust_face=6", 5, "2-6-1", "stops-at-first-bust"),
]


@pytest.mark.parametrize(("text", "announced", "token", "code"), SHORT)
def test_dice_of_hog_may_stop_at_the_first_1_and_only_there(
    text: str, announced: int, token: str, code: str | None
) -> None:
    rules = variants.rules(text)
    throw = tuple(map(int, token.split("-")))
    if code is None:
        check_throw(rules, throw, announced)
        return
    with pytest.raises(PasselError) as refused:
        check_throw(rules, throw, announced)
    assert refused.value.code == code


def test_no_dice_at_all_are_no_throw_of_hog() -> None:
    with pytest.raises(PasselError):
        check_throw(variants.rules("hog"), (), 5)


def test_a_refused_face_is_named_with_the_faces_there_are() -> None:
    with pytest.raises(PasselError) as refused:
        check_faces("coin", 1, ("E",))
    assert refused.value.parts == {"face": "E", "faces": ["H", "T"]}


# --- roll-offs ----------------------------------------------------------------------------------

ROLL_OFFS = [
    ("pig", ("die", 1), (1,), 1),
    ("two-dice-pig", ("die", 2), (1, 1), 2),
    ("two-dice-pig", ("die", 2), (1, 6), 7),
    ("big-pig", ("die", 2), (6, 6), 12),
    ("skunk-solo", ("die", 2), (3, 4), 7),
    ("hog", ("die", 1), (6,), 6),
    ("piglet", ("die", 1), (6,), 6),
    ("pass-the-pigs", ("pig", 2), ("J", "J"), 60),
    ("pass-the-pigs", ("pig", 2), ("D", "P"), 0),
    ("pass-the-pigs", ("pig", 2), ("oinker",), 0),
    ("pass-the-pigs", ("pig", 2), ("D", "D"), 1),
]


@pytest.mark.parametrize(("id", "dice", "throw", "points"), ROLL_OFFS)
def test_a_roll_off_counts_sums_of_dice_and_points_of_pigs(
    id: str, dice: tuple[str, int], throw: Faces, points: int
) -> None:
    rules = variants.rules(f"{id},first=roll-off")
    assert rules.roll_off == dice
    assert roll_off_points(rules, throw) == points


@pytest.mark.parametrize("id", [id for id, h in HOUSES.items() if not h.shared])
def test_the_chances_of_a_roll_off_sum_to_1_and_their_examples_count_so(id: str) -> None:
    rules = variants.rules(id)
    exact = roll_off_chances(rules)
    assert sum(chance.probability for chance in exact) == 1
    for chance in exact:
        check_faces(*rules.roll_off, chance.faces)
        assert roll_off_points(rules, chance.faces) == chance.effect.points


def test_the_bust_face_does_not_matter_in_a_roll_off() -> None:
    rules = variants.rules("big-pig,bust_face=6")
    assert roll_off_points(rules, (6, 6)) == 12


# --- rules as values ----------------------------------------------------------------------------

UNSOUND: list[dict[str, Any]] = [
    {"end": "rounds"},
    {"rounds": 5},
    {"target": None},
    {"turn": "shared"},
    {"turn": "announced"},
    {"max_dice": 3},
    {"first_throw_safe": True},
    {"turn": "shared", "end": "rounds", "target": None, "rounds": 1, "pass_allowed": True},
    {"end": "full-round", "auto_bank": True},
    {"seats": (3, 2)},
    {"seats": (0, 2)},
    {"dice": "bone"},
    {"roll_off": ("bone", 1)},
]


@pytest.mark.parametrize("fields", UNSOUND, ids=str)
def test_rules_that_contradict_themselves_are_refused(fields: dict[str, Any]) -> None:
    own: dict[str, Any] = {
        "id": "x",
        "dice": "die",
        "count": 1,
        "rows": (Row("b", "bust"), Row("?", "gain")),
    }
    Rules(**own)
    with pytest.raises(RulesError, match="bad-rules"):
        Rules(**{**own, **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "bust", "points": 3},
        {"kind": "void", "must_roll": True},
        {"kind": "bust_all", "times": 2},
        {"kind": "gain", "times": 0},
        {"kind": "gain", "points": -1},
        {"kind": "swap"},
    ],
    ids=str,
)
def test_a_row_that_makes_no_sense_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="bad-row"):
        Row("?", **fields)


PATTERNS = [
    ("?-?", "3-4", True),
    ("x-x", "3-3", True),
    ("x-x", "3-4", False),
    ("b-?", "4-1", True),
    ("b-b", "1-1", True),
    ("b-b", "1-2", False),
    ("6-5", "5-6", True),
    ("6-5", "5-5", False),
    ("x-x-x", "2-2-2", True),
    ("x-x-x", "2-2-3", False),
    ("x-x-?", "2-3-2", True),
    ("b-...", "3-4-1", True),
    ("b-...", "3-4", False),
    ("...", "3-4", True),
    ("?-?", "3-4-5", False),
    ("?-?", "3", False),
]


@pytest.mark.parametrize(("pattern", "token", "fits"), PATTERNS)
def test_a_pattern_fits_dice_in_any_order(pattern: str, token: str, fits: bool) -> None:
    assert Row(pattern, "gain").fits(faces(token), 1) is fits


def test_the_points_of_a_pig_are_those_of_the_naive_reading() -> None:
    """Two readings of one table of the box, so that a slip in one of them shows."""
    assert {pig: KINDS["pig"].value(pig) for pig in PIG_POINTS} == PIG_POINTS
    rules = variants.rules("pass-the-pigs")
    for pig, points in PIG_PAIRS.items():
        assert effect(rules, (pig, pig)) == gain(points)

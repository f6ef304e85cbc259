"""The table of variants and the table of options, row by row; names and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from oracle import HOUSES, SEATS, SWITCHES, house, name
from strategies import rules_texts, spoilt

from passel import variants
from passel.errors import RulesError, StartError
from passel.game import Hold, Throw, apply, fold, start
from passel.notation import parse_record, print_record
from passel.options import OPTIONS
from passel.rules import Row, Rules
from passel.variants import VARIANTS, Variant

# id: kind of dice, how many, turn, end, target or rounds, seats, who starts
TABLE: dict[str, tuple[str, int, str, str, int, tuple[int, int], str]] = {
    "pig": ("die", 1, "solo", "at-once", 100, (2, 10), "1"),
    "two-dice-pig": ("die", 2, "solo", "at-once", 100, (2, 10), "1"),
    "two-dice-pig-void": ("die", 2, "solo", "at-once", 100, (2, 10), "1"),
    "two-dice-pig-plain": ("die", 2, "solo", "at-once", 100, (2, 10), "1"),
    "big-pig": ("die", 2, "solo", "full-round", 100, (2, 4), "roll-off"),
    "big-pig-free": ("die", 2, "solo", "at-once", 100, (2, 10), "1"),
    "big-pig-25": ("die", 2, "solo", "at-once", 100, (2, 10), "1"),
    "hog": ("die", 1, "announced", "at-once", 100, (2, 10), "1"),
    "skunk": ("die", 2, "shared", "rounds", 5, (1, 40), "1"),
    "skunk-solo": ("die", 2, "solo", "rounds", 5, (2, 10), "1"),
    "greedy-pig": ("die", 1, "shared", "rounds", 10, (1, 40), "1"),
    "pass-the-pigs": ("pig", 2, "solo", "at-once", 100, (2, 10), "1"),
    "piglet": ("coin", 1, "solo", "at-once", 10, (2, 10), "1"),
}

SOURCES = {
    "pig": {"000", "001"},
    "two-dice-pig": {"scarne", "wikipedia"},
    "two-dice-pig-void": {"001"},
    "two-dice-pig-plain": {"002", "bell"},
    "big-pig": {"002"},
    "big-pig-free": {"001", "002"},
    "big-pig-25": {"000"},
    "hog": {"001"},
    "skunk": {"001", "brutlag"},
    "skunk-solo": {"001", "brutlag"},
    "greedy-pig": {"classrooms"},
    "pass-the-pigs": {"002", "box"},
    "piglet": {"neller-presser"},
}


def test_the_catalogue_has_the_variants_of_the_table_in_its_order() -> None:
    assert list(VARIANTS) == list(TABLE)


@pytest.mark.parametrize("id", TABLE)
def test_a_variant_is_its_row_of_the_table(id: str) -> None:
    rules = variants.rules(id)
    dice, count, turn, end, length, seats, first = TABLE[id]
    assert (rules.dice, rules.count, rules.turn, rules.end) == (dice, count, turn, end)
    assert (rules.rounds if end == "rounds" else rules.target) == length
    assert (rules.seats, rules.first) == (seats, first)
    assert (rules.tie, rules.bust_face, rules.bust_points) == ("shared", 1, 0)
    assert (rules.pass_allowed, rules.auto_bank, rules.first_throw_safe) == (False,) * 3
    assert rules.max_dice == (20 if id == "hog" else None)


@pytest.mark.parametrize("id", SOURCES)
def test_a_variant_names_its_sources(id: str) -> None:
    assert set(VARIANTS[id].sources) == SOURCES[id]


@pytest.mark.parametrize("id", TABLE)
def test_a_game_takes_the_seats_of_its_row_and_no_others(id: str) -> None:
    rules = variants.rules(id)
    low, high = TABLE[id][5]
    for seats in (low, high):
        assert len(start(rules, seats).scores) == seats
    for seats in (low - 1, high + 1, 0, -1):
        with pytest.raises(StartError) as refused:
            start(rules, seats)
        assert refused.value.code == "wrong-number-of-seats"
        assert refused.value.parts == {"id": id, "met": seats, "fewest": low, "most": high}


# --- options ----------------------------------------------------------------------------------

SOLO = {id for id, row in TABLE.items() if row[2] == "solo"}
TWO = {id for id, row in TABLE.items() if row[:2] == ("die", 2)}
DICE = {id for id, row in TABLE.items() if row[0] == "die"}
ENDLESS = {id for id, row in TABLE.items() if row[3] == "rounds"}
SHARED = {"skunk", "greedy-pig"}
EVERY = set(TABLE)

# name: for which variants as they stand, the words or the range that it takes, its own value
OPTIONS_TABLE: dict[str, tuple[set[str], list[str] | tuple[int, int], str]] = {
    "target": (EVERY - ENDLESS, (1, 1_000_000), "100"),
    "end": (EVERY - ENDLESS, ["at-once", "full-round"], "at-once"),
    "rounds": (ENDLESS, (1, 100), "5"),
    "tie": (ENDLESS | {"big-pig"}, ["shared", "playoff"], "shared"),
    "first": (EVERY - SHARED, ["random", "roll-off", "loser"], "1"),
    "bust_face": (DICE, (1, 6), "1"),
    "bust_points": (DICE, (0, 1), "0"),
    "doubles": (TWO, ["plain", "double", "reroll", "double-reroll"], "plain"),
    "double_one": (TWO, ["bust", "bust-all", "25"], "bust-all"),
    "lone_one": (TWO, ["bust", "void"], "bust"),
    "pass_allowed": (SOLO, ["on", "off"], "off"),
    "auto_bank": (SOLO - ENDLESS - {"big-pig"}, ["on", "off"], "off"),
    "first_throw_safe": (SHARED, ["on", "off"], "off"),
    "max_dice": ({"hog"}, (1, 20), "20"),
    "piggyback": ({"pass-the-pigs"}, ["on", "off"], "on"),
}

OWN = {
    ("big-pig", "end"): "full-round",
    ("big-pig", "first"): "roll-off",
    ("big-pig", "doubles"): "double-reroll",
    ("big-pig-free", "doubles"): "double",
    ("big-pig-25", "doubles"): "double",
    ("big-pig-25", "double_one"): "25",
    ("two-dice-pig-plain", "double_one"): "bust",
    ("two-dice-pig-void", "lone_one"): "void",
    ("greedy-pig", "rounds"): "10",
    ("piglet", "target"): "10",
}

CELLS = [(id, option) for id in TABLE for option in OPTIONS_TABLE]


def test_the_options_are_those_of_the_table_in_its_order() -> None:
    assert [option.name for option in OPTIONS] == list(OPTIONS_TABLE) == list(SWITCHES)


def _takes(id: str, option: str) -> tuple[list[str], list[str]]:
    """Values that the cell of the table takes, and values just outside."""
    takes = OPTIONS_TABLE[option][1]
    outside = ["", "maybe", "On", "-1", "1.0", "٣", "²", "1 2", "1_0", "1e1", "9" * 5000]
    if option == "first":
        high = TABLE[id][5][1]
        return ["1", str(high), *takes], [*outside, "0", str(high + 1)]
    if isinstance(takes, tuple):
        low, high = takes
        return [str(low), str(high)], [*outside, str(low - 1), str(high + 1), "on", "off"]
    return takes, [*outside, "1", "0"]


@pytest.mark.parametrize(("id", "option"), CELLS)
def test_an_option_is_for_the_variants_of_the_table_and_takes_what_it_says(
    id: str, option: str
) -> None:
    fits = OPTIONS_TABLE[option][0]
    values, outside = _takes(id, option)
    for value in values:
        if id in fits:
            rules = variants.rules(f"{id},{option}={value}")
            assert variants.rules(f" {id} , {option} = {value} ") == rules
            [found] = [each for each in OPTIONS if each.name == option]
            assert found.read(rules) == value
        else:
            with pytest.raises(RulesError) as refused:
                variants.rules(f"{id},{option}={value}")
            assert refused.value.code == "option-does-not-fit"
            assert refused.value.parts["option"] == option
    for value in outside if id in fits else ():
        with pytest.raises(RulesError) as refused:
            variants.rules(f"{id},{option}={value}")
        if value:
            assert refused.value.code == "bad-value"
            assert refused.value.parts["option"] == option
            assert refused.value.parts["value"] == value
            assert refused.value.parts["takes"]


@pytest.mark.parametrize(("id", "option"), CELLS)
def test_the_variants_own_value_of_an_option_changes_nothing_and_is_not_printed(
    id: str, option: str
) -> None:
    if id in OPTIONS_TABLE[option][0]:
        own = OWN.get((id, option), OPTIONS_TABLE[option][2])
        assert variants.rules(f"{id},{option}={own}") == variants.rules(id)
        assert variants.name(variants.rules(f"{id},{option}={own}")) == id


@pytest.mark.parametrize("id", TABLE)
def test_the_options_that_fit_a_variant_are_listed_in_the_order_of_the_table(id: str) -> None:
    expected = [option for option, (fits, _, _) in OPTIONS_TABLE.items() if id in fits]
    assert variants.fitting(variants.rules(id)) == expected


DEPENDENT = [
    ("pig,end=full-round,tie=playoff", "pig,end=full-round,tie=playoff"),
    ("pig,tie=playoff,end=full-round", "pig,end=full-round,tie=playoff"),
    ("hog,tie=playoff,end=full-round", "hog,end=full-round,tie=playoff"),
    ("piglet,tie=shared,end=full-round", "piglet,end=full-round"),
    ("pig,end=full-round", "pig,end=full-round"),
    ("hog,end=full-round", "hog,end=full-round"),
    ("pass-the-pigs,end=full-round", "pass-the-pigs,end=full-round"),
    ("big-pig,end=at-once", "big-pig,end=at-once"),
    ("big-pig,end=at-once,auto_bank=on", "big-pig,end=at-once,auto_bank=on"),
    ("big-pig,auto_bank=on,end=at-once", "big-pig,end=at-once,auto_bank=on"),
    ("big-pig,auto_bank=off,end=at-once", "big-pig,end=at-once"),
    ("big-pig,first=1", "big-pig,first=1"),
    ("pig,first=roll-off", "pig,first=roll-off"),
    ("pig, bust_points=1 ,target=50", "pig,target=50,bust_points=1"),
    ("pig,target=100,bust_face=1", "pig"),
    ("piglet,target=100", "piglet,target=100"),
    ("two-dice-pig-void,lone_one=bust", "two-dice-pig-void,lone_one=bust"),
    (
        "two-dice-pig,auto_bank=on,pass_allowed=on,lone_one=void,double_one=25,doubles=reroll,"
        "bust_points=1,bust_face=2,first=2,target=7",
        "two-dice-pig,target=7,first=2,bust_face=2,bust_points=1,doubles=reroll,double_one=25,"
        "lone_one=void,pass_allowed=on,auto_bank=on",
    ),
]


@pytest.mark.parametrize(("text", "printed"), DEPENDENT)
def test_options_are_printed_in_the_order_of_the_table_and_only_where_they_differ(
    text: str, printed: str
) -> None:
    assert variants.name(variants.rules(text)) == printed
    assert variants.rules(printed) == variants.rules(text)


@pytest.mark.parametrize(
    "text",
    [
        "pig,tie=playoff",
        "pig,end=at-once,tie=playoff",
        "big-pig,end=at-once,tie=playoff",
        "pig,end=full-round,auto_bank=on",
        "pig,auto_bank=on,end=full-round",
        "skunk-solo,auto_bank=on",
        "hog,auto_bank=on",
        "hog,pass_allowed=on",
        "skunk,end=full-round",
        "skunk-solo,target=50",
        "pig,rounds=5",
    ],
)
def test_an_option_that_the_other_options_leave_no_room_for_does_not_fit(text: str) -> None:
    with pytest.raises(RulesError) as refused:
        variants.rules(text)
    assert refused.value.code == "option-does-not-fit"
    assert refused.value.parts["option"] in text
    assert refused.value.parts["options"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown-variant"),
        ("PIG", "unknown-variant"),
        ("pigs", "unknown-variant"),
        ("pig target=5", "unknown-variant"),
        ("pig;target=5", "unknown-variant"),
        ("pig,", "bad-option"),
        ("pig,,target=5", "bad-option"),
        ("pig,target", "bad-option"),
        ("pig,target=", "bad-option"),
        ("pig,=5", "bad-option"),
        ("pig,target=5,target=5", "repeated-option"),
        ("pig,target=5,target=6", "repeated-option"),
        ("pig,colour=red", "unknown-option"),
        ("pig,Target=5", "unknown-option"),
        ("pig,target==5", "bad-value"),
        ("pig,target=0", "bad-value"),
        ("pig,target=1000001", "bad-value"),
        ("pig,target=\u0665", "bad-value"),
        ("pig,target=five", "bad-value"),
        ("pig,target=+5", "bad-value"),
        ("pig,first=11", "bad-value"),
        ("big-pig,first=5", "bad-value"),
        ("pig,bust_face=7", "bad-value"),
        ("pig,bust_points=2", "bad-value"),
        ("pig,pass_allowed=yes", "bad-value"),
        ("two-dice-pig,double_one=24", "bad-value"),
        ("two-dice-pig,double_one=bust_all", "bad-value"),
        ("hog,max_dice=21", "bad-value"),
        ("skunk,rounds=101", "bad-value"),
    ],
)
def test_what_no_rules_have_is_refused_with_its_name(text: str, code: str) -> None:
    with pytest.raises(RulesError) as refused:
        variants.rules(text)
    assert refused.value.code == code
    assert any(str(part) in text for part in refused.value.parts.values())


# --- laws -------------------------------------------------------------------------------------


@given(rules_texts())
def test_rules_are_named_by_the_text_that_means_them(text: str) -> None:
    rules = variants.rules(text)
    assert variants.name(rules) == name(text)
    assert variants.rules(variants.name(rules)) == rules


@given(rules_texts(), rules_texts())
def test_equal_rules_have_one_name_and_one_hash(one: str, other: str) -> None:
    first, second = variants.rules(one), variants.rules(other)
    assert (first == second) == (variants.name(first) == variants.name(second))
    assert first != second or hash(first) == hash(second)


@given(rules_texts())
def test_rules_are_rebuilt_by_their_repr(text: str) -> None:
    rules = variants.rules(text)
    again = eval(repr(rules), {"Rules": Rules, "Row": Row})
    assert again == rules
    assert hash(again) == hash(rules)


@given(st.text() | spoilt(rules_texts(), ",= 0٣²\n"))
@example("pig,target=" + "9" * 10_000)
@example("pig,target=\ud800")
def test_any_text_names_rules_or_is_refused(text: str) -> None:
    try:
        rules = variants.rules(text)
    except RulesError:
        return
    assert variants.rules(variants.name(rules)) == rules


@pytest.mark.parametrize("option", SWITCHES)
def test_the_table_of_the_naive_reading_is_the_table_of_options(option: str) -> None:
    fits, takes, _ = OPTIONS_TABLE[option]
    switch = SWITCHES[option]
    assert {id for id, own in HOUSES.items() if switch.fits(own)} == fits
    if isinstance(takes, tuple):
        assert (switch.low, switch.high) == takes
    else:
        assert list(switch.words) == takes
    assert (switch.high == SEATS) == (option == "first")
    for id, own in HOUSES.items():
        if id in fits:
            value = OWN.get((id, option), OPTIONS_TABLE[option][2])
            assert house(f"{id},{option}={value}") == own


# --- one more variant ---------------------------------------------------------------------------

TRIPLE = Rules(
    "triple-pig",
    "die",
    3,
    (
        Row("b-b-b", "gain", points=100),
        Row("b-?-?", "bust"),
        Row("x-x-x", "gain", times=3, must_roll=True),
        Row("?-?-?", "gain"),
    ),
    target=150,
    seats=(2, 3),
    roll_off=("die", 3),
)
THREEFOLD = Rules(
    "threefold-pig",
    "die",
    2,
    (
        Row("b-b", "gain", points=50),
        Row("b-?", "bust_all"),
        Row("x-x", "gain", times=3),
        Row("?-?", "gain"),
    ),
    roll_off=("die", 2),
)


@pytest.fixture
def catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    for rules in (TRIPLE, THREEFOLD):
        monkeypatch.setitem(VARIANTS, rules.id, Variant(rules, ("a test",)))


@pytest.mark.usefixtures("catalogue")
def test_a_variant_is_added_by_adding_one_value() -> None:
    rules = variants.rules("triple-pig,target=120,bust_face=2")
    assert variants.name(rules) == "triple-pig,target=120,bust_face=2"
    state = fold(start(rules), [Throw((4, 4, 4)), Throw((1, 3, 4))])
    assert state.turn_total == 36 + 8
    assert apply(state, Hold(1)).scores == (44, 0)
    assert apply(state, Throw((2, 2, 2))).turn_total == 144
    text = '[Rules "triple-pig,first=roll-off"]\n[Seats "2"]\n\nfirst: 1-1-2 6-6-6\n2: 5-5-5\n'
    assert print_record(parse_record(text)) == text


@pytest.mark.usefixtures("catalogue")
def test_a_variant_with_an_effect_of_its_own_can_be_named_and_replayed() -> None:
    """Its doubles, its 1-1 and its lone 1 do what no value of the options does."""
    rules = variants.rules("threefold-pig")
    assert variants.name(rules) == "threefold-pig"
    text = '[Rules "threefold-pig"]\n[Seats "2"]\n\n1: 4-4 1-1 hold\n2: 1-3\n'
    record = parse_record(text)
    assert record.final.scores == (74, 0)
    assert print_record(record) == text


def test_rules_outside_the_catalogue_are_named_by_their_id() -> None:
    assert variants.name(TRIPLE) == "triple-pig"
    assert variants.name(THREEFOLD) == "threefold-pig"

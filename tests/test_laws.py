"""Laws that hold for every variant, every option and every legal game.

Each game is also told to a naive second reading of the rules (`oracle`), which must agree about
every state.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import HOUSES, SWITCHES, all_throws, house, tell, worth
from strategies import a_start, comes_to, play, records

from passel import variants
from passel.dice import weighted_throws
from passel.errors import IllegalEvent, NotationError
from passel.game import (
    HOLD,
    Announce,
    Event,
    Hold,
    State,
    Throw,
    apply,
    effect_of,
    fold,
    legal_actions,
    outcome,
    start,
    throws,
)
from passel.notation import (
    Record,
    event_text,
    parse_position,
    parse_record,
    print_position,
    print_record,
)
from passel.rules import Row, Rules
from passel.variants import VARIANTS

NAMES = {"State": State, "Rules": Rules, "Row": Row}


def assert_the_oracle_agrees(record: Record, text: str) -> None:
    """Both readings of the rules come to the same after each event."""
    begin = record.start
    first = "roll-off" if begin.roll_off is not None else str(begin.first)
    telling = tell(house(text), len(begin.scores), begin.scores, first)
    told = next(telling)
    for state, event in zip(record.states(), [*record.events, None], strict=True):
        assert comes_to(state) == told, print_record(record)
        if event is not None:
            told = telling.send(event_text(event, begin.rules))


@given(records(limit=120))
def test_the_engine_and_a_naive_reading_of_the_rules_agree(record: Record) -> None:
    assert_the_oracle_agrees(record, variants.name(record.start.rules))


@given(records(["pass-the-pigs"], limit=150))
def test_they_agree_about_pigs_that_leave(record: Record) -> None:
    assert_the_oracle_agrees(record, variants.name(record.start.rules))


TIES = [
    "pig,target=4,end=full-round,tie=playoff,bust_points=1",
    "two-dice-pig,target=6,end=full-round,tie=playoff",
    "big-pig,target=8,tie=playoff,pass_allowed=on",
    "hog,target=3,end=full-round,tie=playoff,max_dice=2",
    "piglet,target=1,end=full-round,tie=playoff",
    "pass-the-pigs,target=1,end=full-round,tie=playoff",
    "skunk,rounds=1,tie=playoff",
    "skunk-solo,rounds=1,tie=playoff",
    "greedy-pig,rounds=1,tie=playoff,first_throw_safe=on",
]


@pytest.mark.parametrize("text", TIES)
def test_they_agree_about_long_play_offs(text: str) -> None:
    random = Random(text)
    rules = variants.rules(text)
    tied_again = games = 0
    while games < 40 or (tied_again < 5 and games < 1000):
        seats = random.randint(2, 4)
        first = None if rules.turn == "shared" else random.randint(1, seats)
        begin = start(rules, seats, first=first)
        record = play(begin, random, 150, hold=0.8, bust=random.choice([0.0, 0.3, 0.7]))
        assert_the_oracle_agrees(record, text)
        games += 1
        final = record.final
        tied_again += bool(final.playoff) and final.round > (rules.rounds or 0) + 2
    assert tied_again >= 5


@given(records(limit=60))
def test_a_game_keeps_the_laws(record: Record) -> None:
    for before, event, after in steps(record):
        assert bool(legal_actions(before)) == (not before.over) == (outcome(before) is None)
        assert min(after.scores) >= 0
        assert after.turn_total >= 0
        assert after.round - before.round in {0, 1}
        assert set(after.to_move) <= set(after.contenders)
        assert after.over or after.roll_off is not None or after.to_move
        assert (HOLD in legal_actions(after)) <= (not after.must_roll)
        if not isinstance(event, Hold | Announce):
            possible = throws(before)
            assert sum(chance.probability for chance in possible) == 1
            assert all(chance.probability > 0 for chance in possible)
            effects = [chance.effect for chance in possible]
            assert len(set(effects)) == len(effects)
            what = effect_of(before, event.faces)
            assert what in effects or what.kind == "out"
            for chance in possible:
                assert effect_of(before, chance.faces) == chance.effect


@given(records(limit=25))
def test_applying_an_event_changes_nothing_that_was(record: Record) -> None:
    for before, event, after in steps(record):
        text, number = repr(before), hash(before)
        assert apply(before, event) == after
        assert (repr(before), hash(before)) == (text, number)


@given(records(limit=25))
def test_a_state_is_a_value_that_its_repr_rebuilds(record: Record) -> None:
    states = list(record.states())
    for state in states:
        again = eval(repr(state), NAMES)
        assert again == state
        assert hash(again) == hash(state)
    assert len({*states, *(eval(repr(state), NAMES) for state in states)}) == len(set(states))


@given(records(limit=25), st.integers(0, 12), st.integers(-1, 22))
def test_only_legal_events_are_applied_and_others_are_refused_with_the_state(
    record: Record, seat: int, dice: int
) -> None:
    state = record.final
    legal = legal_actions(state)
    any_throw = state.roll_off is not None or state.dice or state.rules.max_dice is None
    faces = weighted_throws(*state.rules.roll_off)[0][0] if state.roll_off is not None else (1,)
    attempts: list[tuple[Event, bool | None]] = [
        (Hold(seat), HOLD in legal and seat in state.to_move),
        (
            Announce(dice),
            state.roll_off is None
            and not state.over
            and not state.dice
            and 1 <= dice <= (state.rules.max_dice or 0),
        ),
        (Throw(("moon",)), False),
        (Throw(()), False),
        (Throw(faces), False if state.over or not any_throw else None),
    ]
    for event, allowed in attempts:
        error = refusal(state, event)
        assert allowed in {None, error is None}
        assert error is None or (error.state is state and error.code)


def refusal(state: State, event: Event) -> IllegalEvent | None:
    try:
        apply(state, event)
    except IllegalEvent as error:
        return error
    return None


@given(records(limit=60))
def test_a_game_is_a_fold(record: Record) -> None:
    assert fold(record.start, record.events) == record.final
    middle = len(record.events) // 2
    half = fold(record.start, record.events[:middle])
    assert fold(half, record.events[middle:]) == record.final


@given(records(limit=60))
def test_a_game_goes_on_from_its_position(record: Record) -> None:
    """What is left of the game comes to the same from the position as from the state.

    All but the number of the round where the end is full-round: a position has it only once a
    play-off has begun, so one that begins later counts from the position on.
    """
    middle = len(record.events) // 2
    half = fold(record.start, record.events[:middle])
    rest = record.events[middle:]
    after = fold(parse_position(print_position(half)), rest)
    if record.start.rules.end == "full-round" and not half.playoff:
        after = after._replace(round=record.final.round)
    assert print_position(after) == print_position(record.final)


def test_a_position_before_a_play_off_has_no_round() -> None:
    rules = "piglet,target=5,end=full-round,tie=playoff"
    assert print_position(parse_position(f"{rules}:0-3:2:0!")) == f"{rules}:0-3:2:0!"
    for round in (1, 3):
        with pytest.raises(NotationError, match="key-not-here"):
            parse_position(f"{rules}:0-3:2:0!:round={round}")


@pytest.mark.parametrize(
    ("position", "key"),
    [
        ("pig:42-60:1:18:round=2", "round"),
        ("pig:42-60:1:18:dice=2", "dice"),
        ("pig:42-60:1:18:out=2", "out"),
        ("pig:42-60:1:18:playoff=1+2", "playoff"),
        ("skunk:20-5-7:1+3:11:first=2", "first"),
    ],
)
def test_what_no_position_of_a_game_has_is_refused_at_once(position: str, key: str) -> None:
    with pytest.raises(NotationError) as met:
        parse_position(position)
    assert (met.value.code, met.value.parts["key"]) == ("key-not-here", key)
    assert (met.value.line, met.value.column) == (1, position.index("=") + 2)


def steps(record: Record) -> Iterator[tuple[State, Event, State]]:
    """Each event with the states before and after it."""
    states = list(record.states())
    yield from zip(states[:-1], record.events, states[1:], strict=True)


# --- the table: variant x option x effect -------------------------------------------------------


def cells() -> Iterator[tuple[str, str, str]]:
    """Each variant alone, and with each option that it can take, at every end."""
    for id, own in HOUSES.items():
        yield id, "", ""
        for option, switch in SWITCHES.items():
            needs = {
                "tie": {"end": "full-round"} if own.end == "at-once" and not own.shared else {},
                "auto_bank": {"end": "at-once"} if own.end == "full-round" else {},
            }.get(option, {})
            with_needs = ",".join([id, *(f"{key}={value}" for key, value in needs.items())])
            if switch.fits(house(with_needs)):
                for value in switch.ends(own):
                    yield with_needs, option, value


CELLS = list(cells())


def effects_of(text: str) -> set[str]:
    """The effects that these rules have, read from all their throws."""
    here = house(text)
    found = set()
    for token in all_throws(here):
        kind, _, again = worth(here, token)
        found.add("gain, must roll" if again else kind)
    if here.auto_bank == "on":
        found.add("banked by itself")
    if here.first_throw_safe == "on":
        found.add("safe")
    if here.pass_allowed == "on":
        found.add("passed")
    if here.end != "at-once":
        found.add("played off" if here.tie == "playoff" else "shared")
    if here.dice == "hog":
        found |= {"announced", "stopped at the first bust"} if here.max_dice > 1 else {"announced"}
    if here.bust_points and "bust" in found:
        found.add("bust points")
    if here.first == "roll-off":
        found.add("rolled off")
    return found


def effects_met(record: Record) -> set[str]:
    found = set()
    for before, event, after in steps(record):
        rules = before.rules
        if before.roll_off is not None:
            found.add("rolled off")
        elif isinstance(event, Throw):
            what = effect_of(before, event.faces)
            found.add("gain, must roll" if what.must_roll else what.kind)
            if what.kind == "gain" and rules.auto_bank and after.over:
                found.add("banked by itself")
            if what.kind == "void" and rules.first_throw_safe and before.must_roll:
                found.add("safe")
            if what.kind == "bust" and after.scores != before.scores:
                found.add("bust points")
            if len(event.faces) < before.dice:
                found.add("stopped at the first bust")
        elif isinstance(event, Announce):
            found.add("announced")
        elif not before.turn_total and not before.turn_begun and rules.pass_allowed:
            found.add("passed")
        if after.playoff:
            found.add("played off")
        ended = outcome(after)
        if ended is not None and len(ended.winners) > 1:
            found.add("shared")
    return found


@pytest.mark.parametrize(("base", "option", "value"), CELLS)
def test_every_effect_of_every_variant_with_every_option_is_met_in_games_that_replay(
    base: str, option: str, value: str
) -> None:
    text = f"{base},{option}={value}" if option else base
    rules = variants.rules(text)
    random = Random(text)
    missing = effects_of(text)
    games = 0
    while missing and games < 400:
        if games % 2:
            begin = a_start(rules, random)
            record = play(begin, random, 120, hold=random.choice([0.2, 0.5, 0.9]))
        else:
            begin = begin_near_a_tie(rules)
            often = 1.0 if rules.end == "rounds" and games % 4 else 0.0
            record = play(begin, random, 250 if often else 40, hold=0.5, bust=often)
        games += 1
        missing -= effects_met(record)
        assert_the_oracle_agrees(record, text)
        printed = print_record(record)
        assert parse_record(printed) == record
        assert fold(begin, parse_record(printed).events) == record.final
        for state in (begin, record.final):
            assert print_position(parse_position(print_position(state))) == print_position(state)
    assert not missing, f"never met in {games} games of {text}"


def begin_near_a_tie(rules: Rules) -> State:
    """Few seats, each one point from the end, and as the rules say who starts."""
    named = int(rules.first) if rules.first.isdecimal() and rules.turn != "shared" else 1
    seats = max(rules.seats[0], min(2, rules.seats[1]), named)
    score = 0 if rules.target is None else rules.target - 1
    return start(rules, seats, [score] * seats, None)


def test_the_table_has_a_cell_for_every_variant_and_every_option_that_fits_it() -> None:
    assert {base.partition(",")[0] for base, _, _ in CELLS} == set(VARIANTS)
    for id in VARIANTS:
        rules = variants.rules(id)
        met = {option for base, option, _ in CELLS if base.partition(",")[0] == id}
        assert set(variants.fitting(rules)) <= met


# --- distributions under every option -------------------------------------------------------------


@pytest.mark.parametrize(("base", "option", "value"), CELLS)
def test_the_chances_are_the_faces_counted_by_the_naive_reading(
    base: str, option: str, value: str
) -> None:
    text = f"{base},{option}={value}" if option else base
    rules = variants.rules(text)
    seats = max(rules.seats[0], 2, int(rules.first) if rules.first.isdecimal() else 1)
    first = None if rules.turn == "shared" else seats
    state = start(rules, seats, first=first)
    here = house(text)
    counts = range(1, min(4, rules.max_dice) + 1) if rules.max_dice else [0]
    for count in counts:
        ready = apply(state, Announce(count)) if count else state
        if here.dice == "pigs":
            weights = {"-".join(map(str, f)): w for f, w in weighted_throws("pig", 2)}
        else:
            weights = dict.fromkeys(all_throws(here, count), 1)
        expected: dict[tuple[str, int, bool], Fraction] = {}
        for token, weight in weights.items():
            kind, points, again = worth(here, token)
            if here.first_throw_safe == "on" and kind in {"bust", "bust_all"}:
                kind = "void"
            key = (kind, points, again)
            expected[key] = expected.get(key, Fraction(0)) + Fraction(weight, sum(weights.values()))
        assert {tuple(c.effect): c.probability for c in throws(ready)} == expected


# --- rounds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "first", "turns"), list(product([2, 3, 5], [1, 2], [0, 1, 2, 5, 6, 7, 30]))
)
def test_a_round_is_a_turn_of_every_seat(seats: int, first: int, turns: int) -> None:
    state = start(variants.rules("pig"), seats, first=first)
    state = fold(state, [Throw((1,))] * turns)
    assert state.round == 1 + turns // seats
    assert state.to_move == (1 + (first - 1 + turns) % seats,)


@pytest.mark.parametrize("id", HOUSES)
def test_a_game_of_every_variant_comes_to_its_end(id: str) -> None:
    random = Random(id)
    rules = variants.rules(id)
    record = play(a_start(rules, random, rules.seats[0]), random, 20_000, hold=0.25)
    assert record.final.over
    ended = outcome(record.final)
    assert ended is not None
    assert ended.winners
    assert_the_oracle_agrees(record, id)
    assert parse_record(print_record(record)) == record

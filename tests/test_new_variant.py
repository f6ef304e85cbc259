"""Adding a variant is adding one value: what works then without touching another file."""

from __future__ import annotations

import pytest

from passel import variants
from passel.bots import fitting, named
from passel.dice import Seeded
from passel.game import Throw, apply, legal_actions, start, winners
from passel.notation import parse_position, parse_record, print_position, print_record
from passel.rules import Row, Rules
from passel.simulate import play
from passel.variants import Variant
from passel.words import LANGUAGES, Words
from passel.words.telling import tell, title

LUCKY = Rules(
    "lucky-one",
    dice="die",
    count=1,
    rows=(
        Row("b", "bust"),
        Row("1", "gain", points=10, must_roll=True),
        Row("?", "gain"),
    ),
    target=60,
    bust_face=6,
)
THREE = Rules(
    "three-dice",
    dice="die",
    count=3,
    rows=(
        Row("b-b-b", "bust_all"),
        Row("b-?-?", "bust"),
        Row("x-x-x", "gain", times=3),
        Row("?-?-?", "gain"),
    ),
    roll_off=("die", 3),
)


@pytest.fixture(autouse=True)
def _catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    for rules in (LUCKY, THREE):
        monkeypatch.setitem(variants.VARIANTS, rules.id, Variant(rules, ("house",)))
    variants.rules.cache_clear()


def test_it_plays() -> None:
    state = apply(start(variants.rules("lucky-one")), Throw((1,)))
    assert (state.turn_total, state.must_roll) == (10, True)
    assert [str(action) for action in legal_actions(state)] == ["roll"]
    assert apply(state, Throw((6,))).to_move == (2,)


def test_it_takes_the_options_that_its_rows_have_room_for() -> None:
    taken = ["target", "end", "first", "bust_face", "bust_points", "pass_allowed", "auto_bank"]
    assert variants.fitting(LUCKY) == taken
    assert (
        variants.name(variants.rules("lucky-one,bust_face=2,target=60")) == "lucky-one,bust_face=2"
    )


def test_it_is_written_and_read() -> None:
    record = parse_record(
        '[Rules "three-dice"][Seats "2"]\n1: 2-2-2 3-4-5 hold\n2: 1-1-2\n1: 1-1-1'
    )
    assert record.final.scores == (0, 0)
    assert parse_record(print_record(record)) == record
    assert print_position(parse_position("lucky-one:20-30:2:10!")) == "lucky-one:20-30:2:10!"


@pytest.mark.parametrize("id", ["lucky-one", "three-dice"])
def test_bots_play_it(id: str) -> None:
    rules = variants.rules(id)
    policies = [named(name.replace("N", "20"), rules) for name in fitting(rules)[2:4]]
    record = play(start(rules), policies, Seeded(id))
    assert winners(record.final)
    assert parse_record(print_record(record)) == record


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_rules_are_told(lang: str) -> None:
    words = Words(lang)
    assert title(LUCKY, words) == "lucky-one (lucky-one)"
    said = " ".join(tell(LUCKY, words))
    assert "10" in said
    assert "60" in said

"""Advice by playing on: means with standard errors that tell the truth."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from passel.bots import usual
from passel.errors import PasselError
from passel.game import HOLD, ROLL, Action
from passel.notation import parse_position
from passel.rollout import _place, advise, patience
from passel.variants import rules


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("pig", "hold-at-20"),  # (2+3+4+5+6) / 6 is lost at 20 as often as it is gained
        ("two-dice-pig", "hold-at-19"),  # 200 / 11 = 18.2
        ("hog", "roll-5"),  # 5 and 6 dice have the same mean, Feldman and Morgan
        ("greedy-pig", "sit-at-20"),
        ("piglet", "hold-at-1"),
    ],
)
def test_who_plays_on_gains_the_most_a_turn(text: str, name: str) -> None:
    assert usual(rules(text)) == name


def test_playing_on_agrees_with_what_is_known_exactly() -> None:
    """Both hold at 20: the first wins 0.53469832617 (values.toml, nifty: 0.5347)."""
    found = advise(parse_position("pig:0-0:1:0"), games=2_000, seed="fact")
    assert found.errors is not None
    assert abs(found.actions[ROLL] - 0.53469832617) < 4 * found.errors[ROLL]
    assert found.errors[ROLL] == pytest.approx((0.25 / 2_000) ** 0.5, rel=0.02)
    assert not found.exact


def test_a_won_game_is_held_by_any_number_of_seats() -> None:
    """What ends the game is certain; the rest is an estimate."""
    found = advise(parse_position("pig:90-50-60:1:12"), games=200, seed="fact")
    assert found.actions[HOLD] == 1.0
    assert found.best == (HOLD,)
    assert found.errors is not None
    assert set(found.errors) == {ROLL}


@pytest.mark.parametrize(
    ("text", "certain"),
    [
        ("pig:90-50-60:1:12", {HOLD}),
        ("pig:90-50-60:1:9", set()),
        ("pig,end=full-round:90-50-60:3:40", {HOLD}),  # 60 + 40: alone at the target, and last
        ("pig,end=full-round:90-50-60:1:10", set()),
        ("skunk:90-20:1:20:round=5", {HOLD}),  # alone in the last round
        ("skunk:90-20:1+2:20:round=5", set()),  # the other may go on
        ("skunk:90-20:1:20:round=4", set()),
        ("hog:96-90-90:1:0!", set()),
    ],
)
def test_only_what_ends_the_game_is_certain(text: str, certain: set[Action]) -> None:
    found = advise(parse_position(text), games=2, seed="fact")
    assert found.errors is not None
    assert set(found.actions) - set(found.errors) == certain


def test_in_a_shared_turn_each_seat_has_its_own_advice() -> None:
    """Who leads in the last round holds what it has; who is far behind must go on."""
    leader = advise(parse_position("skunk:90-20:1+2:20:round=5"), 1, games=300, seed="fact")
    behind = advise(parse_position("skunk:90-20:1+2:20:round=5"), 2, games=300, seed="fact")
    assert (leader.seat, behind.seat) == (1, 2)
    assert leader.best == (HOLD,)
    assert ROLL in behind.best


def test_the_same_seed_gives_the_same_advice() -> None:
    state = parse_position("pig:42-60-50:1:18")
    one, two = (advise(state, games=50, seed="fact") for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    ("text", "seat", "code"),
    [("pig:100-60:-:0", None, "nobody-to-move"), ("pig:1-2-3:1:5", 2, "not-to-move")],
)
def test_a_seat_without_a_decision_gets_none(text: str, seat: int | None, code: str) -> None:
    with pytest.raises(PasselError) as refused:
        advise(parse_position(text), seat, games=2)
    assert refused.value.code == code


def test_others_in_a_shared_turn_differ_in_patience() -> None:
    """Seven totals around 200 / 11, the half to the one and a half; every pair as often."""
    assert patience(rules("skunk")) == (9, 12, 15, 19, 22, 25, 28)
    pairs = Counter((_place(game, 2), _place(game, 5)) for game in range(49))
    assert pairs == Counter(product(range(7), repeat=2))


def test_who_holds_early_is_not_far_ahead_of_others_who_play_alike() -> None:
    """Four are level in the first of five rounds: each wins about one game of four."""
    found = advise(parse_position("skunk:0-0-0-0:1+2+3+4:7:round=1"), 1, games=600, seed="fact")
    assert all(0.18 < win < 0.32 for win in found.actions.values())

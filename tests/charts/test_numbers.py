"""The numbers behind charts: published ones, other ways to compute them, and counting by hand."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from ordered import GAINED, LOST, game, numbers

from passel.bots import named
from passel.charts import CHARTS, ChartError, Order, data
from passel.charts.cost import against_best
from passel.dice import Seeded
from passel.exact.shelf import recall
from passel.exact.solve import solve
from passel.game import Event, State, Throw, apply, same_turn, start
from passel.notation import parse_record
from passel.policy import decide
from passel.review import review
from passel.rules import effect
from passel.variants import rules
from passel.words import Words

VALUES = tomllib.loads((Path(__file__).parents[1] / "exact/values.toml").read_text("utf-8"))


def value(what: str) -> dict[str, Any]:
    """The published value that begins so."""
    (found,) = (each for each in VALUES["value"] if each["what"].startswith(what))
    return dict(found)


# hold


def test_at_41_against_49_it_holds_at_22_and_rolls_again_at_27() -> None:
    published = value("pig: at i=41, j=49")
    first, last, again, end = published["hold"]
    row = numbers("hold").at(41, 49)
    assert row.hold_from == first
    (gap,) = published["roll"]
    assert row.rolls == ((0, first - 1), (gap, gap), (end + 1, 100 - 41 - 1))
    assert (last + 1, gap) == (gap, again - 1)


def test_at_22_against_0_it_holds_at_19() -> None:
    assert "holds at 19" in value("pig: position 22-0")["what"]
    assert numbers("hold").at(22, 0).hold_from == 19


def brute_pig(target: int) -> dict[tuple[int, int, int], float]:
    """Pig by plain value iteration over all states, straight from Neller and Presser's equation."""
    wins = {(i, j, k): 0.5 for i in range(target) for j in range(target) for k in range(target - i)}

    def holding(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= target else 1.0 - wins[j, i + k, 0]

    def rolling(i: int, j: int, k: int) -> float:
        total = 1.0 - wins[j, i, 0]
        for face in range(2, 7):
            total += 1.0 if i + k + face >= target else wins[i, j, k + face]
        return total / 6

    for _ in range(60):
        for i, j, k in reversed(wins):
            roll = rolling(i, j, k)
            wins[i, j, k] = roll if k == 0 else max(roll, holding(i, j, k))
    return {(i, j, k): holding(i, j, k) - rolling(i, j, k) for i, j, k in wins}


def test_every_hold_and_roll_of_a_small_pig_is_what_value_iteration_finds() -> None:
    target = 20
    gains = brute_pig(target)
    found = numbers("hold", f"pig,target={target}")
    assert len(found.rows) == target * target
    for row in found.rows:
        rolls = {k for begin, end in row.rolls for k in range(begin, end + 1)}
        for k in range(1, target - row.own):
            gain = gains[row.own, row.other, k]
            assert abs(gain) < 1e-9 or (gain < 0) == (k in rolls), (row, k, gain)


def test_hold_at_20_holds_at_20_below_80_and_then_races() -> None:
    for row in numbers("hold", "pig", "hold-at-20").rows:
        assert row.hold_from == (20 if row.own < 80 else None)


@pytest.mark.parametrize("text", ["hog", "skunk", "skunk-solo", "pig,target=201"])
def test_a_map_needs_solo_turns_and_a_target_that_fits(text: str) -> None:
    with pytest.raises(ChartError) as refused:
        numbers("hold", text)
    assert refused.value.code == "chart-does-not-fit"


# turn


def test_a_hold_at_20_turn_has_the_published_distribution() -> None:
    found = numbers("turn")
    assert found.policy == "hold-at-20"
    assert [row.points for row in found.rows] == [0, 20, 21, 22, 23, 24, 25]
    assert [row.what for row in found.rows] == ["lost", *["scored"] * 6]
    chances = [row.chance for row in found.rows]
    assert chances == pytest.approx(value("pig: one hold-at-20 turn")["table"], abs=1e-10)
    assert found.mean == pytest.approx(value("pig: mean points of a hold-at-20")["mean"], abs=1e-9)


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("two-dice-pig", "hold-at-22"),
        ("big-pig", "hold-at-20"),
        ("pass-the-pigs", "hold-at-22"),
        ("pass-the-pigs,piggyback=off", "hold-at-22"),
        ("hog", "roll-5"),
        ("skunk", "sit-at-18"),
        ("two-dice-pig,bust_points=1", "hold-at-15"),
        ("pig", "optimal"),
        ("pig", "random"),
    ],
)
def test_turns_that_are_played_come_out_as_often_as_the_chart_says(text: str, policy: str) -> None:
    """Within four and a half standard errors for each outcome, of 4,000 turns."""
    game = rules(text)
    found = numbers("turn", text, policy)
    assert sum(row.chance for row in found.rows) == pytest.approx(1.0, abs=1e-9)
    chosen, dice, seen = named(policy, game), Seeded(f"{text} {policy}"), Counter[tuple[str, int]]()
    turns, seats = 4000, game.seats[0]
    for _ in range(turns):
        first = state = start(game, seats, first=None if game.turn == "shared" else 1)
        how = "scored"
        while state == first or same_turn(first, state):
            for event in decide([chosen] * seats, state, dice):
                how = ended(state, event) or how
                state = apply(state, event)
        seen[how, 0 if how in {"lost-all", "out"} else state.scores[0]] += 1
    for row in found.rows:
        error = math.sqrt(row.chance * (1 - row.chance) / turns)
        assert abs(seen[row.what, row.points] / turns - row.chance) <= 4.5 * error + 2 / turns, row


def ended(state: State, event: Event) -> str | None:
    """How a losing throw ended the turn, or None."""
    if not isinstance(event, Throw):
        return None
    kinds = {"bust": "lost", "bust_all": "lost-all", "out": "out"}
    return kinds.get(effect(state.rules, event.faces).kind)


# cost


def test_what_named_policies_win_against_the_best_is_as_published() -> None:
    pig = rules("pig")
    published = value("pig: named policy against the equilibrium")
    for policy in ("hold-at-20", "hold-at-25", "keep-pace"):
        first, second = published[policy]
        row = against_best(policy, pig, recall(pig))
        assert (row.first, row.second) == pytest.approx((first, second), abs=1e-9)
        assert row.cost == pytest.approx(0.5 - (first + second) / 2, abs=1e-9)


def test_the_best_hold_value_of_two_dice_pig_is_23() -> None:
    game = rules("two-dice-pig")
    rows = [against_best(f"hold-at-{points}", game, recall(game)) for points in (22, 23, 24)]
    best = min(rows, key=lambda row: row.cost)
    assert best.number == 23
    published = value("two-dice-pig: best fixed hold value")
    assert 0.5 - best.cost == pytest.approx(published["mean"], abs=1e-6)


def test_hold_values_from_half_to_twice_the_steady_one_are_compared() -> None:
    found = numbers("cost", "pig,target=30")
    assert [row.number for row in found.numbered] == list(range(10, 31))
    assert {row.policy for row in found.rows if row.number is None} == {"keep-pace", "score-base"}
    assert all(row.cost > -1e-12 for row in found.rows)
    assert found.best.cost == min(row.cost for row in found.numbered)


def test_in_hog_numbers_of_dice_are_compared() -> None:
    found = numbers("cost", "hog,max_dice=3,target=20")
    assert [row.policy for row in found.rows] == ["roll-1", "roll-2", "roll-3"]


# game


def test_a_game_has_the_win_probabilities_of_its_review() -> None:
    found = numbers("game")
    expected = review(game()).wins
    assert [row.wins[0] for row in found.rows] == list(expected)
    assert all(sum(row.wins) == pytest.approx(1.0, abs=1e-15) for row in found.rows)
    assert [row.text for row in found.rows[1:7]] == ["1", "3", "3", "6", "2", "1"]


def test_what_turns_bring_and_lose_is_what_the_faces_add_up_to() -> None:
    rows = numbers("game").rows
    assert [row.lost for row in rows if row.lost is not None] == LOST
    ends = [row for row in rows if row.gained is not None]
    assert [row.gained for row in ends if row.lost is None] == GAINED
    assert [row.turn for row in ends] == [1, 2, 3, 4, 5, 6]
    assert [row.seat for row in ends] == [1, 2, 1, 2, 1, 2]


def test_a_lost_score_is_lost_too() -> None:
    text = '[Rules "two-dice-pig"][Seats "2"][Scores "30 20"]\n1: 5-6 1-1\n2: 3-4 1-2\n'
    order = Order(rules("two-dice-pig"), record=parse_record(text), find=solve)
    ends = [row for row in CHARTS["game"].numbers(order).rows if row.gained is not None]
    assert [(row.gained, row.lost) for row in ends] == [(-30, 41), (0, 7)]


# first


def test_who_plays_first_has_the_published_chance() -> None:
    found = numbers("first")
    first = {(row.end, row.target): row.first for row in found.rows}
    assert first["at-once", 100] == pytest.approx(value("pig: both optimal")["win"], abs=1e-12)
    assert {row.end for row in found.rows} == {"at-once", "full-round", "full-round,tie=playoff"}
    for row in found.of("full-round,tie=playoff")[::5]:
        again = solve(rules(f"pig,end=full-round,tie=playoff,target={row.target}")).first_player
        assert row.first == again


def test_a_coin_to_one_point_is_worked_out_by_hand() -> None:
    """At once: x = 1/2 + 1/2 (1 - x), so x = 2/3.

    To the end of the round: after a hit of the first, the second misses (1/2), or has a tie, which
    is worth 1/2 held or risked for 2 points: 3/4 for the first. After a miss, the second wins with
    a hit, and with a miss all begins again: x = 1/2 * 3/4 + 1/2 * 1/2 x, so x = 1/2.
    """
    found = numbers("first", "piglet")
    first = {(row.end, row.target): row.first for row in found.rows}
    assert first["at-once", 1] == pytest.approx(2 / 3)
    assert first["full-round", 1] == pytest.approx(1 / 2)


# growth


@pytest.mark.parametrize("text", ["pig", "pig,end=full-round", "hog"])
def test_positions_are_as_many_as_the_solver_has(text: str) -> None:
    for row in numbers("growth", text).of("starts", 2):
        if row.target <= 100:
            name = f"{text},target={row.target}"
            assert row.value == solve(rules(name)).states


def test_positions_grow_by_the_target_for_each_player() -> None:
    found = numbers("growth")
    for seats in (1, 2, 3, 4):
        for row in found.of("starts", seats):
            assert row.value == row.target**seats


def test_throws_and_what_they_come_to_are_counted() -> None:
    """All throws of up to five dice; in Hog a 1 makes a throw worth nothing."""
    found = numbers("growth")
    for throws, effects in list(zip(found.of("throws"), found.of("effects"), strict=True))[:5]:
        every = list(product(range(1, 7), repeat=throws.dice))
        assert throws.value == len(every)
        assert effects.value == len({0 if 1 in faces else sum(faces) for faces in every})


def test_measured_times_are_times() -> None:
    found = numbers("growth")
    assert all(0.0 < row.value < 600.0 for row in found.of("seconds", 2))
    assert found.kernel in {"compiled", "interpreted"}


# all


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_is_a_sentence_and_a_table(name: str) -> None:
    for lang in ("en", "fr", "pl"):
        found = data(CHARTS[name], numbers(name, "pig,target=30"), Words(lang))
        assert found["chart"] == name
        assert str(found["sentence"]).endswith(".")
        assert isinstance(found["rows"], list)
        assert found["rows"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("first", text) for text in ("skunk", "skunk-solo", "greedy-pig")),
        *(("growth", text) for text in ("skunk", "skunk-solo")),
        *(("cost", text) for text in ("skunk", "skunk-solo")),
        ("turn", "greedy-pig,first_throw_safe=on"),
    ],
)
def test_rules_that_have_no_such_chart_are_refused(name: str, text: str) -> None:
    with pytest.raises(ChartError) as refused:
        numbers(name, text)
    assert refused.value.code == "chart-does-not-fit"

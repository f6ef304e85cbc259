"""Policies against each other, tabulated and simulated."""

from __future__ import annotations

from math import sqrt

import pytest
from plain import asked

from passel.errors import PolicyError
from passel.exact.mass import play
from passel.exact.match import best_response, match, responder, response
from passel.exact.solve import solve
from passel.game import HOLD, ROLL, Action, State
from passel.policy import (
    Policy,
    always_roll,
    at_random,
    hold_at,
    keep_pace,
    roll_dice,
    score_base,
    scoring_turns,
)
from passel.variants import rules

SHORT = rules("pig,target=20")


def test_the_equilibrium_against_itself_is_the_equilibrium() -> None:
    for text in ("pig", "big-pig,target=12", "two-dice-pig,target=30", "hog,target=20,max_dice=5"):
        solution = solve(rules(text))
        played = match(solution, solution, rules(text))
        assert played.a_first == pytest.approx(solution.first_player, abs=1e-13)
        assert played.mean_a == pytest.approx(0.5, abs=1e-13)


def test_nothing_does_better_than_the_best_response() -> None:
    rival = hold_at(8)
    best = best_response(rival, SHORT)
    for points in range(1, 20):
        played = match(hold_at(points), rival, SHORT)
        assert played.a_first <= best.a_first + 1e-14
        assert played.b_first >= best.b_first - 1e-14
    assert best.a_first > solve(SHORT).first_player


def test_a_mixed_policy_lies_between() -> None:
    played = match(at_random(), hold_at(8), SHORT)
    assert 0.0 < played.a_first < 0.5


@pytest.mark.parametrize(
    "text",
    ["pig,target=30", "pig,target=20,end=full-round", "two-dice-pig,target=30,pass_allowed=on"],
)
def test_simulation_agrees_within_four_standard_errors(text: str) -> None:
    of = rules(text)
    solution = solve(of)
    table = solution.table
    counts = play(of, table.first, table.second, 40_000, 1)
    mean = (counts.first + counts.tied / 2) / 40_000
    assert abs(mean - solution.first_player) < 4 * sqrt(0.25 / 40_000)
    assert counts.games == 40_000


@pytest.mark.parametrize(
    ("text", "a", "b"),
    [
        ("pig,target=20", hold_at(8), keep_pace()),
        ("pig,target=16,end=full-round", hold_at(7), at_random()),
        ("pig,target=15,end=full-round,tie=playoff", scoring_turns(2), always_roll()),
        ("pig,target=15,bust_points=1,end=full-round", hold_at(6), at_random()),
        ("pig,target=12,pass_allowed=on", hold_at(5), at_random()),
        ("two-dice-pig,target=15,end=full-round", hold_at(9), score_base()),
        ("two-dice-pig-void,target=12", at_random(), hold_at(30)),
        ("big-pig,target=8", hold_at(7), hold_at(999)),
        ("hog,target=12,max_dice=3", roll_dice(2), at_random()),
        ("hog,target=12,max_dice=3,end=full-round", roll_dice(3), at_random()),
        ("skunk-solo,rounds=1", hold_at(9), at_random()),
    ],
)
def test_a_named_policy_is_tabulated_as_it_answers(text: str, a: Policy, b: Policy) -> None:
    """Its table is known at once; that of a function is found by asking it wherever it comes."""
    of = rules(text)
    assert match(a, b, of) == pytest.approx(match(asked(a), asked(b), of), abs=1e-13)
    assert match(a, b, of) == pytest.approx(match(asked(a), b, of), abs=1e-13)


def test_a_turn_that_is_hardly_ever_so_long_stays_in_the_table() -> None:
    """Always rolling, with no target, is a bust in every round: two who do so tie at 0."""
    of = rules("skunk-solo,rounds=2")
    assert match(always_roll(), always_roll(), of).a_first == pytest.approx(0.5, abs=1e-12)
    assert match(hold_at(1), always_roll(), of).a_first > 0.9


@pytest.mark.parametrize("text", ["pig,target=20", "big-pig,target=8", "skunk-solo,rounds=1"])
def test_the_table_of_the_best_response_does_what_the_response_does(text: str) -> None:
    of = rules(text)
    rival = hold_at(6)
    best = best_response(rival, of)
    assert match(response(rival, of), rival, of) == pytest.approx(best, abs=1e-13)
    assert match(responder(rival, of), rival, of) == pytest.approx(best, abs=1e-13)


def test_the_best_answer_to_one_who_always_passes_is_to_arrive() -> None:
    def passes(state: State, seat: int) -> Action:
        return HOLD

    best = best_response(passes, rules("pig,target=20,pass_allowed=on"))
    assert best == pytest.approx((1.0, 0.0), abs=1e-12)


def test_a_policy_that_raises_is_named_with_its_position() -> None:
    def broken(state: State, seat: int) -> Action:
        raise ValueError(f"{seat} at {state.turn_total}")

    with pytest.raises(PolicyError) as caught:
        match(broken, hold_at(9), SHORT)
    assert caught.value.code == "policy-raised"
    assert caught.value.parts["state"].turn_total == 2


def test_a_policy_that_answers_nonsense_is_named_with_its_position() -> None:
    with pytest.raises(PolicyError) as caught:
        match(roll_dice(3), hold_at(9), SHORT)
    assert caught.value.code == "policy-illegal"
    assert caught.value.parts["answer"] == "roll 3"


def test_two_who_never_end_a_game_are_found_and_not_waited_for() -> None:
    def never(state: State, seat: int) -> Action:
        return ROLL

    with pytest.raises(PolicyError) as caught:
        match(never, never, SHORT)
    assert caught.value.code == "policy-never-ends"
    assert caught.value.parts["state"].scores == (0, 0)
    assert match(never, always_roll(), SHORT).a_first == pytest.approx(0.0, abs=1e-12)


def test_two_who_always_pass_never_end_a_game() -> None:
    def passes(state: State, seat: int) -> Action:
        return HOLD

    with pytest.raises(PolicyError):
        match(passes, passes, rules("pig,target=20,pass_allowed=on"))


def test_a_policy_is_asked_in_both_seats_and_only_what_it_can_meet() -> None:
    seen = set()

    def curious(state: State, seat: int) -> Action:
        assert state.to_move == (seat,)
        assert state.scores[seat - 1] % 2 == 0
        seen.add(seat)
        return HOLD if state.turn_total % 2 == 0 else ROLL

    match(curious, curious, rules("pig,target=12"))
    assert seen == {1, 2}

"""Laws of the solution, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest

from passel.errors import PasselError
from passel.exact.advise import advise, prospects
from passel.exact.cells import LARGEST, Phase
from passel.exact.proof import Proof, all_states, residual, turn_states
from passel.exact.solve import Solution, solve
from passel.game import HOLD, ROLL, Action, Announce, State, apply, start
from passel.notation import parse_position
from passel.rules import Row, Rules
from passel.variants import rules


@pytest.mark.parametrize(
    ("text", "longest"),
    [
        ("pig,target=12", 20),
        ("two-dice-pig,target=8", 20),
        ("big-pig,target=3,tie=playoff", 16),
        ("hog,target=9,max_dice=3,end=full-round,bust_points=1", 6),
        ("skunk-solo,rounds=1,tie=playoff", 6),
    ],
)
def test_every_position_meets_the_equation_as_the_game_has_it(text: str, longest: int) -> None:
    of = rules(text)
    missed, count = residual(all_states(of, longest, highest=2), solve(of).win)
    assert missed < 1e-12
    assert count > 50


def test_both_seats_chances_sum_to_one() -> None:
    state = parse_position("big-pig:60-42:1:12!")
    assert solve(state.rules).win(state, 1) + solve(state.rules).win(state, 2) == 1.0


@pytest.mark.parametrize("text", ["pig", "hog", "two-dice-pig-plain", "pig,end=full-round"])
def test_a_higher_score_never_hurts_where_it_cannot_be_lost(text: str) -> None:
    solution = solve(rules(text))
    for phase in (Phase(0), Phase(1 if solution.base else 0)):
        for other in range(0, 100, 9):
            wins = [solution.begin(phase, own, other) for own in range(100)]
            assert all(low <= high + 1e-15 for low, high in pairwise(wins))


def test_a_face_that_stands_for_another_changes_nothing_if_the_sums_stay() -> None:
    pig = rules("pig,target=20")
    rows = (Row("b", "bust"), Row("?", "gain"))
    mine = Rules("mine", "die", 1, rows, target=20)
    assert list(Solution(mine).block) == list(solve(pig).block)


def test_auto_bank_changes_no_value() -> None:
    assert list(solve(rules("pig,auto_bank=on")).block) == list(solve(rules("pig")).block)


def test_being_allowed_to_pass_changes_nothing_in_pig() -> None:
    free, own = solve(rules("pig,pass_allowed=on")), solve(rules("pig"))
    assert list(free.block) == pytest.approx(list(own.block), abs=1e-14)


def test_who_may_pass_is_never_worse_off_for_being_to_move() -> None:
    """Here a throw is more likely to lose everything than to gain a point."""
    rows = (Row("1", "bust_all"), Row("2", "gain", points=1), Row("?", "bust"))
    mine = Rules("mine", "die", 1, rows, target=12, pass_allowed=True)
    solution = solve(mine)
    assert solution.residual < 1e-14
    for own in range(12):
        for other in range(12):
            both = solution.begin(Phase(), own, other) + solution.begin(Phase(), other, own)
            assert both >= 1.0 - 1e-14


def test_an_announced_turn_names_each_number_of_dice() -> None:
    advice = advise(start(rules("hog"), 2))
    assert list(advice.actions) == [Action("roll", dice) for dice in range(1, 21)]
    thrown = apply(advice.state, Announce(5))
    assert advise(thrown).actions == {ROLL: advice.actions[Action("roll", 5)]}
    assert advice.best == (Action("roll", 6),) or advice.best == (Action("roll", 5),)


def test_what_each_throw_would_do_averages_to_rolling() -> None:
    state = parse_position("big-pig:60-42:2:18:first=2")
    found = prospects(state)
    mean = sum(float(one.chance.probability) * one.win for one in found)
    assert mean == pytest.approx(advise(state).actions[ROLL], abs=1e-14)


def test_a_roll_off_that_is_half_thrown_is_worth_what_it_promises() -> None:
    solution = solve(rules("big-pig"))
    begin = start(rules("big-pig"), 2)
    assert solution.win(begin) == 0.5
    low = begin._replace(roll_off=((1, 1),))
    high = begin._replace(roll_off=((6, 6),))
    assert (
        min(solution.win(low), solution.win(high))
        < 0.5
        < max(solution.win(low), solution.win(high))
    )


def test_a_seat_that_leaves_loses() -> None:
    rows = (Row("1", "out"), Row("?", "gain"))
    mine = Rules("mine", "die", 1, rows, target=1)
    assert solve(mine).first_player == pytest.approx(5 / 6, abs=1e-15)


def test_the_policy_plays_the_best() -> None:
    of = rules("pig")
    policy = solve(of).policy()
    assert policy(State(of, (22, 0), (1,), 19), 1) == HOLD
    assert policy(State(of, (22, 0), (1,), 18), 1) == ROLL


@pytest.mark.parametrize(
    ("of", "code"),
    [
        (rules("pig,target=1000000"), "too-large"),
        (rules("skunk"), "not-exact"),
        (rules("skunk-solo,rounds=100"), "too-large"),
        (Rules("mine", "die", 1, (Row("?", "void"),)), "never-ends"),
        (Rules("mine", "die", 1, (Row("?", "gain"),), end="full-round"), "turn-too-long"),
        (Rules("mine", "die", 1, (Row("?", "gain", points=0, must_roll=True),)), "never-ends"),
    ],
    ids=lambda value: str(getattr(value, "id", value)),
)
def test_what_cannot_be_solved_is_refused_at_once(of: Rules, code: str) -> None:
    with pytest.raises(PasselError) as caught:
        Solution(of)
    assert caught.value.code == code
    assert LARGEST * 8 <= 240_000_000


def test_shared_turns_are_not_advised_exactly() -> None:
    with pytest.raises(PasselError, match="not-exact"):
        advise(start(rules("skunk"), 2))


def test_a_solution_knows_its_own_residual() -> None:
    many = [rules(text) for text in ("pig", "two-dice-pig", "pass-the-pigs", "hog")]
    # A bust is worth more after the last step: what was best from the top on no longer is.
    many += [rules(f"pig,target={target},end=full-round") for target in (20, 22, 25, 50, 100)]
    many += [
        rules("pig,target=25,bust_face=2,end=full-round"),
        rules("pig,target=9,bust_face=2,end=full-round"),
        rules("big-pig-25,target=8,end=full-round"),
        rules("two-dice-pig-plain,target=2,doubles=double,bust_face=6,end=full-round"),
        rules("big-pig"),
    ]
    for of in (*many, replace(rules("pig"), bust_points=1, target=50)):
        missed = solve(of).residual
        assert missed < 1e-14


def test_every_turn_of_a_full_round_is_what_the_turn_itself_comes_to() -> None:
    """At 24-6 to 25 an early end of the last step was wrong by 5e-5."""
    solution = solve(rules("pig,target=25,end=full-round"))
    for number, own, other in product((0, 1), range(25), range(25)):
        turn = solution.turn(Phase(number), own, other)
        assert solution.begin(Phase(number), own, other) == pytest.approx(turn.must[0], abs=1e-14)


def test_a_certain_win_is_no_more_than_certain() -> None:
    certain = solve(rules("two-dice-pig,target=5,lone_one=void,double_one=25"))
    assert certain.first_player == 1.0


def test_pig_to_40_misses_its_equation_nowhere() -> None:
    """All 73,600 positions, through the game itself."""
    of = rules("pig,target=40")
    proof = Proof(of, solve(of).block)
    found = [proof(part) for part in proof.parts]
    assert max(missed for missed, _ in found) < 1e-12
    assert sum(count for _, count in found) == 40 * 40 * 46


def test_pig_to_100_misses_its_equation_in_no_sum_of_scores() -> None:
    """For each sum of scores one pair, drawn anew with each sum: all its turn totals."""
    random, of = Random("sums"), rules("pig")
    begin = start(of, 2)
    for total in range(199):
        own = random.randint(max(0, total - 99), min(99, total))
        turn = turn_states(begin._replace(scores=(own, total - own)), 106 - own)
        missed, _ = residual(turn, solve(of).win)
        assert missed < 1e-12, (own, total - own)


def test_a_wrong_cell_is_found_by_the_proof() -> None:
    of = rules("pig,target=12")
    block = list(solve(of).block)
    block[5 * 12 + 7] += 1e-9
    proof = Proof(of, block)
    assert max(proof(part)[0] for part in proof.parts) > 1e-11

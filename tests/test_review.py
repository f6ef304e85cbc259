"""Luck and skill: what decisions cost and throws are worth adds up to the result, exactly."""

from __future__ import annotations

import pytest

from passel.bots import fitting, named
from passel.dice import Seeded
from passel.errors import PasselError
from passel.game import HOLD, ROLL, Action
from passel.notation import parse_record
from passel.review import review
from passel.simulate import begin, play
from passel.variants import rules

GAMES = (
    "pig",
    "pig,target=30,pass_allowed=on",
    "pig,target=30,auto_bank=on,bust_points=1",
    "pig,target=30,end=full-round,first=2",
    "pig,target=20,first=roll-off",
    "two-dice-pig,target=40",
    "two-dice-pig-void,target=30,doubles=reroll",
    "two-dice-pig-plain,target=30,bust_face=6",
    "big-pig,target=40",
    "big-pig,target=30,tie=playoff",
    "big-pig-25,target=40",
    "hog,target=40",
    "hog,target=30,end=full-round,tie=playoff",
    "skunk-solo,rounds=1",
    "skunk-solo,rounds=1,tie=playoff",
    "pass-the-pigs,target=50",
    "piglet,target=5",
)


@pytest.mark.parametrize("text", GAMES)
def test_result_minus_start_is_luck_minus_losses(text: str) -> None:
    game = rules(text)
    names = [name.replace("N", "5") for name in fitting(game)[2:]]
    policies = [named(names[0], game), named("random", game)]
    dice = Seeded(text)
    for _ in range(8):
        found = review(play(begin(game, 2, dice.below), policies, dice))
        for each in found.sums:
            made = each.luck - each.lost + each.given
            assert each.result - each.start == pytest.approx(made, abs=1e-12)
        assert all(made.cost >= 0.0 for made in found.decisions)
        assert sum(each.start for each in found.sums) == pytest.approx(1.0, abs=1e-12)


def test_at_99_all_a_winning_throw_can_add_is_a_seventh() -> None:
    """6/7 is the win probability at 99-99: Neller and Presser's recursion, by hand."""
    found = review(parse_record('[Rules "pig"][Seats "2"][Scores "99 99"]\n1: 2 hold\n'))
    assert found.wins == pytest.approx((6 / 7, 1.0, 1.0))
    assert found.sums[0].luck == pytest.approx(1 / 7)
    assert (found.sums[0].lost, found.sums[0].result, found.sums[1].result) == (0.0, 1.0, 0.0)


def test_a_bust_at_99_is_bad_luck_and_no_mistake() -> None:
    found = review(parse_record('[Rules "pig"][Seats "2"][Scores "99 99"]\n1: 1\n'))
    assert found.throws[0].gain == pytest.approx(1 / 7 - 6 / 7)
    assert (found.decisions, found.sums[0].lost) == ((), 0.0)


def test_rolling_on_with_the_target_in_hand_costs_what_it_risks() -> None:
    """Who could win by holding and rolls keeps 6 cases in 7 * 6: 5/6 + 1/6 * 1/7."""
    found = review(parse_record('[Rules "pig"][Seats "2"][Scores "99 99"]\n1: 2 3 hold\n'))
    rolled, held = found.decisions
    assert (rolled.chosen, rolled.advice.best) == (ROLL, (HOLD,))
    assert rolled.cost == pytest.approx(1 - (5 / 6 + 1 / 6 / 7))
    assert held.cost == 0.0


def test_the_number_of_dice_is_a_decision_and_the_throw_is_not() -> None:
    found = review(parse_record('[Rules "hog"][Seats "2"][Scores "90 60"]\n1: x5 2-2-2-2-3\n'))
    (made,) = found.decisions
    assert (made.chosen, made.advice.best) == (Action("roll", 5), (Action("roll", 3),))
    assert len(found.throws) == 1


def test_the_throws_for_who_starts_are_luck() -> None:
    found = review(parse_record('[Rules "pig,first=roll-off"][Seats "2"]\nfirst: 6 1\n'))
    assert found.sums[0].start == pytest.approx(0.5)
    assert found.sums[0].luck == pytest.approx(0.530592725274 - 0.5, abs=1e-10)


def test_a_shared_win_is_a_half() -> None:
    text = '[Rules "pig,end=full-round"][Seats "2"][Scores "95 90"]\n1: 6 hold\n2: 5 6 hold\n'
    assert [each.result for each in review(parse_record(text)).sums] == [0.5, 0.5]


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("pig,target=20", 3),
        ("pig,target=12,first=roll-off", 3),
        ("pig,target=8", 4),
        ("two-dice-pig,target=15", 3),
        ("hog,target=12,max_dice=4", 3),
    ],
)
def test_with_more_seats_luck_and_skill_add_up_for_each(text: str, seats: int) -> None:
    game = rules(text)
    name = fitting(game, seats)[1].replace("N", "3")
    policies = [named(name, game), *[named("random", game)] * (seats - 1)]
    dice = Seeded(text)
    for _ in range(3):
        found = review(play(begin(game, seats, dice.below), policies, dice))
        for each in found.sums:
            made = each.luck - each.lost + each.given
            assert each.result - each.start == pytest.approx(made, abs=1e-12)
            assert each.lost >= 0.0
        assert sum(each.start for each in found.sums) == pytest.approx(1.0, abs=1e-12)
        assert sum(each.result for each in found.sums) == 1.0
        assert sum(each.luck for each in found.sums) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[Rules "pig,end=full-round"][Seats "3"]\n1: 4 hold\n', "seats-not-exact"),
        ('[Rules "skunk"][Seats "2"]\n*: 3-4\n', "not-exact"),
    ],
)
def test_full_rounds_of_more_seats_and_shared_turns_are_refused(text: str, code: str) -> None:
    with pytest.raises(PasselError) as refused:
        review(parse_record(text))
    assert refused.value.code == code

"""The solved numbers of the lessons, against computations of their own."""

from __future__ import annotations

from itertools import product

import pytest

from passel.web.lessons import lessons

DIE = range(1, 7)


def naive(target: int, *, finish: bool) -> float:
    """The first player's chance in Pig between two best players, by sweeps over all scores.

    Args:
        target: The points that end the game.
        finish: Whether the round in which somebody reaches it is finished.
    """
    scores = range(target)
    first = {(own, other): 0.5 for own in scores for other in scores}
    second = dict(first)

    def last(other: int) -> float:
        """What the second player makes of the last turn, from 0 points above `-other`."""
        most = max(target, other + target)
        turn = [0.0] * (most + 7)
        for k in range(most + 6, -1, -1):
            held = 1.0 if k > other else 0.5 if k == other else 0.0
            turn[k] = held if k > other else max(held, sum(turn[k + d] for d in DIE[1:]) / 6)
        return max(0.0, sum(turn[d] for d in DIE[1:]) / 6)

    def turn(own: int, hold: list[float], bust: float) -> float:
        value = list(hold)
        for k in range(target - own - 1, -1, -1):
            roll = (bust + sum(value[k + d] for d in DIE[1:])) / 6
            value[k] = max(hold[k], roll) if k else roll
        return value[0]

    for _ in range(400):
        before = first[0, 0]
        for own, other in product(reversed(scores), reversed(scores)):
            top = target + 6
            if finish:
                banked = [own + k for k in range(top)]
                hold = [1 - (second[other, s] if s < target else last(s - other)) for s in banked]
                first[own, other] = turn(own, hold, 1 - second[other, own])
                hold = [1 - first[other, s] if s < target else 1.0 for s in banked]
                second[own, other] = turn(own, hold, 1 - first[other, own])
            else:
                hold = [1 - first[other, own + k] if own + k < target else 1.0 for k in range(top)]
                first[own, other] = turn(own, hold, 1 - first[other, own])
        if abs(first[0, 0] - before) < 1e-13:
            break
    return first[0, 0]


@pytest.mark.parametrize("finish", [False, True])
def test_the_first_seat_in_short_pig_is_what_sweeps_over_all_scores_find(finish: bool) -> None:
    pair = lessons()["seats"][0]
    assert [each["rules"] for each in pair] == ["pig,target=20", "pig,target=20,end=full-round"]
    assert pair[finish]["first"] == pytest.approx(naive(20, finish=finish), abs=1e-9)


def test_who_follows_is_better_off_wherever_the_round_is_finished() -> None:
    for once, finished in lessons()["seats"]:
        assert once["first"] > 0.5 > finished["first"]


def test_where_a_lone_1_cancels_only_its_throw_rolling_is_always_better() -> None:
    """Two players who never hold stay at 0 until one reaches 30 in one turn."""
    told = lessons()["pointless"]
    reach = [1.0] * 60
    pairs = [a + b for a, b in product(DIE, DIE) if 1 not in (a, b)]
    for k in range(29, -1, -1):  # ten pairs with a lone 1 change nothing: 26 others decide
        reach[k] = sum(reach[k + gain] for gain in pairs) / 26
    start = 1 / (2 - reach[0])
    for k, (roll, hold) in enumerate(zip(told["roll"], told["hold"], strict=True), 1):
        assert roll == pytest.approx(reach[k] + (1 - reach[k]) * (1 - start), abs=1e-9)
        assert roll > hold


def test_the_surface_is_neller_and_pressers() -> None:
    """21 at the start (their figure 3), the whole way where the other is nearly there."""
    surface = lessons()["surface"]
    scores = surface["scores"]
    assert surface["hold"][0][0] == 21
    for place, own in enumerate(scores):
        assert surface["hold"][place][-1] == 100 - own
    assert [row[0] for row in surface["hold"][-5:]] == [20, 15, 10, 5, 1]

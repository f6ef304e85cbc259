"""Why the best is best: the reason fits the position and its numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from passel.exact.advise import advise
from passel.exact.reasons import reason, spoken
from passel.game import ROLL
from passel.notation import parse_position


@pytest.mark.parametrize(
    ("position", "code", "parts"),
    [
        # Pig: a throw adds (2+3+4+5+6)/6 on average and loses a sixth of the turn total.
        ("pig:0-0:1:12", "early", {"gain": 20 / 6, "loss": 2}),
        ("pig:0-0:1:24", "late", {"gain": 20 / 6, "loss": 4}),
        # 97 and 4 win at once; with 96 and 2 one throw of 2 or more is enough.
        ("pig:97-90:1:4", "hold-wins", {}),
        ("pig:96-99:1:2", "reach", {"count": 2}),
        # Better than hold at 20 (Neller and Presser): at 90 to 47 nobody stops at 26.
        ("pig:47-90:1:26", "close", {"count": 10}),
        # A steady turn of Pig is 20 points: who needs no more is close.
        ("pig:73-80:1:4", "close", {"count": 20}),
        ("pig:73-79:1:7", "near", {"count": 20}),
        ("pig:50-79:1:4", "early", {"gain": 20 / 6, "loss": 4 / 6}),
        ("pig:72-60:1:20", "near", {"count": 8}),
        ("pig:0-60:1:21", "behind", {"count": 39}),
        # Far ahead one holds before 20.
        ("pig:47-60:2:16", "ahead", {"count": 29}),
        # Whole rounds: the last to play must pass 100 to 90, and only a throw can do it.
        ("pig,end=full-round:105-90:2:5", "hold-loses", {}),
        # Who passes with nothing gives the dice away.
        ("pig,pass_allowed=on:0-0:1:0", "roll-nothing", {}),
        # One point is missing, and one die that shows no 1 brings it.
        ("hog:99-99:1:0!", "dice", {"count": 1, "part": 5, "whole": 6}),
    ],
)
def test_the_reason_fits_the_position(position: str, code: str, parts: dict[str, float]) -> None:
    found = reason(advise(parse_position(position)))
    assert found.code == code
    assert found.parts == pytest.approx(parts)


def test_choices_that_are_equally_good_have_no_other_reason() -> None:
    found = advise(parse_position("pig:0-0:1:12"))
    assert reason(found._replace(best=tuple(found.actions))).code == "equal"


def test_of_three_no_other_is_the_other_player() -> None:
    """At 47 to 90 one of two would have said how little the other needs."""
    found = advise(parse_position("pig:47-90-20:1:26"))
    assert found.best == (ROLL,)
    assert reason(found) == ("near", {"count": 27})


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(1, 6), (1, 6)),
        (Fraction(25, 36), (25, 36)),
        (Fraction(125, 216), (58, 100)),  # 57.87
        (Fraction(1, 10**6), (1, 100)),
        (1 - Fraction(1, 10**6), (99, 100)),
    ],
)
def test_a_chance_is_said_in_small_whole_numbers(chance: Fraction, said: tuple[int, int]) -> None:
    assert spoken(chance) == said

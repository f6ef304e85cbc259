"""What rules to remember give up, against matches that are worked out another way."""

from __future__ import annotations

import json

import pytest

from passel import variants
from passel.exact.match import match
from passel.exact.shelf import recall
from passel.policy import hold_at, keep_pace
from passel.web.site import site

WINS = json.loads(site()["habits.json"].content)["wins"]


@pytest.mark.parametrize(
    ("name", "policy"), [("hold-at-20", hold_at(20)), ("keep-pace", keep_pace())]
)
def test_a_habit_wins_what_the_policy_wins_that_is_asked_about_every_position(
    name: str, policy: object
) -> None:
    rules = variants.rules("pig")
    assert WINS[name] == pytest.approx(match(policy, recall(rules), rules).mean_a, abs=1e-12)  # type: ignore[arg-type]


def test_keep_pace_gives_up_less_than_half_a_point() -> None:
    """Neller and Presser (2010): it loses to optimal play by about 0.92 points of a hundred."""
    assert 2 * (0.5 - WINS["keep-pace"]) == pytest.approx(0.0092, abs=0.0005)
    assert WINS["hold-at-20"] < WINS["keep-pace"] < 0.5

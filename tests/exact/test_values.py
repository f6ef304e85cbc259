"""Every number of values.toml, as far as it is exact play."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from passel.exact.match import best_response, match
from passel.exact.solitaire import arrivals, best_mean, least_turns, mean_turns, turn_outcomes
from passel.exact.solve import solve
from passel.game import HOLD, ROLL, State, start
from passel.policy import Threshold, always_roll, hold_at, keep_pace
from passel.rules import Rules, chances
from passel.variants import rules

VALUES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("values.toml").read_text("utf-8")
)["value"]

PIG = rules("pig")
CHECKS: dict[str, Callable[[dict[str, Any]], None]] = {}
NOT_HERE = ("dice: chi-squared",)


def check(beginning: str) -> Callable[[Callable[[dict[str, Any]], None]], None]:
    """The check of the value whose `what` begins like this."""

    def register(function: Callable[[dict[str, Any]], None]) -> None:
        CHECKS[beginning] = function

    return register


def near(value: float, places: int = 9) -> Any:
    return pytest.approx(value, abs=0.51 * 10.0**-places, rel=0)


def at(of: Rules, me: int, you: int, turn_total: int = 0, *, must: bool = True) -> State:
    return State(of, (me, you), (1,), turn_total, must)


def parameters() -> list[Any]:
    """Those of Pig are quick enough for the interpreted kernel too."""
    return [
        pytest.param(
            value,
            id=value["what"][:60],
            marks=[pytest.mark.kernel] if value["what"].startswith("pig") else [],
        )
        for value in VALUES
    ]


@pytest.mark.parametrize("value", parameters())
def test_the_number_is_reproduced(value: dict[str, Any]) -> None:
    found = [beginning for beginning in CHECKS if value["what"].startswith(beginning)]
    if not found and value["what"].startswith(NOT_HERE):
        return
    assert len(found) == 1, "a number without a test"
    CHECKS[found[0]](value)


@check("pig: both optimal")
def _(value: dict[str, Any]) -> None:
    assert solve(PIG).first_player == near(value["win"], 12)
    assert round(solve(PIG).first_player, 4) == value["published"]


@check("pig: position 22-0")
def _(value: dict[str, Any]) -> None:
    assert solve(PIG).win(at(PIG, 22, 0)) == near(value["win"], 10)
    assert abs(value["published"] - value["win"]) < 3e-7
    assert solve(PIG).best(at(PIG, 22, 0, 18, must=False)) == (ROLL,)
    assert solve(PIG).best(at(PIG, 22, 0, 19, must=False)) == (HOLD,)


@check("pig: at i=41")
def _(value: dict[str, Any]) -> None:
    low, high, again, last = value["hold"]
    held = [k for k in range(2, 58) if HOLD in solve(PIG).best(at(PIG, 41, 49, k, must=False))]
    assert held == [*range(low, high + 1), *range(again, last + 1)]
    assert solve(PIG).best(at(PIG, 41, 49, value["roll"][0], must=False)) == (ROLL,)


@check("pig: position 99-99")
def _(value: dict[str, Any]) -> None:
    assert solve(PIG).win(at(PIG, 99, 99)) == near(value["win"], 15)


@check("pig: both hold-at-20")
def _(value: dict[str, Any]) -> None:
    both = match(hold_at(20), hold_at(20), PIG)
    assert both.a_first == near(value["win"], 11)
    assert both.b_first == near(both.a_first, 14)


@check("pig: one hold-at-20 turn")
def _(value: dict[str, Any]) -> None:
    points = turn_outcomes(hold_at(20), start(PIG)).points
    assert list(points) == [0, 20, 21, 22, 23, 24, 25]
    assert list(points.values()) == [near(chance, 10) for chance in value["table"]]


@check("pig: mean points of a hold-at-20 turn")
def _(value: dict[str, Any]) -> None:
    for points in (20, 21):
        mean = turn_outcomes(hold_at(points), start(PIG)).mean
        assert mean == near(value["mean"], 10)
        assert mean == pytest.approx(492303203 / 60466176, abs=1e-14)


@check("pig: mean number of turns to 100 alone, hold-at-20")
def _(value: dict[str, Any]) -> None:
    assert mean_turns(PIG, hold_at(20)) == near(value["mean"], 8)


@check("pig: least mean number of turns")
def _(value: dict[str, Any]) -> None:
    assert least_turns(PIG) == near(value["mean"], 10)


@check("pig: named policy against the equilibrium")
def _(value: dict[str, Any]) -> None:
    table = solve(PIG).table
    policies = {
        "hold-at-20": hold_at(20),
        "hold-at-25": hold_at(25),
        "keep-pace": keep_pace(),
        "always-roll": always_roll(),
    }
    for name, policy in policies.items():
        played = match(policy, table, PIG)
        assert [played.a_first, 1.0 - played.b_first] == [near(win, 9) for win in value[name]]


@check("pig: best response to hold-at-20")
def _(value: dict[str, Any]) -> None:
    response = best_response(hold_at(20), PIG)
    wins = [response.a_first, 1.0 - response.b_first]
    assert wins == [near(win, 9) for win in value["win"]]


@check("pig,target=40,bust_points=1")
def _(value: dict[str, Any]) -> None:
    short = rules("pig,target=40,bust_points=1")
    asked = [at(short, 25, 32, 8, must=False), at(short, 19, 35, 4, must=False)]
    assert [solve(short).win(state) for state in asked] == [near(win, 12) for win in value["win"]]
    assert value["win"] == value["published"]


@check("piglet,target=2")
def _(value: dict[str, Any]) -> None:
    short = rules("piglet,target=2")
    asked = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 1, 0)]
    wins = [solve(short).win(at(short, i, j, k, must=k == 0)) for i, j, k in asked]
    assert wins == [near(win, 9) for win in value["table"]]
    assert wins == pytest.approx([4 / 7, 5 / 7, 2 / 5, 3 / 5, 4 / 5, 2 / 3], abs=1e-15)


@check("two-dice-pig: both optimal")
def _(value: dict[str, Any]) -> None:
    assert solve(rules("two-dice-pig")).first_player == near(value["win"], 12)


def fixed(text: str, points: int) -> float:
    return match(hold_at(points), solve(rules(text)).table, rules(text)).mean_a


@check("two-dice-pig: best fixed hold value")
def _(value: dict[str, Any]) -> None:
    best = fixed("two-dice-pig", 23)
    assert best == near(value["mean"], 6)
    assert best > fixed("two-dice-pig", 22)
    assert best > fixed("two-dice-pig", 24)


@check("two-dice-pig,doubles=reroll: best fixed hold value")
def _(value: dict[str, Any]) -> None:
    assert fixed("two-dice-pig,doubles=reroll", 18) == near(value["mean"], 6)


@check("two-dice-pig: chance of the best policy to reach 100 alone")
def _(value: dict[str, Any]) -> None:
    of = rules("two-dice-pig")
    for score in (99, 90, 76):
        published = value[f"from{score}"]
        chances = arrivals(of, len(published), score)[1:]
        assert chances == [near(chance, 3) for chance in published]


@check("big-pig-free, big-pig-25")
def _(value: dict[str, Any]) -> None:
    for name in ("big-pig-free", "big-pig-25"):
        assert solve(rules(name)).first_player == near(value[name], 12)


@check("hog: mean points by number of dice")
def _(value: dict[str, Any]) -> None:
    for dice, mean in enumerate(value["table"], 1):
        exact = sum(one.probability * one.effect.points for one in chances(rules("hog"), dice))
        assert float(exact) == near(mean, 4)


@check("hog (20 dice): both optimal")
def _(value: dict[str, Any]) -> None:
    assert solve(rules("hog")).first_player == near(value["win"], 12)


@check("skunk, one seat")
def _(value: dict[str, Any]) -> None:
    assert best_mean(rules("skunk")) == near(value["mean"], 8)
    assert best_mean(rules("skunk-solo")) == best_mean(rules("skunk"))

    def enough(own: int, other: int, target: int) -> int:
        return -(-(200 - own) // 11)

    alone = rules("skunk-solo,rounds=1")
    for score in (0, 31, 57):
        begin = start(alone, 2, (score, 0))
        best, mean = turn_outcomes(Threshold(enough), begin), 0.0
        mean = best.mean + score * (1.0 - best.lost)
        for change in (-1, 1):
            points = -(-(200 - score) // 11) + change
            other = turn_outcomes(hold_at(points), begin)
            assert other.mean + score * (1.0 - other.lost) <= mean + 1e-12

"""What the page works out for lessons and practice, against computations of their own."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from board import Board

from passel import variants
from passel.exact.cells import Phase
from passel.exact.match import match
from passel.exact.shelf import recall
from passel.exact.solve import EQUAL
from passel.policy import Policy, hold_at, keep_pace

Tab = Callable[..., Board]
Ask = Callable[..., Any]

DIE = range(1, 7)
SCORES = [*range(0, 100, 5), 99]
PAIRS = (
    ("pig,target=20", "pig,target=20,end=full-round"),
    ("two-dice-pig-plain,target=20", "two-dice-pig-plain,target=20,end=full-round"),
    ("big-pig,target=20,end=at-once", "big-pig,target=20"),
)
"""Games that end at once, each beside itself with the round finished."""

ASKED = """async ([what, text, asked]) => {
  const from = (path) => import(new URL(path, document.baseURI).href);
  const { FACTS } = await from("app/facts.js");
  const { solve } = await from("engine/solve.js");
  const { rules } = await from("engine/variants.js");
  return FACTS[what](solve(rules(text)), asked);
}"""
"""By the code that the Worker runs."""


@pytest.fixture
def ask(tab: Tab) -> Ask:
    """Asks for a fact about a game, as the page has it."""
    page = tab().open().page
    page.wait_for_load_state("networkidle")
    return lambda what, rules, **more: page.evaluate(ASKED, [what, rules, more])


def naive(target: int, *, finish: bool) -> float:
    """The first player's chance in Pig between two best players, by sweeps over all scores.

    Args:
        target: The points that end the game.
        finish: Whether the round in which somebody reaches it is finished.
    """
    scores = range(target)
    first = {(own, other): 0.5 for own in scores for other in scores}
    second = dict(first)

    @cache
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


def test_who_follows_is_better_off_wherever_the_round_is_finished(ask: Ask) -> None:
    for once, finished in PAIRS:
        chances = [ask("first", each) for each in (once, finished)]
        assert chances[0] > 0.5 > chances[1]
        exact = [recall(variants.rules(each)).first_player for each in (once, finished)]
        assert chances == pytest.approx(exact, abs=1e-9)
        if once.startswith("pig"):
            assert chances[0] == pytest.approx(naive(20, finish=False), abs=1e-9)
            assert chances[1] == pytest.approx(naive(20, finish=True), abs=1e-9)


def test_where_a_lone_1_cancels_only_its_throw_rolling_is_always_better(ask: Ask) -> None:
    """Two players who never hold stay at 0 until one reaches 30 in one turn."""
    told = ask("lines", "two-dice-pig-void,target=30")
    reach = [1.0] * 60
    pairs = [a + b for a, b in product(DIE, DIE) if 1 not in (a, b)]
    for k in range(29, -1, -1):  # ten pairs with a lone 1 change nothing: 26 others decide
        reach[k] = sum(reach[k + gain] for gain in pairs) / 26
    start = 1 / (2 - reach[0])
    for k, (roll, hold) in enumerate(zip(told["roll"], told["hold"], strict=True), 1):
        assert roll == pytest.approx(reach[k] + (1 - reach[k]) * (1 - start), abs=1e-9)
        assert roll > hold


def test_the_surface_tells_every_total_at_which_the_best_player_rolls_on(ask: Ask) -> None:
    """21 at the start (Neller and Presser 2004, figure 3); at 45 to 45 not at 23 to 25."""
    told = ask("holding", "pig", scores=SCORES)
    solution = recall(variants.rules("pig"))
    assert told[0][0] == {"hold": 21, "again": []}
    assert told[SCORES.index(45)][SCORES.index(45)] == {"hold": 21, "again": [23, 24, 25]}
    for own, row in zip(SCORES, told, strict=True):
        assert row[-1]["hold"] == 100 - own
        for other, place in zip(SCORES, row, strict=True):
            turn = solution.turn(Phase(), own, other)
            reached, rolled = {0}, set()
            for k in range(100 - own):
                if k in reached and (not k or turn.hold[k] < turn.must[k] - EQUAL):
                    rolled.add(k)
                    reached |= {k + face for face in DIE[1:]}
            again = [k for k in sorted(rolled) if k >= place["hold"]]
            assert place["again"] == again
            assert not again or again == list(range(again[0], again[-1] + 1))
            held = {k for k in reached if k < 100 - own} - rolled
            assert min(held, default=100 - own) == place["hold"]


@pytest.mark.parametrize(
    ("name", "policy"), [("hold-at-20", hold_at(20)), ("keep-pace", keep_pace())]
)
def test_a_rule_to_remember_wins_what_its_policy_wins(ask: Ask, name: str, policy: Policy) -> None:
    """Also by two other programs: tests/exact/values.toml."""
    won = ask("habits", "pig")[name]
    rules = variants.rules("pig")
    assert won == pytest.approx(match(policy, recall(rules), rules).mean_a, abs=1e-9)
    data = Path(__file__).parent.parent / "exact" / "values.toml"
    values = tomllib.loads(data.read_text("utf-8"))["value"]
    (known,) = (value[name] for value in values if name in value)
    assert won == pytest.approx(sum(known) / 2, abs=1e-8)

"""The numbers of docs/explain/mathematics.md are what the solver says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from passel.exact.match import match
from passel.exact.solitaire import mean_turns
from passel.exact.solve import Solution, solve
from passel.game import State
from passel.policy import hold_at
from passel.variants import rules

PAGE = Path(__file__).parents[2] / "docs" / "explain" / "mathematics.md"
PIG = rules("pig")
REROLL = rules("two-dice-pig,doubles=reroll")


def first(name: str) -> Callable[[], float]:
    return lambda: solve(rules(name)).first_player


NUMBERS: dict[str, Callable[[], float]] = {
    "Pig, first player": first("pig"),
    "Pig at 22-0": lambda: solve(PIG).win(State(PIG, (22, 0), (1,), 0, True)),
    "two-dice-pig, first player": first("two-dice-pig"),
    "two-dice-pig-void, first player": first("two-dice-pig-void"),
    "big-pig, first player": first("big-pig"),
    "hog, first player": first("hog"),
    "pass-the-pigs, first player": first("pass-the-pigs"),
    "skunk-solo, first player": first("skunk-solo"),
    "Pig, hold-at-20 alone, turns to 100": lambda: mean_turns(PIG, hold_at(20)),
    # tests/exact/test_values.py reproduces it; it takes seconds.
    "two-dice-pig with `doubles=reroll`, hold-at-18 against the best, mean": lambda: 0.473181,
}


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_the_number_on_the_page_is_ours(row: list[str]) -> None:
    what, ours, _ = row
    places = len(ours.partition(".")[2])
    assert NUMBERS[what]() == pytest.approx(float(ours), abs=0.51 * 10.0**-places, rel=0)


def test_every_number_is_on_the_page() -> None:
    assert {row[0] for row in rows()} == set(NUMBERS)


def test_published_numbers_are_off_by_what_the_page_says() -> None:
    assert 0.69409848 - solve(PIG).win(State(PIG, (22, 0), (1,), 0, True)) == pytest.approx(
        -2.4e-7, abs=0.05e-7
    )
    assert 0.5195594 - solve(rules("two-dice-pig")).first_player == pytest.approx(
        5.1e-7, abs=0.05e-7
    )


def test_half_the_table_of_counted_rounds_gives_the_same_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from passel.exact import cells

    of = rules("skunk-solo")
    whole = solve(of)

    def half(*_: object) -> tuple[int, int, int]:
        side = whole.width // 2
        return side, side * side, 10 * side * side

    monkeypatch.setattr(cells, "layout", half)
    assert Solution(of).first_player == whole.first_player


def test_a_match_of_the_best_with_itself_is_fair() -> None:
    assert match(solve(PIG), solve(PIG), PIG).mean_a == 0.5

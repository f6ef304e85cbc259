"""Practice asks where it matters, and answers with the library's numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from board import QUICK, SIZES, Board
from test_storage import FORBIDDEN, FULL

from passel import variants
from passel.exact.match import match
from passel.exact.shelf import recall
from passel.game import HOLD, State
from passel.notation import parse_position
from passel.policy import hold_at, keep_pace

Tab = Callable[..., Board]
POLISH = {**QUICK, "lang": "pl"}

DRAWN = """
  async (names) => {
    const from = (path) => import(new URL(path, document.baseURI).href);
    const { solve } = await from("engine/solve.js");
    const { rules } = await from("engine/variants.js");
    const { printPosition } = await from("engine/notation.js");
    const { positions } = await from("app/positions.js");
    let seed = 7;
    const below = (bound) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return Math.floor((seed / 2 ** 32) * bound);
    };
    return names.flatMap((name) => {
      const solution = solve(rules(name));
      return [1, 2, 3].map((level) => [
        name,
        level,
        positions(solution, level, below, 10).map(({ state, wins, best }) => [
          printPosition({ ...state, rules: solution.rules }),
          wins,
          best,
        ]),
      ]);
    });
  }
"""
"""Positions of every level, by the code that the Worker runs."""


def asked(board: Board) -> State:
    """The position of Pig that is asked about."""
    board.page.wait_for_selector("footer .act.hold", timeout=30_000)
    own, other, total = re.findall(r": (\d+)", board.text(".scene"))
    return parse_position(f"pig:{own}-{other}:1:{total}")


def shown(board: Board) -> list[float]:
    """The points of a hundred beside the bars: of rolling, of holding."""
    board.page.wait_for_selector(".odds")
    lines = board.page.locator(".odds b").all_inner_texts()
    return [float(re.findall(r"[\d.,]+", line)[0].replace(",", ".")) for line in lines]


def kept(board: Board) -> Any:
    return json.loads(board.page.evaluate("() => localStorage.getItem('passel.practise')"))


def test_positions_matter_and_are_worth_what_the_library_says(tab: Tab) -> None:
    names = ["piglet", "pig", "hog", "big-pig-25", "pig,target=30,end=full-round"]
    names += ["skunk-solo,rounds=2"]
    board = tab().open()
    board.page.wait_for_load_state("networkidle")
    for name, level, tasks in board.page.evaluate(DRAWN, names):
        solution = recall(parse_position(tasks[0][0]).rules)
        words = [word for word, _, _ in tasks]
        assert len(set(words)) == len(words) > 0
        for word, wins, best in tasks:
            state = parse_position(word)
            values = solution.values(state)
            assert wins == pytest.approx(list(values.values()), abs=1e-9), word
            assert best == [value == max(values.values()) for value in values.values()]
            if level == 1:
                assert state.scores[0] == state.scores[1]
            if len(wins) == 2 and name != "pig,target=30,end=full-round":
                assert 0.004 <= abs(wins[0] - wins[1]) <= 0.15


@pytest.mark.hosts
def test_a_session_in_polish_by_keyboard(tab: Tab) -> None:
    board = tab().open("practise", settings=POLISH)
    row = most = 0
    for turn in range(12):
        state = asked(board)
        for live in (".scene", ".result"):
            assert board.page.locator(live).get_attribute("aria-live") == "polite"
        values = recall(state.rules).values(state)
        key = "h" if turn % 3 == 2 else "r"
        cost = max(values.values()) - values[HOLD] if key == "h" else max(values.values())
        if key == "r":
            cost -= next(value for action, value in values.items() if action != HOLD)
        board.page.keyboard.press(key)
        assert shown(board) == pytest.approx([100 * each for each in values.values()], abs=0.5)
        said = board.text(".result .advice")
        assert ("najlepszy wybór." in said) == (cost == 0)
        assert "„Stop przy 20” mówi:" in board.text(".question")
        row = row + 1 if 100 * cost < 0.5 and cost < 5e-5 + 0.005 else 0
        most = max(most, row)
        assert (kept(board)["row"], kept(board)["most"]) == (row, most)
        assert len(kept(board)["answers"]) == turn + 1
        board.page.keyboard.press("Enter")  # The next position has the focus.
        board.page.wait_for_selector(".odds", state="detached")
    board.page.reload()
    board.page.wait_for_selector("footer .act.hold", timeout=30_000)
    board.page.click(".diary summary")
    assert f"Odpowiedzi: 12. Dobre wybory: {kept_best(board)}." in board.text(".diary")


def kept_best(board: Board) -> int:
    return sum(best for _, _, best in kept(board)["answers"])


def test_what_was_practised_can_be_cleared_and_comes_back(tab: Tab) -> None:
    board = tab().open("practise")
    asked(board)
    board.page.keyboard.press("h")
    board.page.wait_for_selector(".odds")
    before = kept(board)
    board.page.click(".diary summary")
    board.page.click("text=Clear")
    assert kept(board)["answers"] == []
    assert board.said == "Your answers are cleared."
    board.page.click("text=Bring it back")
    assert kept(board) == before


@pytest.mark.parametrize("script", [FULL, FORBIDDEN])
def test_without_storage_one_practises_all_the_same_and_is_told(tab: Tab, script: str) -> None:
    board = tab(script=script)
    board.page.goto(f"{board.site}#/practise")
    asked(board)
    board.page.keyboard.press("r")
    board.page.wait_for_selector(".odds")
    board.page.click(".diary summary")
    assert "Answers: 1." in board.text(".diary")
    assert "gone when you close the page" in board.text(".diary")


def test_in_hog_one_answers_how_many_dice(tab: Tab) -> None:
    board = tab().open("practise/hog")
    board.page.wait_for_selector(".question .chip", timeout=30_000)
    assert board.page.locator(".question .chip").count() == 20
    assert "How many dice?" in board.text(".question h2")
    board.page.keyboard.press("2")
    board.page.wait_for_selector(".odds .mine")
    assert "2 dice" in board.text(".odds .mine")


def test_rules_to_remember_are_told_with_what_they_give_up(tab: Tab) -> None:
    rules = variants.rules("pig")
    wins = [match(each, recall(rules), rules).mean_a for each in (hold_at(20), keep_pace())]
    board = tab().open("practise")
    board.page.locator("details", has_text="Two rules to remember").locator("summary").click()
    board.page.wait_for_selector("text=gives up", timeout=30_000)
    for item, win in zip(board.page.locator(".aside .text li").all(), wins, strict=True):
        text = item.inner_text()
        assert f"wins {100 * win:.1f} games in 100" in text
        assert f"gives up {50 - round(100 * win, 1):.1f}." in text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["fr", "pl"])
def test_the_question_and_its_answer_fit_the_screen(tab: Tab, size: Any, lang: str) -> None:
    board = tab(*size).open("practise", settings={**QUICK, "lang": lang})
    asked(board)
    board.page.keyboard.press("r")
    board.page.wait_for_selector(".odds")
    assert board.page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
    # The verdict and both bars stand above the button that goes on.
    bars = board.page.locator(".odds").bounding_box()
    button = board.page.locator("footer .act").bounding_box()
    assert bars
    assert button
    assert bars["y"] + bars["height"] <= button["y"]

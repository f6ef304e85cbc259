"""Charts that the page draws are read on the smallest phone, and by ear."""

from __future__ import annotations

from collections.abc import Callable

from board import Board, setup
from test_learn import LESSONS, lesson
from test_study import link, looked, played

from passel.notation import print_record

Tab = Callable[..., Board]

SMALLEST = 12
"""Pixels: letters of a chart are no smaller, at a width of 320."""

LETTERS = """() => [...document.querySelectorAll("svg text")].map((each) => {
  const svg = each.ownerSVGElement;
  const wide = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return [each.textContent, parseFloat(getComputedStyle(each).fontSize) * wide];
})"""


def read(board: Board) -> None:
    """Letters are large enough, and every chart has a name."""
    found = board.page.evaluate(LETTERS)
    assert [text for text, size in found if size < SMALLEST] == []
    assert board.page.locator("svg[role=img]:not([aria-label])").count() == 0


def test_letters_of_lessons_are_large_enough(tab: Tab) -> None:
    board = tab(320, 568).open("learn")
    for id in LESSONS:
        lesson(board, id)
        read(board)


def test_letters_of_a_look_back_are_large_enough(tab: Tab) -> None:
    board = looked(tab(320, 568), link(print_record(played())))
    read(board)


def test_the_course_of_the_scores_is_a_chart_and_a_table(tab: Tab) -> None:
    board = tab(320, 568).start(setup("pig", "Ana", "Bo", target="15"))
    board.play_by_keys()
    read(board)
    board.page.locator("details:has(table) summary").first.click()
    rows = board.page.locator("details table tbody tr").all()
    last = [int(cell) for cell in rows[-1].locator("td").all_inner_texts()]
    assert last == board.games[0]["now"]
    assert max(last) >= 15

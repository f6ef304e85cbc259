"""What comes after the first screen may be late, and then disturbs nobody who went on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from board import Board, setup

Tab = Callable[..., Board]

FOCUSED = "() => document.activeElement.outerHTML"


class Held:
    """Holds back what matches an address, until it is let go of."""

    def __init__(self, board: Board, address: str) -> None:
        self.page = board.page
        self.waiting: list[Any] = []
        self.page.route(address, self.hold)

    def hold(self, route: Any) -> None:
        self.waiting.append(route)

    def met(self) -> None:
        """Wait until somebody asks for it."""
        for _ in range(500):
            if self.waiting:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("nobody asked for it")

    def release(self) -> None:
        """Let it come, and let the page do all that it does about it."""
        self.met()
        while self.waiting:
            self.waiting.pop().continue_()
        self.page.unroute_all()
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done(null)))")


LATER = ("**/app/later.js", "**/app/coach.js", "**/app/study.css", "**/words/more/en.json")


@pytest.mark.parametrize("address", LATER)
def test_who_went_on_keeps_the_focus_and_what_was_typed(tab: Tab, address: str) -> None:
    board = tab()
    held = Held(board, address)
    board.open("games")  # one of the screens that come later
    held.met()
    board.page.goto(f"{board.site}#/new")
    name = board.page.locator("input[type=text], input:not([type])").first
    name.fill("Ag")
    held.release()
    assert "<input" in board.page.evaluate(FOCUSED)
    board.page.keyboard.type("ata")
    assert name.input_value() == "Agata"
    board.page.click(".act.roll")
    board.calm()
    assert "Agata" in board.text(".turn")


def test_a_screen_that_was_waited_for_is_shown_and_has_the_focus(tab: Tab) -> None:
    board = tab()
    held = Held(board, "**/app/later.js")
    board.open("rules")
    assert board.text("h1") == "Passel …"
    held.release()
    board.page.wait_for_function("() => document.querySelector('h1').textContent === 'Rules'")
    assert board.page.evaluate(FOCUSED).startswith("<h1")


def test_a_game_that_began_meanwhile_goes_on(tab: Tab) -> None:
    board = tab()
    held = Held(board, "**/app/later.js")
    board.open("new", setup("pig", "Ana", "Bo"))
    held.met()
    board.page.click(".act.roll")
    board.calm()
    board.page.click("footer .act.roll")
    board.calm()
    count = board.games[0]["count"]
    board.page.locator("footer .act").last.focus()
    before = board.page.evaluate(FOCUSED)
    held.release()
    assert board.games[0]["count"] == count
    assert board.page.evaluate(FOCUSED) == before


@pytest.mark.parametrize("address", ["**/learn/learn.js", "**/words/learn/en.json"])
def test_a_lesson_that_comes_late_is_shown_only_to_who_waits(tab: Tab, address: str) -> None:
    board = tab().open()
    board.page.wait_for_load_state("networkidle")
    held = Held(board, address)
    board.page.goto(f"{board.site}#/learn/throw")
    held.met()
    board.page.goto(f"{board.site}#/")
    board.page.locator(".places a").last.focus()
    before = board.page.evaluate(FOCUSED)
    held.release()
    assert board.page.evaluate(FOCUSED) == before
    assert board.has(".home h1")
    board.page.goto(f"{board.site}#/learn/throw")
    board.page.wait_for_selector(".lesson")
    assert board.page.evaluate(FOCUSED).startswith("<h1")

"""What a game survives: refresh, other tabs, full, forbidden and damaged storage, length."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from board import Board, setup

Tab = Callable[..., Board]

FULL = (
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
)
FORBIDDEN = (
    "Object.defineProperty(window, 'localStorage',"
    " { get() { throw new DOMException('no', 'SecurityError'); } });"
)
NO_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined });"
"""As on plain http in a LAN."""


def stored(count: int, log: str = "") -> dict[str, object]:
    """A stored game of Pig with so many throws of 2 in one turn."""
    return {
        "id": "old",
        "rules": "pig,target=1000000",
        "players": [{"name": "Ana"}, {"name": "Bo"}],
        "first": 1,
        "scores": None,
        "log": log or " ".join(["2"] * count),
        "count": count,
        "begun": 1_700_000_000_000,
        "changed": 1_700_000_000_000,
        "now": [0, 0],
        "winners": [],
    }


def keep(board: Board, value: str) -> Board:
    """Put a game into storage and show it."""
    board.open()
    board.page.evaluate("value => localStorage.setItem('passel.game.old', value)", value)
    board.page.goto(f"{board.site}#/game/old")
    board.page.wait_for_selector(".table, .games, .none")
    return board


@pytest.mark.hosts
def test_a_refresh_keeps_the_game_and_its_last_sentence(tab: Tab) -> None:
    board = tab().start(setup("pig", "Ana", "Bo"))
    board.press("r")
    said, scores = board.said, board.scores
    board.page.reload()
    board.page.wait_for_selector(".table")
    assert (board.said, board.scores) == (said, scores)
    assert board.games[0]["count"] == 1


def test_a_running_game_is_offered_first(tab: Tab) -> None:
    board = tab().start(setup("pig", "Ana", "Bo"))
    board.press("r")
    board.page.click(".icon")
    assert board.text(".ways > :first-child").startswith("Go on")
    board.page.click(".ways > :first-child")
    board.page.wait_for_selector(".table")


@pytest.mark.hosts
@pytest.mark.parametrize("script", ["", NO_LOCKS], ids=["locks", "plain-http"])
def test_of_two_tabs_both_show_a_game_and_one_acts(tab: Tab, script: str) -> None:
    first = tab(script=script).start(setup("pig", "Ana", "Bo"))
    first.press("r")
    second = tab(beside=first, script=script)
    second.page.goto(first.page.url)
    second.page.wait_for_selector(".table")
    second.wait()
    second.page.wait_for_selector("text=Here you can watch.")
    first.press("r")
    said = first.said
    second.page.wait_for_function(
        "said => document.querySelector('[role=status]').textContent.includes(said)",
        arg=said.partition(".")[0],
    )
    assert second.scores == first.scores
    second.wait()
    second.page.keyboard.press("r")
    assert second.said == "This game is played in another tab now."
    second.page.click("footer .act")
    second.page.wait_for_selector("footer .act.roll")
    first.wait(5000)
    first.page.wait_for_selector("text=Here you can watch.")
    second.wait()
    before = second.games[0]["count"]
    second.page.click("footer .act.roll")
    assert second.games[0]["count"] == before + 1


def test_the_other_tab_may_close(tab: Tab) -> None:
    first = tab().start(setup("pig", "Ana", "Bo"))
    second = tab(beside=first)
    second.page.goto(first.page.url)
    second.page.wait_for_selector(".table")
    second.wait()
    second.page.wait_for_selector("text=Here you can watch.")
    first.page.close()
    second.page.wait_for_selector("footer .act.roll")


@pytest.mark.parametrize("script", [FULL, FORBIDDEN], ids=["full", "forbidden"])
def test_a_game_is_played_without_storage_and_says_so(tab: Tab, script: str) -> None:
    board = tab(script=script)
    board.page.goto(board.site)
    board.page.wait_for_selector("h1")
    board.page.goto(f"{board.site}#/new")
    board.page.click(".act.roll")
    board.page.wait_for_selector(".table")
    board.calm()
    board.page.click(".act.roll")
    assert "rolled" in board.said
    assert "gone when you close" in board.text(".notice")


def test_a_damaged_game_can_be_saved_and_deleted_after_asking(tab: Tab) -> None:
    board = keep(tab(), '{"rules": "pig", "log": "2 3')
    assert "cannot be read" in board.text(".games")
    board.page.goto(f"{board.site}#/games")
    with board.page.expect_download() as download:
        board.page.click("text=Save")
    assert download.value.suggested_filename == "passel-old.txt"
    board.page.click(".games .icon")
    board.page.click("text=Keep it")
    assert board.has(".games")
    board.page.click(".games .icon")
    board.page.click("dialog .roll")
    assert board.said == "The game is deleted."
    assert not board.has(".games")
    assert board.games == []


def test_a_game_with_a_damaged_end_goes_on_from_what_is_sound(tab: Tab) -> None:
    board = keep(tab(), json.dumps(stored(5, "2 2 9 2 hold")))
    assert re.search(r"3 .* missing", board.said)
    assert board.total == 4


def test_ten_thousand_events_are_played_on(tab: Tab) -> None:
    board = keep(tab(), json.dumps(stored(10_000)))
    assert board.text(".total") == "20,000"
    assert board.scores == [0, 0]
    board.calm()
    board.page.click(".act.roll")
    assert board.games[0]["count"] == 10_001


def test_a_record_comes_back_in(tab: Tab) -> None:
    board = tab().open("games")
    board.page.fill(
        "#record", '[Rules "pig,target=10"]\n[Seat 1 "Ana"]\n[Seat 2 "Bo"]\n\n1: 6 6 hold\n'
    )
    board.page.click("text=Bring it in")
    assert "Ana wins with 12 points!" in board.text("h1")
    board.page.click(".record summary")
    assert '[Result "1"]' in board.page.locator(".record pre").inner_text()


def test_a_record_that_breaks_the_rules_says_where_and_keeps_what_is_sound(tab: Tab) -> None:
    board = tab().open("games")
    board.page.fill("#record", '[Rules "pig"]\n[Seats "2"]\n\n1: 6 7\n')
    board.page.click("text=Bring it in")
    assert board.text("#fault").startswith("Line 4, column 6, at “7”:")
    board.page.click("#fault + .adds .chip >> nth=1")
    assert board.total == 6


def test_the_set_up_and_the_names_are_remembered(tab: Tab) -> None:
    board = tab().start(setup("hog", "Ana", "Bo", max_dice="7"))
    board.page.goto(f"{board.site}#/new")
    assert board.text(".variants .card b") == "Hog"
    names = board.page.locator("#names option").evaluate_all("all => all.map((each) => each.value)")
    assert names == ["Ana", "Bo"]

"""Whole games of every variant, two in a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from board import Board, setup

from passel.game import Throw, apply, start, winners
from passel.notation import parse_record
from passel.room.play import read_word
from passel.variants import VARIANTS, rules

Tab = Callable[..., Board]

SHORT = {"piglet": {"target": "6"}, "skunk": {"rounds": "3"}, "greedy-pig": {"rounds": "3"}}


def short(id: str) -> dict[str, Any]:
    """Options that make a game of this variant short."""
    usual = {"rounds": "3"} if VARIANTS[id].rules.rounds else {"target": "40"}
    return SHORT.get(id, usual)


def true_record(board: Board) -> None:
    """The record on the screen is one that Python reads, and its winners are the ones shown."""
    board.page.click(".record summary")
    record = parse_record(board.text(".record pre"))
    assert winners(record.final)
    names = [record.names[seat - 1] or "" for seat in winners(record.final)]
    assert all(name in board.text("h1") for name in names)
    assert board.page.locator(".won").count() == len(names)


@pytest.mark.parametrize("id", VARIANTS)
def test_two_games_in_a_row_by_keys(tab: Tab, id: str) -> None:
    board = tab().start(setup(id, "Ana", "Bo", **short(id)))
    board.play_by_keys()
    true_record(board)
    board.tap(".act.roll")
    board.table()
    assert set(board.scores) == {0}
    board.play_by_keys()
    true_record(board)
    assert len(board.games) == 2


@pytest.mark.hosts
@pytest.mark.parametrize(
    ("id", "lang"),
    [("pig", "en"), ("hog", "fr"), ("skunk", "pl"), ("pass-the-pigs", "fr"), ("big-pig", "pl")],
)
def test_a_game_by_taps_in_each_language(tab: Tab, id: str, lang: str) -> None:
    settings = {"lang": lang, "pace": "instant", "explained": False}
    board = tab(320, 568).start(setup(id, "Ana", "Bo", bots=1, **short(id)), settings)
    board.play_by_taps()
    assert board.page.evaluate("document.documentElement.lang") == lang
    assert "page." not in board.text("body")


@pytest.mark.hosts
def test_two_taps_from_the_first_screen_to_the_first_game(tab: Tab) -> None:
    board = tab().open(settings=None)
    board.page.click("text=Play here")
    board.page.click(".act.roll")
    board.calm()
    board.page.click(".act.roll")
    assert board.said.startswith("Player 1 rolled ")


def test_the_first_game_explains_itself_until_the_third_turn(tab: Tab) -> None:
    board = tab().start(setup("pig", "Ana", "Bo"), {"lang": "en"})
    assert board.has(".tip")
    while len(board.page.locator(".history li").all()) < 3:
        board.press("r")
    assert not board.has(".tip")
    board.page.reload()
    board.page.wait_for_selector(".table")
    assert not board.has(".tip")


def test_a_double_must_be_rolled_again_and_hold_says_so(tab: Tab) -> None:
    """The actions come from the rules: Hold stays where it is, keeps its focus and says why."""
    board = tab().start(setup("big-pig", "Ana", "Bo", first="1"))
    hold = board.page.locator(".act.hold")
    assert hold.get_attribute("aria-disabled") == "true"
    hold.focus()
    board.press("Enter")
    assert board.said == "You cannot hold before your first throw. Roll first."
    assert hold.evaluate("(each) => each === document.activeElement")


def test_a_second_press_at_once_does_nothing(tab: Tab) -> None:
    board = tab().start(setup("pig", "Ana", "Bo"))
    board.freeze()
    board.page.dblclick(".act.roll")
    board.page.keyboard.press("r")
    assert board.games[0]["count"] == 1
    board.wait()
    board.press("r")
    assert board.games[0]["count"] == 2


def test_a_second_press_does_not_reach_the_next_screen(tab: Tab) -> None:
    """Start, Roll and Rematch stand at the same place, and so do Hold and New game."""
    board = tab().open("new", setup("pig", "Ana", "Bo", target="1"))
    board.page.dblclick(".act.roll")
    assert board.games[0]["count"] == 0
    for _ in range(40):
        board.calm()
        board.page.click(".act.roll")
        if board.total:
            break
    board.calm()
    board.page.dblclick(".act.hold")
    assert board.over


def test_space_and_enter_press_only_what_has_focus(tab: Tab) -> None:
    board = tab().start(setup("pig", "Ana", "Bo"))
    board.page.locator("h1").focus()
    board.press("Space")
    board.press("Enter")
    assert board.games[0]["count"] == 0
    board.page.locator(".act.roll").focus()
    board.press("Space")
    assert board.games[0]["count"] == 1
    assert board.page.evaluate("document.activeElement.matches('.act.roll')")


def test_keys_can_be_switched_off(tab: Tab) -> None:
    board = tab().start(setup("pig", "Ana", "Bo"), {"lang": "en", "keys": False})
    board.press("r")
    assert board.games[0]["count"] == 0


def test_a_bot_waits_for_next_where_one_steps(tab: Tab) -> None:
    settings = {"lang": "en", "pace": "step", "explained": True}
    board = tab().start(setup("hog", "Ana", bots=1), settings)
    board.press("r")
    before = board.games[0]["count"]
    board.wait(10_000)
    assert board.games[0]["count"] == before
    assert board.text(".act.roll").startswith("Next")
    board.press("r")
    assert board.games[0]["count"] > before


def test_nobody_acts_in_a_bots_turn(tab: Tab) -> None:
    settings = {"lang": "en", "pace": "normal", "explained": True}
    board = tab().start(setup("hog", "Ana", bots=1), settings)
    board.freeze()
    board.page.keyboard.press("r")
    board.wait(800)
    before = board.games[0]["count"]
    board.page.keyboard.press("r")
    assert "bot" in board.said
    assert board.games[0]["count"] == before


def test_reading_the_rules_never_acts(tab: Tab) -> None:
    settings = {"lang": "en", "pace": "normal", "explained": True}
    board = tab().start(setup("hog", "Ana", bots=1), settings)
    board.freeze()
    board.page.keyboard.press("r")
    board.page.keyboard.press("?")
    before = board.games[0]["count"]
    board.press("r")
    board.wait(20_000)
    assert board.games[0]["count"] == before
    board.press("Escape")
    board.wait(3000)
    assert board.games[0]["count"] > before


def test_the_phone_is_passed_by_a_screen_of_its_own(tab: Tab) -> None:
    settings = {"lang": "en", "passing": True, "opposite": True, "explained": True}
    board = tab().start(setup("hog", "Ana", "Bo"), settings)
    assert not board.has("dialog")
    board.press("r")
    assert "Bo" in board.text("dialog h2")
    assert board.has(".turned")
    board.press("r")
    assert board.games[0]["count"] == 2
    board.tap("dialog button")
    board.press("r")
    assert board.games[0]["count"] == 4


def test_each_pupil_holds_alone_and_the_round_letters_go_on(tab: Tab) -> None:
    names = [f"Pupil {number}" for number in range(1, 31)]
    board = tab(1280, 800).start(setup("skunk", *names, first_throw_safe="on"))
    assert board.text(".letters .now") == "S"
    board.press("r")
    while board.has("button.place.in") and board.text(".letters .now") == "S":
        board.tap("button.place.in")
    assert board.text(".letters .now") == "K"
    assert board.page.locator("button.place.in").count() == 30


def test_a_roll_off_is_played(tab: Tab) -> None:
    board = tab().start(setup("big-pig", "Ana", "Bo", "Cy"))
    assert board.has(".act.one")
    for _ in range(60):
        if board.has(".act.hold"):
            break
        board.press("r")
    assert "starts." in board.said


def test_the_language_switches_in_the_middle_of_a_game(tab: Tab) -> None:
    board = tab().start(setup("pig", "Ana", bots=1))
    board.press("r")
    board.press("?")
    for lang, word in (("fr", "Ana"), ("pl", "Spokojny Staś"), ("en", "Steady Sam")):
        board.page.click(f"dialog [lang={lang}]")
        board.page.wait_for_selector(f"html[lang={lang}]")
        assert word in board.text(".seats")


def test_bots_decide_before_the_next_throw_however_soon_it_comes(tab: Tab) -> None:
    """Steady Sam is sit-at-19 here (`bots.usual`): no throw finds him still in with so many."""
    settings = {"lang": "en", "pace": "normal", "explained": True}
    board = tab().start(setup("skunk", "Ana", bots=1, rounds="20"), settings)
    board.freeze()
    longest = 0
    while longest < 19 and not board.over:
        board.page.keyboard.press("r")
        board.wait(310)
        state = start(rules("skunk,rounds=20"), 2)
        for word in board.log.split():
            event = read_word(word, state)
            if isinstance(event, Throw):
                assert state.turn_total < 19 or 2 not in state.to_move
                longest = max(longest, state.turn_total)
            state = apply(state, event)


def test_the_focus_comes_back_from_help(tab: Tab) -> None:
    board = tab().start(setup("pig", "Ana", "Bo"))
    board.page.locator(".act.roll").focus()
    board.press("?")
    board.press("Escape")
    assert not board.has("dialog")
    assert board.page.evaluate("document.activeElement.matches('.act.roll')")


def test_the_log_of_the_bots_throws_can_be_read_on_a_phone(tab: Tab) -> None:
    board = tab(320, 568).start(setup("hog", "Ana", bots=2))
    board.press("r")
    board.press("?")
    assert board.page.locator("dialog .history li").count() == 3

"""Games in a room that are not like one of Pig: with a clock, with real dice, Hog, Skunk."""

from __future__ import annotations

from collections.abc import Callable

import hosts
from board import Board
from guests import begin, make, pair, play, press, settled, sit, turn

Come = Callable[..., Board]

SHORT_CLOCK = "import passel.room.settings; passel.room.settings.CLOCK = (1, 604_800)"
"""A server that takes a clock of a second."""


def test_when_the_time_is_over_the_game_goes_on_without_a_press(come: Come) -> None:
    with hosts.served(first=SHORT_CLOCK) as address:
        clock = {"clock": 1}
        ana = come("Ana", rules="pig,target=200", address=address, wish=clock)
        ana.page.wait_for_selector("option[value='20']", state="attached")
        route = make(ana)
        ana.page.wait_for_selector(".fields small:has-text('time for each decision: 1 second')")
        ben = come("Ben", route, address=address)
        sit(ben)
        begin(ana, ben)
        for board in (ana, ben):
            board.page.wait_for_selector("[role=timer]:has-text('0:0')")
            board.page.wait_for_selector("[role=status]:has-text('The time was over.')")
            for name in ("Ana", "Ben"):
                board.page.wait_for_selector(f".history li:has-text('{name}')")


def test_in_hog_each_throws_as_many_dice_as_they_say(come: Come) -> None:
    ana, ben = pair(come, rules="hog,target=200")
    for dice in (1, 7):
        now = turn(ana, ben)
        while (more := dice - now.total) != 0:
            now.page.click(f".step:text-is('{'+' if more > 0 else '−'}')")
        press(now, ".act.roll")
        assert len(now.text(".history li:first-child span").split("-")) == dice
        other = ben if now is ana else ana
        other.page.wait_for_selector(f".history li:nth-of-type({1 if dice == 1 else 2})")
        assert other.text(".history ol") == now.text(".history ol")


def enter(board: Board, throw: str) -> None:
    """Tap what real dice showed, once it can be entered."""
    settled(board)
    for face in throw.split("-"):
        board.page.click(f".pad .face[aria-label='{face}']")
    settled(board)


def mover(ana: Board, ben: Board) -> tuple[Board, Board]:
    """Who is to move, and who is not."""
    return (ana, ben) if ana.text(".turn") == "Your turn" else (ben, ana)


def test_real_dice_are_entered_by_who_throws_them_and_corrected_by_the_host(come: Come) -> None:
    ana = come("Ana", wish={"dice": "physical"})
    route = make(ana)
    ben = come("Ben", route)
    sit(ben)
    begin(ana, ben)
    first, second = mover(ana, ben)
    first.page.wait_for_selector(".pad")
    assert ben.has(".pad") == (first is ben)
    assert ana.has(".pad")  # the host may always enter

    enter(first, "6")
    for board in (ana, ben):
        board.page.wait_for_selector(".total:text-is('6')")
    press(ana, ".tools [title='Take back']")
    for board in (ana, ben):
        board.page.wait_for_selector(".total:text-is('0')")
    enter(ana, "5")
    first.page.wait_for_selector(".total:text-is('5')")
    press(first, ".act.hold")
    second.page.wait_for_selector(f".seats li.now:has-text('{'Ana' if second is ana else 'Ben'}')")
    enter(second, "1")
    first.page.wait_for_selector(f".seats li.now:has-text('{'Ana' if first is ana else 'Ben'}')")
    enter(first, "5")
    press(first, ".act.hold")
    for board in (ana, ben):
        board.page.wait_for_selector(".end")
        assert sorted(board.scores) == [0, 10]
        board.page.wait_for_selector(".record")
        record = board.page.locator(".record pre").text_content() or ""
        assert '[Dice "physical"]' in record
        assert "Check the dice" not in (board.page.locator(".record").text_content() or "")


def test_skunk_with_real_dice_is_thrown_when_all_have_chosen(come: Come) -> None:
    ana, ben = pair(come, rules="skunk,rounds=1", wish={"dice": "physical"})
    enter(ana, "3-4")
    for board in (ana, ben):
        board.page.wait_for_selector(".act.hold:not([aria-disabled])")
    press(ana, ".act.hold")
    ana.page.wait_for_selector(".act.roll:has-text('you hold; you can still change')")
    ben.page.wait_for_selector(".place:has-text('Ana') .state:has-text('has chosen')")
    press(ben, ".act.roll")
    ben.page.wait_for_selector(".act.roll:has-text('you stay in; you can still change')")
    enter(ben, "5-5")
    for board in (ana, ben):
        board.page.wait_for_selector(".place:has-text('Ana') .score:text-is('7')")
    press(ben, ".act.hold")
    for board in (ana, ben):
        board.page.wait_for_selector(".end")
        assert board.scores == [17, 7]
        assert "Ben" in board.text("h1")


def test_a_game_of_a_room_is_looked_back_on(come: Come) -> None:
    ana, ben = pair(come)
    play(ana, ben)
    scores = ben.scores
    ben.page.click(".chip:has-text('Look back')")
    ben.page.wait_for_selector(".figures .whole")
    assert {"Ana", "Ben"} <= set(ben.page.locator(".figures th bdi").all_inner_texts())
    ben.page.go_back()
    ben.page.wait_for_selector(".ranks")
    assert ben.scores == scores
    press(ben, "footer .act")
    for board in (ana, ben):
        board.page.wait_for_selector(".table")


def test_the_coach_tells_in_a_room_whoever_decides_and_nobody_else(come: Come) -> None:
    asked = {"coach": "before"}
    ana, ben = pair(come, rules="pig,target=50", settings=asked)
    while not (now := turn(ana, ben)).can_hold:
        press(now, ".act.roll")
    now.page.wait_for_selector(".coach:has-text('wins'):has-text('in 100')")
    other = ben if now is ana else ana
    other.page.wait_for_selector(".coach:has-text('there is nothing to choose just now')")

"""The people of a room: who is let in, who hosts, who is missing, who has left."""

from __future__ import annotations

from collections.abc import Callable

import hosts
import pytest
from board import Board
from guests import begin, make, pair, people, play, press, settled, sit, turn

Come = Callable[..., Board]

SOON_MISSING = "import passel.room.presence; passel.room.presence.GRACE = 1500"
"""A server on which nobody is waited for long."""


def change(board: Board, name: str, what: str) -> None:
    """The host presses something about somebody."""
    settled(board)
    row = board.page.locator(f".people li:has-text('{name}')")
    row.locator("summary").click()
    row.locator(f".chip:has-text('{what}')").click()
    settled(board)


def test_a_host_locks_the_room_removes_somebody_and_hands_over(come: Come) -> None:
    ana = come("Ana")
    route = make(ana)
    ben, cy = come("Ben", route), come("Cy", route)
    sit(ben)
    sit(cy)
    ana.page.wait_for_selector("footer .act:has-text('3 players')")

    press(ana, ".chip:has-text('Nobody else may join')")
    ana.page.wait_for_selector(".invite:has-text('Nobody else may join now')")
    assert not ana.has("strong.code")
    dan = come("Dan", route)
    dan.page.wait_for_selector("footer:has-text('The host lets nobody else join')")
    assert not dan.has(".act")

    change(ana, "Cy", "Remove: Cy")
    cy.page.wait_for_selector(".notices:has-text('You are not a player in this room')")
    assert "server" not in cy.said  # it was never away
    ben.page.wait_for_function("() => document.querySelectorAll('.people li').length === 2")
    cy.page.reload()
    cy.page.wait_for_selector("footer:has-text('The host lets nobody else join')")

    change(ana, "Ben", "Make host")
    ana.page.wait_for_selector("footer:has-text('The game begins when the host says so')")
    ben.page.wait_for_selector("[role=status]:has-text('You are the host now.')")
    press(ben, ".chip:has-text('Nobody else may join')")
    sit(dan)
    begin(ben, ana, dan)
    for board in (ana, ben, dan):
        board.page.wait_for_function("() => document.querySelectorAll('.seats > li').length === 3")


def test_who_is_missing_is_waited_for_played_for_or_skipped(come: Come) -> None:
    with hosts.served(first=SOON_MISSING) as address:
        ana, ben = pair(come, rules="pig,target=200", address=address)
        place = ben.page.url.partition("#/")[2]
        ben.page.close()
        missing = ".notice.missing:has-text('Ben is missing.')"
        ana.page.wait_for_selector(f"{missing}:has-text('The game waits')")
        ana.page.wait_for_selector(".seats li:has-text('Ben') .note:has-text('missing')")

        press(ana, ".notice.missing .chip:has-text('A bot plays')")
        ana.page.wait_for_selector(f"{missing}:has-text('A bot plays.')")
        while not ana.has(".history li:has-text('Ben')"):
            now = turn(ana)
            press(now, ".act.hold" if now.can_hold else ".act.roll")
        turn(ana)  # the bot has ended its turn

        press(ana, ".notice.missing .chip:has-text('Wait instead')")
        ana.page.wait_for_selector(f"{missing}:has-text('The game waits')")
        press(ana, ".notice.missing .chip:has-text('Skip the turns')")
        ana.page.wait_for_selector(f"{missing}:has-text('The turns are skipped.')")

        ben = come("Ben", place, address=address, beside=ben)
        ben.page.wait_for_selector("footer .act:has-text('I am back')")
        ana.page.wait_for_function("() => !document.querySelector('.notice.missing')")
        press(ben, "footer .act")
        assert not ben.has("footer .act:has-text('I am back')")
        press(turn(ana, ben), ".act.roll")


def test_a_host_who_is_missing_is_followed_and_a_game_can_be_ended(come: Come) -> None:
    with hosts.served(first=SOON_MISSING) as address:
        ana, ben = pair(come, rules="pig,target=200", address=address)
        ana.page.close()
        ben.page.wait_for_selector(".notice:has-text('Ana, the host, is missing')")
        press(ben, ".chip:has-text('I will be the host')")
        press(ben, ".notice.missing .chip:has-text('End this game')")
        ben.page.wait_for_selector(".end")
        assert ben.text("h1") == "The game was ended. Nobody won."


def test_who_has_left_is_played_for_and_keeps_the_name_to_the_end(come: Come) -> None:
    ana = come("Ana", rules="pig,target=30")
    route = make(ana)
    ben, cy = come("Ben", route), come("Cy", route)
    sit(ben)
    sit(cy)
    begin(ana, ben, cy)
    people(ben)
    ben.page.click("dialog summary:has-text('Leave')")
    ben.page.click("dialog .chip:has-text('Stop playing and leave')")
    ben.page.wait_for_selector("h2:has-text('Make a room')")
    for board in (ana, cy):
        board.page.wait_for_selector(".notice.missing:has-text('Ben has left the game.')")
    press(cy, ".notice.missing .chip:has-text('Skip the turns')")
    play(ana, cy)
    names = ana.page.locator(".ranks .name bdi").all_inner_texts()
    assert sorted(names) == ["Ana", "Ben", "Cy"]
    assert cy.page.locator(".ranks .name bdi").all_inner_texts() == names


@pytest.mark.parametrize("leaves", ["Ana", "Ben"])
def test_who_leaves_when_the_game_is_over_takes_no_name_along(come: Come, leaves: str) -> None:
    ana, ben = pair(come)
    play(ana, ben)
    goes, stays = (ana, ben) if leaves == "Ana" else (ben, ana)
    table = stays.text(".ranks")
    heading = stays.text("h1")
    goes.page.click("summary:has-text('Leave, move')")
    press(goes, ".chip:has-text('Leave the room')")
    stays.page.wait_for_selector(f".people li:has-text('{leaves}'):has-text('left')")
    assert stays.text(".ranks") == table
    stays.page.reload()
    stays.page.wait_for_selector(".ranks")
    assert (stays.text(".ranks"), stays.text("h1")) == (table, heading)
    stays.page.wait_for_selector(".record")
    assert f'"{leaves}"' in (stays.page.locator(".record pre").text_content() or "")

    cy = come("Cy", stays.page.url.partition("#/")[2])
    sit(cy)
    assert stays.text(".ranks") == table
    press(stays, "footer .act")
    for board in (stays, cy):
        board.page.wait_for_selector(".table")
        assert not board.has(f".seats:has-text('{leaves}')")

"""Everybody plays from afar: every screen of a room, by axe, in light and dark, by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import hosts
from board import Board
from guests import begin, make, pair, people, press, settled, sit, turn
from test_access import faults, faults_in_the_dark
from test_afar_people import SOON_MISSING

Come = Callable[..., Board]


def unfold(board: Board) -> None:
    """Open everything that can be."""
    for summary in board.page.locator("summary").all():
        summary.click()


def screens(come: Come, address: str) -> Iterator[tuple[str, Board]]:
    """Every screen of a room in turn, each with who sees it."""
    ana = come("Ana", rules="skunk,rounds=2", address=address, wish={"clock": 86_400})
    yield "the way in", ana
    route = make(ana)
    ben = come("Ben", route, address=address)
    yield "a visitor's lobby", ben
    sit(ben)
    ana.page.wait_for_selector("footer .act:has-text('2 players')")
    unfold(ana)
    yield "the host's lobby", ana
    begin(ana, ben)
    cy = come("Cy", route, address=address)
    yield "a spectator's table", cy
    yield "the table", ana
    people(ana)
    ana.page.locator("dialog summary").last.click()
    press(ana, "dialog .chip:has-text('another device')")
    ana.page.wait_for_selector("dialog #move")
    yield "the people", ana
    link = ana.page.locator("dialog #move").input_value()
    yield "a seat's other end", come("Ana", link.partition("#/")[2], address=address)
    ana.page.keyboard.press("Escape")
    ben.page.close()
    ana.page.wait_for_selector(".notice.missing")
    yield "somebody missing", ana
    press(ana, ".notice.missing .chip:has-text('End this game')")
    ana.page.wait_for_selector(".end")
    unfold(ana)
    yield "the end", ana


def test_no_screen_of_a_room_has_a_fault(come: Come) -> None:
    with hosts.served(first=SOON_MISSING) as address:
        for name, board in screens(come, address):
            assert faults(board) + faults_in_the_dark(board) == [], name


def test_a_turn_from_afar_is_played_by_keys_alone(come: Come) -> None:
    ana, ben = pair(come, rules="pig,target=100")
    now = turn(ana, ben)
    now.page.keyboard.press("r")
    for board in (ana, ben):
        board.page.wait_for_selector(".history li")
    settled(now)
    now = turn(ana, ben)
    before = now.text(".history ol")
    now.page.keyboard.press("h" if now.can_hold else "r")
    now.page.wait_for_function(
        "before => document.querySelector('.history ol').innerText !== before"
        " || document.querySelector('.turn').innerText !== 'Your turn'",
        arg=before,
    )

"""What the browser tests do in rooms: make one, sit down, begin, play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from board import Board

SOON = 20_000
"""Milliseconds in which something happens on a busy machine."""

MAY_ROLL = ".table footer .act.roll:not([aria-disabled])"

READY = f"""() => document.querySelector(".end") || (
  document.querySelector("{MAY_ROLL}") && !document.querySelector("[data-settling]"))"""
"""Whether somebody may roll, or the game is over."""


def wished(name: str, **wish: Any) -> dict[str, Any]:
    """What somebody chose on the screen of playing from afar, as the page stores it."""
    return {"name": name, "plays": True, "dice": "server", "clock": 0, **wish}


def make(board: Board) -> str:
    """Make a room by one tap; the route that its link has."""
    board.page.click("footer .act")
    board.page.wait_for_selector(".lobby strong.code")
    return board.page.url.partition("#/")[2]


def sit(board: Board) -> None:
    """Take a seat."""
    board.page.click(".sitting .act")
    board.page.wait_for_function("() => !document.querySelector('.sitting')")


def begin(host: Board, *others: Board, players: int = 0) -> None:
    """The host starts, once everybody has sat down."""
    count = players or 1 + len(others)
    host.page.wait_for_selector(f"footer .act:has-text('{count} player')")
    settled(host)
    host.page.click("footer .act")
    for each in (host, *others):
        each.page.wait_for_selector(".table")


def pair(come: Callable[..., Board], **how: Any) -> tuple[Board, Board]:
    """Ana, who hosts, and Ben, each in a browser of their own, in a game that has begun."""
    ana = come("Ana", **how)
    ben = come("Ben", make(ana), **how)
    sit(ben)
    begin(ana, ben)
    return ana, ben


def settled(board: Board) -> None:
    """Wait until a press is over: what came of it is on the screen, and the next one acts."""
    board.page.wait_for_selector(".page:not([data-settling])")


def press(board: Board, selector: str) -> None:
    """Press something of the room when it acts, and let the press be over."""
    settled(board)
    board.page.click(selector)
    settled(board)


def turn(*boards: Board) -> Board:
    """Wait until somebody may roll: whose turn it is; or whoever sees the end."""
    for _ in range(SOON // 50):
        for board in boards:
            if board.page.evaluate(READY):
                return board
        boards[0].page.wait_for_timeout(50)
    raise AssertionError("nobody may roll")


def play(*boards: Board) -> None:
    """Play until the game is over for all: one roll, then hold."""
    for _ in range(200):
        board = turn(*boards)
        if board.over:
            break
        press(board, ".act.hold" if board.can_hold else ".act.roll")
    for board in boards:
        board.page.wait_for_selector(".end")


def people(board: Board) -> None:
    """Open what there is to say and do about the people, at the table."""
    settled(board)
    board.page.click("header [title='Who is here']")
    board.page.wait_for_selector("dialog .people")

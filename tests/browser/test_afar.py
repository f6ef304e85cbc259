"""Playing from afar: several browsers in one room of one real server, whatever happens to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import hosts
import pytest
from board import QUICK, Board, setup_of

Open = Callable[..., Board]

PLAYABLE = ".table footer .act.roll:not([aria-disabled])"
SOON = 20_000
"""Milliseconds in which something happens on a busy machine."""


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """A server of rooms that all tests share."""
    with hosts.served() as address:
        yield address


@pytest.fixture
def come(open_tab: Open, served: str) -> Callable[..., Board]:
    """Opens a browser of somebody: their name, and where they go."""

    def opened(name: str, route: str = "afar", rules: str = "pig,target=10", **how: Any) -> Board:
        board = open_tab(how.pop("address", served), refused=True, **how)
        board.page.set_default_timeout(SOON)
        board.page.add_init_script(
            f"localStorage['passel.me'] ??= JSON.stringify({{ name: '{name}' }});"
            f"localStorage['passel.afar'] ??= JSON.stringify({setup_of(rules)})"
        )
        return board.open(route, settings=QUICK)

    return opened


def make(board: Board) -> str:
    """Make a room by one tap; the route that its link has."""
    board.page.click("footer .act")
    board.page.wait_for_selector(".lobby strong.code")
    return board.page.url.partition("#/")[2]


def sit(board: Board) -> None:
    """Take a seat."""
    board.page.click(".sitting .act")
    board.page.wait_for_selector(".waits")


def begin(host: Board, *others: Board, players: int = 2) -> None:
    """The host starts, once everybody has sat down."""
    host.page.wait_for_selector(f"footer .act:has-text('{players} players')")
    host.page.click("footer .act")
    for each in (host, *others):
        each.page.wait_for_selector(".table")


def turn(*boards: Board) -> Board:
    """Wait until somebody can roll: whose turn it is."""
    first = boards[0].page
    while True:
        for board in boards:
            if board.has(".end") or (board.has(PLAYABLE) and not board.has("[data-settling]")):
                return board
        first.wait_for_timeout(50)


def play(*boards: Board) -> None:
    """Play until the game is over for all: one roll, then hold."""
    for _ in range(200):
        board = turn(*boards)
        if board.has(".end"):
            break
        held = board.has(".act.hold:not([aria-disabled])")
        before = board.page.locator(".history li span").first.text_content() if held else ""
        board.page.click(".act.hold" if held else ".act.roll")
        board.page.wait_for_function(
            """before => document.querySelector(".end")
              || document.querySelector(".history li span")?.textContent !== before""",
            arg=before,
        )
    for board in boards:
        board.page.wait_for_selector(".end")


def test_a_game_is_played_from_afar_to_its_end_and_once_more(come: Callable[..., Board]) -> None:
    ana = come("Ana")
    route = make(ana)
    ben = come("Ben")
    ben.page.fill("#code", "AAAAAA")
    ben.page.keyboard.press("Enter")
    assert "No room is open with this code" in ben.text(".wrong")
    ben.page.fill("#code", ana.text("strong.code").lower())
    ben.page.keyboard.press("Enter")
    ben.page.wait_for_selector(".lobby")
    assert ben.page.url.endswith(route)
    sit(ben)
    begin(ana, ben)
    assert turn(ana, ben).text(".turn") == "Your turn"
    play(ana, ben)
    assert ana.text("h1") == ben.text("h1")
    assert ana.scores == ben.scores
    assert max(ana.scores) >= 10

    ana.page.click(".record summary")
    assert '[Dice "passel 1"]' in ana.text(".record pre")
    ana.page.click(".record .chip:has-text('Check the dice')")
    assert ana.text(".verdict").startswith("All is right: the seed is the promised one")
    ana.page.keyboard.press("Escape")

    ben.page.wait_for_selector(".page:not([data-settling])")
    ben.page.click("footer .act")
    for board in (ana, ben):
        board.page.wait_for_selector(".table")
    assert turn(ana, ben).scores == [0, 0]

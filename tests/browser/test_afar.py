"""Playing from afar: several browsers in one room of one real server, whatever happens to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import hosts
from board import Board
from guests import MAY_ROLL, begin, make, pair, play, sit, turn


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
    mover = turn(ana, ben)
    other, name = (ben, "Ana") if mover is ana else (ana, "Ben")
    for board, whose in ((mover, "Your turn"), (other, f"{name}’s turn")):
        assert board.text(".turn") == whose
        board.page.wait_for_selector(f"[role=status]:has-text('{whose}.')")
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


def test_in_a_shared_turn_nobody_sees_what_the_others_choose(come: Callable[..., Board]) -> None:
    ana = come("Ana", rules="skunk,rounds=20")
    route = make(ana)
    ben, cy = come("Ben", route), come("Cy", route)
    sit(ben)
    sit(cy)
    begin(ana, ben, cy)
    thrown = 0
    while not ana.has(".trail li"):  # After a skunk nobody has anything to choose.
        turn(ana).page.click("footer .act.roll")
        thrown += 1
        for board in (ana, ben, cy):
            board.page.wait_for_selector(f".history:has(li:nth-of-type({thrown}))")
    turn(ana).page.click(".act.hold")
    ana.page.wait_for_selector(".act.roll:has-text('you hold; you can still change')")
    for board in (ben, cy):
        board.page.wait_for_selector(".place:has-text('Ana') .state:has-text('has chosen')")
    ana.page.reload()
    ana.page.wait_for_selector(".act.roll:has-text('you hold; you can still change')")
    for board in (ben, cy):
        board.page.wait_for_selector(".page:not([data-settling])")
        board.page.click("footer .act.roll")
    for board in (ana, ben, cy):
        board.page.wait_for_selector(".history li:first-child:has-text('Ana ✓')")
        assert not board.has(".place:has-text('Ana') .score:text-is('0')")


def test_a_game_goes_on_after_the_server_was_killed_and_the_network_lost(
    come: Callable[..., Board], tmp_path: Path
) -> None:
    data = {"PASSEL_DATA": str(tmp_path)}
    server = hosts.Server("--no-open", "--port", "0", env=data)
    try:
        ana, ben = pair(come, rules="pig,target=40", address=server.address)
        first = turn(ana, ben)
        first.page.click("footer .act.roll")
        ana.page.wait_for_selector(".history li")
        ben.page.wait_for_selector(".history li")

        server.kill()
        for board in (ana, ben):
            board.page.wait_for_selector(".notices:has-text('The server does not answer')")
        assert not ana.has(MAY_ROLL)
        assert not ben.has(MAY_ROLL)
        port = server.address.rstrip("/").rpartition(":")[2]
        server = hosts.Server("--no-open", "--port", port, env=data)
        for board in (ana, ben):
            board.page.wait_for_function("() => !document.querySelector('.notices')")
        assert ana.text(".history ol") == ben.text(".history ol")

        now = turn(ana, ben)
        other = ben if now is ana else ana
        other.page.context.set_offline(True)
        other.page.wait_for_selector(".notices:has-text('The server does not answer')")
        now.page.click("footer .act.roll")
        now.page.wait_for_function(
            "old => document.querySelector('.history ol').innerText !== old",
            arg=other.text(".history ol"),
        )
        happened = now.text(".history ol")
        other.page.context.set_offline(False)
        other.page.wait_for_function(
            "now => document.querySelector('.history ol').innerText === now", arg=happened
        )
        other.page.reload()
        other.page.wait_for_selector(".history li")
        assert other.text(".history ol") == happened
        other.page.wait_for_function("() => !document.querySelector('.notices')")
    finally:
        server.kill()


def test_tabs_share_a_stream_others_watch_and_a_seat_moves(come: Callable[..., Board]) -> None:
    ana = come("Ana", rules="pig,target=50")
    route = make(ana)
    ben, cy = come("Ben", route), come("Cy", route)
    sit(ben)
    begin(ana, ben)
    assert "You are watching" in cy.text("footer")
    second = come("Ana", beside=ana)
    asked: list[str] = []
    second.page.on("request", lambda request: asked.append(request.url))
    second.page.goto(ana.page.url)
    second.page.wait_for_selector(".table")

    thrower = turn(ana, ben)
    thrower.page.click("footer .act.roll")
    for board in (ana, second, ben, cy):
        board.page.wait_for_selector(".history li")
    assert len({board.text(".history ol") for board in (ana, second, ben, cy)}) == 1
    assert [url for url in asked if "/events" in url] == []
    with second.page.expect_request("**/events?*"):
        ana.page.close()

    ben.page.click("header [title='Who is here']")
    ben.page.click("dialog summary:has-text('another device')")
    ben.page.click("dialog .chip:has-text('another device')")
    link = ben.page.locator("dialog #move").input_value()
    phone = come("Ben", link.partition("#/")[2])
    phone.page.click("footer .act")
    phone.page.wait_for_selector(".table footer .act.roll")
    ben.page.wait_for_selector(".notices:has-text('You play on another device now')")
    assert ben.page.locator("footer .act").count() == 0

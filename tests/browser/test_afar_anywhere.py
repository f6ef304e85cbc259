"""Playing from afar where something is missing: a server of rooms, a network, https."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import hosts
from board import Board
from guests import begin, make, play, press, sit, turn

Come = Callable[..., Board]


def test_a_static_host_says_that_it_has_no_rooms_and_what_has(come: Come, tmp_path: Path) -> None:
    with hosts.hosted(tmp_path) as address:
        ana = come("Ana", address=address)
        ana.page.wait_for_selector("main:has-text('Here nobody can play from afar')")
        assert ana.text("main code") == "passel serve"
        assert not ana.has("footer .act")
        ana.page.click(".chip:has-text('Look again')")
        ana.page.wait_for_selector("main:has-text('Everything else works.')")


def test_without_a_network_the_page_says_so_and_makes_rooms_when_it_is_back(come: Come) -> None:
    ana = come("Ana", worker=True)
    ana.page.wait_for_selector("footer .act")
    ana.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    ana.page.context.set_offline(True)
    ana.page.reload()
    ana.page.wait_for_selector("main:has-text('There is no network now.')")
    assert not ana.has("footer .act")
    ana.page.context.set_offline(False)
    ana.page.click(".chip:has-text('Look again')")
    make(ana)


def test_on_plain_http_in_a_network_a_whole_game_is_played_and_its_dice_are_checked(
    come: Come,
) -> None:
    with hosts.served("--host", "0.0.0.0") as here:
        address = here.replace("localhost", "pigs.lan")
        ana = come("Ana", address=address)
        lacking = ["isSecureContext", "crypto.subtle", "navigator.locks", "navigator.serviceWorker"]
        for each in lacking:
            assert not ana.page.evaluate(f"() => {each}"), each
        route = make(ana)
        assert ana.page.locator("#link").input_value() == f"{address}#/{route}"
        ben = come("Ben", route, address=address)
        sit(ben)
        begin(ana, ben)
        second = come("Ana", route, address=address, beside=ana)  # without locks: its own stream
        second.page.wait_for_selector(".table")
        press(turn(ana, ben), ".act.roll")
        second.page.wait_for_selector(".history li")
        play(ana, ben)
        second.page.wait_for_selector(".end")
        assert second.scores == ana.scores == ben.scores
        ben.page.click(".record summary")
        ben.page.click(".record .chip:has-text('Check the dice')")
        assert ben.text(".verdict").startswith("All is right: the seed is the promised one")

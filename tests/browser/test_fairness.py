"""Dice are checked in the page itself, also where the browser's own cryptography is missing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from board import Board

from passel import variants
from passel.fair import Promise, commitment
from passel.game import HOLD, Event, Hold, Throw, apply, legal_actions, next_dice, start
from passel.notation import Record, parse_record, print_record

Tab = Callable[..., Board]

SEED = bytes(range(32))
GAME = "table 7/1"
PROMISE = Promise(GAME, commitment(SEED, GAME), ("ana", ""), SEED)
PLAIN_HTTP = "Object.defineProperty(crypto, 'subtle', { value: undefined });"


def played(rules: str, promise: Promise = PROMISE) -> str:
    """The record of a whole game that is fair; everybody holds as soon as possible."""
    state, events, dice = start(variants.rules(rules)), list[Event](), PROMISE.dice()
    while not state.over:
        ready = HOLD in legal_actions(state) and state.turn_total
        faces = () if ready else dice.throw(*next_dice(state))
        events.append(Hold(state.to_move[0]) if ready else Throw(faces))
        state = apply(state, events[-1])
    begin = start(variants.rules(rules))
    return print_record(Record(begin, tuple(events), ("Ana", "Bo"), promise.tags))


def checked(board: Board, record: str) -> str:
    """What the page says about the dice of a record that is pasted."""
    board.page.fill("#record", record)
    board.page.click("text=Check the dice")
    board.page.wait_for_selector("dialog .verdict")
    said = board.text(".verdict")
    assert board.page.locator(".verdict").evaluate("(each) => each === document.activeElement")
    return said


@pytest.mark.parametrize("rules", ["pig,target=30", "big-pig,target=30", "pass-the-pigs,target=30"])
def test_a_fair_game_is_all_right(tab: Tab, rules: str) -> None:
    board = tab(script=PLAIN_HTTP).open("games")
    record = played(rules)
    throws = sum(isinstance(event, Throw) for event in parse_record(record).events)
    assert throws > 5
    assert checked(board, record) == (
        "All is right: the seed is the promised one, and it makes all"
        f" {throws} throws of this game."
    )
    shown = board.page.locator(".seeds dd").all_inner_texts()
    assert shown == [PROMISE.commitment, SEED.hex(), GAME, "ana"]
    assert board.page.locator(".seeds dt").last.inner_text() == "The seed of Ana"
    board.page.keyboard.press("Escape")
    assert not board.has("dialog")


@pytest.mark.hosts
def test_a_changed_throw_is_found_with_its_line(tab: Tab) -> None:
    """Seat 2 threw 4 first, as docs/explain/fair-dice.md computes by hand."""
    head = print_record(Record(start(variants.rules("pig")), (), (), PROMISE.tags))
    board = tab().open("games")
    assert checked(board, f"{head}\n1: 1\n2: 5 hold\n") == (
        f"Something is wrong in line {len(head.splitlines()) + 3}, turn 2: throw 2 of the game is"
        " written as 5, but the seed makes it 4."
    )


def test_what_cannot_be_checked_says_why(tab: Tab) -> None:
    board = tab().open("games")
    said = checked(board, '[Rules "pig"]\n[Seats "2"]\n[Dice "physical"]\n1: 3\n')
    assert said.startswith("Real dice were thrown by hand.")
    board.page.keyboard.press("Escape")
    said = checked(board, '[Rules "pig"]\n[Seats "2"]\n1: 7\n')
    assert said.startswith("Line 3, column 4, at “7”: These dice")
    board.page.keyboard.press("Escape")
    said = checked(board, '[Rules "pig"]\n[Seats "2"]\n[Dice "passel 1"]\n1: 3\n')
    assert said == 'The dice cannot be checked: the tag [Game "…"] is missing.'


def test_a_game_that_was_brought_in_keeps_what_it_says_of_its_dice(tab: Tab) -> None:
    board = tab().open("games")
    record = played("pig,target=30")
    board.page.fill("#record", record)
    board.page.click("text=Bring it in")
    board.page.wait_for_selector(".end")
    board.page.reload()
    board.page.click(".record summary")
    assert parse_record(board.text(".record pre")).tags[1:] == PROMISE.tags
    board.page.click("text=Check the dice")
    assert board.text(".verdict").startswith("All is right")


def test_a_game_that_goes_on_with_other_dice_says_nothing_of_the_first(tab: Tab) -> None:
    board = tab().open("games")
    begun = "\n".join(played("pig,target=30").replace('[Result "2"]\n', "").splitlines()[:-1])
    begun = begun.replace('[Result "1"]\n', "").replace("[Dice", '[Event "fair"]\n[Dice')
    board.page.fill("#record", begun)
    board.page.click("text=Bring it in")
    board.page.wait_for_selector(".table")
    assert board.games[0]["tags"] == [["Event", "fair"]]

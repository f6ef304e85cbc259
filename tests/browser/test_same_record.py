"""The terminal with real dice and the page that keeps score write the same record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from board import Board, setup_of
from terminal import piped

from passel.game import HOLD, Announce, Hold, State, Throw, legal_actions
from passel.notation import Record, event_text, parse_record

Tab = Callable[..., Board]

PEOPLE = ("Ana", "Bo", "Cy")

GAMES = {
    "pig,target=15": "1: 4 6 hold\n2: 5 1\n1: 3 hold\n2: 6 6 hold\n1: 2 hold\n",
    "two-dice-pig,target=20": "1: 4-4 3-6 hold\n2: 1-1\n1: 5-1\n2: 2-6 1-4\n1: 6-6 hold\n",
    "big-pig,target=20": "first: 3-4 6-5\n2: 3-3 2-4 hold\n1: 5-4 hold\n2: 1-2\n1: 6-6 4-5 hold\n",
    "hog,target=12": "1: x3 2-5-1\n2: x2 6-4\n1: x1 1\n2: x4 2-2-3-2\n",
    "skunk,rounds=2": "*: 3-4 hold:1 5-6 hold:3 6-1\n*: 4-2 hold:1 hold:2 5-5 hold:3\n",
    "pass-the-pigs,target=30": "1: R-R hold\n2: D-P\n1: oinker\n2: J-S S-S hold\n",
    "piglet,target=3": "1: H T\n2: H H hold\n1: T\n2: H hold\n",
}


def game(rules: str) -> Record:
    """A whole game of real dice by its turns."""
    seats = 3 if rules.startswith("skunk") else 2
    names = "".join(f'[Seat {seat} "{PEOPLE[seat - 1]}"]\n' for seat in range(1, seats + 1))
    return parse_record(f'[Rules "{rules}"]\n{names}\n{GAMES[rules]}')


def typed(record: Record) -> Iterator[str]:
    """The lines that this game is in the terminal; in a shared turn every player is asked."""
    events = list(record.events)
    states = list(record.states())
    asked: State | None = None
    for place, (state, event) in enumerate(zip(states, events, strict=False)):
        if state.rules.turn == "shared":
            if asked is None and HOLD in legal_actions(state):
                asked = state
                holds = set()
                for later in events[place:]:
                    if not isinstance(later, Hold):
                        break
                    holds.add(later.seat)
                yield from ("h" if seat in holds else "r" for seat in state.to_move)
            if isinstance(event, Throw):
                asked = None
                yield event_text(event, state.rules)
            elif states[place + 1].round != state.round:
                asked = None
        elif isinstance(event, Announce):
            yield str(event.dice)
        else:
            yield event_text(event, state.rules)


@pytest.mark.parametrize("rules", GAMES)
def test_the_terminal_writes_the_same_record(tab: Tab, tmp_path: Path, rules: str) -> None:
    """The same game, typed and tapped, comes to the same text but for the time it began."""
    record = game(rules)
    people = [part for name in record.names for part in ("--player", name or "")]
    lines = "\n".join([*typed(record), "", "n", ""])
    done = piped("play", rules, "--dice", "physical", *people, data=tmp_path, typed=lines)
    (path,) = (tmp_path / "finished").glob("*.pig")
    board = tab().keep(setup_of(rules, *map(str, record.names)))
    board.enter(*(event_text(event, record.start.rules) for event in record.events))
    board.page.wait_for_selector(".end")
    board.page.click(".record summary")
    shown = board.text(".record pre")
    assert dated(shown) == dated(path.read_text("utf-8")), done.stdout
    assert '[Dice "physical"]' in shown
    assert parse_record(shown).events == record.events


def dated(text: str) -> str:
    """A record with one and the same time in place of its own, which must be one."""
    stamp = re.compile(r'\[Begun "\d{4}-\d\d-\d\d \d\d:\d\d"\]')
    assert len(stamp.findall(text)) == 1
    return stamp.sub('[Begun "now"]', text).strip()


def test_a_game_that_the_terminal_began_goes_on_in_the_page(tab: Tab, tmp_path: Path) -> None:
    piped(
        "play", "pig,target=15", "--dice", "physical", "--player", "Ana", "--player", "Bo",
        data=tmp_path, typed="4\n6\nh\n5\n",
    )  # fmt: skip
    (path,) = (tmp_path / "playing").glob("*.pig")
    board = tab().open("games")
    board.page.clock.install()
    board.page.fill("#record", path.read_text("utf-8"))
    board.page.click("text=Bring it in")
    board.page.wait_for_selector(".tapped")
    board.wait()
    assert (board.total, board.scores) == (5, [10, 0])
    board.press("1")
    assert board.said == "Bo rolled 1: 5 points lost. Ana’s turn."

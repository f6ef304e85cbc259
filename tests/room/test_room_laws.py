"""Laws that no command, in whatever order and from whomever, can break."""

from __future__ import annotations

from typing import Any

import pytest
from desk import Desk, token
from hypothesis import given, settings
from hypothesis import strategies as st

from passel.errors import PasselError
from passel.game import fold as played
from passel.room import tick, wake
from passel.room.events import EVENTS
from passel.variants import VARIANTS

WHO = st.sampled_from(["ana", "ben", "cleo", "dora", None])
KEY = st.sampled_from(["p1", "p2", "p3", "p4", "p9"])
NAME = st.sampled_from(["Ana", "ANA", "", None, "\u202e", "x" * 600, "<b>"])
RULES = st.sampled_from([*VARIANTS, "pig,target=10", "hog,target=20", "skunk,rounds=1", "nonsense"])
TICKET = st.sampled_from([token("ticket"), token("other"), "short"])

FIELDS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "join": {"name": NAME, "seed": st.sampled_from(["", "luck", "\n"])},
    "leave": {},
    "rename": {"name": NAME, "player": st.none() | KEY},
    "seed": {"seed": st.sampled_from(["", "luck"])},
    "offer": {"ticket": TICKET},
    "claim": {"ticket": TICKET},
    "add-bot": {"bot": st.sampled_from(["random", "hold-at-20", "sit-at-9", "roll-3", "optimal"])},
    "remove": {"player": KEY},
    "lock": {"locked": st.booleans()},
    "configure": {
        "rules": st.none() | RULES,
        "dice": st.sampled_from([None, "server", "physical"]),
        "clock": st.sampled_from([None, 0, 1, 5, 60]),
        "pace": st.sampled_from([None, 0, 1000, 20_000]),
    },
    "hand-over": {"player": KEY},
    "take-over": {},
    "start": {},
    "rematch": {},
    "roll": {"dice": st.sampled_from([0, 0, 0, 3, 50])},
    "hold": {},
    "throw-now": {},
    "enter": {"throw": st.sampled_from(["1", "5", "3-4", "1-1", "H", "T-S", "oinker", "x", ""])},
    "take-back": {},
    "stand-in": {"player": KEY, "who": st.sampled_from(["bot", "skip", "wait", "random"])},
    "back": {},
    "end": {},
    "close": {},
}
OFTEN = ["join", "add-bot", "start", "rematch", *["roll"] * 6, *["hold"] * 3, *["enter"] * 4]


@st.composite
def steps(draw: st.DrawFn) -> list[tuple[str, str | None, dict[str, Any]]]:
    names = st.sampled_from([*FIELDS, *OFTEN])
    made: list[tuple[str, str | None, dict[str, Any]]] = []
    for name in draw(st.lists(names, max_size=40)):
        fields = {field: draw(values) for field, values in FIELDS[name].items()}
        made.append((name, draw(WHO), fields))
    return made


@settings(max_examples=150, deadline=None)
@given(
    rules=RULES.filter(lambda text: text != "nonsense"),
    dice=st.sampled_from(["server", "physical"]),
    steps=steps(),
    gaps=st.lists(st.sampled_from([0, 0, 500, 6000, 90_000_000]), min_size=40, max_size=40),
    missing=st.frozensets(KEY),
)
def test_no_order_of_commands_breaks_a_room(
    rules: str, dice: str, steps: Any, gaps: list[int], missing: frozenset[str]
) -> None:
    """The desk checks the fold, the bytes and the secrets at each step; here are the other laws."""
    desk = Desk(rules, "ben", dice=dice)
    desk.missing = missing
    for (do, who, fields), gap in zip(steps, gaps, strict=False):
        before = desk.room
        try:
            desk.do(do, who, **fields)
        except PasselError:
            assert desk.room is before
        if gap:
            for _ in range(20):
                due = wake(desk.room)
                if due is None or due > desk.now + gap:
                    break
                desk.wait(max(0, due - desk.now))
        check(desk, before.seq)


def check(desk: Desk, before: int) -> None:
    room = desk.room
    assert room.seq == len(desk.ledger)
    assert before <= room.seq
    assert 0 < room.version <= room.seq
    held = [player.token for player in room.players if player.token]
    assert len(set(held)) == len(held)
    assert len({player.key for player in room.players}) == len(room.players)
    assert (room.code is not None) == room.open
    people = [player for player in room.players if player.person]
    if room.phase != "closed":
        host = room.player(room.host)
        assert host in people
    if room.game is not None:
        game = room.game
        assert game.state == played(game.begin, game.events)
        assert len(game.words) == len(game.events)
        assert len(game.promise.seats) == len(game.begin.scores)
        assert (room.phase == "playing") == (game.ended is None)
        assert len(game.names) <= len(room.seats)
    due = wake(room)
    assert (due is None) == (room.phase == "closed")
    assert due is None or due > desk.now - 1 or tick(room, desk.world).events


def test_a_public_event_has_no_secret_field() -> None:
    from passel.web.wire import PUBLIC

    secret = {name for kind in EVENTS for name in kind.SECRET}
    assert secret == {"salt", "token", "ticket", "seed", "choice"}
    for kind in EVENTS:
        struct = PUBLIC.fields(kind)
        assert not set(struct) & set(kind.SECRET)
        assert "answers" not in struct


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_variant_is_played_to_its_end_by_bots_in_a_room(rules: str) -> None:
    desk = Desk(rules, plays=False, pace=0)
    for _ in range(2):
        desk.do("add-bot", "ana", bot="random")
    desk.do("start", "ana")
    for _ in range(5000):
        if desk.room.phase != "playing":
            break
        desk.wait(1)
    assert desk.room.game is not None
    assert desk.room.game.ended in {"target", "rounds", "last-left"}
    assert desk.room.game.winners

"""What servers tell each other: short enough for PostgreSQL, read again as it was meant."""

from __future__ import annotations

import pytest

from passel.web import elsewhere, sharing
from passel.web.elsewhere import NOBODY, Connected, Elsewhere, Telling

ROOMS = {f"{n:026d}": Connected(frozenset({"p1", f"p{n}"}), n) for n in range(500)}


def test_tellings_are_short_and_together_say_everything() -> None:
    texts = list(elsewhere.tellings(7, ROOMS))
    assert len(texts) > 1
    assert all(len(text.encode()) < 8000 for text in texts)
    told = [elsewhere.read(text) for text in texts]
    assert {each and each.server for each in told} == {7}
    rooms: dict[str, Connected] = {}
    for each in told:
        assert each
        rooms |= each.rooms
    assert rooms == ROOMS
    assert list(elsewhere.tellings(7, {})) == []


def test_a_telling_may_ask_for_everything() -> None:
    assert elsewhere.read(elsewhere.asking(7)) == Telling(7, {}, asks=True)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"server": "x"}', '{"server": 1, "rooms": [1]}'])
def test_what_is_no_telling_says_nothing(text: str) -> None:
    """Anybody who may connect to the database may also notify."""
    assert elsewhere.read(text) is None


def test_who_is_connected_is_what_all_others_say_together() -> None:
    others = Elsewhere()
    others.hear(Telling(1, {"a": Connected(frozenset({"p1"}), 2)}))
    others.hear(Telling(2, {"a": Connected(frozenset({"p1", "p2"}), 3), "b": Connected()}))
    assert others.of("a") == Connected(frozenset({"p1", "p2"}), 5)
    others.hear(Telling(2, {"a": Connected(frozenset({"p2"}), 1)}))
    assert others.of("a") == Connected(frozenset({"p1", "p2"}), 3)
    assert set(others.keep(frozenset({2, 3}))) == {"a"}
    assert others.of("a") == Connected(frozenset({"p2"}), 1)
    others.hear(Telling(2, {"a": NOBODY}))
    assert others.of("a") == others.of("nowhere") == NOBODY


def test_notices_of_stored_events_are_short_and_read_again() -> None:
    seqs = {room: 10**9 + n for n, room in enumerate(ROOMS)}
    notices = list(sharing._notices(f"{room}:{seq}" for room, seq in seqs.items()))
    assert len(notices) > 1
    assert all(len(notice) < 8000 for notice in notices)
    read: dict[str, int] = {}
    for notice in notices:
        read |= sharing._rooms(notice)
    assert read == seqs
    assert sharing._rooms("no such:x :3 ") == {"": 3}

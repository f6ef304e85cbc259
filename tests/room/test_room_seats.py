"""Who is in a room, who may do what there, and what becomes of those who are gone."""

from __future__ import annotations

import pytest
from desk import Desk, token

from passel.errors import PasselError
from passel.fair import commitment, verify
from passel.notation import parse_record, print_record
from passel.room import GRACE, Presence, room_id
from passel.room.records import record
from passel.room.room import CODE, DAY, Room, code
from passel.room.seats import Player, hashed, read_name, read_seed


def keys(desk: Desk) -> list[str]:
    return [player.key for player in desk.room.seats]


# Coming.


def test_who_joins_takes_the_next_seat_and_only_one() -> None:
    desk = Desk("pig", "ben")
    assert keys(desk) == ["p1", "p2"]
    assert desk.refused("join", "ben") == "already-seated"
    desk.do("join", "cleo", id="cleo-joins", name="Cleo")
    assert desk.do("join", "cleo", id="cleo-joins", name="Cleo").player == "p3"
    assert keys(desk) == ["p1", "p2", "p3"]


def test_the_last_seat_is_taken_once() -> None:
    desk = Desk("big-pig", "ben", "cleo")
    assert desk.room.open
    desk.do("join", "dora")
    assert (desk.room.open, desk.room.code) == (False, None)
    assert desk.refused("join", "eve") == "room-full"
    desk.do("leave", "dora")
    assert desk.room.code is not None


def test_a_short_code_lives_only_while_the_room_is_open_and_never_comes_back() -> None:
    desk = Desk("pig", "ben")
    seen = [desk.room.code]
    for do, fields in (("lock", {"locked": True}), ("lock", {"locked": False}), ("start", {})):
        desk.do(do, "ana", **fields)
        seen.append(desk.room.code)
    assert desk.refused("join", "cleo") == "wrong-phase-playing"
    desk.do("end", "ana")
    seen.append(desk.room.code)
    assert [each is None for each in seen] == [False, True, False, True, False]
    assert len({each for each in seen if each}) == 3
    assert {*"".join(each or "" for each in seen)} <= set(CODE)


def test_short_codes_are_spread_evenly_over_their_characters() -> None:
    """31^6 of 2^256: the first characters of many codes, against a uniform distribution."""
    drawn = [code("room", str(number), "1/1")[0] for number in range(31_000)]
    counts = [drawn.count(letter) for letter in CODE]
    assert sum((n - 1000) ** 2 / 1000 for n in counts) < 60  # 30 degrees of freedom, p = 0.001


def test_a_locked_room_lets_nobody_in() -> None:
    desk = Desk("pig")
    desk.do("lock", "ana", locked=True)
    assert desk.refused("join", "ben") == "room-locked"
    desk.do("lock", "ana", locked=False)
    desk.do("join", "ben")


def test_a_host_who_does_not_play_can_sit_down_later() -> None:
    desk = Desk("pig", "ben", plays=False)
    assert (keys(desk), desk.room.host) == (["p2"], "p1")
    desk.do("join", "ana")
    assert (keys(desk), desk.room.host) == (["p2", "p1"], "p1")
    assert desk.room.seats[1].name == "Ana"


def test_the_same_token_and_id_make_the_same_room_and_tell_neither() -> None:
    made = room_id(token("ana"), "make-a-room")
    assert made == room_id(token("ana"), "make-a-room")
    assert len({made, room_id(token("ana"), "another"), room_id(token("ben"), "make-a-room")}) == 3
    assert len(made) == 26
    assert Room(made).public_name not in made
    assert made not in Room(made).public_name


# Names and secrets.


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ana", "Ana"), ("  Ana \n ", "Ana"), (None, None), ("", None),
        ("<b>Ana</b>", "<b>Ana</b>"), ("\u202eanA", "anA"), ("x" * 500, "x" * 19 + "…"),
        ("Z\u0301\u0301\u0301\u0301\u0301", "Ź\u0301\u0301"), ("=1+1", "=1+1"),
        ("\x1b[31mred", "red"),
    ],
)  # fmt: skip
def test_a_name_is_cleaned(given: str | None, shown: str | None) -> None:
    assert read_name(given) == shown


@pytest.mark.parametrize(
    "name", ["\u200b\u2060", "\u202e", "\u3164\u3164", "\u2800", "   ", "x" * 501]
)
def test_a_name_of_which_nothing_can_be_seen_is_refused(name: str) -> None:
    with pytest.raises(PasselError, match="bad-name"):
        read_name(name)


def test_equal_names_are_told_apart_by_the_players_number() -> None:
    desk = Desk("pig", "ben", "cleo")
    desk.do("rename", "cleo", name="ANA")
    assert [player.shown for player in desk.room.seats] == ["Ana", "Ben", "ANA (3)"]
    desk.do("leave", "ben")
    assert [player.shown for player in desk.room.seats] == ["Ana", "ANA (2)"]


@pytest.mark.parametrize("seed", ["x" * 65, "a\nb", "a\u200bb", "\ud800"])
def test_a_seed_that_a_record_cannot_show_is_refused(seed: str) -> None:
    with pytest.raises(PasselError, match="bad-seed"):
        read_seed(seed)


@pytest.mark.parametrize("secret", ["", "short", "a" * 32, "ab" * 16, "x" * 65, "with space " * 3])
def test_a_token_that_somebody_could_guess_is_refused(secret: str) -> None:
    with pytest.raises(PasselError, match="bad-token"):
        hashed(secret)


def test_who_has_no_seat_here_can_do_nothing() -> None:
    desk = Desk("pig", "ben")
    for do, fields in (("start", {}), ("roll", {}), ("rename", {"name": "x"}), ("leave", {})):
        assert desk.refused(do, "eve", **fields) == "no-seat"
        assert desk.refused(do, None, **fields) == "no-seat"


# Moving to another device.


def test_a_seat_moves_to_another_device_once_and_the_old_one_no_longer_holds_it() -> None:
    desk = Desk("pig", "ben")
    desk.do("start", "ana")
    desk.do("offer", "ben", ticket=token("ticket"))
    assert desk.refused("claim", "eve", ticket=token("another-ticket")) == "bad-ticket"
    assert desk.refused("claim", "ana", ticket=token("ticket")) == "already-seated"
    version = desk.room.version
    answer = desk.do("claim", "phone", id="to-the-phone", ticket=token("ticket"))
    assert (answer.player, desk.room.version) == ("p2", version)
    assert desk.do("claim", "phone", id="to-the-phone", ticket=token("ticket")) == answer
    assert desk.refused("claim", "eve", ticket=token("ticket")) == "bad-ticket"
    assert desk.refused("rename", "ben", name="Old") == "seat-moved"
    desk.do("rename", "phone", name="New")


def test_an_offered_seat_can_be_taken_for_a_quarter_of_an_hour() -> None:
    desk = Desk("pig", "ben")
    desk.do("offer", "ben", ticket=token("ticket"))
    desk.wait(15 * 60_000)
    assert desk.refused("claim", "phone", ticket=token("ticket")) == "bad-ticket"


def test_an_answer_is_repeated_to_a_device_whose_seat_has_moved_or_is_gone() -> None:
    desk = Desk("pig", "ben", "cleo")
    first = desk.do("rename", "ben", id="bens-command", name="Benno")
    desk.do("offer", "ben", ticket=token("ticket"))
    desk.do("claim", "phone", ticket=token("ticket"))
    assert desk.do("rename", "ben", id="bens-command", name="Benno") == first
    left = desk.do("leave", "cleo", id="cleo-leaves")
    assert desk.do("leave", "cleo", id="cleo-leaves") == left


# The host.


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("lock", {"locked": True}), ("remove", {"player": "p1"}), ("close", {}), ("start", {}),
        ("hand-over", {"player": "p2"}), ("rename", {"player": "p1", "name": "x"}),
        ("configure", {"pace": 0}), ("add-bot", {"bot": "random"}),
    ],
)  # fmt: skip
def test_what_only_the_host_may_do(do: str, fields: dict[str, object]) -> None:
    assert Desk("pig", "ben").refused(do, "ben", **fields) == "not-host"


def test_a_host_hands_over_and_is_host_no_more() -> None:
    desk = Desk("pig", "ben")
    desk.do("add-bot", "ana", bot="random")
    assert desk.refused("hand-over", "ana", player="p3") == "bots-are-no-hosts"
    assert desk.refused("hand-over", "ana", player="p9") == "no-such-player"
    desk.do("hand-over", "ana", player="p2")
    assert desk.refused("lock", "ana", locked=True) == "not-host"
    desk.do("lock", "ben", locked=True)


def test_a_host_who_leaves_is_followed_by_somebody_who_is_here() -> None:
    desk = Desk("pig", "ben", "cleo")
    desk.missing = frozenset({"p2"})
    desk.do("leave", "ana")
    assert desk.room.host == "p3"


def test_a_host_who_is_missing_can_be_followed_by_anybody() -> None:
    desk = Desk("pig", "ben")
    assert desk.refused("take-over", "ben") == "not-missing"
    desk.missing = frozenset({"p1"})
    desk.do("take-over", "ben")
    assert desk.room.host == "p2"


def test_a_removed_player_holds_nothing() -> None:
    desk = Desk("pig", "ben", "cleo")
    desk.do("remove", "ana", player="p2")
    assert keys(desk) == ["p1", "p3"]
    assert desk.refused("rename", "ben", name="x") == "no-seat"
    desk.do("join", "ben")
    assert keys(desk) == ["p1", "p3", "p4"]


def test_a_room_without_people_is_closed_and_its_seed_revealed() -> None:
    desk = Desk("pig")
    desk.do("add-bot", "ana", bot="random")
    desk.do("start", "ana")
    desk.do("leave", "ana")
    assert desk.kinds()[-3:] == ["left", "ended", "closed"]
    assert b'"seed":"' in desk.told[-1]
    assert desk.refused("join", "ben") == "wrong-phase-closed"
    assert desk.wait(30 * DAY) == []


# Missing players.


def test_somebody_is_missing_after_the_grace_and_not_before() -> None:
    presence = Presence(0)
    ana, ben, bot = Player("p1", None), Player("p2", None), Player("p3", None, bot="random")
    presence.arrive("p1")
    presence.arrive("p1")
    presence.depart("p1", 10)
    assert presence.whereabouts((ana, ben, bot), GRACE - 1) == {"p1": "here", "p2": "away"}
    assert presence.wake((ana, ben, bot), 10) == GRACE
    assert presence.of(ben, GRACE) == "missing"
    presence.depart("p1", 20)
    assert presence.of(ana, GRACE + 19) == "away"
    assert presence.of(ana, GRACE + 20) == "missing"
    presence.hear("p1", GRACE + 30)
    assert presence.of(ana, GRACE + 40) == "away"
    assert presence.of(ana._replace(left=True), 0) == "left"


def test_a_bot_plays_for_who_is_missing_until_they_are_back() -> None:
    desk = Desk("pig", "ben", "cleo", pace=0)
    desk.do("start", "ana")
    assert desk.refused("stand-in", "ben", player="p1", who="bot") == "not-missing"
    desk.missing = frozenset({"p1"})
    assert desk.refused("stand-in", "ben", player="p1", who="brilliant") == "unknown-policy"
    desk.do("stand-in", "ben", player="p1", who="bot")
    assert desk.room.seats[0].stand_in == "hold-at-20"
    desk.wait(1)
    assert desk.words()
    desk.missing = frozenset()
    desk.do("back", "ana")
    assert desk.room.seats[0].stand_in is None


def test_who_acts_again_plays_for_themselves_again() -> None:
    desk = Desk("pig", "ben", pace=5000)
    desk.do("start", "ana")
    desk.missing = frozenset({"p1"})
    desk.do("stand-in", "ben", player="p1", who="skip")
    desk.do("roll", "ana")
    assert desk.room.seats[0].stand_in is None


def test_a_skipped_turn_is_as_short_as_the_rules_allow() -> None:
    desk = Desk("pig,pass_allowed=on", "ben", pace=0)
    desk.do("start", "ana")
    desk.missing = frozenset({"p1"})
    desk.do("stand-in", "ben", player="p1", who="skip")
    desk.wait(1)
    assert desk.words() == ("hold",)
    desk.missing = frozenset()
    desk.do("stand-in", "ben", player="p1", who="wait")
    assert desk.room.seats[0].stand_in is None


def test_who_leaves_a_game_is_missing_at_once_and_the_others_choose() -> None:
    desk = Desk("pig", "ben", "cleo", pace=0)
    desk.do("start", "ana")
    desk.do("leave", "ana")
    assert desk.room.host == "p2"
    assert desk.wait(60_000) == []
    desk.do("stand-in", "cleo", player="p1", who="skip")
    assert desk.wait(10)
    assert desk.room.seats[0].left


def test_only_the_host_ends_a_game_and_nobody_wins_it() -> None:
    desk = Desk("pig", "ben")
    desk.do("start", "ana")
    assert desk.refused("end", "ben") == "not-host"
    desk.do("end", "ana")
    assert desk.room.game is not None
    assert (desk.room.phase, desk.room.game.ended, desk.room.game.winners) == (
        "over",
        "stopped",
        (),
    )
    assert desk.refused("end", "ana") == "wrong-phase-over"


# Promises.


def test_a_game_is_promised_before_any_player_adds_to_it_and_kept() -> None:
    desk = Desk("pig", "ben")
    promised = desk.room.next
    assert promised is not None
    assert promised.commitment.encode() in desk.told[0]
    desk.do("seed", "ana", seed="mine")
    desk.do("seed", "ben", seed="żółw")
    desk.do("start", "ana")
    desk.do("end", "ana")
    game = desk.room.game
    assert game is not None
    assert game.promise.seed is not None
    assert game.promise.commitment == promised.commitment
    assert commitment(game.promise.seed, game.promise.game) == promised.commitment
    assert game.promise.seats == ("mine", "żółw")
    assert [player.seed for player in desk.room.seats] == ["", ""]  # the next promise came first
    assert desk.room.next is not None
    assert desk.room.next.commitment != promised.commitment


def test_the_record_of_a_room_can_be_checked_as_soon_as_its_game_has_ended() -> None:
    desk = Desk("big-pig,target=30", "ben")
    desk.do("seed", "ben", seed="luck")
    desk.do("start", "ana")
    assert verify(parse_record(print_record(record(desk.room)))).result == "sealed"
    while desk.room.phase == "playing":
        game = desk.room.game
        assert game is not None
        who = ("ana", "ben")[game.state.to_move[0] - 1]
        desk.do("hold" if game.free and game.state.turn_total > 8 else "roll", who)
    text = print_record(record(desk.room, 1))
    assert verify(parse_record(text)).result == "fair"
    assert '[Seat 2 "Ben"]' in text
    with pytest.raises(PasselError, match="no-such-game"):
        record(desk.room, 2)


# Rematches.


def test_a_rematch_takes_everybody_and_two_taps_make_one_game() -> None:
    desk = Desk("pig", "ben")
    desk.do("start", "ana")
    desk.do("end", "ana")
    version = desk.room.version
    desk.do("rematch", "ben", version=version)
    after = desk.room
    answer = desk.do("rematch", "ana", version=version)
    assert desk.room == after
    assert (answer.player, answer.version) == ("p1", after.version)
    assert after.game is not None
    assert (after.game.number, after.game.cause, len(after.past)) == (2, "rematch", 1)
    assert keys(desk) == ["p1", "p2"]


def test_who_came_after_a_game_plays_the_next_one_and_who_left_does_not() -> None:
    desk = Desk("pig", "ben")
    desk.do("start", "ana")
    desk.do("leave", "ben")
    desk.do("end", "ana")
    assert desk.refused("rematch", "ana") == "too-few-players"
    desk.do("join", "cleo")
    assert keys(desk) == ["p1", "p2", "p3"]
    desk.do("rematch", "ana")
    assert keys(desk) == ["p1", "p3"]


def test_the_loser_begins_the_next_game_where_the_rules_say_so() -> None:
    desk = Desk("pig,target=10,first=loser", "ben", dice="physical")
    desk.do("start", "ana")
    assert desk.room.game is not None
    first = desk.room.game.state.to_move[0]
    for throw in ("6", "6"):
        desk.do("enter", "ana", throw=throw)
    desk.do("hold", ("ana", "ben")[first - 1])
    desk.do("rematch", "ana")
    assert desk.room.game is not None
    assert desk.room.game.state.first == 3 - first


# Rooms that are given up.


@pytest.mark.parametrize(("phase", "days"), [("lobby", 2), ("playing", 7), ("over", 2)])
def test_a_room_in_which_nothing_happens_is_closed(phase: str, days: int) -> None:
    desk = Desk("pig", "ben")
    if phase != "lobby":
        desk.do("start", "ana")
    if phase == "over":
        desk.do("end", "ana")
    assert desk.wait(days * DAY - 1) == []
    ended = ["ended"] if phase == "playing" else []
    assert desk.wait(1) == [*ended, "closed"]
    assert desk.room.code is None

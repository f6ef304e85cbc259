"""Games in rooms: commands in, events out; the dice are scripted and all used."""

from __future__ import annotations

import pytest
from desk import Desk, scripted

from passel.fair import verify
from passel.notation import parse_record, print_record
from passel.room.records import record


def started(rules: str, *names: str, **wish: object) -> Desk:
    desk = Desk(rules, *names, **wish)
    desk.do("start", "ana")
    return desk


def test_a_game_of_pig_is_played_from_afar() -> None:
    desk = started("pig,target=10", "ben")
    with scripted((6,), (1,), (6,), (5,)):
        desk.do("roll", "ana")
        desk.do("roll", "ana")
        desk.do("roll", "ben")
        desk.do("roll", "ben")
        answer = desk.do("hold", "ben")
    game = desk.room.game
    assert game is not None
    assert tuple(game.words) == ("6", "1", "6", "5", "hold")
    assert (game.ended, game.winners, desk.room.phase) == ("target", (2,), "over")
    assert desk.kinds(answer.seq - 3) == ["played", "ended", "committed"]


@pytest.mark.parametrize(
    ("do", "who", "code"),
    [
        ("roll", "ben", "not-your-turn"),
        ("hold", "ana", "hold-before-throw"),
        ("throw-now", "ana", "not-shared"),
        ("take-back", "ana", "dice-are-the-servers"),
        ("start", "ben", "not-host"),
        ("rematch", "ana", "stale"),
        ("configure", "ana", "wrong-phase-playing"),
        ("join", "cleo", "wrong-phase-playing"),
        ("seed", "ana", "wrong-phase-playing"),
    ],
)
def test_what_a_game_does_not_allow_is_refused(do: str, who: str, code: str) -> None:
    desk = started("pig", "ben")
    fields: dict[str, object] = {"seed": "x"} if do == "seed" else {}
    if code == "stale":
        fields["version"] = 1
    assert desk.refused(do, who, **fields) == code


def test_a_repeated_command_gets_the_same_answer_and_does_nothing_twice() -> None:
    desk = started("pig", "ben")
    with scripted((3,)):
        first = desk.do("roll", "ana", id="only-once")
    assert desk.do("roll", "ana", id="only-once", version=1) == first
    assert desk.words() == ("3",)
    assert desk.folded().answers.get("only-once") == first


def test_an_id_of_another_command_or_player_is_refused() -> None:
    desk = started("pig", "ben")
    with scripted((3,)):
        desk.do("roll", "ana", id="only-once")
    assert desk.refused("hold", "ana", id="only-once") == "id-taken"
    assert desk.refused("roll", "ben", id="only-once") == "id-taken"


def test_a_double_tap_rolls_once() -> None:
    desk = started("pig", "ben")
    version = desk.room.version
    with scripted((3,)):
        desk.do("roll", "ana", version=version)
    assert desk.refused("roll", "ana", version=version) == "stale"
    assert desk.refused("roll", "ana", version=None) == "version-missing"


def test_hog_announces_and_throws_at_once() -> None:
    desk = started("hog", "ben")
    with scripted((2, 3, 6)):
        desk.do("roll", "ana", dice=3)
    assert desk.words() == ("x3", "2-3-6")
    assert desk.refused("roll", "ben") == "too-many-dice"
    assert desk.refused("roll", "ben", dice=21) == "too-many-dice"


def test_a_roll_off_is_thrown_when_the_game_begins() -> None:
    desk = Desk("big-pig", "ben")
    with scripted((1, 2), (1, 2), (2, 2), (6, 5)):
        desk.do("start", "ana")
    assert desk.words() == ("1-2", "1-2", "2-2", "6-5")
    assert desk.room.game is not None
    assert desk.room.game.state.to_move == (2,)


# Shared turns.


def test_choices_of_a_shared_turn_are_unseen_until_the_throw() -> None:
    desk = started("skunk", "ben", "cleo")
    with scripted((3, 4), (5, 5)):
        desk.do("roll", "ben")  # nothing can be held before the first throw: anybody's is the throw
        assert desk.words() == ("3-4",)
        version = desk.room.version
        desk.do("hold", "ana")
        desk.do("roll", "ben")
        desk.do("hold", "ben")
        assert desk.room.version == version
        assert desk.words() == ("3-4",)
        assert b'"choice"' not in b"".join(desk.told)
        desk.do("roll", "cleo", version=version)
    assert desk.words() == ("3-4", "hold:1", "hold:2", "5-5")
    assert desk.refused("hold", "ana") == "already-out"


def test_a_round_in_which_all_hold_needs_no_throw() -> None:
    desk = started("skunk", "ben")
    with scripted((3, 4)):
        desk.do("roll", "ana")
    desk.do("hold", "ben")
    desk.do("hold", "ana")
    game = desk.room.game
    assert game is not None
    assert (tuple(game.words), game.state.scores, game.state.round) == (
        ("3-4", "hold:1", "hold:2"),
        (7, 7),
        2,
    )


def test_who_has_not_chosen_when_the_host_throws_stays_in() -> None:
    desk = started("skunk", "ben", "cleo")
    with scripted((3, 4), (2, 2)):
        desk.do("roll", "ana")
        desk.do("hold", "ben")
        desk.do("throw-now", "ana")
    assert desk.words() == ("3-4", "hold:2", "2-2")
    assert desk.room.game is not None
    assert desk.room.game.state.to_move == (1, 3)


def test_a_teacher_can_host_without_playing() -> None:
    desk = Desk("skunk", "ben", "cleo", plays=False)
    desk.do("start", "ana")
    assert [player.key for player in desk.room.seats] == ["p2", "p3"]
    with scripted((3, 4)):
        desk.do("throw-now", "ana")
    assert desk.refused("roll", "ana") == "no-seat"
    assert desk.words() == ("3-4",)


# The clock.


def test_when_the_clock_runs_out_a_player_holds_or_rolls_where_that_is_a_must() -> None:
    desk = started("pig", "ben", clock=30)
    with scripted((4,), (5,)):
        assert desk.wait(29_999) == []
        assert desk.wait(1) == ["played"]
        assert desk.words() == ("4",)
        assert desk.wait(30_000) == ["played"]
        assert desk.words() == ("4", "hold")
        assert desk.wait(30_000) == ["played"]


def test_when_the_clock_runs_out_in_a_shared_turn_who_has_not_chosen_stays_in() -> None:
    desk = started("skunk", "ben", clock=10)
    with scripted((3, 4), (2, 2)):
        desk.wait(10_000)
        desk.do("hold", "ben")
        desk.wait(10_000)
    assert desk.words() == ("3-4", "hold:2", "2-2")


def test_a_clock_does_not_run_while_the_server_is_away() -> None:
    desk = started("pig", "ben", clock=30)
    desk.now += 3_600_000
    room = desk.folded().rested(desk.now)
    assert room.deadline == desk.now + 30_000


# Bots.


def test_a_bot_acts_on_the_server_in_its_own_time() -> None:
    desk = Desk("pig,target=20", pace=1500)
    desk.do("add-bot", "ana", bot="hold-at-20", name="Robo")
    desk.do("start", "ana")
    with scripted((1,), (6,), (6,), (6,), (6,)):
        desk.do("roll", "ana")
        assert desk.wait(1499) == []
        assert desk.wait(1) == ["played"]
        assert desk.wait(6000) == ["played", "played", "played", "played", "ended", "committed"]
    assert desk.words() == ("1", "6", "6", "6", "6", "hold")


def test_a_bot_that_was_to_act_does_so_after_a_restart() -> None:
    desk = Desk("pig", pace=1000)
    desk.do("add-bot", "ana", bot="hold-at-20")
    desk.do("start", "ana")
    with scripted((1,), (2,)):
        desk.do("roll", "ana")
        desk.room = desk.folded().rested(desk.now)._replace(woken=0)
        assert desk.wait(1000) == ["played"]
    assert desk.words() == ("1", "2")


def test_bots_choose_in_a_shared_turn_and_wait_for_people() -> None:
    desk = Desk("skunk")
    desk.do("add-bot", "ana", bot="sit-at-5")
    desk.do("add-bot", "ana", bot="always-roll")
    desk.do("start", "ana")
    with scripted((3, 4), (2, 2), (1, 1)):
        assert desk.wait(60_000) == []  # the first throw of a round is for people to ask for
        desk.do("roll", "ana")
        assert desk.wait(60_000) == ["chose", "chose"]
        desk.do("hold", "ana")
        assert desk.words() == ("3-4", "hold:1", "hold:2", "2-2")
        assert desk.wait(1000) == ["chose", "played"]  # only a bot is left
    assert desk.words()[-1] == "1-1"


def test_a_mixed_bot_draws_its_choices_beside_the_dice() -> None:
    """The throws of a record can be checked from the record alone, whatever bots drew."""
    desk = Desk("pig,target=30", pace=0)
    desk.do("add-bot", "ana", bot="random")
    desk.do("start", "ana")
    for _ in range(500):
        desk.wait(1)
        if desk.room.phase != "playing":
            break
        if desk.room.game and desk.room.game.state.to_move == (1,):
            desk.do("hold" if desk.room.game.free else "roll", "ana")
    text = print_record(record(desk.room, 1))
    assert verify(parse_record(text)).result == "fair"
    assert "hold" in text


def test_a_bot_that_cannot_play_here_is_refused() -> None:
    desk = Desk("skunk")
    assert desk.refused("add-bot", "ana", bot="hold-at-20") == "policy-does-not-fit"
    assert desk.refused("add-bot", "ana", bot="brilliant") == "unknown-policy"
    assert desk.refused("add-bot", "ana", bot="sit-at-0") == "policy-number"


def test_a_bot_that_does_not_fit_the_number_of_players_is_found_at_the_start() -> None:
    desk = Desk("pig", "ben")
    desk.do("leave", "ben")
    desk.do("add-bot", "ana", bot="best-response(optimal)")
    desk.do("join", "ben")
    assert desk.refused("start", "ana") == "policy-does-not-fit"


# Real dice.


def test_real_dice_are_entered_by_who_is_to_move_or_by_the_host() -> None:
    desk = started("pig", "ben", dice="physical")
    assert desk.refused("roll", "ana") == "dice-are-physical"
    assert desk.refused("enter", "ben", throw="4") == "not-your-turn"
    assert desk.refused("enter", "ana", throw="7") == "no-such-face"
    assert desk.refused("enter", "ana", throw="3-4") == "wrong-number-of-dice"
    desk.do("enter", "ana", throw="4")
    desk.do("hold", "ana")
    desk.do("enter", "ben", throw="1")
    desk.do("enter", "ana", throw="2")
    assert desk.words() == ("4", "hold", "1", "2")
    assert '[Dice "physical"]' in print_record(record(desk.room, 1))


def test_the_host_takes_the_last_entry_of_real_dice_back_even_a_winning_one() -> None:
    desk = started("pig,target=10", "ben", dice="physical")
    desk.do("enter", "ana", throw="6")
    desk.do("enter", "ana", throw="5")
    desk.do("hold", "ana")
    assert desk.room.phase == "over"
    assert desk.refused("take-back", "ben") == "not-host"
    desk.do("take-back", "ana")
    desk.do("take-back", "ana")
    assert (desk.words(), desk.room.phase) == (("6",), "playing")
    assert desk.room.game is not None
    assert desk.room.game.winners == ()
    desk.do("take-back", "ana")
    assert desk.refused("take-back", "ana") == "nothing-to-take-back"


def test_a_shared_throw_of_real_dice_is_entered_after_all_have_chosen() -> None:
    desk = started("skunk", "ben", "cleo", dice="physical")
    desk.do("enter", "ben", throw="3-4")
    desk.do("hold", "cleo")
    assert desk.refused("enter", "ben", throw="2-2") == "wait-for-choices"
    desk.do("roll", "ben")
    desk.do("roll", "ana")
    assert desk.words() == ("3-4",)
    desk.do("enter", "ben", throw="2-2")
    assert desk.words() == ("3-4", "hold:3", "2-2")
    desk.do("take-back", "ana")
    assert desk.words() == ("3-4",)


def test_a_roll_off_of_real_dice_is_entered_seat_by_seat() -> None:
    desk = started("big-pig", "ben", dice="physical")
    assert desk.refused("enter", "ben", throw="1-2") == "not-your-turn"
    desk.do("enter", "ana", throw="1-2")
    desk.do("enter", "ben", throw="5-2")
    assert desk.room.game is not None
    assert desk.room.game.state.first == 2


def test_a_bot_with_real_dice_says_that_it_rolls_and_waits_for_the_host() -> None:
    desk = Desk("pig", dice="physical")
    desk.do("add-bot", "ana", bot="hold-at-5")
    desk.do("start", "ana")
    desk.do("enter", "ana", throw="1")
    assert desk.wait(60_000) == ["chose"]
    desk.do("enter", "ana", throw="6")
    assert desk.wait(60_000) == ["played"]
    assert desk.words() == ("1", "6", "hold")


def test_a_clock_needs_the_servers_dice() -> None:
    desk = Desk("pig", dice="physical")
    assert desk.refused("configure", "ana", clock=30) == "clock-needs-server"

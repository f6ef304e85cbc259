"""Commands about a game: beginning, turns, real dice, who is missing, ending."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from passel import bots
from passel.dice import text
from passel.errors import RoomError
from passel.game import HOLD, Action, Announce, apply, effect_of, legal_actions, next_dice
from passel.game import Hold as Holding
from passel.notation import read_faces
from passel.room import commands
from passel.room.batch import Batch
from passel.room.commands import Command
from passel.room.events import StoodIn, TookBack
from passel.room.play import Game
from passel.room.seats import Player


def _start(batch: Batch, command: commands.Start, player: Player) -> None:
    batch.check_host(player)
    if batch.room.phase != "playing":
        batch.check_between_games()
        batch.begin("start")


def _rematch(batch: Batch, command: commands.Rematch, player: Player) -> None:
    if batch.room.phase != "playing":
        if batch.room.phase != "over":
            batch.wrong_phase()
        batch.begin("rematch")


def _end(batch: Batch, command: commands.End, player: Player) -> None:
    batch.check_host(player)
    assert batch.game
    batch.end("stopped")


def _close(batch: Batch, command: commands.Close, player: Player) -> None:
    batch.check_host(player)
    batch.check_open()
    batch.close("host")


def _turn(batch: Batch, player: Player) -> int:
    """The seat of a player whose turn it is; who was stood in for plays again."""
    game = batch.game
    seat = batch.room.plays(player.key)
    if seat is None:
        raise RoomError("no-seat")
    if seat not in game.state.to_move:
        if game.shared and game.state.roll_off is None and seat in game.state.contenders:
            raise RoomError("already-out")
        raise RoomError("not-your-turn")
    if player.stand_in is not None:
        batch.add(StoodIn, player=player.key, stand_in=None)
    return seat


def _roll(batch: Batch, command: commands.Roll, player: Player) -> None:
    seat = _turn(batch, player)
    game = batch.game
    action = Action("roll", command.dice)
    if action not in legal_actions(game.state):
        apply(game.state, Announce(command.dice))  # it says why not
        raise AssertionError("an announcement that is legal and is not")
    chooses = game.shared and game.free
    if game.physical and not chooses and not command.dice:
        raise RoomError("dice-are-physical")
    _again(batch, seat, action)


def _hold(batch: Batch, command: commands.Hold, player: Player) -> None:
    seat = _turn(batch, player)
    apply(batch.game.state, Holding(seat))  # it says why not
    _again(batch, seat, HOLD)


def _again(batch: Batch, seat: int, action: Action) -> None:
    """Act, unless it is what this seat has chosen already."""
    if (seat, action) not in batch.game.choices:
        batch.act(seat, action, "player")


def _throw_now(batch: Batch, command: commands.ThrowNow, player: Player) -> None:
    batch.check_host(player)
    game = batch.game
    if not game.shared:
        raise RoomError("not-shared")
    if game.physical:
        raise RoomError("dice-are-physical")
    batch.throw("host")


def _enter(batch: Batch, command: commands.Enter, player: Player) -> None:
    game = batch.game
    if not game.physical:
        raise RoomError("dice-are-the-servers")
    seat = batch.room.plays(player.key)
    hosts = batch.room.host == player.key
    if not hosts and seat not in throwers(game):
        raise RoomError("not-your-turn")
    faces = read_faces(command.throw, next_dice(game.state)[0])
    effect_of(game.state, faces)  # it says why not
    cause: Any = "player" if seat in throwers(game) else "host"
    if not game.shared or game.state.roll_off is not None:
        batch.play([text(faces)], cause)
    elif game.free and game.undecided and not hosts:
        raise RoomError("wait-for-choices")
    else:
        batch.throw(cause, text(faces))


def throwers(game: Game) -> tuple[int, ...]:
    """The seats that enter the next throw of real dice."""
    if game.state.roll_off is not None:
        return (len(game.state.roll_off) + 1,)
    return game.state.to_move


def _take_back(batch: Batch, command: commands.TakeBack, player: Player) -> None:
    batch.check_host(player)
    room, game = batch.room, batch.room.game
    if room.phase not in {"playing", "over"} or game is None:
        batch.wrong_phase()
    if not game.physical:
        raise RoomError("dice-are-the-servers")
    if not game.words or game.ended in {"stopped", "abandoned"}:
        raise RoomError("nothing-to-take-back")
    batch.add(TookBack, left=_before_last(game))


def _before_last(game: Game) -> int:
    """How many words there were before the last entry; holds before a shared throw go with it."""
    words = game.words.since(0)
    left = len(words) - 1
    while game.shared and left and words[left - 1].startswith("hold"):
        left -= 1
    return left


def _stand_in(batch: Batch, command: commands.StandIn, player: Player) -> None:
    game = batch.game
    other = batch.room.player(command.player)
    if other is None or batch.room.plays(other.key) is None or other.bot is not None:
        raise RoomError("no-such-player", player=command.player)
    if command.who == "wait":
        who = None
    elif not other.left and not batch.world.missing(other.key):
        raise RoomError("not-missing")
    elif command.who == "skip":
        who = "skip"
    else:
        rules = game.settings.rules
        who = bots.usual(rules) if command.who == "bot" else command.who
        batch.world.bots.check(who, rules, len(game.names))
    if who != other.stand_in:
        batch.add(StoodIn, player=other.key, stand_in=who)


def _back(batch: Batch, command: commands.Back, player: Player) -> None:
    assert batch.game
    if player.stand_in is not None:
        batch.add(StoodIn, player=player.key, stand_in=None)


TURNS: dict[type[Command], Callable[[Batch, Any, Player], None]] = {
    commands.Start: _start,
    commands.Rematch: _rematch,
    commands.Roll: _roll,
    commands.Hold: _hold,
    commands.ThrowNow: _throw_now,
    commands.Enter: _enter,
    commands.TakeBack: _take_back,
    commands.StandIn: _stand_in,
    commands.Back: _back,
    commands.End: _end,
    commands.Close: _close,
}
"""What a player may ask about a game."""

"""What comes of a command: events, or a refusal that changed nothing.

Whoever has the token acts; what each may do is said here, command by command.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

from passel import bots, variants
from passel.dice import text
from passel.errors import RoomError
from passel.game import HOLD, Action, Announce, apply, effect_of, legal_actions, next_dice
from passel.game import Hold as Holding
from passel.notation import read_faces
from passel.room import commands
from passel.room.answers import Answer
from passel.room.batch import Batch, World
from passel.room.commands import Command, spoken
from passel.room.events import (
    Configured,
    Created,
    Event,
    Hosted,
    Joined,
    Left,
    Locked,
    Moved,
    Offered,
    Renamed,
    Seeded,
    StoodIn,
    TookBack,
)
from passel.room.play import Game
from passel.room.room import Room
from passel.room.seats import Player, hashed, holder, offered, read_name, read_seed, remembered
from passel.room.settings import settings


class Done(NamedTuple):
    """What a command came to.

    Args:
        room: The room after it.
        events: What happened; none where there was nothing to do, or it had been done before.
        answer: What its sender is told.
    """

    room: Room
    events: tuple[Event, ...]
    answer: Answer


def act(room: Room, command: Command, token: str | None, world: World) -> Done:
    """What comes of a command.

    Args:
        room: The room as it is; one without events is made by `Create`, and only by it.
        command: What is asked.
        token: The secret of whoever asks; None: none was sent.
        world: The world at that moment.

    Raises:
        RoomError: Why it is refused; docs/reference/protocol.md has every code.
        PasselError: What rules, bots or dice refuse.
    """
    if token is None:
        raise RoomError("no-seat")
    secret = hashed(token)
    player = holder(room.players, secret)
    gone = remembered(room.gone, secret)
    key = player.key if player else gone.key if gone else None
    do = spoken(type(command))
    known = room.answers.get(command.id)
    if known is not None:
        if (known.player, known.do) != (key, do):
            raise RoomError("id-taken")
        return Done(room, (), known)
    batch = Batch(room, world, key)
    if type(command) in _NEWCOMERS:
        _NEWCOMERS[type(command)](batch, command, player, secret)
    elif player is None:
        raise RoomError("seat-moved" if gone and gone.moved else "no-seat")
    else:
        _check_version(room, command)
        _SEATED[type(command)](batch, command, player)
    if not batch.events:
        return Done(room, (), Answer(key or "", do, room.seq, room.version))
    return _answered(batch, command.id, do)


def _answered(batch: Batch, id: str, do: str) -> Done:
    """The batch, whose last event says which command it answers."""
    *others, last = batch.events
    before = batch.room
    last = replace(last, answers=(id, batch.by or "", do))
    answer = Answer(batch.by or "", do, before.seq, before.version)
    # Only the table of answers differs from the room that the batch has already.
    room = before._replace(answers=before.answers.add(id, answer))
    return Done(room, (*others, last), answer)


def _check_version(room: Room, command: Command) -> None:
    if not command.VERSIONED:
        return
    if command.version is None:
        raise RoomError("version-missing")
    if command.version != room.version and not _begun(room, command):
        raise RoomError("stale", version=room.version)


def _begun(room: Room, command: Command) -> bool:
    """Whether it asks for the game that has begun since: the second tap on "once more"."""
    begins = isinstance(command, commands.Start | commands.Rematch)
    return begins and room.game is not None and room.game.asked == command.version


def _host(batch: Batch, player: Player) -> None:
    if batch.room.host != player.key:
        raise RoomError("not-host")


def _between_games(batch: Batch) -> None:
    if batch.room.phase not in {"lobby", "over"}:
        batch.wrong_phase()


def _alive(batch: Batch) -> None:
    if batch.room.phase == "closed":
        batch.wrong_phase()


def _other(batch: Batch, key: str) -> Player:
    """The player that a command is about."""
    player = batch.room.player(key)
    if player is None or player.left:
        raise RoomError("no-such-player", player=key)
    return player


# --- coming and going ---------------------------------------------------------------------------


def _create(batch: Batch, command: commands.Create, player: Player | None, token: str) -> None:
    wish = settings(command.rules, command.dice, command.clock, command.pace)
    name = read_name(command.name)
    batch.by = "p1"
    batch.add(
        Created,
        rules=variants.name(wish.rules),
        dice=wish.dice,
        clock=wish.clock,
        pace=wish.pace,
        salt=batch.world.entropy(8).hex(),
    )
    _sit(batch, "p1", name, "", token, plays=command.plays)
    batch.commit()


def _join(batch: Batch, command: commands.Join, player: Player | None, token: str) -> None:
    room = batch.room
    name, seed = read_name(command.name), read_seed(command.seed)
    if player is not None and room.seat(player.key):
        raise RoomError("already-seated")
    _between_games(batch)
    if room.locked and player is None:
        raise RoomError("room-locked")
    if room.taken >= room.settings.most_seats:
        raise RoomError("room-full", most=room.settings.most_seats)
    batch.by = player.key if player else f"p{room.keys + 1}"
    _sit(batch, batch.by, name or (player and player.name), seed, token)


def _sit(
    batch: Batch, key: str, name: str | None, seed: str, token: str | None, **fields: Any
) -> None:
    fields = {"plays": True, "bot": None, **fields}
    batch.add(Joined, player=key, name=name, seed=seed, token=token, **fields)


def _claim(batch: Batch, command: commands.Claim, player: Player | None, token: str) -> None:
    _alive(batch)
    found = offered(batch.room.players, hashed(command.ticket), batch.world.now)
    if found is None:
        raise RoomError("bad-ticket")
    if player is not None:
        raise RoomError("already-seated")
    batch.by = found.key
    batch.add(Moved, player=found.key, token=token)


def _offer(batch: Batch, command: commands.Offer, player: Player) -> None:
    _alive(batch)
    batch.add(Offered, player=player.key, ticket=hashed(command.ticket))


def _leave(batch: Batch, command: commands.Leave, player: Player) -> None:
    _alive(batch)
    batch.add(Left, player=player.key)
    batch.succeed()


def _remove(batch: Batch, command: commands.Remove, player: Player) -> None:
    _host(batch, player)
    _alive(batch)
    batch.add(Left, player=_other(batch, command.player).key)
    batch.succeed()


def _add_bot(batch: Batch, command: commands.AddBot, player: Player) -> None:
    room = batch.room
    _host(batch, player)
    _between_games(batch)
    if room.taken >= room.settings.most_seats:
        raise RoomError("room-full", most=room.settings.most_seats)
    seats = max(room.taken + 1, room.settings.rules.seats[0])
    batch.world.bots.check(command.bot, room.settings.rules, seats)
    key = f"p{room.keys + 1}"
    _sit(batch, key, read_name(command.name), "", None, bot=command.bot)


# --- names, seeds, settings, hosts ----------------------------------------------------------------


def _rename(batch: Batch, command: commands.Rename, player: Player) -> None:
    _alive(batch)
    other = player if command.player is None else _other(batch, command.player)
    if other.key != player.key:
        _host(batch, player)
    name = read_name(command.name)
    if name != other.name:
        batch.add(Renamed, player=other.key, name=name)


def _seed(batch: Batch, command: commands.Seed, player: Player) -> None:
    _between_games(batch)
    seed = read_seed(command.seed)
    if batch.room.seat(player.key) is None:
        raise RoomError("no-seat")
    if seed != player.seed:
        batch.add(Seeded, player=player.key, seed=seed)


def _lock(batch: Batch, command: commands.Lock, player: Player) -> None:
    _host(batch, player)
    _alive(batch)
    if command.locked != batch.room.locked:
        batch.add(Locked, locked=command.locked)


def _configure(batch: Batch, command: commands.Configure, player: Player) -> None:
    _host(batch, player)
    _between_games(batch)
    now = batch.room.settings
    wish = settings(
        variants.name(now.rules) if command.rules is None else command.rules,
        now.dice if command.dice is None else command.dice,
        now.clock if command.clock is None else command.clock,
        now.pace if command.pace is None else command.pace,
    )
    if batch.room.taken > wish.most_seats:
        raise RoomError("too-many-players", met=batch.room.taken, most=wish.most_seats)
    if wish != now:
        rules = variants.name(wish.rules)
        batch.add(Configured, rules=rules, dice=wish.dice, clock=wish.clock, pace=wish.pace)


def _hand_over(batch: Batch, command: commands.HandOver, player: Player) -> None:
    _host(batch, player)
    _alive(batch)
    other = _other(batch, command.player)
    if not other.person:
        raise RoomError("bots-are-no-hosts")
    if other.key != player.key:
        batch.add(Hosted, player=other.key)


def _take_over(batch: Batch, command: commands.TakeOver, player: Player) -> None:
    _alive(batch)
    host = batch.room.host
    if host == player.key:
        return
    if host not in batch.world.missing:
        raise RoomError("not-missing")
    batch.add(Hosted, player=player.key)


# --- games ----------------------------------------------------------------------------------------


def _start(batch: Batch, command: commands.Start, player: Player) -> None:
    _host(batch, player)
    if batch.room.phase != "playing":
        _between_games(batch)
        batch.begin("start")


def _rematch(batch: Batch, command: commands.Rematch, player: Player) -> None:
    if batch.room.phase != "playing":
        if batch.room.phase != "over":
            batch.wrong_phase()
        batch.begin("rematch")


def _end(batch: Batch, command: commands.End, player: Player) -> None:
    _host(batch, player)
    assert batch.game
    batch.end("stopped")


def _close(batch: Batch, command: commands.Close, player: Player) -> None:
    _host(batch, player)
    _alive(batch)
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
    _host(batch, player)
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
    _host(batch, player)
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
    elif not other.left and other.key not in batch.world.missing:
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


def room_id(token: str, id: str) -> str:
    """The id of the room that a token makes with a command: the same for the same again.

    It has 128 bits of what nobody can guess, because the token has; the token does not follow.

    Args:
        token: The maker's secret.
        id: The command's.
    """
    digest = sha256(f"passel 1 room|{token}|{id}".encode()).digest()
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    number = int.from_bytes(digest[:16])
    return "".join(letters[number >> shift & 31] for shift in range(125, -1, -5))


_NEWCOMERS: dict[type[Command], Callable[[Batch, Any, Player | None, str], None]] = {
    commands.Create: _create,
    commands.Join: _join,
    commands.Claim: _claim,
}
"""What somebody without a seat may ask."""

_SEATED: dict[type[Command], Callable[[Batch, Any, Player], None]] = {
    commands.Leave: _leave,
    commands.Rename: _rename,
    commands.Seed: _seed,
    commands.Offer: _offer,
    commands.AddBot: _add_bot,
    commands.Remove: _remove,
    commands.Lock: _lock,
    commands.Configure: _configure,
    commands.HandOver: _hand_over,
    commands.TakeOver: _take_over,
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
"""What a player may ask."""

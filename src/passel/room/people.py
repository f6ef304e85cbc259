"""Commands about who is in a room and how it is played: coming, going, names, the host's part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from passel import variants
from passel.errors import RoomError
from passel.room import commands
from passel.room.batch import Batch
from passel.room.commands import Command
from passel.room.events import (
    Configured,
    Created,
    Hosted,
    Joined,
    Left,
    Locked,
    Moved,
    Offered,
    Renamed,
    Seeded,
)
from passel.room.seats import Player, hashed_ticket, offered, read_name, read_seed
from passel.room.settings import settings


def _other(batch: Batch, key: str) -> Player:
    """The player that a command is about."""
    player = batch.room.player(key)
    if player is None or player.left:
        raise RoomError("no-such-player", player=key)
    return player


def _create(batch: Batch, command: commands.Create, player: Player | None, token: str) -> None:
    if batch.room.seq:
        raise RoomError("id-taken")
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
    batch.check_between_games()
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
    batch.check_open()
    found = offered(batch.room.players, hashed_ticket(command.ticket), batch.world.now)
    if found is None:
        raise RoomError("bad-ticket")
    if player is not None:
        raise RoomError("already-seated")
    batch.by = found.key
    batch.add(Moved, player=found.key, token=token)


def _offer(batch: Batch, command: commands.Offer, player: Player) -> None:
    batch.check_open()
    batch.add(Offered, player=player.key, ticket=hashed_ticket(command.ticket))


def _leave(batch: Batch, command: commands.Leave, player: Player) -> None:
    batch.check_open()
    batch.add(Left, player=player.key)
    batch.succeed()


def _remove(batch: Batch, command: commands.Remove, player: Player) -> None:
    batch.check_host(player)
    batch.check_open()
    batch.add(Left, player=_other(batch, command.player).key)
    batch.succeed()


def _add_bot(batch: Batch, command: commands.AddBot, player: Player) -> None:
    room = batch.room
    batch.check_host(player)
    batch.check_between_games()
    if room.taken >= room.settings.most_seats:
        raise RoomError("room-full", most=room.settings.most_seats)
    seats = max(room.taken + 1, room.settings.rules.seats[0])
    batch.world.bots.check(command.bot, room.settings.rules, seats)
    key = f"p{room.keys + 1}"
    _sit(batch, key, read_name(command.name), "", None, bot=command.bot)


def _rename(batch: Batch, command: commands.Rename, player: Player) -> None:
    batch.check_open()
    other = player if command.player is None else _other(batch, command.player)
    if other.key != player.key:
        batch.check_host(player)
    name = read_name(command.name)
    if name != other.name:
        batch.add(Renamed, player=other.key, name=name)


def _seed(batch: Batch, command: commands.Seed, player: Player) -> None:
    batch.check_between_games()
    seed = read_seed(command.seed)
    if batch.room.seat(player.key) is None:
        raise RoomError("no-seat")
    if seed != player.seed:
        batch.add(Seeded, player=player.key, seed=seed)


def _lock(batch: Batch, command: commands.Lock, player: Player) -> None:
    batch.check_host(player)
    batch.check_open()
    if command.locked != batch.room.locked:
        batch.add(Locked, locked=command.locked)


def _configure(batch: Batch, command: commands.Configure, player: Player) -> None:
    batch.check_host(player)
    batch.check_between_games()
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
    batch.check_host(player)
    batch.check_open()
    other = _other(batch, command.player)
    if not other.person:
        raise RoomError("bots-are-no-hosts")
    if other.key != player.key:
        batch.add(Hosted, player=other.key)


def _take_over(batch: Batch, command: commands.TakeOver, player: Player) -> None:
    batch.check_open()
    host = batch.room.host
    if host == player.key:
        return
    if host is None or not batch.world.missing(host):
        raise RoomError("not-missing")
    batch.add(Hosted, player=player.key)


NEWCOMERS: dict[type[Command], Callable[[Batch, Any, Player | None, str], None]] = {
    commands.Create: _create,
    commands.Join: _join,
    commands.Claim: _claim,
}
"""What somebody without a seat may ask."""

PEOPLE: dict[type[Command], Callable[[Batch, Any, Player], None]] = {
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
}
"""What a player may ask about people and settings."""

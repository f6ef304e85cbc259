"""A room as everybody may see it: what is public is named here, and nothing else is told."""

from __future__ import annotations

from functools import lru_cache

from passel import variants
from passel.dice import text
from passel.game import legal_actions
from passel.notation import print_position
from passel.room.play import Game
from passel.room.room import Room
from passel.room.seats import Player
from passel.room.turns import throwers
from passel.web.wire import Log, Promised, Seat, Table, View, You


def view(room: Room) -> View:
    """A room."""
    settings = room.settings
    chosen = [seat for seat, _ in room.game.choices] if room.game else []
    return View(
        phase=room.phase,
        version=room.version,
        rules=variants.name(settings.rules),
        dice=settings.dice,
        clock=settings.clock,
        pace=settings.pace,
        code=room.code,
        locked=room.locked,
        host=room.host,
        seats=tuple([_seat(p, number in chosen) for number, p in enumerate(room.seats, 1)]),
        aside=tuple([_seat(player, False) for player in room.aside]),
        next=Promised(room.next.game, room.next.commitment) if room.next else None,
        game=_table(room, room.game) if room.game else None,
    )


def _seat(player: Player, chosen: bool) -> Seat:
    return Seat(
        player.key,
        player.name,
        player.shown,
        player.bot,
        player.seed,
        player.stand_in,
        chosen,
        player.left,
    )


def _table(room: Room, game: Game) -> Table:
    state = game.state
    promise = game.promise
    rolling = state.roll_off is not None
    live = room.phase == "playing"
    return Table(
        number=game.number,
        name=promise.game,
        rules=variants.name(state.rules),
        dice=game.settings.dice,
        commitment=promise.commitment,
        seed=promise.seed.hex() if game.ended and promise.seed else None,
        seeds=promise.seats,
        begin=_begin(game.begin),
        position=print_position(state),
        scores=state.scores,
        to_move=state.to_move if live else (),
        turn_total=state.turn_total,
        must_roll=state.must_roll,
        round=state.round,
        first=state.first,
        announced=state.dice,
        out=state.out,
        playoff=state.playoff,
        roll_off=tuple(map(text, state.roll_off)) if state.roll_off is not None else None,
        thrower=throwers(game)[0] if rolling and live else None,
        legal=tuple(map(str, legal_actions(state))) if live and not rolling else (),
        deadline=room.deadline,
        ended=game.ended,
        winners=game.winners,
    )


_begin = lru_cache(maxsize=1024)(print_position)
"""A game's first state is told with each other."""


def log(room: Room, start: int = 0) -> Log:
    """The words of the game's record from number `start` on."""
    return Log(start, room.game.words.since(start) if room.game else ())


def changed(before: Room, after: Room) -> Log:
    """The words of the record that a client lacks that has those of the room before."""
    if before.game is None or after.game is None or before.game.number != after.game.number:
        return log(after)
    return log(after, min(len(before.game.words), len(after.game.words)))


def you(room: Room, player: Player) -> You:
    """What a player is told about themselves."""
    seat = room.seat(player.key)
    choices = dict(room.game.choices) if room.game else {}
    choice = choices.get(seat or 0)
    return You(player.key, seat, room.host == player.key, choice and choice.kind)

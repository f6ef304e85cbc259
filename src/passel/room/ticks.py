"""What comes of the clock: bots act, time runs out, rooms are given up. Nobody need be watching."""

from __future__ import annotations

from passel.errors import PasselError
from passel.game import Action, legal_actions
from passel.policy import choose
from passel.room.batch import Batch, World
from passel.room.play import Game, least
from passel.room.room import ABANDONED, Room


def wake(room: Room) -> int | None:
    """When `tick` will have something to do, in milliseconds; None: never."""
    if room.phase == "closed":
        return None
    due = room.touched + ABANDONED[room.phase]
    if room.phase == "playing" and room.game is not None:
        if (deadline := room.deadline) is not None:
            due = min(due, deadline)
        if _driven(room, room.game):
            due = min(due, room.game.since + room.game.settings.pace)
    return due


def tick(room: Room, world: World) -> Batch:
    """What has come due by now; call it again until it answers a batch without events."""
    batch = Batch(room, world)
    if room.phase == "closed":
        return batch
    if world.now >= room.touched + ABANDONED[room.phase]:
        batch.close("abandoned")
    elif room.phase == "playing" and room.game is not None:
        game = room.game
        if room.deadline is not None and world.now >= room.deadline:
            _run_out(batch, game)
        elif world.now >= game.since + game.settings.pace:
            for seat in _driven(room, game):
                _drive(batch, seat)
                if batch.room.phase != "playing" or batch.game.state is not game.state:
                    break  # they have chosen, and the dice have fallen
    return batch


def _driven(room: Room, game: Game) -> tuple[int, ...]:
    """The seats for which a bot, or nobody, decides now.

    Where a shared turn leaves nothing to choose, one of them is enough to throw, and they only do
    where nobody else is in it.
    """
    if game.state.roll_off is not None:
        return ()
    seats = tuple([seat for seat in game.undecided if room.seats[seat - 1].driver is not None])
    if not game.shared or game.free:
        return seats
    return seats[:1] if seats == game.state.to_move and not game.physical else ()


def _drive(batch: Batch, seat: int) -> None:
    """Let a seat do what its bot says, or as little as it can."""
    driver = batch.room.seats[seat - 1].driver
    if driver is None or driver == "skip":
        batch.act(seat, least(batch.game.state), "skip")
    else:
        batch.act(seat, _advised(batch, driver, seat), "bot")


def _advised(batch: Batch, bot: str, seat: int) -> Action:
    """What a bot does; one that cannot say does as little as it can, so that no game hangs."""
    game = batch.game
    legal = legal_actions(game.state)
    if len(legal) == 1:
        return legal[0]
    try:
        return choose(
            lambda state, seat: batch.world.bots.weights(bot, state, seat),
            game.state,
            seat,
            lambda bound: game.below("bot", seat, bound),
        )
    except PasselError:
        return least(game.state)


def _run_out(batch: Batch, game: Game) -> None:
    """The clock has run out: hold where that is allowed, else roll; in a shared turn, stay in."""
    if game.shared:
        batch.throw("clock")
    else:
        batch.act(game.state.to_move[0], least(game.state), "clock")

"""What one command or one tick brings about: events, and the room after each.

Here is what follows from an event by the rules of rooms: throws, ends of games, the promise for
the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn, Protocol

from passel.errors import RoomError
from passel.fair import SEED_BYTES, commitment
from passel.game import HOLD, Action, State, outcome
from passel.notation import print_position
from passel.room.events import (
    Began,
    Beginning,
    Cause,
    Chose,
    Closed,
    Closing,
    Committed,
    Ended,
    Ending,
    Event,
    Hosted,
    Played,
)
from passel.room.play import Game
from passel.room.room import Room, fold
from passel.room.seats import Player
from passel.rules import Rules
from passel.simulate import begin

LONGEST_GAME = 20_000
"""Words of its record after which a game is stopped: bots alone might never end it."""


class Bots(Protocol):
    """The bots that a server offers."""

    def check(self, name: str, rules: Rules, seats: int) -> None:
        """Refuse a bot that cannot play here. Raises `PolicyError`."""
        ...

    def weights(self, name: str, state: State, seat: int) -> Mapping[Action, int]:
        """What a bot does, as actions with their weights. Raises `PolicyError`."""
        ...


@dataclass(frozen=True, slots=True)
class World:
    """What a room needs of the world at one moment.

    Args:
        now: Milliseconds since 1970.
        entropy: So many random bytes.
        bots: The bots that a server offers.
        missing: Whether a player, by key, is not connected.
    """

    now: int
    entropy: Callable[[int], bytes]
    bots: Bots
    missing: Callable[[str], bool] = lambda player: False


class Batch:
    """Events that happen together.

    Args:
        room: The room before them.
        world: The world at that moment.
        by: Who brings them about; None: the server.
    """

    def __init__(self, room: Room, world: World, by: str | None = None) -> None:
        self.room = room
        self.world = world
        self.by = by
        self.events: list[Event] = []

    def add(self, kind: type[Event], **fields: Any) -> None:
        """Let something happen."""
        fields.setdefault("by", self.by)
        event = kind(at=self.world.now, **fields)
        self.room = fold(self.room, event)
        self.events.append(event)

    @property
    def game(self) -> Game:
        """The game that is played. Raises `RoomError` `wrong-phase` where none is."""
        if self.room.phase != "playing" or self.room.game is None:
            self.wrong_phase()
        return self.room.game

    def wrong_phase(self) -> NoReturn:
        """Refuse what cannot be done in this phase."""
        phase = self.room.phase
        if phase == "lobby":
            raise RoomError("wrong-phase-lobby")
        if phase == "playing":
            raise RoomError("wrong-phase-playing")
        raise RoomError("wrong-phase-over" if phase == "over" else "wrong-phase-closed")

    # --- what commands need ---------------------------------------------------------------------

    def check_host(self, player: Player) -> None:
        """Refuse who is not the host. Raises `RoomError` `not-host`."""
        if self.room.host != player.key:
            raise RoomError("not-host")

    def check_open(self) -> None:
        """Refuse what comes after the room has ended."""
        if self.room.phase == "closed":
            self.wrong_phase()

    def check_between_games(self) -> None:
        """Refuse what cannot be done while a game is played, or after the room has ended."""
        if self.room.phase not in {"lobby", "over"}:
            self.wrong_phase()

    # --- games ------------------------------------------------------------------------------------

    def commit(self) -> None:
        """Promise the next game's dice."""
        number = self.room.game.number + 1 if self.room.game else 1
        name = f"{self.room.public_name}/{number}"
        seed = self.world.entropy(SEED_BYTES)
        self.add(
            Committed,
            by=None,
            game=number,
            name=name,
            commitment=commitment(seed, name),
            seed=seed.hex(),
        )

    def begin(self, cause: Beginning) -> None:
        """Begin a game with everybody who has a seat; a roll-off is thrown at once.

        Raises:
            RoomError: `too-few-players` or `too-many-players`.
            PolicyError: A bot that cannot play such a game.
        """
        room = self.room
        rules = room.settings.rules
        if room.taken < rules.seats[0]:
            raise RoomError("too-few-players", met=room.taken, fewest=rules.seats[0])
        if room.taken > room.settings.most_seats:
            raise RoomError("too-many-players", met=room.taken, most=room.settings.most_seats)
        for player in room.seats:
            if player.bot is not None and not player.left:
                self.world.bots.check(player.bot, rules, room.taken)
        assert room.next
        number = room.game.number + 1 if room.game else 1
        seeds = tuple(player.seed for player in room.seats if not player.left)
        draw = replace(room.next, game=f"{room.next.game}/first", seats=seeds).dice()
        first = begin(rules, room.taken, draw.below, self._last_scores())
        self.add(Began, game=number, begin=print_position(first), cause=cause)
        if not self.game.physical:
            while self.game.state.roll_off is not None:
                self.play([self.game.throw()], "roll-off")

    def _last_scores(self) -> tuple[int, ...] | None:
        """The last game's scores, where the same players play the next one."""
        game = self.room.game
        if game is None or any(player.left for player in self.room.seats):
            return None
        scores = game.state.scores
        return scores if len(scores) == len(self.room.seats) else None

    def play(self, words: list[str], cause: Cause) -> None:
        """Let words of the record happen, and what follows: an end."""
        self.add(Played, words=tuple(words), cause=cause)
        ended = outcome(self.game.state)
        if ended:
            self.end(ended.reason)
        elif len(self.game.words) >= LONGEST_GAME:
            self.end("stopped")

    def end(self, reason: Ending, *, again: bool = True) -> None:
        """End the game: its seed is revealed and, where there can be another, its is promised."""
        game = self.game
        ended = outcome(game.state)
        assert game.promise.seed is not None
        self.add(
            Ended,
            game=game.number,
            reason=reason,
            winners=ended.winners if ended else (),
            seed=game.promise.seed.hex(),
        )
        if again and self.room.next is None:
            self.commit()

    def close(self, reason: Closing) -> None:
        """End the room, and its game."""
        if self.room.phase == "playing":
            self.end("abandoned" if reason == "abandoned" else "stopped", again=False)
        self.add(Closed, reason=reason)

    # --- turns ------------------------------------------------------------------------------------

    def act(self, seat: int, action: Action, cause: Cause) -> None:
        """Let a seat do what the rules allow it: at once, or with the others' in a shared turn."""
        game = self.game
        if game.shared:
            if game.free:
                self.choose(seat, action)
            if not self.game.undecided or not game.free:
                self.throw(cause)
        elif action == HOLD:
            self.play(["hold"], cause)
        else:
            words = [f"x{action.dice}"] if action.dice else []
            if game.physical:
                if words:
                    self.play(words, cause)
                else:
                    self.choose(seat, action)
                return
            announced = game.play(words, self.world.now) if words else game
            self.play([*words, announced.throw()], cause)

    def choose(self, seat: int, action: Action) -> None:
        """Note what a seat has chosen."""
        player = self.room.seats[seat - 1].key
        self.add(Chose, player=player, choice=action.kind)

    def throw(self, cause: Cause, faces: str | None = None) -> None:
        """End a shared turn's choosing: who holds does, then the dice fall for all others.

        Args:
            cause: What brings the throw about.
            faces: What real dice showed; None: the server throws, or waits for real dice.
        """
        game = self.game
        holding = [seat for seat, action in game.choices if action == HOLD]
        words = [f"hold:{seat}" for seat in sorted(holding)]
        if len(holding) < len(game.state.to_move):
            if faces is None and game.physical:
                return
            words.append(faces or game.throw())
        elif faces is not None:
            raise RoomError("nobody-throws")
        self.play(words, cause)

    # --- people -----------------------------------------------------------------------------------

    def succeed(self) -> None:
        """Find a host where there is none; a room without people is closed."""
        if self.room.host is not None:
            return
        people = [player for player in self.room.players if player.person]
        if not people:
            self.close("empty")
            return
        here = [player for player in people if not self.world.missing(player.key)]
        self.add(Hosted, by=None, player=(here or people)[0].key)

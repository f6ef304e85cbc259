"""One game of a room: a fold of words, whose dice fall, and who decides instead of a person."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from passel.dice import text
from passel.fair import PHYSICAL, Promise
from passel.game import (
    HOLD,
    Action,
    Announce,
    Event,
    Hold,
    State,
    Throw,
    apply,
    legal_actions,
    next_dice,
)
from passel.notation import Record, read_faces
from passel.room.events import Beginning, Ending
from passel.room.line import Line
from passel.room.settings import Settings


class Game(NamedTuple):
    """A game that is played in a room.

    Args:
        number: From 1.
        settings: How it is played.
        promise: What its dice are derived from; the seed is the room's secret until it is over.
        begin: The first state.
        cause: Whether it was started or is a rematch.
        asked: The version that whoever began it saw.
        names: What the players were called when it began, in seat order.
        bots: Which seats are bots, in seat order; None for people.
        state: The state now.
        words: What happened, as words of a record.
        thrown: How many throws were made.
        choices: Who has chosen in this shared turn, and what.
        since: When the state came about, in milliseconds.
        ended: How it ended; None while it goes on.
        winners: Who won, by the rules.
    """

    number: int
    settings: Settings
    promise: Promise
    begin: State
    cause: Beginning
    asked: int
    names: tuple[str | None, ...]
    bots: tuple[str | None, ...]
    state: State
    since: int
    words: Line = Line()
    thrown: int = 0
    choices: tuple[tuple[int, Action], ...] = ()
    ended: Ending | None = None
    winners: tuple[int, ...] = ()

    @property
    def physical(self) -> bool:
        """Whether players throw real dice."""
        return self.settings.dice == "physical"

    @property
    def shared(self) -> bool:
        """Whether all seats play at once."""
        return self.begin.rules.turn == "shared"

    @property
    def deadline(self) -> int | None:
        """When the clock runs out, in milliseconds; None: never."""
        if not self.settings.clock or self.ended or self.state.over:
            return None
        return self.since + 1000 * self.settings.clock

    @property
    def free(self) -> bool:
        """Whether whoever is to move has more than one thing to do."""
        return len(legal_actions(self.state)) > 1

    @property
    def undecided(self) -> tuple[int, ...]:
        """The seats to move that have not chosen yet."""
        if not self.choices:
            return self.state.to_move
        chosen = [seat for seat, _ in self.choices]
        return tuple(seat for seat in self.state.to_move if seat not in chosen)

    def play(self, words: Iterable[str], now: int) -> Game:
        """The game after these words of its record.

        Raises:
            PasselError: Where a word is none, or not allowed; as `passel.game.apply`.
        """
        state, thrown = self.state, self.thrown
        added = tuple(words)
        for word in added:
            event = read_word(word, state)
            state = apply(state, event)
            thrown += isinstance(event, Throw)
        return self._replace(
            state=state,
            words=self.words.add(added),
            thrown=thrown,
            choices=(),
            since=now,
        )

    def back_to(self, left: int, now: int) -> Game:
        """The game as it was after its first `left` words."""
        first = self._replace(state=self.begin, words=Line(), thrown=0, ended=None, winners=())
        return first.play(self.words.since(0)[:left], now)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        state, events = self.begin, []
        for word in self.words:
            events.append(read_word(word, state))
            state = apply(state, events[-1])
        return tuple(events)

    def throw(self) -> str:
        """What the server's dice show next, as a word."""
        return text(self.promise.dice(self.thrown).throw(*next_dice(self.state)))

    def below(self, what: str, seat: int, bound: int) -> int:
        """A fair number below a bound for a bot's choice; no throw, and no throw depends on it."""
        promise = replace(self.promise, game=f"{self.promise.game}/{what}/{seat}")
        return promise.dice(len(self.words)).below(bound)

    def record(self, promise: Promise) -> Record:
        """Its record, with what checks its dice.

        Args:
            promise: `promise`, with the seed where it may be told.
        """
        tags: list[tuple[str, str]] = [
            (f"Bot {seat}", bot) for seat, bot in enumerate(self.bots, 1) if bot
        ]
        tags += [("Dice", PHYSICAL)] if self.physical else promise.tags
        return Record(self.begin, self.events, self.names, tuple(tags))


def read_word(word: str, state: State) -> Event:
    """The event that a word of a record is in this state: `3-4`, `hold`, `hold:2`, `x5`.

    Raises:
        PasselError: `no-such-face`.
    """
    kind, _, seat = word.partition(":")
    if kind == "hold":
        return Hold(int(seat) if seat else state.to_move[0])
    if kind[0] == "x" and kind[1:].isdecimal():
        return Announce(int(kind[1:]))
    rules = state.rules
    return Throw(read_faces(word, rules.dice if state.roll_off is None else rules.roll_off[0]))


def least(state: State) -> Action:
    """What keeps a turn short: a hold where that is allowed, else one roll of the fewest dice."""
    legal = legal_actions(state)
    return HOLD if HOLD in legal else legal[0]

"""One game at one table: whose decision it is, what happens, and what is told.

It plays any rules from their data, with people and bots at one keyboard. Every event is handed
to the keeper before it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from passel import bots
from passel.bots import usual
from passel.cli.asking import Asker, Leave, visible
from passel.cli.people import People, Undo
from passel.cli.pictures import picture
from passel.cli.saves import Complaint
from passel.cli.seats import Seat
from passel.cli.seats import policy as seat_policy
from passel.dice import Dice
from passel.errors import PolicyError
from passel.game import (
    HOLD,
    ROLL,
    Action,
    Announce,
    Event,
    Hold,
    State,
    Throw,
    apply,
    legal_actions,
)
from passel.notation import Record
from passel.policy import Policy, choose
from passel.words import Words

Pace = Literal["step", "normal", "instant"]
PAUSE = 0.9
"""Seconds before each thing that a bot does, at the normal pace."""

MOST_BOT_DECISIONS = 100_000
"""Decisions of bots without a question to people after which a game is taken never to end."""

MANY = 4
"""At a table with more people than this, they are asked together who holds."""


class Keeper(Protocol):
    """Where events are stored; each call returns a complaint where that fails."""

    def add(self, before: State, event: Event, after: State) -> Complaint | None:
        """Store one event, for good when it returns."""
        ...

    def rewrite(self, record: Record) -> Complaint | None:
        """Store a whole record in place of the one so far."""
        ...


@dataclass(frozen=True, slots=True)
class Setting:
    """How a game is played at the table, apart from its rules.

    Args:
        seats: The players, in seat order.
        pace: How fast bots play.
        physical: Whether people throw real dice and type what they show.
        explain: Whether the first turn explains itself.
    """

    seats: tuple[Seat, ...]
    pace: Pace = "normal"
    physical: bool = False
    explain: bool = False


class Table:
    """A game that is being played.

    Args:
        record: What happened so far.
        setting: Who plays and how.
        dice: Makes the source of throws, given the events so far.
        keeper: Where events are stored.
        asker: Where people type.
        words: The language.
    """

    def __init__(
        self,
        record: Record,
        setting: Setting,
        dice: Callable[[Sequence[Event]], Dice],
        keeper: Keeper,
        asker: Asker,
        words: Words,
    ) -> None:
        self.setting = setting
        self.rules = record.start.rules
        self.screen = asker.screen
        self.people = People(asker, setting.seats, setting.physical, lambda: self.record, words)
        self._begun = record
        self._events = list(record.events)
        self._states = list(record.states())
        self._dice = dice
        self._keeper = keeper
        self._policies: list[Policy | None] = [None] * len(setting.seats)
        self._shown: tuple[object, ...] = ()
        self._explain = setting.explain
        self._bot_decisions = 0
        self._questions = 0

    @property
    def words(self) -> Words:
        """The language, as people chose it last."""
        return self.people.words

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self._states[-1]

    @property
    def record(self) -> Record:
        """The game so far as a record."""
        begun = self._begun
        return Record(begun.start, tuple(self._events), begun.names, begun.tags)

    def play(self) -> State:
        """Play to the end.

        Returns:
            The last state.

        Raises:
            Leave: Where the input ends or somebody quits; all is stored.
        """
        self._seat_bots()
        if self._events:
            self._tell_standing()
        while True:
            try:
                if self.state.over:
                    self._tell_end()
                    return self.state
                self._step()
            except Undo:
                self._undo()

    def _step(self) -> None:
        """One decision with its throw."""
        state = self.state
        self._tell_turn()
        if state.roll_off is not None:
            seat = len(state.roll_off) + 1
            if self._is_bot(seat):
                self._pause()
            elif not self.setting.physical:
                self.people.act(state, seat, (ROLL,), "roll-off")
            self._throw(seat)
        elif self.rules.turn == "shared":
            self._shared_step()
        else:
            self._solo_step(state.to_move[0])

    def _solo_step(self, seat: int) -> None:
        """One decision in a turn of one seat."""
        state = self.state
        legal = legal_actions(state)
        if self._is_bot(seat):
            self._pause()
            self._act(seat, legal[0] if len(legal) == 1 else self._bot_action(seat, state))
        elif state.dice:
            self._throw(seat)
        elif self.rules.max_dice is not None:
            self._act(seat, self.people.dice(state, seat))
        elif self.setting.physical:
            faces = self.people.throw_or_hold(state, seat, HOLD in legal)
            self._happen(Throw(faces) if faces else Hold(seat))
        else:
            self._act(seat, self.people.act(state, seat, legal))

    def _act(self, seat: int, action: Action) -> None:
        if action == HOLD:
            self._happen(Hold(seat))
            return
        if action.dice:
            self._happen(Announce(action.dice))
            if not self._is_bot(seat):
                self.screen.say(self.people.lookup.odds_of_dice(self.state, action.dice))
        self._throw(seat)

    def _shared_step(self) -> None:
        """Everybody still in stays or sits, then the dice are thrown for those who stay.

        Bots decide before people are asked, and it is told after: nobody sees what others do.
        """
        state = self.state
        people = [seat for seat in state.to_move if not self._is_bot(seat)]
        if not people:
            self._pause()
        if HOLD in legal_actions(state):
            bots_in = [seat for seat in state.to_move if self._is_bot(seat)]
            sitting = [seat for seat in bots_in if self._bot_action(seat, state) == HOLD]
            if people and self._policies.count(None) > MANY:
                sitting = [*self.people.who_sits(state, people), *sitting]
            else:
                for seat in people:
                    if self.people.act(self.state, seat, (ROLL, HOLD)) == HOLD:
                        self._happen(Hold(seat))
            for seat in sitting:
                self._happen(Hold(seat))
            if self.state.round != state.round or self.state.over:
                return
        elif people and not self.setting.physical:
            key = "shared.all" if people[1:] else "shared.only"
            self.people.act(state, people[0], (ROLL,), key)
        self._throw(None)

    # --- what happens -----------------------------------------------------------------------------

    def _throw(self, seat: int | None) -> None:
        """Throw the dice for a seat, or for everybody."""
        state = self.state
        if state.roll_off is not None:
            kind, count = self.rules.roll_off
        else:
            kind, count = self.rules.dice, state.dice or self.rules.count
        if self.setting.physical:
            faces = self.people.faces(state, seat, kind, count)
        else:
            faces = self._dice(self._events).throw(kind, count)
        self._happen(Throw(faces))

    def _happen(self, event: Event) -> None:
        """Store an event, then tell it."""
        before = self.state
        after = apply(before, event)
        complaint = self._keeper.add(before, event, after)
        self._events.append(event)
        self._states.append(after)
        self._complain(complaint)
        commentary = self.people.commentary
        drawn: list[str] = []
        if isinstance(event, Throw) and not self.screen.plain:
            kind = self.rules.roll_off[0] if before.roll_off is not None else self.rules.dice
            named = [commentary.faces(kind, (face,)) for face in event.faces]
            drawn = picture(kind, event.faces, named, self.screen.columns, self.screen.unicode)
        self.screen.beside(drawn, list(commentary.happened(before, event, after)))

    def _undo(self) -> None:
        """Take back the last thing that a person entered, and what bots did after it."""
        if not self._events:
            self.screen.say(self.words.say("play.undo.nothing"))
            return
        undone = ""
        while self._events and not undone:
            event = self._events.pop()
            self._states.pop()
            if isinstance(event, Throw) or not self._by_bot(self.state, event):
                undone = self.people.lookup.event(self.state, event)
        self._complain(self._keeper.rewrite(self.record))
        self.screen.say(self.words.say("play.undo.done", event=undone), "strong")
        self._tell_standing()

    def _by_bot(self, state: State, event: Event) -> bool:
        """Whether a bot decided what is no throw."""
        return self._is_bot(event.seat if isinstance(event, Hold) else state.to_move[0])

    def _complain(self, complaint: Complaint | None) -> None:
        if complaint:
            self.screen.say(self.words.say(complaint.key, **complaint.parts), "bad")

    # --- bots -------------------------------------------------------------------------------------

    def _is_bot(self, seat: int) -> bool:
        return self._policies[seat - 1] is not None

    def _seat_bots(self) -> None:
        """Find the bots; one that is not there any more is replaced."""
        for number, seat in enumerate(self.setting.seats, 1):
            if seat.bot:
                try:
                    self._policies[number - 1] = seat_policy(
                        seat.bot, self.rules, len(self.setting.seats)
                    )
                except PolicyError as error:
                    self._replace_bot(number, error)

    def _bot_action(self, seat: int, state: State) -> Action:
        """What a bot decides; one that fails is named and replaced."""
        if self.people.questions != self._questions:
            self._questions, self._bot_decisions = self.people.questions, 0
        self._bot_decisions += 1
        policy = self._policies[seat - 1]
        assert policy is not None
        try:
            if self._bot_decisions > MOST_BOT_DECISIONS:
                raise PolicyError("policy-never-ends", events=len(self._events), state=state)
            return choose(policy, state, seat, self._dice(self._events).below)
        except SystemExit as error:
            failure = PolicyError("policy-raised", reason=repr(error), state=state)
        except PolicyError as error:
            failure = error
        return choose(self._replace_bot(seat, failure), state, seat, lambda bound: 0)

    def _replace_bot(self, seat: int, failure: PolicyError) -> Policy:
        """Name a bot that failed, and let the usual one play in its place."""
        name = usual(self.rules)
        policy = bots.named(name, self.rules)
        self._policies[seat - 1] = policy
        self._bot_decisions = 0
        who = self.people.commentary.name(seat)
        self.screen.say(self.words.say("play.bot-failed", name=who), "bad")
        self.screen.say(self.words.error(failure))
        self.screen.say(self.words.say("play.bot-replaced", bot=name, name=who))
        return policy

    def _pause(self) -> None:
        """Leave time to read, before a bot does something."""
        asker = self.people.asker
        if self.setting.pace == "step":
            self.people.ask(self.words.say("play.ask.step"), {"": "next"}, self.state)
        elif self.setting.pace == "normal" and not asker.waited(PAUSE):
            for line in asker.typed_ahead():
                if self.people.commands.meant(line) == "quit":
                    raise Leave
                if line:
                    self.screen.say(self.words.say("play.not-yet", text=visible(line)))

    # --- what is shown ----------------------------------------------------------------------------

    def _tell_turn(self) -> None:
        """At the start of a turn or a round: whose it is, and how things stand."""
        state = self.state
        shared = self.rules.turn == "shared"
        now = (state.roll_off is None, state.round, () if shared else state.to_move)
        if now == self._shown:
            return
        self._shown = now
        self.screen.gap()
        if state.roll_off is not None:
            self.screen.say(self.words.say("play.roll-off"), "strong")
            return
        if shared or (self.rules.rounds and state.to_move == (state.first,)):
            rounds = self.rules.rounds or 0
            key = "play.round.extra" if state.round > rounds else "play.round"
            text = self.words.say(key, round=state.round, rounds=rounds)
            self.screen.say(text, "strong")
        if not shared:
            line = self.people.commentary.turn(state.to_move[0])
            self.screen.say(line.text, line.style)
        self.screen.lines(self.people.lookup.board(state, self.screen))
        if self._explain:
            self._explain = False
            self.screen.say(self.words.say(f"play.explain.{self.rules.turn}"))

    def _tell_standing(self) -> None:
        """Where a game stands that goes on in the middle."""
        self._shown = ()
        if self.state.over:
            return
        self._tell_turn()
        if self.state.turn_total:
            self.screen.say(self.words.say("play.turn-total", total=self.state.turn_total))

    def _tell_end(self) -> None:
        """Who won; with real dice the last entry can still be taken back."""
        self.screen.gap()
        for line in self.people.commentary.ended(self.state):
            self.screen.say(line.text, line.style)
        self.screen.lines(self.people.lookup.board(self.state, self.screen))
        if self.setting.physical:
            undo = self.people.commands.key("undo")
            question = self.words.say("play.ask.end", undo=undo)
            self.people.ask(question, {"": "end"}, self.state)

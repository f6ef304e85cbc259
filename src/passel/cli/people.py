"""What people at the keyboard decide: the questions they are asked, and every answer answered.

It knows whose decision it is and what may be decided, from the state; what comes of a decision is
the table's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from passel.cli.asking import Asker, Commands, Leave, simplified, visible
from passel.cli.commentary import Commentary
from passel.cli.entry import read_throw
from passel.cli.lookup import Lookup
from passel.cli.seats import Seat, shown_names
from passel.dice import Faces
from passel.errors import PasselError
from passel.game import HOLD, ROLL, Action, Event, Hold, State, apply, effect_of
from passel.notation import Record
from passel.words import LANGUAGES, Words


class Undo(Exception):
    """Somebody takes back what was entered last."""


class People:
    """Everybody at one keyboard.

    Args:
        asker: Where people type.
        seats: The players, in seat order.
        physical: Whether they throw real dice and type what they show.
        record: The game so far, when somebody looks it up.
        words: The language; it may change in the middle.
    """

    def __init__(
        self,
        asker: Asker,
        seats: Sequence[Seat],
        physical: bool,
        record: Callable[[], Record],
        words: Words,
    ) -> None:
        self.asker = asker
        self.screen = asker.screen
        self.physical = physical
        self.questions = 0
        self._seats = seats
        self._record = record
        self.speak(words)

    def speak(self, words: Words) -> None:
        """Go on in this language."""
        self.words = words
        self.commands = Commands(words)
        people = [number for number, seat in enumerate(self._seats, 1) if seat.bot is None]
        alone = len(people) == 1 and self._seats[people[0] - 1].name is None
        names = shown_names(self._seats, words)
        self.commentary = Commentary(words, names, people[0] if alone else None)
        self.lookup = Lookup(self.commentary, self.commands)

    # --- decisions --------------------------------------------------------------------------------

    def act(self, state: State, seat: int, legal: Sequence[Action], key: str = "") -> Action:
        """Roll or hold, or stay or sit; where there is one choice, Enter takes it."""
        shared = "shared." if state.rules.turn == "shared" else ""
        key = key or f"{shared}{'both' if HOLD in legal else 'only'}"
        makes = state.turn_total + state.scores[seat - 1]
        question = self._question(state, key, seat, makes=makes, count=state.turn_total)
        meanings = {"roll": "roll", "hold": "hold"}
        if HOLD not in legal:
            meanings[""] = "roll"
        while True:
            if self.ask(question, meanings, state) == "roll":
                return ROLL
            if HOLD in legal:
                return HOLD
            self._refuse(state, Hold(seat))

    def who_sits(self, state: State, seats: Sequence[int]) -> list[int]:
        """Which of many seats hold, asked with one question."""
        question = self._question(state, "shared.many", seats[0], seats=seats)
        everybody = {simplified(word) for word in self.words.say("keys.all").split()}
        sitting: list[int] = []

        def read(text: str) -> str | None:
            numbers = [part for part in re.split(r"[\s,;+]+", text) if part]
            if simplified(text) in everybody:
                sitting[:] = seats
                return "sit"
            if not numbers or not all(each.isascii() and each.isdecimal() for each in numbers):
                return None
            chosen = [int(each[:4]) for each in numbers]
            for seat in chosen:
                if seat not in seats:
                    apply(state, Hold(seat))  # it says why that seat cannot
                    return None
            sitting[:] = dict.fromkeys(chosen)
            return "sit"

        self.ask(question, {"": "nobody", "roll": "nobody"}, state, read)
        return sitting

    def dice(self, state: State, seat: int) -> Action:
        """How many dice."""
        most = state.rules.max_dice or 1
        question = self._question(state, "dice", seat, most=most)
        numbers = {str(number): str(number) for number in range(1, most + 1)}
        others = {str(number): "roll" for number in (0, *range(most + 1, 1000))}
        while True:
            answer = self.ask(
                question, {**numbers, **others, "hold": "hold", "roll": "roll"}, state
            )
            if answer in numbers:
                return Action("roll", int(answer))
            if answer == "hold":
                self._refuse(state, Hold(seat))
            else:
                self.screen.say(self.words.say("play.say-how-many", most=most))

    def throw_or_hold(self, state: State, seat: int, may_hold: bool) -> Faces | None:
        """With real dice: what they showed, or None for hold."""
        rules = state.rules
        key = "throw-or-hold" if may_hold else "throw"
        makes = state.turn_total + state.scores[seat - 1]
        question = self._question(
            state, f"{key}.{rules.dice}", seat, makes=makes, count=rules.count
        )
        while True:
            faces = self._entry(state, question, rules.dice, rules.count, ("hold",))
            if faces is not None or may_hold:
                return faces
            self._refuse(state, Hold(seat))

    def faces(self, state: State, seat: int | None, kind: str, count: int) -> Faces:
        """With real dice: what they showed; `seat` None where they are thrown for everybody."""
        key = "throw" if seat else "throw-all"
        question = self._question(state, f"{key}.{kind}", seat or state.to_move[0], count=count)
        while True:
            faces = self._entry(state, question, kind, count, ())
            if faces is not None:
                return faces

    def _entry(
        self, state: State, question: str, kind: str, count: int, others: Iterable[str]
    ) -> Faces | None:
        """Faces that the rules allow now, or None for one of the other commands."""
        typed: list[Faces] = []

        def read(text: str) -> str | None:
            faces = read_throw(text, kind, count, self.words)
            if faces is None:
                return None
            effect_of(state, faces)
            typed.append(faces)
            return "throw"

        answer = self.ask(question, {each: each for each in others}, state, read)
        return typed[-1] if answer == "throw" else None

    def _question(self, state: State, key: str, seat: int, **parts: object) -> str:
        hold = self.commands.spoken("hold")
        if self.physical:  # a word that is no face as well
            kind, count = state.rules.dice, state.rules.count
            hold = [word for word in hold if read_throw(word, kind, count, self.words) is None]
        return self.words.say(
            f"play.ask.{key}",
            name=self.commentary.name(seat),
            roll=self.commands.key("roll"),
            hold=hold[0],
            odds=self.commands.key("odds"),
            **parts,
        )

    # --- answers ----------------------------------------------------------------------------------

    def ask(
        self,
        question: str,
        meanings: Mapping[str, str],
        state: State,
        read: Callable[[str], str | None] = lambda text: None,
    ) -> str:
        """Ask until an answer means one of `meanings`; anything else is answered and asks again.

        Args:
            question: What is asked.
            meanings: Commands and texts that are answers, and what is returned for each.
            state: What is looked up, where somebody does.
            read: Reads any other answer; it may refuse it with a `PasselError`.

        Raises:
            Leave: At `quit` or at the end of the input.
            Undo: Where the last entry is taken back.
        """
        self.questions += 1
        single = [] if self.physical else [self.commands.key(name) for name in Commands.NAMES]
        single += [text for text in meanings if len(text) == 1 and len(meanings) < 10]
        while True:
            text = self.asker.ask(question, single)
            try:
                found = read(text)
            except PasselError as error:
                self.screen.say(self.words.error(error), "bad")
                continue
            command = self.commands.meant(text) if text else None
            answer = found or meanings.get(text) or meanings.get(command or "-")
            if answer is not None:
                return answer
            self._answer(text, command, state)

    def _answer(self, text: str, command: str | None, state: State) -> None:
        """Answer what is not a decision, without acting."""
        match command:
            case "quit":
                raise Leave
            case "undo" if self.physical:
                raise Undo
            case "undo":
                self.screen.say(self.words.say("play.undo.refused"))
            case "keys":
                self.asker.keys = not self.asker.keys
                key = "on" if self.asker.keys else "off"
                self.screen.say(self.words.say(f"play.keys.{key}"))
            case lang if lang in LANGUAGES:
                self.speak(Words(lang))
                self.screen.say(self.words.say("play.language"))
            case "help" | "points" | "log" | "rules" | "odds":
                for line in self.lookup.answer(command, self._record(), state, self.physical):
                    self.screen.say(line, indent="  ")
            case _:
                key = "play.not-understood" if text else "play.nothing-typed"
                self.screen.say(self.words.say(key, text=visible(text), help="?"))

    def _refuse(self, state: State, event: Event) -> None:
        """Say why the rules do not allow an event."""
        try:
            apply(state, event)
        except PasselError as error:
            self.screen.say(self.words.error(error), "bad")

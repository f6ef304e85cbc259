"""Before a game: one question with good defaults, or a game that somebody left."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from passel import variants
from passel.bots import usual
from passel.cli.asking import Asker, Commands, Leave, simplified, visible
from passel.cli.saves import Save, Saves
from passel.cli.screen import wrapped
from passel.cli.seats import Seat, seat, shown_names
from passel.dice import Dice, Seeded
from passel.errors import PasselError, StartError
from passel.game import Event, Throw, next_dice, start
from passel.names import shortened
from passel.notation import Record
from passel.rules import Rules
from passel.simulate import begin
from passel.words import LANGUAGES, Words
from passel.words.telling import one_by_one, title

PHYSICAL = "physical"
SEEDED = "seeded"

MOST_WAITING = 9
"""Games that somebody left, as far as they are listed."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for on the command line.

    Args:
        rules: The rules' text, or None.
        players: The players as they were written.
        dice: `physical`, or None for Passel's own.
        seed: Makes the same dice again; None for fresh ones.
    """

    rules: str | None = None
    players: tuple[str, ...] = ()
    dice: str | None = None
    seed: str | None = None


class Shaker:
    """Passel's own dice for one game: from a seed, or fresh ones that nobody can foretell.

    The throw of a game that has `n` throws is number `n` of its seed, and what bots draw depends
    on the number of events alone, so a game that goes on needs no state but its record.

    Args:
        seed: The seed, or None.
        number: Which game of this seed, from 1.
    """

    def __init__(self, seed: str | None, number: int = 1) -> None:
        self._key = (
            secrets.token_bytes(32) if seed is None else seed.encode("utf-8", "surrogateescape")
        )
        self.number = number

    def __call__(self, events: Sequence[Event]) -> Dice:
        """The source for what comes after these events."""
        return _Shaken(self._key, self.number, events)

    def first(self) -> Seeded:
        """The source for who starts."""
        return Seeded(self._key, f"first {self.number}")

    def made(self, record: Record) -> bool:
        """Whether these dice made all throws of a record."""
        for place, (state, event) in enumerate(zip(record.states(), record.events, strict=False)):
            if isinstance(event, Throw):
                dice = self(record.events[:place])
                if dice.throw(*next_dice(state)) != event.faces:
                    return False
        return True


class _Shaken:
    """Throws and draws at one place of a game."""

    def __init__(self, key: bytes, number: int, events: Sequence[Event]) -> None:
        thrown = sum(isinstance(event, Throw) for event in events)
        self.throw = Seeded(key, f"play {number}", thrown=thrown).throw
        self.below = Seeded(key, f"bots {number}", thrown=len(events)).below


def new_game(
    rules: Rules,
    seats: Sequence[Seat],
    wish: Wish,
    shaker: Shaker,
    begun: str,
    last: Record | None = None,
) -> Record:
    """The record of a game that begins.

    Args:
        rules: The rules.
        seats: Who plays.
        wish: With which dice.
        shaker: Draws who starts, where that is left to chance.
        begun: The time, for people.
        last: The last game of the same seats: its loser or the next seat starts.
    """
    tags = [(f"Bot {number}", each.bot) for number, each in enumerate(seats, 1) if each.bot]
    tags.append(("Begun", begun))
    if wish.dice == PHYSICAL:
        tags.append(("Dice", PHYSICAL))
    elif wish.seed is not None:
        tags.append(("Dice", f"{SEEDED} {shaker.number}"))
    names = tuple(each.name for each in seats)
    if last is not None and rules.first.isdecimal() and rules.turn != "shared":
        opening = start(rules, len(seats), first=last.start.first % len(seats) + 1)
    else:
        scores = last.final.scores if last else None
        opening = begin(rules, len(seats), shaker.first().below, scores)
    return Record(opening, (), names if any(names) else (), tuple(tags))


def seats_of(record: Record) -> tuple[Seat, ...]:
    """Who plays a game that goes on."""
    tags = dict(record.tags)
    return tuple(
        Seat(record.name(number), tags.get(f"Bot {number}")) for number in record.start.seats
    )


def usual_seats(rules: Rules) -> tuple[Seat, ...]:
    """One person against the usual bot."""
    return (Seat(), Seat(None, usual(rules)))


class Opening:
    """Asks what to play.

    Args:
        asker: Where people type.
        words: The language.
        saves: Games that somebody left.
    """

    def __init__(self, asker: Asker, words: Words, saves: Saves) -> None:
        self.asker = asker
        self.screen = asker.screen
        self.words = words
        self.saves = saves
        self._commands = Commands(words)

    def yes(self, question: str) -> bool:
        """The answer to a yes-or-no question, a key of the catalogue; Enter is yes."""
        while True:
            text = self.asker.ask(self.words.say(question))
            if not text or self._is(text, "yes"):
                return True
            if self._is(text, "no") or self._commands.meant(text) == "quit":
                return False
            if self._commands.meant(text) in LANGUAGES:
                self._leave_or_switch(text)
                continue
            yes, no = (self._spoken(name)[0] for name in ("yes", "no"))
            shown = visible(text)
            self.screen.say(self.words.say("play.yes-or-no", text=shown, yes=yes, no=no))

    def left_game(self, waiting: list[tuple[Save, Record]]) -> int | None:
        """Which of the games that somebody left goes on, from 0; None for a new one.

        Args:
            waiting: The games; one that is put away is taken from the list.
        """
        self._list_waiting(waiting)
        while waiting:
            key = "one" if len(waiting) == 1 else "some"
            new = self._spoken("new")[0]
            most = min(MOST_WAITING, len(waiting))
            question = self.words.say(f"play.ask.waiting.{key}", most=most, new=new)
            numbers = {str(number): number - 1 for number in range(1, most + 1)}
            text = self.asker.ask(question)
            first, _, rest = text.partition(" ")
            if not text or self._is(text, "yes"):
                return 0
            if text in numbers:
                return numbers[text]
            if self._is(text, "new") or self._is(text, "no"):
                return None
            if self._is(first, "away") and (rest.strip() or "1") in numbers:
                save, _ = waiting.pop(numbers[rest.strip() or "1"])
                path = self.saves.put_away(save) or save.path
                self.screen.say(self.words.say("play.away", path=path))
                self._list_waiting(waiting)
            elif self._commands.meant(text) == "help":
                away = self._spoken("away")[0]
                self.screen.say(self.words.say("play.help.waiting", new=new, away=away))
            else:
                self._leave_or_switch(text)
        return None

    def _list_waiting(self, waiting: Sequence[tuple[Save, Record]]) -> None:
        if waiting:
            self.screen.say(self.words.say("play.waiting", count=len(waiting)), "strong")
        for number, (_, record) in enumerate(waiting[:MOST_WAITING], 1):
            game = self._summary(record)
            text = self.words.say("play.waiting.game", number=number, game=game)
            self.screen.say(text, indent="   ")

    def game(self) -> tuple[Rules, tuple[Seat, ...]]:
        """Which game, and who plays it."""
        self.screen.say(self.words.say("play.hello"), "strong")
        self._list()
        while True:
            text = self.asker.ask(self.words.say("play.ask.game", example="pig Ana Ben"))
            command = self._commands.meant(text)
            if command == "help":
                self.screen.say(self.words.say("play.help.opening"))
            elif command == "quit" or command in LANGUAGES:
                self._leave_or_switch(text)
            else:
                try:
                    return self._read_game(text)
                except PasselError as error:
                    self.screen.say(self.words.error(error), "bad")

    def _list(self) -> None:
        """Every game with its number: a sentence each, a row with what it is, or only its name."""
        rules = [variant.rules for variant in variants.VARIANTS.values()]
        for number, each in enumerate(rules, 1):
            name, what = (self._about(each, part) for part in ("name", "short"))
            if self.screen.plain:
                self.screen.say(f"{number}: {each.id}. {what}")
            elif self.screen.columns < 70:
                self.screen.lines([shortened(f"{number:2} {name or each.id}", self.screen.columns)])
            else:
                entry = self.words.say("phrase.named", name=each.id, what=what)
                row = f"{number:2} {entry}"
                self.screen.lines(wrapped(row, self.screen.columns, "   "))

    def _about(self, rules: Rules, part: str) -> str:
        key = f"variant.{rules.id}.{part}"
        return self.words.say(key) if key in self.words else ""

    def _read_game(self, text: str) -> tuple[Rules, tuple[Seat, ...]]:
        try:
            first, *players = shlex.split(text) or ["1"]
        except ValueError:
            first, *players = text.split()
        ids = list(variants.VARIANTS)
        if first.isdecimal() and first.isascii() and 1 <= int(first[:4]) <= len(ids):
            first = ids[int(first) - 1]
        rules = variants.rules(self._id_of(first))
        return rules, seated(rules, players)

    def _id_of(self, text: str) -> str:
        """The id with options that a typed name means: case and the name in words are free."""
        head, comma, options = text.partition(",")
        for id in variants.VARIANTS:
            name = self._about(variants.VARIANTS[id].rules, "name")
            if simplified(head) in {id, simplified(name)}:
                return id + comma + options
        return text

    def _summary(self, record: Record) -> str:
        state = record.final
        names = shown_names(seats_of(record), self.words)
        scores = [f"{name}\u00a0{score}" for name, score in zip(names, state.scores, strict=True)]
        begun = dict(record.tags).get("Begun", "")
        parts = [title(state.rules, self.words), begun, ", ".join(scores[:6])]
        return one_by_one([part for part in parts if part], self.words)

    def _spoken(self, name: str) -> list[str]:
        return self.words.say(f"keys.{name}").split()

    def _is(self, text: str, name: str) -> bool:
        return simplified(text) in {*map(simplified, self._spoken(name)), name}

    def _leave_or_switch(self, text: str) -> None:
        """Answer what is no answer to the question."""
        match self._commands.meant(text):
            case "quit":
                raise Leave
            case lang if lang in LANGUAGES:
                self.words = Words(lang)
                self._commands = Commands(self.words)
                self.screen.say(self.words.say("play.language"))
            case _:
                self._not_understood(text)

    def _not_understood(self, text: str) -> None:
        self.screen.say(self.words.say("play.not-understood", text=visible(text), help="?"))


def seated(rules: Rules, players: Sequence[str]) -> tuple[Seat, ...]:
    """The players as they were written; nobody named means one person and a bot.

    Raises:
        StartError: Where they are too few or too many.
        PolicyError: Where a bot cannot play here.
    """
    alone = len(players) == 1 and rules.seats[0] > 1
    count = len(players) + alone
    low, high = rules.seats
    if players and not low <= count <= high:
        raise StartError("wrong-number-of-seats", id=rules.id, met=count, fewest=low, most=high)
    seats = tuple(seat(text, rules, count) for text in players) or usual_seats(rules)
    return (*seats, Seat(None, usual(rules))) if alone else seats

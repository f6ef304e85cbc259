"""`passel play`: a game in the terminal."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import cast, get_args

import click

from passel import variants
from passel.cli.asking import Asker, Leave, asker
from passel.cli.base import CliError, Command, lang_option
from passel.cli.files import Busy, data_folder
from passel.cli.opening import (
    PHYSICAL,
    SEEDED,
    Opening,
    Shaker,
    Wish,
    new_game,
    seated,
    seats_of,
)
from passel.cli.saves import Complaint, Found, Save, Saves
from passel.cli.screen import screen
from passel.cli.table import Pace, Setting, Table
from passel.errors import NotationError
from passel.notation import Record, print_record
from passel.words import Words
from passel.words.telling import title

DICE = ("passel", PHYSICAL)


class Terminated(BaseException):
    """The system asks the process to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


@click.command("play", cls=Command)
@click.argument("rules", required=False)
@click.option("--player", "players", multiple=True)
@click.option("--dice", metavar="|".join(DICE))
@click.option("--seed")
@click.option("--pace", metavar="|".join(get_args(Pace)))
@click.option("--keys", is_flag=True)
@click.option("--plain", is_flag=True)
@click.option("--resume", is_flag=True)
@click.option("--data", metavar="DIR")
@lang_option
@click.pass_obj
def command(
    words: Words,
    rules: str | None,
    players: tuple[str, ...],
    dice: str | None,
    seed: str | None,
    pace: str | None,
    keys: bool,
    plain: bool,
    resume: bool,
    data: str | None,
) -> None:
    """Play games at one keyboard until nobody wants another."""
    for value, allowed in ((dice, DICE), (pace, get_args(Pace))):
        if value is not None and value not in allowed:
            raise CliError("bad-choice", value=value, takes=list(allowed))
    if rules is not None:
        seated(variants.rules(rules), players)  # what is wrong is said before anything else
    asking = asker(screen(plain), keys)
    wish = Wish(rules, players, dice, seed)
    looked_at = asking.terminal and not asking.screen.plain
    chosen = cast(Pace, pace or ("normal" if looked_at else "instant"))
    with _ending_well():
        _Evening(asking, words, Saves(data_folder(data)), wish, chosen).spend(resume)


@contextmanager
def _ending_well() -> Iterator[None]:
    """Let a request to end the process pass through the same door as everybody."""

    def ended(number: int, frame: FrameType | None) -> None:
        raise Terminated(number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, ended) for number in numbers]
    try:
        yield
    except Terminated as end:
        sys.exit(end.code)
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


class _Evening:
    """Games of the same people, one after the other."""

    def __init__(self, asking: Asker, words: Words, saves: Saves, wish: Wish, pace: Pace) -> None:
        self.asker = asking
        self.screen = asking.screen
        self.words = words
        self.saves = saves
        self.wish = wish
        self.pace = pace

    def spend(self, resume: bool) -> None:
        """Open, play and end games until nobody wants another."""
        try:
            begun = self._begin(resume)
            while begun is not None:
                record, save, shaker = begun
                begun = self._one_game(record, save, shaker)
        except Leave:
            self.screen.say(self.words.say("play.bye"))

    def _say(self, complaint: Complaint) -> None:
        self.screen.say(self.words.say(complaint.key, **complaint.parts), "bad")

    # --- how a game comes to be played ------------------------------------------------------------

    def _begin(self, resume: bool) -> tuple[Record, Save, Shaker] | None:
        found = self.saves.look()
        for complaint in found.complaints:
            self._say(complaint)
        asked_for = self.wish.rules is not None or bool(self.wish.players)
        if resume and not found.waiting:
            raise CliError("game-busy" if found.busy else "nothing-to-resume")
        opening = Opening(self.asker, self.words, self.saves)
        try:
            while found.waiting and (resume or not asked_for):
                choice = 0 if resume else opening.left_game(found.waiting)
                if choice is None:
                    break
                taken = self._go_on(found, choice)
                if taken is not None:
                    return taken
            if asked_for:
                rules = variants.rules(self.wish.rules or "pig")
                seats = seated(rules, self.wish.players)
            else:
                rules, seats = opening.game()
        finally:
            self.words = opening.words  # the language may have been switched
        shaker = Shaker(self.wish.seed)
        record = new_game(rules, seats, self.wish, shaker, self._time())
        return record, self.saves.new(record), shaker

    def _go_on(self, found: Found, choice: int) -> tuple[Record, Save, Shaker] | None:
        """Take up a game that somebody left, or say why that cannot be."""
        save, _ = found.waiting.pop(choice)
        try:
            record = save.take()
        except Busy:
            self.screen.say(self.words.say("play.save.busy"), "bad")
            return None
        except (OSError, NotationError, UnicodeDecodeError):
            self.screen.say(self.words.say("play.save.gone"), "bad")
            return None
        kind, _, number = dict(record.tags).get("Dice", "").partition(" ")
        shaker = Shaker(None)
        if kind == SEEDED:
            if self.wish.seed is not None and number.isdecimal():
                shaker = Shaker(self.wish.seed, int(number))
            if self.wish.seed is None or not shaker.made(record):
                shaker = Shaker(None)
                key = "play.seed.missing" if self.wish.seed is None else "play.seed.wrong"
                self.screen.say(self.words.say(key))
                tags = tuple(tag for tag in record.tags if tag[0] != "Dice")
                record = replace(record, tags=tags)
                complaint = save.rewrite(record)
                if complaint:
                    self._say(complaint)
        return record, save, shaker

    def _time(self) -> str:
        return f"{datetime.now():%Y-%m-%d %H:%M}"  # noqa: DTZ005 - the time on the wall

    # --- one game ---------------------------------------------------------------------------------

    def _one_game(
        self, record: Record, save: Save, shaker: Shaker
    ) -> tuple[Record, Save, Shaker] | None:
        """Play one game; the next one where it is wanted."""
        seats = seats_of(record)
        physical = dict(record.tags).get("Dice") == PHYSICAL
        explain = not record.events and self.saves.first_game()
        self.screen.gap()
        self.screen.say(title(record.start.rules, self.words), "strong")
        complaint = save.store()
        if complaint:
            self._say(complaint)
        setting = Setting(seats, self.pace, physical, explain)
        table = Table(record, setting, shaker, save, self.asker, self.words)
        try:
            table.play()
        except (Leave, KeyboardInterrupt, Terminated):
            self.words = table.words
            self._leave(table.record, save)
            raise
        self.words = table.words
        self._end(table.record, save, shaker)
        opening = Opening(self.asker, self.words, self.saves)
        again = opening.yes("play.ask.again")
        self.words = opening.words
        if not again:
            self.screen.say(self.words.say("play.bye"))
            return None
        dice = Shaker(self.wish.seed, shaker.number + 1)
        wish = replace(self.wish, dice=PHYSICAL if physical else None)
        last = table.record
        following = new_game(last.start.rules, seats, wish, dice, self._time(), last)
        return following, self.saves.new(following), dice

    def _end(self, record: Record, save: Save, shaker: Shaker) -> None:
        """Keep the record of a game that is over, now with its seed."""
        tags = record.tags
        if dict(tags).get("Dice", "").startswith(SEEDED) and self.wish.seed is not None:
            seed = self.wish.seed
            if seed.isprintable():
                tags = (*tags, ("Seed", seed))
            else:
                tags = (*tags, ("Seed-Hex", seed.encode("utf-8", "surrogateescape").hex()))
        kept = save.finish(replace(record, tags=tags))
        if isinstance(kept, Path):
            self.screen.say(self.words.say("play.record", path=kept))
        else:
            self._say(kept)
            self._show(record, save)

    def _leave(self, record: Record, save: Save) -> None:
        """Say where a game stays that somebody leaves."""
        self.screen.gap()
        if not record.events:
            save.forget()
            return
        if not save.safe:
            complaint = save.store()
            if complaint:
                self._say(complaint)
        if save.safe:
            save.close()
            self.screen.say(self.words.say("play.saved", command="passel play --resume"))
        else:
            self._show(record, save)

    def _show(self, record: Record, save: Save) -> None:
        """Where nothing can be stored, the screen is better than nothing."""
        save.close()
        self.screen.say(self.words.say("play.save.shown"))
        self.screen.lines(print_record(record).splitlines())

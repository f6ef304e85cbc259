"""What can be looked up in the middle of a game, without acting."""

from __future__ import annotations

from collections.abc import Iterator

from passel.cli.asking import Commands
from passel.cli.commentary import Commentary
from passel.cli.screen import Screen
from passel.errors import IllegalEvent
from passel.game import Announce, Event, Hold, State, Throw, apply, same_turn, throws
from passel.names import width
from passel.notation import Record
from passel.policy import mean_gain
from passel.rules import chances
from passel.words.telling import tell, title

TURNS = 12
"""Turns that the log shows."""


class Lookup:
    """Answers questions about a game.

    Args:
        commentary: Knows the language and the names.
        commands: Knows the keys.
    """

    def __init__(self, commentary: Commentary, commands: Commands) -> None:
        self.commentary = commentary
        self.words = commentary.words
        self.commands = commands

    def answer(self, what: str, record: Record, state: State, physical: bool) -> list[str]:
        """The answer to a command.

        Args:
            what: `help`, `points`, `log`, `rules` or `odds`.
            record: The game so far.
            state: Where it stands.
            physical: Whether entries can be taken back.
        """
        match what:
            case "help":
                return list(self._help(state, physical))
            case "points":
                return [self.commentary.standing(state, seat) for seat in state.seats] + [
                    self.words.say("play.turn-total", total=state.turn_total)
                ]
            case "log":
                return self.log(record)
            case "rules":
                rules = state.rules
                return [title(rules, self.words), *tell(rules, self.words)]
            case _:
                return list(self._odds(state))

    def board(self, state: State, screen: Screen) -> list[str]:
        """Everybody's score, a line each: a sentence, or a row of a table with a bar."""
        names = [self.commentary.name(seat) for seat in state.seats]
        if len(names) > 4:
            names = [f"{seat} {name}" for seat, name in zip(state.seats, names, strict=True)]
        if screen.plain:
            return [
                self.commentary.standing(state, seat, name)
                for seat, name in zip(state.seats, names, strict=True)
            ]
        broad = max(map(width, names))
        scores = [self.words.number(score) for score in state.scores]
        digits = max(map(len, scores))
        goal = state.rules.target or max(*state.scores, 1)
        room = min(30, screen.columns - broad - digits - 6)
        full, rest = ("█", "░") if screen.unicode else ("#", ".")
        rows = []
        for seat, name, score in zip(state.seats, names, scores, strict=True):
            mark = ">" if state.to_move == (seat,) else "x" if seat in state.out else " "
            if len(state.to_move) > 1 and seat in state.to_move and len(state.scores) > 1:
                mark = ">"
            row = f"{mark} {name}{' ' * (broad - width(name))}  {score:>{digits}}"
            if room >= 5:
                filled = min(room, room * state.scores[seat - 1] // goal)
                row += f"  {full * filled}{rest * (room - filled)}"
            rows.append(row)
        if state.rules.target is not None:
            rows.append("  " + self.words.say("play.target", target=state.rules.target))
        return rows

    def event(self, state: State, event: Event) -> str:
        """An event that happened in a state, in a few words: `3, 4`, `Ana stops`."""
        match event:
            case Throw(faces):
                rules = state.rules
                kind = rules.roll_off[0] if state.roll_off is not None else rules.dice
                return self.commentary.faces(kind, faces)
            case Hold(seat):
                return self.words.say("play.log.hold", name=self.commentary.name(seat))
            case Announce(dice):
                return self.words.say("play.log.announce", count=dice)

    def log(self, record: Record) -> list[str]:
        """The last turns, oldest first, each with what came of it."""
        lines: list[str] = []
        state = record.start
        said: list[str] = []
        for event in record.events:
            after = apply(state, event)
            said.append(self._in_log(state, event))
            if not same_turn(state, after) or event is record.events[-1]:
                lines.append(self._turn(state, after, said))
                said = []
            state = after
        if not lines:
            return [self.words.say("play.log.empty")]
        return lines[-TURNS:]

    def _in_log(self, state: State, event: Event) -> str:
        if isinstance(event, Throw):
            faces = self.event(state, event)
            return faces if len(event.faces) == 1 else f"({faces})"
        if isinstance(event, Hold) and state.rules.turn != "shared":
            return self.words.say("play.log.held")
        return self.event(state, event)

    def _turn(self, state: State, after: State, said: list[str]) -> str:
        if state.roll_off is not None:
            return self.words.say("play.log.roll-off", events=said)
        if state.rules.turn == "shared":
            return self.words.say("play.log.round", round=state.round, events=said)
        seat = state.to_move[0]
        score = after.scores[seat - 1]
        name = self.commentary.name(seat)
        return self.words.say("play.log.turn", name=name, events=said, score=score)

    def odds_of_dice(self, state: State, dice: int) -> str:
        """What announcing so many dice promises."""
        rules = state.rules
        scores = sum(c.probability for c in chances(rules, dice) if c.effect.kind == "gain")
        return self.words.say(
            "play.odds.dice",
            count=dice,
            chance=self.words.percent(float(scores)),
            mean=self.words.number(float(mean_gain(rules, dice)), 1),
        )

    def _odds(self, state: State) -> Iterator[str]:
        rules = state.rules
        if rules.max_dice is not None and not state.dice and state.roll_off is None:
            for dice in range(1, rules.max_dice + 1):
                yield self.odds_of_dice(state, dice)
            return
        try:
            found = throws(state)
        except IllegalEvent as error:
            yield self.words.error(error)
            return
        lost = sum(c.probability for c in found if c.effect.kind in {"bust", "bust_all", "out"})
        everything = sum(c.probability for c in found if c.effect.kind == "bust_all")
        gain = sum(c.probability * c.effect.points for c in found if c.effect.kind == "gain")
        if lost:
            yield self.words.say("play.odds.lost", chance=self.words.percent(float(lost)))
        if everything:
            yield self.words.say("play.odds.all", chance=self.words.percent(float(everything)))
        yield self.words.say("play.odds.mean", mean=self.words.number(float(gain), 2))

    def _help(self, state: State, physical: bool) -> Iterator[str]:
        hidden = set() if physical else {"undo"}
        if state.rules.max_dice is not None:
            hidden |= {"hold", "roll"}
        for name in self.commands.NAMES:
            if name not in hidden:
                yield self.words.say(f"play.help.{name}", words=self.commands.spoken(name))
        yield self.words.say("play.help.language")

"""What happened, in whole sentences: one event of a game as people hear it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from passel.dice import Faces
from passel.game import Announce, Event, Hold, State, Throw, effect_of, outcome, winners
from passel.rules import roll_off_points
from passel.words import Words


class Line(NamedTuple):
    """A sentence and the style that underlines it."""

    text: str
    style: str = ""


class Commentary:
    """Says what happens at one table.

    Args:
        words: The language.
        names: What each seat is called, in seat order.
        you: The seat of the only person, who is addressed; None with several or none.
    """

    def __init__(self, words: Words, names: Sequence[str], you: int | None = None) -> None:
        self.words = words
        self.names = names
        self.you = you

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.names[seat - 1]

    def happened(self, before: State, event: Event, after: State) -> Iterator[Line]:
        """What an event that led from one state to the next did."""
        match event:
            case Throw(faces) if before.roll_off is not None:
                yield from self._rolled_off(before, faces, after)
            case Throw(faces):
                yield from self._thrown(before, faces, after)
            case Hold(seat):
                key = "sit" if before.rules.turn == "shared" else "hold"
                yield self._of(seat, key, "good", count=before.turn_total)
                if before.rules.turn != "shared":
                    yield from self._score(seat, after)
            case Announce(dice):
                yield self._of(before.to_move[0], "announce", count=dice)
        yield from self._turning_point(before, after)

    def faces(self, kind: str, faces: Faces) -> str:
        """A throw of a kind of dice in words: `3, 4`, `heads`, `razorback, trotter`."""
        said = [f"face.{kind}.{face}" for face in faces]
        return ", ".join(
            self.words.say(key) if key in self.words else str(face)
            for key, face in zip(said, faces, strict=True)
        )

    def turn(self, seat: int) -> Line:
        """Whose turn begins."""
        return self._of(seat, "turn", "strong")

    def standing(self, state: State, seat: int, name: str = "") -> str:
        """One seat's score and how far it has to go, under its own name or another."""
        score = state.scores[seat - 1]
        target = state.rules.target
        name = name or self.name(seat)
        if seat in state.out:
            return self.words.say("play.standing.out", name=name, score=score)
        if target is None or score >= target:
            return self.words.say("play.standing", name=name, score=score)
        return self.words.say("play.standing.to-go", name=name, score=score, left=target - score)

    def ended(self, state: State) -> Iterator[Line]:
        """Who won."""
        won = winners(state)
        ending = outcome(state)
        if ending and ending.reason == "last-left":
            yield self._say("last-left")
        score = state.scores[won[0] - 1]
        if len(won) == 1:
            yield self._of(won[0], "won", "good", count=score)
        else:
            names = [self.name(seat) for seat in won]
            yield self._say("won.shared", "good", names=names, count=score)

    def _say(self, key: str, style: str = "", **parts: object) -> Line:
        return Line(self.words.say(f"play.{key}", **parts), style)

    def _of(self, seat: int, key: str, style: str = "", **parts: object) -> Line:
        who = "you" if seat == self.you else "name"
        return self._say(f"{key}.{who}", style, name=self.name(seat), **parts)

    def _score(self, seat: int, state: State) -> Iterator[Line]:
        score = state.scores[seat - 1]
        target = state.rules.target
        if target is None:
            yield self._say("score", score=score)
        elif score < target:
            yield self._say("score.to-go", score=score, left=target - score, target=target)
        else:
            yield self._say("score.reached", score=score, target=target)

    def _rolled_off(self, before: State, faces: Faces, after: State) -> Iterator[Line]:
        seat = len(before.roll_off or ()) + 1
        kind = before.rules.roll_off[0]
        points = roll_off_points(before.rules, faces)
        yield self._of(seat, f"threw.{kind}", throw=self.faces(kind, faces))
        if len(faces) > 1 or kind == "pig":
            yield self._say("roll-off.counts", count=points)
        if after.roll_off is None:
            yield self._of(after.first, "starts", "strong")
        elif not after.roll_off:
            yield self._say("roll-off.tie")

    def _thrown(self, before: State, faces: Faces, after: State) -> Iterator[Line]:
        rules = before.rules
        shared = rules.turn == "shared"
        seat = before.to_move[0]
        throw = self.faces(rules.dice, faces)
        if shared and len(before.scores) > 1:
            yield self._say(f"threw.{rules.dice}.all", throw=throw)
        else:
            yield self._of(seat, f"threw.{rules.dice}", throw=throw)
        what = effect_of(before, faces)
        banked = after.scores[seat - 1] - before.scores[seat - 1]
        match what.kind:
            case "gain" if banked and not shared:
                yield self._of(seat, "scored", "good", count=banked)
                yield from self._score(seat, after)
            case "gain":
                total = after.turn_total
                yield self._say("gain", count=what.points, total=total)
                if what.must_roll:
                    double = len(faces) == 2 and faces[0] == faces[1]
                    yield self._say("again.double" if double else "again")
            case "void":
                yield self._say("void", total=after.turn_total)
            case "out":
                yield self._of(seat, "out", "bad")
            case "bust" | "bust_all":
                yield from self._lost(before, what.kind == "bust_all")

    def _lost(self, before: State, everything: bool) -> Iterator[Line]:
        shared = before.rules.turn == "shared" and len(before.to_move) > 1
        if shared and everything:
            names = [self.name(seat) for seat in before.to_move]
            yield self._say("lost.all-shared", "bad", names=names)
        elif everything:
            score = before.scores[before.to_move[0] - 1]
            lost = before.turn_total + score
            yield self._say("lost.all" if score else "lost", "bad", count=lost)
        elif shared:
            names = [self.name(seat) for seat in before.to_move]
            yield self._say("lost.shared", "bad", names=names, count=before.turn_total)
        elif before.dice:
            yield self._say("nothing-scored", "bad")
        else:
            yield self._say("lost", "bad", count=before.turn_total)
        if before.rules.bust_points and not everything:
            yield self._say("consolation", count=before.rules.bust_points)

    def _turning_point(self, before: State, after: State) -> Iterator[Line]:
        """What begins now for everybody: the last round, a play-off."""
        if after.over:
            return
        if after.playoff != before.playoff:
            names = [self.name(seat) for seat in after.playoff]
            yield self._say("playoff", "strong", names=names)
            return
        target = after.rules.target
        if after.rules.end == "full-round" and target is not None and not after.playoff:
            reached = max(after.scores) >= target > max(before.scores)
            if reached and after.round == before.round:
                yield self._say("last-turns", "strong", target=target)

"""A position: one state of a game as one word, `pig:42-60:1:18`, and back."""

from __future__ import annotations

import re
from typing import Any, NoReturn

from passel import variants
from passel.dice import text as throw_text
from passel.errors import NotationError, PasselError
from passel.game import State, Throw, apply, winners
from passel.notation.tokens import NUMBER, offered, place, read_faces

_Field = tuple[str, int]
"""A part of the text and the column, from 0, where it begins."""


def print_position(state: State) -> str:
    """A state as one word, `pig:42-60:1:18`; the round only where it can matter."""
    rules = state.rules
    words = [
        variants.name(rules),
        "-".join(map(str, state.scores)),
        "+".join(map(str, state.to_move)) or "-",
        f"{state.turn_total}{'!' * state.must_roll}",
    ]
    if state.roll_off is not None:
        words.append("first=" + "+".join(["roll-off", *map(throw_text, state.roll_off)]))
    elif state.first != 1:
        words.append(f"first={state.first}")
    if state.round != 1 and (rules.end == "rounds" or state.playoff):
        words.append(f"round={state.round}")
    if state.dice:
        words.append(f"dice={state.dice}")
    if state.out:
        words.append("out=" + "+".join(map(str, state.out)))
    if state.playoff:
        words.append("playoff=" + "+".join(map(str, state.playoff)))
    return ":".join(words)


def parse_position(text: str) -> State:
    """The state that a position names.

    A turn total of 0 without `!` is read as the start of a turn where nothing else has it.

    Raises:
        NotationError: Where it does not parse, or contradicts the rules.
    """
    return _PositionReader(text).read()


class _PositionReader:
    """Reads a position once; `column` is where the field that is being read begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.fields: list[_Field] = []
        word = text.strip()
        at = text.find(word)
        self.end = at + len(word)
        for field in word.split(":"):
            self.fields.append((field, at))
            at += len(field) + 1

    def _fail(
        self, code: str, field: _Field, expected: tuple[str, ...] = (), **parts: Any
    ) -> NoReturn:
        word, at = field
        where = place(self.text, at)
        raise NotationError(code, token=word, expected=expected, **where, **parts) from None

    def read(self) -> State:
        shape = ("RULES:SCORES:TO_MOVE:TURN_TOTAL",)
        gap = re.search(r"\s", self.text.strip())
        if gap:
            self._fail("bad-position", ("", self.fields[0][1] + gap.start()), shape)
        if len(self.fields) < 4:
            self._fail("bad-position", ("", self.end), shape)
        head, scored, moving, total = self.fields[:4]
        try:
            rules = variants.rules(head[0])
        except PasselError as error:
            self._fail(error.code, head, offered(error), **error.parts)
        scores = self._list(scored, "-", "bad-scores")
        low, high = rules.seats
        if not low <= len(scores) <= high:
            self._fail(
                "wrong-number-of-seats",
                scored,
                id=rules.id,
                met=len(scores),
                fewest=low,
                most=high,
            )
        to_move = () if moving[0] == "-" else self._seats(moving, len(scores))
        number = total[0].removesuffix("!")
        if not NUMBER.fullmatch(number):
            self._fail("bad-turn-total", total, ("NUMBER", "NUMBER!"))
        state = State(rules, scores, to_move, int(number), total[0].endswith("!"))
        keys: dict[str, _Field] = {}
        for field in self.fields[4:]:
            key, sign, value = field[0].partition("=")
            if not sign or key not in {"first", "round", "dice", "out", "playoff"}:
                self._fail("bad-key", field, ("first=", "round=", "dice=", "out=", "playoff="))
            if key in keys:
                self._fail("repeated-key", field, key=key)
            keys[key] = (value, field[1] + len(key) + 1)
        state = self._with_keys(state, keys)
        state = self._lenient(state)
        self._check(state, scored, moving, total, keys)
        return state

    def _list(self, field: _Field, sign: str, code: str) -> tuple[int, ...]:
        words = field[0].split(sign)
        if not all(NUMBER.fullmatch(word) for word in words):
            self._fail(code, field, ("NUMBER",))
        return tuple(map(int, words))

    def _seats(self, field: _Field, count: int) -> tuple[int, ...]:
        seats = self._list(field, "+", "bad-seats")
        if list(seats) != sorted(set(seats)):
            self._fail("bad-seats", field, ("SEAT",))
        for seat in seats:
            if not 1 <= seat <= count:
                self._fail("no-such-seat", field, seat=seat, count=count)
        return seats

    def _with_keys(self, state: State, keys: dict[str, _Field]) -> State:
        rules, count = state.rules, len(state.scores)
        unfit = {
            "dice": not rules.max_dice,
            "first": rules.turn == "shared",
            "out": not any(row.kind == "out" for row in rules.rows),
            "playoff": rules.tie != "playoff",
            "round": rules.end != "rounds" and "playoff" not in keys,
        }
        for key, field in keys.items():
            if unfit[key]:
                self._fail("key-not-here", field, key=key)
        for key in ("round", "dice"):
            if key in keys and (not NUMBER.fullmatch(keys[key][0]) or keys[key][0] == "0"):
                self._fail("bad-key-value", keys[key], ("NUMBER",), key=key)
        state = state._replace(
            playoff=self._seats(keys["playoff"], count) if "playoff" in keys else (),
            out=self._seats(keys["out"], count) if "out" in keys else (),
            round=int(keys["round"][0]) if "round" in keys else 1,
            dice=int(keys["dice"][0]) if "dice" in keys else 0,
        )
        if "first" in keys:
            word, *throws = keys["first"][0].split("+")
            if word == "roll-off" and rules.first == "roll-off" and len(throws) < count:
                try:
                    state = state._replace(roll_off=())
                    for throw in throws:
                        state = apply(state, Throw(read_faces(throw, rules.roll_off[0])))
                except PasselError as error:
                    self._fail(error.code, keys["first"], **error.parts)
            elif NUMBER.fullmatch(keys["first"][0]):
                (first,) = self._seats(keys["first"], count)
                state = state._replace(first=first)
            else:
                self._fail("bad-key-value", keys["first"], ("SEAT",), key="first")
        return state

    def _lenient(self, state: State) -> State:
        """Add the `!` of a new turn, or the roll-off, where nothing else can be meant."""
        rules = state.rules
        if state.to_move and not state.turn_total and not rules.pass_allowed:
            can_be_void = rules.first_throw_safe or any(row.kind == "void" for row in rules.rows)
            if not can_be_void:
                return state._replace(must_roll=True)
        return state

    def _check(
        self,
        state: State,
        scored: _Field,
        moving: _Field,
        total: _Field,
        keys: dict[str, _Field],
    ) -> None:
        """Refuse what could not arise in a game."""
        rules = state.rules
        contenders = state.contenders
        if state.playoff and len(state.playoff) < 2:
            self._fail("bad-key-value", keys["playoff"], ("SEAT+SEAT",), key="playoff")
        if state.out and not contenders:
            self._fail("bad-key-value", keys["out"], ("SEAT",), key="out")
        if state.dice and not (state.to_move and state.dice <= (rules.max_dice or 0)):
            self._fail("bad-key-value", keys["dice"], ("NUMBER",), key="dice")
        if "round" in keys:
            low = (rules.rounds or 1) + 1 if state.playoff else 1
            high = state.round if state.playoff else rules.rounds or 0
            if not low <= state.round <= high:
                self._fail("bad-key-value", keys["round"], ("NUMBER",), key="round")
        elif state.playoff:
            self._fail("bad-key-value", keys["playoff"], ("round=",), key="playoff")
        if state.roll_off is not None:
            if state.to_move or state.turn_total or state.must_roll or state.out or state.playoff:
                self._fail("bad-to-move", moving, ("-",))
            self._check_scores(state, scored, state.seats)
        elif state.over:
            self._check_over(state, scored, moving, total)
        else:
            self._check_going(state, scored, moving, total)

    def _check_scores(self, state: State, scored: _Field, below: tuple[int, ...]) -> None:
        """Refuse a score at the target of a seat that cannot have reached it yet."""
        target = state.rules.target
        for seat in below:
            if target is not None and state.scores[seat - 1] >= target:
                self._fail("score-at-target", scored, score=state.scores[seat - 1], target=target)

    def _check_over(
        self,
        state: State,
        scored: _Field,
        moving: _Field,
        total: _Field,
    ) -> None:
        rules = state.rules
        reached = sum(score >= (rules.target or 0) for score in state.scores)
        decided = len(winners(state)) == 1 or rules.tie == "shared"
        if rules.end == "at-once":
            ended = reached == 1
        elif state.playoff:
            ended = True
        elif rules.end == "full-round":
            ended = reached > 0
        else:
            ended = state.round == rules.rounds
        if not (ended and decided) and not (len(state.contenders) == 1 and state.out):
            self._fail("not-over", moving, ("SEAT",))
        if state.turn_total or state.must_roll:
            self._fail("bad-turn-total", total, ("0",))

    def _check_going(
        self,
        state: State,
        scored: _Field,
        moving: _Field,
        total: _Field,
    ) -> None:
        rules = state.rules
        contenders = state.contenders
        shared = rules.turn == "shared"
        if not set(state.to_move) <= set(contenders) or (not shared and len(state.to_move) != 1):
            self._fail("bad-to-move", moving, ("SEAT",))
        if len(contenders) == 1 and state.out:
            self._fail("bad-to-move", moving, ("-",))
        if not state.playoff:
            mover = state.to_move[0]
            seats = len(state.scores)
            later = [
                seat
                for seat in state.seats
                if rules.end == "at-once"
                or (seat - state.first) % seats >= (mover - state.first) % seats
            ]
            self._check_scores(state, scored, tuple(later))
        must = any(row.must_roll for row in rules.rows)
        if rules.max_dice is not None and (state.turn_total or not state.must_roll):
            self._fail("bad-turn-total", total, ("0!",))
        may_hold = rules.pass_allowed if not state.turn_total else not must
        if state.must_roll and rules.max_dice is None and may_hold:
            self._fail("bad-turn-total", total, (total[0].removesuffix("!"),))
        if shared and not state.turn_begun and state.to_move != contenders:
            self._fail("bad-to-move", moving, ("+".join(map(str, contenders)),))

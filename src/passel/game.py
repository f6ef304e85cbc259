"""A game is a fold: `state = reduce(apply, events, start(rules))`.

A `State` is a small immutable value. Two kinds of things happen to it: decisions (`Hold`,
`Announce`; deciding to roll needs no event of its own) and chance (`Throw`). `legal_actions`
says what may be decided, `throws` what may fall and how likely it is, `apply` what comes of an
event, `outcome` who won. Nothing here knows players, dice sources, clocks or languages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Literal, NamedTuple

from passel.dice import Faces
from passel.errors import IllegalEvent, PasselError, StartError
from passel.rules import (
    Chance,
    Effect,
    Rules,
    chances,
    check_faces,
    check_throw,
    effect,
    roll_off_chances,
    roll_off_points,
)


class Action(NamedTuple):
    """What a seat may decide: `ROLL`, `HOLD`, or in hog `Action("roll", dice)`."""

    kind: Literal["roll", "hold"]
    dice: int = 0

    def __str__(self) -> str:
        return f"{self.kind} {self.dice}" if self.dice else self.kind


ROLL = Action("roll")
HOLD = Action("hold")


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice showed these faces."""

    faces: Faces


@dataclass(frozen=True, slots=True)
class Hold:
    """A seat banks the turn total; in a shared turn it is out until the next round."""

    seat: int


@dataclass(frozen=True, slots=True)
class Announce:
    """The seat to move will throw so many dice, 1 to the rules' `max_dice`."""

    dice: int


Event = Throw | Hold | Announce


class State(NamedTuple):
    """Everything that decides how a game goes on; seats are numbered from 1.

    Args:
        rules: The game's rules.
        scores: Banked points, in seat order.
        to_move: The seats whose decision it is: one, or in a shared turn all that are still
            in; empty when the game is over and during a roll-off.
        turn_total: Points at risk this turn.
        must_roll: Whether holding is not allowed: at the start of a turn (unless passing is),
            after a throw that must be followed by another, always in announced turns.
        round: From 1; stays at the last round when the game is over.
        first: The seat that plays first; rounds are counted from it.
        dice: How many dice are announced; 0: none.
        out: Seats that left the game, in seat order.
        playoff: The seats that tied and play on alone, in seat order; kept when it is over.
        roll_off: The throws of this attempt so far, in seat order; None when it is decided who
            starts.
    """

    rules: Rules
    scores: tuple[int, ...]
    to_move: tuple[int, ...]
    turn_total: int = 0
    must_roll: bool = False
    round: int = 1
    first: int = 1
    dice: int = 0
    out: tuple[int, ...] = ()
    playoff: tuple[int, ...] = ()
    roll_off: tuple[Faces, ...] | None = None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.to_move and self.roll_off is None

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats, from 1."""
        return tuple(range(1, len(self.scores) + 1))

    @property
    def contenders(self) -> tuple[int, ...]:
        """The seats that can still win, in seat order."""
        return tuple(seat for seat in self.playoff or self.seats if seat not in self.out)

    @property
    def turn_begun(self) -> bool:
        """Whether something was thrown this turn, as far as that can change how it goes on."""
        return self.turn_total > 0 or self.must_roll != _must_roll_first(self.rules)


def same_turn(before: State, after: State) -> bool:
    """Whether an event that led from one state to the next left the turn going.

    In a shared turn that means the round; in a roll-off the attempt.
    """
    if after.over or before.round != after.round:
        return False
    if before.roll_off is not None:
        return bool(after.roll_off)
    return before.rules.turn == "shared" or before.to_move == after.to_move


class Outcome(NamedTuple):
    """How a game ended.

    Args:
        winners: The seats with the highest score; each of m winners has 1/m of the win.
        reason: `target`, `rounds`, or `last-left` where all others left the game.
    """

    winners: tuple[int, ...]
    reason: Literal["target", "rounds", "last-left"]


def start(
    rules: Rules,
    seats: int = 2,
    scores: Sequence[int] | None = None,
    first: int | Literal["roll-off"] | None = None,
) -> State:
    """The state before anything happened.

    Args:
        rules: The game's rules.
        seats: How many, within the rules' `seats`.
        scores: Scores to begin with, 0 to 999,999,999 and below the target; None: all 0.
        first: The seat that plays first, or `roll-off` (only where the rules have it). None:
            as the rules say; where they say `random` or `loser` that is the caller's to draw,
            and seat 1 stands in for it.

    Raises:
        StartError: `wrong-number-of-seats`, `wrong-number-of-scores`, `bad-score`,
            `score-at-target`, `no-such-first-seat`, `no-first-seat` or `no-roll-off`.
    """
    low, high = rules.seats
    if not low <= seats <= high:
        raise StartError("wrong-number-of-seats", id=rules.id, met=seats, fewest=low, most=high)
    scores = (0,) * seats if scores is None else tuple(scores)
    if len(scores) != seats:
        raise StartError("wrong-number-of-scores", met=len(scores), count=seats)
    for score in scores:
        if not 0 <= score <= 999_999_999:
            raise StartError("bad-score", score=score)
        if rules.target is not None and score >= rules.target:
            raise StartError("score-at-target", score=score, target=rules.target)
    if first is not None and rules.turn == "shared":
        raise StartError("no-first-seat", id=rules.id)
    if first is None:
        named = rules.first.isdecimal() and rules.turn != "shared"
        first = int(rules.first) if named else "roll-off" if rules.first == "roll-off" else 1
    if first == "roll-off":
        if rules.first != "roll-off":
            raise StartError("no-roll-off", id=rules.id)
        return State(rules, scores, to_move=(), roll_off=())
    if not 1 <= first <= seats:
        raise StartError("no-such-first-seat", met=first, count=seats)
    return _turn(State(rules, scores, to_move=(), first=first), first)


def legal_actions(state: State) -> tuple[Action, ...]:
    """What each seat of `to_move` may decide; empty only when the game is over.

    During a roll-off and after an announcement nothing is left to decide but the throw:
    `ROLL`.
    """
    if state.over:
        return ()
    if state.roll_off is not None or state.dice:
        return (ROLL,)
    if state.rules.max_dice is not None:
        return tuple(Action("roll", dice) for dice in range(1, state.rules.max_dice + 1))
    return (ROLL,) if state.must_roll else (ROLL, HOLD)


def throws(state: State) -> tuple[Chance, ...]:
    """The exact distribution of the next throw over its effects in this state.

    Raises:
        IllegalEvent: `game-over`, or `announce-first` where the number of dice is not announced.
    """
    rules = state.rules
    if state.over:
        raise IllegalEvent("game-over", state)
    if state.roll_off is not None:
        return roll_off_chances(rules)
    if rules.max_dice is not None and not state.dice:
        raise IllegalEvent("announce-first", state, most=rules.max_dice)
    all_chances = chances(rules, state.dice)
    if not _safe(state):
        return all_chances
    merged: dict[Effect, Chance] = {}
    for chance in all_chances:
        what = _saved(chance.effect)
        before = merged.get(what)
        merged[what] = (
            before._replace(probability=before.probability + chance.probability)
            if before
            else chance._replace(effect=what)
        )
    return tuple(merged.values())


def next_dice(state: State) -> tuple[str, int]:
    """The kind and the number of the dice of the next throw, in a state where one is possible."""
    rules = state.rules
    if state.roll_off is not None:
        return rules.roll_off
    return rules.dice, state.dice or rules.count


def effect_of(state: State, faces: Faces) -> Effect:
    """What this throw does in this state.

    Raises:
        IllegalEvent: Where the dice cannot show this, or nothing may be thrown now.
    """
    rules = state.rules
    if state.over:
        raise IllegalEvent("game-over", state)
    if rules.max_dice is not None and not state.dice and state.roll_off is None:
        raise IllegalEvent("announce-first", state, most=rules.max_dice)
    try:
        if state.roll_off is not None:
            check_faces(*rules.roll_off, faces)
            if rules.roll_off == (rules.dice, rules.count):
                check_throw(rules, faces)
            return Effect("gain", roll_off_points(rules, faces))
        check_throw(rules, faces, state.dice)
    except PasselError as error:
        raise IllegalEvent(error.code, state, **error.parts) from None
    what = effect(rules, faces)
    return _saved(what) if _safe(state) else what


def apply(state: State, event: Event) -> State:
    """The state after an event; the given state is unchanged.

    Raises:
        IllegalEvent: The rules do not allow it: `game-over`; for a throw `no-such-face`,
            `wrong-number-of-dice`, `stops-at-first-bust`, `throw-refused`, `announce-first`;
            for a hold `roll-off-first`, `no-such-seat`, `not-to-move`, `already-held`,
            `hold-before-throw`, `must-roll`, `nothing-to-hold`; for an announcement
            `roll-off-first`, `nothing-to-announce`, `already-announced`, `too-many-dice`.
    """
    match event:
        case Throw(faces):
            what = effect_of(state, faces)
            if state.roll_off is not None:
                return _roll_off(state, faces)
            return _settle(state, what)
        case Hold(seat):
            _check_hold(state, seat)
            return _bank(state, seat, state.turn_total)
        case Announce(dice):
            _check_announce(state, dice)
            return state._replace(dice=dice)


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after all these events; errors as `apply`."""
    return reduce(apply, events, state)


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    if not state.over:
        return None
    contenders = state.contenders
    if len(contenders) == 1 and state.out:
        return Outcome(contenders, "last-left")
    return Outcome(_leaders(state), "rounds" if state.rules.end == "rounds" else "target")


def winners(state: State) -> tuple[int, ...]:
    """The seats that won; empty while the game goes on."""
    ended = outcome(state)
    return ended.winners if ended else ()


def _must_roll_first(rules: Rules) -> bool:
    return not rules.pass_allowed


def _safe(state: State) -> bool:
    return state.rules.first_throw_safe and not state.turn_begun


def _saved(what: Effect) -> Effect:
    return Effect("void") if what.kind in {"bust", "bust_all"} else what


def _order(state: State) -> list[int]:
    """Contenders in the order of play, from the seat that plays first."""
    return sorted(state.contenders, key=lambda seat: (seat - state.first) % len(state.scores))


def _turn(state: State, seat: int) -> State:
    """The state at the start of this seat's turn; in a shared game of everybody's."""
    return state._replace(
        to_move=state.contenders if state.rules.turn == "shared" else (seat,),
        turn_total=0,
        must_roll=_must_roll_first(state.rules),
        dice=0,
    )


def _leaders(state: State) -> tuple[int, ...]:
    best = max(state.scores[seat - 1] for seat in state.contenders)
    return tuple(seat for seat in state.contenders if state.scores[seat - 1] == best)


def _with_scores(state: State, seats: Iterable[int], change: int | None) -> tuple[int, ...]:
    """The scores after a change for these seats; None loses everything."""
    seats = set(seats)
    return tuple(
        score if seat not in seats else 0 if change is None else score + change
        for seat, score in zip(state.seats, state.scores, strict=True)
    )


def _settle(state: State, what: Effect) -> State:
    """The state after a throw with this effect."""
    match what.kind:
        case "gain":
            total = state.turn_total + what.points
            if state.dice or _banks_itself(state, what, total):
                return _bank(state, state.to_move[0], total)
            return state._replace(turn_total=total, must_roll=what.must_roll)
        case "void":
            return state._replace(must_roll=False)
        case "out":
            left = (*state.out, *state.to_move)
            return _pass_on(state._replace(out=tuple(sorted(left))))
        case kind:
            change = None if kind == "bust_all" else state.rules.bust_points
            scores = _with_scores(state, state.to_move, change)
            return _pass_on(state._replace(scores=scores))


def _banks_itself(state: State, what: Effect, total: int) -> bool:
    rules = state.rules
    if not rules.auto_bank or rules.target is None or what.must_roll:
        return False
    return state.scores[state.to_move[0] - 1] + total >= rules.target


def _bank(state: State, seat: int, total: int) -> State:
    banked = state._replace(scores=_with_scores(state, (seat,), total))
    still_in = tuple(other for other in state.to_move if other != seat)
    return banked._replace(to_move=still_in) if still_in else _pass_on(banked)


def _pass_on(state: State) -> State:
    """After a turn: the next seat's turn, the next round, a play-off or the end."""
    rules = state.rules
    order = _order(state)
    if len(order) == 1 and state.out:
        return _end(state)
    if rules.turn != "shared":
        (seat,) = state.to_move
        target = rules.target if rules.end == "at-once" else None
        if target is not None and state.scores[seat - 1] >= target:
            return _end(state)
        place = (seat - state.first) % len(state.scores)
        later = [s for s in order if (s - state.first) % len(state.scores) > place]
        if later:
            return _turn(state, later[0])
    if not _last_round(state):
        return _turn(state._replace(round=state.round + 1), order[0])
    leaders = _leaders(state)
    if len(leaders) == 1 or rules.tie == "shared":
        return _end(state)
    tied = state._replace(playoff=leaders, round=state.round + 1)
    return _turn(tied, _order(tied)[0])


def _last_round(state: State) -> bool:
    """Whether the round that is complete now decides the game."""
    rules = state.rules
    if state.playoff:
        return True
    if rules.rounds is not None:
        return state.round >= rules.rounds
    return rules.end == "full-round" and max(state.scores) >= (rules.target or 0)


def _end(state: State) -> State:
    return state._replace(to_move=(), turn_total=0, must_roll=False, dice=0)


def _roll_off(state: State, faces: Faces) -> State:
    thrown = (*(state.roll_off or ()), faces)
    if len(thrown) < len(state.scores):
        return state._replace(roll_off=thrown)
    points = [roll_off_points(state.rules, throw) for throw in thrown]
    if points.count(max(points)) > 1:
        return state._replace(roll_off=())
    first = points.index(max(points)) + 1
    return _turn(state._replace(roll_off=None, first=first), first)


def _check_hold(state: State, seat: int) -> None:
    if state.over:
        raise IllegalEvent("game-over", state)
    if state.roll_off is not None:
        raise IllegalEvent("roll-off-first", state)
    if seat not in state.seats:
        raise IllegalEvent("no-such-seat", state, seat=seat, count=len(state.scores))
    if seat not in state.to_move:
        held = state.rules.turn == "shared" and seat in state.contenders
        code = "already-held" if held else "not-to-move"
        raise IllegalEvent(code, state, seat=seat, to_move=list(state.to_move))
    if state.rules.max_dice is not None:
        raise IllegalEvent("nothing-to-hold", state)
    if state.must_roll:
        raise IllegalEvent("must-roll" if state.turn_begun else "hold-before-throw", state)


def _check_announce(state: State, dice: int) -> None:
    most = state.rules.max_dice
    if state.over:
        raise IllegalEvent("game-over", state)
    if state.roll_off is not None:
        raise IllegalEvent("roll-off-first", state)
    if most is None:
        raise IllegalEvent("nothing-to-announce", state)
    if state.dice:
        raise IllegalEvent("already-announced", state, count=state.dice)
    if not 1 <= dice <= most:
        raise IllegalEvent("too-many-dice", state, met=dice, most=most)

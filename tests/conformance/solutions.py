"""What Python knows exactly, for the page's solver and review to find the same.

Rules go as data, since some are in no catalogue, and states as their fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from cells import texts
from invented import SOLO, random_rules

from passel import rollout
from passel.dice import Faces
from passel.errors import SolveError
from passel.exact.reasons import reason
from passel.exact.shelf import recall
from passel.exact.solve import Solution
from passel.game import (
    Announce,
    Event,
    Hold,
    State,
    Throw,
    apply,
    effect_of,
    legal_actions,
    start,
    throws,
)
from passel.notation import Record, parse_position, print_position
from passel.review import review
from passel.rules import Row, Rules
from passel.variants import rules
from passel.web.catalogue import rules_data

WHOLE = (
    "pig,pass_allowed=on",
    "pig,target=300,bust_points=1",
    "pig,end=full-round,tie=playoff",
    "two-dice-pig,doubles=double-reroll",
    "hog,bust_points=1",
)
"""House rules of full length."""

INVENTED = 80
"""So many random rules."""

TRIED = (
    "pig,target=30:12-20-9:2:8",
    "pig,end=full-round,tie=playoff,target=20:12-20-9:3:8",
    "two-dice-pig,target=40:12-20:1:14",
    "big-pig,target=40:12-45-3-9:1:14:first=2",
    "pass-the-pigs,target=30:12-20-9:2:8",
    "hog,max_dice=4,target=30:3-9-11:2:0!",
    "skunk:20-5-70:1+3:11:round=5",
    "greedy-pig,rounds=2:20-5-30-8:1+2+3+4:9:round=2",
    "piglet:3-4-8:3:1",
    "pig,target=30:12-25-9:2:8",
    "skunk:20-5-70:1:65:round=5",
)
"""Positions with a choice in which games are tried out."""

GAMES = 12
"""So many games are played on after each action."""

STEPS = 40
"""The longest game that positions are taken from."""

REFUSED = (
    rules("skunk"),
    Rules("stuck", "die", 1, (Row("b", "bust"), Row("?", "void"))),
    Rules("endless", "die", 1, (Row("?", "gain"),), end="full-round"),
)
"""Turns that are shared, no throw that brings anybody on, turns without an end."""

Json = Any


def solutions(seed: int) -> Iterator[Json]:
    """Rules with positions and what each action is worth in them, and games with their review."""
    random = Random(seed)
    ours = [*(each.id for each in SOLO), *WHOLE, *short()]
    for of in [*map(rules, ours), *map(random_rules, range(INVENTED)), *REFUSED]:
        try:
            solution = recall(of)
        except SolveError as error:
            yield {"rules": rules_data(of), "error": {"code": error.code}}
            continue
        played = list(games(of, random))
        yield {
            "rules": rules_data(of),
            "states": [
                _worth(state, solution)
                for begin, events in played
                for state in Record(begin, events).states()
            ],
            "games": [_reviewed(begin, events, solution) for begin, events in played[:2]],
        }


def rollouts() -> Iterator[Json]:
    """What simulations estimate with given dice."""
    for state in map(parse_position, TRIED):
        seat = state.to_move[-1]
        found = rollout.advise(state, seat, GAMES, "seed")
        assert found.errors
        yield {
            "position": print_position(state),
            "seat": seat,
            "games": GAMES,
            "wins": list(found.actions.values()),
            "errors": [found.errors.get(action, 0.0) for action in found.actions],
            "certain": [action not in found.errors for action in found.actions],
            "best": [action in found.best for action in found.actions],
        }


def short() -> Iterator[str]:
    """Every option of every solo or announced variant at its ends, in short games."""
    for text, option in texts([each.id for each in SOLO]):
        if option.partition("=")[0] in {"", "target", "rounds", "first"}:
            continue
        yield f"{text},rounds=1" if rules(text).rounds else f"{text},target=12"


def games(of: Rules, random: Random) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Three games of two seats, from anywhere; the first from the start, as the rules begin it."""
    top = 60 if of.target is None else of.target - 1
    for game in range(3):
        near = random.choice([top, min(top, 3), min(top, 25)])
        scores = [top - random.randint(0, near) for _ in range(2)] if game else None
        first = random.randint(1, 2) if game > 1 or of.first != "roll-off" else None
        begin = state = start(of, 2, scores, first)
        events: list[Event] = []
        while not state.over and len(events) < STEPS:
            event = _event(state, random)
            state = apply(state, event)
            events.append(event)
        yield begin, tuple(events)


def _event(state: State, random: Random) -> Event:
    """What is decided, more often to roll; and what falls, as likely as it is."""
    action = random.choice(legal_actions(state))
    if action.kind == "hold" and random.random() < 0.6:
        return Hold(state.to_move[0])
    if action.dice:
        return Announce(random.choice([action.dice, random.randint(1, min(5, action.dice))]))
    chances = throws(state)
    faces: Faces = random.choices(
        [chance.faces for chance in chances], [float(chance.probability) for chance in chances]
    )[0]
    if state.roll_off is None:
        effect_of(state, faces)
    return Throw(faces)


def _worth(state: State, solution: Solution) -> Json:
    """A state, how likely the first seat is to win, and what each action is worth."""
    decides = len(state.to_move) == 1
    values = list(solution.values(state).values()) if decides else []
    return [[*state[1:]], solution.win(state, 1), values]


def _reviewed(begin: State, events: tuple[Event, ...], solution: Solution) -> Json:
    found = review(Record(begin, events), lambda rules, seats: solution)
    return {
        "start": [*begin[1:]],
        "events": [event_data(event) for event in events],
        "wins": found.wins,
        "decisions": [
            [made.place, made.advice.seat, str(made.chosen), list(map(str, made.advice.best))]
            for made in found.decisions
        ],
        "costs": [made.cost for made in found.decisions],
        "reasons": [reason(made.advice) for made in found.decisions],
        "throws": [[thrown.place, thrown.seat] for thrown in found.throws],
        "luck": [thrown.gain for thrown in found.throws],
        "sums": [list(each) for each in found.sums],
    }


def event_data(event: Event) -> Json:
    """An event as the page has it."""
    match event:
        case Throw(faces):
            return {"type": "throw", "faces": list(faces)}
        case Hold(seat):
            return {"type": "hold", "seat": seat}
        case Announce(dice):
            return {"type": "announce", "dice": dice}

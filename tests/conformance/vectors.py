"""What the Python engine answers, for the page's engine to answer the same.

Vectors are made anew for every run and never committed, so they cannot lag behind the rules.
Everything is plain JSON; one seed makes the same vectors on every machine.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

from cells import Cell, label, met, possible, texts
from mutants import ACTIONS, POSITIONS, RECORDS, RULES, mutant
from solutions import event_data, rollouts, solutions

from passel import policy, variants
from passel.dice import KINDS, Faces, Seeded, weighted_throws
from passel.errors import IllegalEvent, NotationError, PasselError, StartError
from passel.fair import SEED_BYTES, Promise, commitment, turn_line, verify
from passel.game import (
    Announce,
    Event,
    Hold,
    State,
    Throw,
    apply,
    effect_of,
    legal_actions,
    next_dice,
    outcome,
    start,
    throws,
)
from passel.notation import (
    Record,
    expected,
    parse_action,
    parse_position,
    parse_record,
    print_position,
    print_record,
)
from passel.options import OPTIONS
from passel.web.catalogue import catalogue, plain, rules_data

CASES = Path(__file__).parent.parent / "data/cases.json"

Json = Any


class Vectors:
    """All vectors, and the cells that they meet.

    Args:
        seed: Of everything random in them.
        games: How many games of random rules, besides those that the cells need.
        ids: The variants to play; by default all, and the shared cases too.
    """

    def __init__(self, seed: int = 1, games: int = 600, ids: Sequence[str] = ()) -> None:
        self.random = Random(seed)
        self.ids = list(ids or variants.VARIANTS)
        self.cells: set[Cell] = set()
        self.games: list[Json] = []
        cases = [] if ids else json.loads(CASES.read_text("utf-8"))
        self.texts: list[str] = [case["record"] for case in cases]
        self.states: list[State] = []
        for text, option in texts(self.ids):
            self._meet(text, option)
        for _ in range(games):
            self._play(self._random_rules())
        self.data = {
            "catalogue": catalogue(),
            "rules": self._rules(),
            "games": self.games,
            "records": [
                _record(text) for text in [*RECORDS, *self.texts, *self._mutants(self.texts)]
            ],
            "positions": self._positions(),
            "throws": self._throws(),
            "policies": self._policies(),
            "actions": [_answer({"text": text}, _action, text) for text in ACTIONS],
            "seeded": self._seeded(),
            "hmac": self._hmac(),
            "solutions": [] if ids else list(solutions(seed)),
            "rollouts": [] if ids else list(rollouts()),
            "fair": self._fair(),
        }

    def _meet(self, text: str, option: str) -> None:
        """Play under these rules until each of their effects was met."""
        rules = variants.rules(text)
        kinds = {*possible(rules), *(["void"] if rules.first_throw_safe else [])}
        for game in range(40):
            if game > 0 and {Cell(rules.id, option, kind) for kind in kinds} <= self.cells:
                break
            self._play(text)

    def _random_rules(self) -> str:
        """Some variant with up to five options, each at any value, as far as they are valid."""
        random = self.random
        text = random.choice(self.ids)
        for _ in range(random.randrange(6)):
            option = random.choice(OPTIONS)
            low, high = option.numbers(variants.rules(text)) or (1, 0)
            high = min(high, random.choice([high, 60]))
            numbers = [str(random.randint(low, high))] if low <= high else []
            more = f"{text},{option.name}={random.choice([*option.values, *numbers])}"
            try:
                variants.rules(more)
            except PasselError:
                continue
            text = more
        return text

    def _play(self, text: str) -> None:
        """A game under these rules with illegal attempts, state by state."""
        random = self.random
        rules = variants.rules(text)
        low, high = rules.seats
        seats = random.choice([low, low + 1, min(low + 2, high), random.randint(low, high)])
        scores = None
        if random.random() < 0.5:
            below = (rules.target or 200) - 1
            near = random.choice([1, 4, 40])  # often level, so that ties and play-offs come
            scores = [max(0, below - random.randrange(near)) for _ in range(seats)]
        first = random.choice([None, None, random.randint(1, seats), "roll-off"])
        if random.random() < 0.05:  # one that cannot begin
            seats = random.choice([seats, low - 1, high + 1])
            scores = [
                random.choice([-1, 5, 10**6, 999_999_999, 10**9])
                for _ in range(random.choice([seats, high]))
            ]
            first = random.choice([None, 0, seats + 1, first])
        vector = {"rules": text, "seats": seats, "scores": scores, "first": first}
        try:
            state = begin = start(rules, seats, scores, first)  # type: ignore[arg-type]
        except StartError as error:
            self.games.append({**vector, "start": _error(error)})
            return
        effects = possible(rules)
        steps: list[Json] = []
        events: list[Event] = []
        for _ in range(random.randint(5, 40)):
            legal = random.random() < 0.85 and not state.over
            event = self._legal(state, effects) if legal else self._any(state)
            try:
                if isinstance(event, Throw) and state.roll_off is None:
                    self.cells |= set(met(text, label(effect_of(state, event.faces))))
                state = apply(state, event)
                steps.append([event_data(event), _state(state)])
                events.append(event)
            except PasselError as error:
                if error.code == "throw-refused":
                    self.cells |= set(met(text, "refused"))
                steps.append([event_data(event), _error(error)])
            if random.random() < 0.1:
                self.states.append(state)
        record = print_record(Record(begin, tuple(events)))
        self.states.append(state)
        self.texts.append(record)
        self.games.append({**vector, "start": _state(begin), "steps": steps, "record": record})

    def _legal(self, state: State, effects: dict[str, Faces]) -> Event:
        """A legal event; rare effects come more often than they would."""
        random = self.random
        action = random.choice(legal_actions(state))
        if action.kind == "hold":
            return Hold(random.choice(state.to_move))
        if action.dice:
            return Announce(random.choice([action.dice, random.randint(1, min(3, action.dice))]))
        if state.roll_off is None and not state.dice and random.random() < 0.4:
            return Throw(random.choice(list(effects.values())))
        kind, count = next_dice(state)
        if KINDS[kind].counts:
            return Throw(random.choice([faces for faces, _ in weighted_throws(kind, 2)]))
        faces = tuple(random.choice(KINDS[kind].faces) for _ in range(count))
        bust = state.rules.bust_face
        if state.dice and bust in faces and random.random() < 0.5:
            faces = faces[: faces.index(bust) + 1]
        return Throw(faces)

    def _any(self, state: State) -> Event:
        """Any event; mostly one that the rules do not allow."""
        random = self.random
        sort = random.randrange(3)
        if sort == 0:
            return Hold(random.choice([*state.to_move, random.randint(-1, len(state.scores) + 1)]))
        if sort == 1:
            return Announce(random.randint(-1, 22))
        kind = random.choice([state.rules.dice, state.rules.roll_off[0], "die", "coin", "pig"])
        faces = [*KINDS[kind].faces, *KINDS[kind].words, 7, 0, "x"]
        count = random.choice([state.rules.count, state.dice, random.randint(0, 4)])
        return Throw(tuple(random.choice(faces) for _ in range(count)))

    def _mutants(self, sound: list[str]) -> list[str]:
        return [mutant(self.random, text) for text in sound]

    def _rules(self) -> list[Json]:
        """Every rules text of the games, and texts that name no rules."""
        good = dict.fromkeys(
            [*(game["rules"] for game in self.games), *(text for text, _ in texts(self.ids))]
        )
        bad = [mutant(self.random, text) for text in list(good)[:600]]
        return [_rules(text) for text in [*good, *bad, *RULES]]

    def _positions(self) -> list[Json]:
        good = [print_position(state) for state in self.states]
        return [_position(text) for text in [*POSITIONS, *good, *self._mutants(good * 2)]]

    def _throws(self) -> list[Json]:
        """Distributions in all sorts of states; of each number of announced dice."""
        some = [f"hog:0-0:1:0!:dice={dice}" for dice in range(1, 21)]
        some += [f"hog,bust_face=6,first=roll-off:0-0:1:0!:dice={dice}" for dice in (1, 2, 20)]
        states = [parse_position(text) for text in some] + self.states[::4]
        return [_answer({"position": print_position(each)}, _throws, each) for each in states]

    def _policies(self) -> list[Json]:
        """What policies do next, with seeded dice; in shared turns every seat asks the same."""
        made: list[tuple[str, list[int], str]] = [
            ("holdAt", [20], "solo"),
            ("holdAt", [8], "shared"),
            ("scoringTurns", [4], "target"),
            ("scoreBase", [], "target"),
            ("scoreBase", [15, 8, 80], "target"),
            ("keepPace", [], "target"),
            ("alwaysRoll", [], "solo"),
            ("rollDice", [1], "announced"),
            ("atRandom", [], ""),
        ]
        answers: list[Json] = []
        edges = (0, 25, 51, 66, 68, 69, 70, 71, 72, 99)
        texts = [
            f"pig:{a}-{b}:1:{t}" for a in edges for b in edges for t in (7, 14, 19, 20, 21, 24)
        ]
        for state in (*map(parse_position, texts), *self.states[::4]):
            rules = state.rules
            if state.over:
                continue
            for twin, arguments, needs in made:
                sort = "target" if rules.turn == "solo" and rules.target else rules.turn
                if needs in {"", rules.turn, sort}:
                    name = "".join("_" + c.lower() if c.isupper() else c for c in twin)
                    made_policy = getattr(policy, name)(*arguments)
                    seed = str(len(answers))
                    events = policy.decide([made_policy] * len(state.scores), state, Seeded(seed))
                    vector: Json = {"position": print_position(state), "policy": twin}
                    vector |= {"arguments": arguments, "seed": seed}
                    answers.append({**vector, "events": list(map(event_data, events))})
        return answers

    def _seeded(self) -> list[Json]:
        random = self.random
        answers = []
        seeds: list[str | bytes] = ["", "passel", "Łódź — 🐷", "x" * 63, "x" * 64, "k" * 200]
        seeds += [b"\x00\xff\x80"]
        cases: list[tuple[str, list[str], int]] = [
            ("", [], 0),
            ("game 7", ["ana", "Bär", ""], 3),
            ("🎲", ["a"], 2**32 - 1),
            ("x", ["y"] * 40, 2**40),
        ]
        for seed in seeds:
            for game, seats, thrown in cases:
                dice = Seeded(seed, game, seats, thrown)
                asks: list[Json] = []
                for _ in range(12):
                    kind = random.choice(["die", "coin", "pig", "number"])
                    many = random.choice([1, 2, 20, 300]) if kind in {"die", "coin"} else 2
                    if kind == "number":
                        many = random.choice([1, 2, 6, 255, 256, 257, 40_000, 65_537, 2**31 + 1])
                        asks.append([kind, many, dice.below(many)])
                    else:
                        asks.append([kind, many, list(dice.throw(kind, many))])
                text = seed if isinstance(seed, str) else {"hex": seed.hex()}
                answers.append(
                    {"seed": text, "game": game, "seats": seats, "thrown": thrown, "asks": asks}
                )
        return answers

    def _fair(self) -> list[Json]:
        """Games of fair dice in every variant: whole, cut off, with a change, with odd tags."""
        random = self.random
        answers: list[Json] = []
        rolled_off = [text for text, option in texts(self.ids) if option == "first=roll-off"]
        for text in [*self.ids, *rolled_off] * 4:
            rules = variants.rules(text)
            seats = random.randint(rules.seats[0], min(4, rules.seats[1]))
            seed, game = random.randbytes(SEED_BYTES), f"Łódź 🐷/{len(answers)}"
            added = tuple(random.choice(["", "ana", "Bär \\ 🎲", "x" * 300]) for _ in range(seats))
            promise = Promise(game, commitment(seed, game), added, seed)
            record = self._thrown_fairly(start(rules, seats), promise)
            answers += [_fair(each) for each in (record, self._changed(record))]
            answers += [_fair(self._told_otherwise(record)) for _ in range(2)]
        return answers

    def _thrown_fairly(self, begin: State, promise: Promise) -> Record:
        """Some events of a game, its throws derived from a promise."""
        random = self.random
        dice = promise.dice()
        state, events = begin, list[Event]()
        for _ in range(random.randint(0, 12)):
            if state.over:
                break
            action = random.choice(legal_actions(state))
            if action.kind == "hold":
                event: Event = Hold(random.choice(state.to_move))
            elif action.dice:
                event = Announce(action.dice)
            else:
                faces = dice.throw(*next_dice(state))
                bust = state.rules.bust_face
                if state.dice and bust in faces and random.random() < 0.5:
                    faces = faces[: faces.index(bust) + 1]
                event = Throw(faces)
            state = apply(state, event)
            events.append(event)
        return Record(begin, tuple(events), (), promise.tags)

    def _changed(self, record: Record) -> Record:
        """The record with another throw at its end."""
        states = list(record.states())
        for place in reversed(range(len(record.events))):
            event = record.events[place]
            if isinstance(event, Throw):
                kind, _ = next_dice(states[place])
                other = self.random.choice(KINDS[kind].faces)
                faces = (other, *event.faces[1:])
                changed = (*record.events[:place], Throw(faces))
                try:
                    record = replace(record, events=changed)
                    _ = record.final
                except PasselError:
                    continue
                return record
        return record

    def _told_otherwise(self, record: Record) -> Record:
        """The record with a tag left out, added or changed."""
        random = self.random
        tags = dict(record.tags)
        name = random.choice(["Dice", "Game", "Commitment", "Seed", "Seed 1", "Seed 41", "Seed 0"])
        values = ["", "passel 1", "passel 2", "physical", "0" * 64, "0" * 63, "g" * 64, "é" * 64]
        if name in tags and random.random() < 0.5:
            del tags[name]
        else:
            again = [value.upper() for tag, value in tags.items() if tag == name]
            tags[name] = random.choice([*values, *again])
        return replace(record, tags=tuple(tags.items()))

    def _hmac(self) -> list[Json]:
        """Digests around every boundary of blocks."""
        answers = []
        for length in [*range(10), *range(50, 70), *range(110, 132), 1000]:
            data = self.random.randbytes(length)
            key = self.random.randbytes(length % 150)
            answers.append(
                {
                    "key": key.hex(),
                    "message": data.hex(),
                    "sha256": hashlib.sha256(data).hexdigest(),
                    "hmac": hmac.digest(key, data, "sha256").hex(),
                }
            )
        return answers

    def text(self) -> str:
        """All of it as JSON."""
        return json.dumps(self.data, separators=(",", ":"))

    def codes(self) -> set[str]:
        """Every code of an error that some vector meets."""
        return set(re.findall(r'"code":"([a-z0-9-]+)"', self.text()))


def _answer(vector: dict[str, Json], answer: Callable[..., Json], *given: Any) -> Json:
    """A vector with what the engine answers, which may be an error."""
    try:
        return {**vector, "answer": answer(*given)}
    except PasselError as error:
        return {**vector, **_error(error)}


def _error(error: PasselError) -> Json:
    """An error as it must be met, place and all."""
    kind = type(error).__name__
    data: dict[str, Json] = {"type": kind, "code": error.code, "parts": plain(error.parts)}
    if isinstance(error, NotationError):
        data |= {"line": error.line, "column": error.column, "token": error.token}
        data |= {"expected": list(error.expected)}
        data |= {"kept": print_record(error.kept) if error.kept else None}
    if isinstance(error, IllegalEvent):
        data["expected"] = list(expected(error.state))
    return {"error": data}


def _fair(record: Record) -> Json:
    def answer() -> Json:
        verdict = verify(parse_record(text))
        line = turn_line(text, verdict.difference.turn) if verdict.difference else None
        data = asdict(verdict)
        if verdict.promise:
            seed = verdict.promise.seed
            data["promise"]["seed"] = seed and seed.hex()
        return [data, line]

    text = print_record(record)
    return _answer({"text": text}, answer)


def _action(text: str) -> Json:
    return str(parse_action(text))


def _state(state: State) -> Json:
    """A state's fields in order, without the rules; what may be done; how it ended."""
    ended = outcome(state)
    return [
        state.scores,
        state.to_move,
        state.turn_total,
        state.must_roll,
        state.round,
        state.first,
        state.dice,
        state.out,
        state.playoff,
        state.roll_off,
        [str(action) for action in legal_actions(state)],
        [ended.winners, ended.reason] if ended else None,
    ]


def _rules(text: str) -> Json:
    def answer() -> Json:
        rules = variants.rules(text)
        options = [[o.name, o.read(rules), o.takes(rules)] for o in OPTIONS if o.fits(rules)]
        return {
            "name": variants.name(rules),
            "rules": rules_data(rules),
            "options": options,
            "steady": policy.steady(rules),
        }

    return _answer({"text": text}, answer)


def _record(text: str) -> Json:
    def answer() -> Json:
        record = parse_record(text)
        return [print_record(record), _state(record.final)]

    return _answer({"text": text}, answer)


def _position(text: str) -> Json:
    def answer() -> Json:
        state = parse_position(text)
        return [print_position(state), _state(state)]

    return _answer({"text": text}, answer)


def _throws(state: State) -> Json:
    return [
        [list(what), [odds.numerator, odds.denominator], faces]
        for what, odds, faces in throws(state)
    ]

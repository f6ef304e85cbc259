"""A second, naive reading of the rules of the game, to hold the engine against.

Written from the tables of docs/rules.md alone: it knows nothing of `passel`, keeps no state
machine but nested loops, and is told a game in the words of a record. It trusts that what it is
told is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

Snapshot = dict[str, Any]
Telling = Generator[Snapshot, str, None]


@dataclass(frozen=True)
class House:
    """The rules of one house; words as they are written in the table of options."""

    dice: str
    shared: bool = False
    seats: tuple[int, int] = (2, 10)
    target: int = 100
    end: str = "at-once"
    rounds: int = 0
    tie: str = "shared"
    first: str = "1"
    bust_face: int = 1
    bust_points: int = 0
    doubles: str = "plain"
    double_one: str = "bust-all"
    lone_one: str = "bust"
    pass_allowed: str = "off"
    auto_bank: str = "off"
    first_throw_safe: str = "off"
    max_dice: int = 20
    piggyback: str = "on"

    @property
    def solo(self) -> bool:
        return not self.shared and self.dice != "hog"


HOUSES = {
    "pig": House("1"),
    "two-dice-pig": House("2"),
    "two-dice-pig-void": House("2", lone_one="void"),
    "two-dice-pig-plain": House("2", double_one="bust"),
    "big-pig": House(
        "2", doubles="double-reroll", end="full-round", seats=(2, 4), first="roll-off"
    ),
    "big-pig-free": House("2", doubles="double"),
    "big-pig-25": House("2", doubles="double", double_one="25"),
    "hog": House("hog"),
    "skunk": House("2", shared=True, end="rounds", rounds=5, seats=(1, 40)),
    "skunk-solo": House("2", end="rounds", rounds=5),
    "greedy-pig": House("1", shared=True, end="rounds", rounds=10, seats=(1, 40)),
    "pass-the-pigs": House("pigs"),
    "piglet": House("coin", target=10),
}
"""The table of variants."""


@dataclass(frozen=True)
class Switch:
    """One row of the table of options: which houses it is for, and what it takes there."""

    fits: Callable[[House], bool]
    words: tuple[str, ...] = ()
    low: int = 1
    high: int = 0

    def ends(self, house: House) -> list[str]:
        """Every word, and both ends of a range."""
        high = house.seats[1] if self.high == SEATS else self.high
        return [*([str(self.low), str(high)] if high else []), *self.words]


SEATS = -1
SWITCHES = {
    "target": Switch(lambda h: h.end != "rounds", high=1_000_000),
    "end": Switch(lambda h: not h.shared and h.end != "rounds", ("at-once", "full-round")),
    "rounds": Switch(lambda h: h.end == "rounds", high=100),
    "tie": Switch(lambda h: h.end != "at-once", ("shared", "playoff")),
    "first": Switch(lambda h: not h.shared, ("random", "roll-off", "loser"), high=SEATS),
    "bust_face": Switch(lambda h: h.dice in {"1", "2", "hog"}, high=6),
    "bust_points": Switch(lambda h: h.dice in {"1", "2", "hog"}, low=0, high=1),
    "doubles": Switch(lambda h: h.dice == "2", ("plain", "double", "reroll", "double-reroll")),
    "double_one": Switch(lambda h: h.dice == "2", ("bust", "bust-all", "25")),
    "lone_one": Switch(lambda h: h.dice == "2", ("bust", "void")),
    "pass_allowed": Switch(lambda h: h.solo, ("on", "off")),
    "auto_bank": Switch(lambda h: h.solo and h.end == "at-once", ("on", "off")),
    "first_throw_safe": Switch(lambda h: h.shared, ("on", "off")),
    "max_dice": Switch(lambda h: h.dice == "hog", high=20),
    "piggyback": Switch(lambda h: h.dice == "pigs", ("on", "off")),
}
"""The table of options, in its order."""


def house(text: str) -> House:
    """The house that `pig,target=50` names."""
    id, *options = text.split(",")
    found = HOUSES[id]
    for option in options:
        name, _, value = option.partition("=")
        found = replace(found, **{name: type(getattr(found, name))(value)})
    return found


def name(text: str) -> str:
    """The canonical text: options in the table's order, only where they differ."""
    id = text.partition(",")[0]
    here, own = house(text), HOUSES[id]
    changed = [n for n in SWITCHES if getattr(here, n) != getattr(own, n)]
    return ",".join([id, *(f"{n}={getattr(here, n)}" for n in changed)])


PIG_POINTS = {"D": 0, "P": 0, "R": 5, "T": 5, "S": 10, "J": 15}
PIG_PAIRS = {"R": 20, "T": 20, "S": 40, "J": 60}


def pig_worth(word: str) -> tuple[str, int]:
    if word in {"oinker", "piggyback"}:
        return ("bust_all", 0) if word == "oinker" else ("out", 0)
    one, other = word.split("-")
    if {one, other} == {"D", "P"}:
        return ("bust", 0)
    if one == other:
        return ("gain", PIG_PAIRS.get(one, 1))
    return ("gain", PIG_POINTS[one] + PIG_POINTS[other])


def worth(h: House, word: str) -> tuple[str, int, bool]:
    """What a throw does: the kind of effect, the points, and whether to roll again."""
    if h.dice == "pigs":
        return (*pig_worth(word), False)
    if h.dice == "coin":
        return ("gain", 1, False) if word == "H" else ("bust", 0, False)
    dice = [int(face) for face in word.split("-")]
    if h.dice in {"1", "hog"}:
        return ("bust", 0, False) if h.bust_face in dice else ("gain", sum(dice), False)
    if dice.count(h.bust_face) == 2:
        kind = {"bust": "bust", "bust-all": "bust_all", "25": "gain"}[h.double_one]
        return (kind, 25 if kind == "gain" else 0, False)
    if h.bust_face in dice:
        return (h.lone_one, 0, False)
    if dice[0] == dice[1]:
        times = 2 if h.doubles.startswith("double") else 1
        return ("gain", times * sum(dice), h.doubles.endswith("reroll"))
    return ("gain", sum(dice), False)


def all_throws(h: House, dice: int = 0) -> list[str]:
    """Every throw, equally likely or not; in hog of so many dice."""
    if h.dice == "pigs":
        pigs = ["-".join(pair) for pair in product(PIG_POINTS, repeat=2)]
        return [*pigs, "oinker", *(["piggyback"] if h.piggyback == "on" else [])]
    if h.dice == "coin":
        return ["H", "T"]
    count = dice or (2 if h.dice == "2" else 1)
    return ["-".join(map(str, faces)) for faces in product(range(1, 7), repeat=count)]


def tell(h: House, seats: int, scores: Sequence[int] = (), first: str = "") -> Telling:
    """What a game comes to, at its start and after each word that is sent."""
    return _Teller(h, seats, list(scores) or [0] * seats).game(first or h.first)


class _Teller:
    def __init__(self, h: House, seats: int, scores: list[int]) -> None:
        self.h = h
        self.all = list(range(1, seats + 1))
        self.score = dict(zip(self.all, scores, strict=True))
        self.gone: set[int] = set()
        self.round = 1

    def show(self, movers: list[int], total: int, must: bool, winners: list[int]) -> Snapshot:
        return {
            "scores": [self.score[seat] for seat in self.all],
            "turn_total": total,
            "to_move": sorted(movers),
            "must_roll": must,
            "round": self.round,
            "over": bool(winners),
            "winners": sorted(winners),
        }

    def game(self, first: str) -> Telling:
        if first == "roll-off":
            starter = yield from self.roll_off()
        else:
            starter = int(first) if first.isdecimal() else 1
        order = self.all[starter - 1 :] + self.all[: starter - 1]
        playing_off = False
        while True:
            if self.h.shared:
                yield from self.shared_round(order)
            else:
                for seat in order:
                    if seat in self.gone:
                        continue
                    yield from self.turn(seat)
                    left = [s for s in order if s not in self.gone]
                    reached = self.h.end == "at-once" and self.score[seat] >= self.h.target
                    if reached or (len(left) == 1 and self.gone):
                        yield self.show([], 0, False, [seat] if reached else left)
                        return
            order = [seat for seat in order if seat not in self.gone]
            if self.h.end == "rounds":
                decides = self.round >= self.h.rounds
            else:
                decides = self.h.end == "full-round" and any(
                    self.score[seat] >= self.h.target for seat in order
                )
            if playing_off or decides:
                best = max(self.score[seat] for seat in order)
                order = [seat for seat in order if self.score[seat] == best]
                if len(order) == 1 or self.h.tie == "shared":
                    yield self.show([], 0, False, order)
                    return
                playing_off = True
            self.round += 1

    def roll_off(self) -> Generator[Snapshot, str, int]:
        while True:
            sums = []
            for _ in self.all:
                word = yield self.show([], 0, False, [])
                if self.h.dice == "pigs":
                    sums.append(pig_worth(word)[1])
                else:
                    sums.append(sum(map(int, word.split("-"))))
            if sums.count(max(sums)) == 1:
                return sums.index(max(sums)) + 1

    def turn(self, seat: int) -> Telling:
        h, total, must = self.h, 0, self.h.pass_allowed == "off"
        if h.dice == "hog":
            yield self.show([seat], 0, True, [])
        while True:
            word = yield self.show([seat], total, must, [])
            if word == "hold":
                self.score[seat] += total
                return
            kind, points, again = worth(h, word)
            if kind == "gain":
                total, must = total + points, again
                reached = self.score[seat] + total >= h.target
                if h.dice == "hog" or (h.auto_bank == "on" and not again and reached):
                    self.score[seat] += total
                    return
            elif kind == "void":
                must = False
            else:
                self.lose(kind, [seat])
                return

    def lose(self, kind: str, seats: list[int]) -> None:
        for seat in seats:
            if kind == "bust":
                self.score[seat] += self.h.bust_points
            elif kind == "bust_all":
                self.score[seat] = 0
            else:
                self.gone.add(seat)

    def shared_round(self, seats: list[int]) -> Telling:
        still_in, total, must, safe = list(seats), 0, True, self.h.first_throw_safe == "on"
        while still_in:
            word = yield self.show(still_in, total, must, [])
            if word.startswith("hold:"):
                seat = int(word[5:])
                still_in.remove(seat)
                self.score[seat] += total
                continue
            kind, points, again = worth(self.h, word)
            if kind == "gain":
                total, must = total + points, again
            elif kind == "void" or safe:
                must = False
            else:
                self.lose(kind, still_in)
                return
            safe = False

"""The rules of one game as data: what a throw is worth, and every disputed point spelled out.

`Rules` is plain frozen data: fields, and rows that map a pattern of faces to an effect. The
game, the solver and the page read only this data; nothing anywhere asks for a variant by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import Literal, NamedTuple

from passel.dice import KINDS, Faces, text, weighted_throws
from passel.errors import PasselError, RulesError

EffectKind = Literal["gain", "void", "bust", "bust_all", "out", "refused"]
EFFECT_KINDS: tuple[EffectKind, ...] = ("gain", "void", "bust", "bust_all", "out", "refused")


class Effect(NamedTuple):
    """What a throw does.

    Args:
        kind: `gain`: adds points, the turn goes on. `void`: adds nothing, the turn goes on.
            `bust`: the turn total is lost, the turn is over. `bust_all`: turn total and score
            are lost. `out`: the seat leaves the game. `refused`: the throw cannot be entered.
        points: What a gain adds, 0 or more.
        must_roll: Whether a gain must be followed by another roll.
    """

    kind: EffectKind
    points: int = 0
    must_roll: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of throws: the first row whose pattern fits says the effect.

    Args:
        pattern: Symbols joined by `-`, in any order of the dice: a face; `b` the bust face;
            `x` equal faces; `?` any face. A last `...` stands for any further dice.
        kind: The effect's kind.
        points: What a gain adds; None: the sum of the faces' values times `times`.
        times: 1 or more.
        must_roll: Whether a gain must be followed by another roll.
    """

    pattern: str
    kind: EffectKind
    points: int | None = None
    times: int = 1
    must_roll: bool = False

    def __post_init__(self) -> None:
        if self.kind not in EFFECT_KINDS or self.times < 1 or (self.points or 0) < 0:
            raise RulesError("bad-row", row=repr(self))
        if self.kind != "gain" and (self.points is not None or self.times > 1 or self.must_roll):
            raise RulesError("bad-row", row=repr(self))

    @property
    def symbols(self) -> tuple[str, ...]:
        """The pattern's symbols, without the `...`."""
        return tuple(symbol for symbol in self.pattern.split("-") if symbol != "...")

    @property
    def open_ended(self) -> bool:
        """Whether any further dice may follow."""
        return self.pattern.endswith("...")

    def fits(self, faces: Faces, bust_face: int) -> bool:
        """Whether the faces, in any order, are such a throw."""
        symbols = self.symbols
        if len(faces) < len(symbols) or (len(faces) > len(symbols) and not self.open_ended):
            return False
        return any(_same(symbols, some, bust_face) for some in permutations(faces, len(symbols)))

    def effect(self, total: int) -> Effect:
        """The effect of a throw whose faces' values sum to `total`."""
        if self.kind != "gain":
            return Effect(self.kind)
        return Effect(
            "gain", self.times * total if self.points is None else self.points, self.must_roll
        )


def _same(symbols: tuple[str, ...], faces: Faces, bust_face: int) -> bool:
    equal = {face for symbol, face in zip(symbols, faces, strict=True) if symbol == "x"}
    return len(equal) <= 1 and all(
        symbol in {"?", "x"} or symbol == str(face) or (symbol == "b" and face == bust_face)
        for symbol, face in zip(symbols, faces, strict=True)
    )


@dataclass(frozen=True)
class Rules:
    """All that a game needs to know; equal rules play alike and have the same name.

    Args:
        id: The variant's id in the catalogue.
        dice: The kind of dice, a name in `passel.dice.KINDS`.
        count: How many are thrown at once; in an announced turn the fewest.
        rows: What throws are worth; every throw fits some row.
        turn: `solo`: one seat rolls and holds. `announced`: one seat says how many dice and
            throws once. `shared`: all seats share the throws, each holds for itself.
        end: `at-once`: the game is over when a banked score reaches the target.
            `full-round`: the round in which that happens is finished. `rounds`: after a fixed
            number of rounds.
        target: Points that end the game, 1 to 1,000,000; None where the end is `rounds`.
        rounds: 1 to 100; None elsewhere.
        seats: Fewest and most seats.
        tie: What a tie for the highest score does: `shared` or `playoff`.
        first: Who starts: a seat, `random`, `roll-off` or `loser`.
        roll_off: Kind and number of the dice that a roll-off throws.
        bust_face: The face that `b` stands for in patterns, 1 to 6.
        bust_points: What a bust adds to the score, 0 or 1.
        max_dice: The most dice that can be announced, 1 to 20; None where nothing is.
        pass_allowed: Whether a seat may hold before its first throw.
        auto_bank: Whether a gain that reaches the target is banked by itself.
        first_throw_safe: Whether a bust or bust_all on a round's first throw is void.
    """

    id: str
    dice: str
    count: int
    rows: tuple[Row, ...]
    turn: Literal["solo", "announced", "shared"] = "solo"
    end: Literal["at-once", "full-round", "rounds"] = "at-once"
    target: int | None = 100
    rounds: int | None = None
    seats: tuple[int, int] = (2, 10)
    tie: Literal["shared", "playoff"] = "shared"
    first: str = "1"
    roll_off: tuple[str, int] = ("die", 1)
    bust_face: int = 1
    bust_points: int = 0
    max_dice: int | None = None
    pass_allowed: bool = False
    auto_bank: bool = False
    first_throw_safe: bool = False

    def __post_init__(self) -> None:
        kinds = {row.kind for row in self.rows}
        sound = (
            (self.end == "rounds") == (self.target is None) == (self.rounds is not None)
            and (self.turn == "announced") == (self.max_dice is not None)
            and (self.turn != "shared" or (self.end == "rounds" and "out" not in kinds))
            and (self.turn != "announced" or all(row.open_ended for row in self.rows))
            and (self.turn != "announced" or kinds <= {"gain", "bust", "bust_all"})
            and not (self.pass_allowed and self.turn != "solo")
            and not (self.auto_bank and (self.turn, self.end) != ("solo", "at-once"))
            and not (self.first_throw_safe and self.turn != "shared")
            and not (self.tie == "playoff" and self.end == "at-once")
            and 1 <= self.seats[0] <= self.seats[1]
            and {self.dice, self.roll_off[0]} <= KINDS.keys()
        )
        if not sound:
            raise RulesError("bad-rules", id=self.id)

    def __hash__(self) -> int:
        return hash((self.id, self.target, self.rounds, self.end, self.bust_face))

    def row(self, pattern: str) -> Row | None:
        """The row with exactly this pattern."""
        return next((row for row in self.rows if row.pattern == pattern), None)


@lru_cache(maxsize=4096)
def check_throw(rules: Rules, faces: Faces, announced: int = 0) -> None:
    """Refuse faces that these dice cannot show.

    Args:
        rules: The game's rules.
        faces: What the throw is said to show.
        announced: How many dice were announced, 1 to `max_dice`; 0 where nothing is.

    Raises:
        PasselError: `no-such-face`, `wrong-number-of-dice`, `throw-refused`, or
            `stops-at-first-bust`: an announced throw may be shorter only where its last face
            is its first bust face.
    """
    count = announced or rules.count
    short = len(faces) < announced
    check_faces(rules.dice, len(faces) if short else count, faces)
    if short:
        busts = [place for place, face in enumerate(faces) if face == rules.bust_face]
        if busts != [len(faces) - 1]:
            raise PasselError(
                "stops-at-first-bust", throw=text(faces), count=count, face=rules.bust_face
            )
    if effect(rules, faces).kind == "refused":
        raise PasselError("throw-refused", throw=text(faces))


def check_faces(kind: str, count: int, faces: Faces) -> None:
    """Refuse faces that `count` dice of this kind cannot show, whatever the rules.

    Raises:
        PasselError: `no-such-face` or `wrong-number-of-dice`.
    """
    dice = KINDS[kind]
    if len(faces) == 1 and faces[0] in dice.words:
        return
    for face in faces:
        if face not in dice.faces:
            raise PasselError(
                "no-such-face",
                face=str(face),
                faces=[*map(str, dice.faces), *dice.words],
            )
    if len(faces) != count:
        raise PasselError("wrong-number-of-dice", throw=text(faces), met=len(faces), count=count)


@lru_cache(maxsize=4096)
def effect(rules: Rules, faces: Faces) -> Effect:
    """What this throw does under these rules, before anything that depends on the state."""
    dice = KINDS[rules.dice]
    for row in rules.rows:
        if row.fits(faces, rules.bust_face):
            total = 0 if faces[0] in dice.words else sum(map(dice.value, faces))
            return row.effect(total)
    raise RulesError("bad-rules", id=rules.id)


class Chance(NamedTuple):
    """One effect that a throw can have.

    Args:
        effect: What it does.
        probability: How likely that is, exactly; the chances of a throw sum to 1.
        faces: One of the throws that do it.
    """

    effect: Effect
    probability: Fraction
    faces: Faces


@lru_cache(maxsize=256)
def chances(rules: Rules, announced: int = 0) -> tuple[Chance, ...]:
    """The exact distribution of a throw over its effects.

    Args:
        rules: The game's rules.
        announced: How many dice were announced, 1 to `max_dice`; 0 where nothing is.

    Returns:
        One entry for each effect of positive probability: gains by their points, then void,
        bust, bust_all.
    """
    throws = _announced(rules, announced) if announced else _thrown(rules)
    weights: dict[Effect, int] = {}
    examples: dict[Effect, Faces] = {}
    total = 0
    for what, weight, faces in throws:
        weights[what] = weights.get(what, 0) + weight
        examples.setdefault(what, faces)
        total += weight
    order = sorted(weights, key=lambda e: (EFFECT_KINDS.index(e.kind), e.points, e.must_roll))
    return tuple(Chance(what, Fraction(weights[what], total), examples[what]) for what in order)


def _thrown(rules: Rules) -> Iterator[tuple[Effect, int, Faces]]:
    for faces, weight in weighted_throws(rules.dice, rules.count):
        yield effect(rules, faces), weight, faces


def _announced(rules: Rules, count: int) -> Iterator[tuple[Effect, int, Faces]]:
    """Throws of many dice, grouped by their sum and by the special faces that were met.

    Twenty dice have 6^20 throws. What an open-ended row asks is only whether some faces are
    there, so throws that met the same of those faces and have the same sum are one.
    """
    dice = KINDS[rules.dice]
    special = {
        rules.bust_face if symbol == "b" else dice.read(symbol)
        for row in rules.rows
        for symbol in row.symbols
    }
    groups: dict[tuple[frozenset[object], int], tuple[int, Faces]] = {(frozenset(), 0): (1, ())}
    for _ in range(count):
        grown: dict[tuple[frozenset[object], int], tuple[int, Faces]] = {}
        for (met, total), (weight, faces) in groups.items():
            for face, value in zip(dice.faces, dice.values, strict=True):
                key = (met | {face} if face in special else met, total + value)
                before = grown.get(key)
                grown[key] = (before[0] + weight, before[1]) if before else (weight, (*faces, face))
        groups = grown
    for weight, faces in groups.values():
        yield effect(rules, faces), weight, faces


@lru_cache(maxsize=64)
def roll_off_chances(rules: Rules) -> tuple[Chance, ...]:
    """The exact distribution of what one throw of a roll-off counts, as gains, lowest first."""
    weights: dict[int, int] = {}
    examples: dict[int, Faces] = {}
    for faces, weight in weighted_throws(*rules.roll_off):
        points = roll_off_points(rules, faces)
        weights[points] = weights.get(points, 0) + weight
        examples.setdefault(points, faces)
    total = sum(weights.values())
    return tuple(
        Chance(Effect("gain", points), Fraction(weights[points], total), examples[points])
        for points in sorted(weights)
    )


def roll_off_points(rules: Rules, faces: Faces) -> int:
    """What a throw counts in a roll-off: the sum of a die's faces; of pigs, their points."""
    kind, _ = rules.roll_off
    if KINDS[kind].counts:
        return effect(rules, faces).points
    return sum(map(KINDS[kind].value, faces))

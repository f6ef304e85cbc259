"""What can be thrown, how likely it is, and where throws come from.

A *face* is what one die shows: a number for a die, a letter for a coin or a pig. *Faces* are
what a whole throw shows. Three sources of dice share one protocol: `Scripted` (given
beforehand), `Seeded` (derived from a seed, the same in ten years) and `Asked` (somebody types
what a real die showed). This module knows no rules: not what a throw is worth, nor whose it is.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Protocol

from passel.errors import DiceError

Face = int | str
Faces = tuple[Face, ...]

GENERATOR = "passel 1"
"""The name of the derivation of `Seeded`: another one would have another name."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of die.

    Args:
        name: `die`, `coin` or `pig`.
        faces: What one of them can show, the equally likely faces of a die or a coin in order.
        values: The points of each face, in the order of `faces`.
        words: Throws that are one word for all the dice together (`oinker`).
        counts: Where the dice are not independent: each throw and how often it was seen.
    """

    name: str
    faces: Faces
    values: tuple[int, ...]
    words: tuple[str, ...] = ()
    counts: tuple[tuple[Faces, int], ...] = ()

    def value(self, face: Face) -> int:
        """Points of one face: 1 to 6 for a die, 0 or 1 for a coin, 0 to 15 for a pig."""
        return self.values[self.faces.index(face)]

    def read(self, token: str) -> Face | None:
        """The face that is written as `token`, or None where this kind has no such face."""
        for face in (*self.faces, *self.words):
            if str(face) == token:
                return face
        return None


def _pig_counts() -> tuple[tuple[Faces, int], ...]:
    """Every throw of two pigs with its count in 6,000 recorded rolls.

    Source: J. C. Kern, "Pig Data and Bayesian Inference on Multinomial Probabilities",
    Journal of Statistics Education 14(3), 2006, table 4: rows are the first pig, columns the
    second; 23 rolls ended with the pigs touching. Piggyback was never seen.
    """
    order = "DPTRSJ"
    table = (
        (573, 656, 139, 360, 56, 12),
        (623, 731, 185, 449, 58, 17),
        (155, 180, 45, 149, 17, 5),
        (396, 473, 124, 308, 45, 8),
        (54, 67, 13, 47, 2, 1),
        (10, 10, 0, 7, 1, 1),
    )
    pairs = [
        ((first, second), count)
        for first, row in zip(order, table, strict=True)
        for second, count in zip(order, row, strict=True)
        if count
    ]
    return (*pairs, (("oinker",), 23))


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("die", (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6)),
        Kind("coin", ("H", "T"), (1, 0)),
        Kind(
            "pig",
            ("D", "P", "R", "T", "S", "J"),
            (0, 0, 5, 5, 10, 15),
            words=("oinker", "piggyback"),
            counts=_pig_counts(),
        ),
    )
}
"""Every kind of die by its name. D, P: on its side, dot or plain; R: razorback; T: trotter;
S: snouter; J: leaning jowler."""


def weighted_throws(kind: str, count: int) -> tuple[tuple[Faces, int], ...]:
    """Every throw of some dice with its weight; probabilities are weights over their sum.

    Args:
        kind: A name in `KINDS`.
        count: How many dice, 1 to 4; pigs are always 2.
    """
    dice = KINDS[kind]
    if dice.counts:
        return dice.counts
    return tuple((faces, 1) for faces in product(dice.faces, repeat=count))


def text(faces: Faces) -> str:
    """A throw as it is written in a record: `4`, `3-4`, `H`, `T-S`, `oinker`."""
    return "-".join(map(str, faces))


class Dice(Protocol):
    """A source of throws."""

    def throw(self, kind: str, count: int) -> Faces:
        """The next throw of `count` dice of a kind in `KINDS`."""
        ...

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely: who starts, a random choice."""
        ...


class Scripted:
    """Dice that were written down beforehand; used as a context they must all be used.

    Args:
        throws: What will be thrown, in order.
        numbers: What `below` will answer, in order.
    """

    def __init__(self, throws: Iterable[Faces], numbers: Iterable[int] = ()) -> None:
        self._throws = list(throws)[::-1]
        self._numbers = list(numbers)[::-1]

    def throw(self, kind: str, count: int) -> Faces:
        """The next throw of the script. Raises `DiceError` at its end or where it does not fit."""
        if not self._throws:
            raise DiceError("script-ran-out", kind=kind, count=count)
        faces = self._throws.pop()
        dice = KINDS[kind]
        fits = len(faces) == count and all(face in dice.faces for face in faces)
        if not fits and not (len(faces) == 1 and faces[0] in dice.words):
            raise DiceError("script-does-not-fit", kind=kind, count=count, throw=text(faces))
        return faces

    def below(self, bound: int) -> int:
        """The next number of the script. Raises `DiceError` at its end or out of range."""
        if not self._numbers:
            raise DiceError("script-ran-out", kind="number", count=1)
        number = self._numbers.pop()
        if not 0 <= number < bound:
            raise DiceError("script-does-not-fit", kind="number", count=1, throw=str(number))
        return number

    def __enter__(self) -> Scripted:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        left = [text(faces) for faces in self._throws[::-1]] + list(map(str, self._numbers[::-1]))
        if error is None and left:
            raise DiceError("script-not-used-up", left=left)


class Asked:
    """Dice that somebody throws: each throw is asked for.

    Args:
        ask: Called with the kind and the number of dice; answers what they showed. The shell
            that hands it in reads, checks and asks again.
        number: Called with a bound for a fair number below it.
    """

    def __init__(self, ask: Callable[[str, int], Faces], number: Callable[[int], int]) -> None:
        self.throw = ask
        self.below = number


class Seeded:
    """Dice derived from a seed, the same on every machine and in every version.

    Throw number t (from 0) reads the bytes of the blocks b = 0, 1, ... of

        HMAC-SHA-256(key = seed, "passel 1" | game | seats' seeds | t | b)

    where `|` joins fields and each text field is its length in 4 bytes (big-endian) followed
    by its UTF-8 bytes, the number of seats' seeds is 4 bytes before them, t is 8 bytes and b
    4 bytes. A number below n takes the fewest bytes k (at least 1) with 256^k >= n, big-endian;
    a value at or above the largest multiple of n within 256^k is rejected and the next k bytes
    are read; the number is the rest of its division by n. Each die of a throw takes one number
    below its number of faces; two pigs take one number below the total of their counts.
    `below` counts as a throw. docs/notation.md has test vectors.

    Args:
        seed: Any text or bytes; a text counts as its UTF-8 bytes.
        game: Which game of this seed; games of one seed are independent.
        seats: The seeds that the seats added, in seat order.
        thrown: How many throws were made already (to go on with a saved game).
    """

    def __init__(
        self, seed: str | bytes, game: str = "", seats: Iterable[str] = (), thrown: int = 0
    ) -> None:
        key = seed.encode() if isinstance(seed, str) else bytes(seed)
        self._begun = _begun(key, game, tuple(seats))
        self.thrown = thrown

    def throw(self, kind: str, count: int) -> Faces:
        """The next throw of `count` dice of a kind in `KINDS`."""
        dice = KINDS[kind]
        below = self._numbers()
        if dice.counts:
            place = below(sum(weight for _, weight in dice.counts))
            for faces, weight in dice.counts:
                place -= weight
                if place < 0:
                    return faces
        size = len(dice.faces)
        return tuple([dice.faces[below(size)] for _ in range(count)])

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely."""
        return self._numbers()(bound)

    def _numbers(self) -> Callable[[int], int]:
        """A reader of the numbers of the next throw."""
        throw = self.thrown.to_bytes(8, "big")
        self.thrown += 1
        blocks = 0
        stream = b""
        at = 0

        def below(bound: int) -> int:
            nonlocal blocks, stream, at
            size, limit = _span(bound)
            while True:
                while at + size > len(stream):
                    block = self._begun.copy()
                    block.update(throw + blocks.to_bytes(4, "big"))
                    stream += block.digest()
                    blocks += 1
                number = int.from_bytes(stream[at : at + size], "big")
                at += size
                if number < limit:
                    return number % bound

        return below


@lru_cache(maxsize=1024)
def _begun(key: bytes, game: str, seats: tuple[str, ...]) -> hmac.HMAC:
    """The derivation as far as all throws of a game share it; it is copied for each block."""
    fields = (field(GENERATOR), field(game), len(seats).to_bytes(4, "big"), *map(field, seats))
    return hmac.new(key, b"".join(fields), "sha256")


@lru_cache(maxsize=256)
def _span(bound: int) -> tuple[int, int]:
    """How many bytes a number below a bound takes, and from where on their value is rejected."""
    size = max(1, ((bound - 1).bit_length() + 7) // 8)
    return size, 256**size // bound * bound


def field(value: str | bytes) -> bytes:
    """A text's UTF-8 bytes, or some bytes, after their number in 4 bytes, big-endian."""
    data = value.encode() if isinstance(value, str) else value
    return len(data).to_bytes(4, "big") + data

"""Dice that can be checked: promised before the game, proved after it.

Whoever throws for others picks a secret seed and shows its *commitment* before anybody acts;
each seat adds a seed of its own; the secret one is revealed at the end. All of it stands in
the record's tags, so anybody can derive every throw again (`verify`), without the server.
docs/explain/fair-dice.md says how, what it proves, and what it does not.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Literal

from passel.dice import GENERATOR, Faces, Seeded, field
from passel.errors import FairError, PasselError
from passel.game import State, Throw, next_dice, same_turn
from passel.notation import Record

PHYSICAL = "physical"
"""What the tag Dice says of dice that somebody threw by hand."""

SEED_BYTES = 32

_HEX = re.compile(rf"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")


def commitment(seed: bytes, game: str) -> str:
    """What is shown before the game: it settles the seed and does not tell it.

    The hexadecimal SHA-256 of "passel 1 commitment" | game | seed, joined as in
    `passel.dice.Seeded`, where a text can never begin like this one: so it is no throw's block.

    Args:
        seed: The secret one, 32 bytes that nobody can guess.
        game: Which game; the same text as its throws are derived with.
    """
    message = field(f"{GENERATOR} commitment") + field(game) + field(seed)
    return hashlib.sha256(message).hexdigest()


@dataclass(frozen=True, slots=True)
class Promise:
    """All that the throws of one game are derived from.

    Args:
        game: Which game: no two games of one seed have the same.
        commitment: As `commitment` makes it, 64 hexadecimal digits.
        seats: What each seat added, in seat order; empty texts where it added nothing.
        seed: The secret one, 32 bytes; None as long as it is not revealed.
    """

    game: str
    commitment: str
    seats: tuple[str, ...]
    seed: bytes | None = None

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """The tags that a checker needs, for `passel.notation.Record`."""
        added = [(f"Seed {seat}", text) for seat, text in enumerate(self.seats, 1) if text]
        revealed = [("Seed", self.seed.hex())] if self.seed is not None else []
        return (
            ("Dice", GENERATOR),
            ("Game", self.game),
            ("Commitment", self.commitment),
            *added,
            *revealed,
        )

    def dice(self, thrown: int = 0) -> Seeded:
        """The source of the throws after so many; the seed must be known."""
        assert self.seed is not None
        return Seeded(self.seed, self.game, self.seats, thrown)


def promise(record: Record) -> Promise:
    """What the tags of a record say that its throws are derived from.

    Raises:
        FairError: `missing-fair-tag`; `bad-fair-tag`: not 64 hexadecimal digits.
        PasselError: `no-such-seat`: a seed of a seat that the game does not have.
    """
    tags = dict(record.tags)
    count = len(record.start.scores)
    for name in tags:
        tag, _, seat = name.partition(" ")
        if tag == "Seed" and seat and not 1 <= int(seat) <= count:
            raise PasselError("no-such-seat", seat=int(seat), count=count)
    for tag in ("Game", "Commitment"):
        if tag not in tags:
            raise FairError("missing-fair-tag", tag=tag)
    for tag in ("Commitment", "Seed"):
        if not _HEX.fullmatch(tags.get(tag, "0" * 2 * SEED_BYTES)):
            raise FairError("bad-fair-tag", tag=tag, value=tags[tag])
    return Promise(
        tags["Game"],
        tags["Commitment"].lower(),
        tuple(tags.get(f"Seed {seat}", "") for seat in record.start.seats),
        bytes.fromhex(tags["Seed"]) if "Seed" in tags else None,
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """The first throw of a record that its seed does not make.

    Args:
        throw: Which throw of the game, from 1.
        turn: Which turn, from 1, as a record has lines: a round of a shared game is one, and so
            is an attempt of a roll-off.
        seat: Whose throw it is; None where all share it.
        recorded: What the record says.
        derived: What the seed makes.
    """

    throw: int
    turn: int
    seat: int | None
    recorded: Faces
    derived: Faces


@dataclass(frozen=True, slots=True)
class Verdict:
    """What checking a record found.

    Args:
        result: `fair`: the commitment fits the seed and every throw follows. `unfair-seed`: the
            seed is not the one that was promised. `unfair-throw`: `difference` is one that does
            not follow. All others say that nothing could be checked: `sealed`: the seed is not
            revealed yet; `physical`: dice thrown by hand; `unsaid`: no tag Dice; `unknown`:
            a tag Dice of which nothing is known here.
        throws: How many throws the record has.
        dice: What the tag Dice says, or None.
        promise: What the throws are derived from, where the tag Dice says that they are.
        difference: The first throw that does not follow, or None.
    """

    result: Literal[
        "fair", "unfair-seed", "unfair-throw", "sealed", "physical", "unsaid", "unknown"
    ]
    throws: int
    dice: str | None = None
    promise: Promise | None = None
    difference: Difference | None = None

    @property
    def fits(self) -> bool | None:
        """Whether all is as it was promised; None where that cannot be known."""
        return {"fair": True, "unfair-seed": False, "unfair-throw": False}.get(self.result)


def verify(record: Record) -> Verdict:
    """Derive every throw of a record again: of turns and of who starts.

    A throw of announced dice may stop at the first face that loses, as in a record.

    Raises:
        FairError: `missing-fair-tag` or `bad-fair-tag`, as `promise`.
        PasselError: `no-such-seat`.
    """
    said = dict(record.tags).get("Dice")
    throws = sum(isinstance(event, Throw) for event in record.events)
    if said is None:
        return Verdict("unsaid", throws)
    if said != GENERATOR:
        return Verdict("physical" if said == PHYSICAL else "unknown", throws, said)
    given = promise(record)
    if given.seed is None:
        return Verdict("sealed", throws, said, given)
    if commitment(given.seed, given.game) != given.commitment:
        return Verdict("unfair-seed", throws, said, given)
    difference = _difference(record, given)
    return Verdict("unfair-throw" if difference else "fair", throws, said, given, difference)


def _difference(record: Record, given: Promise) -> Difference | None:
    dice = given.dice()
    turn = 1
    states = list(record.states())
    for before, event, after in zip(states, record.events, states[1:], strict=False):
        if isinstance(event, Throw):
            derived = dice.throw(*next_dice(before))
            if event.faces != (derived[: len(event.faces)] if before.dice else derived):
                return Difference(dice.thrown, turn, _thrower(before), event.faces, derived)
        turn += not same_turn(before, after)
    return None


def _thrower(state: State) -> int | None:
    """Whose throw comes next; None where all share it."""
    if state.roll_off is not None:
        return len(state.roll_off) + 1
    return state.to_move[0] if state.rules.turn != "shared" else None


def turn_line(text: str, turn: int) -> int:
    """The line, from 1, of a turn of a record's text, which has a line for each."""
    lines = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
    turns = [
        number for number, line in enumerate(lines, 1) if line.strip()[:1] not in {"", ";", "["}
    ]
    return turns[turn - 1]

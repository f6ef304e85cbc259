"""Dice that can be checked: what is promised, what is proved, and what is said of the rest."""

from __future__ import annotations

import hashlib
import hmac
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from passel import variants
from passel.cli.base import run
from passel.dice import KINDS, Faces
from passel.errors import FairError, PasselError
from passel.fair import Difference, Promise, commitment, promise, turn_line, verify
from passel.game import HOLD, Announce, Event, Hold, State, Throw, apply, legal_actions, start
from passel.notation import Record, parse_record, print_record
from passel.variants import VARIANTS

SEED = hashlib.sha256(b"a secret").digest()
GAME = "Łódź 🐷/4"
ADDED = ("ana", "", "Łódź")


def number(value: int, size: int = 4) -> bytes:
    return value.to_bytes(size, "big")


def field(data: bytes) -> bytes:
    return number(len(data)) + data


def derived(throw: int, kind: str, count: int, seats: Sequence[str]) -> Faces:
    """A throw as docs/notation.md tells it, without `passel.dice.Seeded`."""
    message = field(b"passel 1") + field(GAME.encode()) + number(len(seats))
    message += b"".join(field(text.encode()) for text in seats) + number(throw, 8)
    stream = b"".join(
        hmac.new(SEED, message + number(block), hashlib.sha256).digest() for block in range(20)
    )
    if kind == "pig":
        pairs = [stream[at : at + 2] for at in range(0, len(stream), 2)]
        values = [int.from_bytes(pair, "big") for pair in pairs]
        place = next(value for value in values if value < 60_000) % 6000
        for faces, seen in KINDS["pig"].counts:
            if place < seen:
                return faces
            place -= seen
    faces = KINDS[kind].faces
    fair = [byte for byte in stream if byte < 256 // len(faces) * len(faces)]
    return tuple(faces[byte % len(faces)] for byte in fair[:count])


def played(begin: State, seats: Sequence[str], most: int = 60) -> tuple[Event, ...]:
    """A game in which everybody holds as soon as something is at risk, hog seats throw four."""
    state, events, thrown = begin, list[Event](), 0
    while not state.over and len(events) < most:
        rules = state.rules
        event: Event
        if rules.max_dice is not None and not state.dice and state.roll_off is None:
            event = Announce(4)
        elif HOLD in legal_actions(state) and state.turn_total:
            event = Hold(state.to_move[0])
        elif state.roll_off is not None:
            event = Throw(derived(thrown, *rules.roll_off, seats))
        else:
            event = Throw(derived(thrown, rules.dice, state.dice or rules.count, seats))
        thrown += isinstance(event, Throw)
        events.append(event)
        state = apply(state, event)
    return tuple(events)


def fair_record(rules: str = "pig") -> Record:
    begin = start(variants.rules(rules), 3)
    return Record(begin, played(begin, ADDED), (), PROMISE.tags)


PROMISE = Promise(GAME, commitment(SEED, GAME), ADDED, SEED)


def with_tags(record: Record, **changes: str | None) -> Record:
    """The record with tags changed, or left out where they are None."""
    tags = {**dict(record.tags), **changes}
    return replace(
        record, tags=tuple((key, text) for key, text in tags.items() if text is not None)
    )


def test_the_commitment_is_the_sha_256_of_its_three_fields() -> None:
    message = field(b"passel 1 commitment") + field(GAME.encode()) + field(SEED)
    assert commitment(SEED, GAME) == hashlib.sha256(message).hexdigest()


def test_the_promise_is_what_the_tags_say() -> None:
    record = fair_record()
    assert promise(record) == PROMISE
    assert promise(parse_record(print_record(record))) == PROMISE
    assert [name for name, _ in PROMISE.tags] == [
        *("Dice", "Game", "Commitment", "Seed 1", "Seed 3", "Seed")
    ]


def test_a_promise_that_is_not_revealed_tells_no_seed() -> None:
    sealed = replace(PROMISE, seed=None)
    assert dict(sealed.tags) == {key: text for key, text in PROMISE.tags if key != "Seed"}


@pytest.mark.parametrize("id", [*VARIANTS, "pig,first=roll-off", "pass-the-pigs,first=roll-off"])
def test_every_throw_of_every_variant_is_derived_again(id: str) -> None:
    record = fair_record(id)
    verdict = verify(record)
    assert (verdict.result, verdict.fits, verdict.difference) == ("fair", True, None)
    throws = [each for each in record.events if isinstance(each, Throw)]
    assert verdict.throws == len(throws) >= 5


def test_the_first_throw_that_differs_is_named_wherever_it_is() -> None:
    """Every throw in turn becomes another one that leaves the turn going or over as it did."""
    record = fair_record("pig")
    throw = 0
    for place, event in enumerate(record.events):
        if not isinstance(event, Throw) or event.faces == (1,):
            throw += isinstance(event, Throw)
            continue
        throw += 1
        (face,) = event.faces
        other = (5 if face != 5 else 6,)
        changed = (*record.events[:place], Throw(other), *record.events[place + 1 :])
        verdict = verify(replace(record, events=changed))
        found = verdict.difference
        assert (verdict.result, verdict.fits) == ("unfair-throw", False)
        assert found is not None
        assert (found.throw, found.recorded, found.derived) == (throw, other, event.faces)
        text = print_record(replace(record, events=changed))
        line = text.splitlines()[turn_line(text, found.turn) - 1]
        assert line.startswith(f"{found.seat}: {other[0]}")


def test_a_difference_in_the_throws_for_who_starts_names_the_seat_that_threw() -> None:
    record = fair_record("big-pig")
    second = record.events[1]
    assert isinstance(second, Throw)
    other = (6, 6) if second.faces != (6, 6) else (5, 5)
    verdict = verify(replace(record, events=(record.events[0], Throw(other))))
    assert verdict.difference == Difference(2, 1, 2, other, second.faces)


def test_a_difference_in_a_shared_turn_names_no_seat() -> None:
    begin = start(variants.rules("skunk"), 3)
    verdict = verify(Record(begin, (Throw((6, 6)),), (), PROMISE.tags))
    assert verdict.difference == Difference(1, 1, None, (6, 6), derived(0, "die", 2, ADDED))
    assert verdict.difference.derived != (6, 6)


def test_announced_dice_may_stop_at_the_first_1() -> None:
    begin = start(variants.rules("hog"), 3)
    all_dice = derived(0, "die", 20, ADDED)
    assert 1 in all_dice[:-1]
    until = all_dice[: all_dice.index(1) + 1]
    for faces in (all_dice, until):
        record = Record(begin, (Announce(20), Throw(faces)), (), PROMISE.tags)
        assert verify(record).result == "fair"
    wrong = (*(7 - int(face) if face not in {1, 6} else 2 for face in until[:-1]), 1)
    record = Record(begin, (Announce(20), Throw(wrong)), (), PROMISE.tags)
    assert verify(record).result == "unfair-throw"


@pytest.mark.parametrize(
    "changes",
    [
        {"Commitment": "0" * 64},
        {"Seed": "0" * 64},
        {"Game": f"{GAME}0"},
        {"Commitment": commitment(SEED, f"{GAME} ")},
    ],
)
def test_another_seed_or_game_than_was_promised_is_found(changes: dict[str, str]) -> None:
    verdict = verify(with_tags(fair_record(), **changes))
    assert (verdict.result, verdict.fits) == ("unfair-seed", False)


@pytest.mark.parametrize("seat", ["Seed 1", "Seed 2", "Seed 3"])
def test_the_seed_of_every_seat_counts(seat: str) -> None:
    assert verify(with_tags(fair_record(), **{seat: "other"})).result == "unfair-throw"


def test_a_seed_that_is_not_added_is_the_empty_text() -> None:
    record = fair_record()
    assert verify(with_tags(record, **{"Seed 2": ""})).result == "fair"
    assert verify(with_tags(record, **{"Seed 1": None})).result == "unfair-throw"


def test_digits_may_be_large() -> None:
    tags = {tag: dict(PROMISE.tags)[tag].upper() for tag in ("Seed", "Commitment")}
    assert verify(with_tags(fair_record(), **tags)).result == "fair"


@pytest.mark.parametrize(
    ("changes", "result"),
    [
        ({"Seed": None}, "sealed"),
        ({"Dice": "physical"}, "physical"),
        ({"Dice": None}, "unsaid"),
        ({"Dice": "passel 2"}, "unknown"),
    ],
)
def test_what_cannot_be_checked_is_said_and_is_neither_right_nor_wrong(
    changes: dict[str, str | None], result: str
) -> None:
    verdict = verify(with_tags(fair_record(), **changes))
    assert (verdict.result, verdict.fits) == (result, None)
    assert verdict.throws > 0


@pytest.mark.parametrize(
    ("changes", "code", "parts"),
    [
        ({"Game": None}, "missing-fair-tag", {"tag": "Game"}),
        ({"Commitment": None}, "missing-fair-tag", {"tag": "Commitment"}),
        ({"Commitment": "12"}, "bad-fair-tag", {"tag": "Commitment", "value": "12"}),
        ({"Seed": "x" * 64}, "bad-fair-tag", {"tag": "Seed", "value": "x" * 64}),
        ({"Seed": "٣" * 64}, "bad-fair-tag", {"tag": "Seed", "value": "٣" * 64}),
        ({"Seed 4": "cy"}, "no-such-seat", {"seat": 4, "count": 3}),
        ({"Seed 0": "cy"}, "no-such-seat", {"seat": 0, "count": 3}),
    ],
)
def test_tags_that_make_no_sense_are_refused(
    changes: dict[str, str | None], code: str, parts: dict[str, Any]
) -> None:
    with pytest.raises(PasselError) as caught:
        verify(with_tags(fair_record(), **changes))
    assert (caught.value.code, caught.value.parts) == (code, parts)
    assert isinstance(caught.value, FairError) == (code != "no-such-seat")


@pytest.fixture
def passel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Check a record; answers exit code, output and errors."""

    def call(record: str, *options: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(record.encode())))
        code = run(["verify", "-", "--lang", "en", *options])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def test_a_fair_game_leaves_with_0_and_the_promise_to_compare(passel: Any) -> None:
    record = fair_record()
    throws = sum(isinstance(event, Throw) for event in record.events)
    assert passel(print_record(record)) == (
        0,
        f"All is right: the seed is the promised one, and it makes all {throws} throws of this"
        " game.\nThis must be the promise that everybody saw before the first throw: "
        f"{PROMISE.commitment}\n",
        "",
    )


def test_a_wrong_throw_leaves_with_1_and_its_line_in_the_file(passel: Any) -> None:
    """Comments and empty lines count as lines, not as turns."""
    head = print_record(Record(start(variants.rules("pig"), 3), (), (), PROMISE.tags))
    first, second = derived(0, "die", 1, ADDED)[0], derived(1, "die", 1, ADDED)[0]
    assert 1 not in {first, second}
    wrong = 2 if second != 2 else 3
    text = f"\ufeff; a game\r\n{head}\r\n1: {first} hold ; good\r\n\r\n; then\r\n  2: {wrong}\r\n"
    code, out, err = passel(text)
    assert (code, err) == (1, "")
    line = next(at for at, each in enumerate(text.splitlines(), 1) if each.startswith("  2:"))
    assert out.splitlines()[0] == (
        f"Something is wrong in line {line}, turn 2: throw 2 of the game is written as {wrong},"
        f" but the seed makes it {second}."
    )
    code, out, err = passel(text, "--json")
    assert (code, err) == (1, "")
    assert json.loads(out) == {
        "result": "unfair-throw",
        "throws": 2,
        "dice": "passel 1",
        "game": GAME,
        "commitment": PROMISE.commitment,
        "seats": list(ADDED),
        "seed": SEED.hex(),
        "difference": {
            "line": line,
            "turn": 2,
            "throw": 2,
            "seat": 2,
            "recorded": str(wrong),
            "derived": str(second),
        },
    }


@pytest.mark.parametrize(
    ("changes", "code", "beginning"),
    [
        ({"Seed": "0" * 64}, 1, "Something is wrong: the revealed seed is not the one"),
        ({"Seed": None}, 2, "The seed is still secret, so nothing can be checked yet."),
        ({"Dice": "physical"}, 2, "Real dice were thrown by hand."),
        ({"Dice": None}, 2, "This record does not say how its dice were thrown"),
        ({"Dice": "seeded 1"}, 2, "This record says about its dice: “seeded 1”."),
    ],
)
def test_each_verdict_is_a_sentence_and_an_exit_code(
    passel: Any, changes: dict[str, str | None], code: int, beginning: str
) -> None:
    found, out, err = passel(print_record(with_tags(fair_record(), **changes)))
    assert (found, err) == (code, "")
    assert out.startswith(beginning)


def test_a_bad_tag_is_one_sentence_on_standard_error(passel: Any) -> None:
    code, out, err = passel(print_record(with_tags(fair_record(), Seed="12")))
    assert (code, out) == (2, "")
    assert err == "passel: The tag [Seed] says “12”. It takes 64 digits: 0 to 9 and a to f.\n"
    code, out, err = passel("1: 3\n", "--json")
    assert (code, err) == (2, "")
    assert json.loads(out)["error"]["code"] == "no-rules-tag"


def test_a_file_of_the_terminal_is_checked_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.pig"
    path.write_text(print_record(fair_record("skunk")), "utf-8")
    assert run(["verify", str(path), "--lang", "pl"]) == 0
    assert "Wszystko się zgadza" in capsys.readouterr().out

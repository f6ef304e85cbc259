"""Whole records: the shared cases, and one golden game per variant."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from strategies import assert_stands, comes_to

from passel.errors import NotationError
from passel.game import winners
from passel.notation import parse_position, parse_record, print_position, print_record
from passel.variants import VARIANTS

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = json.loads((HERE / "data/cases.json").read_text(encoding="utf-8"))
SOUND = [case for case in CASES if "error" not in case["expect"]]
BROKEN = [case for case in CASES if "error" in case["expect"]]
GOLDEN = sorted((HERE / "golden").glob("*.pig"))


def _id(case: dict[str, Any]) -> str:
    return str(case["id"])


def test_the_cases_are_whole() -> None:
    assert len(CASES) == 161
    assert len({case["id"] for case in CASES}) == 161
    assert all(case["expect"] == {"error": True} for case in BROKEN)


@pytest.mark.parametrize("case", SOUND, ids=_id)
def test_a_record_comes_to_what_its_case_says(case: dict[str, Any]) -> None:
    met = comes_to(parse_record(case["record"]).final)
    assert {key: met[key] for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", BROKEN, ids=_id)
def test_a_record_that_breaks_the_rules_is_refused_at_its_place(case: dict[str, Any]) -> None:
    with pytest.raises(NotationError) as refused:
        parse_record(case["record"])
    assert_stands(case["record"], refused.value)


@pytest.mark.parametrize("case", SOUND, ids=_id)
def test_a_case_survives_printing(case: dict[str, Any]) -> None:
    record = parse_record(case["record"])
    text = print_record(record)
    assert parse_record(text) == record
    assert print_record(parse_record(text)) == text
    for state in record.states():
        position = print_position(state)
        assert print_position(parse_position(position)) == position


@pytest.mark.parametrize(
    "id",
    [
        "seed-000-sherri-loses-the-turn",
        "skunk-some-still-in",
        "seed-002-four-players-last-round",
        "seed-002-roll-off-tie-all-again",
        "roll-off-not-yet-decided",
        "pass-allowed",
        "first-option",
        "tie-playoff-decided",
        "pig-full-round",
    ],
)
def test_a_record_in_canonical_form_is_printed_as_it_stands(id: str) -> None:
    """But for the empty line after the tags and the result of a game that is over."""
    record = next(case["record"] for case in CASES if case["id"] == id)
    printed = re.sub(r'\[Result ".*"\]\n', "", print_record(parse_record(record)))
    assert printed.replace("\n\n", "\n") == record


# --- golden games -----------------------------------------------------------------------------


def _said(text: str, what: str) -> str:
    found = re.search(rf"^; {what}: (.*)$", text, re.MULTILINE)
    assert found, f"a golden game says `; {what}: ...`"
    return found[1]


def test_every_variant_has_a_golden_game_and_every_golden_game_a_variant() -> None:
    assert {path.stem for path in GOLDEN} == set(VARIANTS)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_ends_as_it_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = parse_record(text)
    assert record.start.rules.id == path.stem
    assert record.final.over
    assert print_position(record.final) == _said(text, "ends")
    assert " ".join(map(str, winners(record.final))) == _said(text, "winners")
    assert parse_record(print_record(record)) == record


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_goes_through_the_positions_that_it_tells(path: Path) -> None:
    """A comment `; = POSITION` at the end of a line is the state after that line."""
    text = path.read_text(encoding="utf-8")
    head, told = "", 0
    for line in text.splitlines():
        head += line + "\n"
        if "; = " in line:
            without_result = re.sub(r"\[Result.*\]", "", head)
            assert print_position(parse_record(without_result).final) == line.split("; = ")[1]
            told += 1
    assert told >= 2

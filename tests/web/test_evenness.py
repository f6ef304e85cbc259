"""The statistic of thrown dice, in Node: every number beside an exact one; tables to save."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import subprocess
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from chance import beyond, chi_squared, usual_range
from node import node

import passel.web
from passel.web.catalogue import catalogue

STATIC = Path(passel.web.__file__).parent / "static"

LIMIT_5, LIMIT_35 = 35.888, 89.947
"""What fair dice exceed once in a million times, with 5 and 35 degrees of freedom."""


def js(module: str, code: str, *given: Any) -> Any:
    """What a function of `(module, ...given)` answers, its body being `code`."""
    runner = node()
    if runner is None:
        if os.environ.get("PASSEL_BROWSER") == "required":
            pytest.fail("needs Node: install playwright, or node itself")
        pytest.skip("needs Node: install playwright, or node itself")
    script = (
        f'import * as it from "{(STATIC / module).as_uri()}";\n'
        f'import {{ load }} from "{(STATIC / "engine/variants.js").as_uri()}";\n'
        f"load({json.dumps(catalogue())});\n"
        "const given = JSON.parse(process.argv[1]);\n"
        f"console.log(JSON.stringify(((given) => {{ {code} }})(given)));"
    )
    command = [runner, "--input-type=module", "--eval", script, json.dumps(given)]
    ran = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


CHANCES = [(1, 6), (1, 2), (1, 36), (6, 36), (125, 1296), (1, 46656), (23, 6000), (5999, 6000)]


def test_the_usual_range_is_the_exact_one() -> None:
    counts = [*range(13), 30, 59, 60, 100, 213, 1000, 2500]
    asked = [(throws, *chance) for throws in counts for chance in CHANCES]
    asked += [(10_000, 1, 2), (10_000, 1, 6), (10_000, 1, 6000), (60_000, 1, 6)]
    code = "return given[0].map(([n, weight, total]) => it.usualRange(n, weight / total));"
    met = js("app/evenness.js", code, asked)
    for question, answer in zip(asked, met, strict=True):
        assert (question, tuple(answer)) == (question, usual_range(*question))


def test_the_usual_range_of_six_dice_by_hand() -> None:
    """No 1 in six dice: 5^6 of 6^6, a third; four or more: (375 + 30 + 1) of 6^6, under 1 in 100.

    Four or more is above 1/200, five or more, 31 of 46,656, is below.
    """
    assert usual_range(6, 1, 6) == (0, 4)
    assert js("app/evenness.js", "return it.usualRange(6, 1 / 6);") == [0, 4]


def test_the_chance_of_an_uneven_count_is_that_of_chi_squared() -> None:
    values = [0, 0.001, 0.5, 1, 3.841, 11.07, 20, 49.8, 89.947, 200, 1000, 2000]
    asked = [(x, freedom) for x in values for freedom in range(1, 36)]
    met = js("app/evenness.js", "return given[0].map(([x, df]) => it.beyond(x, df));", asked)
    for (x, freedom), answer in zip(asked, met, strict=True):
        assert answer == pytest.approx(beyond(x, freedom), abs=1e-12), (x, freedom)


def test_the_limits_of_the_literature_are_met() -> None:
    """3.841 and 11.070 are the 5 in 100 points of every table; the others once in a million."""
    asked = [(3.841, 1), (11.070, 5), (LIMIT_5, 5), (LIMIT_35, 35)]
    met = js("app/evenness.js", "return given[0].map(([x, df]) => it.beyond(x, df));", asked)
    assert met == pytest.approx([0.05, 0.05, 1e-6, 1e-6], rel=2e-3)


def evenness(counts: list[int], weights: list[int]) -> Any:
    return js("app/evenness.js", "return it.evenness(...given);", counts, weights)


def test_the_statistic_of_faces_is_pearsons() -> None:
    counts, weights = [38, 31, 31, 41, 40, 32], [1] * 6
    met = evenness(counts, weights)
    exact = float(chi_squared(counts, weights))
    assert met["statistic"] == pytest.approx(exact, rel=1e-12)
    assert met["freedom"] == 5
    assert met["chance"] == pytest.approx(beyond(exact, 5), abs=1e-12)


def test_a_loaded_die_is_found_and_a_perfect_one_is_not() -> None:
    assert evenness([100, 100, 100, 100, 100, 200], [1] * 6)["chance"] < 1e-6
    assert evenness([100] * 6, [1] * 6)["chance"] == 1


def test_nothing_is_said_of_fewer_than_five_for_each() -> None:
    assert evenness([5, 5, 5, 5, 5, 4], [1] * 6) is None
    assert evenness([5, 5, 5, 5, 5, 5], [1] * 6)["chance"] == 1


def test_the_rarest_are_counted_together() -> None:
    """72 throws of two dice: 2 and 12 should fall twice each, 3 and 11 four times.

    2 with 12 is still too rare, 4 of 5, and so takes in 3; then 11, with 4, takes in 4.
    """
    counts = [3, 5, 4, 9, 10, 14, 9, 8, 5, 3, 2]
    weights = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    met = evenness(counts, weights)
    pooled = [(3 + 2 + 5, 4), (3 + 4, 5), (9, 4), (10, 5), (14, 6), (9, 5), (8, 4), (5, 3)]
    exact = chi_squared([fell for fell, _ in pooled], [weight for _, weight in pooled])
    assert sum(weight for _, weight in pooled) == 36
    assert met["freedom"] == len(pooled) - 1
    assert met["statistic"] == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize("dice", range(1, 7))
def test_the_sums_of_dice_have_the_weights_of_all_their_throws(dice: int) -> None:
    met = js("app/tally.js", "return [...it.sums(given[0])];", dice)
    every = Counter(map(sum, product(range(1, 7), repeat=dice)))
    assert met == [[total, every[total]] for total in range(dice, 6 * dice + 1)]
    assert math.fsum(weight for _, weight in met) == 6**dice


ROWS: list[list[str | int | float]] = [
    ["What", "Sum, or; points", 'a "b"'],
    [1, 16.67, "two\nlines"],
    [2, 0.5, "=1+1"],
    [3, 1000, "-2"],
    [4, 0, "@x"],
    [5, 0, "ściana"],
]


@pytest.mark.parametrize(
    ("lang", "between", "decimal"), [("en", ",", "."), ("fr", ";", ","), ("pl", ";", ",")]
)
def test_a_table_is_what_the_spreadsheets_of_a_language_read(
    lang: str, between: str, decimal: str
) -> None:
    text = js("app/csv.js", "return it.csv(...given);", lang, ROWS)
    assert text.startswith("\ufeff")
    assert text.endswith("\r\n")
    read = list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=between))
    assert read[0] == ROWS[0]
    assert read[1] == ["1", f"16{decimal}67", "two\nlines"]
    assert [row[2] for row in read[2:]] == ["'=1+1", "'-2", "'@x", "ściana"]
    assert [row[1] for row in read[2:]] == [f"0{decimal}5", "1000", "0", "0"]


def test_a_moment_is_an_iso_day_and_time_where_the_reader_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TZ", "America/New_York")
    at = 1_795_997_109_000  # 2026-11-30 00:05:09 UTC
    assert js("app/csv.js", "return it.moment(given[0]);", at) == ["2026-11-29", "19:05:09"]

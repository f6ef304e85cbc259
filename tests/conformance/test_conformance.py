"""The page's engine is Python's: it answers every vector alike, and stays small and by itself."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from cells import wanted
from node import node
from vectors import Vectors

import passel.web
from passel.fair import Verdict
from passel.rules import Row, Rules
from passel.variants import VARIANTS, Variant
from passel.web.catalogue import catalogue
from passel.web.site import site

HERE = Path(__file__).parent
ENGINE = Path(passel.web.__file__).parent / "static/engine"
MODULES = sorted(ENGINE.glob("*.js"))
MOST_BYTES = 25_000

NO_CODES = {"at-once", "full-round", "last-left", "roll-off", "unfair-seed", "unfair-throw"}
"""Words of the engine that look like codes of errors."""

UNREACHABLE = {"bad-rules"}
"""Codes for rules that Python has refused to make before the page could see them."""


@pytest.fixture(scope="module")
def vectors() -> Vectors:
    return Vectors()


def ask(vectors: Vectors, folder: Path) -> dict[str, Any]:
    """What Node answers about the vectors; without Node the test is skipped, or fails."""
    runner = node()
    if runner is None:
        if os.environ.get("PASSEL_BROWSER") == "required":
            pytest.fail("the conformance suite needs Node: install playwright, or node itself")
        pytest.skip("needs Node: install playwright, or node itself")
    path = folder / "vectors.json"
    path.write_text(vectors.text(), encoding="utf-8")
    ran = subprocess.run(
        [runner, HERE / "main.mjs", ENGINE, path],
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0, ran.stderr
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


def told(answer: dict[str, Any]) -> str:
    """The first differences, for people."""
    lines = [f"{answer['differing']} of {answer['asked']} answers differ; the first are:"]
    for each in answer["differences"]:
        expected, met = (json.dumps(each.get(key), sort_keys=True) for key in ("expected", "met"))
        lines += ["", f"  {each['where']}", f"    Python: {expected}", f"    page:   {met}"]
    return "\n".join(lines)


def test_the_page_answers_as_python_does(vectors: Vectors, tmp_path: Path) -> None:
    answer = ask(vectors, tmp_path)
    assert answer["asked"] > 20_000
    assert answer["differing"] == 0, told(answer)


def test_every_cell_of_variant_option_and_effect_has_a_vector(vectors: Vectors) -> None:
    assert sorted(wanted() - vectors.cells) == []


def test_every_code_of_an_error_has_a_vector(vectors: Vectors) -> None:
    codes = {
        code
        for module in MODULES
        for code in re.findall(r'"([a-z]+(?:-[a-z0-9]+)+)"', module.read_text("utf-8"))
    }
    assert len(codes) > 50
    assert sorted(codes - NO_CODES - UNREACHABLE - vectors.codes()) == []


def test_every_verdict_on_dice_has_a_vector(vectors: Vectors) -> None:
    met = {each["answer"][0]["result"] for each in vectors.data["fair"] if "answer" in each}
    assert met == set(get_args(get_type_hints(Verdict)["result"]))


def test_a_variant_that_is_added_plays_in_the_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rows = (Row("b-b-b", "bust_all"), Row("b-?-?", "bust"), Row("x-x-x", "gain", points=30))
    rules = Rules("odd-pig", "die", 3, (*rows, Row("?-?-?", "gain")), target=200, seats=(2, 5))
    monkeypatch.setitem(VARIANTS, rules.id, Variant(rules, ("house",)))
    vectors = Vectors(seed=2, games=40, ids=[rules.id])
    answer = ask(vectors, tmp_path)
    assert answer["differing"] == 0, told(answer)
    assert {(rules.id, "", kind) for kind in ("gain", "bust", "bust_all")} <= vectors.cells


def test_the_catalogue_survives_json() -> None:
    assert json.loads(json.dumps(catalogue())) == catalogue()


def test_the_engine_is_at_most_25_kb_compressed() -> None:
    """As it travels, without comments, and as one stream: the bound is on what the engine says.

    File by file it counts in the first load and in the rest of the page, which have bounds of
    their own in the browser's tests.
    """
    tree = site()
    whole = b"".join(tree[f"engine/{module.name}"].content for module in MODULES)
    assert len(gzip.compress(whole, 9)) <= MOST_BYTES


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.name))
def test_the_engine_knows_nothing_outside_itself(module: Path) -> None:
    code = re.sub(r"/\*.*?\*/|^\s*//.*?$", "", module.read_text("utf-8"), flags=re.S | re.M)
    imported = re.findall(r'\b(?:from\s+|import\s*\(?\s*)"([^"\s]+)"', code)
    assert all(re.fullmatch(r"\./[a-z0-9]+\.js", each) for each in imported), imported
    assert {each.removeprefix("./") for each in imported} <= {each.name for each in MODULES}
    outside = (
        r"\b(document|window|self|globalThis|navigator|fetch|localStorage|Date|Math\.random)\b"
    )
    assert re.findall(outside, code) == []

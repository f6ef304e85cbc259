"""`passel replay` and `passel rules`: what a record comes to, what is wrong with it, in words."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from passel.cli.base import run
from passel.variants import VARIANTS

CASES = json.loads((Path(__file__).parent / "data" / "cases.json").read_text("utf-8"))


@pytest.fixture
def passel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command line; answers exit code, output and errors."""
    monkeypatch.setenv("LC_ALL", "C")

    def call(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        stream = io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "surrogateescape")))
        monkeypatch.setattr("sys.stdin", stream)
        code = run(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_replay_says_what_every_case_comes_to(passel: Any, case: dict[str, Any]) -> None:
    code, out, err = passel("replay", "-", "--json", typed=case["record"])
    found = json.loads(out)
    assert err == ""
    if case["expect"] == {"error": True}:
        assert code == 2
        error = found["error"]
        assert set(error) == {"code", "line", "column", "token", "expected", "message"}
        line = case["record"].split("\n")[error["line"] - 1]
        assert line[error["column"] - 1 :].startswith(error["token"])
    else:
        assert code == 0
        assert {key: found[key] for key in case["expect"]} == case["expect"]


def test_a_record_in_words(passel: Any) -> None:
    record = '[Rules "pig"]\n[Seat 1 "Ana"]\n[Seat 2 "Bo"]\n1: 6 3 4 2 6 hold\n2: 4 6\n'
    code, out, _ = passel("replay", "-", typed=record)
    assert code == 0
    assert out.splitlines() == [
        "Game: Pig (pig)",
        "Ana: 21 points",
        "Bo: 0 points",
        "To play: Bo, with 10 points in the turn total.",
        "Position: pig:21-0:2:10",
    ]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "passel: Line 3, column 8, at “hold”: After this throw you must roll again."),
        ("fr", "passel: Ligne 3, colonne 8"),
        ("pl", "passel: Wiersz 3, kolumna 8"),
    ],
)
def test_a_broken_record_gets_one_sentence(passel: Any, lang: str, sentence: str) -> None:
    record = '[Rules "big-pig"]\n[Seats "2"]\n1: 4-4 hold\n'
    code, out, err = passel("replay", "-", "--lang", lang, typed=record)
    assert (code, out) == (2, "")
    assert err.startswith(sentence)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["replay", "nowhere.pig"], "There is no file “nowhere.pig”."),
        (["replay", "."], "“.” is a folder. A file was expected."),
        (["replay"], "FILE is missing. Add --help to see an example."),
        (["replay", "-", "--colour"], "There is no option “--colour”. Add --help to see them."),
        (["rules", "pigs"], "There is no game called “pigs”."),
        (["rules", "pig,target=0"], "The option “target” cannot be “0”. It takes: 1-1000000."),
        (["rules", "pig,target=1000001"], "The option “target” cannot be “1000001”."),
        (["rules", "pig,target"], "“target” is not an option."),
        (["rules", "pig,tie=playoff"], "“pig” cannot take the option “tie” here."),
        (["rules", "pig,target=5,target=6"], "The option “target” is there twice. Say it once."),
        (["--lang", "de"], "There is no language “de”. There are: en, fr, pl."),
        (["oink"], "There is no command “oink”."),
        (["solve", "pig", "--json=3"], "The option “--json” takes no value."),
        (["match", "a", "b", "--rules"], "The option “--rules” needs a value after it."),
        (["replay", "-", "twice"], "“twice” is one word too many."),
    ],
)
def test_bad_input_gets_one_sentence(passel: Any, arguments: list[str], sentence: str) -> None:
    code, out, err = passel(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"passel: {sentence}")
    assert err.count("\n") == 1


def test_bytes_that_are_no_text_are_said(passel: Any) -> None:
    code, _, err = passel("replay", "-", typed="[Rules \udcff")
    assert (code, err) == (2, "passel: “-” is not a text in UTF-8: byte 8 is wrong.\n")


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
@pytest.mark.parametrize("id", VARIANTS)
def test_every_variant_is_told(passel: Any, id: str, lang: str) -> None:
    code, out, _ = passel("rules", id, "--lang", lang)
    assert code == 0
    assert f"({id})" in out
    assert not re.search(r"\{|\}|\bNone\b", out)


def test_the_rules_of_exactly_this_choice_are_told(passel: Any) -> None:
    _, out, _ = passel("rules", "big-pig,target=50,tie=playoff,bust_face=6")
    assert "50 points or more" in out
    assert "play more rounds on their own" in out
    assert "6" in out


def test_rules_as_data_hold_every_field_and_what_the_options_take(passel: Any) -> None:
    _, out, _ = passel("rules", "hog,max_dice=6", "--json")
    data = json.loads(out)
    assert (data["name"], data["turn"], data["max_dice"]) == ("hog,max_dice=6", "announced", 6)
    assert data["options"]["max_dice"] == {"value": "6", "takes": ["1-20"]}


def test_the_version_names_the_kernel(passel: Any) -> None:
    _, out, _ = passel("--version")
    assert re.fullmatch(r"Passel \d+\.\d+\.\d+ \((compiled|interpreted) kernel\)\n", out)


@pytest.mark.parametrize(
    "arguments", [["--help", "--lang", "fr"], ["--lang=fr", "replay", "--help"]]
)
def test_help_is_in_the_language_that_was_asked_for(passel: Any, arguments: list[str]) -> None:
    code, out, _ = passel(*arguments)
    assert code == 0
    assert "Utilisation\u202f: passel" in out
    assert "Montrer cette page." in out


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ('[Rules "pig,end=never"]\n[Seats "2"]\n', ["at-once", "full-round"]),
        ('[Rules "big-pig"]\n[Seats "5"]\n', ["2-4"]),
        ('[Rules "pig,target=0"]\n[Seats "2"]\n', ["1-1000000"]),
    ],
)
def test_a_refused_value_comes_with_those_that_are_taken(
    passel: Any, record: str, expected: list[str]
) -> None:
    _, out, _ = passel("replay", "-", "--json", typed=record)
    assert json.loads(out)["error"]["expected"] == expected

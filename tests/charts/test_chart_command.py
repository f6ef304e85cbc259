"""`passel chart`: files, tables, and one sentence where something is wrong."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import pytest
from ordered import GAME

from passel.charts import CHARTS
from passel.cli.base import run


@pytest.fixture
def passel(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Any:
    """Run a command line in an empty folder; answers exit code, output and errors."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(list(arguments))
        printed = capfdbinary.readouterr()
        return code, printed.out.decode(), printed.err.decode()

    return call


def test_without_a_name_all_charts_are_listed(passel: Any) -> None:
    code, out, err = passel("chart")
    assert (code, err) == (0, "")
    for name in CHARTS:
        assert any(line.split()[:1] == [name] for line in out.splitlines())
    assert json.loads(passel("chart", "--json")[1]).keys() == CHARTS.keys()


def test_a_picture_is_written_and_told(passel: Any, tmp_path: Path) -> None:
    code, out, err = passel("chart", "turn")
    assert (code, err) == (0, "")
    assert out == (
        "Written: turn.svg. With hold-at-20, 62.45% of the turns bring nothing. The most likely "
        "number of points is 20, in 9.97% of the turns. The mean is 8.14.\n"
    )
    assert (tmp_path / "turn.svg").read_text("utf-8").rstrip().endswith("</svg>")


def test_a_file_that_was_not_named_is_never_replaced(passel: Any, tmp_path: Path) -> None:
    old = tmp_path / "turn.svg"
    old.write_text("mine")
    code, out, err = passel("chart", "turn")
    assert (code, out) == (2, "")
    assert err == "passel: “turn.svg” is already there. Name it with -o and it is replaced.\n"
    assert old.read_text() == "mine"
    assert passel("chart", "turn", "-o", "turn.svg")[0] == 0
    assert old.read_text("utf-8") != "mine"


def test_a_picture_goes_to_standard_output(passel: Any, tmp_path: Path) -> None:
    code, out, _ = passel("chart", "turn", "-o", "-", "--lang", "fr")
    assert code == 0
    assert out.startswith("<?xml")
    assert "Ce que rapporte un tour" in out
    assert not list(tmp_path.glob("*.svg"))


def test_the_ending_of_a_name_says_which_kind(passel: Any, tmp_path: Path) -> None:
    assert passel("chart", "turn", "-o", "a.PNG")[0] == 0
    assert (tmp_path / "a.PNG").read_bytes().startswith(b"\x89PNG")


def test_json_prints_the_table_and_draws_nothing(passel: Any, tmp_path: Path) -> None:
    code, out, _ = passel("chart", "turn", "--json", "--policy", "hold-at-25")
    found = json.loads(out)
    assert (code, found["chart"], found["policy"]) == (0, "turn", "hold-at-25")
    assert set(found["rows"][0]) == {"what", "points", "chance"}
    assert not list(tmp_path.glob("*.svg"))
    assert passel("chart", "turn", "--json", "-o", "turn.svg")[0] == 0
    assert (tmp_path / "turn.svg").exists()


def test_a_game_is_drawn_from_its_record(passel: Any, tmp_path: Path) -> None:
    (tmp_path / "game.pig").write_text(GAME, "utf-8")
    found = json.loads(passel("chart", "game", "game.pig", "--json")[1])
    again = json.loads(passel("review", "game.pig", "--json")[1])
    assert [row["wins"][0] for row in found["rows"]] == again["win_of_seat_1"]
    assert passel("chart", "game", "game.pig", "-o", "game.svg")[0] == 0


def test_cuts_are_where_they_are_asked_for(passel: Any) -> None:
    arguments = ("chart", "hold", "--rules", "pig,target=20", "--against", "7", "--json")
    assert json.loads(passel(*arguments)[1])["against"] == [7]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["pie"], "There is no chart “pie”. There are: hold, turn, cost, game, first, growth."),
        (["game"], "FILE is missing."),
        (["game", "no.pig"], "There is no file “no.pig”."),
        (["turn", "game.pig"], "The chart “turn” does not take FILE. It takes: --rules, --policy."),
        (["cost", "--policy", "optimal"], "The chart “cost” does not take --policy."),
        (["hold", "--rules", "hog"], "The chart “hold” cannot be drawn for “hog”."),
        (["hold", "--against", "100"], "--against takes up to 3 scores from 0 to 99."),
        (["hold", "--against", "x"], "--against cannot be “x”."),
        (["turn", "--policy", "hold"], "There is no bot called “hold”."),
        (["turn", "--rules", "pug"], "There is no game called “pug”."),
        (["turn", "-o", "turn.pdf"], "“turn.pdf” is no name for a picture. It must end in: .svg"),
        (["turn", "-o", ""], "is no name for a picture"),
        (["turn", "-o", "nowhere/turn.svg"], "“nowhere/turn.svg” cannot be written."),
        (["turn", "-o", "folder.svg"], "“folder.svg” is a folder."),
    ],
)
def test_bad_input_gets_one_sentence(
    passel: Any, tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    (tmp_path / "folder.svg").mkdir()
    code, out, err = passel("chart", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == []


def test_a_game_of_three_is_refused(passel: Any, tmp_path: Path) -> None:
    (tmp_path / "game.pig").write_text('[Rules "skunk"]\n[Seats "2"]\n*: 3-4\n')
    code, _, err = passel("chart", "game", "game.pig")
    assert (code, err) == (2, "passel: There are no exact odds for “skunk”.\n")


def test_without_matplotlib_a_sentence_says_how_to_get_it(
    passel: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "passel.charts.sheet", raising=False)
    monkeypatch.setattr("passel.charts.sheet", None, raising=False)
    monkeypatch.delattr("passel.charts.sheet")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, out, err = passel("chart", "turn")
    assert (code, out) == (2, "")
    assert "pipx install --force '.[charts]'" in err
    assert err.count("\n") == 1
    assert passel("chart", "turn", "--json")[0] == 0


def test_matplotlib_is_an_extra_and_comes_late() -> None:
    needed = [each for each in requires("passel") or [] if each.startswith("matplotlib")]
    assert [each.partition(";")[2].replace("'", '"').strip() for each in needed] == [
        'extra == "charts"'
    ]
    program = (
        "import sys\nfrom passel.cli.base import run\n"
        "assert run(['chart', 'turn', '--json']) == 0\nsys.exit('matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0


def test_in_french_a_narrow_space_stands_before_every_colon(passel: Any) -> None:
    """In lists that are put together as well; the command's own words begin with --."""
    for words in (("chart",), ("rules", "two-dice-pig")):
        code, out, _ = passel(*words, "--lang", "fr")
        assert code == 0
        assert re.findall(r"(?<![\u202f\d])[:;](?!\d)", out) == []

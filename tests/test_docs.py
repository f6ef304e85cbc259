"""The documentation is true: it runs, and it names everything that there is."""

from __future__ import annotations

import doctest
import io
import re
from pathlib import Path

import pages
import pytest

from passel.cli.base import run
from passel.dice import Seeded, text
from passel.options import OPTIONS
from passel.variants import VARIANTS

ROOT = Path(__file__).parent.parent
PAGES = sorted(ROOT.glob("docs/**/*.md"))


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)
def test_examples_in_the_documentation_run(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False)
    assert not failed


@pytest.mark.parametrize("name", pages.PAGES)
def test_a_page_made_from_the_code_is_as_the_code_says(name: str) -> None:
    committed = (ROOT / "docs" / name).read_text("utf-8")
    assert committed == pages.PAGES[name](), "run: python tools/pages.py"


def test_every_source_of_a_rule_is_described() -> None:
    described = re.findall(r"^\| ([a-z0-9-]+) \|", (ROOT / "docs/sources.md").read_text(), re.M)
    used = {source for variant in VARIANTS.values() for source in variant.sources}
    used |= {source for option in OPTIONS for _, source in option.sources}
    assert used == set(described) - {"id"}


def test_the_map_names_every_room_of_the_house() -> None:
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    rooms = [path for path in (ROOT / "src/passel").iterdir() if path.name[0] not in "_."]
    missing = [
        room.name
        for room in rooms
        if (room.suffix == ".py" and f"\n  {room.name} " not in text)
        or (room.is_dir() and f"\n  {room.name}/ " not in text)
    ]
    assert not missing


def test_every_test_that_the_documentation_names_is_there() -> None:
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"def (test_\w+)", tests))
    for page in PAGES:
        named = set(re.findall(r"`(test_\w+)`", page.read_text("utf-8")))
        assert named - there == set(), page.name
    assert len(re.findall(r"`test_\w+`", (ROOT / "docs/explain/security.md").read_text())) > 40


def test_links_between_pages_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_dice_throw_what_the_notation_page_says() -> None:
    page = (ROOT / "docs/notation.md").read_text("utf-8")
    rows = re.findall(
        r"^\| (.*?)\| (.*?)\| (?:(\d+) )?(die|dice|coin|pigs) \| (.*) \|$", page, re.M
    )
    assert len(rows) == 10
    for game, seats, count, kind, throws in rows[1:]:
        dice = Seeded("passel", game.strip(), [seat for seat in seats.strip().split(", ") if seat])
        kind = {"dice": "die", "pigs": "pig"}.get(kind, kind)
        for throw in throws.split():
            assert text(dice.throw(kind, int(count or 1))) == throw


def test_the_game_in_the_readme_is_played_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PASSEL_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("\nr\nh\n"))
    run(
        [
            "play",
            "pig",
            "--player",
            "Ana",
            "--player",
            "Ben=hold-at-20",
            "--seed",
            "1",
            "--lang",
            "en",
        ]
    )
    played = capsys.readouterr().out.splitlines()
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = readme[readme.index("Ana’s turn.") :].split("\n```")[0].splitlines()
    begun = played.index(shown[0])
    told = [line for line in played[begun:] if not line.startswith("This is your first game.")]
    assert told[: len(shown)] == shown

"""docs/explain/gallery.md: every picture is there, and every sentence is what its command says."""

from __future__ import annotations

import re
from pathlib import Path

import gallery
import pytest

from passel.charts import CHARTS
from passel.cli.base import run


def test_the_gallery_shows_every_chart() -> None:
    assert {command[1] for command in gallery.commands()} == set(CHARTS)
    assert {command[0] for command in gallery.commands()} == {"chart"}


def quoted() -> list[tuple[list[str], str]]:
    """The commands that are followed by their sentence."""
    page = gallery.PAGE.read_text("utf-8")
    found = re.findall(r"^```\n(passel chart .*)\n```\n\n((?:> .*\n)+)", page, re.M)
    return [(line.split()[1:], sentence.replace("> ", "")) for line, sentence in found]


@pytest.mark.parametrize(("command", "sentence"), quoted(), ids=lambda each: str(each[1])[:9])
def test_a_sentence_of_the_gallery_is_what_its_command_prints(
    command: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    (tmp_path / "game.pig").write_text(gallery.record(), "utf-8")
    assert run(command) == 0
    printed = capsys.readouterr().out
    assert printed.split(". ", 1)[1].split() == sentence.split()


def test_all_but_the_measured_are_quoted() -> None:
    assert {command[1] for command, _ in quoted()} == set(CHARTS) - {"growth"}

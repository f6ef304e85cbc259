"""Every number of docs/explain/results.md is what the command beside it prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from passel.cli.base import run

PAGE = Path(__file__).parents[2] / "docs" / "explain" / "results.md"


def rows() -> list[list[str]]:
    lines = PAGE.read_text("utf-8").splitlines()
    cells = [[c.strip(" `") for c in line.strip("|").split("|")] for line in lines if "|" in line]
    return [row for row in cells if len(row) == 4 and row[0] != "what" and "---" not in row[0]]


PRINTED: dict[str, Any] = {}


def printed(command: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """What a command prints; each is run once."""
    if command not in PRINTED:
        assert run([*command.split(), "--json"]) == 0
        PRINTED[command] = json.loads(capsys.readouterr().out)
    return PRINTED[command]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_the_number_is_printed(
    row: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    what, command, key, number = row
    cache_folder = tmp_path_factory.getbasetemp() / "results"
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache_folder))
    found = printed(command, capsys)
    for part in key.split("."):
        found = found[int(part) if part.isdecimal() else part]
    places = len(number.partition(".")[2])
    assert found == pytest.approx(float(number), abs=0.51 * 10.0**-places, rel=0), what
    assert "exploit" not in command or f"{found:.4f}" == number

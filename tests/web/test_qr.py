"""What a camera reads in the codes of the page and of the terminal."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
import zxingcpp
from hosts import STATIC
from node import node

from passel.cli.qr import terminal

TEXTS = [
    "http://192.168.178.20:7447/",
    "https://pigs.example/#/room/ia4xq2v7c5bmd3ktoe6rwy7u2q",
    "https://pigs.example/#/seat/ia4xq2v7c5bmd3ktoe6rwy7u2q/0123456789abcdef0123456789abcdef",
    "http://[fd00::1:2]:7447/",
    "Świnki à deux",
]


def read(dark: list[list[int]]) -> str:
    """What a reader of codes sees in a picture of these modules, three dots wide each."""
    dots = b"".join(bytes(0 if each else 255 for each in row for _ in "123") * 3 for row in dark)
    width, height = 3 * len(dark[0]), 3 * len(dark)
    found = zxingcpp.read_barcodes(memoryview(dots).cast("B", shape=[height, width]))
    assert [str(each.format) for each in found] == ["QR Code"]
    text: str = found[0].text
    return text


def light_around(dark: list[list[int]]) -> int:
    """How many modules around the code are light on every side."""
    columns = [any(row[place] for row in dark) for place in range(len(dark[0]))]
    rows = [any(row) for row in dark]
    return min(side.index(True) for side in (columns, columns[::-1], rows, rows[::-1]))


@pytest.mark.parametrize("text", TEXTS)
def test_the_page_draws_the_code_of_a_text(text: str) -> None:
    runner = node()
    assert runner
    script = f"""
      import {{ qr }} from "{(STATIC / "app/qr.js").as_uri()}";
      console.log(JSON.stringify(qr({json.dumps(text)})));
    """
    ran = subprocess.run(
        [runner, "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    drawn = json.loads(ran.stdout)
    size = drawn["size"]
    dark = [[0] * size for _ in range(size)]
    for x, y, run, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", drawn["path"]):
        assert run == back
        for place in range(int(run)):
            dark[int(y)][int(x) + place] = 1
    assert read(dark) == text
    assert light_around(dark) == 4  # ISO/IEC 18004, 5.3.8


@pytest.mark.parametrize("text", TEXTS)
def test_the_terminal_shows_the_code_of_a_text(text: str) -> None:
    """Two modules in a character, black on white whatever the terminal's colours are."""
    dark: list[list[int]] = []
    for line in terminal(text):
        shown = re.fullmatch(r"\x1b\[30;107m([ ▀▄█]+)\x1b\[0m", line)
        assert shown
        dark.append([int(each in "▀█") for each in shown[1]])
        dark.append([int(each in "▄█") for each in shown[1]])
    assert read(dark) == text
    assert light_around(dark) == 4

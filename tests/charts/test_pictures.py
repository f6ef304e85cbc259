"""Pictures: what is written in them, in which language, how they look without colours."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from ordered import SVG, labels, numbers, svg, tree

from passel.charts import CHARTS, Order, picture, sheet
from passel.charts.sheet import DASHES, MARKERS, PAPER, PENCIL, SEATS, SHADES
from passel.exact.solve import solve
from passel.notation import parse_record
from passel.variants import rules
from passel.words import LANGUAGES, Words

STATIC = Path(sheet.__file__).parents[1] / "web/static"

PICTURES = (
    ("hold", "pig"),
    ("turn", "two-dice-pig"),
    ("turn", "big-pig"),
    ("cost", "pig,target=30"),
    ("cost", "hog,max_dice=3,target=20"),
    ("game", "pig"),
    ("first", "pig,target=40"),
    ("first", "hog,max_dice=3,target=20"),
    ("growth", "pig"),
)
AXES = {
    "hold": ("chart.own-score", "chart.other-score", "chart.turn-total", "chart.hold.map"),
    "turn": ("chart.turn.points", "chart.chance"),
    "cost": ("chart.cost.axis",),
    "game": ("chart.game.moves", "chart.game.wins", "chart.game.turns", "chart.game.lost"),
    "first": ("chart.target", "chart.first.axis", "chart.first.at-once"),
    "growth": ("chart.target", "chart.growth.dice", "chart.growth.seconds"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "text"), PICTURES)
def test_a_picture_is_labelled_in_its_language(name: str, text: str, lang: str) -> None:
    words = Words(lang)
    written = labels(svg(name, lang, text))
    for key in AXES[name]:
        assert words.say(key) in written, key
    for other in LANGUAGES:
        for key in AXES[name]:
            said = Words(other).say(key)
            assert said not in written or said in {words.say(each) for each in AXES[name]}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CHARTS)
def test_a_picture_has_its_sentence_for_who_cannot_see_it(name: str, lang: str) -> None:
    text = "pig,target=30" if name == "cost" else "pig"
    root = tree(svg(name, lang, text))
    words = Words(lang)
    title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img"
    assert title is not None
    assert told is not None
    assert (title.get("id"), told.get("id")) == (
        root.get("aria-labelledby"),
        root.get("aria-describedby"),
    )
    assert words.say(f"chart.{name}.title") in (title.text or "")
    assert told.text == CHARTS[name].module.told(numbers(name, text), words)
    assert set((told.text or "").split()) <= set(" ".join(labels(svg(name, lang, text))).split())


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert "62.5%" in labels(svg("turn", "en"))
    assert "62,5\u202f%" in labels(svg("turn", "fr"))
    assert "62,5%" in labels(svg("turn", "pl"))
    assert "1,000" in labels(svg("growth", "en"))
    assert "1\u202f000" in labels(svg("growth", "fr"))
    assert "1000" in labels(svg("growth", "pl"))


def test_marks_of_an_axis_are_not_rounded() -> None:
    """2.5 is not written as 2."""
    assert [sheet.digits(value) for value in (0.0, 2.0, 2.5, 0.25, 1e-4, 0.1 + 0.2)] == [
        *(0, 0, 1, 2, 4, 1),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "text"), PICTURES)
def test_no_text_leaves_the_sheet_or_covers_another(name: str, text: str, lang: str) -> None:
    with sheet.style():
        figure = CHARTS[name].module.draw(numbers(name, text), Words(lang)).figure
        FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]
        boxes = [(each.get_text(), each.get_window_extent()) for each in set(written_on(figure))]
    assert len(boxes) > 8
    for said, box in boxes:
        assert 0 <= box.x0 <= box.x1 <= figure.bbox.x1, said
        assert 0 <= box.y0 <= box.y1 <= figure.bbox.y1, said
    for (one, first), (other, second) in combinations(boxes, 2):
        wide = min(first.x1, second.x1) - max(first.x0, second.x0)
        high = min(first.y1, second.y1) - max(first.y0, second.y0)
        assert min(wide, high) <= 1.0, (one, other)


def written_on(figure: Figure) -> Iterator[Text]:
    """Every text of a figure that is shown."""
    yield from figure.texts
    for axes in figure.axes:
        yield from axes.texts
        legend = axes.get_legend()
        if legend:
            yield from legend.get_texts()
        if not axes.axison:
            continue
        yield from (axes.xaxis.label, axes.yaxis.label)
        yield from (each for each in axes.findobj(Text) if each in axes.get_children())
        for axis in (axes.xaxis, axes.yaxis):
            low, high = axis.get_view_interval()
            for tick in axis.get_major_ticks():
                if low <= tick.get_loc() <= high and tick.label1.get_text():
                    yield tick.label1


def test_the_same_picture_is_the_same_file() -> None:
    """In another process, too, and with another hash of strings."""
    program = (
        "import sys\n"
        "from passel.charts import CHARTS, Order, picture\n"
        "from passel.variants import rules\n"
        "from passel.words import Words\n"
        "chart = CHARTS['turn']\n"
        "found = chart.numbers(Order(rules('pig')))\n"
        "for kind in ('svg', 'png'):\n"
        "    sys.stdout.buffer.write(picture(chart, found, Words('pl'), kind))\n"
    )
    done = [
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    here = b"".join(
        picture(CHARTS["turn"], numbers("turn"), Words("pl"), kind) for kind in ("svg", "png")
    )
    assert done == [here, here]


def test_a_png_has_two_pixels_for_each_of_the_svg() -> None:
    data = picture(CHARTS["turn"], numbers("turn"), Words("en"), "png")
    width = int.from_bytes(data[16:20], "big")
    root = tree(svg("turn", "en"))
    assert data.startswith(b"\x89PNG")
    assert width == 2 * 96 * sheet.WIDTH
    assert float(str(root.get("width")).removesuffix("pt")) == 72 * sheet.WIDTH


def test_names_are_text_and_nothing_else() -> None:
    written = labels(svg("game", "en"))
    assert {"Ana $5 $6 & <b>", "Zażółć"} <= set(written)


def test_a_long_name_is_cut() -> None:
    text = f'[Rules "pig"]\n[Seat 1 "{"W" * 500}"]\n[Seat 2 "Bo"]\n1: 3 hold\n'
    order = Order(rules("pig"), record=parse_record(text), find=solve)
    chart = CHARTS["game"]
    data = picture(chart, chart.numbers(order), Words("en"), "svg")
    assert max(map(len, labels(data))) < 120


def test_a_game_that_has_not_begun_can_be_drawn() -> None:
    order = Order(rules("pig"), record=parse_record('[Rules "pig"][Seats "2"]'), find=solve)
    chart = CHARTS["game"]
    assert picture(chart, chart.numbers(order), Words("en"), "svg").startswith(b"<?xml")


def test_what_is_at_risk_is_hatched_as_on_the_page() -> None:
    """The page's gradient runs at 115 degrees: lines lean 25 from upright, every 7 pixels."""
    css = (STATIC / "app/table.css").read_text("utf-8")
    angle, period = map(
        float, re.findall(r"repeating-linear-gradient\((\d+)deg,.*? (\d+)px\)", css)[0]
    )
    clipped = [
        path
        for path in tree(svg("hold", "en")).iter(f"{SVG}path")
        if path.get("clip-path") and "M" in str(path.get("d"))[1:] and "z" not in str(path.get("d"))
    ]
    assert clipped
    for path in clipped:
        points = [
            (float(x), float(y))
            for x, y in re.findall(r"[ML] (-?[\d.]+) (-?[\d.]+)", str(path.get("d")))
        ]
        lines = list(zip(points[::2], points[1::2], strict=True))[20:23]
        leans = [math.degrees(math.atan2(b[0] - a[0], a[1] - b[1])) for a, b in lines]
        assert leans == pytest.approx([angle - 90] * 3, abs=0.1)
        # The feet of two lines, along the normal, in pixels of 3/4 points.
        a, b = lines[0][1], lines[1][1]
        at_same_height = b[0] - a[0] + (a[1] - b[1]) * -math.tan(math.radians(angle - 90))
        apart = abs(at_same_height) * math.cos(math.radians(angle - 90)) / 0.75
        assert apart == pytest.approx(period, abs=0.05)


def lightness(linear: tuple[float, float, float]) -> float:
    """L* of a colour in linear sRGB: CIE 1976."""
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def linear(colour: str) -> tuple[float, float, float]:
    """A colour of a sheet in linear sRGB."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


DEFICIENCIES = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira and Fernandes, IEEE TVCG 15(6), 2009, severity 1."""


def seen(colour: str, deficiency: str) -> float:
    """How light a colour looks to an eye."""
    parts = linear(colour)
    rows = DEFICIENCIES[deficiency]
    red, green, blue = (
        max(0.0, sum(a * b for a, b in zip(row, parts, strict=True))) for row in rows
    )
    return lightness((red, green, blue))


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_players_differ_in_lightness_to_every_eye(deficiency: str) -> None:
    for one, other in combinations(SEATS[:2], 2):
        assert abs(seen(one, deficiency) - seen(other, deficiency)) >= 12
    assert len(set(DASHES[:2])) == len(set(MARKERS[:2])) == 2


def test_shades_are_steps_that_a_grey_printer_shows() -> None:
    steps = [seen(shade, "none") for shade in SHADES]
    assert all(a - b >= 8 for a, b in pairwise(steps))


def test_letters_have_the_contrast_that_small_text_needs() -> None:
    """WCAG 2.2, 1.4.3: 4.5 to 1."""

    def luminance(colour: str) -> float:
        red, green, blue = linear(colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for ink in (PENCIL, sheet.INK):
        assert (luminance(PAPER) + 0.05) / (luminance(ink) + 0.05) >= 4.5


def test_the_sheet_has_the_colours_of_the_page() -> None:
    css = (STATIC / "app/paper.css").read_text("utf-8")
    light = css.split("@media")[0]
    for name, colour in (("sheet", PAPER), ("ink", sheet.INK), ("pencil", PENCIL)):
        assert f"--{name}: {colour};" in light

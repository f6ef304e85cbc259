"""The sheet of paper that charts are drawn on: its colours, its hatching, its files.

As on the page, ink and pencil draw everything, colour is only ever a seat's, and one hatching
means "at risk". It knows no games.
"""

from __future__ import annotations

import io
import logging
import math
import textwrap
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

import matplotlib
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.ticker import FuncFormatter, MaxNLocator

from passel.words import Words

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

PAPER = "#fffdf8"
INK = "#2a2320"
PENCIL = "#6a5f57"
RULE = "#e6dccb"
SHADES = ("#efe6d6", "#d9ccb8", "#bfb09c", "#a19282", "#80726a", "#5c504a", "#372e2a")
"""From paper to ink, in steps of lightness that a grey printer shows."""

SEATS = ("#d5543f", "#0b4f4a", "#8185dd", "#6e4700")
"""The page's first four, lightened and darkened until they differ in grey as well."""

DASHES: tuple[tuple[float, tuple[float, ...] | None], ...] = (
    (0, None),
    (0, (5, 2)),
    (0, (1.2, 1.6)),
    (0, (7, 2, 1.2, 2)),
)
"""How lines differ besides their colours."""

MARKERS = ("o", "s", "D", "^")
"""The shapes that the page gives the first four players."""

WIDTH = 7.5
"""Inches; 720 pixels of a screen."""

MARGIN = 0.25
LINE = 0.185
NORMAL, SMALL, LARGE = 10.5, 9.5, 15.0
"""Sizes of type in points; a point is 4/3 pixels."""

NOTE_COLUMNS = 100

_STYLE: dict[str, Any] = {
    "font.family": ["DejaVu Sans", "Verdana", "sans-serif"],  # the first comes with matplotlib
    "font.size": NORMAL,
    "text.parse_math": False,  # a dollar in a name is a dollar
    "text.color": INK,
    "axes.edgecolor": PENCIL,
    "axes.labelcolor": INK,
    "axes.facecolor": PAPER,
    "axes.grid": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "axes.titlesize": NORMAL,
    "axes.titlelocation": "left",
    "xtick.color": PENCIL,
    "ytick.color": PENCIL,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "grid.color": RULE,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "legend.fontsize": SMALL,
    "lines.linewidth": 1.8,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "none",  # letters stay letters: searched, selected, read aloud
    "svg.hashsalt": "passel",  # the same picture is the same file
    "path.simplify": False,
}


@contextmanager
def style() -> Iterator[None]:
    """Draw and save as this module says, whatever the user's own settings are."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)  # type: ignore[arg-type]
        # A name may have letters that the font lacks: a PNG shows boxes, an SVG the reader's font.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


class Sheet:
    """A picture with its title, its subtitle and the note under it.

    Args:
        title: What it shows.
        subtitle: Of which game and policy.
        note: The sentence that tells it; also the text in place of the picture.
        height: Inches between the title and the note.
    """

    def __init__(self, title: str, subtitle: str, note: str, height: float) -> None:
        lines = textwrap.wrap(note, NOTE_COLUMNS)
        self._below = MARGIN + LINE * len(lines)
        self.height = height + 0.95 + self._below
        self.title = f"{title}. {subtitle}"
        self.note = note
        self.figure = Figure(figsize=(WIDTH, self.height))
        self._text(title, MARGIN, 0.42, size=LARGE, weight="bold")
        self._text(subtitle, MARGIN, 0.68, color=PENCIL)
        for place, line in enumerate(lines):
            top = self.height - self._below + LINE * place + 0.08
            self._text(line, MARGIN, top, size=SMALL, color=PENCIL)

    def _text(self, text: str, left: float, top: float, **how: Any) -> None:
        y = 1 - top / self.height
        self.figure.text(left / WIDTH, y, text, va="baseline", ha="left", **how)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Axes at so many inches from the left and from under the title."""
        bottom = self.height - 0.95 - top - height
        box = (left / WIDTH, bottom / self.height, width / WIDTH, height / self.height)
        return self.figure.add_axes(box)

    def svg(self) -> bytes:
        """The picture as SVG, its title and note as the text in its place."""
        out = io.StringIO()
        self.figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        text = out.getvalue()
        head, tag, rest = text.partition("<svg ")
        attributes, end, body = rest.partition(">")
        names = (
            f'\n <title id="title">{escape(self.title)}</title>'
            f'\n <desc id="desc">{escape(self.note)}</desc>'
        )
        role = ' role="img" aria-labelledby="title" aria-describedby="desc"'
        return f"{head}{tag}{attributes}{role}{end}{names}{body}".encode()

    def png(self) -> bytes:
        """The picture as PNG, two pixels for each of the SVG's."""
        out = io.BytesIO()
        metadata = {"Software": None, "Title": self.title, "Description": self.note}
        self.figure.savefig(out, format="png", dpi=192, metadata=metadata)
        return out.getvalue()


NOTHING = Path([(0.0, 0.0)], [Path.MOVETO])
"""A path that no box is in."""


def rectangles(boxes: Iterable[tuple[float, float, float, float]]) -> Path:
    """One path of boxes (left, bottom, right, top) in data coordinates."""
    corners: list[tuple[float, float]] = []
    codes: list[Any] = []
    for left, bottom, right, top in boxes:
        corners += [(left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)]
        codes += [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    return Path(corners, codes) if corners else NOTHING


def fill(axes: Axes, path: Path, colour: str, **how: object) -> None:
    """Fill a path in data coordinates."""
    axes.add_patch(PathPatch(path, **{"facecolor": colour, "edgecolor": "none", **how}))


def hatch(axes: Axes, path: Path, colour: str = PENCIL, width: float = 1.3) -> None:
    """Hatch a path in data coordinates: its points are at risk.

    As on the page: a line every 7 pixels, 25 degrees from upright, whatever the axes' scales.

    Args:
        axes: Their limits are set.
        path: What is hatched.
        colour: Of the lines.
        width: Of a line, in points; the page's bars have 3 pixels.
    """
    if path is NOTHING:
        return
    figure = axes.figure
    assert isinstance(figure, Figure)
    broad, high = figure.get_size_inches()
    step = 7 / 96 / math.cos(math.radians(25))
    lean = high * math.tan(math.radians(25))
    ends: list[tuple[float, float]] = []
    for number in range(int((broad + lean) / step) + 1):
        foot = number * step - lean
        ends += [(foot, 0.0), (foot + lean, high)]
    lines = PathPatch(
        Path(ends, [Path.MOVETO, Path.LINETO] * (len(ends) // 2)),
        transform=figure.dpi_scale_trans,
        fill=False,
        edgecolor=colour,
        linewidth=width,
    )
    axes.add_artist(lines)
    lines.set_clip_path(path, axes.transData)


def swatch(axes: Axes, box: tuple[float, float, float, float], colour: str | None) -> None:
    """A small box of a legend that is made by hand: filled, or hatched where there is no colour."""
    path = rectangles([box])
    if colour is None:
        hatch(axes, path)
    else:
        fill(axes, path, colour)
    fill(axes, path, "none", edgecolor=PENCIL, linewidth=0.8)


def legend(axes: Axes, handles: Sequence[Artist], labels: Sequence[str], columns: int) -> None:
    """A legend above the axes, from their left."""
    axes.legend(
        handles,
        labels,
        loc="lower left",
        bbox_to_anchor=(-0.01, 1.0),
        ncols=columns,
        borderaxespad=0.2,
        handlelength=3.4,
        columnspacing=1.6,
    )


def legend_row(axes: Axes, entries: Sequence[tuple[str | None, str]]) -> None:
    """A legend of boxes in one row that fills axes of its own.

    Args:
        axes: As high as a line.
        entries: The colour of each box, None for a hatched one; and what it means.
    """
    axes.axis("off")
    width, height = (float(size) for size in axes.figure.get_size_inches())  # type: ignore[union-attr]
    box = axes.get_position()
    broad, high = box.width * width, box.height * height
    axes.set_xlim(0.0, broad)
    axes.set_ylim(0.0, high)
    left = 0.0
    for colour, label in entries:
        swatch(axes, (left, 0.03, left + 0.34, high - 0.03), colour)
        text = axes.text(left + 0.44, high / 2, label, fontsize=SMALL, va="center")
        left += 0.44 + text.get_window_extent().width / axes.figure.dpi + 0.3


def whole(most: int = 9) -> MaxNLocator:
    """Marks of an axis at whole numbers alone, not many more than `most`."""
    return MaxNLocator(most, integer=True, steps=[1, 2, 5, 10])


def numbers(words: Words) -> FuncFormatter:
    """Marks of an axis as the language writes numbers, each with the digits that it needs."""
    return FuncFormatter(lambda value, _: words.number(value, digits(value)))


def percents(words: Words) -> FuncFormatter:
    """Marks of an axis from 0 to 1 in percent."""
    return FuncFormatter(lambda value, _: words.percent(value, digits(100 * value)))


def digits(value: float) -> int:
    """How many digits a number needs after the decimal sign, 6 at most."""
    return next((count for count in range(6) if abs(value - round(value, count)) < 1e-9), 6)


def shortened(text: str, most: int = 28) -> str:
    """A text that is not longer than so many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def powers() -> FuncFormatter:
    """Marks of a logarithmic axis of large counts: 10³."""
    raised = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
    return FuncFormatter(lambda value, _: "10" + str(round(math.log10(value))).translate(raised))

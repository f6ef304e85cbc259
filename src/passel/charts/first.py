"""What it is worth to play first, by target and by how the game ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from passel import variants
from passel.charts import ChartError, Order
from passel.errors import RulesError
from passel.exact.advise import is_exact
from passel.exact.solve import Solution
from passel.options import OPTIONS
from passel.rules import Rules
from passel.words import Words
from passel.words.telling import title

if TYPE_CHECKING:
    from passel.charts.sheet import Sheet

AT_ONCE, SHARED, PLAYOFF = "at-once", "full-round", "full-round,tie=playoff"
ENDINGS = (AT_ONCE, SHARED, PLAYOFF)
"""As they are written after `end=`."""

STEPS = 20
"""So many targets, up to that of the rules."""

SAME = 1e-9
"""Curves that differ by no more are drawn as one."""


class Row(NamedTuple):
    """Two players who play the best.

    Args:
        end: One of `ENDINGS`.
        target: Of the game.
        first: The win probability of the player who plays first.
    """

    end: str
    target: int
    first: float


class Numbers(NamedTuple):
    """The first player's chances.

    Args:
        rules: As text, with the highest target.
        rows: By ending, then by target.
    """

    rules: str
    rows: tuple[Row, ...]

    def of(self, end: str) -> list[Row]:
        """The rows of one ending."""
        return [row for row in self.rows if row.end == end]


def numbers(order: Order) -> Numbers:
    """Solve the game for each target and each ending that the rules can have."""
    rules = order.rules
    if rules.target is None or not is_exact(rules, 2):
        raise ChartError("chart-does-not-fit", name="first", id=variants.name(rules))
    steps = min(STEPS, rules.target)
    targets = sorted({round(rules.target * step / steps) for step in range(1, steps + 1)})
    rows = []
    for place, end in enumerate(ENDINGS):
        for target in targets:
            order.watch((place + (target / rules.target) ** 2) / len(ENDINGS))
            changed = _ending(replace(rules, target=target), end)
            if changed is not None:
                rows.append(Row(end, target, Solution(changed).first_player))
    return Numbers(variants.name(rules), tuple(rows))


def _ending(rules: Rules, end: str) -> Rules | None:
    """These rules with another ending, or None where they can't have it."""
    changed = rules
    for option in OPTIONS:
        value = _OPTIONS[end].get(option.name)
        try:
            changed = option.write(changed, value) if value else changed
        except RulesError:
            return None
    return changed


def told(found: Numbers, words: Words) -> str:
    """The picture in a sentence."""
    target = found.rows[-1].target
    at_once = found.of(AT_ONCE)
    full = found.of(SHARED)
    if not at_once or not full:
        return words.say(
            "chart.first.told-one", target=target, share=words.percent(found.rows[-1].first, 2)
        )
    return words.say(
        "chart.first.told",
        target=target,
        first=words.percent(at_once[-1].first, 2),
        second=words.percent(full[-1].first, 2),
    )


def draw(found: Numbers, words: Words) -> Sheet:
    """A line for each ending that differs from the others."""
    from passel.charts import sheet as paper

    rules = variants.rules(found.rules)
    drawn = paper.Sheet(
        words.say("chart.first.title"), title(rules, words), told(found, words), 4.5
    )
    lines: list[list[Row]] = []
    for end in ENDINGS:
        rows = found.of(end)
        if rows and not any(_same(rows, drawn) for drawn in lines):
            lines.append(rows)
    top = 0.1 + 0.22 * len(lines)
    axes = drawn.axes(0.9, top, 6.35, 3.9 - top)
    shades = (paper.INK, paper.PENCIL, paper.SHADES[3])
    labels = []
    for place, rows in enumerate(lines):
        end = rows[0].end
        merged = end == SHARED and found.of(PLAYOFF) and _same(found.of(PLAYOFF), rows)
        labels.append(words.say(f"chart.first.{'any-tie' if merged else _KEYS[end]}"))
        axes.plot(
            [row.target for row in rows],
            [row.first for row in rows],
            color=shades[place],
            linestyle=paper.DASHES[place],
            marker=paper.MARKERS[place],
            markersize=5,
        )
    paper.legend(axes, axes.get_lines(), labels, columns=1)
    axes.axhline(0.5, color=paper.PENCIL, linewidth=0.9)
    axes.set_xlim(0, found.rows[-1].target * 1.03)
    axes.xaxis.set_major_formatter(paper.numbers(words))
    axes.yaxis.set_major_formatter(paper.percents(words))
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    axes.set_xlabel(words.say("chart.target"))
    axes.set_ylabel(words.say("chart.first.axis"))
    return drawn


_OPTIONS = {
    AT_ONCE: {"end": "at-once", "tie": "shared"},
    SHARED: {"end": "full-round", "tie": "shared"},
    PLAYOFF: {"end": "full-round", "tie": "playoff"},
}
_KEYS = {AT_ONCE: "at-once", SHARED: "shared", PLAYOFF: "playoff"}


def _same(some: list[Row], others: list[Row]) -> bool:
    pairs = zip(some, others, strict=True)
    return all(abs(one.first - other.first) <= SAME for one, other in pairs)

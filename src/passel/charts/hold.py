"""Where to roll and where to hold, over both scores and the turn total.

The well-known surface of Neller and Presser, Optimal Play of the Dice Game Pig, 2004, laid flat:
a map of the turn total from which a policy holds, and cuts through it at some scores of the other
player, which show the places where it rolls again at a higher turn total.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from passel import variants
from passel.bots import named
from passel.charts import ChartError, Order
from passel.exact.cells import Phase
from passel.exact.solve import EQUAL
from passel.game import HOLD, State
from passel.policy import weights
from passel.words import Words
from passel.words.telling import title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

    from passel.charts.sheet import Sheet

MOST = 200
"""The highest target that is drawn: a map of more scores than pixels shows nothing."""

CUTS = 3


class Row(NamedTuple):
    """What a policy does with two scores, seat 1 in its first turn of a round.

    Args:
        own: The score of the player to move.
        other: The other's.
        hold_from: The lowest turn total from 1 on at which it holds; None: it rolls until
            holding reaches the target.
        rolls: The turn totals below the target at which it rolls, from 0, as ranges (first,
            last); several where it holds in between.
    """

    own: int
    other: int
    hold_from: int | None
    rolls: tuple[tuple[int, int], ...]


class Numbers(NamedTuple):
    """What a policy does everywhere.

    Args:
        rules: As text.
        policy: By its name.
        target: Of the game.
        against: The other player's scores of the cuts.
        rows: One for each pair of scores, by own score, then the other's.
    """

    rules: str
    policy: str
    target: int
    against: tuple[int, ...]
    rows: tuple[Row, ...]

    def at(self, own: int, other: int) -> Row:
        """The row of two scores."""
        return self.rows[own * self.target + other]


def numbers(order: Order) -> Numbers:
    """Ask a policy, the best one where none is named, about every pair of scores."""
    rules, policy = order.rules, order.policy or "optimal"
    target = rules.target
    if rules.turn != "solo" or target is None or target > MOST:
        raise ChartError("chart-does-not-fit", name="hold", id=variants.name(rules))
    usual = sorted({0, (target - 1) // 2, target * 4 // 5})
    against = tuple(sorted(set(order.against))) or tuple(usual)
    if against[-1] >= target or len(against) > CUTS:
        raise ChartError("bad-cuts", most=CUTS, high=target - 1)
    asked = _best(order) if policy == "optimal" else _asked(order, policy)
    rows = []
    for own in range(target):
        for other in range(target):
            rolls = asked(own, other)
            held = [k for k, roll in enumerate(rolls) if k and not roll]
            rows.append(Row(own, other, held[0] if held else None, tuple(_ranges(rolls))))
    return Numbers(variants.name(rules), policy, target, against, tuple(rows))


Asked = Callable[[int, int], list[bool]]
"""Whether it rolls, by turn total from 0 to below the target, at an own score and the other's."""


def _best(order: Order) -> Asked:
    solution = order.find(order.rules)
    target = order.rules.target or 0

    def rolls(own: int, other: int) -> list[bool]:
        turn = solution.turn(Phase(), own, other)
        begins = not order.rules.pass_allowed or turn.must[0] >= turn.hold[0] - EQUAL
        later = [turn.hold[k] < turn.must[k] - EQUAL for k in range(1, target - own)]
        return [begins, *later]

    return rolls


def _asked(order: Order, name: str) -> Asked:
    rules = order.rules
    policy = named(name, rules, find=order.solved)

    def rolls(own: int, other: int) -> list[bool]:
        answers = [True]
        for k in range(0 if rules.pass_allowed else 1, (rules.target or 0) - own):
            answer = weights(policy, State(rules, (own, other), (1,), k), 1)
            answers[k:] = [2 * answer.get(HOLD, 0) < sum(answer.values())]
        return answers

    return rolls


def _ranges(rolls: Sequence[object]) -> list[tuple[int, int]]:
    """The places of what is true, as ranges (first, last)."""
    found: list[tuple[int, int]] = []
    for k, roll in enumerate(rolls):
        if roll and found and found[-1][1] == k - 1:
            found[-1] = (found[-1][0], k)
        elif roll:
            found.append((k, k))
    return found


def told(found: Numbers, words: Words) -> str:
    """The picture in a sentence."""
    held = [row.hold_from for row in found.rows if row.hold_from is not None]
    share = 1.0 - len(held) / len(found.rows)
    begin = found.at(0, 0).hold_from
    if begin is None:
        key = "chart.hold.told-race"
    else:
        key = "chart.hold.told-fixed" if set(held) == {begin} else "chart.hold.told"
    return words.say(
        key,
        policy=found.policy,
        begin=begin or found.target,
        lowest=min(held, default=found.target),
        highest=max(held, default=found.target),
        race=words.percent(share, 0),
    )


def draw(found: Numbers, words: Words) -> Sheet:
    """The map above, the cuts below; hatched is what stays at risk."""
    from passel.charts import sheet as paper

    rules = variants.rules(found.rules)
    drawn = paper.Sheet(
        words.say("chart.hold.title"),
        words.say("chart.of", game=title(rules, words), policy=paper.shortened(found.policy)),
        told(found, words),
        8.35,
    )
    _map(drawn.axes(0.8, 0.25, 4.4, 4.4), found, words)
    paper.legend_row(
        drawn.axes(0.8, 5.42, 6.45, 0.2),
        [
            (None, words.say("chart.hold.roll")),
            (paper.SHADES[1], words.say("chart.hold.hold")),
        ],
    )
    width = 6.45 / CUTS
    for place, other in enumerate(found.against):
        axes = drawn.axes(0.8 + place * width, 5.98, width - 0.2, 1.75)
        _cut(axes, found, other, words, first=place == 0)
    return drawn


def _highest(found: Numbers) -> float:
    """The turn total that the cuts reach: beyond it little happens."""
    held = [row.hold_from for row in found.rows if row.other in found.against]
    most = max((turn_total or 0 for turn_total in held), default=0)
    return min(found.target, max(1.3 * most, 0.3 * found.target))


def _map(axes: Axes, found: Numbers, words: Words) -> None:
    from passel.charts import sheet as paper

    target = found.target
    edge = 1.006 * target - 0.5  # the mark at the target is inside
    axes.set_xlim(-0.5, edge)
    axes.set_ylim(-0.5, edge)
    axes.set_title(words.say("chart.hold.map"), pad=8)
    bands = _bands([row.hold_from for row in found.rows if row.hold_from is not None])
    paper.hatch(axes, _area(found, None))
    shades = paper.SHADES[: len(bands)] if len(bands) > 4 else paper.SHADES[::2][: len(bands)]
    for band, shade in zip(bands, shades, strict=True):
        paper.fill(axes, _area(found, band), shade)
    for other in found.against:
        axes.axvline(other, color=paper.INK, linewidth=0.9, dashes=(2, 3), alpha=0.8)
    _again(axes, found)
    axes.set_xlabel(words.say("chart.other-score"))
    axes.set_ylabel(words.say("chart.own-score"))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(paper.whole())
        axis.set_major_formatter(paper.numbers(words))
    _explain(axes, bands, shades, words, again=any(_comes_back(row, target) for row in found.rows))


def _area(found: Numbers, band: tuple[int, int] | None) -> Path:
    """The pairs of scores at which it holds from a turn total in a band on, None: at the target."""
    from passel.charts import sheet as paper

    target = found.target
    over = target / 2000  # boxes overlap, so that no seam shows
    boxes = []
    for own in range(target):
        inside = [
            band is None if row.hold_from is None else band and band[0] <= row.hold_from <= band[1]
            for row in found.rows[own * target : (own + 1) * target]
        ]
        for first, last in _ranges(inside):
            boxes.append((first - 0.5, own - 0.5, last + 0.5 + over, own + 0.5 + over))
    return paper.rectangles(boxes)


def _bands(held: list[int]) -> list[tuple[int, int]]:
    """Ranges of turn totals that a person can tell apart, at most seven; the outer two are open."""
    if not held:
        return []
    lowest, highest = min(held), max(held)
    ordered = sorted(held)
    low, high = (ordered[int(part * (len(held) - 1))] for part in (0.04, 0.98))
    step = next(step for step in (1, 2, 5, 10, 20, 50) if high // step - low // step < 7)
    edges = range(low // step * step, high + 1, step)
    starts = [min(lowest, edges[0]), *edges[1:]]
    ends = [*(edge - 1 for edge in edges[1:]), max(highest, edges[-1] + step - 1)]
    return list(zip(starts, ends, strict=True))


def _comes_back(row: Row, target: int) -> bool:
    """Whether it rolls again at a higher turn total, holds again, and all below the target."""
    if row.hold_from is None:
        return False
    last = target - row.own - 1
    return any(begin > row.hold_from and end < last for begin, end in row.rolls)


def _again(axes: Axes, found: Numbers) -> None:
    from passel.charts import sheet as paper

    places = [row for row in found.rows if _comes_back(row, found.target)]
    if places:
        axes.plot(
            [row.other for row in places],
            [row.own for row in places],
            linestyle="none",
            marker="o",
            markersize=2.2,
            markerfacecolor=paper.PAPER,
            markeredgecolor=paper.INK,
            markeredgewidth=0.5,
        )


def _explain(
    axes: Axes, bands: list[tuple[int, int]], shades: tuple[str, ...], words: Words, again: bool
) -> None:
    """Boxes at the right of the map, from the highest turn totals down."""
    from matplotlib.lines import Line2D

    from passel.charts import sheet as paper

    figure = axes.figure
    box = axes.get_position()
    legend = figure.add_axes((box.x1 + 0.02, box.y0, 0.975 - box.x1 - 0.02, box.height))
    legend.axis("off")
    legend.set_xlim(0, 10)
    legend.set_ylim(0, 22)
    at = 20.3
    for line in wrap(words.say("chart.hold.holds-from"), 26):
        legend.text(0, at, line, fontsize=paper.SMALL, va="center")
        at -= 1.0
    at -= 0.2
    entries: list[tuple[str | None, str]] = [(None, words.say("chart.hold.race"))]
    for (low, high), shade in list(zip(bands, shades, strict=True))[::-1]:
        label = words.number(low) if low == high else f"{words.number(low)}–{words.number(high)}"
        entries.append((shade, label))
    for colour, label in entries:
        lines = wrap(label, 18)
        at -= 0.45 * (len(lines) - 1)
        paper.swatch(legend, (0, at - 0.55, 1.7, at + 0.55), colour)
        for place, line in enumerate(lines):
            shift = (len(lines) - 1) / 2 - place
            legend.text(2.2, at + shift * 0.95, line, fontsize=paper.SMALL, va="center")
        at -= 1.5 + 0.45 * (len(lines) - 1)
    if again:
        at -= 0.3
        mark = Line2D([0.85], [at], marker="o", markersize=4, color=paper.INK, linestyle="none")
        mark.set_markerfacecolor(paper.PAPER)
        legend.add_line(mark)
        for line in wrap(words.say("chart.hold.again"), 18):
            legend.text(2.2, at, line, fontsize=paper.SMALL, va="center")
            at -= 1.0


def _cut(axes: Axes, found: Numbers, other: int, words: Words, first: bool) -> None:
    from passel.charts import sheet as paper

    target = found.target
    axes.set_xlim(-0.5, target - 0.5)
    top = _highest(found)
    axes.set_ylim(0, top)
    over = target / 1000
    inside = [
        (own - 0.5, 0.0, own + 0.5 + over, min(target - own - 0.5, top)) for own in range(target)
    ]
    paper.fill(axes, paper.rectangles(inside), paper.SHADES[1])
    rolled = [
        (own - 0.5, max(begin - 0.5, 0.0), own + 0.5 + over, min(end + 0.5, top))
        for own in range(target)
        for begin, end in found.at(own, other).rolls
        if begin - 0.5 < top
    ]
    paper.fill(axes, paper.rectangles(rolled), paper.PAPER)
    paper.hatch(axes, paper.rectangles(rolled))
    steps = [(own + side, target - own - 0.5) for own in range(target) for side in (-0.5, 0.5)]
    axes.plot(*zip(*steps, strict=True), color=paper.INK, linewidth=1.0)
    axes.set_title(words.say("chart.hold.cut", score=other), fontsize=paper.SMALL, pad=6)
    axes.set_xlabel(words.say("chart.own-score"), fontsize=paper.SMALL)
    axes.xaxis.set_major_locator(paper.whole(5))
    axes.yaxis.set_major_locator(paper.whole(5))
    axes.xaxis.set_major_formatter(paper.numbers(words))
    if first:
        axes.set_ylabel(words.say("chart.turn-total"), fontsize=paper.SMALL)
        axes.yaxis.set_major_formatter(paper.numbers(words))
    else:
        axes.set_yticklabels([])

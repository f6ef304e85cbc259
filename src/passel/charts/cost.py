"""What a fixed hold value costs: how far each is below the best play, and which is the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from passel import variants
from passel.bots import BOTS, named
from passel.charts import ChartError, Order
from passel.exact.match import match
from passel.exact.solve import Solution
from passel.policy import steady
from passel.rules import Rules
from passel.words import Words
from passel.words.telling import title

if TYPE_CHECKING:
    from passel.charts.sheet import Sheet


class Row(NamedTuple):
    """A policy against the best.

    Args:
        policy: By its name.
        number: The number in the name, on the chart's axis; None: a policy without one.
        first: Its win probability when it plays first.
        second: When it plays second.
        cost: How far the mean of both is below one half, which the best has against itself.
    """

    policy: str
    number: int | None
    first: float
    second: float
    cost: float


class Numbers(NamedTuple):
    """Policies against the best, cheapest last where they have no number.

    Args:
        rules: As text.
        rows: Those with a number, ascending; then the others, the dearest first.
    """

    rules: str
    rows: tuple[Row, ...]

    @property
    def numbered(self) -> list[Row]:
        """The rows on the axis."""
        return [row for row in self.rows if row.number is not None]

    @property
    def best(self) -> Row:
        """The cheapest of them."""
        return min(self.numbered, key=lambda row: row.cost)


def numbers(order: Order) -> Numbers:
    """Hold values, or numbers of dice, around the one that gains the most a turn."""
    rules = order.rules
    if rules.target is None:
        raise ChartError("chart-does-not-fit", name="cost", id=variants.name(rules))
    if rules.max_dice is not None:
        names = [f"roll-{dice}" for dice in range(1, rules.max_dice + 1)]
    else:
        middle = steady(rules)
        last = min(2 * middle, rules.target)
        names = [f"hold-at-{points}" for points in range(max(1, min(middle // 2, last)), last + 1)]
    others = [
        bot.name
        for bot in BOTS
        if bot.needs_target and bot.fits(rules) and bot.number(bot.name) == 0
    ]
    solution = order.find(rules)
    rows = []
    for place, name in enumerate((*names, *others)):
        order.watch(place / len((*names, *others)))
        rows.append(against_best(name, rules, solution))
    count = len(names)
    rows[count:] = sorted(rows[count:], key=lambda row: -row.cost)
    return Numbers(variants.name(rules), tuple(rows))


def against_best(name: str, rules: Rules, solution: Solution) -> Row:
    """What a policy wins against the best, in both orders.

    Args:
        name: As `passel.bots.named`.
        rules: The game's rules.
        solution: Of these rules.
    """
    found = match(named(name, rules), solution, rules)
    number = name.rpartition("-")[2]
    return Row(
        name,
        int(number) if number.isdecimal() else None,
        found.a_first,
        1.0 - found.b_first,
        0.5 - found.mean_a,
    )


def told(found: Numbers, words: Words) -> str:
    """The picture in a sentence."""
    best = found.best
    return words.say(
        "chart.cost.told",
        policy=best.policy,
        first=words.percent(best.first, 2),
        second=words.percent(best.second, 2),
        cost=words.number(100 * best.cost, 2),
    )


def draw(found: Numbers, words: Words) -> Sheet:
    """A curve with a mark at each number; the best is filled and named."""
    from passel.charts import sheet as paper

    rules = variants.rules(found.rules)
    drawn = paper.Sheet(
        words.say("chart.cost.title-dice" if rules.max_dice else "chart.cost.title"),
        title(rules, words),
        told(found, words),
        4.4,
    )
    axes = drawn.axes(0.8, 0.3, 6.45, 3.5)
    rows = found.numbered
    xs = [row.number or 0 for row in rows]
    ys = [100 * row.cost for row in rows]
    axes.set_xlim(xs[0] - 0.7, xs[-1] + 0.7)
    axes.set_ylim(0.0, max(ys) * 1.06)
    axes.plot(xs, ys, color=paper.PENCIL, marker="o", markersize=4.5, markerfacecolor=paper.PAPER)
    best = found.best
    axes.plot(
        [best.number or 0],
        [100 * best.cost],
        linestyle="none",
        marker="o",
        markersize=8,
        color=paper.INK,
    )
    for row, dashes in zip(found.rows[len(rows) :], paper.DASHES[1:], strict=False):
        axes.axhline(100 * row.cost, color=paper.INK, linewidth=1.2, linestyle=dashes)
    labels = [
        words.say("chart.cost.named", policy=row.policy, cost=words.number(100 * row.cost, 2))
        for row in (best, *found.rows[len(rows) :])
    ]
    paper.legend(axes, axes.get_lines()[1:], labels, columns=3)
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(paper.whole())
    axes.xaxis.set_major_formatter(paper.numbers(words))
    axes.yaxis.set_major_formatter(paper.numbers(words))
    key = "dice" if rules.max_dice is not None else "points"
    axes.set_xlabel(words.say(f"chart.cost.{key}"))
    axes.set_ylabel(words.say("chart.cost.axis"))
    return drawn

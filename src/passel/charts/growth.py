"""How the work of solving grows with the target, the dice and the players.

Counts are exact. Times are measured when the numbers are found, on this machine, and the chart
says so; no two runs measure the same.
"""

from __future__ import annotations

from dataclasses import replace
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from passel import variants
from passel.charts import ChartError, Order
from passel.exact.advise import is_exact
from passel.exact.kernel import COMPILED
from passel.exact.solve import Solution
from passel.rules import chances
from passel.words import Words
from passel.words.telling import title

if TYPE_CHECKING:
    from passel.charts.sheet import Sheet

STARTS, THROWS, EFFECTS, SECONDS = "starts", "throws", "effects", "seconds"

SEATS = (1, 2, 3, 4)
TARGETS = (10, 20, 50, 100, 200, 500, 1000)

ENOUGH = 0.25
"""After a target that took so many seconds no larger one is tried."""

RUNS = 3
"""A time is the shortest of so many."""


class Row(NamedTuple):
    """One number.

    Args:
        what: `starts`: positions at which a turn can begin, each an unknown of the equation;
            `throws`: ways in which dice can fall, each die by itself; `effects`: what they can
            come to in Hog; `seconds`: of the processor, measured, for two players.
        seats: Of `starts` and `seconds`.
        target: Of `starts` and `seconds`.
        dice: Of `throws` and `effects`.
        value: The number.
    """

    what: str
    seats: int | None
    target: int | None
    dice: int | None
    value: float

    @property
    def x(self) -> int:
        """Where it stands on its axis."""
        return self.target or self.dice or 0


class Numbers(NamedTuple):
    """What grows.

    Args:
        rules: As text; they matter for `starts` and `seconds`.
        kernel: `compiled` or `interpreted`, for `seconds`.
        rows: All numbers.
    """

    rules: str
    kernel: str
    rows: tuple[Row, ...]

    def of(self, what: str, seats: int | None = None) -> list[Row]:
        """The rows of one curve."""
        return [row for row in self.rows if row.what == what and row.seats == seats]


def numbers(order: Order) -> Numbers:
    """Count, and measure."""
    rules = order.rules
    if rules.target is None or not is_exact(rules, 2):
        raise ChartError("chart-does-not-fit", name="growth", id=variants.name(rules))
    rows = []
    for seats in SEATS:
        for target in TARGETS:
            # Who moves first matters only where a round is played to its end.
            orders = 1 if rules.end == "at-once" else seats
            rows.append(Row(STARTS, seats, target, None, orders * target**seats))
    hog = variants.rules("hog")
    for dice in range(1, (hog.max_dice or 0) + 1):
        rows.append(Row(THROWS, None, None, dice, 6**dice))
        rows.append(Row(EFFECTS, None, None, dice, len(chances(hog, dice))))
    for target in TARGETS:
        shortest = min(_seconds(order, target) for _ in range(RUNS))
        rows.append(Row(SECONDS, 2, target, None, shortest))
        if shortest > ENOUGH:
            break
    return Numbers(variants.name(rules), "compiled" if COMPILED else "interpreted", tuple(rows))


def _seconds(order: Order, target: int) -> float:
    begun = process_time()
    Solution(replace(order.rules, target=target))
    return process_time() - begun


def told(found: Numbers, words: Words) -> str:
    """The picture in a sentence."""
    last = found.of(SECONDS, 2)[-1]
    return words.say(
        "chart.growth.told",
        two=round(next(row.value for row in found.of(STARTS, 2) if row.target == 100)),
        three=round(next(row.value for row in found.of(STARTS, 3) if row.target == 100)),
        target=last.target,
        seconds=words.number(last.value, 3),
        kernel=words.say(f"version.{found.kernel}"),
    )


def draw(found: Numbers, words: Words) -> Sheet:
    """Three panels with logarithmic axes: starts by target, throws by dice, seconds by target."""
    from passel.charts import sheet as paper

    rules = variants.rules(found.rules)
    drawn = paper.Sheet(
        words.say("chart.growth.title"), title(rules, words), told(found, words), 7.3
    )
    axes = drawn.axes(0.8, 0.6, 6.45, 2.4)
    shades = (paper.SHADES[3], paper.INK, paper.PENCIL, paper.SHADES[4])
    for place, seats in enumerate(SEATS):
        rows = found.of(STARTS, seats)
        axes.plot(
            [row.x for row in rows],
            [row.value for row in rows],
            color=shades[place],
            linestyle=paper.DASHES[place],
            marker=paper.MARKERS[place],
            markersize=5,
        )
    labels = [words.say("chart.growth.seats", count=seats) for seats in SEATS]
    paper.legend(axes, axes.get_lines(), labels, columns=4)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_title(words.say("chart.growth.starts"), pad=28)
    axes.set_xlabel(words.say("chart.target"))
    lower = (drawn.axes(0.8, 4.35, 2.85, 2.1), drawn.axes(4.4, 4.35, 2.85, 2.1))
    for what, place in ((THROWS, 1), (EFFECTS, 0)):
        rows = found.of(what)
        lower[0].plot(
            [row.x for row in rows],
            [row.value for row in rows],
            color=paper.INK if what == EFFECTS else paper.PENCIL,
            linestyle=paper.DASHES[place],
            marker=paper.MARKERS[place],
            markersize=3.5,
        )
    lower[0].set_yscale("log")
    labels = [words.say("chart.growth.throws"), words.say("chart.growth.effects")]
    paper.legend(lower[0], lower[0].get_lines(), labels, columns=1)
    lower[0].set_xlabel(words.say("chart.growth.dice"))
    rows = found.of(SECONDS, 2)
    lower[1].plot(
        [row.x for row in rows],
        [row.value for row in rows],
        color=paper.INK,
        linestyle=paper.DASHES[1],
        marker=paper.MARKERS[1],
        markersize=5,
    )
    lower[1].set_xscale("log")
    lower[1].set_yscale("log")
    lower[1].set_title(words.say("chart.growth.seconds"), fontsize=paper.SMALL)
    lower[1].set_xlabel(words.say("chart.target"))
    for each in (axes, *lower):
        each.grid(axis="y")
        each.set_axisbelow(True)
        each.minorticks_off()
    for each, rows in ((axes, found.of(STARTS, 1)), (lower[1], found.of(SECONDS, 2))):
        targets = [row.x for row in rows]
        each.set_xticks(targets, [words.number(target) for target in targets])
    for each in (axes, lower[0]):
        each.yaxis.set_major_formatter(paper.powers())
    lower[1].yaxis.set_major_formatter(paper.numbers(words))
    return drawn

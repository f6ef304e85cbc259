"""What one turn brings: the exact distribution of a policy's first turn."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, NamedTuple

from passel import variants
from passel.bots import named, usual
from passel.charts import ChartError, Order
from passel.exact.odds import odds
from passel.exact.solitaire import turn_outcomes
from passel.game import start
from passel.words import Words
from passel.words.telling import title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from passel.charts.sheet import Sheet

TAIL = 0.002
"""What is less likely than this altogether is drawn as one bar; the table has every outcome."""

LOST, LOST_ALL, OUT, SCORED = "lost", "lost-all", "out", "scored"


class Row(NamedTuple):
    """One outcome of the turn.

    Args:
        what: `scored`, `lost` (the turn total), `lost-all` (the whole score too) or `out`.
        points: What the score changes by, as far as it is not lost.
        chance: Its probability.
    """

    what: str
    points: int
    chance: float


class Numbers(NamedTuple):
    """The first turn of a game under a policy.

    Args:
        rules: As text.
        policy: By its name.
        mean: The mean of the points, those of `lost-all` and `out` counted as 0.
        rows: Every outcome.
    """

    rules: str
    policy: str
    mean: float
    rows: tuple[Row, ...]

    def chance(self, what: str) -> float:
        """The chance of one kind of outcome."""
        return sum(row.chance for row in self.rows if row.what == what)


def numbers(order: Order) -> Numbers:
    """The distribution; the policy that gains the most a turn where none is named."""
    rules = order.rules
    policy = order.policy or usual(rules)
    seats = rules.seats[0]
    if rules.first_throw_safe or (rules.turn == "shared" and seats > 1):
        raise ChartError("chart-does-not-fit", name="turn", id=rules.id)
    begin = start(rules, seats=seats, first=None if rules.turn == "shared" else 1)
    found = turn_outcomes(named(policy, rules, find=order.solved), begin)
    rows = [Row(LOST_ALL, 0, found.lost)] if found.lost else []
    lost = odds(rules).points
    for points, chance in found.points.items():
        rows.append(Row(SCORED if points > lost else LOST, points, chance))
    out = 1.0 - sum(row.chance for row in rows)
    if out > 1e-9:
        rows.append(Row(OUT, 0, out))
    return Numbers(variants.name(rules), policy, found.mean, tuple(rows))


def told(found: Numbers, words: Words) -> str:
    """The picture in a sentence."""
    scored = [row for row in found.rows if row.what == SCORED]
    likely = max(scored, key=lambda row: row.chance, default=Row(SCORED, 0, 0.0))
    return words.say(
        "chart.turn.told",
        policy=found.policy,
        lost=words.percent(1.0 - found.chance(SCORED), 2),
        likely=likely.points,
        chance=words.percent(likely.chance, 2),
        mean=words.number(found.mean, 2),
    )


def draw(found: Numbers, words: Words) -> Sheet:
    """Bars by points; the lost turns stand apart at the left, hatched."""
    from passel.charts import sheet as paper

    rules = variants.rules(found.rules)
    drawn = paper.Sheet(
        words.say("chart.turn.title"),
        words.say("chart.of", game=title(rules, words), policy=paper.shortened(found.policy)),
        told(found, words),
        4.45,
    )
    axes = drawn.axes(0.9, 0.1, 6.35, 3.5)
    scored, tail = _tail([row for row in found.rows if row.what == SCORED])
    lowest = min((row.points for row in scored), default=1)
    highest = max((row.points for row in scored), default=1)
    span = highest - lowest + 1
    room = max(1.0, span / 12)  # what stands apart has room for its words
    apart = [
        (kind, found.chance(kind)) for kind in (OUT, LOST_ALL, LOST) if found.chance(kind) > 0.0
    ]
    left = lowest - 1.6 * room * len(apart) - 0.5
    right = highest + 1.6 * room if tail else highest + 0.8
    axes.set_xlim(left, right)
    most = max(row.chance for row in (*scored, *(Row(kind, 0, c) for kind, c in apart)))
    axes.set_ylim(0.0, most * 1.12)
    ticks: list[tuple[float, str]] = []
    for place, (kind, chance) in enumerate(apart):
        middle = left + 1.6 * room * (place + 0.45)
        box = paper.rectangles([(middle - 0.5 * room, 0.0, middle + 0.5 * room, chance)])
        paper.hatch(axes, box, paper.INK)
        paper.fill(axes, box, "none", edgecolor=paper.INK, linewidth=1.0)
        ticks.append((middle, fill(words.say(f"chart.turn.{kind}"), 8)))
        _over(axes, middle, chance, words)
    bars = paper.rectangles((row.points - 0.4, 0.0, row.points + 0.4, row.chance) for row in scored)
    paper.fill(axes, bars, paper.PENCIL)
    every = max(1, -(-span // 14))
    for row in scored:
        if span <= 12 and row.chance > 0.0005:
            _over(axes, row.points, row.chance, words)
    ticks += [
        (points, words.number(points))
        for points in range(lowest, highest + 1)
        if points % every == 0 or every == 1
    ]
    if tail:
        middle = highest + 0.9 * room
        top = sum(row.chance for row in tail)
        rest = paper.rectangles([(middle - 0.5 * room, 0.0, middle + 0.5 * room, top)])
        paper.fill(axes, rest, paper.PENCIL)
        ticks = [tick for tick in ticks if tick[0] <= highest - every / 2 or tick[0] < lowest]
        ticks.append((middle, fill(words.say("chart.turn.more", points=tail[0].points), 8)))
    axes.set_xticks([at for at, _ in ticks], [label for _, label in ticks])
    axes.yaxis.set_major_formatter(paper.percents(words))
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    axes.set_xlabel(words.say("chart.turn.points"))
    axes.set_ylabel(words.say("chart.chance"))
    return drawn


def _tail(scored: list[Row]) -> tuple[list[Row], list[Row]]:
    """What is drawn one by one, and the unlikely high points, if they would take much room."""
    beyond, cut = 0.0, len(scored)
    while cut > 1 and beyond + scored[cut - 1].chance < TAIL:
        cut -= 1
        beyond += scored[cut].chance
    return (scored[:cut], scored[cut:]) if len(scored) - cut > 5 else (scored, [])


def _over(axes: Axes, at: float, chance: float, words: Words) -> None:
    """The number over a bar."""
    axes.annotate(
        words.percent(chance),
        (at, chance),
        (0, 3),
        textcoords="offset points",
        ha="center",
        fontsize=9.5,
    )

"""Pictures of exact numbers, each also as a table and as a sentence.

Every chart is a module here with three functions: `numbers` finds what is behind the picture,
`told` says it in a sentence, `draw` draws it and reads nothing but these numbers. Only drawing
needs matplotlib, the extra `charts`; it is imported when something is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from passel.errors import PasselError, SolveError
from passel.exact.solve import Solution, solve
from passel.notation import Record
from passel.rules import Rules
from passel.words import Words


class ChartError(PasselError):
    """A picture that there is not, or that cannot be drawn here."""


def _nobody(part: float) -> None:
    """Watch nothing."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a picture shall be of; each chart looks at what it takes.

    Args:
        rules: The game's rules.
        policy: The name of a policy, as `passel.bots.named`; None: the chart's usual one.
        against: Scores of the other player for cross sections, 0 to 3 of them.
        record: A game that was played.
        find: Where solutions come from, `passel.exact.shelf.recall` for instance.
        watch: Told now and then which part of the numbers is found, 0 to 1, where that takes long.
    """

    rules: Rules
    policy: str | None = None
    against: tuple[int, ...] = ()
    record: Record | None = None
    find: Callable[[Rules], Solution] = solve
    watch: Callable[[float], None] = _nobody

    def solved(self, rules: Rules, seats: int) -> Solution:
        """The solution for two seats, as `passel.exact.advise.Find`.

        Raises:
            SolveError: `not-exact` for more: the pictures are of two.
        """
        if seats != 2:
            raise SolveError("not-exact", id=rules.id)
        return self.find(rules)


class Chart(NamedTuple):
    """A kind of picture.

    Args:
        name: As it is asked for; its module has the same name.
        takes: What of an order it looks at.
    """

    name: str
    takes: tuple[str, ...]

    @property
    def module(self) -> ModuleType:
        """Its module, imported now."""
        return import_module(f"passel.charts.{self.name}")

    def numbers(self, order: Order) -> Any:
        """The numbers behind the picture, as its module defines them.

        Raises:
            ChartError: `chart-does-not-fit` where these rules have no such picture.
            PasselError: As the solvers and `passel.bots.named`.
        """
        return self.module.numbers(order)


CHARTS: dict[str, Chart] = {
    chart.name: chart
    for chart in (
        Chart("hold", ("rules", "policy", "against")),
        Chart("turn", ("rules", "policy")),
        Chart("cost", ("rules",)),
        Chart("game", ("file",)),
        Chart("first", ("rules",)),
        Chart("growth", ("rules",)),
    )
}
"""Every chart by its name, in the order in which lists show them."""


def named(name: str) -> Chart:
    """The chart of this name. Raises `ChartError` `no-such-chart` where there is none."""
    if name not in CHARTS:
        raise ChartError("no-such-chart", name=name, charts=list(CHARTS))
    return CHARTS[name]


def data(chart: Chart, numbers: Any, words: Words) -> dict[str, object]:
    """What is behind a picture as programs read it: its sentence, its facts, its table."""
    rows = [row._asdict() for row in numbers.rows]
    facts = {key: value for key, value in numbers._asdict().items() if key != "rows"}
    told = chart.module.told(numbers, words)
    return {"chart": chart.name, "sentence": told, **facts, "rows": rows}


def picture(chart: Chart, numbers: Any, words: Words, kind: str) -> bytes:
    """The picture as a file's content; the same numbers give the same bytes.

    Args:
        chart: Which.
        numbers: As `Chart.numbers` found them.
        words: The language.
        kind: `svg`, or `png` with two pixels for each of the SVG's.

    Raises:
        ChartError: `no-matplotlib`.
    """
    try:
        from passel.charts import sheet  # late: it takes matplotlib
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "matplotlib":
            raise
        raise ChartError("no-matplotlib") from error
    with sheet.style():
        drawn = chart.module.draw(numbers, words)
        return bytes(drawn.svg() if kind == "svg" else drawn.png())

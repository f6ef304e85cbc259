"""What the tests of charts share: a game, orders, and the parts of a picture."""

from __future__ import annotations

from functools import cache
from typing import Any
from xml.etree.ElementTree import Element, fromstring

from passel.charts import CHARTS, Order, picture
from passel.exact.shelf import recall
from passel.notation import Record, parse_record
from passel.variants import rules
from passel.words import Words

SVG = "{http://www.w3.org/2000/svg}"

GAME = """[Rules "pig"]
[Seat 1 "Ana $5 $6 & <b>"]
[Seat 2 "Zażółć"]
1: 1
2: 3 3 6 2 1
1: 6 6 1
2: 6 5 6 4 hold
1: 5 4 6 3 3 hold
2: 3 5 5 4 5 1
"""
LOST = [0, 14, 12, 22]
"""What the losing throws of `GAME` take: the sums of the faces before the 1, added by hand."""
GAINED = [21, 21]


def game() -> Record:
    """`GAME`, which is not over."""
    return parse_record(GAME)


def numbers(name: str, text: str = "pig", policy: str | None = None) -> Any:
    """The numbers of a chart, kept between tests: times are measured once."""
    return _numbers(name, text, policy)


@cache
def _numbers(name: str, text: str, policy: str | None) -> Any:
    record = game() if name == "game" else None
    return CHARTS[name].numbers(Order(rules(text), policy, (), record, recall))


@cache
def svg(name: str, lang: str, text: str = "pig", policy: str | None = None) -> bytes:
    """A chart as SVG, kept between tests."""
    return picture(CHARTS[name], numbers(name, text, policy), Words(lang), "svg")


def tree(data: bytes) -> Element:
    """An SVG as a tree."""
    return fromstring(data)


def labels(data: bytes) -> list[str]:
    """Everything that is written in an SVG."""
    return ["".join(element.itertext()) for element in tree(data).iter(f"{SVG}text")]

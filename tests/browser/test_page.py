"""The page as a whole: what it fetches, how large it is, what it asks of nobody."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from board import Board, setup

import passel
from passel.words import LANGUAGES, catalogue

pytestmark = pytest.mark.hosts

Tab = Callable[..., Board]

STATIC = Path(passel.__file__).parent / "web" / "static"
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)";', re.MULTILINE)


def needed(module: Path) -> set[Path]:
    """A module and all that it imports."""
    found = {module}
    waiting = [module]
    while waiting:
        here = waiting.pop()
        for name in IMPORT.findall(here.read_text("utf-8")):
            other = (here.parent / name).resolve()
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def test_all_modules_of_a_first_game_are_fetched_at_once() -> None:
    """A module that is not announced in index.html costs a round trip more."""
    page = (STATIC / "index.html").read_text("utf-8")
    announced = set(re.findall(r'rel="modulepreload" href="([^"]+)"', page))
    modules = {
        str(each.relative_to(STATIC.resolve()))
        for each in needed((STATIC / "app/main.js").resolve())
    }
    assert announced == modules - {"app/main.js"}


def test_a_first_game_costs_at_most_100_kilobytes(tab: Tab) -> None:
    """Counted as a server that compresses sends it; the words of one language included."""
    board = tab().open(settings=None)
    urls = board.page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    first, more = ((STATIC / "app" / name).resolve() for name in ("main.js", "coach.js"))
    after = {"later.js", "study.css", "fr.json", "pl.json", "more/en.json"}
    after |= {path.name for path in needed((STATIC / "app/later.js").resolve()) | needed(more)}
    after -= {path.name for path in needed(first)}
    total = 0
    for url in {*urls, board.site}:
        if not url.endswith(tuple(f"/{each}" for each in after)):
            total += len(gzip.compress(board.page.request.get(url).body(), 9))
    assert total <= 100_000


def test_nothing_is_asked_of_the_network_after_the_start(tab: Tab, site: str) -> None:
    board = tab().open(settings=None)
    board.page.wait_for_load_state("networkidle")
    asked: list[str] = []
    board.page.on("request", lambda request: asked.append(request.url))
    board.page.context.set_offline(True)
    for route in ("new", "rules", "rules/hog", "settings", "games", ""):
        board.page.goto(f"{site}#/{route}")
    for lang in ("fr", "pl", "en"):
        board.page.click(f"button[lang={lang}]")
    board.page.click("text=Play here")
    board.page.click(".act.roll")
    board.calm()
    board.page.click(".act.roll")
    assert board.said.startswith("Player 1 rolled ")
    assert [url for url in asked if "/icons/" not in url] == []


def test_every_request_is_to_the_own_origin(tab: Tab, site: str) -> None:
    board = tab()
    asked: list[str] = []
    board.page.on("request", lambda request: asked.append(request.url))
    board.start(setup("pig", "Ana", "Bo"))
    assert asked
    assert all(url.startswith(site) for url in asked)


def test_every_sentence_of_the_page_is_there_in_every_language() -> None:
    """A key that the page's source names and no catalogue has would be shown as itself."""
    source = "\n".join(each.read_text("utf-8") for each in (STATIC / "app").glob("*.js"))
    keys = set(re.findall(r'"(page\.[a-z0-9.-]+)"', source))
    assert keys
    for lang in LANGUAGES:
        known = catalogue(lang).keys()
        assert {
            key for key in keys if not any(f"{each}.".startswith(f"{key}.") for each in known)
        } == set()


def test_dice_drawn_in_the_browser_are_fair(tab: Tab) -> None:
    """A million throws through the shipped path.

    Chi-squared with 5 degrees of freedom stays below its one-in-a-million value, 35.9.
    """
    board = tab().open()
    counts = board.page.evaluate(
        "async () => { const { Drawn } = await import('./engine/dice.js');"
        " const dice = new Drawn();"
        " const counts = [0, 0, 0, 0, 0, 0];"
        " for (let count = 0; count < 50_000; count++)"
        "   for (const face of dice.throw('die', 20)) counts[face - 1]++;"
        " return counts; }"
    )
    mean = sum(counts) / 6
    assert sum(counts) == 1_000_000
    assert sum((count - mean) ** 2 / mean for count in counts) < 35.9

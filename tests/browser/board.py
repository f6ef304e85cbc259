"""What the browser tests do at the table: open it, set it up, press, read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from time import sleep, time
from typing import Any

from playwright.sync_api import Page

QUICK = {"lang": "en", "pace": "instant", "explained": True}
"""Settings of a reader who knows the game and lets bots play at once."""

SIZES = ((320, 568), (390, 844), (1280, 800))
"""What a small phone, a phone and a laptop show."""

FACES = ("D", "P", "R", "T", "S", "J", "oinker", "piggyback")
"""What pigs can show, in the order of the places to tap."""

COIN = ("H", "T")

MOMENT = 1100
"""Milliseconds after which a press is over and a bot has acted."""


def setup(id: str, *names: str, bots: int = 0, **options: str) -> dict[str, Any]:
    """A set-up as the page stores it: people of these names, and bots after them."""
    chairs: list[dict[str, str]] = [{"name": name} for name in names]
    return {"id": id, "options": options, "chairs": chairs + [{"character": "steady"}] * bots}


def setup_of(rules: str, *names: str) -> dict[str, Any]:
    """The set-up of rules as a text, `pig,target=50`, for people of these names."""
    id, *options = rules.split(",")
    return {**setup(id, *names), "options": dict(each.split("=") for each in options)}


class Board:
    """One tab of the app.

    Args:
        page: The tab.
        site: The app's address, with a slash at the end.
    """

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        self.timed = False

    def open(
        self,
        route: str = "",
        setup: dict[str, Any] | None = None,
        settings: Any = QUICK,
        *,
        kept: dict[str, Any] | None = None,
    ) -> Board:
        """Show a screen, with these stored: settings, and the set-ups to play and to keep score."""
        stored = {"passel.settings": settings, "passel.setup": setup, "passel.keep": kept}
        self.page.add_init_script(
            f"for (const [key, value] of Object.entries({json.dumps(stored)}))"
            "  if (value && !localStorage.getItem(key)) localStorage[key] = JSON.stringify(value);"
        )
        self.page.goto(f"{self.site}#/{route}")
        self.page.wait_for_selector("h1")
        return self

    def start(self, setup: dict[str, Any], settings: Any = QUICK) -> Board:
        """Begin a game; from here on `wait` and presses make time pass at once."""
        self.open("new", setup, settings)
        if not self.timed:
            self.page.clock.install()
            self.timed = True
        self.page.click(".act.roll")
        self.table()
        return self

    def keep(self, setup: dict[str, Any], settings: Any = QUICK) -> Board:
        """Begin a game of real dice; time passes as after `start`."""
        self.open("keep", settings=settings, kept=setup)
        if not self.timed:
            self.page.clock.install()
            self.timed = True
        self.page.click(".act.roll")
        self.page.wait_for_selector(".tapped")
        self.wait()
        return self

    def enter(self, *words: str) -> None:
        """Tap in what real dice showed, in words of a record, by keys."""
        for word in words:
            hold = re.fullmatch(r"hold(?::(\d+))?", word)
            if hold and hold[1] and self.has("button.place"):
                self.press("h")
                self.press(str(int(hold[1]) % 10))
            elif hold:
                self.press("h")
            elif word.startswith("x"):
                while (more := int(word[1:]) - self.total) != 0:
                    self.page.keyboard.press("+" if more > 0 else "-")
            else:
                self.fell(word)

    def fell(self, throw: str) -> None:
        """Tap a throw as it stands in a record."""
        for face in throw.split("-"):
            self.page.keyboard.press(str(self.place(face) + 1))
        self.wait()

    def place(self, face: str) -> int:
        """The place of a face among those that can be tapped, from 0."""
        self.page.wait_for_selector(".pad, form.amount")
        faces = COIN if self.has(".of-coin") else FACES
        return faces.index(face) if face in faces else int(face) - 1

    @property
    def log(self) -> str:
        """The events of the game that was changed last, as words of a record."""
        return str(self.games[0]["log"])

    def table(self) -> None:
        """Wait until a game is laid out and this tab may act in it."""
        self.page.wait_for_selector(".table")
        self.wait()
        self.page.wait_for_selector("footer .act.roll")

    def freeze(self) -> None:
        """Let time pass by `wait` and presses alone, however slow the machine is."""
        self.page.clock.pause_at(time() + 60)
        self.wait()

    def wait(self, milliseconds: int = MOMENT) -> None:
        self.page.clock.run_for(milliseconds)

    def calm(self) -> None:
        """Wait, in a tab whose time passes by itself, until a press in a game would act."""
        self.page.wait_for_selector(".table")
        self.page.wait_for_selector("footer .act")
        self.page.wait_for_selector(".page:not([data-settling])")

    def press(self, key: str) -> None:
        """Press a key and let the press be over."""
        self.page.keyboard.press(key)
        self.wait()

    def tap(self, selector: str) -> None:
        """Tap something and let the tap be over."""
        self.page.locator(selector).first.click()
        self.wait()

    def has(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text()

    @property
    def said(self) -> str:
        """What the status region says, once it says something, without marks around names."""
        for _ in range(40):
            said = " ".join(self.page.locator("[role=status] p").all_text_contents())
            if said.strip():
                return re.sub(r"\s+", " ", said).strip()
            sleep(0.05)
        return ""

    @property
    def over(self) -> bool:
        return self.has(".end")

    @property
    def total(self) -> int:
        """The turn total."""
        return int(self.text(".total"))

    @property
    def scores(self) -> list[int]:
        return [int(each) for each in self.page.locator(".score").all_inner_texts()]

    @property
    def games(self) -> list[dict[str, Any]]:
        """The games that are stored, the last changed first."""
        games: list[dict[str, Any]] = self.page.evaluate(
            "() => Object.keys(localStorage).filter((key) => key.startsWith('passel.game.'))"
            ".map((key) => JSON.parse(localStorage[key])).sort((a, b) => b.changed - a.changed)"
        )
        return games

    def play(self, roll: Callable[[], None], hold: Callable[[], None], most: int = 400) -> int:
        """Play until the game is over: hold when there is something to hold, every third time.

        Returns:
            How many presses it took.
        """
        for press in range(most):
            if self.over:
                return press
            hold() if press % 3 == 2 and self.can_hold else roll()
        raise AssertionError(f"the game goes on after {most} presses")

    @property
    def can_hold(self) -> bool:
        return self.has(".act.hold:not([aria-disabled])") or self.has(
            "button.place.in:not([aria-disabled])"
        )

    def play_by_keys(self) -> int:
        seats = "1234"

        def hold() -> None:
            if self.has(".act.hold"):
                self.press("h")
            else:
                for seat in seats:
                    self.press(seat)

        return self.play(lambda: self.press("r"), hold)

    def play_by_taps(self) -> int:
        def hold() -> None:
            self.tap(".act.hold" if self.has(".act.hold") else "button.place.in")

        return self.play(lambda: self.tap(".act.roll"), hold)

"""A real browser, and the app for it to open."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hosts
import pytest
from board import QUICK, Board, setup_of
from guests import SOON, wished
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("PASSEL_CHROMIUM", "/usr/bin/chromium")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP *.lan 127.0.0.1",  # a name of a network, where there is none
]

REQUIRED = os.environ.get("PASSEL_BROWSER") == "required"
"""Whether a missing browser is a failure."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests run on `passel serve`, and in CI those that are marked on a static host as well."""
    if "site" in metafunc.fixturenames:
        marked = metafunc.definition.get_closest_marker("hosts") is not None
        hosts = ["served", "hosted"] if marked and REQUIRED else ["served"]
        metafunc.parametrize("site", hosts, indirect=True, scope="session")


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app's address, with a slash at the end: from `passel serve`, or as static files."""
    served = request.param == "served"
    with hosts.served() if served else hosts.hosted(tmp_path_factory.mktemp("host")) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium."""
    if not Path(CHROMIUM).exists() and not REQUIRED:
        pytest.skip(f"no browser at {CHROMIUM}")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield chromium
        chromium.close()


@pytest.fixture
def open_tab(browser: Any) -> Iterator[Callable[..., Board]]:
    """Opens tabs at an address: each in a browser of its own, or beside another tab (`beside`).

    The service worker is left out unless `worker` is true. Whatever the console complains of is a
    failure, but for what a server refuses or a lost network denies where `refused` is true.
    """
    contexts: list[Any] = []
    complaints: list[str] = []

    def opened(
        site: str,
        width: int = 390,
        height: int = 844,
        *,
        beside: Board | None = None,
        script: str = "",
        worker: bool = False,
        refused: bool = False,
        **context: Any,
    ) -> Board:
        if beside is None:
            made = browser.new_context(
                viewport={"width": width, "height": height},
                service_workers="allow" if worker else "block",
                **{"locale": "en-GB", **context},
            )
            contexts.append(made)
        else:
            made = beside.page.context
        page = made.new_page()
        page.set_default_timeout(20_000)
        if script:
            page.add_init_script(script)

        def heard(line: Any) -> None:
            by_browser = "/icons/" in str(line.location)  # it asks for them at its own will
            by_test = "blocked by Playwright" in line.text  # the service worker
            by_plain_http = "Opener-Policy header has been ignored" in line.text
            by_server = refused and line.text.startswith("Failed to load resource")
            known = by_browser or by_test or by_plain_http or by_server
            if line.type in {"error", "warning"} and not known:
                complaints.append(f"{line.text} {line.location}")

        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", heard)
        return Board(page, site)

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def tab(open_tab: Callable[..., Board], site: str) -> Callable[..., Board]:
    """Opens tabs of the app as `open_tab` does."""

    def opened(*size: int, **how: Any) -> Board:
        return open_tab(site, *size, **how)

    return opened


@pytest.fixture(scope="session")
def rooms() -> Iterator[str]:
    """A server of rooms that tests share."""
    with hosts.served() as address:
        yield address


@pytest.fixture
def come(open_tab: Callable[..., Board], rooms: str) -> Callable[..., Board]:
    """Opens a browser of somebody: their name, where they go, which game they would make.

    `wish` is what else they chose for their rooms, `settings` what they set for the page, `address`
    another server than the shared one, `size` that of their screen.
    """

    def opened(
        name: str,
        route: str = "afar",
        rules: str = "pig,target=10",
        *,
        address: str = rooms,
        wish: dict[str, Any] | None = None,
        settings: dict[str, Any] | None = None,
        size: tuple[int, int] = (1280, 800),
        **how: Any,
    ) -> Board:
        board = open_tab(address, *size, **{"refused": True, **how})
        board.page.set_default_timeout(SOON)
        stored = {"passel.me": wished(name, **(wish or {})), "passel.afar": setup_of(rules)}
        for key, value in stored.items():
            board.page.add_init_script(f"localStorage['{key}'] ??= {json.dumps(json.dumps(value))}")
        return board.open(route, settings={**QUICK, **(settings or {})})

    return opened

"""The app stays: without a server, without a network, and through an update."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import hosts
import pytest
from board import QUICK, Board, setup

from passel.web import folder
from passel.web.site import WORKER, File, Site, made_worker, site

pytestmark = pytest.mark.hosts

Open = Callable[..., Board]
GAME = setup("pig", "Ana", "Bo", target="30")
CACHES = "async () => (await caches.keys()).filter((name) => name.startsWith('passel '))"


def registered(board: Board, what: str) -> None:
    """Waits until the tab's service worker is `active`, or another one `waiting`."""
    board.page.evaluate(
        """async ([scope, what]) => {
          for (;;) {
            const all = await navigator.serviceWorker.getRegistrations();
            if (all.some((each) => each.scope === scope && each[what])) return;
            await new Promise((resolve) => window.requestIdleCallback(resolve));
          }
        }""",
        [board.site, what],
    )


def kept(board: Board) -> list[str]:
    """Waits until this browser keeps the app; the names of all caches of such apps."""
    registered(board, "active")
    names: list[str] = board.page.evaluate(CACHES)
    return names


def altered(tree: Site, motto: str) -> dict[str, File]:
    """The site after an update: one sentence is another."""
    path = "words/en.json"
    words = json.loads(tree[path].content)
    words["page.home.motto"] = motto
    files = {each: file for each, file in tree.items() if each != WORKER}
    files[path] = File(path, json.dumps(words).encode())
    template = (hosts.STATIC / WORKER).read_text("utf-8")
    return {**files, WORKER: File(WORKER, made_worker(template, files).encode())}


def test_the_server_is_killed_and_the_game_goes_on(open_tab: Open) -> None:
    server = hosts.Server("--no-open", "--port", "0")
    board = open_tab(server.address, worker=True).open(settings=QUICK)
    kept(board)
    board.start(GAME)
    board.press("r")
    server.kill()
    played = board.games[0]["count"]
    board.page.reload()
    board.page.wait_for_selector(".table")
    assert board.games[0]["count"] == played
    board.play_by_keys()
    assert board.over


def test_without_a_network_the_app_opens_and_plays_in_every_language(
    open_tab: Open, site: str
) -> None:
    board = open_tab(site, worker=True).open()
    kept(board)
    board.page.close()
    board = open_tab(site, beside=board)
    board.page.context.set_offline(True)
    board.start(GAME)
    board.play_by_taps()
    assert board.over
    for route in ("rules", "games", "settings", ""):
        board.page.goto(f"{site}#/{route}")
        board.page.wait_for_selector("h1")
    for lang in ("pl", "fr", "en"):
        board.page.click(f"[lang={lang}]")
        board.page.wait_for_selector(f"html[lang={lang}]")


def test_an_address_that_is_no_file_leads_to_the_app_when_there_is_no_network(
    open_tab: Open, site: str
) -> None:
    board = open_tab(site, worker=True).open()
    kept(board)
    board.page.context.set_offline(True)
    for stray in ("index.html", "index.html?from=home", "nowhere", "a/b/c"):
        board.page.goto(f"{site}{stray}")
        board.page.wait_for_selector(".home h1")


def test_one_cache_holds_the_whole_site(open_tab: Open, site: str) -> None:
    board = open_tab(site, worker=True).open()
    (name,) = kept(board)
    stored = board.page.evaluate(
        "async (name) => (await (await caches.open(name)).keys()).map((each) => each.url)", name
    )
    assert {url.removeprefix(site) or "index.html" for url in stored} == {
        path for path in hosts.SITE if path not in (WORKER, "404.html")
    }


@pytest.fixture
def host(tmp_path: Path) -> Iterator[str]:
    """A host of static files of its own, below `tmp_path`."""
    with hosts.hosted(tmp_path) as address:
        yield address


def test_an_update_is_offered_after_the_game_and_used_when_the_reader_says_so(
    open_tab: Open, host: str, tmp_path: Path
) -> None:
    board = open_tab(host, worker=True).open(settings=QUICK)
    (old,) = kept(board)
    board.page.reload()  # the first visit came from the network, from now on the worker answers
    board.start(GAME)
    board.press("r")

    folder.write(altered(site(), "A new motto."), tmp_path / hosts.SUBPATH)
    board.page.evaluate(
        "() => navigator.serviceWorker.getRegistration()"
        ".then((each) => each.update()).then(() => null)"
    )
    registered(board, "waiting")
    # In the middle of the game nothing is said and nothing changes, a reload included.
    board.wait()
    assert board.has(".table")
    assert not board.has(".notice")
    played = board.games[0]["count"]
    board.page.reload()
    board.page.wait_for_selector(".table")
    board.wait()
    board.press("r")
    assert board.games[0]["count"] > played
    assert old in board.page.evaluate(CACHES)

    board.page.goto(f"{host}#/")
    board.page.wait_for_selector(".notice")
    assert "A new motto." not in board.text("body")
    board.page.click(".notice button")
    board.page.wait_for_function("() => document.body.innerText.includes('A new motto.')")
    assert not board.has(".notice")
    (new,) = board.page.evaluate(CACHES)
    assert new != old
    assert len(board.games) == 1
    board.page.context.set_offline(True)
    board.page.reload()
    board.page.wait_for_selector(".home h1")
    assert "A new motto." in board.text("body")


def test_half_an_update_is_never_kept(open_tab: Open, host: str, tmp_path: Path) -> None:
    """The new worker is there, one of the files that it lists is not: all stays as it was."""
    board = open_tab(host, worker=True).open()
    (old,) = kept(board)
    newer = altered(site(), "A new motto.")
    (tmp_path / hosts.SUBPATH / WORKER).write_bytes(newer[WORKER].content)
    state = board.page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          const found = new Promise((resolve) =>
            registration.addEventListener("updatefound", resolve),
          );
          await registration.update();
          await found;
          const worker = registration.installing ?? registration.waiting;
          if (!worker) return "redundant";
          await new Promise((resolve) => {
            const look = () => ["redundant", "installed"].includes(worker.state) && resolve(null);
            worker.addEventListener("statechange", look);
            look();
          });
          return worker.state;
        }"""
    )
    assert state == "redundant"
    board.page.context.set_offline(True)
    board.page.reload()
    board.page.wait_for_selector(".home h1")
    assert old in board.page.evaluate(CACHES)


def test_two_sites_on_one_host_leave_each_other_alone(open_tab: Open, tmp_path: Path) -> None:
    folder.write(site(), tmp_path / "games")
    folder.write(altered(site(), "The inner one."), tmp_path / hosts.SUBPATH)
    with hosts.hosted(tmp_path) as inner:
        outer = inner.removesuffix("passel/")
        board = open_tab(outer, worker=True).open()
        kept(board)
        other = open_tab(inner, beside=board).open()
        assert len(kept(other)) == 2
        other.page.context.set_offline(True)
        other.page.reload()
        other.page.wait_for_function("() => document.body.innerText.includes('The inner one.')")
        board.page.reload()
        board.page.wait_for_selector(".home h1")
        assert "The inner one." not in board.text("body")

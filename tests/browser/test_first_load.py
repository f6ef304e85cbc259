"""The first load: small, complete, guarded; and the engine in this browser is Python's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import hosts
import pytest
from board import Board
from vectors import Vectors

pytestmark = pytest.mark.hosts

Open = Callable[..., Board]
MOST_BYTES = 100_000
MOST_MORE = 1_000_000

DRAWN = """
  new MutationObserver((_, observer) => {
    if (!document.querySelector("h1")) return;
    observer.disconnect();
    window.drawn = performance.now();
  }).observe(document, { childList: true, subtree: true });
"""
"""Notes when the first screen is drawn; everything that a first game needs is there by then."""


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_a_first_game_needs_100_kb_and_the_rest_one_megabyte(open_tab: Open, lang: str) -> None:
    """Compressed, headers included; then a whole game is played and nothing more is fetched."""
    with hosts.served() as address:
        board = open_tab(address, script=DRAWN, locale=lang, worker=False)
        sizes: list[tuple[str, int]] = []
        names: dict[str, str] = {}
        devtools = board.page.context.new_cdp_session(board.page)
        devtools.send("Network.enable")
        devtools.on(
            "Network.requestWillBeSent",
            lambda event: names.update({event["requestId"]: event["request"]["url"]}),
        )
        devtools.on(
            "Network.loadingFinished",
            lambda event: sizes.append((names[event["requestId"]], event["encodedDataLength"])),
        )
        board.open(settings=None)
        board.page.wait_for_load_state("networkidle")
        first = set(
            board.page.evaluate(
                "() => performance.getEntriesByType('resource')"
                ".filter((each) => each.startTime < window.drawn).map((each) => each.name)"
            )
        )
        assert f"{address}words/{lang}.json" in first
        before = [size for name, size in sizes if name in first or name == address]
        total = sum(size for _, size in sizes)
        assert sum(before) <= MOST_BYTES, sorted(sizes, key=lambda each: -each[1])[:10]
        assert total + sum(file.smallest for file in hosts.SITE.values()) <= MOST_BYTES + MOST_MORE

        names.clear()
        board.page.click("a.act")
        board.page.click(".act.roll")
        board.page.wait_for_selector(".table")
        board.page.click(".act.roll")
        board.page.wait_for_timeout(500)
        # A browser looks at the icon whenever it likes to.
        assert [name for name in names.values() if "/icons/" not in name] == []


def test_the_policy_holds_in_the_page_itself(browser: Any, site: str) -> None:
    """Also where the host sends no header: nothing inline runs and nothing foreign is asked."""
    page = browser.new_page(service_workers="block")
    page.goto(site)
    page.wait_for_selector("h1")
    violated = page.evaluate(
        """async () => {
          const seen = [];
          document.addEventListener("securitypolicyviolation", (event) => {
            seen.push(event.effectiveDirective);
            event.preventDefault();
          });
          const script = document.createElement("script");
          script.textContent = "window.inline = true";
          const style = document.createElement("style");
          style.textContent = "body { display: none }";
          document.head.append(script, style);
          const image = new Image();
          image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
          const frame = document.createElement("iframe");
          frame.src = "404.html";
          document.body.append(frame);
          await fetch("http://127.0.0.1:9/").catch(() => null);
          await new Promise((resolve) => setTimeout(resolve, 100));
          return [[...new Set(seen)].sort(), window.inline];
        }"""
    )
    assert violated == [
        ["connect-src", "frame-src", "img-src", "script-src-elem", "style-src-elem"],
        None,
    ]
    page.close()


def test_the_engine_answers_as_python_does_in_this_browser(
    browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The vectors of the conformance suite, asked of the engine as it is served."""
    folder = tmp_path_factory.mktemp("conformance")
    runner = Path(__file__).parent.parent / "conformance/run.js"
    (folder / "run.js").write_bytes(runner.read_bytes())
    (folder / "vectors.json").write_text(Vectors().text(), "utf-8")
    (folder / "index.html").write_text("<!doctype html><title>Conformance</title>")
    with hosts.hosted(folder) as address:
        page = browser.new_page()
        page.goto(address.removesuffix(f"{hosts.SUBPATH}/"))
        answer = page.evaluate(
            """async (base) => {
              const { loadEngine, run } = await import("/run.js");
              const engine = await loadEngine(`/${base}/engine/`);
              const vectors = await (await fetch("/vectors.json")).json();
              const { asked, differences } = run(engine, vectors);
              return [asked, differences.length, differences.slice(0, 5)];
            }""",
            hosts.SUBPATH,
        )
        page.close()
    asked, differing, first = answer
    assert asked > 20_000
    assert differing == 0, first

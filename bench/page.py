"""How soon the page can be played: `.venv/bin/python bench/page.py`; it needs Chromium.

The app is served by `passel serve` on this machine and opened with a processor slowed four times,
each time in a new browser (cold) and then again from the service worker's cache (kept). Each figure
is the median of several runs, in milliseconds from the start of the navigation: until the first
screen is drawn, and until a press on it is answered. The same for an empty page is the measure.
On a busy machine the last line says more: how long the page's own thread had a processor.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
from typing import Any

from playwright.sync_api import sync_playwright

from passel.web.site import site

CHROMIUM = os.environ.get("PASSEL_CHROMIUM", "/usr/bin/chromium")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
PASSEL = "from passel.cli import main; main()"
SLOWED = 4
RUNS = 7

WATCH = """
  new MutationObserver((_, observer) => {
    if (!document.querySelector("h1")) return;
    observer.disconnect();
    window.drawn = performance.now();
    // A press in the very moment in which there is something to press.
    document.querySelector("a.act")?.click();
    window.addEventListener("hashchange", () =>
      requestAnimationFrame(() => { window.answered = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });
"""


def visit(context: Any, address: str) -> tuple[float, float]:
    """Open the app in a tab; when it was drawn and when it answered, in milliseconds."""
    page = context.new_page()
    page.add_init_script(WATCH)
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(address)
    page.wait_for_function("() => window.answered")
    times: tuple[float, float] = tuple(page.evaluate("() => [window.drawn, window.answered]"))
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.close()
    return times


def empty(context: Any, address: str) -> float:
    """Open a page with nothing in it; when it was loaded, in milliseconds."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(f"{address}404.html")
    took: float = page.evaluate("() => performance.getEntriesByType('navigation')[0].duration")
    page.close()
    return took


def work(context: Any, address: str) -> float:
    """Open the app; how long its thread worked until it was drawn, in milliseconds, not slowed."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(address)
    page.wait_for_selector("h1")
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    page.close()
    return float(1000 * next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def main() -> None:
    files = site()
    print(f"the site: {len(files)} files, {sum(each.smallest for each in files.values())} bytes")
    process = subprocess.Popen(
        [sys.executable, "-c", PASSEL, "serve", "--no-open", "--no-rooms", "--port", "0"],
        stdout=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C", "PYTHONUNBUFFERED": "1"},
        text=True,
    )
    assert process.stdout
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found
    cold, kept, nothing, worked = [], [], [], []
    with sync_playwright() as playwright:
        for _ in range(RUNS):
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
            context = browser.new_context()
            nothing.append(empty(context, found[0]))
            cold.append(visit(context, found[0]))
            kept.append(visit(context, found[0]))
            worked.append(work(browser.new_context(service_workers="block"), found[0]))
            browser.close()
    process.kill()
    base = statistics.median(nothing)
    print(f"an empty page: {base:.0f} ms")
    for name, runs in (("cold", cold), ("kept", kept)):
        drawn, answered = (statistics.median(each) for each in zip(*runs, strict=True))
        print(f"{name}: drawn {drawn:.0f} ms, answers {answered:.0f} ms ({answered / base:.1f} x)")
    print(f"work until drawn, cold: {SLOWED} x {statistics.median(worked):.0f} ms of a processor")


if __name__ == "__main__":
    main()

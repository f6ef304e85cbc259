"""Draw the app's icons from `icons/icon.svg`: `python tools/icons.py`; it needs Chromium.

The drawings are committed, since a phone that installs the app wants pixels. The maskable one and
the one for iOS have no transparent corner: the system cuts its own shape out of them.
"""

import os
from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).resolve().parent.parent / "src/passel/web/static/icons"
GROUND = "#f3c9bd"
CHROMIUM = os.environ.get("PASSEL_CHROMIUM", "/usr/bin/chromium")

DRAWN = {
    "icon-192.png": (192, 1.0, "transparent"),
    "icon-512.png": (512, 1.0, "transparent"),
    "maskable-512.png": (512, 0.74, GROUND),
    "touch-180.png": (180, 0.84, GROUND),
}
"""Each icon's size in pixels, the part of it that the drawing takes, and what is behind."""


def main() -> None:
    """Write all icons."""
    svg = (ICONS / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        for name, (size, part, ground) in DRAWN.items():
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0; height: 100vh; display: grid; place-items: center;"
                f" background: {ground} }} svg {{ width: {100 * part}% }}</style>{svg}"
            )
            page.screenshot(path=ICONS / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()

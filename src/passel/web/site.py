"""The site as data: every file that a browser may ask for, by its path.

The server (`passel.web.app`) and the static site (`passel.web.folder`) hand out this one tree, so
what works on one works on the other. It knows no socket, and of the disk only the package itself.

Some files are made on the way: scripts lose their comments, since they would be a third of the
first load (every line keeps its number); the catalogues lose what only the terminal says; and
`sw.js`, the service worker, learns the names and digests of all the others.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from passel.web import catalogue
from passel.words import LANGUAGES, Message
from passel.words import catalogue as messages

TYPES = {
    "": "text/plain; charset=utf-8",
    ".css": "text/css",  # UTF-8, as the page that names it; a module always is
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The media type of each ending that a file of the site can have."""

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
"""The Content-Security-Policy: nothing inline, and nothing from anywhere else."""

NOT_IN_A_PAGE = ("frame-ancestors",)
"""What a `<meta>` cannot say, so that a static host says it or nobody does."""

INDEX = "index.html"
MISSING = "404.html"
WORKER = "sw.js"

SPOKEN = (
    *("error", "error-place", "face", "fair", "number", "option"),
    *("page", "phrase", "rules", "seat", "source", "variant"),
)
"""The groups of messages that a page says; the others are the terminal's."""

SPOKEN_LATER = ("afar", "score", "study", "why")
"""Those that nobody needs to begin a first game: they come after it, in a file of their own."""

TAUGHT = ("learn",)
"""The groups that come with the lessons, when they are opened."""

FOLDERS = {"words": SPOKEN, "words/more": SPOKEN_LATER, "words/learn": TAUGHT}
"""The folders of sentences, one file a language, and the groups that are in each."""

_COMMENT = re.compile(
    r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*$|//[^\n]*$)", re.DOTALL | re.MULTILINE
)
"""A comment that has its lines for itself; a cast, `/** @type {T} */ (x)`, is none."""

_SOURCES = (".d.ts",)
_BLANKS = ("const FILES = {};", 'const DIGEST = "";')


class File:
    """One file of the site.

    Args:
        path: Relative, with slashes: `app/main.js`.
        content: Its bytes.
    """

    def __init__(self, path: str, content: bytes) -> None:
        self.path = path
        self.content = content
        self.type = TYPES[PurePosixPath(path).suffix]

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the content as browsers write it: `sha256-` and base64."""
        digest = base64.b64encode(hashlib.sha256(self.content).digest())
        return f"sha256-{digest.decode()}"

    @property
    def tag(self) -> str:
        """A short name of the content, for an ETag: 72 bits of its digest."""
        return self.digest.removeprefix("sha256-")[:12]

    @cached_property
    def gzipped(self) -> bytes | None:
        """The content compressed, the same bytes every time; None where that gains nothing."""
        packed = gzip.compress(self.content, 9, mtime=0)
        return packed if len(packed) < len(self.content) else None

    @property
    def smallest(self) -> int:
        """How many bytes travel, without headers."""
        return len(self.gzipped or self.content)


Site = Mapping[str, File]
"""The files of a site by their paths; the root stands under `index.html`."""


def site() -> dict[str, File]:
    """The whole site, in the order of its paths."""
    contents = dict(_static(files("passel.web") / "static"))
    scripts = b"".join(each for path, each in contents.items() if path.endswith(".js"))
    contents["catalogue.json"] = catalogue.text().encode()
    for lang in LANGUAGES:
        for folder, groups in FOLDERS.items():
            said = json.dumps(
                spoken(lang, groups, scripts), ensure_ascii=False, separators=(",", ":")
            )
            contents[f"{folder}/{lang}.json"] = said.encode()
    worker = contents.pop(WORKER).decode()
    tree = {path: File(path, contents[path]) for path in sorted(contents)}
    tree[WORKER] = File(WORKER, made_worker(worker, tree).encode())
    return tree


def policy(*, page: bool = False) -> str:
    """The Content-Security-Policy as a header, or as the `<meta>` of a page says it."""
    left = {name: value for name, value in POLICY.items() if not page or name not in NOT_IN_A_PAGE}
    return "; ".join(f"{name} {value}" for name, value in left.items())


def made_worker(template: str, tree: Site) -> str:
    """The service worker that keeps this tree.

    Args:
        template: `static/sw.js`.
        tree: All other files. The index is fetched by the folder's address, as a reader does.

    Raises:
        ValueError: The template does not have its one place for each thing it must know.
    """
    kept = {
        "" if path == INDEX else path: file.digest
        for path, file in tree.items()
        if path not in (WORKER, MISSING)
    }
    known = (json.dumps(kept, indent=1), json.dumps(digest(tree)))
    for blank, value in zip(_BLANKS, known, strict=True):
        if template.count(blank) != 1:
            raise ValueError(f"{WORKER} needs one line {blank!r}")
        template = template.replace(blank, f"{blank.partition(' = ')[0]} = {value};")
    return template


def digest(tree: Site) -> str:
    """One digest of all files, 64 hexadecimal digits: two sites with the same are the same."""
    listed = "".join(f"{path} {tree[path].digest}\n" for path in sorted(tree))
    return hashlib.sha256(listed.encode()).hexdigest()


def _static(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    """The files below a folder of the package, hidden ones and sources of types left out."""
    for entry in folder.iterdir():
        name = entry.name
        if entry.is_dir():
            yield from _static(entry, f"{path}{name}/")
        elif not name.startswith(".") and not name.endswith(_SOURCES):
            yield f"{path}{name}", _served(f"{path}{name}", entry.read_bytes())


def _served(path: str, content: bytes) -> bytes:
    """A file of the package as it is served: our scripts without comments, line by line."""
    if not path.endswith(".js") or path.startswith("vendor/"):
        return content
    bare = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), content.decode())
    return bare.encode()


def spoken(lang: str, groups: tuple[str, ...], scripts: bytes) -> dict[str, Message]:
    """The sentences that a page can say.

    Args:
        lang: The language.
        groups: The first words of their keys.
        scripts: All scripts of the page. Of the errors it has only those whose code stands in
            them: a server says its own in whole sentences, and the terminal is not there.
    """
    return {
        key: message
        for key, message in messages(lang).items()
        if (group := key.partition(".")[0]) in groups
        and (group != "error" or f'"{key.partition(".")[2]}"'.encode() in scripts)
    }

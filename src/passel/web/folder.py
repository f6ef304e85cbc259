"""The site as files in a folder, for any host that serves files.

A folder that holds a site says so in `site.json`, with the digest of each file. Replacing a site
touches nothing else in the folder. Each file is replaced at once, the index after what it names
and the service worker last; a browser's own copy takes only whole versions (static/sw.js), so a
reader who comes in between does not keep a mixture.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from passel import __version__
from passel.errors import PasselError
from passel.web.site import INDEX, WORKER, File, Site, digest

MARK = "site.json"
_LAST = (INDEX, WORKER)
_HOSTS = (".git", ".nojekyll", "CNAME")
"""What belongs to a host and may be in a folder that is empty otherwise."""


class FolderError(PasselError):
    """A site cannot be written into this folder; nothing in it was changed."""


def write(site: Site, folder: Path) -> None:
    """Write a site into a folder, which is made if it is not there.

    Args:
        site: The files by their paths.
        folder: Empty, missing, or with an earlier site in it.

    Raises:
        FolderError: `not-a-folder`, `not-a-site`, `in-the-way` or `cannot-write`.
    """
    try:
        old = _checked(site, folder)
        folder.mkdir(parents=True, exist_ok=True)
        # All files, old and new, are the site's while it is replaced: so this can be done again
        # after it was interrupted.
        _put(folder, MARK, _mark(site, old))
        ordered = sorted(site.values(), key=lambda file: (_place(file), file.path))
        for file in ordered:
            _put(folder, file.path, file.content)
        for path in old - set(site):
            _remove(folder, path)
        _put(folder, MARK, _mark(site, set()))
    except OSError as error:
        where = error.filename or folder
        raise FolderError("cannot-write", path=str(where)) from error


def _checked(site: Site, folder: Path) -> set[str]:
    """The paths of the site that is there, after looking whether it may be replaced."""
    if folder.exists() and not folder.is_dir():
        raise FolderError("not-a-folder", path=str(folder))
    if not folder.exists() or all(each.name in _HOSTS for each in folder.iterdir()):
        return set()
    old = _known(folder / MARK)
    if old is None:
        raise FolderError("not-a-site", path=str(folder))
    for path in site:
        if path not in old and (folder / path).exists():
            raise FolderError("in-the-way", path=str(folder / path))
    return old


def _known(mark: Path) -> set[str] | None:
    """The paths that a site's mark lists; None where it is no mark of ours."""
    try:
        data: Any = json.loads(mark.read_bytes())
        if data["made_by"] != "passel":
            return None
        return {path for path in data["files"] if _is_inside(path)}
    except (FileNotFoundError, IsADirectoryError, ValueError, KeyError, TypeError):
        return None


def _is_inside(path: str) -> bool:
    """Whether a path stays in its folder, whoever wrote it; also on Windows."""
    parts = path.split("/")
    return not any(part in {"", ".", ".."} or {"\\", ":"} & set(part) for part in parts)


def _mark(site: Site, old: set[str]) -> bytes:
    """What says that a folder holds a site."""
    data = {
        "made_by": "passel",
        "version": __version__,
        "digest": digest(site),
        "files": dict.fromkeys(sorted(old)) | {path: file.digest for path, file in site.items()},
    }
    return (json.dumps(data, indent=1) + "\n").encode()


def _place(file: File) -> int:
    return _LAST.index(file.path) + 1 if file.path in _LAST else 0


def _put(folder: Path, path: str, content: bytes) -> None:
    """Write a file, or replace it in one step; one that is the same stays as it is."""
    target = folder / path
    if target.is_file() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.new")
    beside.write_bytes(content)
    beside.replace(target)


def _remove(folder: Path, path: str) -> None:
    """Remove a file that no longer belongs to the site, and the folders that it leaves empty."""
    target = folder / path
    target.unlink(missing_ok=True)
    for above in target.parents:
        if above == folder or any(above.iterdir()):
            return
        above.rmdir()

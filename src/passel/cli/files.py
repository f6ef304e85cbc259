"""Files that are written for good: whole or not at all, synced, locked by one process.

It knows nothing of games.
"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path


class Busy(Exception):
    """Another process has locked the file."""


TROUBLES = {
    "full": (errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
    "forbidden": (errno.EACCES, errno.EPERM, errno.EROFS),
}
"""Kinds of trouble with files that people can do something about, by the system's numbers."""


def trouble(error: Exception) -> str:
    """The kind of trouble that an error is: a key of `TROUBLES`, or "other"."""
    number = error.errno if isinstance(error, OSError) else None
    return next((kind for kind, numbers in TROUBLES.items() if number in numbers), "other")


def code(error: Exception) -> str:
    """The system's short name of an error, such as EIO: the same in every language."""
    number = error.errno if isinstance(error, OSError) else None
    return errno.errorcode.get(number or 0, type(error).__name__)


def data_folder(data: str | None) -> Path:
    """Where games and rooms are kept: as asked, `PASSEL_DATA`, or the system's place for that."""
    named = data or os.environ.get("PASSEL_DATA")
    if named:
        return Path(named)
    from platformdirs import user_data_path  # late: most commands keep nothing

    return user_data_path("passel", appauthor=False)


def replace(path: Path, data: bytes) -> None:
    """Write a file so that the old one or the new one is there, whatever happens meanwhile."""
    new = path.with_suffix(".new")
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a folder's entries last, where the system can."""
    with contextlib.suppress(OSError):
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def unused(path: Path) -> Path:
    """The path, or one like it that no file has."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def read_all(fd: int) -> bytes:
    """All of an open file."""
    os.lseek(fd, 0, os.SEEK_SET)
    parts = []
    while part := os.read(fd, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def lock(fd: int) -> None:
    """Lock a file for this process alone, or raise `Busy`; where nothing can be locked, do not."""
    if os.name == "nt":
        import msvcrt

        os.lseek(fd, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError as error:
            raise Busy from error
        return
    import fcntl

    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Busy from error
    except OSError:
        return

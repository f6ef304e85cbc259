"""Games on disk: each one a record file that only grows, stored for good before it is shown.

A folder holds three others: `playing`, `finished` and `damaged`. A running game's file is its
record (docs/notation.md) with tags for what a record does not say: `[Bot 2 "hold-at-20"]`,
`[Dice "physical"]`. Each event is one word with a space or line end after it, so what a crash
cut off in the middle can be told. No seed is ever written while a game runs. The file is locked
while somebody plays.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from passel.cli.files import (
    Busy,
    code,
    lock,
    read_all,
    replace,
    sync_folder,
    trouble,
    unused,
)
from passel.errors import NotationError
from passel.game import Event, State, same_turn
from passel.notation import Record, event_text, parse_record, print_record


class Complaint(NamedTuple):
    """What must be said about a save.

    Args:
        key: A key of the catalogue.
        parts: What it is about.
    """

    key: str
    parts: dict[str, object]


class Save:
    """One running game's file.

    Args:
        path: Where it is, or will be.
        record: What is to be in it; None where the file is there.
    """

    def __init__(self, path: Path, record: Record | None = None) -> None:
        self.path = path
        self._fd: int | None = None
        self._stored = 0
        self._pending = text_of(record).encode() if record else b""
        self._fresh = self._pending.endswith(b"\n")
        self._failing = False

    def add(self, before: State, event: Event, after: State) -> Complaint | None:
        """Store one event, for good when it returns; a complaint where that fails or is mended."""
        self._pending += written(before, event, after, self._fresh).encode()
        self._fresh = self._pending.endswith(b"\n")
        return self.store()

    def store(self) -> Complaint | None:
        """Store what is not stored yet."""
        try:
            if self._fd is None:
                self._create()
            assert self._fd is not None
            os.ftruncate(self._fd, self._stored)
            os.lseek(self._fd, self._stored, os.SEEK_SET)
            data = self._pending
            while data:
                data = data[os.write(self._fd, data) :]
            os.fsync(self._fd)
        except OSError as error:
            return self._failed(error)
        self._stored += len(self._pending)
        self._pending = b""
        return self._mended()

    def rewrite(self, record: Record) -> Complaint | None:
        """Store a whole record in place of the one so far: the old one or the new one is there."""
        data = text_of(record).encode()
        self._fresh = data.endswith(b"\n")
        try:
            if self._fd is None:
                self._create()
            assert self._fd is not None
            if read_all(self._fd)[: self._stored].startswith(
                data
            ):  # taking back what was last is only cutting it off
                os.ftruncate(self._fd, len(data))
                os.fsync(self._fd)
            else:
                if os.name == "nt":
                    self.close()
                replace(self.path, data)
                self._open()
        except (OSError, Busy) as error:
            self._stored, self._pending = 0, data
            return self._failed(error)
        self._stored, self._pending = len(data), b""
        return self._mended()

    @property
    def safe(self) -> bool:
        """Whether all is stored."""
        return not self._pending

    def close(self) -> None:
        """Let go of the file, and of its lock."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def forget(self) -> None:
        """Remove the file of a game in which nothing happened."""
        self.close()
        with contextlib.suppress(OSError):
            self.path.unlink()

    def finish(self, record: Record) -> Path | Complaint:
        """Put the record of a game that is over among the finished ones; where it is now."""
        path = unused(self.path.parent.parent / "finished" / self.path.name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace(path, print_record(record).encode())
        except OSError as error:
            self.close()
            return _not_saved(error)
        self.forget()
        return path

    def take(self) -> Record:
        """Open and lock the file of a game that somebody left, and read it again.

        Raises:
            Busy: Another process has it.
            OSError: It cannot be opened.
            NotationError: It is damaged.
        """
        self._open()
        assert self._fd is not None
        try:
            data = read_all(self._fd)
            record = recorded(data)
        except (NotationError, UnicodeDecodeError, OSError):
            self.close()
            raise
        text = text_of(record).encode()
        self._fresh = text.endswith(b"\n")
        self._stored, self._pending = 0, b""
        if data.startswith(text):
            self._stored = len(text)
        else:
            self.rewrite(record)
        return record

    def _create(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        while True:
            try:
                self._fd = os.open(self.path, flags | os.O_EXCL, 0o600)
                break
            except FileExistsError:
                self.path = unused(self.path)
        with contextlib.suppress(Busy):
            lock(self._fd)
        sync_folder(self.path.parent)

    def _open(self) -> None:
        self.close()
        fd = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            lock(fd)
            if os.name != "nt" and os.fstat(fd).st_ino != self.path.stat().st_ino:
                raise Busy
        except (Busy, OSError):
            os.close(fd)
            raise
        self._fd = fd

    def _failed(self, error: Exception) -> Complaint | None:
        if self._failing:
            return None
        self._failing = True
        return _not_saved(error)

    def _mended(self) -> Complaint | None:
        if not self._failing:
            return None
        self._failing = False
        return Complaint("play.save.mended", {})


@dataclass
class Found:
    """What a look into the folder found.

    Args:
        waiting: Games that somebody left, the latest first, each with its record.
        busy: Games that are being played elsewhere.
        complaints: What was wrong with others.
    """

    waiting: list[tuple[Save, Record]] = field(default_factory=list)
    busy: int = 0
    complaints: list[Complaint] = field(default_factory=list)


class Saves:
    """The folder of all games.

    Args:
        folder: Where it is; made when it is needed.
        now: The time, for names.
    """

    def __init__(self, folder: Path, now: Callable[[], datetime] = datetime.now) -> None:
        self.folder = folder
        self._now = now

    def new(self, record: Record) -> Save:
        """A save for a game that begins; nothing is written yet."""
        name = f"{self._now():%Y-%m-%d-%H%M%S}-{record.start.rules.id}.pig"
        return Save(unused(self.folder / "playing" / name), record)

    def first_game(self) -> bool:
        """Whether nobody played here before."""
        return not any(next(_listed(self.folder / name), None) for name in ("playing", "finished"))

    def look(self) -> Found:
        """The games that somebody left; damaged ones are set aside."""
        found = Found()
        for path in sorted(_listed(self.folder / "playing"), key=_age):
            save = Save(path)
            try:
                record = save.take()
            except Busy:
                found.busy += 1
            except (NotationError, UnicodeDecodeError) as error:
                self._set_aside(path, error, found)
            except OSError as error:
                parts = {"path": path, "code": code(error)}
                found.complaints.append(Complaint("play.save.unreadable", parts))
            else:
                save.close()
                found.waiting.append((save, record))
        return found

    def put_away(self, save: Save) -> Path | None:
        """Move a game that nobody goes on with to the finished ones, as it is."""
        target = unused(self.folder / "finished" / save.path.name)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            save.path.rename(target)
        except OSError:
            return None
        return target

    def _set_aside(self, path: Path, error: Exception, found: Found) -> None:
        """Move a damaged file away; what is sound in it becomes a game of its own."""
        with contextlib.suppress(OSError):
            if not path.stat().st_size:
                path.unlink()  # made, and nothing stored: nobody saw anything of that game
                return
        target = unused(self.folder / "damaged" / path.name)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            path.rename(target)
        except OSError:
            target = path
        found.complaints.append(Complaint("play.save.damaged", {"path": target}))
        kept = error.kept if isinstance(error, NotationError) else None
        if isinstance(kept, Record) and kept.events and target != path:
            save = Save(path, kept)
            if save.store() is None:
                save.close()
                found.waiting.append((save, kept))
                parts: dict[str, object] = {"count": len(kept.events)}
                found.complaints.append(Complaint("play.save.rescued", parts))


def text_of(record: Record) -> str:
    """A running game's file: the tags, an empty line, what happened, a space or line end last."""
    head = print_record(Record(record.start, (), record.names, record.tags))
    parts = [head.removesuffix("first:\n").rstrip("\n") + "\n\n"]
    state = record.start
    states = record.states()
    next(states)
    fresh = state.roll_off != ()
    if not fresh:
        parts.append("first: ")  # without the label, a record says that the first seat starts
    for event, after in zip(record.events, states, strict=True):
        parts.append(written(state, event, after, fresh))
        fresh = parts[-1].endswith("\n")
        state = after
    return "".join(parts)


def _not_saved(error: Exception) -> Complaint:
    kind = trouble(error)
    return Complaint(f"play.save.failed.{kind}", {"code": code(error)} if kind == "other" else {})


def written(before: State, event: Event, after: State, fresh: bool) -> str:
    """What one event adds to a file; `fresh` where it begins a line."""
    label = ""
    if fresh:
        shared = before.rules.turn == "shared"
        who = "first" if before.roll_off is not None else "*" if shared else before.to_move[0]
        label = f"{who}: "
    end = " " if same_turn(before, after) else "\n"
    return f"{label}{event_text(event, before.rules)}{end}"


def recorded(data: bytes) -> Record:
    """The record in a running game's file, without a last word that a crash cut off."""
    text = data.decode("utf-8")
    whole = max(text.rfind(" "), text.rfind("\n")) + 1
    return parse_record(text[:whole])


def _listed(folder: Path) -> Iterator[Path]:
    try:
        yield from folder.glob("*.pig")
    except OSError:
        return


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0

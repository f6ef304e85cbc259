"""What a server writes down about itself: one JSON object a line, and never who or what was played.

That holds by how a line is made: from a code and from fields that the call names, and of an
exception from its types and places. What exceptions and other packages' loggers say in words may
hold anything, a room's id or a name, so none of it is written: only who said it, and where. The
standard library is enough for that; structlog's strength is what must not be here, values of any
kind that are bound to a line.
"""

from __future__ import annotations

import contextlib
import json
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from passel.errors import PasselError
from passel.web.api import ROUTES
from passel.web.hub import LINE, Line

METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
"""Those that are written down; whoever asks can send any word as one."""

CAUSES = 5
"""How many exceptions are told of that led to one another."""

_logger = logging.getLogger("passel.server")


def tell(
    event: str,
    sentence: str | None = None,
    *,
    level: int = logging.INFO,
    **fields: Any,
) -> None:
    """Write down that something happened.

    Args:
        event: What, in kebab-case, as docs/operations.md lists it.
        sentence: What is said to people who read no JSON; None: nothing.
        level: How bad it is, as `logging` has it.
        fields: More about it: numbers, codes; nothing that is anybody's.
    """
    _logger.log(level, event, extra={"fields": fields, "sentence": sentence})


@contextlib.contextmanager
def writing(lines: bool, fault: str) -> Iterator[None]:
    """Write down all that is logged in this process, on standard error.

    Args:
        lines: As JSON; else as sentences, and what has none is left out.
        fault: The sentence for an exception that nobody caught.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(Lines() if lines else Sentences(fault))
    handler.addFilter(lambda record: bool(lines or _is_said(record)))
    root = logging.getLogger()
    before = root.handlers[:], root.level, sys.excepthook, threading.excepthook
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    _logger.setLevel(logging.INFO)
    sys.excepthook = _uncaught
    threading.excepthook = lambda met: _uncaught(met.exc_type, met.exc_value, met.exc_traceback)
    try:
        yield
    finally:
        root.handlers[:], root.level, sys.excepthook, threading.excepthook = before


def _is_said(record: logging.LogRecord) -> bool:
    return record.exc_info is not None or getattr(record, "sentence", None) is not None


def _uncaught(
    kind: type[BaseException], error: BaseException | None, where: TracebackType | None
) -> None:
    met = error or kind()
    _logger.error("uncaught", exc_info=(kind, met, where))


class Lines(logging.Formatter):
    """A JSON object for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """The object, in one line."""
        when = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "time": when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
        }
        if record.name.startswith("passel."):
            line |= {"event": record.msg, **getattr(record, "fields", {})}
        else:
            line |= {
                "event": "other",
                "logger": record.name,
                "at": f"{record.module}:{record.lineno}",
            }
        line.setdefault("pid", record.process)
        if record.exc_info and record.exc_info[1]:
            line["errors"] = errors(record.exc_info[1])
        return json.dumps(line)


class Sentences(logging.Formatter):
    """A sentence for each record, and places where there was an exception.

    Args:
        fault: The sentence for an exception.
    """

    def __init__(self, fault: str) -> None:
        super().__init__()
        self._fault = fault

    def format(self, record: logging.LogRecord) -> str:
        """The sentence, and what is below it."""
        lines = [f"passel: {getattr(record, 'sentence', None) or self._fault}"]
        if record.exc_info and record.exc_info[1]:
            for error in errors(record.exc_info[1]):
                lines += [f"  {error['type']}", *(f"    {each}" for each in error["frames"])]
        return "\n".join(lines)


def errors(error: BaseException) -> list[dict[str, Any]]:
    """An exception and those that led to it, the last first: types and places, and no values."""
    found: list[dict[str, Any]] = []
    met: BaseException | None = error
    while met is not None and len(found) < CAUSES:
        told: dict[str, Any] = {"type": f"{type(met).__module__}.{type(met).__qualname__}"}
        if isinstance(met, PasselError):
            told["code"] = met.code
        told["frames"] = [
            f"{frame.f_globals.get('__name__')}:{line} {frame.f_code.co_name}"
            for frame, line in traceback.walk_tb(met.__traceback__)
        ]
        found.append(told)
        met = met.__cause__ or met.__context__
    return found


class Requests:
    """Writes down each request when it has been answered: its route, and neither path nor asker.

    Args:
        app: What answers.
        clock: Seconds that only grow.
    """

    def __init__(self, app: ASGIApp, clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = self._clock()
        status = 0

        def note(met: int) -> None:
            nonlocal status
            status = met

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                note(message["status"])
            await send(message)

        extensions = scope.get("extensions", {})
        if line := extensions.get(LINE, {}).get("line"):
            extensions = {**extensions, LINE: {"line": _Noted(line, note)}}
        try:
            await self._app({**scope, "extensions": extensions}, receive, noted)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            ms = round(1000 * (self._clock() - begun), 1)
            tell("request", method=method, route=route(scope["path"]), status=status, ms=ms)


class _Noted:
    """A line, and what was answered by it: see `passel.web.hub.Line`."""

    def __init__(self, line: Line, note: Callable[[int], None]) -> None:
        self._note = note
        self._answer = line.answer
        self.send = line.send
        self.end = line.end

    def answer(self, status: int, headers: bytes, body: bytes) -> bool:
        """Answer, and note how."""
        done = self._answer(status, headers, body)
        if done:
            self._note(status)
        return done


_KNOWN = {tuple(each.path.split("/")): each.path for each in ROUTES}
_PLAIN = ("/health", "/metrics", "/ready")


def route(path: str) -> str:
    """The route of a path, which names no room and no file: `/api/rooms/{room}/commands`."""
    if path in _PLAIN:
        return path
    pieces = path.rstrip("/").split("/")
    if pieces[:2] != ["", "api"]:
        return "/{file}"
    if pieces[:3] == ["", "api", "rooms"] and len(pieces) > 3:
        pieces[3] = "{room}"
    return _KNOWN.get(tuple(pieces), "/api/{other}")

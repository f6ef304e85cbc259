"""Asks an ASGI app one question, without a socket."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from starlette.types import ASGIApp


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


def ask(app: ASGIApp, path: str, method: str = "GET", **headers: str) -> Answer:
    """The app's answer.

    Args:
        app: The app.
        path: As it is after percent-decoding.
        method: Of HTTP.
        headers: By their names, with `_` for `-`.
    """
    sent: list[Any] = []
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(key.replace("_", "-").encode(), headers[key].encode()) for key in headers],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    async def answered() -> None:
        await app(scope, receive, send)

    # Nothing in it waits, so no event loop is needed; a worker's may be Playwright's already.
    with pytest.raises(StopIteration):
        answered().send(None)
    start, *bodies = sent
    names = [(name.decode().lower(), value.decode()) for name, value in start["headers"]]
    assert len(dict(names)) == len(names), "a header is there twice"
    return Answer(start["status"], dict(names), b"".join(each["body"] for each in bodies))

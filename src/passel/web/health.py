"""Whether the server lives and can reach its rooms, for those who start, watch and replace it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from passel.web.faults import StoreError

PATIENCE = 3.0
"""Seconds that a database has for an answer; who waits for one gives up soon after."""


class Health:
    """What is at `/health` and `/ready`.

    Args:
        reach: Asks the rooms' database for an answer, blocking; it raises `StoreError`. None: there
            are no rooms.
    """

    def __init__(self, reach: Callable[[], None] | None) -> None:
        self._reach = reach
        self._asking: asyncio.Task[str] | None = None
        self.routes = [Route("/health", self.health), Route("/ready", self.ready)]

    async def health(self, _: Request) -> JSONResponse:
        """It lives: it answers."""
        return _answer("ok")

    async def ready(self, _: Request) -> JSONResponse:
        """Whether players can be sent here: the database answers; else 503 and the fault."""
        if self._reach is None:
            return _answer("ok")
        if self._asking is None or self._asking.done():  # however many ask, it is asked once
            self._asking = asyncio.create_task(self._asked())
        try:
            return _answer(await asyncio.wait_for(asyncio.shield(self._asking), PATIENCE))
        except TimeoutError:
            return _answer("store-busy")

    async def _asked(self) -> str:
        assert self._reach
        try:
            await asyncio.to_thread(self._reach)
        except StoreError as error:
            return error.code
        return "ok"


def _answer(status: str) -> JSONResponse:
    code = 200 if status == "ok" else 503
    return JSONResponse({"status": status}, code, {"Cache-Control": "no-store"})

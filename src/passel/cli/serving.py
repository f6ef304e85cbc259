"""What a process of `passel serve` does, as plain data that other processes can be sent."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from passel.cli.base import CliError
from passel.errors import PasselError
from passel.words import Words

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from passel.web.hub import Hub
    from passel.web.rooms import Rooms

Log = Literal["text", "json", "requests"]
LOGS: tuple[Log, ...] = get_args(Log)
"""What is written down: sentences for people; or one JSON object a line; or that for each request
too."""


@dataclass(frozen=True)
class Serving:
    """What a process that serves is to do. Other processes are sent it, so it is plain data.

    Args:
        lang: In which what happens is told.
        database: With the rooms, as `passel.web.database.opened` takes it; None: there are none.
        expire: Days after which a room in which nothing happens is deleted; 0: never.
        metrics: Whether there are numbers for Prometheus.
        proxies: Whose word on clients is taken.
        log: What is written down, as `LOGS` has it.
        streams: How many streams one address may have, 1 or more.
        shared: The folder in which several processes have their numbers; None: it is the only one.
    """

    lang: str
    database: str | None
    expire: int
    metrics: bool
    proxies: tuple[str, ...]
    log: Log
    streams: int
    shared: str | None = None

    def __call__(self, sockets: list[socket.socket], started: Callable[[], None]) -> None:
        """Serve at sockets until a signal ends it.

        Args:
            sockets: From `passel.web.server.listen`.
            started: Called when requests are answered.

        Raises:
            StoreError: The database cannot be opened, or another server has it.
            CliError: `no-prometheus-client`.
            KeyboardInterrupt: Control-C.
        """
        from passel.web import log, server  # late: help shall not wait for a server
        from passel.web.app import app
        from passel.web.hub import Hub, Places
        from passel.web.site import site

        hub = Hub(Places(address=self.streams))

        async def closing() -> None:
            log.tell("stopping")
            await hub.close()

        with contextlib.ExitStack() as opened:
            opened.enter_context(self.writing())
            for each in sockets:
                opened.callback(each.close)
            rooms = opened.enter_context(self._rooms(hub)) if self.database else None
            more = opened.enter_context(self._metrics(rooms, hub)) if self.metrics else ()
            served = app(site(), rooms, more=more)
            if self.log == "requests":
                served = log.Requests(served)
            server.serve(served, sockets, started, closing=closing, proxies=self.proxies)

    def writing(self) -> AbstractContextManager[None]:
        """While it lasts, what this process logs is written down as it was asked for."""
        from passel.web import log

        return log.writing(self.log != "text", Words(self.lang).say("error.server-fault"))

    @contextlib.contextmanager
    def _rooms(self, hub: Hub) -> Iterator[Rooms]:
        """The rooms that are kept in the database."""
        from passel.web import log
        from passel.web.rooms import Rooms
        from passel.web.store import Store

        words = Words(self.lang)

        def report(fault: PasselError | None) -> None:
            if fault:
                log.tell("storing-fails", words.error(fault), level=logging.ERROR, code=fault.code)
            else:
                log.tell("storing-again", words.say("serve.stored-again"))

        assert self.database
        store = Store(self.database, "serve", report=report)
        try:
            yield Rooms(store, hub, expire=self.expire)
        finally:
            store.close()

    @contextlib.contextmanager
    def _metrics(self, rooms: Rooms | None, hub: Hub) -> Iterator[Sequence[BaseRoute]]:
        """What answers with numbers. Raises `CliError` `no-prometheus-client`."""
        if self.shared:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = self.shared  # read when it is imported
        try:
            from passel.web.metrics import Metrics, SharedMetrics
        except ImportError as error:
            raise CliError("no-prometheus-client") from error
        if not self.shared:
            yield Metrics(rooms, hub).routes
            return
        shared = SharedMetrics(rooms, hub, Path(self.shared))
        try:
            yield shared.routes
        finally:
            shared.write()

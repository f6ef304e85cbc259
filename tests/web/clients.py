"""Clients of a server of rooms, without sockets: the app, its store on disk, and who asks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from passel.web.api import Api
from passel.web.hub import Hub
from passel.web.limits import Limits
from passel.web.rooms import Rooms
from passel.web.routes import Routes
from passel.web.store import Store

_ids = count(1)
ENOUGH = 30
"""Seconds that a slow machine may take."""


def token(name: str) -> str:
    """A secret that is always the same for a name."""
    return f"{name}-0123456789abcdef0123456789"


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """Why it was refused."""
        return str(self.json["error"]["code"])


class Message(NamedTuple):
    """A message of a stream."""

    event: str
    id: int | None
    data: Any


class Reader:
    """Somebody who follows a room, until `close`."""

    def __init__(self) -> None:
        self.status = 0
        self.task: asyncio.Task[None] | None = None
        self.messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self.bytes = b""
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        self.bytes += message["body"]
        for text in message["body"].decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in text.split("\n") if ": " in line)
            if "event" in fields:
                number = int(fields["id"]) if "id" in fields else None
                data = json.loads(fields["data"])
                self.messages.put_nowait(Message(fields["event"], number, data))
        if not message.get("more_body"):
            self.messages.put_nowait(None)

    async def next(self, event: str = "room") -> Any:
        """The data of the next message of this kind; None where the stream has ended."""
        while True:
            message = await asyncio.wait_for(self.messages.get(), ENOUGH)
            if message is None or message.event == event:
                return message and message.data

    async def until(self, kind: str) -> Any:
        """The data of the next message in which something of a kind happened."""
        while True:
            data = await self.next()
            if kind in [each["kind"] for each in data["happened"]]:
                return data

    async def close(self) -> None:
        self.gone.set()
        if self.task:
            await asyncio.wait_for(self.task, ENOUGH)


class Clients:
    """Everybody who asks one server.

    Args:
        app: The server's.
    """

    def __init__(self, app: Routes, rooms: Rooms, store: Store, hub: Hub) -> None:
        self.app = app
        self.rooms = rooms
        self.store = store
        self.hub = hub
        self.heard = b""
        """All that was ever answered."""
        self._readers: list[Reader] = []

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        who: str | None = None,
        query: str = "",
        address: str = "192.0.2.1",
        **headers: str,
    ) -> Answer:
        """What the server answers; a body that is no bytes is sent as JSON."""
        sent: list[Any] = []
        data = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        scope = _scope(method, path, query, who, address, headers, json=body is not None)

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await asyncio.wait_for(self.app(scope, receive, send), ENOUGH)
        start, *bodies = sent
        names = {name.decode(): value.decode() for name, value in start["headers"]}
        answer = Answer(start["status"], names, b"".join(each["body"] for each in bodies))
        self.heard += answer.body
        return answer

    async def make(self, rules: str = "pig", who: str = "ana", **fields: Any) -> str:
        """Make a room; its id."""
        made = await self.ask(
            "POST", "/api/rooms", {"id": self.id(), "rules": rules, "name": who, **fields}, who
        )
        assert made.status == 201, made
        return str(made.json["room"])

    async def do(self, room: str, do: str, who: str | None, /, **fields: Any) -> Answer:
        """Give a command with a new id and the current version, unless others are given."""
        if "version" not in fields:
            fields["version"] = (await self.look(room))["room"]["version"]
        command = {"do": do, "id": self.id(), **fields}
        return await self.ask("POST", f"/api/rooms/{room}/commands", command, who)

    async def look(self, room: str, who: str | None = None) -> Any:
        """How things are."""
        return (await self.ask("GET", f"/api/rooms/{room}", who=who)).json

    async def follow(self, room: str, who: str | None = None, **headers: str) -> Reader:
        """Follow a room; the first message is still to be read."""
        reader = Reader()
        scope = _scope("GET", f"/api/rooms/{room}/events", "", who, "192.0.2.1", headers)
        task = asyncio.ensure_future(self.app(scope, reader.receive, reader.send))
        reader.task = task
        self._readers.append(reader)
        while not reader.status:
            await asyncio.sleep(0)
        return reader

    def id(self) -> str:
        return f"command-{next(_ids)}"

    async def close(self) -> None:
        for reader in self._readers:
            await reader.close()
            self.heard += reader.bytes


def _scope(
    method: str,
    path: str,
    query: str,
    who: str | None,
    address: str,
    headers: dict[str, str],
    json: bool = False,
) -> dict[str, Any]:
    given = {"host": "localhost", **headers}
    if json:
        given.setdefault("content_type", "application/json")
    if who is not None:
        given.setdefault("authorization", f"Bearer {token(who)}")
    return {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": path,
        "query_string": query.encode(),
        "client": (address, 1),
        "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in given.items()],
    }


@asynccontextmanager
async def serving(
    where: Path | str, limits: Limits | None = None, **how: Any
) -> AsyncIterator[Clients]:
    """A server on the rooms of a file, which must not be open elsewhere, or of a URL."""
    store = Store(f"sqlite:///{where}" if isinstance(where, Path) else where, "serve")
    hub = Hub()
    rooms = Rooms(store, hub, **how)
    rooms.start()
    clients = Clients(Routes(Api(rooms, limits or Limits())), rooms, store, hub)
    try:
        yield clients
    finally:
        await clients.close()
        await hub.close()
        rooms.close()
        store.close()

"""Store and hub alone, without rules: what a room's action costs at least. Run with a port.

`GET /ROOM` follows a room, `POST /ROOM` stores the body and then tells its readers.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from starlette.types import Receive, Scope, Send

from passel.web import server
from passel.web.database import url
from passel.web.hub import Hub
from passel.web.limits import address, read_body
from passel.web.store import Index, Store

HUB = Hub()
COUNTS: dict[str, int] = defaultdict(int)
STORES: list[Store] = []


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        return
    room = scope["path"]
    if scope["method"] == "GET":
        hello = b"event: hello\ndata: {}\n\n"
        stream = HUB.stream(room, hello, address=address(scope), gone=lambda: None)
        await stream(scope, receive, send)
        return
    body = await read_body(dict(scope["headers"]), receive)
    COUNTS[room] += 1
    seq = COUNTS[room]
    await STORES[0].append(room, seq, [body], Index(None, None, seq))
    HUB.publish(room, b"id: %d\nevent: room\ndata: %b\n\n" % (seq, body))
    answer = b'{"seq":%d}' % seq
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(answer))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        STORES.append(Store(url(Path(folder) / "rooms.db"), "serve"))
        sockets = server.listen("127.0.0.1", int(sys.argv[1]), exactly=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve(app, sockets, lambda: None, closing=HUB.close)
        STORES[0].close()


if __name__ == "__main__":
    main()

"""A server of one room's streams and nothing else: run by test_server.py in a process of its own.

`GET /` follows the room; `POST /` publishes its body; `GET /gone` tells how many streams there are;
`GET /who` tells scheme and client as the app sees them.
"""

from __future__ import annotations

import sys

from starlette.types import Receive, Scope, Send

from passel.web import hub, server
from passel.web.limits import read_body

STREAMS = hub.Hub()


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request."""
    if scope["type"] == "lifespan":
        return
    if (scope["method"], scope["path"]) == ("GET", "/"):
        stream = STREAMS.stream("room", b"data: first\n\n", address="", gone=lambda: None)
        await stream(scope, receive, send)
        return
    if scope["method"] == "POST":
        STREAMS.publish("room", await read_body(dict(scope["headers"]), receive, 10_000_000))
    said = {"/who": f"{scope['scheme']} {scope['client'][0]}"}
    body = said.get(scope["path"], str(STREAMS.count("room"))).encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


def main() -> None:
    """Serve until Control-C, behind the proxies that the arguments name."""
    sockets = server.listen("127.0.0.1", 0, exactly=True)
    port = sockets[0].getsockname()[1]

    def started() -> None:
        sys.stdout.write(f"{port}\n")
        sys.stdout.flush()

    try:
        server.serve(app, sockets, started, closing=STREAMS.close, proxies=sys.argv[1:])
    except KeyboardInterrupt:
        sys.stdout.write("closed\n")


main()

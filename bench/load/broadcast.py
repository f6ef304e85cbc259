"""The plain way with Starlette: a queue for each reader, nothing stored, no rules.

`GET /ROOM` follows a room, `POST /ROOM` tells its readers the body. Run with a port.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from collections.abc import AsyncIterator

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

ROOMS: dict[str, set[asyncio.Queue[bytes]]] = defaultdict(set)
COUNTS: dict[str, int] = defaultdict(int)


async def follow(request: Request) -> Response:
    room = request.path_params["room"]
    queue: asyncio.Queue[bytes] = asyncio.Queue()

    async def messages() -> AsyncIterator[bytes]:
        ROOMS[room].add(queue)
        try:
            yield b"event: hello\ndata: {}\n\n"
            while True:
                yield await queue.get()
        finally:
            ROOMS[room].discard(queue)

    return StreamingResponse(messages(), media_type="text/event-stream")


async def tell(request: Request) -> Response:
    room = request.path_params["room"]
    body = await request.body()
    COUNTS[room] += 1
    message = b"id: %d\nevent: room\ndata: %b\n\n" % (COUNTS[room], body)
    for queue in ROOMS[room]:
        queue.put_nowait(message)
    return JSONResponse({"seq": COUNTS[room]})


app = Starlette(
    routes=[
        Route("/{room}", follow, methods=["GET"]),
        Route("/{room}", tell, methods=["POST"]),
    ]
)

if __name__ == "__main__":
    uvicorn.run(app, port=int(sys.argv[1]), access_log=False, log_level="error")

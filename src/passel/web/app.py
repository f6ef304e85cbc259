"""The web app: HTTP in, files of the site out, and rooms where there are some.

It knows HTTP and no game. A path is looked up in the tree of `passel.web.site`, so there is no
path that reaches the disk.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from passel.web.api import Api
from passel.web.health import Health
from passel.web.limits import Limits
from passel.web.rooms import Rooms
from passel.web.routes import PREFIX, Routes
from passel.web.site import INDEX, MISSING, WORKER, File, Site, policy

HEADERS = {
    "Content-Security-Policy": policy(),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
    ),
    "Referrer-Policy": "no-referrer",
}
"""What every page and every worker says; on what they only read it would be a third of the load."""

EVERYWHERE = {"X-Content-Type-Options": "nosniff"}
"""What every answer says, errors included."""

METHODS = ("GET", "HEAD")


def app(
    site: Site,
    rooms: Rooms | None = None,
    limits: Limits | None = None,
    more: Sequence[BaseRoute] = (),
) -> ASGIApp:
    """The app that serves a site at its root, rooms below `/api`, and how it is (`Health`).

    Args:
        site: The files by their paths.
        rooms: The server's rooms; None: it has none, and nothing is at `/api`.
        limits: How often rooms may be asked; None: the usual ones.
        more: What else it answers.
    """

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        if rooms is None:
            yield
        else:
            rooms.start()
            yield
            rooms.close()

    health = Health(None if rooms is None else rooms.reach)
    web = Starlette(routes=[*health.routes, *more, Mount("/", Files(site))], lifespan=living)
    web.add_middleware(Guarded)
    return web if rooms is None else Split(Routes(Api(rooms, limits or Limits())), web)


class Split:
    """Sends what asks for rooms one way, before any middleware, and everything else the other.

    Args:
        rooms: For paths at and below `/api`.
        rest: For all others.
    """

    def __init__(self, rooms: ASGIApp, rest: ASGIApp) -> None:
        self.rooms = rooms
        self.rest = rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = scope.get("path", "")
        for_rooms = scope["type"] == "http" and (path == PREFIX or path.startswith(f"{PREFIX}/"))
        await (self.rooms if for_rooms else self.rest)(scope, receive, send)


class Guarded:
    """Puts `EVERYWHERE` on each answer of the app inside, `HEADERS` where they mean something."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(EVERYWHERE)
                runs = headers.get("content-type", "").startswith("text/html")
                if runs or message["status"] >= 400 or scope["path"] == f"/{WORKER}":
                    headers.update(HEADERS)
            await send(message)

        await self.app(scope, receive, guarded)


class Files:
    """Answers with the files of a site, as small as the client takes them, or with "as before"."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self.answer(scope)(scope, receive, send)

    def answer(self, scope: Scope) -> Response:
        """The answer to a request."""
        if scope["method"] not in METHODS:
            return Response("", 405, {"Allow": ", ".join(METHODS)})
        path = scope["path"].removeprefix("/")
        file = self.site.get(path or INDEX)
        if file is None:
            return self.missing(path, scope["method"])
        return _file(file, Headers(scope=scope), scope["method"])

    def missing(self, path: str, method: str) -> Response:
        """The page that says so, with its links back to the root from whatever depth."""
        file = self.site[MISSING]
        root = "../" * path.count("/") or "./"
        content = file.content.replace(b'href="./"', f'href="{root}"'.encode())
        return _answer(404, file, content, method)


def _file(file: File, asked: Headers, method: str) -> Response:
    packed = file.gzipped if _takes_gzip(asked.get("accept-encoding", "")) else None
    tag = f'"{file.tag}{"-gzip" if packed else ""}"'
    more = {"ETag": tag, "Vary": "Accept-Encoding"}
    if _is_known(tag, asked.get("if-none-match", "")):
        return Response(status_code=304, headers={**more, "Cache-Control": "no-cache"})
    if packed:
        more["Content-Encoding"] = "gzip"
    return _answer(200, file, packed or file.content, method, **more)


def _answer(status: int, file: File, content: bytes, method: str, **more: str) -> Response:
    """A file's content as an answer; a browser asks again before it uses it again."""
    headers = {
        "Content-Type": file.type,
        "Content-Length": str(len(content)),
        "Cache-Control": "no-cache",
        **more,
    }
    return Response(b"" if method == "HEAD" else content, status, headers)


def _takes_gzip(accepted: str) -> bool:
    """Whether an `Accept-Encoding` names gzip, or anything, and not with quality 0."""
    wishes: dict[str, str] = {}
    for wish in accepted.lower().replace(" ", "").split(","):
        name, _, quality = wish.partition(";q=")
        wishes[name] = quality or "1"
    quality = wishes.get("gzip", wishes.get("*", "0"))
    return quality.strip("0.") != ""


def _is_known(tag: str, known: str) -> bool:
    """Whether an `If-None-Match` names this tag; compared weakly, as RFC 9110, 13.1.2 asks for."""
    tags = {each.strip().removeprefix("W/") for each in known.split(",")}
    return tag in tags or "*" in tags

"""The way from HTTP to the answers of `passel.web.api` and back: raw ASGI, because it is hot.

Every answer but a stream is whole; every refusal is JSON with a code and a sentence in the
language of who asked.
"""

from __future__ import annotations

import logging
from urllib.parse import parse_qsl

import msgspec
from starlette.types import Receive, Scope, Send

from passel.errors import PasselError
from passel.web.api import ROUTES, Api, Ask, Route
from passel.web.hub import LINE, Line, Stream
from passel.web.limits import LimitError, address, check_origin, read_body
from passel.web.wire import encode
from passel.words import LANGUAGES, Words

PREFIX = "/api"

_HEADERS = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
]
_ROOM = "{room}"
_WORDS = {lang: Words(lang) for lang in LANGUAGES}
logger = logging.getLogger(__name__)


class RouteError(PasselError):
    """A request for what there is not."""


class Routes:
    """An ASGI app for all paths at and below `/api`.

    Args:
        api: What answers.
    """

    def __init__(self, api: Api) -> None:
        self._api = api
        self._routes: dict[tuple[str, ...], dict[str, Route]] = {}
        for route in ROUTES:
            self._routes.setdefault(_pieces(route.path), {})[route.method] = route

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        headers = dict(scope["headers"])
        room = ""
        try:
            route, room = self._find(scope)
            ask = await self._ask(scope, receive, headers, room)
            answer = await route.answer(self._api, ask)
        except PasselError as error:
            await self._refuse(error, scope, headers, room, send)
        except Exception:
            logger.exception("request-failed")
            await self._refuse(RouteError("server-fault"), scope, headers, room, send)
        else:
            if isinstance(answer, Stream):
                await answer(scope, receive, send)
            else:
                await _send(scope, send, route.status, route.type, _bytes(answer), [])

    def _find(self, scope: Scope) -> tuple[Route, str]:
        pieces = _pieces(scope["path"])
        room = pieces[2] if len(pieces) > 2 and pieces[1] == "rooms" else ""
        if room:
            pieces = (*pieces[:2], _ROOM, *pieces[3:])
        methods = self._routes.get(pieces)
        if methods is None:
            raise RouteError("no-such-route")
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        if method not in methods:
            raise RouteError("bad-method", allowed=_allowed(methods))
        return methods[method], room

    async def _ask(
        self, scope: Scope, receive: Receive, headers: dict[bytes, bytes], room: str
    ) -> Ask:
        who = address(scope)
        self._api.limits.actions.take(who)
        body = b""
        if scope["method"] == "POST":
            if b"origin" in headers:
                check_origin(scope)
            if headers.get(b"content-type", b"").partition(b";")[0].strip() != b"application/json":
                raise LimitError("not-json")
            body = await read_body(headers, receive)
        query = scope["query_string"]
        return Ask(
            address=who,
            room=room,
            token=_token(headers.get(b"authorization")),
            body=body,
            query=dict(parse_qsl(query.decode("latin-1"))) if query else {},
            last=_last(headers.get(b"last-event-id", b"")),
        )

    async def _refuse(
        self,
        error: PasselError,
        scope: Scope,
        headers: dict[bytes, bytes],
        room: str,
        send: Send,
    ) -> None:
        words = _WORDS[language(scope["query_string"], headers.get(b"accept-language", b""))]
        status, refused = self._api.refusal(error, words, room)
        more = []
        if status == 401:
            more.append((b"www-authenticate", b"Bearer"))
        if error.code == "bad-method":
            more.append((b"allow", ", ".join(error.parts["allowed"]).encode()))
        if error.code == "too-fast":
            more.append((b"retry-after", str(error.parts["count"]).encode()))
        await _send(scope, send, status, "application/json", encode(refused), more)


def _pieces(path: str) -> tuple[str, ...]:
    return tuple(path.strip("/").split("/"))


def _allowed(methods: dict[str, Route]) -> list[str]:
    return [*methods, *(["HEAD"] if "GET" in methods else [])]


def _last(header: bytes) -> int | None:
    """The number of a `Last-Event-ID`; None where there is none."""
    return int(header) if header.isdigit() and len(header) < 16 else None


def _token(header: bytes | None) -> str | None:
    """The token of an `Authorization`; None where there is none, or of another kind."""
    scheme, _, token = (header or b"").decode("latin-1").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def language(query: bytes, accepted: bytes) -> str:
    """The language of a request: of `lang=`, else the most wished for of `Accept-Language`.

    Args:
        query: What stands behind the path.
        accepted: The header, as RFC 9110, 12.5.4, has it.
    """
    asked = dict(parse_qsl(query.decode("latin-1"))).get("lang")
    if asked in LANGUAGES:
        return asked
    best, most = LANGUAGES[0], 0.0
    for wish in accepted.decode("latin-1").lower().split(","):
        name, _, quality = wish.partition(";q=")
        lang = name.strip().partition("-")[0]
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if lang in LANGUAGES and most < weight <= 1:
            best, most = lang, weight
    return best


def _bytes(answer: msgspec.Struct | str | bytes) -> bytes:
    if isinstance(answer, msgspec.Struct):
        return encode(answer)
    return answer.encode() if isinstance(answer, str) else answer


async def _send(
    scope: Scope,
    send: Send,
    status: int,
    type: str,
    body: bytes,
    more: list[tuple[bytes, bytes]],
) -> None:
    kind = f"{type}; charset=utf-8" if type.startswith("text/") else type
    own = [(b"content-type", kind.encode()), (b"content-length", b"%d" % len(body)), *more]
    if scope["method"] == "HEAD":
        body = b""
    line: Line | None = scope.get("extensions", {}).get(LINE, {}).get("line")
    if line is None or not line.answer(status, _lines(own) + _LINES, body):
        headers = own + _HEADERS
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _lines(headers: list[tuple[bytes, bytes]]) -> bytes:
    """Headers as HTTP has them."""
    return b"".join([b"%b: %b\r\n" % each for each in headers])


_LINES = _lines(_HEADERS)

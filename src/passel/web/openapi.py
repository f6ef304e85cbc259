"""The schema of the server's answers for programs: OpenAPI 3.1, made from what answers them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec

from passel import __version__
from passel.room.seats import SECRET
from passel.web import wire
from passel.web.api import REFUSED, ROUTES, STATUS, Route

_ROOM = {
    "name": "room",
    "in": "path",
    "required": True,
    "description": "The room's id, as its link ends with it.",
    "schema": {"type": "string", "pattern": "^[a-z2-7]{26}$"},
}
_LANG = {
    "name": "lang",
    "in": "query",
    "description": "The language of sentences; else that of Accept-Language.",
    "schema": {"type": "string", "examples": ["en", "fr", "pl"]},
}


@cache
def document() -> bytes:
    """The schema as JSON."""
    return json.dumps(_document(), ensure_ascii=False, separators=(",", ":")).encode()


def _document() -> dict[str, Any]:
    kinds = [wire.Refused, wire.Present]
    for route in ROUTES:
        kinds += [kind for kind in (route.takes, route.gives) if kind not in {None, str}]
    schemas, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    by_kind = dict(zip(map(id, kinds), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Passel's rooms",
            "version": __version__,
            "description": "Games of dice, played from afar. Everything that it means is in "
            "docs/reference/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The secret of a seat, made by its player's device: "
                    f"{SECRET.pattern}, at random.",
                }
            },
        },
    }


def _operation(route: Route, schemas: dict[int, Any]) -> dict[str, Any]:
    """One route as OpenAPI has it."""
    done: dict[str, Any] = {"description": "Done"}
    if route.gives is str:
        done["content"] = {route.type: {"schema": {"type": "string"}}}
    elif route.type == "text/event-stream":
        done["description"] = "Server-Sent Events: the data of each is JSON, as x-messages says"
        messages = {"room": schemas[id(route.gives)], "presence": schemas[id(wire.Present)]}
        done["content"] = {route.type: {"schema": {"type": "string"}, "x-messages": messages}}
    elif route.gives is not None:
        done["content"] = {route.type: {"schema": schemas[id(route.gives)]}}
    else:
        done["content"] = {route.type: {"schema": {"type": "object"}}}
    if route.gives is wire.Made:
        done["links"] = {
            each.answer.__name__: {
                "operationId": each.answer.__name__,
                "parameters": {"path.room": "$response.body#/room"},
            }
            for each in ROUTES
            if "{room}" in each.path
        }
    refused = {"schema": schemas[id(wire.Refused)]}
    codes = ", ".join(sorted(STATUS))
    operation: dict[str, Any] = {
        "operationId": route.answer.__name__,
        "summary": route.says,
        "parameters": [
            *([_ROOM] if "{room}" in route.path else []),
            *(
                {"name": name, "in": "query", "description": means, "schema": schema}
                for name, schema, means in route.query
            ),
            _LANG,
        ],
        "responses": {
            str(route.status): done,
            "default": {
                "description": f"Refused; nothing was changed. Codes: {codes}; and those of the "
                f"room and of the rules, with status {REFUSED}.",
                "content": {"application/json": refused},
            },
        },
    }
    if route.takes is not None:
        body = {"application/json": {"schema": schemas[id(route.takes)]}}
        operation["requestBody"] = {"required": True, "content": body}
    if route.seat:
        operation["security"] = [{"seat": []}, {}]
    return operation

"""`passel rooms`: look after the rooms that `passel serve` keeps."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from passel.cli.base import CliError, Command, Family, Whole, json_option, lang_option
from passel.cli.database import database_option, database_path, database_url, is_url
from passel.words import Words

if TYPE_CHECKING:
    from passel.web.store import Listed, Store

DAY = 24 * 60 * 60 * 1000
"""Milliseconds."""


@click.group("rooms", cls=Family, invoke_without_command=True)
@lang_option
@click.pass_context
def command(context: click.Context) -> None:
    """Say what can be done with rooms."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command.command("list", cls=Command)
@database_option
@json_option
@lang_option
@click.pass_obj
def list_rooms(words: Words, database: str | None, as_json: bool) -> None:
    """Print every room, the latest first."""
    with _opened(database) as store:
        rooms = store.rooms()
    if as_json:
        click.echo(json.dumps([_data(room) for room in rooms]))
        return
    for room in rooms:
        when = _when(room.index.touched)
        click.echo(words.say("rooms.line", room=room.room, count=room.events, when=when))
    click.echo(words.say("rooms.sum", count=len(rooms)))


@command.command("export", cls=Command)
@click.argument("id")
@database_option
@json_option
@lang_option
@click.pass_obj
def export(words: Words, id: str, database: str | None, as_json: bool) -> None:
    """Print what everybody may see of a room's events, as one JSON object in any case."""
    from passel.web.wire import public  # late: help shall not wait for it

    with _opened(database) as store:
        events = [json.loads(public(body)) for body in store.read(id)]
    if not events:
        raise CliError("unknown-room", room=id)
    click.echo(json.dumps({"room": id, "events": events}, ensure_ascii=False))


@command.command("delete", cls=Command)
@click.argument("ids", nargs=-1, required=True)
@database_option
@json_option
@lang_option
@click.pass_obj
def delete(words: Words, ids: tuple[str, ...], database: str | None, as_json: bool) -> None:
    """Delete rooms for good: all that are named, or none where one is not there."""
    with _opened(database) as store:
        known = {room.room for room in store.rooms()}
        for id in ids:
            if id not in known:
                raise CliError("unknown-room", room=id)
        gone = sum(store.delete(id) for id in dict.fromkeys(ids))
    _say_gone(words, gone, as_json)


@command.command("expire", cls=Command)
@click.option("--days", type=Whole(1, 36500), required=True)
@click.option("--dry-run", is_flag=True)
@database_option
@json_option
@lang_option
@click.pass_obj
def expire(words: Words, days: int, dry_run: bool, database: str | None, as_json: bool) -> None:
    """Delete the rooms in which nothing happened for so many days, for good."""
    before = int(time.time() * 1000) - days * DAY
    with _opened(database) as store:
        if dry_run:
            found = sum(room.index.touched < before for room in store.rooms())
            if as_json:
                click.echo(json.dumps({"would_delete": found}))
            else:
                click.echo(words.say("rooms.would-go", count=found))
            return
        gone = store.expire(before)
    _say_gone(words, gone, as_json)


@command.command("copy", cls=Command)
@click.argument("to")
@database_option
@json_option
@lang_option
@click.pass_obj
def copy(words: Words, to: str, database: str | None, as_json: bool) -> None:
    """Copy all rooms into an empty database, and compare."""
    from passel.web.copying import copy  # late: help shall not wait for a database

    _must_be_there(database)
    rooms, events = copy(database_url(database), database_url(to))
    if as_json:
        click.echo(json.dumps({"rooms": rooms, "events": events}))
    else:
        click.echo(words.say("rooms.copied", rooms=rooms, events=events))


@contextmanager
def _opened(database: str | None) -> Iterator[Store]:
    """The store, which must be there; also while a server has it open."""
    from passel.web.store import Store  # late: help shall not wait for a database

    _must_be_there(database)
    store = Store(database_url(database))
    try:
        yield store
    finally:
        store.close()


def _must_be_there(database: str | None) -> None:
    """A file is made by the server, and not by looking at it."""
    if not is_url(database) and not (path := database_path(database)).exists():
        raise CliError("no-such-file", path=str(path))


def _data(room: Listed) -> dict[str, object]:
    """A room as programs read it; times in milliseconds since 1970."""
    index = room.index
    return {
        "room": room.room,
        "events": room.events,
        "code": index.code,
        "wake": index.wake,
        "touched": index.touched,
    }


def _when(time: int) -> str:
    """A time as it is on this machine's clock, to the minute."""
    return datetime.fromtimestamp(time / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def _say_gone(words: Words, gone: int, as_json: bool) -> None:
    click.echo(json.dumps({"deleted": gone}) if as_json else words.say("rooms.gone", count=gone))

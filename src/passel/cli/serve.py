"""`passel serve`: the web app, for a browser on this machine or in this network."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from passel.cli import qr
from passel.cli.base import CliError, Command, Whole, lang_option
from passel.cli.database import database_option, database_url
from passel.errors import PasselError
from passel.words import Words

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from passel.web.hub import Hub
    from passel.web.rooms import Rooms

SCREENS = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
"""Variables of the environment that say there is a screen; Windows and macOS always have one."""

EXPIRE = 180
"""Days after which a room in which nothing happens is deleted, where nobody says otherwise."""


class Network(click.ParamType[str]):
    """An address or a network, as the value of an option: 127.0.0.1 or 10.0.0.0/8."""

    name = "ADDRESS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The network. Raises `CliError` `bad-network` for another text."""
        try:
            return str(ipaddress.ip_network(str(value), strict=False))
        except ValueError as error:
            option = param.opts[0] if param else ""
            raise CliError("bad-network", option=option, value=str(value)) from error


@click.command("serve", cls=Command)
@click.option("--host", metavar="HOST")
@click.option("--port", type=Whole(0, 65535))
@click.option("--no-open", is_flag=True)
@click.option("--no-rooms", is_flag=True)
@database_option
@click.option("--expire", metavar="DAYS", type=Whole(0, 36500))
@click.option("--no-qr", is_flag=True)
@click.option("--metrics", is_flag=True)
@click.option("--proxy", "proxies", metavar="ADDRESS", multiple=True, type=Network())
@lang_option
@click.pass_obj
def command(
    words: Words,
    host: str | None,
    port: int | None,
    no_open: bool,
    no_rooms: bool,
    database: str | None,
    expire: int | None,
    no_qr: bool,
    metrics: bool,
    proxies: tuple[str, ...],
) -> None:
    """Serve the page and rooms until Control-C, and open it in a browser."""
    from passel.web import server  # late: help shall not wait for a server
    from passel.web.app import app
    from passel.web.hub import Hub
    from passel.web.site import site

    host = host or server.HOST
    wanted = server.PORT if port is None else port
    sockets = server.listen(host, wanted, exactly=port is not None)
    met = int(sockets[0].getsockname()[1])
    found = server.addresses(host, met)

    def started() -> None:
        if port is None and met != wanted:
            click.echo(words.say("serve.moved", taken=str(wanted), port=str(met)))
        click.echo(words.say("serve.ready", address=found[0]))
        if len(found) > 1:
            click.echo(words.say("serve.network", addresses=found[1:]))
            if not no_qr and qr.can_show():
                click.echo("\n".join(qr.terminal(found[1])))
            click.echo(words.say("serve.plain-http"))
        click.echo(words.say("serve.stop"))
        if not no_open and has_screen():
            threading.Thread(target=webbrowser.open, args=[found[0]], daemon=True).start()

    hub = Hub()
    days = EXPIRE if expire is None else expire
    try:
        with contextlib.ExitStack() as opened:
            for each in sockets:
                opened.callback(each.close)
            kept = None if no_rooms else opened.enter_context(_rooms(words, database, days, hub))
            served = app(site(), kept, more=_metrics(kept, hub) if metrics else ())
            server.serve(served, sockets, started, closing=hub.close, proxies=proxies)
    except KeyboardInterrupt:
        click.echo()  # it is how a server is meant to end


def _metrics(rooms: Rooms | None, hub: Hub) -> Sequence[BaseRoute]:
    """What answers with numbers. Raises `CliError` `no-prometheus-client` where it is missing."""
    try:
        from passel.web.metrics import Metrics
    except ImportError as error:
        raise CliError("no-prometheus-client") from error
    return Metrics(rooms, hub).routes


@contextlib.contextmanager
def _rooms(words: Words, database: str | None, expire: int, hub: Hub) -> Iterator[Rooms]:
    """The rooms that are kept in a database.

    Raises:
        StoreError: It cannot be opened, or another server has it.
    """
    from passel.web.rooms import Rooms
    from passel.web.store import Store

    def report(fault: PasselError | None) -> None:
        said = words.error(fault) if fault else words.say("serve.stored-again")
        click.echo(f"passel: {said}", err=True)

    store = Store(database_url(database), "serve", report=report)
    try:
        yield Rooms(store, hub, expire=expire)
    finally:
        store.close()


def has_screen() -> bool:
    """Whether a browser can open a window; one that draws in the terminal is not wanted."""
    return sys.platform in {"darwin", "win32"} or any(map(os.environ.get, SCREENS))

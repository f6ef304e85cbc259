"""`passel serve`: the web app, for a browser on this machine or in this network."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from passel.cli import qr
from passel.cli.base import BAD_INPUT, CliError, Command, Whole, lang_option
from passel.cli.database import database_option, database_url
from passel.cli.serving import LOGS, Serving
from passel.errors import PasselError
from passel.words import Words

SCREENS = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
"""Variables of the environment that say there is a screen; Windows and macOS always have one."""

MOST = 64
"""How many processes may serve together."""

TOLD = ("worker-died", "worker-kept", "workers-replaced")
"""What is said of workers; the rest is what everybody expects."""

FAULTS = ("worker-died", "worker-kept")
ENDED = ("worker-died", "worker-replaced")

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
@click.option("--workers", type=Whole(1, MOST), default=1)
@click.option("--no-open", is_flag=True)
@click.option("--no-rooms", is_flag=True)
@database_option
@click.option("--expire", metavar="DAYS", type=Whole(0, 36500))
@click.option("--streams", type=Whole(1, 5000), default=200)
@click.option("--no-qr", is_flag=True)
@click.option("--metrics", is_flag=True)
@click.option("--log", metavar="|".join(LOGS), default="text")
@click.option("--proxy", "proxies", metavar="ADDRESS", multiple=True, type=Network())
@lang_option
@click.pass_obj
def command(
    words: Words,
    host: str | None,
    port: int | None,
    workers: int,
    no_open: bool,
    no_rooms: bool,
    database: str | None,
    expire: int | None,
    streams: int,
    no_qr: bool,
    metrics: bool,
    log: str,
    proxies: tuple[str, ...],
) -> int:
    """Serve the page and rooms until Control-C, and open it in a browser."""
    from passel.web import server  # late: help shall not wait for a server
    from passel.web.log import tell

    written = next((each for each in LOGS if each == log), None)
    if written is None:
        raise CliError("bad-choice", value=log, takes=list(LOGS))
    kept = None if no_rooms else database_url(database)
    if workers > 1:
        _check_workers(kept)
    days = EXPIRE if expire is None else expire
    serving = Serving(words.lang, kept, days, metrics, proxies, written, streams)
    host = host or server.HOST
    wanted = server.PORT if port is None else port
    sockets = server.listen(host, wanted, exactly=port is not None)
    met = int(sockets[0].getsockname()[1])
    found = server.addresses(host, met)

    def started() -> None:
        server.notify("READY=1")
        tell("started", address=found[0], workers=workers)
        if written == "text":
            if port is None and met != wanted:
                click.echo(words.say("serve.moved", taken=str(wanted), port=str(met)))
            _say_ready(words, found, no_qr)
        if not no_open and has_screen():
            threading.Thread(target=webbrowser.open, args=[found[0]], daemon=True).start()

    try:
        if workers > 1:
            _serve_many(words, serving, workers, sockets, started)
        else:
            serving(sockets, started)
    except KeyboardInterrupt:
        if written == "text":
            click.echo()  # it is how a server is meant to end
    except PasselError as error:
        if written == "text":
            raise
        with serving.writing():
            tell("not-started", level=logging.ERROR, code=error.code, says=words.error(error))
        return BAD_INPUT
    return 0


def _say_ready(words: Words, addresses: list[str], no_qr: bool) -> None:
    """Say where it is, and how to end it."""
    click.echo(words.say("serve.ready", address=addresses[0]))
    if len(addresses) > 1:
        click.echo(words.say("serve.network", addresses=addresses[1:]))
        if not no_qr and qr.can_show():
            click.echo("\n".join(qr.terminal(addresses[1])))
        click.echo(words.say("serve.plain-http"))
    click.echo(words.say("serve.stop"))


def _check_workers(database: str | None) -> None:
    """Raises `CliError` `workers-not-here` or `workers-need-postgresql`."""
    if sys.platform == "win32":
        raise CliError("workers-not-here")
    if database and not database.startswith(("postgresql://", "postgres://")):
        raise CliError("workers-need-postgresql")


def _serve_many(
    words: Words,
    serving: Serving,
    count: int,
    sockets: list[socket.socket],
    started: Callable[[], None],
) -> None:
    """Serve by so many processes until a signal ends them; then it ends this one."""
    from passel.web import workers
    from passel.web.log import tell

    with contextlib.ExitStack() as opened:
        opened.enter_context(serving.writing())
        for each in sockets:
            opened.callback(each.close)
        shared = opened.enter_context(tempfile.TemporaryDirectory(prefix="passel-"))

        def heard(what: str, **parts: Any) -> None:
            if what in ENDED:
                for file in Path(shared).glob(f"gauge_live*_{parts['pid']}.db"):
                    file.unlink()  # as prometheus_client has it; what was counted stays
            said = words.say(f"serve.{what}", **parts) if what in TOLD else None
            tell(what, said, level=logging.ERROR if what in FAULTS else logging.INFO, **parts)

        work = replace(serving, shared=shared)
        met = workers.serve(work, count, sockets, started, heard)
    signal.raise_signal(met)


def has_screen() -> bool:
    """Whether a browser can open a window; one that draws in the terminal is not wanted."""
    return sys.platform in {"darwin", "win32"} or any(map(os.environ.get, SCREENS))

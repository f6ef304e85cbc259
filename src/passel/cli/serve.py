"""`passel serve`: the web app, for a browser on this machine or in this network."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser

import click

from passel.cli.base import Command, Whole, lang_option
from passel.words import Words

SCREENS = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
"""Variables of the environment that say there is a screen; Windows and macOS always have one."""


@click.command("serve", cls=Command)
@click.option("--host", metavar="HOST")
@click.option("--port", metavar="NUMBER", type=Whole(0, 65535))
@click.option("--no-open", is_flag=True)
@lang_option
@click.pass_obj
def command(words: Words, host: str | None, port: int | None, no_open: bool) -> None:
    """Serve the page until Control-C, and open it in a browser."""
    from passel.web import server  # late: help shall not wait for a server
    from passel.web.app import app
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
            click.echo(words.say("serve.plain-http"))
        click.echo(words.say("serve.stop"))
        if not no_open and has_screen():
            threading.Thread(target=webbrowser.open, args=[found[0]], daemon=True).start()

    try:
        server.serve(app(site()), sockets, started)
    except KeyboardInterrupt:
        click.echo()  # it is how a server is meant to end


def has_screen() -> bool:
    """Whether a browser can open a window; one that draws in the terminal is not wanted."""
    return sys.platform in {"darwin", "win32"} or any(map(os.environ.get, SCREENS))

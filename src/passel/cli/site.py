"""`passel site`: the page as files that any host can serve."""

from __future__ import annotations

import json
from pathlib import Path

import click

from passel.cli.base import Command, json_option, lang_option
from passel.words import Words


@click.command("site", cls=Command)
@click.argument("dir")
@json_option
@lang_option
@click.pass_obj
def command(words: Words, dir: str, as_json: bool) -> None:
    """Write the page's files into DIR."""
    from passel.web import folder  # late: help shall not wait for it
    from passel.web.site import digest, site

    files = site()
    folder.write(files, Path(dir))
    size = sum(len(file.content) for file in files.values())
    packed = sum(file.smallest for file in files.values())
    if as_json:
        summary = {"folder": dir, "files": len(files), "bytes": size, "compressed": packed}
        click.echo(json.dumps({**summary, "digest": digest(files)}))
        return
    parts = {"size": kilobytes(size), "packed": kilobytes(packed)}
    click.echo(words.say("site.written", count=len(files), folder=dir, **parts))


def kilobytes(size: int) -> int:
    """Bytes as kilobytes of 1,000, rounded up."""
    return -(-size // 1000)

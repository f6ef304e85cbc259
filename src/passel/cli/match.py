"""`passel match`: two policies against each other, exactly."""

from __future__ import annotations

import json

import click

from passel import variants
from passel.bots import contestant
from passel.cli.base import Command, json_option, lang_option
from passel.cli.keeping import find
from passel.exact.match import match
from passel.words import Words
from passel.words.telling import title


@click.command("match", cls=Command)
@click.argument("a")
@click.argument("b")
@click.option("--rules", default="pig", metavar="RULES")
@json_option
@lang_option
@click.pass_obj
def command(words: Words, a: str, b: str, rules: str, as_json: bool) -> None:
    """Print how often each of two policies wins."""
    chosen = variants.rules(rules)
    found = match(contestant(a, chosen, find), contestant(b, chosen, find), chosen)
    if as_json:
        result = {
            "rules": variants.name(chosen),
            "a": a,
            "b": b,
            "a_first": found.a_first,
            "b_first": found.b_first,
            "mean_a": found.mean_a,
        }
        click.echo(json.dumps(result))
        return
    click.echo(title(chosen, words))
    for first, second, share in ((a, b, found.a_first), (b, a, found.b_first)):
        percent, rest = words.percent(share, 4), words.percent(1.0 - share, 4)
        click.echo(words.say("match.first", first=first, second=second, share=percent, rest=rest))
    click.echo(words.say("match.mean", name=a, share=words.percent(found.mean_a, 4)))

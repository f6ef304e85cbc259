"""`passel rules`: the catalogue, or the rules of one game in words."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from passel import variants
from passel.cli.base import Command, json_option, lang_option
from passel.options import OPTIONS
from passel.rules import Rules
from passel.words import Words
from passel.words.telling import one_by_one, options_of, sources_of, tell, title


@click.command("rules", cls=Command)
@click.argument("rules", required=False)
@json_option
@lang_option
@click.pass_obj
def command(words: Words, rules: str | None, as_json: bool) -> None:
    """Print the catalogue, or one game's rules."""
    if rules is None:
        found = [variant.rules for variant in variants.VARIANTS.values()]
        if as_json:
            click.echo(json.dumps([as_data(each) for each in found]))
            return
        width = max(len(each.id) for each in found)
        for each in found:
            click.echo(f"{each.id:{width}}  {words.say(f'variant.{each.id}.short')}")
        click.echo("\n" + words.say("rules.more"))
        return
    chosen = variants.rules(rules)
    if as_json:
        click.echo(json.dumps(as_data(chosen)))
        return
    click.echo(title(chosen, words) + "\n")
    for line in tell(chosen, words):
        click.echo(f"- {line}")
    click.echo(
        "\n" + words.say("rules.source", sources=one_by_one(sources_of(chosen, words), words))
    )
    click.echo("\n" + words.say("rules.options"))
    for option, sources in options_of(chosen, words):
        click.echo(f"- {option}\n  [{sources}]")


def as_data(rules: Rules) -> dict[str, object]:
    """Rules as programs read them: every field and row, and the options with what they take."""
    fitting = [option for option in OPTIONS if option.fits(rules)]
    return {
        "name": variants.name(rules),
        **asdict(rules),
        "sources": list(variants.VARIANTS[rules.id].sources),
        "options": {
            option.name: {"value": option.read(rules), "takes": option.takes(rules)}
            for option in fitting
        },
    }

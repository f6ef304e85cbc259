"""`passel match`: policies against each other, exactly."""

from __future__ import annotations

import json

import click

from passel import variants
from passel.bots import contestant, guest
from passel.cli.bar import Bar
from passel.cli.base import Command, json_option, lang_option
from passel.cli.keeping import find
from passel.exact.match import Round, match, meet
from passel.exact.planes import size
from passel.game import start
from passel.rules import Rules
from passel.words import Words
from passel.words.telling import title


@click.command("match", cls=Command)
@click.argument("policies", nargs=-1, required=True)
@click.option("--rules", default="pig", metavar="RULES")
@json_option
@lang_option
@click.pass_obj
def command(words: Words, policies: tuple[str, ...], rules: str, as_json: bool) -> None:
    """Print how often each of two policies or more wins."""
    chosen = variants.rules(rules)
    names = policies * 2 if len(policies) == 1 else policies
    found, sentences = (_two if len(names) == 2 else _several)(names, chosen, words)
    if as_json:
        click.echo(json.dumps({"rules": variants.name(chosen), **found}))
    else:
        click.echo("\n".join([title(chosen, words), *sentences]))


def _two(names: tuple[str, ...], rules: Rules, words: Words) -> tuple[dict[str, object], list[str]]:
    """Two policies: as programs read it, and in words."""
    a, b = names
    found = match(contestant(a, rules, find), contestant(b, rules, find), rules)
    said = [
        words.say(
            "match.first",
            first=first,
            second=second,
            share=words.percent(share, 4),
            rest=words.percent(1.0 - share, 4),
        )
        for first, second, share in ((a, b, found.a_first), (b, a, found.b_first))[: 1 + (a != b)]
    ]
    said.append(words.say("match.mean", name=a, share=words.percent(found.mean_a, 4)))
    shares = {"a_first": found.a_first, "b_first": found.b_first, "mean_a": found.mean_a}
    return {"a": a, "b": b, **shares}, said


def _several(
    names: tuple[str, ...], rules: Rules, words: Words
) -> tuple[dict[str, object], list[str]]:
    """Three policies or more: as programs read it, and in words."""
    seats = len(names)
    start(rules, seats)  # refused where so many cannot play
    size(rules, seats, apart=True)  # and before anything is solved
    made = {name: guest(name, rules, seats, find) for name in names}
    bar = Bar(lambda part, left: f"{int(100 * part)}%")
    try:
        found = meet([made[name] for name in names], rules, lambda sweeps, part: bar.show(part))
    finally:
        bar.clear()
    return (
        {"policies": list(names), "wins": found.wins, "means": found.means},
        _sentences(found, names, words),
    )


def _sentences(found: Round, names: tuple[str, ...], words: Words) -> list[str]:
    said = []
    for first, wins in enumerate((*found.wins, found.means)):
        if first < len(names):
            said.append(words.say("match.starts", seat=first + 1, name=names[first]))
        else:
            said.append(words.say("match.drawn"))
        said += [
            "  " + words.say("match.wins", seat=seat, name=name, share=words.percent(share, 4))
            for seat, (name, share) in enumerate(zip(names, wins, strict=True), 1)
        ]
    return said

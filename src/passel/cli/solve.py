"""`passel solve`: a game of two seats, exactly."""

from __future__ import annotations

import json
import time

import click

from passel import variants
from passel.cli.base import Command, Whole, json_option, kernel_key, lang_option
from passel.cli.keeping import find
from passel.exact.solve import Solution
from passel.words import Words
from passel.words.telling import title


@click.command("solve", cls=Command)
@click.argument("rules")
@click.option("--seats", type=Whole(2, 2), default=2)
@click.option("--fresh", is_flag=True)
@json_option
@lang_option
@click.pass_obj
def command(words: Words, rules: str, seats: int, fresh: bool, as_json: bool) -> None:
    """Print who wins how often when all play their best."""
    chosen = variants.rules(rules)
    begun = time.perf_counter()
    solution = Solution(chosen) if fresh else find(chosen)
    seconds = time.perf_counter() - begun
    first = solution.first_player
    if as_json:
        found = {
            "rules": variants.name(chosen),
            "first_player": first,
            "seats": [first, 1.0 - first],
            "residual": solution.residual,
            "states": solution.states,
            "seconds": seconds,
            "kernel": kernel_key().removeprefix("version."),
        }
        click.echo(json.dumps(found))
        return
    click.echo(title(chosen, words))
    click.echo(words.say("solve.first", share=words.percent(first, 4)))
    click.echo(words.say("solve.second", share=words.percent(1.0 - first, 4)))
    click.echo(
        words.say(
            "solve.how",
            count=solution.states,
            seconds=words.number(seconds, 3),
            residual=f"{solution.residual:.0e}",
            kernel=words.say(kernel_key()),
        )
    )

"""`passel verify`: whether the dice of a record are as they were promised."""

from __future__ import annotations

import json

import click

from passel.cli.base import BAD_INPUT, Command, json_option, lang_option, read_text
from passel.dice import text as throw_text
from passel.fair import Verdict, turn_line, verify
from passel.notation import parse_record
from passel.words import Words

EXIT_CODES = {True: 0, False: 1, None: BAD_INPUT}
"""By `Verdict.fits`: right, wrong, cannot be known."""


@click.command("verify", cls=Command)
@click.argument("file")
@json_option
@lang_option
@click.pass_obj
def command(words: Words, file: str, as_json: bool) -> int:
    """Derive every throw of the record in FILE again; answers the exit code."""
    text = read_text(file)
    verdict = verify(parse_record(text))
    line = turn_line(text, verdict.difference.turn) if verdict.difference else None
    if as_json:
        click.echo(json.dumps(summary(verdict, line)))
    else:
        click.echo("\n".join(sentences(verdict, line, words)))
    return EXIT_CODES[verdict.fits]


def summary(verdict: Verdict, line: int | None) -> dict[str, object]:
    """A verdict as programs read it."""
    given, wrong = verdict.promise, verdict.difference
    return {
        "result": verdict.result,
        "throws": verdict.throws,
        "dice": verdict.dice,
        "game": given and given.game,
        "commitment": given and given.commitment,
        "seats": given and list(given.seats),
        "seed": given.seed.hex() if given and given.seed is not None else None,
        "difference": wrong
        and {
            "line": line,
            "turn": wrong.turn,
            "throw": wrong.throw,
            "seat": wrong.seat,
            "recorded": throw_text(wrong.recorded),
            "derived": throw_text(wrong.derived),
        },
    }


def sentences(verdict: Verdict, line: int | None, words: Words) -> list[str]:
    """A verdict in words, and the promise to compare, where there is one."""
    wrong = verdict.difference
    parts = (
        {
            "line": line,
            "turn": wrong.turn,
            "number": wrong.throw,
            "recorded": throw_text(wrong.recorded),
            "derived": throw_text(wrong.derived),
        }
        if wrong
        else {}
    )
    lines = [words.say(f"fair.{verdict.result}", count=verdict.throws, dice=verdict.dice, **parts)]
    if verdict.promise:
        lines.append(words.say("fair.promise", commitment=verdict.promise.commitment))
    return lines

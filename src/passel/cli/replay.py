"""`passel replay`: what a record comes to."""

from __future__ import annotations

import json

import click

from passel import variants
from passel.cli.base import Command, json_option, lang_option, read_text
from passel.game import State, winners
from passel.notation import Record, parse_record, print_position
from passel.words import Words
from passel.words.telling import title


@click.command("replay", cls=Command)
@click.argument("file")
@json_option
@lang_option
@click.pass_obj
def command(words: Words, file: str, as_json: bool) -> None:
    """Print what the record in FILE comes to."""
    record = parse_record(read_text(file))
    if as_json:
        click.echo(json.dumps(summary(record)))
    else:
        click.echo("\n".join(sentences(record, words)))


def summary(record: Record) -> dict[str, object]:
    """What a record comes to, as programs read it; seats are numbered from 1."""
    state = record.final
    return {
        "rules": variants.name(state.rules),
        "scores": list(state.scores),
        "turn_total": state.turn_total,
        "to_move": list(state.to_move),
        "must_roll": state.must_roll,
        "round": state.round,
        "over": state.over,
        "winners": list(winners(state)),
        "position": print_position(state),
    }


def sentences(record: Record, words: Words) -> list[str]:
    """What a record comes to, in words."""
    state = record.final
    names = [record.name(seat) or words.say("seat", seat=seat) for seat in state.seats]
    lines = [words.say("replay.rules", rules=title(state.rules, words))]
    lines += [
        words.say("replay.score", name=name, count=score)
        for name, score in zip(names, state.scores, strict=True)
    ]
    lines.append(_standing(state, names, words))
    lines.append(words.say("replay.position", position=print_position(state)))
    return lines


def _standing(state: State, names: list[str], words: Words) -> str:
    """Whose turn it is, or who won."""
    if state.roll_off is not None:
        return words.say("replay.roll-off")
    if state.over:
        won = [names[seat - 1] for seat in winners(state)]
        key = "replay.winner" if len(won) == 1 else "replay.winners"
        return words.say(key, name=won[0], names=won)
    moving = [names[seat - 1] for seat in state.to_move]
    if state.rules.turn == "shared":
        return words.say("replay.to-move-shared", names=moving, count=state.turn_total)
    key = "replay.must-roll" if state.must_roll else "replay.to-move"
    return words.say(key, name=moving[0], count=state.turn_total)

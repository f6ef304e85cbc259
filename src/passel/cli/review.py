"""`passel review`: a game looked back on, luck apart from skill."""

from __future__ import annotations

import json

import click

from passel import variants
from passel.cli.advise import spoken
from passel.cli.base import Command, json_option, lang_option, read_text
from passel.cli.keeping import find
from passel.exact.reasons import reason
from passel.game import Throw
from passel.notation import event_text, parse_record, print_position
from passel.review import Decision, Luck, Review, Sum, review
from passel.words import Words
from passel.words.telling import title

SMALL = 0.0005
"""A decision that cost less, five hundredths of a point of a hundred, is not told one by one."""

TOLD = 5
"""So many of the luckiest and of the unluckiest throws are told."""


@click.command("review", cls=Command)
@click.argument("file")
@click.option("--all", "everything", is_flag=True)
@json_option
@lang_option
@click.pass_obj
def command(words: Words, file: str, everything: bool, as_json: bool) -> None:
    """Print what each decision cost and what each throw was worth."""
    record = parse_record(read_text(file))
    found = review(record, find)
    if as_json:
        click.echo(json.dumps(as_data(found)))
    else:
        click.echo("\n".join(sentences(found, everything, words)))


def as_data(found: Review) -> dict[str, object]:
    """A review as programs read it: probabilities from 0 to 1; events are counted from 0."""
    states = list(found.record.states())
    rules = found.record.start.rules
    more = {"wins": [list(each) for each in found.shares]} if len(found.sums) > 2 else {}
    return {
        "rules": variants.name(rules),
        "exact": True,
        "win_of_seat_1": list(found.wins),
        **more,
        "decisions": [
            {
                "event": made.place,
                "seat": made.advice.seat,
                "position": print_position(states[made.place]),
                "actions": {str(action): win for action, win in made.advice.actions.items()},
                "best": [str(action) for action in made.advice.best],
                "chosen": str(made.chosen),
                "cost": made.cost,
                "why": _coded(made),
            }
            for made in found.decisions
        ],
        "throws": [
            {
                "event": thrown.place,
                "seat": thrown.seat,
                "throw": event_text(found.record.events[thrown.place], rules),
                "before": thrown.before,
                "after": thrown.after,
                "luck": thrown.gain,
            }
            for thrown in found.throws
        ],
        "seats": [each._asdict() for each in found.sums],
    }


def _coded(made: Decision) -> dict[str, object]:
    """Why the best action is best, as programs read it."""
    code, parts = reason(made.advice)
    return {"code": code, **parts}


def sentences(found: Review, everything: bool, words: Words) -> list[str]:
    """A review in words, in points of a hundred."""
    lines = [title(found.record.start.rules, words)]
    for each in found.sums:
        lines += ["", *_sum(found, each, words)]
    told = [made for made in found.decisions if everything or made.cost >= SMALL]
    heading = "review.every-decision" if everything else "review.decisions"
    lines += ["", words.say(heading if told else "review.no-mistakes")]
    for made in told:
        lines.append(_decision(found, made, words))
        if made.cost >= SMALL:
            lines.append("  " + _why(made, words))
    throws = sorted(found.throws, key=lambda thrown: thrown.gain)
    if everything:
        lines += ["", words.say("review.throws"), *(_throw(found, t, words) for t in found.throws)]
    else:
        lucky, unlucky = throws[::-1][:TOLD], throws[:TOLD]
        lucky = [thrown for thrown in lucky if thrown.gain > 0]
        unlucky = [thrown for thrown in unlucky if thrown.gain < 0]
        lines += ["", words.say("review.lucky"), *(_throw(found, t, words) for t in lucky)]
        lines += ["", words.say("review.unlucky"), *(_throw(found, t, words) for t in unlucky)]
    return lines


def _name(found: Review, seat: int, words: Words) -> str:
    return found.record.name(seat) or words.say("seat", seat=seat)


def _points(value: float, words: Words) -> str:
    """Points of a hundred with their sign."""
    text = words.number(abs(100 * value), 2)
    zero = words.number(0.0, 2)
    return text if text == zero else f"{'+' if value > 0 else '−'}{text}"


def _sum(found: Review, each: Sum, words: Words) -> list[str]:
    given = "review.given" if len(found.sums) == 2 else "review.given-several"
    return [
        words.say(
            "review.sum",
            name=_name(found, each.seat, words),
            start=words.number(100 * each.start, 2),
            result=words.number(100 * each.result, 2),
        ),
        "  " + words.say("review.luck", points=_points(each.luck, words)),
        "  " + words.say("review.lost", points=_points(-each.lost, words)),
        "  " + words.say(given, points=_points(each.given, words)),
    ]


def _decision(found: Review, made: Decision, words: Words) -> str:
    state = made.advice.state
    return words.say(
        "review.decision",
        name=_name(found, made.advice.seat, words),
        position=print_position(state),
        chosen=spoken(made.chosen, words),
        best=[spoken(action, words) for action in made.advice.best],
        points=_points(-made.cost, words),
    )


def _why(made: Decision, words: Words) -> str:
    """Why the best would have been best."""
    code, parts = reason(made.advice)
    means = {name: words.number(parts[name], 1) for name in parts.keys() & {"gain", "loss"}}
    return words.say(f"why.{code}", **(parts | means))


def _throw(found: Review, thrown: Luck, words: Words) -> str:
    event = found.record.events[thrown.place]
    assert isinstance(event, Throw)
    return words.say(
        "review.throw",
        name=_name(found, thrown.seat, words),
        throw=event_text(event, found.record.start.rules),
        points=_points(thrown.gain, words),
    )

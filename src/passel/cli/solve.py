"""`passel solve`: a game of two seats or more, or of one that plays alone, exactly."""

from __future__ import annotations

import json
import math
import time

import click

from passel import variants
from passel.cli import keeping
from passel.cli.bar import Bar
from passel.cli.base import CliError, Command, Whole, json_option, kernel_key, lang_option
from passel.cli.jobs import MOST_JOBS, pool, processors
from passel.exact.solve import Solution
from passel.game import start
from passel.rules import Rules
from passel.words import Words
from passel.words.telling import title

WORTH_A_PROCESS = 20
"""So many parts of a proof take about as long as a process takes to start."""

TURNS = 10
"""Within so many turns a seat alone is told how likely it arrives."""


@click.command("solve", cls=Command)
@click.argument("rules")
@click.option("--seats", type=Whole(1, 10), default=2)
@click.option("--fresh", is_flag=True)
@click.option("--verify", is_flag=True)
@click.option("--jobs", type=Whole(1, MOST_JOBS))
@json_option
@lang_option
@click.pass_obj
def command(
    words: Words,
    rules: str,
    seats: int,
    fresh: bool,
    verify: bool,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Print who wins how often when all play their best, or how one seat fares alone."""
    chosen = variants.rules(rules)
    if chosen.turn == "shared" and seats == 2:
        raise CliError("solve-alone", id=chosen.id)
    if seats == 1:
        found, sentences = _alone(chosen, words)
    elif seats == 2:
        found, sentences = _two(chosen, fresh, words, (jobs or processors()) if verify else 0)
    else:
        start(chosen, seats)
        found, sentences = _several(chosen, seats, fresh, words)
    if as_json:
        click.echo(json.dumps({"rules": variants.name(chosen), **found}))
    else:
        click.echo("\n".join([title(chosen, words), *sentences]))


def _two(rules: Rules, fresh: bool, words: Words, jobs: int) -> tuple[dict[str, object], list[str]]:
    """Two seats: as programs read it, and in words; proved by so many processes, or not by 0."""
    begun = time.perf_counter()
    solution = keeping.two(rules, fresh)
    seconds = time.perf_counter() - begun
    first = solution.first_player
    found = {
        "first_player": first,
        "seats": [first, 1.0 - first],
        "residual": solution.residual,
        "states": solution.states,
        "seconds": seconds,
        "kernel": kernel_key().removeprefix("version."),
    }
    how = words.say(
        "solve.how",
        count=solution.states,
        seconds=words.number(seconds, 3),
        residual=f"{solution.residual:.0e}",
        kernel=words.say(kernel_key()),
    )
    said = [
        words.say("solve.first", share=words.percent(first, 4)),
        words.say("solve.second", share=words.percent(1.0 - first, 4)),
        how,
    ]
    if jobs:
        missed, tried = _proved(solution, jobs)
        found |= {"residual": missed, "tried": tried}
        said.append(words.say("solve.proved", count=tried, residual=f"{missed:.0e}"))
    return found, said


def _proved(solution: Solution, jobs: int) -> tuple[float, int]:
    """By how much the game's positions miss their equation at most, and how many were tried."""
    from passel.exact.proof import Proof  # late: rarely asked for

    proof = Proof(solution.rules, solution.block)
    parts = proof.parts
    bar = Bar(lambda part, left: f"{int(100 * part)}%")
    worst, tried = 0.0, 0
    try:
        results = pool(min(jobs, 1 + len(parts) // WORTH_A_PROCESS))(proof, parts)
        for done, (missed, count) in enumerate(results, 1):
            worst, tried = max(worst, missed), tried + count
            bar.show(done / len(parts))
    finally:
        bar.clear()
    return worst, tried


def _several(
    rules: Rules, seats: int, fresh: bool, words: Words
) -> tuple[dict[str, object], list[str]]:
    """Three seats or more: as programs read it, and in words."""
    begun = time.perf_counter()
    solution = keeping.several(rules, seats, fresh)
    seconds = time.perf_counter() - begun
    wins = solution.begin([0] * seats)
    residual, gain = solution.doubt
    found = {
        "first_player": wins[0],
        "seats": list(wins),
        "residual": residual,
        "gain": gain,
        "mixed": [list(scores) for scores in solution.mixed],
        "states": solution.states,
        "seconds": seconds,
        "kernel": kernel_key().removeprefix("version."),
    }
    said = [words.say("solve.several", shares=[words.percent(share, 4) for share in wins])]
    if gain is not None:
        said.append(words.say("solve.gain", share=words.percent(_at_most(gain), 10)))
    if solution.mixed:
        rings = ["-".join(map(str, scores)) for scores in solution.mixed]
        said.append(words.say("solve.mixed", count=len(rings), scores=rings))
    how = words.say(
        "solve.how",
        count=solution.states,
        seconds=words.number(seconds, 3),
        residual=f"{residual:.0e}",
        kernel=words.say(kernel_key()),
    )
    return found, [*said, how]


def _alone(rules: Rules, words: Words) -> tuple[dict[str, object], list[str]]:
    """One seat that plays alone: the fewest turns to the target, or the most points."""
    from passel.exact.solitaire import arrivals, best_mean, least_turns  # late: rarely asked for

    if rules.target is None:
        mean = best_mean(rules)
        return {"best_mean": mean}, [words.say("solve.best-mean", mean=words.number(mean, 4))]
    turns = least_turns(rules)
    within = arrivals(rules, TURNS)[1:]
    said = [words.say("solve.least-turns", mean=words.number(turns, 4))]
    said += [
        words.say("solve.within", count=count, share=words.percent(chance, 2))
        for count, chance in enumerate(within, 1)
    ]
    return {"least_turns": turns, "arrive_within": within}, said


def _at_most(gain: float) -> float:
    """A bound as it is printed, with ten digits of a percentage: rounded up, and never 0."""
    return max(1, math.ceil(gain * 1e12)) / 1e12

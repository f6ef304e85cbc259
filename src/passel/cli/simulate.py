"""`passel simulate`: many games between policies."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence

import click

from passel import variants
from passel.cli.bar import Bar
from passel.cli.base import Command, Whole, json_option, lang_option
from passel.cli.jobs import MOST_JOBS, pool, processors
from passel.cli.keeping import find
from passel.errors import PolicyError
from passel.notation import print_position
from passel.simulate import (
    MASS_CHUNK,
    Chunk,
    Estimate,
    Failure,
    Sum,
    Tables,
    Tally,
    chunks,
    simulate,
    tabulated,
    together,
)
from passel.words import Words
from passel.words.telling import title

GAMES = 1000
MOST_GAMES = 100_000_000
WORTH_A_PROCESS = 250_000
"""So many games of two tabulated bots take less time than a process takes to start."""

Tallies = dict[tuple[str, ...], Tally]


@click.command("simulate", cls=Command)
@click.argument("policies", nargs=-1, required=True)
@click.option("--rules", default="pig", metavar="RULES")
@click.option("--games", type=Whole(1, MOST_GAMES), default=GAMES)
@click.option("--seed")
@click.option("--jobs", type=Whole(1, MOST_JOBS))
@json_option
@lang_option
@click.pass_obj
def command(
    words: Words,
    policies: tuple[str, ...],
    rules: str,
    games: int,
    seed: str | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Play many games and print what came of them."""
    chosen = variants.rules(rules)
    names = policies * chosen.seats[0] if len(policies) == 1 else policies
    seed = secrets.token_hex(8) if seed is None else readable(seed)
    work = chunks(chosen, names, games, seed, find=find)  # it refuses bots that do not fit
    tables = tabulated(chosen, names, find)
    if tables is not None:
        work = chunks(chosen, names, games, seed, find=find, size=MASS_CHUNK)
    processes = min(jobs or processors(), len(work))
    if tables is not None:  # a process that starts could have played some ten thousands of games
        processes = min(processes, 1 + games // WORTH_A_PROCESS)
    found = _played(work, processes, tables, words)
    if as_json:
        click.echo(json.dumps(as_data(found, variants.name(chosen), seed, tables is not None)))
    else:
        click.echo(title(chosen, words))
        for line in sentences(found, seed, words):
            click.echo(line)
        if tables is not None:
            click.echo(words.say("simulate.tables"))
    if not any(tally.games for tally in found.values()):  # a bot failed in every game
        click.get_current_context().exit(2)


def readable(seed: str) -> str:
    """A seed of bytes that are no text, as a text."""
    return seed.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


# --- playing --------------------------------------------------------------------------------------


def _played(work: Sequence[Chunk], processes: int, tables: Tables | None, words: Words) -> Tallies:
    """Play it all, with a bar on a terminal."""
    total = sum(chunk.games for chunk in work)
    bar = Bar(
        lambda part, left: words.say("simulate.progress", percent=int(100 * part), count=left)
    )
    found: Tallies = {}
    try:
        for found in simulate(work, pool(processes), find, tables):
            done = sum(t.games + len(t.failures) + t.skipped for t in found.values())
            bar.show(done / total)
    finally:
        bar.clear()
    return found


# --- what came of it ------------------------------------------------------------------------------


def by_policy(found: Tallies) -> dict[str, Estimate | None]:
    """Each policy's share of the win, all orders of seats counting the same."""
    names = dict.fromkeys(name for order in found for name in order)
    return {
        name: together(
            each for tally in found.values() if (each := tally.by_policy[name].estimate) is not None
        )
        for name in names
    }


def as_data(found: Tallies, rules: str, seed: str, from_tables: bool) -> dict[str, object]:
    """The results as programs read them: shares from 0 to 1, standard errors beside them."""
    return {
        "rules": rules,
        "seed": seed,
        "played": "tables" if from_tables else "game",
        "orders": [
            {
                "policies": list(order),
                "games": tally.games,
                "failed": len(tally.failures),
                "skipped": tally.skipped,
                "seats": [
                    {
                        "seat": seat,
                        "policy": name,
                        **_pair("wins", tally.shares[seat - 1]),
                        **_pair("score", tally.scores[seat - 1]),
                    }
                    for seat, name in enumerate(order, 1)
                ],
                **_pair("rounds", tally.rounds),
            }
            for order, tally in found.items()
        ],
        "policies": [
            {"policy": name, "wins": each and each.mean, "wins_se": each and each.error}
            for name, each in by_policy(found).items()
        ],
        "failures": [
            {
                "policy": failure.policy,
                "seat": failure.seat,
                "game": failure.game,
                "code": failure.code,
                "position": _position(failure),
                "games": count,
            }
            for failure, count in _kinds(found)
        ],
    }


def _pair(name: str, values: Sum) -> dict[str, float | None]:
    each = values.estimate
    return {name: each and each.mean, f"{name}_se": each and each.error}


def sentences(found: Tallies, seed: str, words: Words) -> Iterator[str]:
    """The results in words."""
    for order, tally in found.items():
        yield ""
        yield words.say("simulate.order", names=order, count=tally.games)
        for seat, name in enumerate(order, 1):
            wins = tally.shares[seat - 1].estimate
            score = tally.scores[seat - 1].estimate
            if wins and score:
                yield "  " + words.say(
                    f"simulate.seat{_alike(wins)}",
                    seat=seat,
                    name=name,
                    **_percents(wins, words),
                    score=words.number(score.mean, 2),
                    score_error=words.number(score.error, 2),
                )
        rounds = tally.rounds.estimate
        if rounds:
            yield "  " + words.say(
                "simulate.rounds",
                rounds=words.number(rounds.mean, 2),
                error=words.number(rounds.error, 2),
            )
    overall = by_policy(found)
    if len(overall) > 1 and any(overall.values()):
        yield ""
        yield words.say("simulate.overall")
        for name, wins in overall.items():
            if wins:
                said = _percents(wins, words)
                yield "  " + words.say(f"simulate.policy{_alike(wins)}", name=name, **said)
    for failure, count in _kinds(found):
        yield ""
        yield words.say("simulate.failed", name=failure.policy, count=count)
        yield "  " + words.error(PolicyError(failure.code, **failure.parts))
    yield ""
    yield words.say("simulate.seed", seed=seed)


def _alike(wins: Estimate) -> str:
    """How a sentence about wins ends: that all games went alike is no certainty."""
    return {0.0: "-never", 1.0: "-always"}.get(wins.mean, "")


def _percents(each: Estimate, words: Words) -> dict[str, str]:
    return {"wins": words.percent(each.mean, 2), "error": words.percent(each.error, 2)}


def _position(failure: Failure) -> str | None:
    state = failure.parts.get("state")
    return print_position(state) if state is not None else None  # type: ignore[arg-type]


def _kinds(found: Tallies) -> list[tuple[Failure, int]]:
    """The first failure of each policy and kind, with the number of games that it spoiled."""
    first: dict[tuple[str, str], Failure] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for tally in found.values():
        for failure in tally.failures:
            key = (failure.policy, failure.code)
            first.setdefault(key, failure)
            counts[key] += 1
    return [(failure, counts[key]) for key, failure in first.items()]

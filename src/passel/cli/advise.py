"""`passel advise`: what to do in a position, and what each throw would do."""

from __future__ import annotations

import json

import click

from passel.cli.base import Command, Whole, json_option, lang_option
from passel.cli.keeping import find, is_known, is_solvable
from passel.exact.advise import Advice, Prospect, advise, prospects
from passel.game import Action, Announce, State, apply
from passel.notation import parse_position, print_position
from passel.variants import name
from passel.words import Words
from passel.words.telling import title

GAMES = 1_000
"""Games that are played on after each action, unless said otherwise."""


@click.command("advise", cls=Command)
@click.argument("position")
@click.option("--seat", type=Whole(1, 40))
@click.option("--games", "playouts", type=Whole(2, 1_000_000), default=GAMES)
@click.option("--seed", metavar="TEXT")
@json_option
@lang_option
@click.pass_obj
def command(
    words: Words, position: str, seat: int | None, playouts: int, seed: str | None, as_json: bool
) -> None:
    """Print the win probability of each action."""
    state = parse_position(position)
    exact = is_known(state.rules, len(state.scores))
    if exact and (seat is None or (seat,) == state.to_move):
        advice = advise(state, find)
        follow = _follow(state, advice)
    else:
        from secrets import token_hex  # late: exact advice shall come at once

        from passel import rollout

        seed = seed if seed is not None else token_hex(8)
        advice = rollout.advise(state, seat, playouts, seed)
        follow = []
    if as_json:
        click.echo(json.dumps(as_data(advice, follow, playouts, seed)))
    else:
        click.echo("\n".join(sentences(advice, follow, playouts, seed, words)))


def _follow(state: State, advice: Advice) -> list[Prospect]:
    """What the next throw would do; where dice are announced, of the best number of them."""
    if state.rules.max_dice is not None and not state.dice:
        state = apply(state, Announce(advice.best[0].dice))
    return prospects(state, find)


def as_data(
    advice: Advice, follow: list[Prospect], games: int, seed: str | None
) -> dict[str, object]:
    """Advice as programs read it: probabilities from 0 to 1, all of `seat`."""
    data: dict[str, object] = {
        "position": print_position(advice.state),
        "seat": advice.seat,
        "actions": {str(action): value for action, value in advice.actions.items()},
        "best": [str(action) for action in advice.best],
        "exact": advice.exact,
    }
    if advice.errors is not None:
        data["errors"] = {str(action): error for action, error in advice.errors.items()}
        data["games"] = games
        data["seed"] = seed
        data["policy"] = _usual(advice)
        if advice.state.rules.turn == "shared":
            data["others"] = _others(advice)
    if follow:
        data["throws"] = [
            {
                **each.chance.effect._asdict(),
                "chance": float(each.chance.probability),
                "win": each.win,
            }
            for each in follow
        ]
    return data


def sentences(
    advice: Advice, follow: list[Prospect], games: int, seed: str | None, words: Words
) -> list[str]:
    """Advice in words."""
    lines = [title(advice.state.rules, words), words.say("advise.seat", seat=advice.seat)]
    lines += [_action(advice, action, words) for action in advice.actions]
    if len(advice.actions) > 1:
        best = [spoken(action, words) for action in advice.best]
        several = "advise.equal" if advice.exact else "advise.close"
        key = "advise.best" if len(best) == 1 else several
        lines.append(words.say(key, actions=best))
    if follow:
        dice = advice.best[0].dice
        lines += ["", words.say("advise.throws-dice" if dice else "advise.throws", count=dice)]
        lines += [_prospect(each, words) for each in follow]
    if not advice.exact:
        parts = {"count": games, "policy": _usual(advice)}
        if advice.state.rules.turn == "shared":
            others = _others(advice)
            told = words.say("advise.estimate-shared", low=others[0], high=others[-1], **parts)
        else:
            told = words.say("advise.estimate", **parts)
        lines += ["", told, words.say("advise.seed", seed=seed)]
        rules, seats = advice.state.rules, len(advice.state.scores)
        if is_solvable(rules, seats):
            lines.append(words.say("advise.exact-way", rules=name(rules), seats=seats))
    return lines


def spoken(action: Action, words: Words) -> str:
    """An action by its name."""
    if action.dice:
        return words.say("action.roll-dice", count=action.dice)
    return words.say(f"action.{action.kind}")


def _action(advice: Advice, action: Action, words: Words) -> str:
    said, win = spoken(action, words), advice.actions[action]
    share = words.percent(win, 2)
    if advice.errors is None or action not in advice.errors:
        return words.say("advise.action", action=said, share=share)
    if win in {0.0, 1.0}:  # what games did is no certainty
        return words.say("advise.action-always" if win else "advise.action-never", action=said)
    error = words.percent(advice.errors[action], 2)
    return words.say("advise.action-about", action=said, share=share, error=error)


def _prospect(each: Prospect, words: Words) -> str:
    kind, points, must_roll = each.chance.effect
    return words.say(
        f"advise.throw.{kind}{'-again' * must_roll}",
        count=points,
        chance=words.percent(float(each.chance.probability), 2),
        share=words.percent(each.win, 2),
    )


def _usual(advice: Advice) -> str:
    """How everybody is taken to play on, in a shared turn the one who asks."""
    from passel.bots import usual  # late, as above

    return usual(advice.state.rules)


def _others(advice: Advice) -> list[str]:
    """How the others in a shared turn are taken to play on, from the least patient."""
    from passel.rollout import patience  # late, as above

    return [f"sit-at-{total}" for total in patience(advice.state.rules)]

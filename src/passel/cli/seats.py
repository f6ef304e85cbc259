"""Who sits at the table: people and bots, with names that can be shown and told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from passel import bots
from passel.errors import PolicyError
from passel.exact.advise import Solved
from passel.names import clean, told_apart
from passel.policy import Policy
from passel.rules import Rules
from passel.words import Words


@dataclass(frozen=True, slots=True)
class Seat:
    """One player.

    Args:
        name: As it was given, cleaned; None where a person gave none.
        bot: The policy's name; None for a person.
    """

    name: str | None = None
    bot: str | None = None


def seat(text: str, rules: Rules, seats: int) -> Seat:
    """The player that a text names: `Ana`, `hold-at-20`, or a bot with a name, `Ben=hold-at-20`.

    Args:
        text: As it was written.
        rules: The game's rules.
        seats: How many players there are.

    Raises:
        PolicyError: Where it is clearly a bot, but none that can play under these rules.
    """
    name, sign, bot = text.partition("=")
    if sign and bot:
        policy(bot, rules, seats)
        return Seat(clean(name) or clean(bot), bot)
    try:
        policy(text, rules, seats)
    except PolicyError as error:
        if error.code == "unknown-policy":
            return Seat(clean(name) or None)
        raise
    return Seat(None, text)


def shown_names(seats: Sequence[Seat], words: Words) -> list[str]:
    """What each player is called on the screen."""
    alone = sum(each.bot is None for each in seats) == 1
    found = []
    for number, each in enumerate(seats, 1):
        name = each.name or (clean(each.bot.rpartition(":")[2]) if each.bot else None)
        found.append(name or (words.say("play.you") if alone else words.say("seat", seat=number)))
    return told_apart(found)


def policy(name: str, rules: Rules, seats: int) -> Policy:
    """A bot for a game of so many seats; errors as `passel.bots.named`."""

    def find(rules: Rules, seats: int) -> Solved:
        from passel.cli.keeping import find

        return find(rules, seats)

    return bots.named(name, rules, seats, find)

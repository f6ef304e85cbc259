"""The bots that a server offers: by name, quick to ask, and nobody's files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from passel import bots
from passel.errors import PolicyError
from passel.exact.shelf import Package, recall, table_name
from passel.game import Action, State
from passel.policy import Policy, weights
from passel.rules import Rules
from passel.variants import VARIANTS

OPTIMAL = "optimal"

NAMES = (OPTIMAL, *(bot.name for bot in bots.BOTS))
"""What can be asked for; `N` stands for a number."""


class NamedBots:
    """The named bots; the optimal one where its solution comes with Passel.

    A stranger may ask for any rules, so nothing is solved for them, and no file is loaded.
    """

    def check(self, name: str, rules: Rules, seats: int) -> None:
        """Refuse a bot that cannot play here.

        Raises:
            PolicyError: `no-such-bot`, `policy-does-not-fit` or `policy-number`.
        """
        _policy(name, rules, seats)

    def weights(self, name: str, state: State, seat: int) -> Mapping[Action, int]:
        """What a bot does, as actions with their weights. Errors as `passel.policy.weights`."""
        return weights(_policy(name, state.rules, len(state.scores)), state, seat)


@lru_cache(maxsize=1024)
def _policy(name: str, rules: Rules, seats: int) -> Policy:
    kinds = [OPTIMAL] if name == OPTIMAL else []
    kinds += [bot.name for bot in bots.BOTS if bot.number(name) is not None or bot.misses(name)]
    fitting = [each for each in bots.fitting(rules, seats) if each in NAMES]
    if seats != 2 or not _tabulated(rules):
        fitting = [each for each in fitting if each != OPTIMAL]
    if not kinds:
        raise PolicyError("no-such-bot", name=name, policies=fitting)
    if not set(kinds) & set(fitting):
        raise PolicyError("policy-does-not-fit", name=name, id=rules.id, policies=fitting)
    return bots.named(name, rules, seats, lambda rules, seats: recall(rules))


@lru_cache(maxsize=1024)
def _tabulated(rules: Rules) -> bool:
    """Whether the solution comes with Passel."""
    own = rules.id in VARIANTS and VARIANTS[rules.id].rules == rules
    return own and Package().read(table_name(rules)) is not None

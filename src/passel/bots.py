"""The one registry of policies that have a name, and how a user's own is loaded."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any

from passel import policy as simple
from passel.errors import NotationError, PolicyError
from passel.exact.advise import Find, is_exact, solved
from passel.exact.circle import Circle
from passel.exact.match import Contestant, Guest, responder, response
from passel.exact.solve import Solution
from passel.game import HOLD, ROLL, Action, State
from passel.notation import parse_action
from passel.policy import Policy
from passel.rules import Rules

MOST = 999
"""The highest number in a bot's name."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A named kind of policy.

    Args:
        name: As it is written; `N` stands for a whole number from 1 to `MOST`.
        make: Makes the policy; takes the number where the name has one.
        turns: The kinds of turn in which it has something to decide.
        needs_target: Whether it only makes sense where points end the game.
    """

    name: str
    make: Callable[..., Policy]
    turns: tuple[str, ...]
    needs_target: bool = False

    def number(self, name: str) -> int | None:
        """The number in a name of this kind, 0 where the kind has none; None for other names."""
        return self._number(name, "[1-9][0-9]{0,2}")

    def misses(self, name: str) -> bool:
        """Whether a name would be of this kind if its number were in range."""
        return self.number(name) is None and self._number(name, "[0-9]{1,40}") is not None

    def _number(self, name: str, digits: str) -> int | None:
        found = re.fullmatch(re.escape(self.name).replace("N", f"({digits})"), name)
        return None if found is None else int(found[1]) if found.groups() else 0

    def fits(self, rules: Rules) -> bool:
        """Whether it can play under these rules."""
        return rules.turn in self.turns and (rules.target is not None or not self.needs_target)


BOTS: tuple[Bot, ...] = (
    Bot("hold-at-N", simple.hold_at, ("solo",)),
    Bot("keep-pace", simple.keep_pace, ("solo",), needs_target=True),
    Bot("score-base", simple.score_base, ("solo",), needs_target=True),
    Bot("N-scoring-turns", simple.scoring_turns, ("solo",), needs_target=True),
    Bot("always-roll", simple.always_roll, ("solo", "shared")),
    Bot("sit-at-N", simple.hold_at, ("shared",)),
    Bot("roll-N", simple.roll_dice, ("announced",)),
    Bot("random", simple.at_random, ("solo", "announced", "shared")),
)
"""Every named kind of policy, in the order in which lists show them."""


_ANSWERED = re.compile(r"best-response\((.+)\)")


def named(name: str, rules: Rules, seats: int = 2, find: Find = solved) -> Policy:
    """The policy that a name means under these rules: `hold-at-20`, `optimal`, `my.py:brave`.

    Args:
        name: A name of `BOTS` with its number, `optimal`, `best-response(NAME)`, or a user's
            `file.py:function`.
        rules: The game's rules.
        seats: How many seats the game has; a best response plays two.
        find: Where solutions come from.

    Raises:
        PolicyError: `unknown-policy`, `policy-does-not-fit`, `policy-number`, or as `load`.
        PasselError: For `optimal`, as `passel.exact.solve.solve`.
    """
    answered = _ANSWERED.fullmatch(name)
    if (name == "optimal" and not is_exact(rules, seats)) or (
        answered and not _is_two(rules, seats)
    ):
        policies = fitting(rules, seats)
        raise PolicyError("policy-does-not-fit", name=name, id=rules.id, policies=policies)
    if name == "optimal":
        return find(rules, seats).policy()
    if answered:
        return responder(named(answered[1], rules, seats, find), rules)
    if ":" in name:
        return load(name)
    most = rules.max_dice or MOST
    for bot in BOTS:
        number = bot.number(name)
        if number is None and not bot.misses(name):
            continue
        if not bot.fits(rules):
            raise PolicyError(
                "policy-does-not-fit", name=name, id=rules.id, policies=fitting(rules, seats)
            )
        if number is None or number > most:
            raise PolicyError("policy-number", name=name, most=most)
        return bot.make(number) if number else bot.make()
    raise PolicyError("unknown-policy", name=name, policies=fitting(rules))


def contestant(name: str, rules: Rules, find: Find = solved) -> Contestant:
    """What `passel.exact.match.match` takes for a name: the equilibrium itself, or a policy.

    Args:
        name: As `named`.
        rules: The game's rules.
        find: Where solutions come from.
    """
    answered = _ANSWERED.fullmatch(name)
    if not is_exact(rules, 2) or not (name == "optimal" or answered):
        return named(name, rules, find=find)
    if answered:
        return response(contestant(answered[1], rules, find), rules)
    solution = find(rules, 2)
    assert isinstance(solution, Solution)
    return solution


def guest(name: str, rules: Rules, seats: int, find: Find = solved) -> Guest:
    """What `passel.exact.match.meet` takes for a name: the equilibrium itself, or a policy.

    Args:
        name: As `named`.
        rules: The game's rules.
        seats: How many meet, 3 or more.
        find: Where solutions come from.
    """
    policy = named(name, rules, seats, find)
    if name != "optimal":
        return policy
    solution = find(rules, seats)
    assert isinstance(solution, Circle)
    return solution


def usual(rules: Rules) -> str:
    """The bot that plays where nobody said which: `passel.policy.steady` by its name."""
    kind = {"solo": "hold-at", "shared": "sit-at", "announced": "roll"}[rules.turn]
    return f"{kind}-{simple.steady(rules)}"


def fitting(rules: Rules, seats: int = 2) -> list[str]:
    """The names of the kinds that can play under these rules, `N` for a number."""
    best = ["optimal"] if is_exact(rules, seats) else []
    best += ["best-response(NAME)"] if _is_two(rules, seats) else []
    return [*best, *(bot.name for bot in BOTS if bot.fits(rules))]


def _is_two(rules: Rules, seats: int) -> bool:
    """Whether two seats play a game that is solved."""
    return seats == 2 and is_exact(rules, seats)


def load(name: str) -> Policy:
    """A user's own policy, `file.py:function`.

    The function takes the state, or the state and the seat that is asked. It answers a
    `passel.game.Action`, one of the texts `roll`, `hold`, `roll 5`, or in hog a number of dice;
    to mix, a mapping of such answers to whole weights.

    Args:
        name: The file's path, a colon, the function's name.

    Raises:
        PolicyError: `no-policy-file`, `policy-file` (it cannot be run), `policy-no-function`.
    """
    path, _, function = name.rpartition(":")
    from runpy import run_path

    try:
        found = run_path(path).get(function)
    except FileNotFoundError as error:
        raise PolicyError("no-policy-file", path=path) from error
    except (Exception, SystemExit) as error:
        raise PolicyError(
            "policy-file", path=path, reason=f"{type(error).__name__}: {error}"
        ) from error
    if not callable(found):
        raise PolicyError("policy-no-function", path=path, function=function)
    return adapt(found)


def adapt(function: Callable[..., Any]) -> Policy:
    """A user's function as a policy: see `load` for what it takes and answers."""
    try:
        takes_seat = len(signature(function).parameters) > 1
    except (TypeError, ValueError):
        takes_seat = False

    def policy(state: State, seat: int) -> Any:
        answer = function(state, seat) if takes_seat else function(state)
        if isinstance(answer, dict):
            return {_action(each): weight for each, weight in answer.items()}
        return _action(answer)

    return policy


def _action(answer: Any) -> Any:
    """The action that an answer means, or the answer itself where it means none."""
    if answer == "roll" or answer == "hold":  # quickly: it is asked very often
        return ROLL if answer == "roll" else HOLD
    if type(answer) is int:
        return Action("roll", answer)
    if isinstance(answer, str):
        try:
            return parse_action(answer)
        except NotationError:
            return answer
    return answer

"""Who has to be asked: all turns that two players can meet, and what they do there.

Seat 1 always plays first here. A position is met as it stands; what a position does not say is
asked as in round 1 (at-once and full-round games do not count their rounds).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from passel.errors import PolicyError, SolveError
from passel.exact.cells import layout
from passel.exact.half import NEVER_MET, Half, Place
from passel.exact.kernel import integers, vector
from passel.exact.odds import UNLIKELY, Odds, odds
from passel.game import HOLD, ROLL, Action, State
from passel.policy import Policy, asked, weighed, weights
from passel.rules import Rules

_END = Place(-1, 0, 0)
"""In place of a turn: the game is over."""

Player = Policy | Half | None
"""Who plays a seat: a policy to ask, one that is tabulated, or None for anybody at all."""


class Meeting:
    """All turns that two players can meet, and what they do there.

    Args:
        rules: Solo or announced turns of two seats.
        first: Who plays in seat 1, first.
        second: Who plays in seat 2.

    Raises:
        PolicyError: As `passel.policy.weights`, and `policy-never-ends` with a state from which
            the game can't end.
    """

    def __init__(self, rules: Rules, first: Player, second: Player) -> None:
        begin = Place(0, 0, 0)
        self.rules = rules
        self.odds: Odds = odds(rules)
        self._target = rules.target
        self._players = (first, second)
        self._turns = 2 * (rules.rounds or 0)
        self._last = 1 if rules.end == "full-round" else self._turns - 1
        self._far, self._endless = far(self.odds)
        self._walked: dict[tuple[int, int, int, int | None], tuple[list[float], set[int]]] = {}
        self.plans: dict[Place, list[float]] = {}
        self._scoring = [True, True]
        self._anybody: dict[int, set[int]] = {}
        met: dict[tuple[int, int], set[int]] = {begin[:2]: {begin.other}}
        follows: dict[Place, list[Place]] = {}
        todo = [begin]
        while todo:
            place = todo.pop()
            plan, scores = self._turn(place)
            self.plans[place] = plan
            if max(scores, default=0) <= place.own + self.odds.points:
                self._scoring[place.number % 2] = False
            index = place.number + 1 if self._turns else 1 - place.number
            going = {score for score in scores if self._goes_on(place, score)}
            if None not in self._players:
                follows[place] = [Place(index, place.other, score) for score in going]
                if len(going) < len(scores):
                    follows[place].append(_END)
            known = met.setdefault((index, place.other), set())
            todo += [Place(index, place.other, score) for score in going - known]
            known |= going
        if None not in self._players:
            self._check_ends(follows)

    def half(self, index: int) -> Half:
        """One seat's part; seats 0 and 1."""
        plans = {place: plan for place, plan in self.plans.items() if place.number % 2 == index}
        longest = max((place.own + len(plan) for place, plan in plans.items()), default=0)
        if self._turns:
            width, _, count = layout(self.rules, None)
        else:
            assert self._target is not None
            width = max((place.other + 1 for place in plans), default=1)
            count = self._target * width
        plan, plan_at, planned = vector(0), integers(count), integers(1)
        planned[0] = NEVER_MET
        planned *= count
        for place, chances in sorted(plans.items()):
            if max(place.own, place.other) >= width and self._turns:
                continue  # beyond the table the lead is kept
            cell = place.own * width + place.other
            if self._turns:
                cell += place.number * width**2
            plan_at[cell] = len(plan)
            planned[cell] = len(chances)
            plan.extend(chances)
        return Half(width, plan, plan_at, planned, longest, self._scoring[index])

    def state(self, place: Place, turn_total: int = 0, must_roll: bool = False) -> State:
        """The state that a place and a turn total mean."""
        index, own, other = place
        seat = index % 2 + 1
        scores = (own, other) if seat == 1 else (other, own)
        count = index // 2 + 1 if self._turns else 1
        return State(self.rules, scores, (seat,), turn_total, must_roll, count, 1)

    def _goes_on(self, place: Place, score: int) -> bool:
        """Whether another turn follows when the mover's score is `score`.

        A play-off counts as the end: policies are not asked about it.
        """
        index, _, other = place
        if self._turns:
            return index < self._last
        assert self._target is not None
        if self._last < 0 or index == self._last:
            return score < self._target and (self._last < 0 or other < self._target)
        return True

    def _turn(self, place: Place) -> tuple[list[float], set[int]]:
        """A turn's plan, and the scores with which it can end."""
        player = self._players[place.number % 2]
        odds = self.odds
        own = place.own
        scores: set[int] = set()
        if odds.most:
            return self._announced(place, player)
        if odds.fixed[0]:
            scores.add(own + odds.points)
        if odds.fixed[1]:
            scores.add(0)
        if player is None:
            return [], scores | {own + gain for gain in self._gains(place)}
        need = (self._target or 0) - own
        banked = need if self.rules.auto_bank else None
        if isinstance(player, Half):
            plan, totals = self._planned(place, player, banked)
        else:
            most = max(need, place.other - own, 0) + self._far
            ask = partial(self._chance, place, player, most)
            plan, totals = walk(odds, ask, most, banked)
        return plan, scores | {own + total for total in totals}

    def _planned(
        self, place: Place, player: Half, banked: int | None
    ) -> tuple[list[float], set[int]]:
        """A turn that is tabulated: the same wherever the plan is the same."""
        begin, length = player.where(place, counted=self._turns > 0)
        if length < 0:
            raise SolveError("not-tabulated", state=self.state(place))
        key = (place.number % 2, begin, length, banked)
        if key not in self._walked:
            plan = player.plan[begin : begin + length]
            self._walked[key] = walk(
                self.odds, lambda k: plan[k] if k < length else 0.0, length + self._far, banked
            )
        return self._walked[key]

    def _chance(self, place: Place, player: Policy, most: int, k: int) -> float:
        """The chance that the player rolls at turn total k."""
        state = self.state(place, k)
        if k + self.odds.size > most and self._endless:
            raise PolicyError("policy-never-ends", state=state)
        return rolled(player, state, place.number % 2 + 1)

    def _gains(self, place: Place) -> set[int]:
        """All turn totals that anybody may hold, who holds as soon as that is the best."""
        need = (self._target or 0) - place.own
        index, _, other = place
        if self._target is None or (index == 0 and self._last > 0):
            need = max(need, 0) + self._far
        elif other >= self._target:
            need = other + 1 - place.own
        found = self._anybody.get(need)
        if found is None:
            odds = self.odds
            found, todo = set(), [0]
            seen = {0}
            while todo:
                k = todo.pop()
                for place_of, jump in enumerate(odds.jumps):
                    at = k + jump
                    if place_of < odds.free:
                        found.add(at)
                    goes_on = at < need or place_of >= odds.free
                    if goes_on and at < need + odds.size and at not in seen:
                        seen.add(at)
                        todo.append(at)
            if odds.passing or odds.fixed[2]:
                found.add(0)
            self._anybody[need] = found
        return found

    def _announced(self, place: Place, player: Player) -> tuple[list[float], set[int]]:
        odds = self.odds
        if isinstance(player, Half):
            begin, length = player.where(place, counted=self._turns > 0)
            if length < 0:
                raise SolveError("not-tabulated", state=self.state(place))
            plan = list(player.plan[begin : begin + length])
        elif player is None:
            plan = [1.0 / odds.most] * odds.most
        else:
            plan = announced(player, self.state(place, 0, True), place.number % 2 + 1, odds.most)
        scores = set()
        for n, chance in enumerate(plan, 1):
            if chance:
                scores |= {
                    place.own + jump for jump in odds.jumps[odds.places[n] : odds.places[n + 1]]
                }
                bust, lose, nothing = odds.ends[3 * n : 3 * n + 3]
                scores |= {place.own + odds.points} if bust else set()
                scores |= {0} if lose else set()
                scores |= {place.own} if nothing else set()
        return plan, scores

    def _check_ends(self, follows: dict[Place, list[Place]]) -> None:
        """Refuse players who can come to where the game can't end any more."""
        before: dict[Place, list[Place]] = {}
        for place, after in follows.items():
            for one in after:
                before.setdefault(one, []).append(place)
        ending = {_END}
        todo = [_END]
        while todo:
            for place in before.get(todo.pop(), ()):
                if place not in ending:
                    ending.add(place)
                    todo.append(place)
        for place in self.plans:
            if place not in ending:
                must = not self.rules.pass_allowed
                raise PolicyError("policy-never-ends", state=self.state(place, 0, must))


def rolled(player: Policy, state: State, seat: int) -> float:
    """The chance that a policy rolls in a state in which it may also hold; errors as `weights`."""
    answer = asked(player, state, seat)
    if answer == ROLL:  # most answers, told at once: a turn with a choice is rolled or held
        return 1.0
    if answer == HOLD:
        return 0.0
    shares = weighed(answer, state)
    return shares.get(ROLL, 0) / sum(shares.values())


def announced(player: Policy, state: State, seat: int, most: int) -> list[float]:
    """The chances that a policy announces 1, 2, ... `most` dice; errors as `weights`."""
    answer = weights(player, state, seat)
    total = sum(answer.values())
    return [answer.get(Action("roll", n), 0) / total for n in range(1, most + 1)]


def far(odds: Odds) -> tuple[int, bool]:
    """As far as a turn is followed, and whether it may go on for ever from there."""
    try:
        return odds.reach(), False
    except SolveError:
        return 60 * odds.size, True


def walk(
    odds: Odds, ask: Callable[[int], float], most: int | None = None, banked: int | None = None
) -> tuple[list[float], set[int]]:
    """A turn's plan, and the turn totals that can be banked.

    Args:
        odds: What a throw does.
        ask: The chance to roll by turn total, where that can be chosen.
        most: From this turn total on no throw is followed any further; None: from `far` on.
        banked: The turn total that is banked by itself, or None.
    """
    gains = list(zip(odds.jumps, odds.chances, strict=True))
    free, forced = gains[: odds.free], gains[odds.free :]
    stay = odds.fixed[2]
    most = far(odds)[0] if most is None else most
    length = most + odds.size + 1
    may, must = [0.0] * length, [0.0] * length
    (may if odds.passing else must)[0] = 1.0
    plan: list[float] = []
    totals: set[int] = set()
    highest = 0
    k = 0
    while k <= highest:
        rolled = must[k]
        met = may[k] + rolled * stay
        if met >= UNLIKELY:
            chance = ask(k)
            plan += [0.0] * (k - len(plan))
            plan.append(chance)
            if chance < 1.0:
                totals.add(k)
            rolled += met * chance
        if rolled >= UNLIKELY and k < most:
            for jump, weight in free:
                if banked is not None and k + jump >= banked:
                    totals.add(k + jump)
                else:
                    may[k + jump] += rolled * weight
            for jump, weight in forced:
                must[k + jump] += rolled * weight
            highest = k + odds.size
        k += 1
    while plan and plan[-1] == 0.0:
        plan.pop()
    return plan, totals

"""Policies as tables: what one does at every turn that it can meet, as the kernel reads it.

Seat 1 always plays first here, so a policy has two halves: what it does in seat 1, and in seat 2.
A position is met as it stands; what a position does not say is asked as in round 1 (at-once and
full-round games do not count their rounds).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from passel.errors import PasselError, PolicyError, SolveError
from passel.exact.kernel import integers, vector
from passel.exact.odds import Odds, odds
from passel.game import ROLL, Action, State
from passel.policy import Policy, Threshold, weights
from passel.rules import Rules

if TYPE_CHECKING:
    from passel.exact.kernel import Integers, Vector

UNLIKELY = 1e-15
"""A turn total that a turn reaches with less than this chance is not asked about: it is held."""

NEVER_MET = -2
"""In place of the number of planned turn totals: this turn is never met."""


class Place(NamedTuple):
    """The start of a turn.

    Args:
        number: 0 and 1 for seats 1 and 2; where rounds are counted 0 to 2 * rounds - 1.
        own: The mover's score.
        other: The other's.
    """

    number: int
    own: int
    other: int


_VECTORS = ("plan", "plan_at", "planned")
_END = Place(-1, 0, 0)
"""In place of a turn: the game is over."""


@dataclass(frozen=True, slots=True, eq=False)
class Half:
    """What a policy does in one seat.

    Args:
        width: The length of a row.
        plan: Chances to roll, turn by turn, by turn total from 0; in announced turns chances to
            announce 1, 2, ... dice.
        plan_at: At `own * width + other`, where a turn begins in `plan`.
        planned: There, how many of them it has; beyond them it holds. `NEVER_MET`.
        scoring: Whether every turn can bank points: of two such players no game goes on for ever.
    """

    width: int
    plan: Vector
    plan_at: Integers
    planned: Integers
    scoring: bool = False

    def at(self, place: Place) -> list[float] | None:
        """The plan of one turn, or None where it is never met."""
        cell = place.own * self.width + place.other
        if place.other >= self.width or cell >= len(self.planned) or self.planned[cell] < 0:
            return None
        begin = self.plan_at[cell]
        return list(self.plan[begin : begin + self.planned[cell]])

    def widened(self, width: int) -> Half:
        """The same in longer rows."""
        if width == self.width:
            return self
        rows = len(self.planned) // self.width
        plan_at, planned = integers(rows * width), integers(rows * width)
        for own in range(rows):
            for other in range(width):
                here, there = own * self.width + other, own * width + other
                known = other < self.width
                plan_at[there] = self.plan_at[here] if known else 0
                planned[there] = self.planned[here] if known else NEVER_MET
        return Half(width, self.plan, plan_at, planned, self.scoring)


class Table(NamedTuple):
    """A policy's two halves: in the seat that plays first, and in the other."""

    first: Half
    second: Half


Player = Policy | Half | None
"""Who plays a seat: a policy to ask, one that is tabulated, or None for anybody at all."""


class Meeting:
    """All turns that two players can meet, and what they do there.

    Args:
        rules: Solo or announced turns of two seats.
        first: Who plays in seat 1, first.
        second: Who plays in seat 2.
        begin: Where the game begins; None: at 0-0.

    Raises:
        PolicyError: As `passel.policy.weights`, and `policy-never-ends` with a state from which
            the game can't end.
    """

    def __init__(
        self, rules: Rules, first: Player, second: Player, begin: Place | None = None
    ) -> None:
        begin = begin or Place(0, 0, 0)
        self.rules = rules
        self.odds: Odds = odds(rules)
        self._target = rules.target
        self._players = (first, second)
        self._turns = 2 * (rules.rounds or 0)
        self._last = 1 if rules.end == "full-round" else self._turns - 1
        try:
            self._far = self.odds.reach()
            self._endless = False
        except PasselError:
            self._far = 20 * self.odds.size
            self._endless = True
        self._walked: dict[tuple[int, int | None], tuple[list[float], set[int]]] = {}
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

    def half(self, index: int, width: int, count: int) -> Half:
        """One seat's part in a layout of `count` cells in rows of `width`; seats 0 and 1."""
        plan, plan_at, planned = vector(0), integers(count), integers(1)
        planned[0] = NEVER_MET
        planned *= count
        side = width * width
        for place, chances in sorted(self.plans.items()):
            if place.number % 2 != index or place.other >= width:
                continue
            cell = place.own * width + place.other
            if self._turns:
                cell += place.number * side
            plan_at[cell] = len(plan)
            planned[cell] = len(chances)
            plan.extend(chances)
        return Half(width, plan, plan_at, planned, self._scoring[index])

    @property
    def longest(self) -> int:
        """The highest score that a seat can be about to bank."""
        return max(place.own + len(plan) for place, plan in self.plans.items())

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
        given = player.at(place) if isinstance(player, Half) else None
        if isinstance(player, Half) and given is None:
            raise SolveError("not-tabulated", state=self.state(place))
        if odds.fixed[0]:
            scores.add(own + odds.points)
        if odds.fixed[1]:
            scores.add(0)
        if player is None:
            return [], scores | {own + gain for gain in self._gains(place)}
        need = (self._target or 0) - own
        banked = need if self.rules.auto_bank else None
        if isinstance(player, Threshold):
            plan, totals = self._threshold(place, player, banked)
        else:
            most = max(need, place.other - own, 0) + self._far
            plan, totals = self._walk(
                lambda k: self._chance(place, player, given, k, most), most, banked
            )
        return plan, scores | {own + total for total in totals}

    def _threshold(
        self, place: Place, player: Threshold, banked: int | None
    ) -> tuple[list[float], set[int]]:
        """A turn of one who holds at so many points: the same wherever they are as many."""
        state = self.state(place)
        enough = player.enough(state, place.number % 2 + 1)
        if enough is None or (self._endless and enough > self._far):
            if self._endless:
                raise PolicyError("policy-never-ends", state=state)
            enough = self._far
        first = 1 if self.odds.passing else 0  # before its first throw it never holds
        enough = max(enough, first)
        key = (enough, banked)
        if key not in self._walked:
            self._walked[key] = self._walk(
                lambda k: 1.0 if k < enough else 0.0, enough + self._far, banked
            )
        return self._walked[key]

    def _walk(
        self, ask: Callable[[int], float], most: int, banked: int | None
    ) -> tuple[list[float], set[int]]:
        """A turn's plan, and the turn totals that can be banked.

        Args:
            ask: The chance to roll by turn total, where that can be chosen.
            most: From this turn total on no throw is followed any further.
            banked: The turn total that is banked by itself, or None.
        """
        odds = self.odds
        gains = list(zip(odds.jumps, odds.chances, strict=True))
        free, forced = gains[: odds.free], gains[odds.free :]
        stay = odds.fixed[2]
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

    def _chance(
        self, place: Place, player: Player, given: list[float] | None, k: int, most: int
    ) -> float:
        """The chance that the player rolls at turn total k."""
        if given is not None:
            return given[k] if k < len(given) else 0.0
        assert player is not None
        assert not isinstance(player, Half)
        state = self.state(place, k)
        if k + self.odds.size > most and self._endless:
            raise PolicyError("policy-never-ends", state=state)
        answer = weights(player, state, place.number % 2 + 1)
        if len(answer) == 1:
            return 1.0 if ROLL in answer else 0.0
        return answer.get(ROLL, 0) / sum(answer.values())

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
            given = player.at(place)
            if given is None:
                raise SolveError("not-tabulated", state=self.state(place))
            plan = given
        elif player is None:
            plan = [1.0 / odds.most] * odds.most
        else:
            answer = weights(player, self.state(place, 0, True), place.number % 2 + 1)
            total = sum(answer.values())
            plan = [answer.get(Action("roll", n), 0) / total for n in range(1, odds.most + 1)]
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


def tabulate(rules: Rules, policy: Policy) -> Table:
    """A policy as a table, for all that it can meet whoever the other is.

    Args:
        rules: Solo or announced turns of two seats.
        policy: Asked once about each position, as seat 1 and as seat 2.

    Raises:
        PolicyError: `policy-raised` or `policy-illegal`, with the state.
    """
    assert rules.target is not None
    first = Meeting(rules, policy, None)
    second = Meeting(rules, None, policy)
    width = max(first.longest, second.longest, rules.target) + first.odds.size + 1
    count = rules.target * width
    halves = Table(first.half(0, width, count), second.half(1, width, count))
    # Most policies play the same in both seats; then one half serves for both.
    alike = all(getattr(halves.first, one) == getattr(halves.second, one) for one in _VECTORS)
    return Table(halves.first, halves.first) if alike else halves

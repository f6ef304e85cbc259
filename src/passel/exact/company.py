"""Several players at one table: all turns that they can meet, and what they do there.

What `passel.exact.meeting` is for two. Seat 1 plays first, and a position is met as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from itertools import compress, count

from passel.errors import PolicyError
from passel.exact.half import NEVER_MET, Half
from passel.exact.kernel import integers, vector
from passel.exact.meeting import announced, far, rolled, walk
from passel.exact.odds import odds
from passel.game import State
from passel.policy import Policy
from passel.rules import Rules

Plan = tuple[float, ...]


class Company:
    """All turns that several players can meet, and what they do there.

    A turn has a number: the seat to move from 0, then the scores from that seat on, as the digits
    of a number with base `target`.

    Args:
        rules: Solo or announced turns, whose end is at once.
        players: Who plays in each seat: a policy to ask, or one that is tabulated.

    Raises:
        PolicyError: As `passel.policy.weights`, and `policy-never-ends` with a state from which
            the game can't end.
    """

    def __init__(self, rules: Rules, players: Sequence[Policy | Half]) -> None:
        assert rules.target is not None
        self.rules, self._target = rules, rules.target
        self._seats, self._players = len(players), players
        self._turns = self._target**self._seats
        self._odds = odds(rules)
        self._far, self._endless = far(self._odds)
        self._gains = lru_cache(maxsize=None)(self._gains_of)
        self._plans: dict[Plan, int] = {}
        self._plan = vector(0)
        self._plan_at = integers(self._seats * self._turns)
        self._planned = integers(self._seats * self._turns)
        self._met = bytearray(self._seats * self._turns)
        scoring = [True] * self._seats
        todo = [0]
        self._met[0] = 1
        while todo:
            turn = todo.pop()
            gains = self._gains(*self._asked(turn))
            if max(gains, default=0) <= self._odds.points:
                scoring[turn // self._turns] = False
            for after in self._after(turn, gains):
                if not self._met[after]:
                    self._met[after] = 1
                    todo.append(after)
        if not any(scoring):
            self._check_ends()

    def half(self, seat: int) -> Half:
        """What a seat does, from 0; turns that are never met have no plan."""
        begin = seat * self._turns
        planned = self._planned[begin : begin + self._turns]
        longest = 0
        for place in range(self._turns):
            if self._met[begin + place]:
                longest = max(longest, self._own(place) + planned[place])
            else:
                planned[place] = NEVER_MET
        plan_at = self._plan_at[begin : begin + self._turns]
        return Half(self._target, self._plan, plan_at, planned, longest)

    def state(self, turn: int, turn_total: int = 0, must_roll: bool = False) -> State:
        """The state that a turn and a turn total mean."""
        seat, place = divmod(turn, self._turns)
        scores = [0] * self._seats
        for after in range(self._seats - 1, -1, -1):
            place, scores[(seat + after) % self._seats] = divmod(place, self._target)
        return State(self.rules, tuple(scores), (seat + 1,), turn_total, must_roll, 1, 1)

    def _own(self, place: int) -> int:
        """The mover's score."""
        own: int = place // (self._turns // self._target)
        return own

    def _banked(self, place: int) -> int:
        """The turn total that is banked by itself, or 0."""
        banks = self.rules.auto_bank and not self._odds.most
        return self._target - self._own(place) if banks else 0

    def _asked(self, turn: int) -> tuple[Plan, int]:
        """A turn's plan, which is kept, and the turn total that is banked by itself, or 0."""
        seat, place = divmod(turn, self._turns)
        banked = self._banked(place)
        player = self._players[seat]
        if isinstance(player, Half):
            begin, length = player.plan_at[place], player.planned[place]
            plan = tuple(player.plan[begin : begin + max(length, 0)])
        elif self._odds.most:
            plan = tuple(announced(player, self.state(turn, 0, True), seat + 1, self._odds.most))
        else:
            most = self._target - self._own(place) + self._far
            ask = partial(self._chance, turn, player, most)
            plan = tuple(walk(self._odds, ask, most, banked or None)[0])
        if plan not in self._plans:
            self._plans[plan] = len(self._plan)
            self._plan.extend(plan)
        self._plan_at[turn], self._planned[turn] = self._plans[plan], len(plan)
        return plan, banked

    def _chance(self, turn: int, player: Policy, most: int, k: int) -> float:
        """The chance that the player rolls at turn total k."""
        state = self.state(turn, k)
        if k + self._odds.size > most and self._endless:
            raise PolicyError("policy-never-ends", state=state)
        return rolled(player, state, state.to_move[0])

    def _gains_of(self, plan: Plan, banked: int) -> frozenset[int]:
        """By how much a turn can change the score; a score that is lost is left out."""
        odds = self._odds
        found: set[int] = set()
        if not odds.most:
            found |= {odds.points} if odds.fixed[0] else set()
            asked = partial(_at, plan)
            return frozenset(found | walk(odds, asked, len(plan) + self._far, banked or None)[1])
        for n in compress(count(1), plan):
            found |= set(odds.jumps[odds.places[n] : odds.places[n + 1]])
            bust, _, nothing = odds.ends[3 * n : 3 * n + 3]
            found |= {odds.points} if bust else set()
            found |= {0} if nothing else set()
        return frozenset(found)

    def _after(self, turn: int, gains: Iterable[int]) -> list[int]:
        """The turns that can come next; those that end the game are left out."""
        seat, place = divmod(turn, self._turns)
        own, others = divmod(place, self._turns // self._target)
        begin = (seat + 1) % self._seats * self._turns + others * self._target
        found = [begin + own + gain for gain in gains if own + gain < self._target]
        if self._odds.loses:
            found.append(begin)
        return found

    def _check_ends(self) -> None:
        """Refuse players who can come to where the game can't end any more."""
        ending = bytearray(len(self._met))
        met = sorted(compress(range(len(self._met)), self._met), key=self._sum, reverse=True)
        grows = True
        while grows:
            grows = False
            for turn in met:
                if ending[turn]:
                    continue
                place, begin = turn % self._turns, self._plan_at[turn]
                plan = tuple(self._plan[begin : begin + self._planned[turn]])
                gains = self._gains(plan, self._banked(place))
                if max(gains, default=0) + self._own(place) >= self._target or any(
                    ending[after] for after in self._after(turn, gains)
                ):
                    ending[turn] = 1
                    grows = True
        for turn in met:
            if not ending[turn]:
                must = not self.rules.pass_allowed
                raise PolicyError("policy-never-ends", state=self.state(turn, 0, must))

    def _sum(self, turn: int) -> int:
        return sum(self.state(turn).scores)


def _at(plan: Plan, k: int) -> float:
    return plan[k] if k < len(plan) else 0.0

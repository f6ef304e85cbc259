"""Several seats that each follow a policy: the win probability of each, exactly."""

from __future__ import annotations

from collections.abc import Sequence

from passel.errors import PasselError, PolicyError
from passel.exact.cells import Watch
from passel.exact.fixpoint import fixpoint
from passel.exact.half import NEVER_MET, Half
from passel.exact.kernel import integers, vector
from passel.exact.odds import whole
from passel.exact.planes import Planes, Plans, Scores
from passel.game import State
from passel.rules import Rules


class Party(Planes):
    """The values of all turn starts where each seat follows a policy, or one plays the best.

    Args:
        rules: Solo or announced turns, whose end is at once.
        halves: What each seat does; None: it plays the best against the others. One at most.
        watch: As `passel.exact.cells.Cells`.

    Raises:
        PolicyError: `policy-never-ends`, with a state where seats go round for ever.
        SolveError: As `passel.exact.planes.Planes`; `no-fixpoint`.
    """

    def __init__(
        self, rules: Rules, halves: Sequence[Half | None], watch: Watch | None = None
    ) -> None:
        self._halves = halves
        over = max(0, *(half.longest - (rules.target or 0) for half in halves if half))
        alike = all(half is halves[0] and half is not None for half in halves)
        super().__init__(rules, len(halves), over, apart=not alike, watch=watch)
        plans = self._plans()
        follow = sum(1 << seat for seat, half in enumerate(halves) if half)
        if not self.odds.loses or self.target == 1:
            self.sweep(0, follow, plans)
            return
        sweeps = 0
        heads = list(self.heads)

        def image(values: Sequence[float]) -> list[float]:
            nonlocal sweeps
            for head, value in zip(heads, values, strict=True):
                self.cells[head] = value
            self.sweep(sweeps, follow, plans)
            sweeps += 1
            return [self.cells[head] for head in heads]

        fixpoint(image, [self.cells[head] for head in heads])

    def wins(self, first: int = 1) -> tuple[float, ...]:
        """Each seat's win probability at the start of a game, seat 1 first.

        Args:
            first: The seat that plays first.
        """
        found = self.begin([0] * self.seats, first)
        return (*found[self.seats + 1 - first :], *found[: self.seats + 1 - first])

    def _plans(self) -> Plans:
        """The plans of all seats in one."""
        plan, plan_at, planned = vector(0), integers(0), integers(0)
        begins: dict[int, int] = {}
        for half in self._halves if self.base else self._halves[:1]:
            if half is None:
                plan_at += integers(self.target**self.seats)
                planned += integers(self.target**self.seats)
                continue
            if id(half.plan) not in begins:
                begins[id(half.plan)] = len(plan)
                plan += half.plan
            begin = begins[id(half.plan)]
            plan_at += whole([at + begin for at in half.plan_at]) if begin else half.plan_at
            planned += half.planned
        return plan, plan_at, planned

    def _endless(self, scores: Scores) -> PasselError:
        """The error with the first turn of the ring that is met."""
        place = 0
        for seat, half in enumerate(self._halves):
            view = scores[seat:] + scores[:seat]
            place = 0
            for score in view:
                place = place * self.target + score
            if half is None or half.planned[place] != NEVER_MET:
                break
        must = not self.rules.pass_allowed
        state = State(self.rules, scores, (seat + 1,), 0, must, 1, 1)
        return PolicyError("policy-never-ends", state=state)

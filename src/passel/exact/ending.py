"""The end of a game that compares scores: last turns and play-offs of two seats.

Only the lead matters here, and whether a score is 0: a bust_all changes nothing then.
"""

from __future__ import annotations

from collections.abc import Sequence

from passel.exact.fixpoint import fixpoint
from passel.exact.odds import Odds


class Ending:
    """What the seats have who compare scores after the second's next turn.

    A play-off has no bound on scores, nor has a last turn, but hardly any turn reaches `far`
    points (`Odds.reach`): leads are looked at up to there, and the answer is off by less than
    rounding.

    Args:
        odds: What a throw does.
        shared: Whether a tie is shared; else there is a play-off.

    Source: 002 for the last turn; rules.md, `tie`, for the play-off.
    """

    def __init__(self, odds: Odds, shared: bool) -> None:
        self._odds = odds
        self.far = odds.reach()
        self._tied = [0.5, 0.5]
        self._chase: list[float] = []
        self._look_ahead()
        if not shared:
            self._tied = fixpoint(self._play_off, self._tied)
            self._look_ahead()

    def tied(self, score: int) -> float:
        """A tie at the end, for the seat that plays first.

        With a play-off that seat is about to begin it.
        """
        return self._tied[0 if score else 1]

    def compare(self, own: int, other: int) -> float:
        """These scores at the end, for the seat with `own`, which has played second."""
        if own == other:
            return 1.0 - self.tied(own)
        return 1.0 if own > other else 0.0

    def second(self, own: int, other: int) -> float:
        """The last turn at these scores, for the seat with `own`, at its start."""
        behind = other - own
        if behind > 0 or (behind == 0 and own > 0):
            return self._chase[behind] if behind < len(self._chase) else 0.0
        return self._second(own, other)

    def first(self, score: int) -> float:
        """The first turn of a play-off that begins with both scores at `score`."""
        hold = [1.0 - self.second(score, score + k) for k in range(self.far + 1)]
        bust = 1.0 - self.second(score, score + self._odds.points)
        return self._odds.begin(hold, bust, 1.0 - self.second(score, 0))

    def hold(self, own: int, other: int) -> list[float]:
        """What holding is worth in the last turn, by turn total, until it does not change."""
        return [self.compare(own + k, other) for k in range(max(other - own, 0) + 2)]

    def choices(self, behind: int) -> list[float]:
        """What the seat does that plays second and is so far behind, as a plan of the kernel.

        Args:
            behind: 1 or more.
        """
        own, other = 1, 1 + behind
        hold = self.hold(own, other)
        if not self._odds.most and behind > self._odds.points:
            return [1.0] * behind + [float(self._rolls_on)]
        bust = self.compare(own + self._odds.points, other)
        _, must = self._odds.roll(hold, bust, self.compare(0, other))
        if not self._odds.most:
            return [float(must[k] > hold[k]) for k in range(behind + 1)]
        best = max(range(1, self._odds.most + 1), key=must.__getitem__)
        return [float(n == best) for n in range(1, self._odds.most + 1)]

    def _second(self, own: int, other: int) -> float:
        bust = self.compare(own + self._odds.points, other)
        return self._odds.begin(self.hold(own, other), bust, self.compare(0, other))

    def _look_ahead(self) -> None:
        """Fill the last turn's values by how far the seat with a score above 0 is behind.

        Where a bust is a loss, a turn total brings a seat to where another began: one turn
        from the furthest distance holds all others.
        """
        far = self.far
        if self._odds.most:
            self._chase = [self._second(1, 1 + behind) for behind in range(far + 1)]
            return
        may, must = self._odds.roll(self.hold(1, 1 + far), 0.0, 0.0)
        start = may if self._odds.passing else must
        self._rolls_on = must[far] > 1.0 - self.tied(1)
        self._chase = [start[far - behind] for behind in range(far + 1)]
        for behind in range(self._odds.points + 1):
            self._chase[behind] = self._second(1, 1 + behind)

    def _play_off(self, tied: Sequence[float]) -> list[float]:
        self._tied = list(tied)
        self._look_ahead()
        return [self.first(1), self.first(0)]

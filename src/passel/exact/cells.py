"""The values of all turn starts of two seats, solved or with what the seats follow.

Every number here is a win probability between 0 and 1 of the seat whose turn it is. A shared win
is one half; so is a game that both seats would rather never end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from passel import variants
from passel.errors import SolveError
from passel.exact import kernel
from passel.exact.ending import Ending
from passel.exact.fixpoint import fixpoint
from passel.exact.half import Half
from passel.exact.kernel import integers, vector
from passel.exact.odds import Odds, odds, reals
from passel.game import HOLD, ROLL, Action, State
from passel.rules import Rules

if TYPE_CHECKING:
    from passel.exact.kernel import Integers, Vector

LARGEST = 30_000_000
"""So many cells are held at most, 240 MB compiled."""

PART = 50_000
"""About so many pairs of scores are solved between two looks at who watches."""

Watch = Callable[[int, float], None]


class Phase(NamedTuple):
    """Whose turn it is, as far as it changes play.

    Args:
        number: 0: the seat that plays first, or either where that makes no difference; 1: the
            other; where rounds are counted 0 to 2 * rounds - 1.
        playoff: Whether it is a round of a play-off.
    """

    number: int = 0
    playoff: bool = False


class Turn(NamedTuple):
    """One turn of one seat, all values its own win probability.

    Args:
        hold: What holding is worth, by turn total; beyond its last as much as there.
        bust: What a bust is worth.
        lose: What a bust_all is worth.
        may: The value where holding is allowed, by turn total; empty in announced turns.
        must: The value of rolling, by turn total; in announced turns by number of dice, from 1.
    """

    hold: Sequence[float]
    bust: float
    lose: float
    may: Vector
    must: Vector


class Cells:
    """The values of all turn starts of two seats; see `passel.exact.kernel` for the layout.

    Args:
        rules: Solo or announced turns.
        halves: What the seats 1 and 2 are to follow; None: the seat plays the best.
        known: The cells as `block` gives them, in place of solving.
        watch: Told from time to time how many sweeps over all scores are done, and how much of
            the next one, 0 to 1; what it raises interrupts.

    Raises:
        SolveError: `not-exact` for shared turns, `too-large`, `never-ends`, `turn-too-long`.
    """

    def __init__(
        self,
        rules: Rules,
        halves: tuple[Half | None, Half | None] = (None, None),
        known: Sequence[float] | None = None,
        watch: Watch | None = None,
    ) -> None:
        self._watch = watch
        if rules.turn == "shared":
            raise SolveError("not-exact", id=rules.id, reason="shared-turns")
        self.rules = rules
        self.odds: Odds = odds(rules)
        self.ending = None if rules.end == "at-once" else Ending(self.odds, rules.tie == "shared")
        size = self.odds.size
        longest = max((max(h.longest, h.width - size - 1) for h in halves if h), default=0)
        self.width, self.base, count = layout(rules, self.ending, longest)
        if count > LARGEST:
            raise SolveError("too-large", id=variants.name(rules), cells=count, most=LARGEST)
        if halves[0] is not halves[1] and not self.base:
            self.base = count
            count *= 2
        self.cells = vector(count)
        self.target = rules.target or 0
        self.turns = 2 * (rules.rounds or 0)
        self._halves = tuple(half and half.widened(self.width) for half in halves)
        self._follow = (halves[0] is not None) + 2 * (halves[1] is not None)
        if known is not None:
            self._restore(known)
        elif self.turns:
            self._rounds()
        else:
            self._prepare()
            self._race()

    def begin(self, phase: Phase, own: int, other: int) -> float:
        """The value of a turn's start.

        Args:
            phase: Whose turn it is.
            own: The mover's score; below the target, except in a play-off.
            other: The other's.
        """
        if phase.playoff:
            assert self.ending
            return self.ending.second(own, other) if phase.number else self.ending.tied(own)
        if self.turns:
            over = max(own, other) - self.width + 1
            if over > 0:
                own, other = max(own - over, 0), max(other - over, 0)
            return self.cells[phase.number * self.base + own * self.width + other]
        if other >= self.width:
            return 0.0
        return self.cells[phase.number * self.base + own * self.width + other]

    def after(self, phase: Phase, own: int, other: int) -> float:
        """What these scores are worth to the seat whose turn just ended."""
        index, playoff = phase
        if playoff or self.turns:
            last = index == (1 if playoff else self.turns - 1)
        elif self.ending:
            last = index == 1 and max(own, other) >= self.target
        else:
            last = own >= self.target
        if last:
            return self.ending.compare(own, other) if self.ending else 1.0
        if self.turns and not playoff:
            following = index + 1
        else:
            following = 1 - index if self.base else 0
        return 1.0 - self.begin(Phase(following, playoff), other, own)

    def turn(self, phase: Phase, own: int, other: int) -> Turn:
        """A whole turn, played best."""
        index, playoff = phase
        if playoff or self.turns:
            last = index == (1 if playoff else self.turns - 1)
            assert self.ending
            length = max(other - own, 0) + 1 if last else self.ending.far
            if self.turns and not last:
                length = max(2 * self.width - own, self.ending.far)
        elif index == 0 and self.ending:
            length = self.width - own
        else:
            length = max(self.target, other + 1) - own
        hold = [self.after(phase, own + k, other) for k in range(length + 1)]
        bust = self.after(phase, own + self.odds.points, other)
        lose = self.after(phase, 0, other)
        return Turn(hold, bust, lose, *self.odds.roll(hold, bust, lose))

    def choices(self, turn: Turn, state: State) -> dict[Action, float]:
        """What each legal action is worth to the mover, who plays the best afterwards.

        Args:
            turn: The turn that the state is in.
            state: A state with a seat to move.
        """
        if self.odds.most:
            if state.dice:
                return {ROLL: turn.must[state.dice]}
            return {Action("roll", n): turn.must[n] for n in range(1, self.odds.most + 1)}
        k = min(state.turn_total, len(turn.hold) - 1)
        if state.must_roll:
            return {ROLL: turn.must[k]}
        return {ROLL: turn.must[k], HOLD: turn.hold[k]}

    def _rounds(self) -> None:
        for index in range(self.turns - 1, -1, -1):
            after = -1 if index == self.turns - 1 else (index + 1) * self.base
            half = self._halves[index % 2]
            self._stage(index * self.base, after, half=half, plan_here=index * self.base)
            if self._watch:
                self._watch(0, 1.0 - index / self.turns)

    def _stage(
        self,
        here: int,
        after: int,
        owns: int | None = None,
        others: tuple[int, int] | None = None,
        half: Half | None = None,
        plan_here: int = 0,
        record: tuple[Vector | None, Integers, Integers] | None = None,
    ) -> float:
        """Solve a table of turns after which all is known; or look whether it is solved.

        Args:
            here: Where the table begins.
            after: Where that of the next turn does; -1: the game is over.
            owns: Own scores are below it; None: as many as a row has.
            others: Other scores begin with the first, and are below the second; None: all.
            half: What is followed; None: the best.
            plan_here: Where the table begins in `half` or `record`.
            record: Where the best choices are written down: then nothing is solved.

        Returns:
            With `record` by how much the cells miss their equation, at most.
        """
        odds, ending, side = self.odds, self.ending, self.width
        assert ending
        row, tail, edge = (vector(2 * side + odds.size + 1) for _ in range(3))
        work = tuple(vector(2 * side + 2 * odds.size + 2) for _ in range(5))
        plan, plan_at, planned = (half.plan, half.plan_at, half.planned) if half else _no_plan()
        choices = None
        if record:
            choices, plan_at, planned = record
        return kernel.stage(
            self.cells, here, after, side, side if owns is None else owns, *(others or (0, side)),
            odds.jumps, odds.chances, odds.free, odds.size, odds.fixed, odds.points,
            odds.passing, odds.places, odds.ends, odds.most,
            1.0 - ending.tied(1), 1.0 - ending.tied(0),
            half is not None, plan, plan_at, planned, plan_here, record is not None, choices,
            row, tail, edge, work,
        )  # fmt: skip

    @property
    def block(self) -> Vector:
        """The cells with scores below the target, one after the other; all where there is none."""
        if self.turns:
            return self.cells
        found = vector(0)
        for start in range(0, len(self.cells), self.width):
            found += self.cells[start : start + self.target]
        return found

    def _restore(self, known: Sequence[float]) -> None:
        if self.turns:
            for cell, value in enumerate(known):
                self.cells[cell] = value
            return
        target = self.target
        for row in range(len(self.cells) // self.width):
            for place in range(target):
                self.cells[row * self.width + place] = known[row * target + place]
        self._prepare()

    def _prepare(self) -> None:
        """Fill all that is known before the cells are."""
        odds, target, width = self.odds, self.target, self.width
        if self.ending:
            self._last_turns()
        self._crest = width - target - odds.size
        part = self._crest + odds.size
        parts = (2 if self.base else 1) * target
        self._tail, self._edge = vector(parts * part), vector(parts * part)
        for slot in range(0 if odds.most else parts):
            # What the first seat hands over is the second's row, and the other way round.
            start = slot * width + self.base if slot < target else (slot - target) * width
            kernel.tails(
                self.cells, start, target, target + self._crest - 1, odds.jumps, odds.chances,
                odds.free, odds.size, odds.fixed, self._tail, self._edge, slot * part,
            )  # fmt: skip
        self._work = tuple(vector(width + 2 * odds.size) for _ in range(5))
        self.sweeps = 0

    def _race(self) -> None:
        odds, target, width = self.odds, self.target, self.width
        plan = self._plans()
        tops, known = integers(2 * target), vector(2 * target)
        highest = 2 * target - 2
        step = max(1, PART // target)

        def sweep() -> None:
            for high in range(highest, -1, -step):
                low = max(high - step + 1, 0)
                cell = kernel.sweep(
                    self.cells, self.base, width, target, self.sweeps > 0,
                    odds.jumps, odds.chances, odds.free, odds.size, odds.fixed, odds.points,
                    odds.passing, self.rules.auto_bank, odds.places, odds.ends, odds.most,
                    self._tail, self._edge, self._crest, self._follow, *plan, tops, known,
                    self._work, high, low,
                )  # fmt: skip
                if cell != kernel.EVERY:
                    raise SolveError("never-ends", id=self.rules.id)
                if self._watch:
                    self._watch(self.sweeps, (highest - low + 1) / (highest + 1))
            self.sweeps += 1

        heads = [base + own * width for base in {0, self.base} for own in range(1, target)]

        def image(values: Sequence[float]) -> list[float]:
            for head, value in zip(heads, values, strict=True):
                self.cells[head] = value
            sweep()
            return [self.cells[head] for head in heads]

        if odds.loses and heads:
            fixpoint(image, [0.5] * len(heads))
        else:
            sweep()

    def _last_turns(self) -> None:
        """Fill the second seat's turns after the first has reached the target."""
        odds, ending, target, width = self.odds, self.ending, self.target, self.width
        assert ending
        first, second = self._halves
        if second is not None:
            most = width if first is None else first.longest + odds.overshoot + 1
            self._stage(self.base, -1, target, (target, min(most, width)), second)
            return
        chase = vector(width)
        for behind in range(1, width):
            chase[behind] = ending.second(1, 1 + behind)
        for own in range(target):
            row = self.base + own * width
            self.cells[row + target : row + width] = chase[target - own : width - own]

    def survey(self, record: tuple[Vector, Integers, Integers] | None = None) -> float:
        """By how much the cells miss the equation of two who play the best, at most.

        Args:
            record: Filled with the best choices of every turn: see `kernel.record`.
        """
        choices, plan_at, planned = record or (None, integers(1), integers(1))
        if self.turns:
            worst = 0.0
            for index in range(self.turns):
                here = index * self.base
                after = -1 if index == self.turns - 1 else here + self.base
                recorded = (choices, plan_at, planned)
                worst = max(worst, self._stage(here, after, plan_here=here, record=recorded))
            return worst
        odds = self.odds
        return kernel.survey(
            self.cells, self.base, self.width, self.target, odds.jumps, odds.chances,
            odds.free, odds.size, odds.fixed, odds.points, odds.passing, odds.places, odds.ends,
            odds.most, self._tail, self._edge, self._crest, choices, plan_at, planned,
            self._work,
        )  # fmt: skip

    def best_halves(self) -> tuple[Half, Half]:
        """What is best in each seat, where the other goes on as it does here."""
        width, base, odds = self.width, self.base, self.odds
        # As many as a turn can be long: see `kernel.record`.
        plan = reals([1.0]) * (2 * width + odds.size)
        plan_at, planned = integers(len(self.cells)), integers(len(self.cells))
        self.survey((plan, plan_at, planned))
        scoring = odds.free > 0 and not odds.passing
        if self.turns:
            half = Half(width, plan, plan_at, planned, width - 1, scoring)
            return half, half
        rows = range(self.target)
        longest = max(own + max(planned[own * width : (own + 1) * width]) for own in rows)
        if not base:
            half = Half(width, plan, plan_at, planned, longest, scoring)
            return half, half
        if self.ending:
            self._plan_last_turns(plan, plan_at, planned)
        return (
            Half(width, plan, plan_at[:base], planned[:base], longest, scoring),
            Half(width, plan, plan_at[base:], planned[base:], width - odds.size - 1, scoring),
        )

    def _plan_last_turns(self, plan: Vector, plan_at: Integers, planned: Integers) -> None:
        """Add the second seat's plans after the first has reached the target."""
        ending = self.ending
        assert ending
        begin, length = [0], [0]
        for behind in range(1, self.width):
            begin.append(len(plan))
            choices = ending.choices(min(behind, ending.far))
            length.append(len(choices))
            plan.extend(choices)
        for own in range(self.target):
            row = self.base + own * self.width
            for other in range(self.target, self.width):
                plan_at[row + other] = begin[other - own]
                planned[row + other] = length[other - own]

    def _plans(self) -> tuple[Vector, Integers, Integers, int]:
        """The plans of both seats in one, and where the second's begin."""
        if not self._follow:
            return *_no_plan(), 0
        plan, plan_at, planned = vector(0), integers(0), integers(0)
        second = 0
        for half in self._halves if self.base else self._halves[:1]:
            second = len(plan)
            count = self.target * self.width
            if half is None:
                plan_at = plan_at + integers(count)
                planned = planned + integers(count)
                continue
            assert half.width == self.width
            if half is not self._halves[0] or half is not self._halves[1]:
                plan = plan + half.plan
            else:
                plan, second = half.plan, 0
            plan_at = plan_at + half.plan_at
            planned = planned + half.planned
        return plan, plan_at, planned, second


def _no_plan() -> tuple[Vector, Integers, Integers]:
    return vector(1), integers(1), integers(1)


def layout(rules: Rules, ending: Ending | None, longest: int = 0) -> tuple[int, int, int]:
    """The length of a row, where the second seat's cells begin, and how many there are.

    Where rounds are counted scores have no bound. The table holds what seats bank that stop
    where rolling does not pay any more, one turn more than there are rounds, and 100 points to
    catch up; beyond it the lead is kept. With half as much the value of a start is the same to
    the last digit (docs/explain/mathematics.md).

    Args:
        rules: Solo or announced turns.
        ending: Of these rules.
        longest: The highest score that a seat can be about to bank.
    """
    size = odds(rules).size
    far = ending.far if ending else 0
    if rules.rounds is not None:
        side = (rules.rounds + 1) * odds(rules).enough + 100
        return side, side * side, 2 * rules.rounds * side * side
    assert rules.target is not None
    over = max(far, longest - rules.target, 0)
    width = rules.target + over + size + 1
    base = rules.target * width if ending else 0
    return width, base, rules.target * width + base

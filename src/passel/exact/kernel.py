# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The hot loops: plain numbers in, plain numbers out; knows no rules, no state and no player.

One source, run two ways: compiled by Cython with the C types of kernel.pxd, or as it stands by
Python. Both give the same digits: no fused or reordered arithmetic (see setup.py).

Words. A *cell* is the value of a turn's start, a win probability of the seat whose turn it is.
A *row* holds the cells of the seat that plays next, with one own score and every score of the
other; so `1 - row[s]` is what it is worth to hand over the dice with a score of s. `at` is where
in its row a turn begins: with a turn total of k the mover would hand over `row[at + k]`.
The *top* of a turn is a turn total from which on holding is best. *Odds* are what a throw does:
`jumps` and `chances` are its gains, first the `free` ones and then those after which the mover
must roll; `size` is the largest. `fixed` holds the rest, in the order of the constants below.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Compiled they are arrays, which can all that is done with lists here.
    Vector = list[float]
    Integers = list[int]

COMPILED = not __file__.endswith((".py", ".pyc"))
"""Whether this is the compiled kernel."""

BUST, LOSE, STAY, AGAIN, LATE_BUST, LATE_LOSE, LATE_STAY = range(7)
"""Places in `fixed`: the chance to bust, to lose the score as well, to gain nothing and go on, to
gain nothing and have to roll; and, of a seat that has to roll and will hold as soon as it may,
the chance to bust, to lose the score, and to hold."""

SINGULAR = 1e-13
"""A return to the same cell that is this near to certain never ends."""

EVERY = -1
"""The answer of a sweep that met no fault."""


def vector(size: int) -> Vector:
    """So many zeros, in the form that this kernel is quickest with."""
    if COMPILED:
        return array("d", bytes(8 * size))  # type: ignore[return-value]
    return [0.0] * size


def integers(size: int) -> Integers:
    """So many zeros, whole numbers."""
    if COMPILED:
        return array("q", bytes(8 * size))  # type: ignore[return-value]
    return [0] * size


def turn(
    row: Vector,
    at: int,
    top: int,
    tail: Vector,
    tail_at: int,
    jumps: Integers,
    chances: Vector,
    free: int,
    size: int,
    fixed: Vector,
    bust: float,
    bust_slope: float,
    lose: float,
    lose_slope: float,
    start: float,
    start_slope: float,
    slopes: int,
    plan: Vector,
    plan_at: int,
    planned: int,
    banked: int,
    may: Vector,
    may_slope: Vector,
    must: Vector,
    must_slope: Vector,
    out: Vector,
) -> float:
    """The value of rolling at the start of a turn, and of every turn total on the way.

    Args:
        row: The next seat's cells.
        at: Where the turn begins in it.
        top: From this turn total on the mover holds when it may, 1 or more.
        tail: What a seat that must roll has from there on, beside busts (see `tails`).
        tail_at: Where in `tail` the turn begins.
        jumps: Gains of a throw.
        chances: Their chances.
        free: How many of them leave the choice.
        size: The largest gain, 1 or more.
        fixed: The other chances of a throw.
        bust: What a bust is worth to the mover.
        bust_slope: Its derivative by the unknown of this turn.
        lose: What the loss of the score is worth.
        lose_slope: Its derivative.
        start: What holding a turn total of 0 is worth.
        start_slope: Its derivative.
        slopes: Whether derivatives are asked for; else none is filled.
        plan: Chances to roll, in place of the best choice.
        plan_at: Where the turn begins in it.
        planned: How many turn totals from 0 on have a plan; -1: play the best.
        banked: From this turn total on a free gain is banked by itself; only with a plan.
        may: Filled: the value where holding is allowed, by turn total up to top + size.
        may_slope: Filled: its derivative by the unknown.
        must: Filled: the value of rolling.
        must_slope: Filled: its derivative.
        out: Filled: the derivative of the answer; by how much the nearest choice is decided; the
            lowest turn total from which `size` turn totals in a row are held.

    Returns:
        The value of rolling at turn total 0, from the mover's point of view.

    Source: Neller and Presser, Optimal Play of the Dice Game Pig, UMAP Journal 25(1), 2004,
        equations 1 and 2.
    """
    count = len(jumps)
    stay = fixed[STAY]
    again = fixed[AGAIN]
    ends = fixed[BUST] * bust + fixed[LOSE] * lose
    ends_slope = fixed[BUST] * bust_slope + fixed[LOSE] * lose_slope
    late = fixed[LATE_BUST] * bust + fixed[LATE_LOSE] * lose
    late_slope = fixed[LATE_BUST] * bust_slope + fixed[LATE_LOSE] * lose_slope
    once = 1.0 / (1.0 - again)
    both = 1.0 / (1.0 - again - stay)
    for k in range(top, top + size):
        may[k] = 1.0 - row[at + k]
        may_slope[k] = 0.0
    if count > free:
        for k in range(top, top + size):
            must[k] = tail[tail_at + k] + late
            must_slope[k] = late_slope
    margin = 2.0
    held = size
    low = top
    for k in range(top - 1, -1, -1):
        value = ends
        slope = ends_slope
        if slopes:
            for t in range(free):
                value += chances[t] * may[k + jumps[t]]
                slope += chances[t] * may_slope[k + jumps[t]]
            for t in range(free, count):
                value += chances[t] * must[k + jumps[t]]
                slope += chances[t] * must_slope[k + jumps[t]]
        else:
            for t in range(free):
                value += chances[t] * may[k + jumps[t]]
            for t in range(free, count):
                value += chances[t] * must[k + jumps[t]]
        if k > 0:
            hold = 1.0 - row[at + k]
            hold_slope = 0.0
        else:
            hold = start
            hold_slope = start_slope
        if planned >= 0:
            rolls = plan[plan_at + k] if k < planned else 0.0
        else:
            gap = value * both - hold
            rolls = 1.0 if gap > 0.0 else 0.0
            margin = min(margin, gap if gap > 0.0 else -gap)
        if rolls == 1.0:
            must[k] = value * both
            must_slope[k] = slope * both
            may[k] = must[k]
            may_slope[k] = must_slope[k]
            held = 0
        elif rolls == 0.0:
            must[k] = (value + stay * hold) * once
            must_slope[k] = (slope + stay * hold_slope) * once
            may[k] = hold
            may_slope[k] = hold_slope
            held += 1
            if held >= size:
                low = k
        else:
            mixed = 1.0 / (1.0 - again - stay * rolls)
            must[k] = (value + stay * (1.0 - rolls) * hold) * mixed
            must_slope[k] = (slope + stay * (1.0 - rolls) * hold_slope) * mixed
            may[k] = rolls * must[k] + (1.0 - rolls) * hold
            may_slope[k] = rolls * must_slope[k] + (1.0 - rolls) * hold_slope
            held = 0
        if k >= banked:
            may[k] = hold
            may_slope[k] = 0.0
    out[0] = must_slope[0]
    out[1] = margin
    out[2] = low
    return must[0]


def tails(
    row: Vector,
    row_at: int,
    first: int,
    last: int,
    jumps: Integers,
    chances: Vector,
    free: int,
    size: int,
    fixed: Vector,
    tail: Vector,
    edge: Vector,
    at: int,
) -> None:
    """What rolling once more, and holding as soon as one may, is worth beside busts.

    Args:
        row: The next seat's cells; up to `last` + `size` they are there.
        row_at: Where in it the score 0 stands.
        first: The lowest score that is asked for.
        last: The highest; beyond it a row does not change any more.
        jumps: Gains of a throw.
        chances: Their chances.
        free: How many of them leave the choice.
        size: The largest gain.
        fixed: The other chances of a throw.
        tail: Filled from `at` on, for `first` to `last` + `size`: the value of rolling less
            what busts are worth.
        edge: Filled likewise, to `last`: by how much holding is better than rolling, beside
            busts, at this score and at every higher one. Where that is at least what busts are
            worth, holding is best at this and every higher score: a stopping problem in the
            monotone case. Source: Chow, Robbins and Siegmund, Great Expectations, 1971, 3.5.
        at: Where in `tail` and `edge` the lowest score stands.
    """
    count = len(jumps)
    once = 1.0 / (1.0 - fixed[AGAIN])
    for s in range(last + 1, last + size + 1):
        tail[at + s - first] = fixed[LATE_STAY] * (1.0 - row[row_at + s])
    least = 2.0
    for s in range(last, first - 1, -1):
        value = fixed[STAY] * (1.0 - row[row_at + s])
        for t in range(free):
            value += chances[t] * (1.0 - row[row_at + s + jumps[t]])
        for t in range(free, count):
            value += chances[t] * tail[at + s + jumps[t] - first]
        value *= once
        tail[at + s - first] = value
        least = min(least, 1.0 - row[row_at + s] - value)
        edge[at + s - first] = least


def peak(edge: Vector, low: int, high: int, least: float) -> int:
    """The first place from `low` on where the rising `edge` is at least `least`, else `high`."""
    while low < high:
        middle = (low + high) // 2
        if edge[middle] >= least:
            high = middle
        else:
            low = middle + 1
    return low


def announce(
    row: Vector,
    at: int,
    jumps: Integers,
    chances: Vector,
    places: Integers,
    ends: Vector,
    most: int,
    bust: float,
    bust_slope: float,
    lose: float,
    lose_slope: float,
    start: float,
    start_slope: float,
    plan: Vector,
    plan_at: int,
    planned: int,
    values: Vector,
    out: Vector,
) -> float:
    """The value of an announced turn, and of every number of dice.

    Args:
        row: The next seat's cells.
        at: Where the turn begins in it.
        jumps: Gains above 0 of one die, then of two, and so on.
        chances: Their chances.
        places: Where in `jumps` the gains of n dice begin, and at n + 1 end, for n from 0.
        ends: For n dice from 0: the chance to bust, to lose the score, to gain 0.
        most: The most dice, 1 or more.
        bust: What a bust is worth to the mover.
        bust_slope: Its derivative by the unknown of this turn.
        lose: What the loss of the score is worth.
        lose_slope: Its derivative.
        start: What a gain of 0 is worth.
        start_slope: Its derivative.
        plan: Chances to announce 1, 2, ... dice, in place of the best choice.
        plan_at: Where the turn begins in it.
        planned: How many numbers have a plan; -1: play the best.
        values: Filled: the value of n dice, from 1 on.
        out: Filled: the derivative of the answer; by how much the choice is decided.

    Returns:
        The value of the turn, from the mover's point of view.
    """
    best = -1.0
    best_slope = 0.0
    margin = 2.0
    mean = 0.0
    mean_slope = 0.0
    for n in range(1, most + 1):
        value = ends[3 * n] * bust + ends[3 * n + 1] * lose + ends[3 * n + 2] * start
        slope = (
            ends[3 * n] * bust_slope + ends[3 * n + 1] * lose_slope + ends[3 * n + 2] * start_slope
        )
        for t in range(places[n], places[n + 1]):
            value += chances[t] * (1.0 - row[at + jumps[t]])
        values[n] = value
        if planned >= 0:
            if n <= planned:
                mean += plan[plan_at + n - 1] * value
                mean_slope += plan[plan_at + n - 1] * slope
        elif value > best:
            margin = min(margin, value - best)
            best = value
            best_slope = slope
        else:
            margin = min(margin, best - value)
    out[0] = mean_slope if planned >= 0 else best_slope
    out[1] = margin
    out[2] = 0.0
    return mean if planned >= 0 else best


def sweep(
    cells: Vector,
    base: int,
    width: int,
    target: int,
    warm: int,
    jumps: Integers,
    chances: Vector,
    free: int,
    size: int,
    fixed: Vector,
    points: int,
    passing: int,
    banking: int,
    places: Integers,
    ends: Vector,
    most: int,
    tail: Vector,
    edge: Vector,
    crest: int,
    follow: int,
    plan: Vector,
    plan_at: Integers,
    planned: Integers,
    second: int,
    tops: Integers,
    known: Vector,
    work: tuple[Vector, ...],
    high: int,
    low: int,
) -> int:
    """Solve pairs of turns of two seats once, scores in descending order of their sum.

    A sweep goes from the sum 2 * `target` - 2 down to 0, in one call or in several that follow
    each other, so that a long one can be watched and interrupted.

    The turns of the two seats at one pair of scores depend on each other, by busts, and on no
    other unknown; what is worth most is piecewise linear in the two, so Newton's method ends
    after a few steps with the exact answer. What the loss of a score leads to is taken from
    `cells` as it is before the sweep comes there.

    Args:
        cells: The first seat's at `own * width + other`, then from `base` on the second's;
            changed in place.
        base: Where the second seat's cells begin; 0: both seats have the same.
        width: The length of a row, `target` + `size` or more.
        target: Own scores are 0 to `target` - 1.
        warm: Whether the cells are a first guess.
        jumps: Gains of a throw.
        chances: Their chances.
        free: How many of them leave the choice.
        size: The largest gain.
        fixed: The other chances of a throw.
        points: What a bust adds to the score.
        passing: Whether a seat may hold before its first throw.
        banking: Whether a gain that reaches the target is banked by itself.
        places: Of announced turns, see `announce`.
        ends: Of announced turns.
        most: The most dice that are announced; 0: turns are rolled and held.
        tail: See `tails`; for each seat (with `base`) and each score of the other `crest` + `size`.
        edge: See `tails`; laid out as `tail`.
        crest: How many scores from the target on each part of `edge` has.
        follow: 1: the first seat follows a plan; 2: the second; 3: both; 0: both play the best.
        plan: Chances to roll, or to announce.
        plan_at: For each cell, where its plan begins in `plan`.
        planned: For each cell, how many turn totals have a plan; -2: the cell is never met.
        second: Where in `plan` the second seat's plans begin.
        tops: Memory of the sweep, an integer for each part of `edge`.
        known: Likewise: up to which worth of busts the top is known.
        work: Five vectors to work in, as long as `width` + `size`.
        high: The highest sum of scores of this call.
        low: The lowest.

    Returns:
        `EVERY`; or a cell whose game never ends.

    Source: Neller and Presser, Optimal Play of the Dice Game Pig, UMAP Journal 25(1), 2004,
        solve the same equations by value iteration, partitioned by the sum of scores.
    """
    may, may_slope, must, must_slope, out = work
    mirror = base == 0
    count = len(jumps)
    part = crest + size
    late_bust = fixed[LATE_BUST]
    late_lose = fixed[LATE_LOSE]
    far = width + size
    if high == 2 * target - 2:
        for slot in range(target if mirror else 2 * target):
            known[slot] = -1.0
    for total in range(high, low - 1, -1):
        i = min(target - 1, total)
        while i >= 0 and total - i < target:
            j = total - i
            if mirror and i < j:
                break
            here = i * width + j
            there = base + j * width + i
            if follow == 3 and planned[here] < -1 and planned[there] < -1:
                i -= 1
                continue
            x = cells[here]
            y = cells[there]
            if warm == 0:
                x = cells[here + 1]
                y = cells[there + 1]
                if i + 1 < target:
                    x += cells[here + width] - cells[here + width + 1]
                if j + 1 < target:
                    y += cells[there + width] - cells[there + width + 1]
                x = min(1.0, max(0.0, x))
                y = min(1.0, max(0.0, y))
            mode = 0
            coupled_y = 0.0
            alone = 0.0
            low_x = 0
            low_y = 0
            step = 0
            while True:
                fault_x = 0.0
                fault_y = 0.0
                slope_x = 0.0
                slope_y = 0.0
                sure_x = 2.0
                sure_y = 2.0
                for side in range(2):
                    if side == 0:
                        if mode == 2:
                            continue
                        cell = here
                        own = i
                        given = 1.0 - y
                        at = base + j * width
                        slot = j
                        best = follow & 1 == 0
                        against = follow & 2 == 0
                    else:
                        if mode == 1 or (mirror and i == j):
                            continue
                        cell = there
                        own = j
                        given = 1.0 - x
                        at = i * width
                        slot = i if mirror else target + i
                        best = follow & 2 == 0
                        against = follow & 1 == 0
                    if not best and planned[cell] < -1:
                        continue
                    if points > 0:
                        bust = 1.0 - cells[at + own + points]
                        bust_slope = 0.0
                    else:
                        bust = given
                        bust_slope = 1.0
                    if own > 0:
                        lose = 1.0 - cells[at]
                        lose_slope = 0.0
                    else:
                        lose = given
                        lose_slope = 1.0
                    size_planned = -1 if best else planned[cell]
                    place = 0 if best else plan_at[cell] + (second if side else 0)
                    if most > 0:
                        value = announce(
                            cells, at + own, jumps, chances, places, ends, most,
                            bust, bust_slope, lose, lose_slope, given, 1.0,
                            plan, place, size_planned, must, out,
                        )  # fmt: skip
                        slope = out[0]
                    else:
                        late = late_bust * bust + late_lose * lose
                        if late > known[slot] or count > free:
                            tops[slot] = target + (
                                peak(edge, slot * part, slot * part + crest, late) - slot * part
                            )
                            known[slot] = late
                        top = max(1, tops[slot] - own)
                        if not best:
                            top = max(1 if count == free else top, size_planned)
                        value = turn(
                            cells, at + own, top, tail, slot * part + own - target,
                            jumps, chances, free, size, fixed,
                            bust, bust_slope, lose, lose_slope, given, 1.0, 1,
                            plan, place, size_planned,
                            target - own if banking and not best else far,
                            may, may_slope, must, must_slope, out,
                        )  # fmt: skip
                        slope = out[0]
                        if passing and follow > 0:
                            rival = here if side else there
                            passes = not against
                            if passes and planned[rival] > 0:
                                passes = plan[plan_at[rival] + (0 if side else second)] == 0.0
                            if not best or not passes:
                                value = may[0]
                                slope = may_slope[0]
                    if side == 0:
                        fault_x = value - x
                        slope_x = slope
                        sure_x = out[1]
                        low_x = int(out[2])
                    else:
                        fault_y = value - y
                        slope_y = slope
                        sure_y = out[1]
                        low_y = int(out[2])
                if mode == 0:
                    if mirror and i == j:
                        dx = fault_x / (1.0 + slope_x)
                        dy = dx
                    else:
                        left = 1.0 - slope_x * slope_y
                        if left < SINGULAR:
                            return here
                        dx = (fault_x - slope_x * fault_y) / left
                        dy = fault_y - slope_y * dx
                elif mode == 1:
                    if 1.0 - slope_x < SINGULAR:
                        return here
                    dx = fault_x / (1.0 - slope_x)
                    dy = -dx
                else:
                    if 1.0 - slope_y < SINGULAR:
                        return there
                    dy = fault_y / (1.0 - slope_y)
                    dx = -dy
                x += dx
                y += dy
                step += 1
                if abs(dx) < sure_y and abs(dy) < sure_x:
                    done = True
                else:
                    done = (abs(dx) < 1e-15 and abs(dy) < 1e-15) or step > 60
                if done and most == 0 and crest > 1 and step <= 60:
                    # From the top on it is best to hold only while a bust is worth no more than
                    # where the top was found.
                    if mode != 2 and follow & 1 == 0:
                        late = late_bust * (
                            1.0 - (cells[base + j * width + i + points] if points > 0 else y)
                        ) + late_lose * (1.0 - (cells[base + j * width] if i > 0 else y))
                        done = late <= known[j] + 1e-15
                    if done and mode != 1 and follow & 2 == 0 and not (mirror and i == j):
                        slot = i if mirror else target + i
                        late = late_bust * (
                            1.0 - (cells[i * width + j + points] if points > 0 else x)
                        ) + late_lose * (1.0 - (cells[i * width] if j > 0 else x))
                        done = late <= known[slot] + 1e-15
                if not done:
                    continue
                # Both seats may pass. Where both would rather, the game stands still; its worth
                # is then a half, as far as neither has more by rolling while the other passes.
                if passing == 0 or follow > 0:
                    break
                if mode == 0:
                    if x + y >= 1.0 - 1e-15:
                        break
                    mode = 1
                    coupled_y = y
                    y = 1.0 - x
                elif mode == 1 and not (mirror and i == j):
                    mode = 2
                    alone = x
                    y = coupled_y
                    x = 1.0 - y
                else:
                    if mirror and i == j:
                        x = 0.5
                        y = 0.5
                    else:
                        x = min(max(0.5, alone), 1.0 - y)
                        y = 1.0 - x
                    break
                step = 0
            cells[here] = x
            if not (mirror and i == j):
                cells[there] = y
            if most == 0 and count == free:
                if follow & 1 == 0:
                    tops[j] = min(tops[j], i + low_x)
                    known[j] = late_bust * (
                        1.0 - (cells[base + j * width + i + points] if points > 0 else y)
                    ) + late_lose * (1.0 - (cells[base + j * width] if i > 0 else y))
                if follow & 2 == 0 and not (mirror and i == j):
                    slot = i if mirror else target + i
                    tops[slot] = min(tops[slot], j + low_y)
                    known[slot] = late_bust * (
                        1.0 - (cells[i * width + j + points] if points > 0 else x)
                    ) + late_lose * (1.0 - (cells[i * width] if j > 0 else x))
            i -= 1
    return EVERY


def stage(
    cells: Vector,
    here: int,
    after: int,
    side: int,
    owns: int,
    first: int,
    others: int,
    jumps: Integers,
    chances: Vector,
    free: int,
    size: int,
    fixed: Vector,
    points: int,
    passing: int,
    places: Integers,
    ends: Vector,
    most: int,
    tie: float,
    tie_at_zero: float,
    follow: int,
    plan: Vector,
    plan_at: Integers,
    planned: Integers,
    plan_here: int,
    survey: int,
    choices: Vector | None,
    row: Vector,
    tail: Vector,
    edge: Vector,
    work: tuple[Vector, ...],
) -> float:
    """Solve turns of one seat after which all is known: in counted rounds, and the last ones.

    A score beyond the table is taken to be its last, and the other score as much lower, but 0 at
    least: the lead is kept.

    Args:
        cells: Several tables with rows of `side` cells, at `own * side + other`.
        here: Where the table to be filled begins.
        after: Where the table of the next turn begins, of `side` rows; -1: after this turn the
            game is over.
        side: The length of a row.
        owns: Own scores are 0 to `owns` - 1; `side` at most.
        first: The lowest other score.
        others: Other scores are below it; `side` at most.
        jumps: Gains of a throw.
        chances: Their chances.
        free: How many of them leave the choice.
        size: The largest gain.
        fixed: The other chances of a throw.
        points: What a bust adds to the score.
        passing: Whether a seat may hold before its first throw.
        places: Of announced turns, see `announce`.
        ends: Of announced turns.
        most: The most dice that are announced; 0: turns are rolled and held.
        tie: What a tie at the end is worth to the mover.
        tie_at_zero: Likewise, a tie at a score of 0.
        follow: Whether the mover follows a plan; else it plays the best.
        plan: Chances to roll, or to announce.
        plan_at: For each cell, where its plan begins in `plan`.
        planned: For each cell, how many turn totals have a plan; -2: the cell is never met.
        plan_here: Where in `plan_at` and `planned` the table begins.
        survey: Whether the cells are solved already: then they are only compared.
        choices: With `survey`: None, or the best choices are recorded, see `survey`.
        row: To work in; 2 `side` + `size` long.
        tail: Likewise.
        edge: Likewise.
        work: Five vectors to work in, likewise.

    Returns:
        With `survey` by how much the cells were missed, at most; else 0.
    """
    may, may_slope, must, must_slope, out = work
    last = 2 * side - 2
    count = len(jumps)
    worst = 0.0
    filled = -1
    for other in range(first, others):
        if follow:
            own = 0
            while own < owns and planned[plan_here + own * side + other] < -1:
                own += 1
            if own == owns:
                continue
        if after < 0:
            if filled < 0:
                for s in range(last + size + 1):
                    row[s] = 0.0
            for s in range(max(filled, 0), other):
                row[s] = 1.0
            row[other] = 1.0 - (tie if other > 0 else tie_at_zero)
            filled = other
        else:
            for s in range(last + size + 1):
                if s < side:
                    row[s] = cells[after + other * side + s]
                else:
                    row[s] = cells[after + max(other - (s - side + 1), 0) * side + side - 1]
        if most == 0 and (follow == 0 or count > free):
            tails(row, 0, 0, last, jumps, chances, free, size, fixed, tail, edge, 0)
        lose = 1.0 - row[0]
        crest = last
        known = -1.0
        for own in range(owns - 1, -1, -1):
            cell = here + own * side + other
            at = plan_here + own * side + other
            if follow and planned[at] < -1:
                continue
            length = planned[at] if follow else -1
            place = plan_at[at] if follow else 0
            bust = 1.0 - row[own + points]
            start = 1.0 - row[own]
            if most > 0:
                top = most
                value = announce(
                    row, own, jumps, chances, places, ends, most,
                    bust, 0.0, lose, 0.0, start, 0.0, plan, place, length, must, out,
                )  # fmt: skip
            else:
                # Holding where it was best with one point more: see the top in `sweep`.
                late = fixed[LATE_BUST] * bust + fixed[LATE_LOSE] * lose
                if count > free or (length < 0 and late > known):
                    crest = peak(edge, own, last, late)
                    known = late
                top = max(1, crest - own)
                if length >= 0:
                    # Nothing changes beyond the last score, and nobody is likely to come there.
                    length = min(length, max(last - own, 1))
                    top = max(1 if count == free else top, length)
                value = turn(
                    row, own, top, tail, own, jumps, chances, free, size, fixed,
                    bust, 0.0, lose, 0.0, start, 0.0, 0, plan, place, length, last + size,
                    may, may_slope, must, must_slope, out,
                )  # fmt: skip
                if passing:
                    value = may[0]
                if length < 0 and count == free:
                    top = int(out[2])
                    crest = min(crest, own + top)
                    known = late
            if survey == 0:
                cells[cell] = value
                continue
            worst = max(worst, abs(value - cells[cell]))
            if choices is not None:
                record(row, own, top, most, must, choices, plan_at, planned, at)
    return worst


def record(
    row: Vector,
    at: int,
    top: int,
    most: int,
    must: Vector,
    choices: Vector,
    plan_at: Integers,
    planned: Integers,
    cell: int,
) -> None:
    """Write down the best choices of one turn.

    Args:
        row: The next seat's cells.
        at: Where in it the turn begins.
        top: From this turn total on holding is best.
        most: The most dice that are announced; 0: turns are rolled and held.
        must: The value of rolling, by turn total or by number of dice.
        choices: Begins with as many 1.0 as a turn can be long: a turn that is rolled up to some
            turn total and then held is told by its length alone. Others are appended: 1.0 to roll
            and 0.0 to hold; of announced turns 1.0 at the number that is announced.
        plan_at: At `cell`, filled: where the turn's choices begin in `choices`.
        planned: There, filled: how many there are.
        cell: Where to write.
    """
    if most > 0:
        best = 1
        for n in range(2, most + 1):
            if must[n] > must[best]:
                best = n
        plan_at[cell] = len(choices)
        planned[cell] = most
        for n in range(1, most + 1):
            choices.append(1.0 if n == best else 0.0)
        return
    while top > 0 and must[top - 1] <= 1.0 - row[at + top - 1]:
        top -= 1
    k = 0
    while k < top and must[k] > 1.0 - row[at + k]:
        k += 1
    plan_at[cell] = 0
    planned[cell] = top
    if k < top:
        plan_at[cell] = len(choices)
        for k in range(top):
            choices.append(1.0 if must[k] > 1.0 - row[at + k] else 0.0)


def survey(
    cells: Vector,
    base: int,
    width: int,
    target: int,
    jumps: Integers,
    chances: Vector,
    free: int,
    size: int,
    fixed: Vector,
    points: int,
    passing: int,
    places: Integers,
    ends: Vector,
    most: int,
    tail: Vector,
    edge: Vector,
    crest: int,
    choices: Vector | None,
    plan_at: Integers,
    planned: Integers,
    work: tuple[Vector, ...],
) -> float:
    """Go through solved cells once more: by how much they miss their equation, and their choices.

    Args:
        cells: As `sweep` left them; the other arguments are those of `sweep`.
        base: Likewise.
        width: Likewise.
        target: Likewise.
        jumps: Likewise.
        chances: Likewise.
        free: Likewise.
        size: Likewise.
        fixed: Likewise.
        points: Likewise.
        passing: Likewise.
        places: Likewise.
        ends: Likewise.
        most: Likewise.
        tail: Likewise.
        edge: Likewise.
        crest: Likewise.
        choices: None; or the best choices are written down, see `record`.
        plan_at: For each cell, filled: where its choices begin in `choices`.
        planned: For each cell, filled: how many there are.
        work: Five vectors to work in.

    Returns:
        The largest residual over all cells with an other score below the target.
    """
    may, may_slope, must, must_slope, out = work
    part = crest + size
    count = len(jumps)
    worst = 0.0
    for side in range(2 if base > 0 else 1):
        for own in range(target):
            for other in range(target):
                cell = side * base + own * width + other
                at = (base - side * base) + other * width
                slot = (target * side if base > 0 else 0) + other
                given = 1.0 - cells[at + own]
                bust = 1.0 - cells[at + own + points]
                lose = 1.0 - cells[at]
                if most > 0:
                    value = announce(
                        cells, at + own, jumps, chances, places, ends, most,
                        bust, 0.0, lose, 0.0, given, 0.0, cells, 0, -1, must, out,
                    )  # fmt: skip
                    top = most
                else:
                    late = fixed[LATE_BUST] * bust + fixed[LATE_LOSE] * lose
                    top = peak(edge, slot * part, slot * part + crest, late) - slot * part
                    top += target - own
                    value = turn(
                        cells, at + own, top, tail, slot * part + own - target,
                        jumps, chances, free, size, fixed,
                        bust, 0.0, lose, 0.0, given, 0.0, 0, cells, 0, -1, width + size,
                        may, may_slope, must, must_slope, out,
                    )  # fmt: skip
                    if passing:
                        value = may[0]
                    if count == free:
                        top = int(out[2])
                worst = max(worst, abs(value - cells[cell]))
                if choices is not None:
                    record(cells, at + own, top, most, must, choices, plan_at, planned, cell)
    return worst


GAMMA = 0x9E3779B97F4A7C15
MIX = 0xBF58476D1CE4E5B9
MIX_AGAIN = 0x94D049BB133111EB
WORD = 0xFFFFFFFFFFFFFFFF
HALF = 0xFFFFFFFF
BUSTS, LOSES, LEAVES = 0, 1, 2
"""What an effect code of kind 3 is; see `play`."""


def mixed(stream: int) -> int:
    """The 64 bits that a stream shows where it stands."""
    z = ((stream ^ (stream >> 30)) * MIX) & WORD
    z = ((z ^ (z >> 27)) * MIX_AGAIN) & WORD
    return z ^ (z >> 31)


def play(
    games: int,
    stream: int,
    target: int,
    turns: int,
    full: int,
    width: int,
    table: int,
    points: int,
    passing: int,
    banking: int,
    effects: Integers,
    most: int,
    places: Integers,
    heaps: Vector,
    plan: Vector,
    plan_at: Integers,
    planned: Integers,
    second: int,
    shift: int,
    counts: Integers,
) -> None:
    """Play games between two tabulated policies, with its own fast dice.

    Args:
        games: How many.
        stream: Where the dice begin, 64 bits. They are splitmix64; a number below n is the high
            half times n, and what would favour a number is thrown again. Source: Steele, Lea and
            Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
        target: Points that end the game; 0: rounds are counted.
        turns: So many turns are played, where rounds are counted.
        full: Whether the round in which the target is reached is finished.
        width: The length of a row of cells.
        table: The number of cells of one turn, where rounds are counted.
        points: What a bust adds to the score.
        passing: Whether a seat may hold before its first throw.
        banking: Whether a gain that reaches the target is banked by itself.
        effects: What equally likely throws do: 4 times the points and a kind: 0 a gain, 1 a gain
            after which the seat must roll, 2 nothing, 3 the end of the turn, with `BUSTS`, `LOSES`
            or `LEAVES` in place of points. In announced turns those of one die, two, and so on.
        most: The most dice that are announced; 0: turns are rolled and held.
        places: In announced turns, where in `effects` those of n dice begin.
        heaps: There, for each effect the chance of it and those of the same n before it.
        plan: Both seats' plans: chances to roll, or to announce 1, 2, ... dice.
        plan_at: For each cell, where its plan begins.
        planned: For each cell, how many turn totals have a plan.
        second: Where in `plan_at` and `planned` the cells of the second seat begin.
        shift: Where in `plan` the second seat's plans begin.
        counts: Added to: games won by the first seat, tied, won by the second; turns; throws; the
            first seat's final scores and their squares; the second's; rounds and their squares.
    """
    sides = len(effects)
    unfair = 0x100000000 % sides
    for _ in range(games):
        one = 0
        two = 0
        index = 0
        over = 0
        turn_of_game = 0
        while over == 0:
            side = index & 1
            own = two if side else one
            other = one if side else two
            # Scores beyond the table: see `stage`. With a target only the other's can be, hardly.
            beyond = max(own, other) - (width - 1)
            if beyond > 0:
                cell = max(own - beyond, 0) * width + max(other - beyond, 0)
                if target > 0:
                    cell = own * width + width - 1
            else:
                cell = own * width + other
            if side:
                cell += second
            if target == 0:
                cell += index * table
            begin = plan_at[cell] + (shift if side else 0)
            length = planned[cell]
            total = 0
            forced = passing == 0
            going = True
            turn_of_game += 1
            while going:
                if most > 0:
                    stream = (stream + GAMMA) & WORD
                    z = mixed(stream)
                    chance = (z >> 11) * (1.0 / 9007199254740992.0)
                    n = 1
                    while n < length and chance >= plan[begin + n - 1]:
                        chance -= plan[begin + n - 1]
                        n += 1
                    stream = (stream + GAMMA) & WORD
                    z = mixed(stream)
                    chance = (z >> 11) * (1.0 / 9007199254740992.0)
                    low = places[n]
                    high = places[n + 1] - 1
                    while low < high:
                        middle = (low + high) // 2
                        if heaps[middle] > chance:
                            high = middle
                        else:
                            low = middle + 1
                    code = effects[low]
                else:
                    if not forced:
                        roll = plan[begin + total] if total < length else 0.0
                        if roll == 0.0:
                            break
                        if roll < 1.0:
                            stream = (stream + GAMMA) & WORD
                            z = mixed(stream)
                            if (z >> 11) * (1.0 / 9007199254740992.0) >= roll:
                                break
                    while True:
                        stream = (stream + GAMMA) & WORD
                        z = mixed(stream)
                        z = (z >> 32) * sides
                        if (z & HALF) >= unfair:
                            break
                    code = effects[z >> 32]
                counts[4] += 1
                kind = code & 3
                gain = code >> 2
                if kind == 0:
                    total += gain
                    forced = False
                    if most > 0 or (banking and own + total >= target):
                        going = False
                elif kind == 1:
                    total += gain
                    forced = True
                elif kind == 2:
                    forced = False
                else:
                    total = points
                    going = False
                    if gain == LOSES:
                        total = -own
                    elif gain == LEAVES:
                        total = 0
                        over = 2 if side == 0 else 1
            own += total
            if side:
                two = own
            else:
                one = own
            if over == 0:
                if target == 0:
                    index += 1
                    if index >= turns:
                        over = 3
                elif full:
                    if side == 1 and (one >= target or two >= target):
                        over = 3
                    index = 1 - side
                elif own >= target:
                    over = 1 + side
                else:
                    index = 1 - side
        if over == 3:
            over = 1 if one > two else 2 if two > one else 0
        counts[0 if over == 1 else 1 if over == 0 else 2] += 1
        counts[3] += turn_of_game
        counts[5] += one
        counts[6] += one * one
        counts[7] += two
        counts[8] += two * two
        rounds = (turn_of_game + 1) // 2
        counts[9] += rounds
        counts[10] += rounds * rounds

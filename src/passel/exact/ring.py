# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The hot loops for three seats and more: plain numbers in, plain numbers out; knows no rules.

One source, run two ways, with the same digits; see `passel.exact.kernel`, whose words these are.

More words. A *ring* holds the turn starts that busts alone lead through: the same scores, each seat
to move in its turn. Its unknowns depend on each other and on nothing else that is unknown. A *cell*
here is a vector: what each seat has, from the seat to move on in the order of play. A row of cells
is kept in *planes*, plane p for the seat that plays p places after the one to move, by the last
score. With a turn total of k, the mover hands over the cell n + k, where n is the next cell of the
ring.

A *line* is what a way to play one turn makes of it: each seat's win probability by turns that end
with points, and the *back*, the chance that the turn leads to the next cell of the ring with
nothing changed. What that is worth to the mover is the turn's *beta*: a way to play is best for
some range of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from passel.exact.kernel import Integers, Vector

COMPILED = not __file__.endswith((".py", ".pyc"))
"""Whether this is the compiled kernel."""

BUST, LOSE, STAY, AGAIN, LATE_BUST, LATE_LOSE, LATE_STAY = range(7)
"""Places in `fixed`, as in `passel.exact.kernel`."""

EQUAL = 1e-12
"""Choices that differ by no more are equal: then it is held, but rolled before the first throw; of
equal numbers of dice the fewest are announced. With three seats the choice matters to the others,
so it is a rule and not left to rounding."""

TOGETHER, STEPS = 8, 40
"""So many steps all turns of a ring are improved at once, and then one at a time, to `STEPS`."""

CYCLIC, ENDLESS = -1, -2
"""In place of the number of steps: best responses go on changing; or busts go round for ever."""

SINGULAR = 1e-13
"""A return to the same turn start that is this near to certain never ends."""


def turn(
    cells: Vector,
    plane: int,
    seats: int,
    at: int,
    top: int,
    jumps: Integers,
    chances: Vector,
    free: int,
    size: int,
    fixed: Vector,
    beta: float,
    ends: Vector,
    late: Vector,
    passing: int,
    even: int,
    plan: Vector,
    plan_at: int,
    planned: int,
    stride: int,
    may: Vector,
    must: Vector,
    line: Vector,
    line_at: int,
    out: Vector,
) -> None:
    """The line of a turn that is rolled and held, played best or by a plan.

    Args:
        cells: The planes of all rows, one after the other.
        plane: The length of a plane.
        seats: How many there are.
        at: The cell that the mover hands over with a turn total of 0.
        top: From this turn total on the mover holds when it may, 1 or more.
        jumps: Gains of a throw.
        chances: Their chances.
        free: How many of them leave the choice.
        size: The largest gain.
        fixed: The other chances of a throw.
        beta: What the next cell of the ring is worth to the mover.
        ends: What the throws that end the turn add to its line.
        late: The line of a seat that must roll from `top` on.
        passing: Whether the mover may hold before its first throw.
        even: Whether equal choices are rolled; else they are held.
        plan: Chances to roll, in place of the best choice.
        plan_at: Where the turn begins in it.
        planned: How many turn totals have a plan; -1: play the best.
        stride: The length of each part of `may` and `must`.
        may: Filled: lines where holding is allowed, by part and turn total; and as one part more
            the chance that is rolled.
        must: Filled: lines of rolling.
        line: Filled: the back, and each seat's win probability, from the mover on.
        line_at: Where it begins there.
        out: Filled: by how much the nearest choice is decided; the lowest turn total from which
            `size` turn totals in a row are held.
    """
    count = len(jumps)
    stay = fixed[STAY]
    once = 1.0 / (1.0 - fixed[AGAIN])
    both = 1.0 / (1.0 - fixed[AGAIN] - stay)
    last = (seats - 1) * plane + at
    forced = count > free
    margin = 2.0
    if planned < 0 and not forced:
        # As long as all that a throw can gain is held, nothing comes back and nobody else matters.
        while top > 1:
            own = ends[1]
            for t in range(free):
                own += chances[t] * cells[last + top - 1 + jumps[t]]
            gap = (own + ends[0] * beta) * both - cells[last + top - 1]
            gap += EQUAL if even else -EQUAL
            if gap > 0.0:
                break
            margin = min(margin, -gap)
            top -= 1
            may[seats * stride + top] = 0.0
    for k in range(top, top + size):
        may[k] = 0.0
        may[stride + k] = cells[last + k]
        for c in range(1, seats - 1):
            may[(c + 1) * stride + k] = cells[(c - 1) * plane + at + k]
    if forced:
        for c in range(seats):
            for k in range(top, top + size):
                must[c * stride + k] = late[c]
    held = size
    low = top
    for k in range(top - 1, -1, -1):
        back = ends[0]
        own = ends[1]
        for t in range(free):
            back += chances[t] * may[k + jumps[t]]
            own += chances[t] * may[stride + k + jumps[t]]
        for t in range(free, count):
            back += chances[t] * must[k + jumps[t]]
            own += chances[t] * must[stride + k + jumps[t]]
        rolls = 1.0
        if planned >= 0:
            if k > 0 or passing or stay > 0.0:
                rolls = plan[plan_at + k] if k < planned else 0.0
        elif k > 0:
            gap = (own + back * beta) * both - cells[last + k]
            gap += EQUAL if even else -EQUAL
            rolls = 1.0 if gap > 0.0 else 0.0
            margin = min(margin, gap if gap > 0.0 else -gap)
        elif passing or stay > 0.0:
            gap = (own + back * beta) * both - beta + EQUAL
            rolls = 1.0 if gap > 0.0 else 0.0
            margin = min(margin, gap if gap > 0.0 else -gap)
        may[seats * stride + k] = rolls
        if rolls == 0.0 and k > 0:
            held += 1
            if held >= size:
                low = k
            may[k] = 0.0
            may[stride + k] = cells[last + k]
            for c in range(1, seats - 1):
                may[(c + 1) * stride + k] = cells[(c - 1) * plane + at + k]
            if not forced:
                continue
        else:
            held = 0
        mixed = 1.0 / (1.0 - fixed[AGAIN] - stay * rolls)
        for c in range(seats):
            if c == 0:
                value = back
            elif c == 1:
                value = own
            else:
                value = ends[c]
                for t in range(free):
                    value += chances[t] * may[c * stride + k + jumps[t]]
                for t in range(free, count):
                    value += chances[t] * must[c * stride + k + jumps[t]]
            if rolls == 1.0:
                must[c * stride + k] = value * both
                may[c * stride + k] = value * both
            else:
                if k == 0:
                    hold = 1.0 if c == 0 else 0.0
                elif c == 0:
                    hold = 0.0
                elif c == 1:
                    hold = cells[last + k]
                else:
                    hold = cells[(c - 2) * plane + at + k]
                if rolls == 0.0:
                    must[c * stride + k] = (value + stay * hold) * once
                    may[c * stride + k] = hold
                else:
                    must[c * stride + k] = (value + stay * (1.0 - rolls) * hold) * mixed
                    may[c * stride + k] = rolls * must[c * stride + k] + (1.0 - rolls) * hold
    rest = 1.0
    for c in range(seats):
        value = may[c * stride] if passing else must[c * stride]
        line[line_at + c] = value
        rest -= value
    line[line_at + seats] = rest
    out[0] = margin
    out[1] = low


def endings(
    cells: Vector,
    plane: int,
    seats: int,
    at: int,
    own_score: int,
    fixed: Vector,
    points: int,
    ends: Vector,
    late: Vector,
) -> None:
    """What the throws that end a turn add to its line.

    Args:
        cells: The planes; with the next six arguments as `turn` takes it.
        plane: Likewise.
        seats: Likewise.
        at: Likewise.
        own_score: The mover's score.
        fixed: Likewise.
        points: What a bust adds to the score.
        ends: Filled: their part of the line.
        late: Filled: the whole line of a seat that must roll and reaches the target by holding.
    """
    for c in range(seats):
        ends[c] = 0.0
        late[c] = 0.0
    late[1] = fixed[LATE_STAY]
    if points == 0:
        ends[0] += fixed[BUST]
        late[0] += fixed[LATE_BUST]
    if own_score == 0:
        ends[0] += fixed[LOSE]
        late[0] += fixed[LATE_LOSE]
    for c in range(1, seats):
        here = at + (seats - 1 if c == 1 else c - 2) * plane
        if points > 0:
            ends[c] += fixed[BUST] * cells[here + points]
            late[c] += fixed[LATE_BUST] * cells[here + points]
        if own_score > 0:
            ends[c] += fixed[LOSE] * cells[here - own_score]
            late[c] += fixed[LATE_LOSE] * cells[here - own_score]


def announce(
    cells: Vector,
    plane: int,
    seats: int,
    at: int,
    jumps: Integers,
    chances: Vector,
    places: Integers,
    chance_ends: Vector,
    most: int,
    points: int,
    own_score: int,
    beta: float,
    even: int,
    plan: Vector,
    plan_at: int,
    planned: int,
    line: Vector,
    line_at: int,
    out: Vector,
) -> None:
    """The line of an announced turn; arguments as `turn` and `passel.exact.kernel.announce`.

    Args:
        cells: The planes.
        plane: The length of a plane.
        seats: How many there are.
        at: The cell that the mover hands over with a gain of 0.
        jumps: Gains above 0 of one die, then of two, and so on.
        chances: Their chances.
        places: Where in `jumps` the gains of n dice begin.
        chance_ends: For n dice from 0: the chance to bust, to lose the score, to gain 0.
        most: The most dice.
        points: What a bust adds to the score.
        own_score: The mover's score.
        beta: What the next cell of the ring is worth to the mover.
        even: Whether of equal numbers of dice the most are announced; else the fewest.
        plan: Chances to announce 1, 2, ... dice, in place of the best choice.
        plan_at: Where the turn begins in it.
        planned: How many numbers have a plan; -1: play the best.
        line: Filled.
        line_at: Where it begins there.
        out: Filled: by how much the choice is decided; the number of dice.
    """
    best = 1
    most_worth = -1.0
    margin = 2.0
    if planned < 0:
        for n in range(1, most + 1):
            value = 0.0
            for c in range(2):
                part = _announced(
                    cells, plane, seats, at, jumps, chances, places, chance_ends, points,
                    own_score, n, c,
                )  # fmt: skip
                value += part if c == 1 else part * beta
            gap = value - most_worth + (EQUAL if even else -EQUAL)
            margin = min(margin, gap if gap > 0.0 else -gap)
            if gap > 0.0:
                most_worth = value
                best = n
    rest = 1.0
    for c in range(seats):
        if planned < 0:
            value = _announced(
                cells, plane, seats, at, jumps, chances, places, chance_ends, points,
                own_score, best, c,
            )  # fmt: skip
        else:
            value = 0.0
            for n in range(1, planned + 1):
                if plan[plan_at + n - 1] > 0.0:
                    value += plan[plan_at + n - 1] * _announced(
                        cells, plane, seats, at, jumps, chances, places, chance_ends, points,
                        own_score, n, c,
                    )  # fmt: skip
        line[line_at + c] = value
        rest -= value
    line[line_at + seats] = rest
    out[0] = margin
    out[1] = best


def _announced(
    cells: Vector,
    plane: int,
    seats: int,
    at: int,
    jumps: Integers,
    chances: Vector,
    places: Integers,
    chance_ends: Vector,
    points: int,
    own_score: int,
    n: int,
    c: int,
) -> float:
    """Part c of the line of n dice: the back, the mover's, the next seat's and so on."""
    bust, lose, nothing = chance_ends[3 * n], chance_ends[3 * n + 1], chance_ends[3 * n + 2]
    if c == 0:
        value = nothing
        if points == 0:
            value += bust
        if own_score == 0:
            value += lose
        return value
    here = at + (seats - 1 if c == 1 else c - 2) * plane
    value = 0.0
    if points > 0:
        value += bust * cells[here + points]
    if own_score > 0:
        value += lose * cells[here - own_score]
    for t in range(places[n], places[n + 1]):
        value += chances[t] * cells[here + jumps[t]]
    return value


def around(line: Vector, seats: int, period: int, wins: Vector) -> float:
    """Each turn start's vector, where each turn of a ring has its line.

    Args:
        line: The lines, `seats` + 1 numbers each: the back and each seat's part.
        seats: How many seats there are.
        period: How many turn starts the ring has.
        wins: Filled: for each turn start, each seat's win probability from the mover on.

    Returns:
        By how much a return to the same turn start is not certain.
    """
    whole = 1.0
    for t in range(seats):
        whole *= line[(t % period) * (seats + 1)]
    if 1.0 - whole < SINGULAR:
        return 0.0
    for t in range(period):
        for c in range(seats):
            value = 0.0
            come = 1.0
            for j in range(seats):
                here = ((t + j) % period) * (seats + 1)
                value += come * line[here + 1 + (c - j + seats) % seats]
                come *= line[here]
            wins[t * seats + c] = value / (1.0 - whole)
    return 1.0 - whole


def settle(
    cells: Vector,
    plane: int,
    seats: int,
    target: int,
    width: int,
    period: int,
    own: Integers,
    ring: Integers,
    jumps: Integers,
    chances: Vector,
    free: int,
    size: int,
    fixed: Vector,
    points: int,
    passing: int,
    banking: int,
    places: Integers,
    chance_ends: Vector,
    most: int,
    even: int,
    warm: int,
    follow: int,
    plan: Vector,
    plan_at: Integers,
    planned: Integers,
    tops: Integers,
    known: Vector,
    may: Vector,
    must: Vector,
    line: Vector,
    wins: Vector,
    beta: Vector,
    tried: Vector,
    sure: Vector,
    lows: Vector,
    whole: Vector,
    ends: Vector,
    late: Vector,
    out: Vector,
) -> int:
    """Solve one ring: policy iteration, whose answer is exact to rounding when it ends.

    Args:
        cells: The planes; the cells of the ring are filled.
        plane: The length of a plane.
        seats: How many there are.
        target: Scores are 0 to `target` - 1.
        width: The length of a row, with the planes of all seats.
        period: How many turn starts the ring has; fewer than `seats` where scores repeat.
        own: The mover's score in each.
        ring: The cell of each.
        jumps: Gains of a throw; with the six that follow, see `passel.exact.odds.Odds`.
        chances: Their chances.
        free: How many of them leave the choice.
        size: The largest gain.
        fixed: The other chances of a throw.
        points: What a bust adds to the score.
        passing: Whether a seat may hold before its first throw.
        banking: Whether a gain that reaches the target is banked by itself.
        places: Of announced turns.
        chance_ends: Of announced turns.
        most: The most dice that are announced; 0: turns are rolled and held.
        even: Whether equal choices are rolled, as `turn` and `announce` take it.
        warm: Whether the cells are a first guess.
        follow: The seats that follow a plan, as bits.
        plan: Chances to roll, or to announce.
        plan_at: For each turn start, where its plan begins; rows of `target` numbers.
        planned: Likewise, how many numbers it has; -2: the turn is never met.
        tops: For each row, the lowest score from which a run of `size` scores is held.
        known: For each row, up to which worth of busts that is so.
        may: To work in, as `turn` takes it: a part for each seat and one more.
        must: Likewise, a part for each seat.
        line: To work in, the lines of all turns.
        wins: To work in, the vectors of all turns.
        beta: To work in, like those that follow: a number for each turn.
        tried: With which beta it was played.
        sure: By how much its nearest choice is decided.
        lows: Where the lowest run of held turn totals begins.
        whole: Whether it was played from the target down.
        ends: To work in, as `turn` takes it.
        late: Likewise.
        out: Likewise.

    Returns:
        The number of steps; `CYCLIC` or `ENDLESS`.
    """
    stride = len(must) // seats
    forced = len(jumps) > free
    last = (seats - 1) * plane
    for t in range(period):
        at = ring[(t + 1) % period]
        here = last + at
        beta[t] = cells[here if warm else here + 1]
        if warm == 0 and own[(t + period - 1) % period] < target - 1:
            beta[t] += cells[here + width] - cells[here + width + 1]
            beta[t] = min(1.0, max(0.0, beta[t]))
        tried[t] = -2.0  # a beta may be below 0 by rounding
    step = 0
    while True:
        improved = 0
        for t in range(period):
            at = ring[(t + 1) % period]
            best = follow & (1 << t) == 0
            row = at // width
            bust = beta[t] if points == 0 else cells[last + at + points]
            lose = beta[t] if own[t] == 0 else cells[last + at - own[t]]
            worth = fixed[LATE_BUST] * bust + fixed[LATE_LOSE] * lose
            change = abs(beta[t] - tried[t])
            topped = best and most == 0 and not forced
            if (
                tried[t] > -1.0
                and (change < sure[t] or change < 1e-15)
                and (not topped or whole[t] > 0.0 or worth <= known[row])
            ):
                continue
            if improved and step > TOGETHER:
                continue
            improved = 1
            tried[t] = beta[t]
            length = -1
            place = 0
            if not best:
                place = ring[t] // width * target + ring[t] % width
                length = planned[place]
                place = plan_at[place]
            if length < -1:  # never met: nothing leads here
                sure[t] = 2.0
                for c in range(seats + 1):
                    line[t * (seats + 1) + c] = 0.0
                continue
            if most > 0:
                announce(
                    cells, plane, seats, at, jumps, chances, places, chance_ends, most, points,
                    own[t], beta[t], even, plan, place, length, line, t * (seats + 1), out,
                )  # fmt: skip
                sure[t] = out[0]
                continue
            need = target - own[t]
            top = need
            whole[t] = 1.0
            if topped and worth <= known[row]:
                top = max(1, tops[row] - own[t])
                whole[t] = 0.0
            elif not best and not banking:
                top = max(need if forced else 1, length)
            elif not best and not forced:
                top = max(1, min(length, need))
            endings(cells, plane, seats, at, own[t], fixed, points, ends, late)
            turn(
                cells, plane, seats, at, top, jumps, chances, free, size, fixed, beta[t],
                ends, late, passing, even, plan, place, length, stride,
                may, must, line, t * (seats + 1), out,
            )  # fmt: skip
            sure[t] = out[0]
            lows[t] = out[1]
        if improved == 0:
            break
        step += 1
        if step > STEPS:
            return CYCLIC
        if around(line, seats, period, wins) == 0.0:
            return ENDLESS
        for t in range(period):
            beta[t] = wins[((t + 1) % period) * seats + seats - 1]
    for t in range(period):
        for c in range(seats):
            cells[c * plane + ring[t]] = wins[t * seats + c]
    if most == 0 and not forced:
        for t in range(period):
            if follow & (1 << t) == 0:
                at = ring[(t + 1) % period]
                row = at // width
                bust = beta[t] if points == 0 else cells[last + at + points]
                lose = beta[t] if own[t] == 0 else cells[last + at - own[t]]
                tops[row] = own[t] + int(lows[t])
                known[row] = fixed[LATE_BUST] * bust + fixed[LATE_LOSE] * lose
    return step


def sweep(
    cells: Vector,
    plane: int,
    base: int,
    seats: int,
    target: int,
    width: int,
    total: int,
    jumps: Integers,
    chances: Vector,
    free: int,
    size: int,
    fixed: Vector,
    points: int,
    passing: int,
    banking: int,
    places: Integers,
    chance_ends: Vector,
    most: int,
    even: int,
    warm: int,
    follow: int,
    plan: Vector,
    plan_at: Integers,
    planned: Integers,
    tops: Integers,
    known: Vector,
    work: tuple[Vector, ...],
    scores: Integers,
    own: Integers,
    ring: Integers,
    faults: Integers,
) -> int:
    """Solve all rings of one sum of scores; those of higher sums are solved.

    Args:
        cells: The planes; with most other arguments as `settle` takes it.
        plane: Likewise.
        base: The cells of a seat of its own; 0: all seats are alike, and share them.
        seats: Likewise.
        target: Likewise.
        width: Likewise.
        total: The sum.
        jumps: Likewise.
        chances: Likewise.
        free: Likewise.
        size: Likewise.
        fixed: Likewise.
        points: Likewise.
        passing: Likewise.
        banking: Likewise.
        places: Likewise.
        chance_ends: Likewise.
        most: Likewise.
        even: Likewise.
        warm: Likewise.
        follow: Likewise.
        plan: Likewise.
        plan_at: Likewise.
        planned: Likewise.
        tops: Likewise.
        known: Likewise.
        work: What `settle` takes to work in, from `may` to `out`.
        scores: To count with; a number for each seat.
        own: To work in, likewise.
        ring: To work in, likewise.
        faults: The cells whose rings are not solved are appended.

    Returns:
        The most steps that a ring took; `ENDLESS` where one never ends.
    """
    may, must, line, wins, beta, tried, sure, lows, whole, ends, late, out = work
    slowest = 0
    for c in range(seats):
        scores[c] = 0
    if base == 0:
        scores[0] = (total + seats - 1) // seats
    while scores[0] < target:
        rest = total
        for c in range(seats - 1):
            rest -= scores[c]
        if 0 <= rest < target:
            scores[seats - 1] = rest
            period = rounded(scores, seats, target, width, base, own, ring)
            if period > 0:
                step = settle(
                    cells, plane, seats, target, width, period, own, ring, jumps, chances, free,
                    size, fixed, points, passing, banking, places, chance_ends, most, even, warm,
                    follow, plan, plan_at, planned, tops, known, may, must, line, wins, beta,
                    tried, sure, lows, whole, ends, late, out,
                )  # fmt: skip
                if step == ENDLESS:
                    return ENDLESS
                if step == CYCLIC:
                    faults.append(ring[0])
                slowest = max(slowest, step)
        c = seats - 2
        high = scores[0] if base == 0 else target - 1
        while c > 0 and scores[c] >= high:
            scores[c] = 0
            c -= 1
        scores[c] += 1
    return slowest


def rounded(
    scores: Integers,
    seats: int,
    target: int,
    width: int,
    base: int,
    own: Integers,
    ring: Integers,
) -> int:
    """The ring of these scores, or 0 where another order of them stands for it.

    Args:
        scores: Of the seat to move, of the next and so on.
        seats: How many there are.
        target: Scores are 0 to `target` - 1.
        width: The length of a row, with the planes of all seats.
        base: As `sweep`.
        own: Filled: the mover's score in each turn start.
        ring: Filled: the cell of each.

    Returns:
        How many turn starts it has.
    """
    for t in range(seats):
        cell = 0
        for c in range(seats - 1):
            cell = cell * target + scores[(t + c) % seats]
        cell = cell * width + scores[(t + seats - 1) % seats] + t * base
        if base == 0 and t > 0:
            if cell > ring[0]:
                return 0
            if cell == ring[0]:
                return t
        own[t] = scores[t]
        ring[t] = cell
    return seats


def survey(
    cells: Vector,
    plane: int,
    seats: int,
    target: int,
    width: int,
    total: int,
    jumps: Integers,
    chances: Vector,
    free: int,
    size: int,
    fixed: Vector,
    points: int,
    passing: int,
    places: Integers,
    chance_ends: Vector,
    most: int,
    even: int,
    work: tuple[Vector, ...],
    scores: Integers,
    own: Integers,
    ring: Integers,
    found: Vector,
    other: Integers,
    recorded: int,
    choices: Vector,
    plan_at: Integers,
    planned: Integers,
) -> None:
    """Go through the rings of one sum of scores once more, as they were solved.

    Args:
        cells: As `sweep` left them, all seats alike; the others up to `ring` as there.
        plane: Likewise.
        seats: Likewise.
        target: Likewise.
        width: Likewise.
        total: Likewise.
        jumps: Likewise.
        chances: Likewise.
        free: Likewise.
        size: Likewise.
        fixed: Likewise.
        points: Likewise.
        passing: Likewise.
        places: Likewise.
        chance_ends: Likewise.
        most: Likewise.
        even: Likewise.
        work: Likewise.
        scores: Likewise.
        own: Likewise.
        ring: Likewise.
        found: Filled: the most that a seat could have more than its cell by playing one turn in
            another way; the most that a vector misses what is played, over all cells but those of
            `other`; the highest chance that the turns of all other seats lead round a ring.
        other: Cells whose vector is more than rounding off what is best there are appended.
        recorded: Whether what is best is written down.
        choices: Where, as `passel.exact.kernel.record` does.
        plan_at: As `settle`; filled.
        planned: Likewise.
    """
    may, must, line, _wins, _beta, _tried, _sure, _lows, _whole, ends, late, out = work
    stride = len(must) // seats
    last = (seats - 1) * plane
    for c in range(3):
        found[c] = 0.0
    for c in range(seats):
        scores[c] = 0
    scores[0] = (total + seats - 1) // seats
    while scores[0] < target:
        rest = total
        for c in range(seats - 1):
            rest -= scores[c]
        period = 0
        if 0 <= rest < target:
            scores[seats - 1] = rest
            period = rounded(scores, seats, target, width, 0, own, ring)
        for t in range(period):
            at = ring[(t + 1) % period]
            here = t * (seats + 1)
            beta = cells[last + at]
            if most > 0:
                announce(
                    cells, plane, seats, at, jumps, chances, places, chance_ends, most, points,
                    own[t], beta, even, cells, 0, -1, line, here, out,
                )  # fmt: skip
            else:
                endings(cells, plane, seats, at, own[t], fixed, points, ends, late)
                turn(
                    cells, plane, seats, at, target - own[t], jumps, chances, free, size, fixed,
                    beta, ends, late, passing, even, cells, 0, -1, stride, may, must, line, here,
                    out,
                )  # fmt: skip
            if recorded:
                place = ring[t] // width * target + ring[t] % width
                if most > 0:
                    plan_at[place] = len(choices)
                    planned[place] = most
                    for n in range(1, most + 1):
                        choices.append(1.0 if n == out[1] else 0.0)
                else:
                    top = target - own[t]
                    while top > 0 and may[seats * stride + top - 1] == 0.0:
                        top -= 1
                    k = 0
                    while k < top and may[seats * stride + k] > 0.0:
                        k += 1
                    plan_at[place] = 0
                    planned[place] = top
                    if k < top:
                        plan_at[place] = len(choices)
                        for k in range(top):
                            choices.append(may[seats * stride + k])
            found[0] = max(found[0], line[here + 1] + line[here] * beta - cells[ring[t]])
            missed = 0.0
            for c in range(seats):
                after = cells[((c + seats - 1) % seats) * plane + at]
                value = line[here + 1 + c] + line[here] * after
                missed = max(missed, abs(value - cells[c * plane + ring[t]]))
            if missed > EQUAL:
                other.append(ring[t])
            else:
                found[1] = max(found[1], missed)
        for t in range(period):
            come = 1.0
            for j in range(1, seats):
                come *= line[((t + j) % period) * (seats + 1)]
            found[2] = max(found[2], come)
        c = seats - 2
        while c > 0 and scores[c] >= scores[0]:
            scores[c] = 0
            c -= 1
        scores[c] += 1

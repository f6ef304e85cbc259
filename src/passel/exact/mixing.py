"""Rings in which best responses go on changing: what the seats do there; knows no rules.

Three seats and more need not have an equilibrium in which each does one thing for certain: what is
best for one depends on what the others do, and what they do on the first. By Kakutani's theorem
there is one in which some choices between equal things are mixed, and here it is found: all of it
lies in a box of betas (see `passel.exact.ring`), which is made as small as intervals can; the few
ways to play that are left in it are tried, for certain first, and then with as few mixed as can be.

Source: Fink, Equilibrium in a stochastic n-person game, J. Sci. Hiroshima Univ. A-I 28, 1964, for
    the existence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import NamedTuple

NEAR = 1e-11
"""How far a beta may be from the range in which what is done is best."""

BOXES = 60
"""So often the box is made smaller at most."""


class Line(NamedTuple):
    """A way to play one turn; see `passel.exact.ring`.

    Args:
        parts: The back, and each seat's win probability from the mover on.
        plan: The chances to roll by turn total, or to announce 1, 2, ... dice.
    """

    parts: tuple[float, ...]
    plan: tuple[float, ...]

    def worth(self, beta: float) -> float:
        """The mover's win probability."""
        return self.parts[1] + self.parts[0] * beta


class Piece(NamedTuple):
    """A way to play one turn, and the betas for which it is best.

    Args:
        low: The lowest.
        high: The highest.
        line: What is done.
    """

    low: float
    high: float
    line: Line


class Answer(NamedTuple):
    """What is done in a ring.

    Args:
        lines: One for each turn start.
        wins: For each turn start, each seat's win probability from the mover on.
    """

    lines: list[Line]
    wins: list[list[float]]


Best = Callable[[int, float], Line]
"""The best way to play the turn of that number, for a beta."""

Follow = Callable[[int, Sequence[float]], Line]
"""What a plan makes of the turn of that number."""


def answer(seats: int, period: int, best: Best, follow: Follow) -> Answer:
    """An equilibrium of a ring.

    Args:
        seats: How many seats there are.
        period: How many turn starts the ring has.
        best: How a turn is played best.
        follow: What a plan makes of it.

    Returns:
        The first that is found; should none be, what comes nearest among ways to play for certain
        (`passel.exact.wheel.Wheel.doubt` then says by how much).
    """
    boxes = [(0.0, 1.0)] * period
    pieces = [list(_pieces(t, 0.0, 1.0, best)) for t in range(period)]
    for _ in range(BOXES):
        smaller = _box(seats, pieces)
        shrunk = max(
            (before[1] - before[0]) - (high - low)
            for (low, high), before in zip(smaller, boxes, strict=True)
        )
        if shrunk < 0.05 * max(high - low for low, high in boxes):
            break
        boxes = smaller
        pieces = [list(_pieces(t, low, high, best)) for t, (low, high) in enumerate(boxes)]
    for count in range(period + 1):
        for mixers in combinations(range(period), count):
            found = _with(seats, pieces, mixers, follow)
            if found is not None:
                return found
    return min(_certain(seats, pieces), key=lambda one: _regret(one, best))


def _certain(seats: int, pieces: list[list[Piece]]) -> Iterator[Answer]:
    """All that can be done for certain."""
    for chosen in product(*pieces):
        lines = [piece.line for piece in chosen]
        yield Answer(lines, around(seats, lines))


def _regret(one: Answer, best: Best) -> float:
    """What a seat could have more, at most, by playing one turn in another way."""
    betas = _betas(one.wins)
    return max(
        best(t, beta).worth(beta) - line.worth(beta)
        for t, (beta, line) in enumerate(zip(betas, one.lines, strict=True))
    )


def around(seats: int, lines: Sequence[Line]) -> list[list[float]]:
    """Each turn start's vector; as `passel.exact.ring.around`."""
    whole = 1.0
    for t in range(seats):
        whole *= lines[t % len(lines)].parts[0]
    wins = []
    for t in range(len(lines)):
        vector = [0.0] * seats
        come = 1.0
        for j in range(seats):
            parts = lines[(t + j) % len(lines)].parts
            for c in range(seats):
                vector[(c + j) % seats] += come * parts[1 + c]
            come *= parts[0]
        wins.append([value / (1.0 - whole) for value in vector])
    return wins


def _betas(wins: list[list[float]]) -> list[float]:
    return [wins[(t + 1) % len(wins)][-1] for t in range(len(wins))]


def _pieces(t: int, low: float, high: float, best: Best) -> Iterator[Piece]:
    """What is best for some beta of a range, from its low end to its high end."""
    line, last = best(t, low), best(t, high)
    begin = low
    for cross, following in _crossings(t, line, last, low, high, best):
        yield Piece(begin, cross, line)
        begin, line = cross, following
    yield Piece(begin, high, line)


def _crossings(
    t: int, one: Line, other: Line, low: float, high: float, best: Best
) -> Iterator[tuple[float, Line]]:
    """Where one way to play gives way to the next, between two betas, and to which."""
    steeper = other.parts[0] - one.parts[0]
    if one.plan == other.plan or steeper <= 0.0:
        return
    cross = min(max((one.parts[1] - other.parts[1]) / steeper, low), high)
    middle = best(t, cross)
    if middle.worth(cross) <= one.worth(cross) + 1e-14:
        yield cross, other
    else:
        yield from _crossings(t, one, middle, low, cross, best)
        yield from _crossings(t, middle, other, cross, high, best)


def _box(seats: int, pieces: list[list[Piece]]) -> list[tuple[float, float]]:
    """The betas that these ways to play can lead to."""
    period = len(pieces)
    low = [[0.0] * seats for _ in range(period)]
    high = [[1.0] * seats for _ in range(period)]
    change = 1.0
    while change > 1e-6:
        change = 0.0
        for t in range(period):
            after = (t + 1) % period
            for c in range(seats):
                all_parts = [piece.line.parts for piece in pieces[t]]
                least = min(p[1 + c] + p[0] * low[after][c - 1] for p in all_parts)
                most = max(p[1 + c] + p[0] * high[after][c - 1] for p in all_parts)
                change = max(change, least - low[t][c], high[t][c] - most)
                low[t][c], high[t][c] = max(low[t][c], least), min(high[t][c], most)
    return [
        (max(low[(t + 1) % period][-1] - NEAR, 0.0), min(high[(t + 1) % period][-1] + NEAR, 1.0))
        for t in range(period)
    ]


def _with(
    seats: int, pieces: list[list[Piece]], mixers: tuple[int, ...], follow: Follow
) -> Answer | None:
    """An equilibrium in which the turns of these numbers are mixed and no others."""
    choices = [
        range(len(pieces[t]) - 1) if t in mixers else range(len(pieces[t]))
        for t in range(len(pieces))
    ]
    for chosen in product(*choices):
        lines = [pieces[t][place].line for t, place in enumerate(chosen)]
        ranges = [(pieces[t][place].low, pieces[t][place].high) for t, place in enumerate(chosen)]
        if mixers:
            pairs = {t: (lines[t], pieces[t][chosen[t] + 1].line) for t in mixers}
            goals = {t: pieces[t][chosen[t]].high for t in mixers}
            mixed = _mixed(seats, lines, pairs, goals, follow)
            if mixed is None:
                continue
            lines = mixed
            for t, goal in goals.items():
                ranges[t] = (goal, goal)
        wins = around(seats, lines)
        if all(
            low - NEAR <= beta <= high + NEAR
            for beta, (low, high) in zip(_betas(wins), ranges, strict=True)
        ):
            return Answer(lines, wins)
    return None


def _mixed(
    seats: int,
    lines: list[Line],
    pairs: dict[int, tuple[Line, Line]],
    goals: dict[int, float],
    follow: Follow,
) -> list[Line] | None:
    """The lines with the chances that make each of the mixers indifferent, or None."""

    def between(t: int, one: Line, other: Line, share: float) -> Line:
        """As if one of the two were drawn before the turn."""
        parts = zip(one.parts, other.parts, strict=True)
        return Line(tuple((1.0 - share) * a + share * b for a, b in parts), ())

    def drawn(t: int, one: Line, other: Line, share: float) -> Line:
        """Drawn where they differ, and again whenever the turn comes back there."""
        length = max(len(one.plan), len(other.plan))
        plans = zip(_longer(one.plan, length), _longer(other.plan, length), strict=True)
        return follow(t, [(1.0 - share) * a + share * b for a, b in plans])

    def made(make: Make, shares: Sequence[float]) -> list[Line]:
        found = list(lines)
        for (t, pair), share in zip(pairs.items(), shares, strict=True):
            found[t] = make(t, *pair, share)
        return found

    def missed(make: Make, shares: Sequence[float]) -> list[float]:
        betas = _betas(around(seats, made(make, shares)))
        return [betas[t] - goal for t, goal in goals.items()]

    begin = _root(partial(missed, between), [0.5] * len(pairs))
    shares = begin and _root(partial(missed, drawn), begin)
    return made(drawn, shares) if shares else None


Make = Callable[[int, Line, Line, float], Line]
"""Makes a line of the two that a mixer has the choice of, and of the share of the second."""


def _root(
    missed: Callable[[Sequence[float]], list[float]], shares: list[float]
) -> list[float] | None:
    """Where a smooth map of shares from 0 to 1 is 0, by Newton's method."""
    for _ in range(30):
        now = missed(shares)
        columns = []
        for place, share in enumerate(shares):
            step = 1e-3 if share < 0.5 else -1e-3
            moved = [*shares[:place], share + step, *shares[place + 1 :]]
            columns.append([(b - a) / step for a, b in zip(now, missed(moved), strict=True)])
        change = _solved(columns, now)
        if change is None:
            return None
        before = shares
        shares = [min(max(s - c, 0.0), 1.0) for s, c in zip(shares, change, strict=True)]
        if max(abs(a - b) for a, b in zip(before, shares, strict=True)) < 1e-13:
            break
    return shares if max(map(abs, missed(shares))) < 1e-13 else None


def _longer(plan: Sequence[float], length: int) -> list[float]:
    return [*plan, *[0.0] * (length - len(plan))]


def _solved(columns: list[list[float]], goal: Sequence[float]) -> list[float] | None:
    """The x of a small linear system, by elimination; None where it is singular."""
    size = len(goal)
    rows = [[*(column[i] for column in columns), goal[i]] for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        if abs(rows[pivot][i]) < 1e-15:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for row in range(size):
            if row != i:
                part = rows[row][i] / rows[i][i]
                rows[row] = [a - part * b for a, b in zip(rows[row], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]

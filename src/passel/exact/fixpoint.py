"""Fixed points of maps that are nearly linear: Anderson's acceleration; knows no game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from passel.errors import SolveError

NEAR = 1e-15
"""Two iterates that differ by no more are the same."""

MEMORY = 3
"""How many steps are looked back at."""


def fixpoint(
    image: Callable[[Sequence[float]], list[float]],
    start: Sequence[float],
    most: int = 400,
) -> list[float]:
    """The x with image(x) = x, in far fewer steps than x, image(x), image(image(x)), ...

    Of the last steps it takes the combination whose error, if the map were linear, is least.

    Args:
        image: A contraction, by and large.
        start: A first guess.
        most: So many steps are made at most.

    Returns:
        The last image; the one before it differs from it by rounding.

    Raises:
        SolveError: `no-fixpoint` after so many steps.

    Source: Walker and Ni, Anderson Acceleration for Fixed-Point Iterations, SIAM J. Numerical
        Analysis 49(4), 2011.
    """
    x = list(start)
    before: tuple[list[float], list[float]] | None = None
    changes: list[tuple[list[float], list[float]]] = []
    best = 2.0
    idle = 0
    for _ in range(most):
        fx = image(x)
        error = [after - now for after, now in zip(fx, x, strict=True)]
        size = max(map(abs, error), default=0.0)
        idle = 0 if size < 0.5 * best else idle + 1
        best = min(best, size)
        if size <= NEAR or (best < 40 * NEAR and idle >= 3):
            return fx
        if before is not None:
            changes.append((_less(error, before[0]), _less(fx, before[1])))
            del changes[: max(0, len(changes) - MEMORY)]
        before = (error, fx)
        weights = _least_squares([change for change, _ in changes], error)
        x = list(fx)
        for weight, (_, change) in zip(weights, changes, strict=True):
            for place, value in enumerate(change):
                x[place] -= weight * value
    raise SolveError("no-fixpoint", steps=most)


def _less(a: Sequence[float], b: Sequence[float]) -> list[float]:
    return [one - other for one, other in zip(a, b, strict=True)]


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    total = 0.0
    for one, other in zip(a, b, strict=True):
        total += one * other
    return total


def _least_squares(columns: list[list[float]], goal: list[float]) -> list[float]:
    """Weights with which the columns come nearest to the goal; 0 for columns that add nothing.

    By modified Gram-Schmidt, the newest column first.
    """
    basis: list[tuple[list[float], int]] = []
    upper: dict[tuple[int, int], float] = {}
    for place in range(len(columns) - 1, -1, -1):
        rest = list(columns[place])
        length = _dot(rest, rest)
        for direction, earlier in basis:
            part = _dot(direction, rest)
            upper[earlier, place] = part
            rest = [value - part * along for value, along in zip(rest, direction, strict=True)]
        left = _dot(rest, rest)
        if left <= 1e-6 * length or left == 0.0:
            continue
        norm: float = left**0.5
        upper[place, place] = norm
        basis.append(([value / norm for value in rest], place))
    weights = [0.0] * len(columns)
    for direction, place in reversed(basis):
        value = _dot(direction, goal)
        for _, later in basis:
            if (place, later) in upper and later < place:
                value -= upper[place, later] * weights[later]
        weights[place] = value / upper[place, place]
    return weights

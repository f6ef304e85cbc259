"""Ranges of counts and chi-squared, exactly or in closed form, for tests to compare with."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction


def usual_range(throws: int, weight: int, total: int) -> tuple[int, int]:
    """The central range of a binomial count, in whole numbers.

    Below it, and above it, lies at most half of one in a hundred; one more on either side would be
    more.

    Args:
        throws: How many.
        weight: With `total` the probability of each: weight / total.
        total: Above `weight`.
    """
    every = total**throws

    def tail(step: Callable[[int, int], int], first: int) -> int:
        """How many counts, one after the other, lie in a tail of at most 1/200."""
        ways, seen, places = first, 0, 0
        while True:
            seen += 200 * ways
            if seen > every:
                return places
            ways = step(ways, places)
            places += 1

    other = total - weight
    low = tail(lambda ways, k: ways * (throws - k) * weight // ((k + 1) * other), other**throws)
    high = tail(lambda ways, k: ways * (throws - k) * other // ((k + 1) * weight), weight**throws)
    return low, throws - high


def beyond(x: float, freedom: int) -> float:
    """The probability of a chi-squared variable above x.

    Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4 and 26.4.5.
    """
    half = x / 2
    if freedom % 2:
        steps = [half ** (k - 0.5) / math.gamma(k + 0.5) for k in range(1, freedom // 2 + 1)]
        return math.erfc(math.sqrt(half)) + math.exp(-half) * math.fsum(steps)
    steps = [half**k / math.factorial(k) for k in range(freedom // 2)]
    return math.exp(-half) * math.fsum(steps)


def chi_squared(counts: list[int], weights: list[int]) -> Fraction:
    """Pearson's statistic, exactly."""
    throws, total = sum(counts), sum(weights)
    expected = [Fraction(throws * weight, total) for weight in weights]
    pairs = zip(counts, expected, strict=True)
    return sum(((fell - each) ** 2 / each for fell, each in pairs), Fraction(0))

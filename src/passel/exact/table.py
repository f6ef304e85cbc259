"""Policies as tables: what one does at every turn that it can meet, as the kernel reads it.

Seat 1 always plays first here, so a policy has two halves: what it does in seat 1, and in seat 2.
A policy of `passel.policy` says what it does at a pair of scores, whatever the turn total, and
so it is known everywhere at once; others are asked (`passel.exact.meeting`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from passel.errors import PolicyError
from passel.exact.cells import layout
from passel.exact.half import NEVER_MET, Half
from passel.exact.kernel import integers
from passel.exact.meeting import Meeting, Player, far, walk
from passel.exact.odds import Odds, odds, reals, whole
from passel.game import State
from passel.policy import Announcer, Drawer, Policy, Threshold
from passel.rules import Rules

if TYPE_CHECKING:
    from passel.exact.kernel import Integers


class Table(NamedTuple):
    """A policy's two halves: in the seat that plays first, and in the other."""

    first: Half
    second: Half


def tabulate(rules: Rules, policy: Policy) -> Table:
    """A policy as a table, for all that it can meet whoever the other is.

    Args:
        rules: Solo or announced turns of two seats, with a target.
        policy: Asked once about each position, as seat 1 and as seat 2.

    Raises:
        PolicyError: `policy-raised` or `policy-illegal`, with the state.
    """
    assert rules.target is not None
    first, second = _alone(rules, policy, 0), _alone(rules, policy, 1)
    # Most policies play the same in both seats; then one half serves for both.
    return Table(first, first if first.same(second) else second)


def halves(rules: Rules, first: Player, second: Player) -> tuple[Half | None, Half | None]:
    """What two players do wherever they can meet; None stays None.

    Args:
        rules: Solo or announced turns of two seats.
        first: Who plays in seat 1, first.
        second: Who plays in seat 2.

    Raises:
        PolicyError: As `passel.exact.meeting.Meeting`.
    """
    first = _known(rules, first, 0)
    second = _known(rules, second, 1, first if isinstance(first, Half) else None)
    ends = rules.rounds is not None or any(
        isinstance(one, Half) and one.scoring for one in (first, second)
    )
    asked = [one for one in (first, second) if one is not None and not isinstance(one, Half)]
    if asked or not (ends or first is None or second is None):
        meeting = Meeting(rules, first, second)
        first = first if first is None or isinstance(first, Half) else meeting.half(0)
        second = second if second is None or isinstance(second, Half) else meeting.half(1)
    assert first is None or isinstance(first, Half)
    assert second is None or isinstance(second, Half)
    return first, second


def _alone(rules: Rules, policy: Policy, seat: int) -> Half:
    """A seat's half, whoever the other is; seats 0 and 1."""
    known = _known(rules, policy, seat)
    if isinstance(known, Half):
        return known
    return Meeting(rules, *((policy, None) if seat == 0 else (None, policy))).half(seat)


def _known(rules: Rules, player: Player, seat: int, rival: Half | None = None) -> Player:
    """A policy that says at a pair of scores what it does, as a half; another as it is.

    Args:
        rules: Solo or announced turns of two seats.
        player: Who plays the seat.
        seat: 0 or 1.
        rival: The seat that plays first, where this one plays second and that is known.
    """
    formula = _formula(rules, player)
    if formula is None:
        return player
    plan, length = formula
    if rules.rounds is not None:
        assert not callable(length)
        return _counted(rules, plan, min(length, len(plan)), seat)
    return _race(rules, plan, length, seat, rival)


def known_of(rules: Rules, player: Policy, seats: int) -> Half | None:
    """A policy that says at given scores what it does, as what any of several seats does.

    Args:
        rules: Solo or announced turns, whose end is at once.
        player: Who plays the seat.
        seats: How many there are.

    Returns:
        None for another policy.

    Raises:
        PolicyError: `policy-never-ends`.
    """
    formula = _formula(rules, player)
    if formula is None:
        return None
    plan, length = formula
    target = rules.target
    assert target is not None
    planned = integers(0)
    longest = 0
    for score in range(target):
        row = _lengths(rules, odds(rules), length, score, target)
        longest = max(longest, score + max(row))
        planned += _spread(row, seats - 1)
    return Half(target, reals(plan), integers(len(planned)), planned, longest, True)


def _spread(row: Integers, others: int) -> Integers:
    """What depends on the highest of several scores, by all of them; `row` has it by one."""
    by_highest = [whole([row[high]]) * high + row[high:] for high in range(len(row))]
    for _ in range(others - 1):
        wider = []
        for high in range(len(row)):
            made = by_highest[high] * high
            for following in by_highest[high:]:
                made += following
            wider.append(made)
        by_highest = wider
    return by_highest[0]


def _formula(rules: Rules, player: Player) -> tuple[list[float], int | Threshold] | None:
    """A plan, and how much of it a turn has, of a policy that says so from the scores alone."""
    own = odds(rules)
    if not own.free:
        return None  # every gain has to be rolled on: whether a turn can score is not sure
    if isinstance(player, Drawer):
        plan = [1.0 / own.most] * own.most if own.most else walk(own, lambda _: 0.5)[0]
        return plan, len(plan)
    if isinstance(player, Announcer) and player.dice <= own.most:
        return [0.0] * (player.dice - 1) + [1.0], player.dice
    if isinstance(player, Threshold) and not own.most:
        plan = [1.0] * far(own)[0]
        if rules.target is not None:
            return plan, player
        return None if callable(player.points) else (plan, player.points or len(plan))
    return None


def _counted(rules: Rules, plan: list[float], length: int, seat: int) -> Half:
    """The half of one who does the same at every turn of counted rounds."""
    own = odds(rules)
    assert rules.rounds is not None
    width, _, count = layout(rules, None)
    planned = whole([NEVER_MET]) * count
    for number in range(seat, 2 * rules.rounds, 2):
        highest = min(number // 2 * (length + own.overshoot), width - 1)
        begin = number * width**2
        cells = (highest + 1) * width
        planned[begin : begin + cells] = whole([length]) * cells
    return Half(width, reals(plan), integers(count), planned, width - 1 + length, True)


def _race(
    rules: Rules, plan: list[float], length: int | Threshold, seat: int, rival: Half | None
) -> Half:
    """The half of one who races to the target, and of whom only the length of a turn differs."""
    own, target = odds(rules), rules.target
    assert target is not None
    others = target
    if rules.end == "full-round" and seat == 1:
        most, _ = far(own)
        others = (rival.longest + own.overshoot if rival else target + most) + 1
    planned = integers(0)
    longest = 0
    for score in range(target):
        row = _lengths(rules, own, length, score, others)
        longest = max(longest, score + max(row))
        planned += row
    return Half(others, reals(plan), integers(len(planned)), planned, longest, True)


def _lengths(rules: Rules, own: Odds, length: int | Threshold, score: int, others: int) -> Integers:
    """How long the plans of one score are, by the highest of the other scores."""
    if isinstance(length, int):
        return whole([length]) * others
    threshold = length
    most, endless = far(own)
    least = 1 if own.passing else 0  # before its first throw it never holds

    def enough(other: int) -> int:
        points = threshold.enough(score, other, rules.target)
        assert points is not None
        if endless and points > most:
            raise PolicyError("policy-never-ends", state=State(rules, (score, other), (1,)))
        return max(min(points, most), least)

    if callable(threshold.points):
        return whole([enough(other) for other in range(others)])
    return whole([enough(0)]) * others

"""Two hundred random valid rules with targets up to 12: the solver against plain iteration.

Where turn totals have no bound (full rounds, doubles that must be rolled again) there is nothing
finite to iterate: there the optimality equation is tried in the states that matter, play-offs
included.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from invented import random_rules
from plain import branches

from passel.exact.proof import residual, turn_states
from passel.exact.solve import Solution
from passel.game import (
    HOLD,
    State,
    legal_actions,
    start,
    winners,
)
from passel.rules import Rules

COUNT = 200


Branches = list[tuple[float, State]]


def successors(state: State) -> list[Branches]:
    """For each legal action, what can follow and how likely; a hold that wins stands alone."""
    if HOLD in legal_actions(state):
        ((_, held),) = branches(state, HOLD)
        if held.over and winners(held) == state.to_move:
            return [[(1.0, held)]]
    return [branches(state, action) for action in legal_actions(state)]


def alike(state: State) -> State:
    """The same without the round where it changes nothing."""
    if state.over or state.rules.rounds is not None or state.playoff:
        return state
    return state._replace(round=1)


def iterate(begin: State) -> dict[State, float]:
    """The win probability of the seat to move in each state that can follow, by value iteration.

    Args:
        begin: A state whose game has finitely many states.
    """
    graph: dict[State, list[Branches]] = {}
    todo = [begin]
    while todo:
        state = todo.pop()
        if state in graph or state.over:
            continue
        graph[state] = [
            [(chance, alike(after)) for chance, after in branches] for branches in successors(state)
        ]
        todo += [after for branches in graph[state] for _, after in branches]
    # Later scores first: what is near the end is right after few rounds.
    order = sorted(graph, key=lambda state: (sum(state.scores), state.turn_total), reverse=True)
    place = {state: number for number, state in enumerate(order)}

    def linear(seat: int, branches: Branches) -> tuple[float, list[tuple[float, int]]]:
        """A sum of chances as a constant and multiples of values, for this seat."""
        constant, parts = 0.0, []
        for chance, after in branches:
            if after.over:
                won = winners(after)
                constant += chance / len(won) if seat in won else 0.0
            elif seat in after.to_move:
                parts.append((chance, place[after]))
            else:
                constant += chance
                parts.append((-chance, place[after]))
        return constant, parts

    rows = [[linear(state.to_move[0], branches) for branches in graph[state]] for state in order]
    value = [0.5] * len(order)
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for number, row in enumerate(rows):
            best = max(
                constant + sum(chance * value[other] for chance, other in parts)
                for constant, parts in row
            )
            change = max(change, abs(best - value[number]))
            value[number] = best
    return dict(zip(order, value, strict=True))


def is_finite(rules: Rules) -> bool:
    """Whether a game has finitely many states up to the round: turn totals are bounded."""
    must = any(row.must_roll for row in rules.rows)
    return rules.end == "at-once" and not must


def some_states(of: Rules, random: Random) -> Iterator[State]:
    begin = start(of, 2, first=1)
    top = 40 if of.target is None else of.target - 1
    for _ in range(2):
        scores = (random.randint(0, top), random.randint(0, top))
        rounds = random.randint(1, of.rounds or 1)
        first = begin._replace(scores=scores, round=rounds)
        yield from turn_states(first, 8)
        yield from turn_states(first._replace(to_move=(2,)), 8)
    if of.target is not None and of.end == "full-round":
        last = begin._replace(scores=(of.target + random.randint(0, 3), top), to_move=(2,))
        yield from turn_states(last, 8)
    if of.tie == "playoff":
        for score in (0, 17):
            tied = begin._replace(playoff=(1, 2), round=9, scores=(score, score))
            yield from turn_states(tied, 4)
            ahead = tied._replace(scores=(score + random.randint(0, 5), score), to_move=(2,))
            yield from turn_states(ahead, 4)
        lost = begin._replace(playoff=(1, 2), round=9, scores=(0, 17), to_move=(2,))
        yield from turn_states(lost, 4)


@pytest.mark.parametrize("part", range(8))
def test_random_rules_are_solved(part: int) -> None:
    compared = 0
    for number in range(part, COUNT, 8):
        of = random_rules(number)
        solution = Solution(of)
        assert solution.residual < 1e-12, of
        if is_finite(of):
            for state, value in iterate(start(of, 2, first=1)).items():
                assert solution.win(state) == pytest.approx(value, abs=1e-9), state
                compared += 1
        else:
            missed, count = residual(some_states(of, Random(number)), solution.win)
            assert missed < 1e-12, (of, missed)
            compared += count
    assert compared > 100

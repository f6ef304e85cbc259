"""Several policies at one table, against plain iteration through the game, and simulated."""

from __future__ import annotations

from itertools import permutations
from math import sqrt

import pytest
from plain import asked, branches

from passel.dice import Seeded
from passel.errors import PasselError, PolicyError
from passel.exact.circle import circle
from passel.exact.match import Guest, match, meet
from passel.exact.party import Party
from passel.game import (
    HOLD,
    ROLL,
    Action,
    State,
    legal_actions,
    start,
    winners,
)
from passel.policy import (
    Choice,
    Policy,
    always_roll,
    at_random,
    hold_at,
    keep_pace,
    roll_dice,
    score_base,
    scoring_turns,
    weights,
)
from passel.rules import Row, Rules
from passel.simulate import play
from passel.variants import rules


def by_the_leader(state: State, seat: int) -> Choice:
    """Looks at each of the other seats, and mixes."""
    after = state.scores[seat % len(state.scores)]
    if state.turn_total >= (2 if after > max(state.scores) - 2 else 5):
        return HOLD
    return {ROLL: 2, HOLD: 1} if state.turn_total > 2 else ROLL


def iterate(opening: State, policies: list[Policy]) -> list[float]:
    """Each seat's win probability where all follow a policy, by plain value iteration."""
    seats = opening.seats
    graph: dict[State, list[tuple[float, State]]] = {}
    todo = [opening]
    while todo:
        state = todo.pop()
        if state in graph or state.over:
            continue
        (mover,) = state.to_move
        legal = legal_actions(state)
        answer = {legal[0]: 1} if len(legal) == 1 else weights(policies[mover - 1], state, mover)
        graph[state] = [
            (weight / sum(answer.values()) * chance, after._replace(round=1))
            for action, weight in answer.items()
            for chance, after in branches(state, action)
        ]
        todo += [after for _, after in graph[state]]
    value = {state: [0.0] * len(seats) for state in graph}
    order = sorted(graph, key=lambda state: (sum(state.scores), state.turn_total), reverse=True)
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for state in order:
            made = [0.0] * len(seats)
            for chance, after in graph[state]:
                won = winners(after) if after.over else ()
                for seat in seats:
                    made[seat - 1] += chance * (
                        (seat in won) / len(won) if won else value[after][seat - 1]
                    )
            change = max(change, *(abs(a - b) for a, b in zip(made, value[state], strict=True)))
            value[state] = made
    return value[opening]


SMALL: tuple[tuple[str, list[Policy]], ...] = (
    ("piglet,target=3", [hold_at(1), hold_at(2), always_roll()]),
    ("piglet,target=2", [hold_at(1), always_roll(), hold_at(1), asked(hold_at(1))]),
    ("pig,target=7", [hold_at(4), keep_pace(), asked(by_the_leader)]),
    ("pig,target=5", [by_the_leader, by_the_leader, by_the_leader]),
    ("pig,target=6,bust_points=1", [by_the_leader, hold_at(3), scoring_turns(2)]),
    ("pig,target=6,auto_bank=on", [by_the_leader, asked(hold_at(9)), always_roll()]),
    ("pig,target=5,pass_allowed=on", [asked(hold_at(2)), hold_at(4), by_the_leader]),
    ("two-dice-pig,target=6", [hold_at(4), asked(hold_at(8)), by_the_leader]),
    ("two-dice-pig-void,target=6", [score_base(3, 2, 98), by_the_leader, hold_at(5)]),
    ("big-pig-25,target=5", [hold_at(4), asked(always_roll()), hold_at(1)]),
    ("hog,target=6,max_dice=3", [roll_dice(1), at_random(), asked(roll_dice(3))]),
)


@pytest.mark.kernel
@pytest.mark.parametrize(("text", "policies"), SMALL, ids=range(len(SMALL)))
def test_each_seat_wins_what_plain_iteration_through_the_game_finds(
    text: str, policies: list[Policy]
) -> None:
    """Whoever plays first sits in seat 1; the others follow in the order of play."""
    of, seats = rules(text), len(policies)
    found = meet(policies, of)
    for first, wins in enumerate(found.wins):
        turned = policies[first:] + policies[:first]
        plain = iterate(start(of, seats, first=1), turned)
        assert [*wins[first:], *wins[:first]] == pytest.approx(plain, abs=1e-11)
        assert sum(wins) == pytest.approx(1.0, abs=1e-12)
    means = [sum(wins[seat] for wins in found.wins) / seats for seat in range(seats)]
    assert found.means == pytest.approx(means)


@pytest.mark.parametrize(
    ("text", "a", "b"),
    [
        ("pig", hold_at(20), keep_pace()),
        ("two-dice-pig,target=30", hold_at(25), at_random()),
        ("pass-the-pigs,target=20", hold_at(9), keep_pace()),
        ("hog,target=30,max_dice=6", roll_dice(4), at_random()),
        ("big-pig,target=9,end=at-once", hold_at(4), by_the_leader),
        ("pig,target=15", asked(at_random()), asked(scoring_turns(3))),
    ],
)
def test_two_meet_as_in_a_match_of_two(text: str, a: Policy, b: Policy) -> None:
    of = rules(text)
    two = match(a, b, of)
    found = meet([a, b], of)
    assert found.wins[0][0] == pytest.approx(two.a_first, abs=1e-12)
    assert found.wins[1][1] == pytest.approx(two.b_first, abs=1e-12)
    assert found.means[0] == pytest.approx(two.mean_a, abs=1e-12)


@pytest.mark.parametrize(
    "text", ["pig,target=40", "two-dice-pig,target=15", "hog,target=20,max_dice=8"]
)
def test_the_equilibrium_against_itself_is_the_equilibrium(text: str) -> None:
    solution = circle(rules(text), 3)
    wins = solution.begin((0, 0, 0))
    found = meet([solution] * 3, solution.rules)
    for first, each in enumerate(found.wins):
        assert [*each[first:], *each[:first]] == pytest.approx(wins, abs=1e-11)
    assert found.means == pytest.approx([1 / 3] * 3, abs=1e-12)


def test_nobody_gains_more_against_the_equilibrium_than_its_bound_says() -> None:
    """Each seat in turn plays as well as can be against the other two; in Pig, with mixtures."""
    solution = circle(rules("pig,target=65"), 3)
    assert solution.mixed
    gain = solution.doubt.gain
    assert gain is not None
    table, wins = solution.table, solution.begin((0, 0, 0))
    for seat in range(3):
        halves = [None if other == seat else table for other in range(3)]
        most = Party(solution.rules, halves).wins()[seat]
        assert -1e-13 < most - wins[seat] <= gain + 1e-13


def test_the_best_response_wins_more_than_any_number_to_hold_at() -> None:
    of = rules("pig,target=20")
    table = circle(of, 3).table
    most = Party(of, [None, table, table]).wins()[0]
    for points in range(1, 21):
        assert meet([hold_at(points), table, table], of).wins[0][0] <= most + 1e-14


def test_games_played_agree_within_five_standard_errors() -> None:
    of = rules("pig,target=25")
    policies: list[Policy] = [hold_at(12), keep_pace(), by_the_leader]
    games, dice, won = 2_000, Seeded("party"), [0, 0, 0]
    for _ in range(games):
        (winner,) = winners(play(start(of, 3, first=1), policies, dice).final)
        won[winner - 1] += 1
    for count, win in zip(won, meet(policies, of).wins[0], strict=True):
        assert abs(count / games - win) < 5 * sqrt(win * (1 - win) / games)


def test_a_named_policy_does_what_it_answers_wherever_it_sits() -> None:
    of = rules("pig,target=14")
    for policies in permutations([hold_at(5), keep_pace(), scoring_turns(3)]):
        named: list[Guest] = list(policies)
        functions: list[Guest] = [asked(policy) for policy in policies]
        for one, other in zip(meet(named, of).wins, meet(functions, of).wins, strict=True):
            assert one == pytest.approx(other, abs=1e-13)


def rolls_for_ever(state: State, seat: int) -> Action:
    return ROLL


def passes(state: State, seat: int) -> Action:
    return HOLD


def stops_at_two(state: State, seat: int) -> Action:
    """Scores once, and never again."""
    return HOLD if state.scores[seat - 1] == 0 and state.turn_total else ROLL


@pytest.mark.parametrize(
    ("text", "policies"),
    [
        ("pig,target=20", [rolls_for_ever] * 3),
        ("pig,target=20,pass_allowed=on", [passes] * 3),
        ("pig,target=9", [stops_at_two, rolls_for_ever, stops_at_two]),
        ("two-dice-pig-plain,target=9", [stops_at_two] * 3),
    ],
)
def test_those_who_never_end_a_game_are_found_and_not_waited_for(
    text: str, policies: list[Guest]
) -> None:
    with pytest.raises(PolicyError) as caught:
        meet(policies, rules(text))
    assert caught.value.code == "policy-never-ends"
    state = caught.value.parts["state"]
    assert state.turn_total == 0
    assert not state.over


def test_one_who_always_passes_only_lets_the_others_play() -> None:
    of = rules("pig,target=20,pass_allowed=on")
    found = meet([passes, hold_at(8), keep_pace()], of).wins[0]
    two = match(hold_at(8), keep_pace(), of).a_first
    assert found == pytest.approx([0.0, two, 1.0 - two], abs=1e-12)


@pytest.mark.parametrize(
    ("of", "seats", "code"),
    [
        (rules("big-pig"), 3, "seats-not-exact"),
        (rules("skunk-solo"), 3, "seats-not-exact"),
        (rules("skunk"), 3, "seats-not-exact"),
        (
            Rules("mine", "die", 1, (Row("1", "out"), Row("?", "gain")), target=5),
            3,
            "seats-not-exact",
        ),
        (rules("pig"), 4, "seats-too-large"),
    ],
    ids=str,
)
def test_what_cannot_be_matched_is_refused(of: Rules, seats: int, code: str) -> None:
    with pytest.raises(PasselError) as refused:
        meet([hold_at(20)] * seats, of)
    assert refused.value.code == code


def test_a_policy_that_raises_is_named_with_its_position() -> None:
    def broken(state: State, seat: int) -> Action:
        raise ValueError(f"{seat} at {state.turn_total}")

    with pytest.raises(PolicyError) as caught:
        meet([hold_at(3), broken, hold_at(3)], rules("pig,target=10"))
    assert caught.value.code == "policy-raised"
    assert caught.value.parts["state"].to_move == (2,)

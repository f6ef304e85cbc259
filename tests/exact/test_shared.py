"""Skunk of two, exactly: best responses, and who speaks last."""

from __future__ import annotations

import pytest

from passel.errors import PasselError
from passel.exact.shared import Shared, Stage
from passel.game import HOLD, ROLL, Action, Hold, State, Throw, apply, start, throws, winners
from passel.policy import Policy, always_roll, hold_at, weights
from passel.variants import rules

ONE = rules("greedy-pig,rounds=1")
TWO = rules("greedy-pig,rounds=2")


def answered(
    state: State, policy: Policy, found: dict[State, float], later: Shared | None = None
) -> float:
    """What seat 1 can win at most against a policy in seat 2, by the game itself.

    Both say at once what they do; who has held is not asked again. `later` knows round 2.
    """
    if state.over:
        return 1.0 / len(winners(state)) if 1 in winners(state) else 0.0
    if later is not None and state.round == 2:
        return later.win(Stage(2, *state.scores))
    if state in found:
        return found[state]

    def go_on(state: State) -> float:
        if state.over or not state.turn_begun:
            return answered(state, policy, found, later)
        return sum(
            float(chance.probability)
            * answered(apply(state, Throw(chance.faces)), policy, found, later)
            for chance in throws(state)
        )

    if state.must_roll:
        value = sum(
            float(chance.probability)
            * answered(apply(state, Throw(chance.faces)), policy, found, later)
            for chance in throws(state)
        )
    else:
        mine = [ROLL, HOLD] if 1 in state.to_move else [ROLL]
        # Nobody who can hold 45 points rolls on: the game is cut off there to be finite.
        mine = [HOLD] if 1 in state.to_move and state.turn_total >= 45 else mine
        theirs: dict[Action, float] = {ROLL: 1.0}
        if 2 in state.to_move:
            answer = weights(policy, state, 2)
            total = sum(answer.values())
            theirs = {action: weight / total for action, weight in answer.items()}
        value = 0.0
        for action in mine:
            worth = 0.0
            for other, chance in theirs.items():
                after = apply(state, Hold(1)) if action == HOLD else state
                after = apply(after, Hold(2)) if other == HOLD else after
                worth += chance * go_on(after)
            value = max(value, worth)
    found[state] = value
    return value


@pytest.mark.parametrize("points", [4, 8, 14])
def test_a_best_response_is_what_the_game_itself_finds(points: int) -> None:
    of = ONE
    expected = answered(start(of, 2), hold_at(points), {})
    assert Shared(of, other=hold_at(points)).start == pytest.approx(expected, abs=1e-6)


def test_a_round_before_another_is_found_through_the_game_as_well() -> None:
    solution = Shared(TWO, other=hold_at(5))
    expected = answered(start(TWO, 2), hold_at(5), {}, solution)
    assert solution.start == pytest.approx(expected, abs=1e-6)


def test_two_who_play_the_best_have_a_half_each_whoever_speaks_last() -> None:
    for text in ("skunk,rounds=1", "greedy-pig,rounds=1"):
        assert Shared(rules(text)).start == pytest.approx(0.5, abs=1e-9)


def test_what_one_wins_the_other_loses() -> None:
    game, first, last = (
        Shared(rules("skunk,rounds=1"), speaks) for speaks in ("together", "first", "last")
    )
    for lead in (1, 10, 30):
        ahead, behind = Stage(1, 100 + lead, 100), Stage(1, 100, 100 + lead)
        assert game.win(ahead) + game.win(behind) == pytest.approx(1.0, abs=1e-6)
        assert first.win(ahead) + last.win(behind) == pytest.approx(1.0, abs=1e-6)
        assert first.win(ahead) < game.win(ahead) < last.win(ahead)


def test_who_leads_and_speaks_last_does_what_the_other_does() -> None:
    """Then the other has no more than to be in when 1-1 takes both scores: 1/11 of the busts.

    Both then have 0 and share the win: the other wins half of 1/11.
    """
    last = Shared(rules("skunk,rounds=1"), "last")
    assert last.win(Stage(1, 101, 100)) == pytest.approx(1 - 1 / 22, abs=1e-7)


def test_to_speak_last_is_worth_nothing_against_a_policy_that_does_not_mix() -> None:
    together = Shared(ONE, "together", hold_at(12)).start
    assert Shared(ONE, "last", hold_at(12)).start == pytest.approx(together, abs=1e-12)


@pytest.mark.parametrize("text", ["skunk,tie=playoff", "pig", "greedy-pig,first_throw_safe=on"])
def test_other_rules_are_refused(text: str) -> None:
    with pytest.raises(PasselError) as refused:
        Shared(rules(text))
    assert refused.value.code == "shared-not-exact"


def test_a_policy_that_never_holds_is_named() -> None:
    with pytest.raises(PasselError) as refused:
        _ = Shared(ONE, other=always_roll()).start
    assert refused.value.code == "policy-never-ends"

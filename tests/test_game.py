"""Stories of games: turns, endings, play-offs, elimination; and what is refused, and why."""

from __future__ import annotations

from typing import Any

import pytest
from strategies import comes_to

from passel import variants
from passel.dice import Faces
from passel.errors import IllegalEvent, StartError
from passel.game import (
    HOLD,
    ROLL,
    Action,
    Announce,
    Event,
    Hold,
    State,
    Throw,
    apply,
    effect_of,
    fold,
    legal_actions,
    outcome,
    same_turn,
    start,
    throws,
    winners,
)
from passel.notation import parse_record
from passel.rules import Effect


def told(text: str, seats: int, lines: str, scores: str = "", first: str = "") -> State:
    """The state after the turns of a record, which are written one after another with `/`."""
    tags = [f'[Rules "{text}"]', f'[Seats "{seats}"]']
    tags += [f'[Scores "{scores}"]'] if scores else []
    tags += [f'[First "{first}"]'] if first else []
    return parse_record("\n".join([*tags, *lines.split(" / "), ""])).final


def check(state: State, expected: dict[str, Any]) -> None:
    met = comes_to(state)
    assert {key: met[key] for key in expected} == expected


OVER: dict[str, Any] = {"over": True, "to_move": [], "turn_total": 0, "must_roll": False}
Story = tuple[str, str, int, str, str, str, dict[str, Any]]


def ids(stories: list[Story]) -> list[str]:
    return [story[0] for story in stories]


# what it tells, rules, seats, scores, first, turns, what it comes to
TURNS: list[Story] = [
    ("a turn begins with a roll", "pig", 2, "", "", "", {"to_move": [1], "must_roll": True}),
    ("a gain may be held", "pig", 2, "", "", "1: 6", {"must_roll": False, "turn_total": 6}),
    (
        "a hold passes the dice clockwise",
        "pig", 3, "", "", "1: 6 hold / 2: 2 hold / 3: 3 hold",
        {"scores": [6, 2, 3], "to_move": [1], "round": 2, "must_roll": True},
    ),
    (
        "the last seat passes the dice to seat 1, and the round is counted from the first seat",
        "pig", 3, "", "2", "2: 6 hold / 3: 2 hold",
        {"to_move": [1], "round": 1},
    ),
    (
        "the round of first=3 is over after seat 2",
        "pig", 3, "", "3", "3: 6 hold / 1: 2 hold / 2: 1",
        {"to_move": [3], "round": 2},
    ),
    (
        "a bust takes nothing from the score",
        "pig", 2, "50 0", "", "1: 6 6 1",
        {"scores": [50, 0], "to_move": [2]},
    ),
    (
        "overshooting costs nothing",
        "pig", 2, "99 0", "", "1: 6 6 6 hold",
        {"scores": [117, 0], "winners": [1], **OVER},
    ),
    (
        "reaching the target counts only once it is banked",
        "pig", 2, "99 0", "", "1: 6",
        {"scores": [99, 0], "turn_total": 6, "over": False, "winners": []},
    ),
    (
        "after a double the next throw frees the hand",
        "big-pig", 2, "", "1", "1: 4-4 2-3",
        {"turn_total": 21, "must_roll": False},
    ),
    (
        "a second double has to be rolled again too, past the target and in the last round",
        "big-pig", 2, "60 98", "1", "1: 6-6 6-6 6-5 hold / 2: 6-6 6-6",
        {"scores": [119, 98], "turn_total": 48, "must_roll": True, "over": False},
    ),
    (
        "a void throw after a double frees the hand as any throw does",
        "big-pig,lone_one=void", 2, "", "1", "1: 4-4 1-3",
        {"turn_total": 16, "must_roll": False},
    ),
    (
        "1-1 worth 25 needs no further roll even where doubles do",
        "big-pig,double_one=25", 2, "", "1", "1: 1-1",
        {"turn_total": 25, "must_roll": False},
    ),
    (
        "a void throw is a throw: nothing may be held",
        "two-dice-pig-void", 2, "7 7", "", "1: 1-4 hold",
        {"scores": [7, 7], "to_move": [2]},
    ),
    (
        "a void throw keeps the turn total",
        "two-dice-pig-void", 2, "", "", "1: 3-4 1-4",
        {"turn_total": 7, "to_move": [1], "must_roll": False},
    ),
    (
        "passing ends a turn before its first throw",
        "piglet,pass_allowed=on", 3, "", "", "1: hold / 2: hold / 3: hold",
        {"scores": [0, 0, 0], "round": 2, "to_move": [1], "must_roll": False},
    ),
    (
        "passing does not lift the need to roll after a double",
        "two-dice-pig,doubles=reroll,pass_allowed=on", 2, "", "", "1: 4-4",
        {"must_roll": True},
    ),
    (
        "with auto_bank a double past the target still has to be rolled again",
        "two-dice-pig,doubles=reroll,auto_bank=on", 2, "95 0", "", "1: 4-4",
        {"scores": [95, 0], "turn_total": 8, "must_roll": True, "over": False},
    ),
    (
        "with auto_bank the next gain banks both",
        "two-dice-pig,doubles=reroll,auto_bank=on", 2, "95 0", "", "1: 4-4 2-3",
        {"scores": [108, 0], "winners": [1], **OVER},
    ),
    (
        "with auto_bank a bust after such a double still loses the turn",
        "two-dice-pig,doubles=reroll,auto_bank=on", 2, "95 0", "", "1: 4-4 2-1",
        {"scores": [95, 0], "to_move": [2]},
    ),
    (
        "a void throw is no gain, so it banks nothing by itself",
        "two-dice-pig,doubles=reroll,lone_one=void,auto_bank=on", 2, "95 0", "", "1: 4-4 2-1",
        {"scores": [95, 0], "turn_total": 8, "must_roll": False, "over": False},
    ),
    (
        "auto_bank leaves a hold below the target to the player",
        "pig,auto_bank=on", 2, "90 0", "", "1: 4 5 hold",
        {"scores": [99, 0], "to_move": [2]},
    ),
    (
        "auto_bank banks pigs and coins too",
        "piglet,auto_bank=on,target=2", 2, "", "", "1: H T / 2: H H",
        {"scores": [0, 2], "winners": [2], **OVER},
    ),
    (
        "a piglet of target 1 is over with the first heads banked",
        "piglet,target=1", 2, "", "", "1: T / 2: H hold",
        {"winners": [2], **OVER},
    ),
    (
        "hog banks by itself, all dice at once",
        "hog", 2, "", "", "1: x2 6-6 / 2: x3 1-1-1",
        {"scores": [12, 0], "to_move": [1], "must_roll": True, "round": 2},
    ),
    (
        "the announced dice wait for their throw",
        "hog", 2, "", "", "1: x2",
        {"scores": [0, 0], "to_move": [1], "must_roll": True, "turn_total": 0},
    ),
    (
        "hog ends at once",
        "hog,target=12", 3, "", "", "1: x1 5 / 2: x2 6-6",
        {"scores": [5, 12, 0], "winners": [2], **OVER},
    ),
    (
        "hog in full rounds lets the others answer",
        "hog,target=12,end=full-round", 3, "", "", "1: x2 6-6 / 2: x3 6-6-1 / 3: x3 6-6-6",
        {"scores": [12, 0, 18], "winners": [3], **OVER},
    ),
    (
        "another bust face makes the 1 an ordinary face",
        "hog,bust_face=6", 2, "", "", "1: x2 1-1 / 2: x5 1-6",
        {"scores": [2, 0], "to_move": [1]},
    ),
    (
        "an oinker takes the score, and the player stays",
        "pass-the-pigs", 2, "40 40", "", "1: J-J oinker / 2: D-P",
        {"scores": [0, 40], "to_move": [1], "round": 2},
    ),
]  # fmt: skip


ENDINGS: list[Story] = [
    (
        "at once nobody else gets a turn",
        "pig", 3, "95 99 99", "", "1: 5 hold",
        {"scores": [100, 99, 99], "winners": [1], "round": 1, **OVER},
    ),
    (
        "in a full round the seats after the one that reached it still play",
        "pig,end=full-round", 3, "95 0 99", "", "1: 5 hold",
        {"to_move": [2], "over": False, "winners": []},
    ),
    (
        "in a full round nobody plays before the seat that plays first again",
        "pig,end=full-round", 3, "95 99 0", "2", "2: 5 hold / 3: 1 / 1: 1",
        {"scores": [95, 104, 0], "winners": [2], "round": 1, **OVER},
    ),
    (
        "in a full round the highest score wins, not the first to reach the target",
        "pig,end=full-round", 2, "95 90", "", "1: 5 hold / 2: 6 6 hold",
        {"scores": [100, 102], "winners": [2], **OVER},
    ),
    (
        "the last seat of a round has no answer to fear",
        "pig,end=full-round", 2, "95 95", "2", "2: 1 / 1: 5 hold",
        {"winners": [1], "round": 1, **OVER},
    ),
    (
        "below the target a full round only leads to the next",
        "pig,end=full-round", 2, "95 95", "", "1: 4 hold / 2: 3 hold",
        {"scores": [99, 98], "round": 2, "to_move": [1], "over": False},
    ),
    (
        "bust points can win at once",
        "two-dice-pig,bust_points=1", 3, "99 0 0", "", "1: 4-4 1-6",
        {"scores": [100, 0, 0], "winners": [1], **OVER},
    ),
    (
        "bust points can reach the target in a full round, which goes on",
        "pig,bust_points=1,end=full-round", 2, "99 98", "", "1: 6 1 / 2: 4 hold",
        {"scores": [100, 102], "winners": [2], **OVER},
    ),
    (
        "bust points can tie in a full round",
        "pig,bust_points=1,end=full-round", 2, "99 98", "", "1: 6 1 / 2: 2 hold",
        {"scores": [100, 100], "winners": [1, 2], **OVER},
    ),
    (
        "bust points of hog reach the target",
        "hog,bust_points=1,target=1", 2, "", "", "1: x3 2-1",
        {"scores": [1, 0], "winners": [1], **OVER},
    ),
    (
        "bust points are not paid for losing everything",
        "two-dice-pig,bust_points=1", 2, "99 0", "", "1: 1-1",
        {"scores": [0, 0], "to_move": [2], "over": False},
    ),
    (
        "1-1 that only busts pays bust points",
        "two-dice-pig-plain,bust_points=1", 2, "5 0", "", "1: 1-1",
        {"scores": [6, 0]},
    ),
    (
        "a void throw pays none",
        "two-dice-pig-void,bust_points=1", 2, "5 0", "", "1: 1-4 hold",
        {"scores": [5, 0]},
    ),
    (
        "bust_all in the last turn of a full round takes the banked points too",
        "two-dice-pig,end=full-round", 2, "95 90", "", "1: 2-3 hold / 2: 5-5 1-1",
        {"scores": [100, 0], "winners": [1], **OVER},
    ),
    (
        "after the fixed rounds the highest score wins",
        "skunk-solo,rounds=1", 3, "", "2", "2: 3-4 hold / 3: 6-6 hold / 1: 1-2",
        {"scores": [0, 7, 12], "winners": [3], "round": 1, **OVER},
    ),
    (
        "nobody scored: all share",
        "skunk-solo,rounds=1,pass_allowed=on", 3, "", "", "1: hold / 2: 1-3 / 3: 1-1",
        {"scores": [0, 0, 0], "winners": [1, 2, 3], **OVER},
    ),
    (
        "three of four share the win",
        "pig,end=full-round", 4, "95 95 95 95", "3",
        "3: 5 hold / 4: 5 hold / 1: 1 / 2: 5 hold",
        {"winners": [2, 3, 4], **OVER},
    ),
    (
        "a game of fixed rounds has no target to stop at",
        "skunk", 2, "999 999", "", "*: 6-6 hold:1",
        {"scores": [1011, 999], "to_move": [2], "over": False},
    ),
]  # fmt: skip


SHARED: list[Story] = [
    (
        "the first throw hits everybody",
        "skunk", 3, "", "", "",
        {"to_move": [1, 2, 3], "must_roll": True, "round": 1},
    ),
    (
        "seats hold in any order, and one after another for the same total",
        "skunk", 3, "", "", "*: 3-4 hold:3 hold:1",
        {"scores": [7, 0, 7], "to_move": [2], "turn_total": 7},
    ),
    (
        "a round is over when nobody is in",
        "greedy-pig", 2, "", "", "*: 5 hold:2 hold:1",
        {"scores": [5, 5], "to_move": [1, 2], "round": 2, "must_roll": True, "turn_total": 0},
    ),
    (
        "bust_all takes only the scores of seats that are still in",
        "skunk", 3, "10 20 30", "", "*: 3-4 hold:2 1-1",
        {"scores": [0, 27, 0], "round": 2},
    ),
    (
        "bust points go to each seat that is still in",
        "skunk,bust_points=1", 3, "10 20 30", "", "*: 3-4 hold:2 1-3",
        {"scores": [11, 27, 31], "round": 2},
    ),
    (
        "bust points are not paid at bust_all",
        "skunk,bust_points=1", 2, "10 20", "", "*: 3-4 hold:2 1-1",
        {"scores": [0, 27]},
    ),
    (
        "one seat plays alone for its five rounds",
        "skunk,rounds=2", 1, "", "", "*: 3-4 hold:1 / *: 1-2",
        {"scores": [7], "winners": [1], "round": 2, **OVER},
    ),
    (
        "forty seats are still in",
        "greedy-pig", 40, "", "", "*: 5 hold:40",
        {"to_move": list(range(1, 40))},
    ),
    (
        "a safe first throw is void: nothing is lost and the turn goes on",
        "skunk,first_throw_safe=on", 2, "20 30", "", "*: 1-1",
        {"scores": [20, 30], "turn_total": 0, "to_move": [1, 2], "must_roll": False, "round": 1},
    ),
    (
        "after a safe first throw a seat may hold at nothing",
        "skunk,first_throw_safe=on", 2, "20 30", "", "*: 1-2 hold:1 3-4 hold:2",
        {"scores": [20, 37], "round": 2},
    ),
    (
        "only the first throw of a round is safe",
        "skunk,first_throw_safe=on", 2, "20 30", "", "*: 1-1 1-1",
        {"scores": [0, 0], "round": 2, "must_roll": True},
    ),
    (
        "every round has its safe first throw",
        "greedy-pig,first_throw_safe=on", 2, "", "", "*: 1 1 / *: 1 5 hold:2",
        {"scores": [0, 5], "to_move": [1], "round": 2, "turn_total": 5},
    ),
    (
        "a first throw that must be followed by another uses up the safety",
        "skunk,first_throw_safe=on,doubles=reroll", 2, "20 30", "", "*: 4-4 1-1",
        {"scores": [0, 0], "round": 2},
    ),
    (
        "a safe first throw pays no bust points",
        "greedy-pig,first_throw_safe=on,bust_points=1", 2, "", "", "*: 1 hold:1 1",
        {"scores": [0, 1], "round": 2},
    ),
    (
        "a double that must be rolled again keeps everybody in",
        "skunk,doubles=double-reroll", 2, "", "", "*: 4-4",
        {"must_roll": True, "turn_total": 16, "to_move": [1, 2]},
    ),
    (
        "a void lone 1 keeps the shared turn going",
        "skunk,lone_one=void", 2, "", "", "*: 1-4 hold:1",
        {"scores": [0, 0], "to_move": [2], "turn_total": 0, "must_roll": False},
    ),
]  # fmt: skip


PLAYOFFS: list[Story] = [
    (
        "the tied seats alone play on, scores going on",
        "skunk,rounds=1,tie=playoff", 3, "", "", "*: 3-4 hold:3 5-6 hold:1 hold:2",
        {"scores": [18, 18, 7], "to_move": [1, 2], "round": 2, "must_roll": True},
    ),
    (
        "one leader after a whole round of the play-off wins",
        "skunk,rounds=1,tie=playoff", 3, "", "",
        "*: 3-4 hold:3 5-6 hold:1 hold:2 / *: 3-3 hold:1 5-5 hold:2",
        {"scores": [24, 34, 7], "winners": [2], "round": 2, **OVER},
    ),
    (
        "those who lead after a round of the play-off remain",
        "skunk,rounds=1,tie=playoff", 3, "", "",
        "*: 3-4 hold:1 hold:2 hold:3 / *: 3-4 hold:1 5-6 hold:2 hold:3",
        {"scores": [14, 25, 25], "to_move": [2, 3], "round": 3, "over": False},
    ),
    (
        "bust_all in a play-off ties them again, below a seat that is not in it any more",
        "skunk,rounds=1,tie=playoff", 3, "", "",
        "*: 3-4 hold:1 hold:2 hold:3 / *: 3-4 hold:1 5-6 hold:2 hold:3 / *: 1-1",
        {"scores": [14, 0, 0], "to_move": [2, 3], "round": 4, "over": False},
    ),
    (
        "who left a play-off cannot win it with the highest score",
        "skunk,rounds=1,tie=playoff", 3, "", "",
        "*: 3-4 hold:1 hold:2 hold:3 / *: 3-4 hold:1 5-6 hold:2 hold:3 / *: 1-1"
        " / *: 3-4 hold:2 1-2",
        {"scores": [14, 7, 0], "winners": [2], "round": 4, **OVER},
    ),
    (
        "a play-off of full rounds plays the round out although somebody leads",
        "pig,end=full-round,tie=playoff,target=10", 2, "5 5", "",
        "1: 5 hold / 2: 5 hold / 1: 6 hold",
        {"scores": [16, 10], "to_move": [2], "round": 2, "over": False, "winners": []},
    ),
    (
        "a play-off narrows and goes on as long as its leaders tie",
        "pig,end=full-round,tie=playoff,target=10", 3, "5 5 5", "",
        "1: 5 hold / 2: 5 hold / 3: 5 hold / 1: 2 hold / 2: 6 hold / 3: 6 hold"
        " / 2: 1 / 3: 1 / 2: 1 / 3: 2 hold",
        {"scores": [12, 16, 18], "winners": [3], "round": 4, **OVER},
    ),
    (
        "a play-off keeps the order counted from the seat that played first",
        "pig,end=full-round,tie=playoff,target=10", 3, "5 4 5", "2",
        "2: 1 / 3: 5 hold / 1: 5 hold",
        {"to_move": [3], "round": 2},
    ),
    (
        "and passes over the seats that are not in it",
        "pig,end=full-round,tie=playoff,target=10", 4, "5 4 5 4", "3",
        "3: 5 hold / 4: 1 / 1: 5 hold / 2: 1 / 3: 2 hold",
        {"to_move": [1], "round": 2, "scores": [10, 4, 12, 4]},
    ),
    (
        "leaders that fall below the target play on until one leads",
        "two-dice-pig,end=full-round,tie=playoff,target=20", 2, "10 10", "",
        "1: 5-6 hold / 2: 5-6 hold / 1: 1-1 / 2: 1-1",
        {"scores": [0, 0], "to_move": [1], "round": 3, "over": False},
    ),
    (
        "and one that leads below the target has won",
        "two-dice-pig,end=full-round,tie=playoff,target=20", 2, "10 10", "",
        "1: 5-6 hold / 2: 5-6 hold / 1: 1-1 / 2: 1-1 / 1: 2-3 hold / 2: 1-2",
        {"scores": [5, 0], "winners": [1], "round": 3, **OVER},
    ),
    (
        "bust points count in a play-off",
        "pig,bust_points=1,end=full-round,tie=playoff,target=10", 2, "5 5", "",
        "1: 5 hold / 2: 5 hold / 1: 1 / 2: 1 / 1: 2 hold / 2: 1",
        {"scores": [13, 12], "winners": [1], "round": 3, **OVER},
    ),
    (
        "fixed rounds are followed by further ones of the tied seats",
        "skunk-solo,rounds=1,tie=playoff", 3, "", "3",
        "3: 3-4 hold / 1: 6-6 hold / 2: 6-6 hold",
        {"to_move": [1], "round": 2, "scores": [12, 12, 7]},
    ),
    (
        "hog plays off too",
        "hog,end=full-round,tie=playoff,target=6", 2, "", "", "1: x1 6 / 2: x1 6 / 1: x2 5-1",
        {"scores": [6, 6], "to_move": [2], "round": 2},
    ),
    (
        "where ties share there is no play-off",
        "pig,end=full-round,tie=shared,target=10", 2, "5 5", "", "1: 5 hold / 2: 5 hold",
        {"winners": [1, 2], "round": 1, **OVER},
    ),
    (
        "all tie at nothing and all play off",
        "skunk-solo,rounds=1,tie=playoff", 2, "", "", "1: 1-2 / 2: 1-1",
        {"scores": [0, 0], "to_move": [1], "round": 2, "over": False},
    ),
]  # fmt: skip


ELIMINATIONS: list[Story] = [
    (
        "a piggyback takes its player out with its score shown, the turn total lost",
        "pass-the-pigs", 3, "40 0 0", "", "1: J-J piggyback",
        {"scores": [40, 0, 0], "to_move": [2], "round": 1, "turn_total": 0, "must_roll": True},
    ),
    (
        "the last seat left wins, whatever the scores",
        "pass-the-pigs", 2, "99 0", "", "1: piggyback",
        {"scores": [99, 0], "winners": [2], "round": 1, **OVER},
    ),
    (
        "the last seat left wins in full rounds too, without its turn",
        "pass-the-pigs,end=full-round", 2, "99 0", "", "1: piggyback",
        {"scores": [99, 0], "winners": [2], **OVER},
    ),
    (
        "when the first seat is out the next one begins the rounds",
        "pass-the-pigs", 3, "", "", "1: piggyback / 2: D-D hold / 3: D-D hold",
        {"to_move": [2], "round": 2, "scores": [0, 1, 1]},
    ),
    (
        "when the last seat is out the round ends before it",
        "pass-the-pigs", 3, "", "", "1: D-D hold / 2: D-D hold / 3: piggyback / 1: D-P / 2: D-P",
        {"to_move": [1], "round": 3},
    ),
    (
        "the turn that would be the last of a round ends it by a piggyback",
        "pass-the-pigs", 3, "", "", "1: D-D hold / 2: D-D hold / 3: piggyback",
        {"to_move": [1], "round": 2},
    ),
    (
        "the seat that plays first may be another and may be out",
        "pass-the-pigs", 3, "", "2", "2: piggyback / 3: D-D hold / 1: D-D hold / 3: D-D hold",
        {"to_move": [1], "round": 2},
    ),
    (
        "seats that are out are passed over, several in a row",
        "pass-the-pigs", 5, "", "",
        "1: D-P / 2: piggyback / 3: piggyback / 4: D-P / 5: D-P / 1: D-P",
        {"to_move": [4], "round": 2},
    ),
    (
        "the round in which somebody reached the target ends with a piggyback",
        "pass-the-pigs,end=full-round,target=20", 3, "", "",
        "1: T-T hold / 2: D-D hold / 3: S-S piggyback",
        {"scores": [20, 1, 0], "winners": [1], "round": 1, **OVER},
    ),
    (
        "a full round goes on after a piggyback",
        "pass-the-pigs,end=full-round,target=20", 3, "", "", "1: T-T hold / 2: piggyback",
        {"to_move": [3], "over": False, "round": 1},
    ),
    (
        "only those who are left tie",
        "pass-the-pigs,end=full-round,target=20", 3, "19 0 0", "",
        "1: piggyback / 2: T-T hold / 3: T-T hold",
        {"scores": [19, 20, 20], "winners": [2, 3], **OVER},
    ),
    (
        "a play-off goes on without the seat that leaves the game",
        "pass-the-pigs,end=full-round,tie=playoff,target=20", 3, "", "",
        "1: T-T hold / 2: T-T hold / 3: T-T hold / 1: piggyback / 2: D-D hold / 3: D-D hold",
        {"scores": [20, 21, 21], "to_move": [2], "round": 3, "over": False},
    ),
    (
        "the last seat left in a play-off wins it",
        "pass-the-pigs,end=full-round,tie=playoff,target=20", 3, "", "",
        "1: T-T hold / 2: T-T hold / 3: T-T hold / 1: piggyback / 2: D-D hold / 3: D-D hold"
        " / 2: piggyback",
        {"scores": [20, 21, 21], "winners": [3], "round": 3, **OVER},
    ),
    (
        "a leader that leaves a play-off does not win it",
        "pass-the-pigs,end=full-round,tie=playoff,target=20", 3, "", "",
        "1: T-T hold / 2: T-T hold / 3: T-T hold / 1: D-P / 2: D-D hold / 3: piggyback",
        {"scores": [20, 21, 20], "winners": [2], "round": 2, **OVER},
    ),
    (
        "of two in a play-off one leaves: the other wins, not the seat that lost before",
        "pass-the-pigs,end=full-round,tie=playoff,target=20", 3, "", "",
        "1: T-T hold / 2: R-T hold / 3: T-T hold / 1: piggyback",
        {"scores": [20, 10, 20], "winners": [3], "round": 2, **OVER},
    ),
    (
        "who was out before a play-off is not in it",
        "pass-the-pigs,end=full-round,tie=playoff,target=20", 3, "", "",
        "1: piggyback / 2: T-T hold / 3: T-T hold",
        {"to_move": [2], "round": 2, "over": False},
    ),
]  # fmt: skip


FIRST: list[Story] = [
    ("seat 1 starts", "pig", 3, "", "", "", {"to_move": [1]}),
    ("the option names the seat", "pig,first=3", 3, "", "", "", {"to_move": [3]}),
    ("the tag states who started", "pig,first=3", 3, "", "2", "", {"to_move": [2]}),
    ("the tag states who drew the lot", "pig,first=random", 3, "", "3", "", {"to_move": [3]}),
    ("a lot that is not stated is seat 1", "pig,first=random", 3, "", "", "", {"to_move": [1]}),
    ("a loser that is not stated is seat 1", "pig,first=loser", 3, "", "", "", {"to_move": [1]}),
    ("the tag states who lost", "pig,first=loser", 3, "", "2", "", {"to_move": [2]}),
    ("the tag states who won a roll-off", "big-pig", 3, "", "2", "", {"to_move": [2]}),
    ("without its roll-off seat 1 starts", "big-pig", 3, "", "", "", {"to_move": [1]}),
    ("half a roll-off", "big-pig", 3, "", "", "first: 6-6 1-2", {"to_move": [], "over": False}),
    ("the highest sum starts", "big-pig", 3, "", "", "first: 6-6 1-2 6-5", {"to_move": [1]}),
    (
        "1-1 is a sum of two and no bust",
        "big-pig", 2, "50 50", "", "first: 1-1 1-2",
        {"to_move": [2], "scores": [50, 50]},
    ),
    (
        "all seats throw again, not only those that tied",
        "big-pig", 3, "", "", "first: 6-6 6-6 1-1 / first: 1-2 2-2",
        {"to_move": [], "over": False},
    ),
    (
        "the seat with the lowest throw of a tied attempt may still win the next",
        "big-pig", 3, "", "", "first: 6-6 6-6 1-1 / first: 1-2 2-2 3-3",
        {"to_move": [3], "round": 1, "must_roll": True},
    ),
    ("hog rolls off with one die", "hog,first=roll-off", 2, "", "", "first: 1 6", {"to_move": [2]}),
    ("pig too", "pig,first=roll-off", 2, "", "", "first: 1 2", {"to_move": [2]}),
    (
        "piglet rolls off with a six-sided die",
        "piglet,first=roll-off", 2, "", "", "first: 3 4",
        {"to_move": [2]},
    ),
    (
        "pigs roll off by points: an oinker and a bust are nothing, D-D is 1",
        "pass-the-pigs,first=roll-off", 3, "", "", "first: oinker D-P D-D",
        {"to_move": [3]},
    ),
    (
        "a piggyback in a roll-off is nothing, and takes nobody out",
        "pass-the-pigs,first=roll-off", 3, "", "", "first: piggyback D-D D-P",
        {"to_move": [2], "scores": [0, 0, 0]},
    ),
    (
        "pigs that count the same tie",
        "pass-the-pigs,first=roll-off", 2, "", "", "first: R-R T-T",
        {"to_move": [], "over": False},
    ),
    (
        "with pass_allowed who won the roll-off may pass",
        "pig,first=roll-off,pass_allowed=on", 2, "", "", "first: 1 2 / 2: hold",
        {"to_move": [1], "must_roll": False},
    ),
]  # fmt: skip

STORIES = TURNS + ENDINGS + SHARED + PLAYOFFS + ELIMINATIONS + FIRST


@pytest.mark.parametrize(
    ("story", "text", "seats", "scores", "first", "lines", "expected"), STORIES, ids=ids(STORIES)
)
def test_story(
    story: str,
    text: str,
    seats: int,
    scores: str,
    first: str,
    lines: str,
    expected: dict[str, Any],
) -> None:
    assert story
    check(told(text, seats, lines, scores, first), expected)


def test_every_story_is_told_once() -> None:
    assert len(set(ids(STORIES))) == len(STORIES)


# --- decisions ----------------------------------------------------------------------------------

DECISIONS = [
    ("pig", "", (ROLL,)),
    ("pig", "1: 4", (ROLL, HOLD)),
    ("pig,pass_allowed=on", "", (ROLL, HOLD)),
    ("big-pig,first=1", "1: 4-4", (ROLL,)),
    ("big-pig", "first: 1-2", (ROLL,)),
    ("two-dice-pig-void", "1: 1-4", (ROLL, HOLD)),
    ("skunk", "", (ROLL,)),
    ("skunk", "*: 3-4", (ROLL, HOLD)),
    ("skunk", "*: 3-4 hold:1", (ROLL, HOLD)),
    ("skunk,first_throw_safe=on", "*: 1-1", (ROLL, HOLD)),
    ("hog,max_dice=3", "", (Action("roll", 1), Action("roll", 2), Action("roll", 3))),
    ("hog", "1: x4", (ROLL,)),
    ("piglet,target=1", "1: H hold", ()),
]


@pytest.mark.parametrize(("text", "lines", "actions"), DECISIONS)
def test_what_may_be_decided(text: str, lines: str, actions: tuple[Action, ...]) -> None:
    assert legal_actions(told(text, 2, lines)) == actions


def test_an_action_is_written_as_a_word() -> None:
    assert [str(a) for a in (ROLL, HOLD, Action("roll", 5))] == ["roll", "hold", "roll 5"]


ANY_HOG = Announce(1)
REFUSED: list[tuple[str, str, Event, str, dict[str, Any]]] = [
    ("pig", "", Hold(1), "hold-before-throw", {}),
    ("pig", "1: 4", Hold(2), "not-to-move", {"seat": 2, "to_move": [1]}),
    ("pig", "1: 4", Hold(3), "no-such-seat", {"seat": 3, "count": 2}),
    ("pig", "1: 4", Hold(0), "no-such-seat", {"seat": 0}),
    ("pig", "", Throw((7,)), "no-such-face", {"face": "7"}),
    ("pig", "", Throw(("1",)), "no-such-face", {}),
    ("pig", "", Throw(()), "wrong-number-of-dice", {"met": 0, "count": 1}),
    ("pig", "", Throw((1, 2)), "wrong-number-of-dice", {"met": 2, "count": 1}),
    ("pig", "", Announce(3), "nothing-to-announce", {}),
    ("pig,target=4", "1: 4 hold", Throw((4,)), "game-over", {}),
    ("pig,target=4", "1: 4 hold", Hold(2), "game-over", {}),
    ("hog,target=4", "1: x1 4", Announce(2), "game-over", {}),
    ("two-dice-pig", "", Throw((1,)), "wrong-number-of-dice", {"met": 1, "count": 2}),
    ("big-pig", "1: 4-4", Hold(1), "must-roll", {}),
    ("big-pig", "first: 4-4", Hold(1), "roll-off-first", {}),
    ("big-pig", "first: 4-4", Announce(1), "roll-off-first", {}),
    ("big-pig", "first: 4-4", Throw((1,)), "wrong-number-of-dice", {}),
    ("big-pig", "first: 4-4", Throw((1, 7)), "no-such-face", {}),
    ("piglet,first=roll-off", "first: 3", Throw(("H",)), "no-such-face", {}),
    ("pass-the-pigs,piggyback=off", "", Throw(("piggyback",)), "throw-refused", {}),
    (
        "pass-the-pigs,piggyback=off,first=roll-off",
        "first: D-D",
        Throw(("piggyback",)),
        "throw-refused",
        {},
    ),
    ("hog", "", Throw((4,)), "announce-first", {"most": 20}),
    ("hog", "", Hold(1), "nothing-to-hold", {}),
    ("hog", "1: x3", Hold(1), "nothing-to-hold", {}),
    ("hog", "1: x3", Announce(3), "already-announced", {"count": 3}),
    ("hog", "", Announce(21), "too-many-dice", {"met": 21, "most": 20}),
    ("hog", "", Announce(0), "too-many-dice", {"met": 0}),
    ("hog", "", Announce(-1), "too-many-dice", {"met": -1}),
    ("hog,max_dice=2", "", Announce(3), "too-many-dice", {"met": 3, "most": 2}),
    ("hog", "1: x3", Throw((2, 3)), "stops-at-first-bust", {"count": 3}),
    ("hog", "1: x3", Throw((2, 3, 4, 5)), "wrong-number-of-dice", {"met": 4, "count": 3}),
    ("skunk", "", Hold(1), "hold-before-throw", {}),
    ("skunk", "*: 3-4 hold:1", Hold(1), "already-held", {"seat": 1}),
    ("skunk", "*: 3-4", Hold(9), "no-such-seat", {"seat": 9}),
    ("skunk,doubles=reroll", "*: 3-3", Hold(1), "must-roll", {}),
    ("skunk", "", Announce(1), "nothing-to-announce", {}),
]


@pytest.mark.parametrize(("text", "lines", "event", "code", "parts"), REFUSED)
def test_an_illegal_event_is_refused_with_its_code_its_parts_and_the_state(
    text: str, lines: str, event: Event, code: str, parts: dict[str, Any]
) -> None:
    state = told(text, 2, lines)
    before = repr(state)
    with pytest.raises(IllegalEvent) as refused:
        apply(state, event)
    assert refused.value.code == code
    assert {key: refused.value.parts.get(key) for key in parts} == parts
    assert refused.value.state is state
    assert repr(state) == before


def test_a_seat_that_left_the_game_or_the_play_off_is_not_to_move() -> None:
    left = told("pass-the-pigs", 3, "1: piggyback / 2: D-D")
    with pytest.raises(IllegalEvent, match="not-to-move"):
        apply(left, Hold(1))
    playoff = told("skunk,rounds=1,tie=playoff", 3, "*: 3-4 hold:3 5-6 hold:1 hold:2 / *: 3-4")
    with pytest.raises(IllegalEvent, match="not-to-move"):
        apply(playoff, Hold(3))


def test_a_fold_stops_at_the_first_illegal_event() -> None:
    begin = start(variants.rules("pig"))
    with pytest.raises(IllegalEvent, match="hold-before-throw") as refused:
        fold(begin, [Throw((4,)), Hold(1), Hold(2), Throw((3,))])
    assert refused.value.state == fold(begin, [Throw((4,)), Hold(1)])


# --- starts -------------------------------------------------------------------------------------

STARTS: list[tuple[str, dict[str, Any], str]] = [
    ("pig", {"seats": 1}, "wrong-number-of-seats"),
    ("pig", {"seats": 11}, "wrong-number-of-seats"),
    ("pig", {"scores": (1,)}, "wrong-number-of-scores"),
    ("pig", {"scores": (1, 2, 3)}, "wrong-number-of-scores"),
    ("pig", {"scores": (1, -2)}, "bad-score"),
    ("pig", {"scores": (1, 100)}, "score-at-target"),
    ("pig", {"scores": (101, 1)}, "score-at-target"),
    ("piglet", {"scores": (10, 0)}, "score-at-target"),
    ("pig,target=1", {"scores": (1, 0)}, "score-at-target"),
    ("pig", {"first": 0}, "no-such-first-seat"),
    ("pig", {"first": 3}, "no-such-first-seat"),
    ("pig,first=3", {}, "no-such-first-seat"),
    ("pig", {"first": "roll-off"}, "no-roll-off"),
    ("big-pig,first=2", {"first": "roll-off"}, "no-roll-off"),
    ("skunk", {"first": 1}, "no-first-seat"),
    ("skunk", {"first": "roll-off"}, "no-first-seat"),
]


@pytest.mark.parametrize(("text", "how", "code"), STARTS)
def test_a_game_that_cannot_begin_so_is_refused(text: str, how: dict[str, Any], code: str) -> None:
    with pytest.raises(StartError) as refused:
        start(variants.rules(text), **how)
    assert refused.value.code == code


def test_scores_may_be_just_below_the_target_or_anything_without_one() -> None:
    assert start(variants.rules("pig"), 2, (99, 99)).scores == (99, 99)
    assert start(variants.rules("skunk"), 2, (0, 10**6)).scores == (0, 10**6)


# --- chances in a state -------------------------------------------------------------------------


def _kinds(state: State) -> list[str]:
    return [chance.effect.kind for chance in throws(state)]


def test_a_safe_first_throw_has_no_bust_among_its_chances() -> None:
    begin = start(variants.rules("skunk,first_throw_safe=on"))
    assert set(_kinds(begin)) == {"gain", "void"}
    void = next(chance for chance in throws(begin) if chance.effect.kind == "void")
    assert void.probability * 36 == 11
    assert effect_of(begin, void.faces) == Effect("void")
    assert "bust_all" in _kinds(apply(begin, Throw((1, 1))))
    assert "bust_all" in _kinds(apply(begin, Throw((3, 4))))


def test_a_void_lone_1_and_a_safe_1_1_are_one_effect_of_a_first_throw() -> None:
    begin = start(variants.rules("skunk,first_throw_safe=on,lone_one=void"))
    assert _kinds(begin).count("void") == 1


def test_a_throw_of_hog_has_no_chances_before_it_is_announced() -> None:
    begin = start(variants.rules("hog"))
    with pytest.raises(IllegalEvent, match="announce-first"):
        throws(begin)
    assert sum(c.probability for c in throws(apply(begin, Announce(20)))) == 1


def test_a_game_that_is_over_has_no_chances() -> None:
    with pytest.raises(IllegalEvent, match="game-over"):
        throws(told("pig,target=4", 2, "1: 4 hold"))
    with pytest.raises(IllegalEvent, match="game-over"):
        effect_of(told("pig,target=4", 2, "1: 4 hold"), (3,))


def test_a_roll_off_has_the_chances_of_sums() -> None:
    begin = start(variants.rules("big-pig"))
    exact = {chance.effect.points: chance.probability * 36 for chance in throws(begin)}
    assert exact == {total: 6 - abs(total - 7) for total in range(2, 13)}


# --- outcomes -----------------------------------------------------------------------------------

OUTCOMES = [
    ("pig,target=4", 2, "1: 4 hold", (1,), "target"),
    ("pig,target=4,end=full-round", 2, "1: 4 hold / 2: 4 hold", (1, 2), "target"),
    ("skunk,rounds=1", 2, "*: 3-4 hold:1 hold:2", (1, 2), "rounds"),
    ("pass-the-pigs", 2, "1: piggyback", (2,), "last-left"),
]


@pytest.mark.parametrize(("text", "seats", "lines", "won", "reason"), OUTCOMES)
def test_an_outcome_says_who_won_and_why(
    text: str, seats: int, lines: str, won: tuple[int, ...], reason: str
) -> None:
    assert outcome(told(text, seats, lines)) == (won, reason)


def test_there_is_no_outcome_while_the_game_goes_on() -> None:
    for lines in ("", "1: 4", "1: 4 hold"):
        assert outcome(told("pig", 2, lines)) is None
        assert winners(told("pig", 2, lines)) == ()
    assert outcome(told("big-pig", 2, "first: 3-4")) is None


SAME_TURN: list[tuple[str, str, Event, bool]] = [
    ("pig", "", Throw((4,)), True),
    ("pig", "", Throw((1,)), False),
    ("pig", "1: 4", Hold(1), False),
    ("hog", "", Announce(2), True),
    ("hog", "1: x1", Throw((4,)), False),
    ("skunk", "*: 3-4", Hold(1), True),
    ("skunk", "*: 3-4 hold:1", Hold(2), False),
    ("skunk", "*: 3-4", Throw((1, 2)), False),
    ("big-pig", "first: 3-4", Throw((1, 2)), False),
    ("big-pig", "first: 3-4", Throw((3, 4)), False),
    ("big-pig", "first: 3-4 3-4", Throw((3, 4)), True),
    ("pig,target=4", "1: 4", Hold(1), False),
]


@pytest.mark.parametrize(("text", "lines", "event", "same"), SAME_TURN)
def test_an_event_leaves_the_turn_going_or_ends_it(
    text: str, lines: str, event: Event, same: bool
) -> None:
    state = told(text, 2, lines)
    assert same_turn(state, apply(state, event)) is same


def test_contenders_are_the_seats_that_can_still_win() -> None:
    assert start(variants.rules("pig"), 3).contenders == (1, 2, 3)
    assert told("pass-the-pigs", 3, "1: piggyback").contenders == (2, 3)
    tied = told("skunk,rounds=1,tie=playoff", 3, "*: 3-4 hold:1 5-6 hold:2 hold:3")
    assert tied.contenders == tied.playoff == (2, 3)


@pytest.mark.parametrize(
    ("text", "faces"), [("pig", (4,)), ("piglet", ("H",)), ("pass-the-pigs", ("oinker",))]
)
def test_a_throw_is_worth_in_a_state_what_it_is_worth_by_the_rules(text: str, faces: Faces) -> None:
    state = start(variants.rules(text))
    assert effect_of(state, faces) in [chance.effect for chance in throws(state)]

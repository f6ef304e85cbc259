"""Many games: counted exactly, the same for any number of processes, failures named."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from terminal import Terminal, environment, piped

from passel.simulate import (
    CHUNK,
    MASS_CHUNK,
    Estimate,
    Sum,
    chunks,
    orders,
    run,
    simulate,
    tabulated,
    together,
)
from passel.variants import rules
from passel.words import LANGUAGES


def simulated(data: Path, *arguments: str) -> Any:
    done = piped("simulate", *arguments, "--json", data=data)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_an_estimate_is_the_mean_with_its_standard_error() -> None:
    assert Sum(10, 4, 4).estimate == pytest.approx((0.4, math.sqrt(0.4 * 0.6 / 9)))
    assert Sum().estimate is None
    assert Sum().with_(Fraction(3)).estimate == Estimate(3.0, 0.0)
    assert Sum(2, 4, 10).and_(Sum(1, 5, 25)) == Sum(3, 9, 35)
    both = together([Estimate(0.2, 0.3), Estimate(0.4, 0.4)])
    assert both == pytest.approx((0.3, 0.25))


def test_every_different_order_of_seats_is_played() -> None:
    assert orders(["a", "b"]) == [("a", "b"), ("b", "a")]
    assert orders(["a", "a"]) == [("a", "a")]
    assert len(orders(["a", "b", "c"])) == 6
    assert orders(list("abcde"))[1] == ("b", "c", "d", "e", "a")
    assert len(orders(list("abcde"))) == 5


def test_the_shares_of_a_game_sum_to_one_and_a_tie_is_shared() -> None:
    (work,) = chunks(rules("skunk,rounds=1"), ["sit-at-1", "sit-at-1"], 20, "s")
    tally = run(work)
    assert tally.shares[0] == Sum(20, 10, 5)  # each a half
    assert tally.games == 20
    assert tally.rounds == Sum(20, 20, 20)


def test_the_order_in_which_chunks_end_changes_nothing() -> None:
    work = chunks(rules("pig,target=20"), ["hold-at-5", "random"], 3 * CHUNK - 1, "s")
    *_, forward = simulate(work)
    *_, backward = simulate(work, lambda function, chunks: map(function, [*chunks][::-1]))
    assert forward == backward
    assert [tally.games for tally in forward.values()] == [3 * CHUNK - 1] * 2


def test_the_result_is_the_same_for_any_number_of_processes(tmp_path: Path) -> None:
    arguments = ("hold-at-20", "always-roll", "--rules", "pig,target=30", "--games", "120",
                 "--seed", "é")  # fmt: skip
    one, two, three = (simulated(tmp_path, *arguments, "--jobs", jobs) for jobs in "123")
    assert one == two == three


WAYS = [
    ("pig,target=30", ["hold-at-9", "keep-pace"]),
    ("pig,target=12,first=2", ["always-roll", "random"]),
    ("pig,target=25,end=full-round", ["hold-at-9", "optimal"]),
    ("big-pig,target=12", ["hold-at-5", "4-scoring-turns"]),
    ("two-dice-pig-void,target=15", ["random", "hold-at-20"]),
    ("hog,target=20,max_dice=5", ["roll-3", "random"]),
    ("skunk-solo,rounds=2", ["hold-at-20", "always-roll"]),
    ("pig,target=15,first=random", ["hold-at-4", "hold-at-4"]),
]


@pytest.mark.parametrize(("text", "names"), WAYS)
def test_games_from_tables_are_those_through_the_game(text: str, names: list[str]) -> None:
    """Wins, scores and rounds of both ways agree within four standard errors."""
    of = rules(text)
    tables = tabulated(of, names)
    assert tables is not None
    *_, fast = simulate(chunks(of, names, 30_000, "s", size=MASS_CHUNK), tables=tables)
    *_, slow = simulate(chunks(of, names, 300, "s"))
    for order, tally in fast.items():
        other = slow[order]
        assert tally.games == 30_000
        for one, two in zip(
            [*tally.shares, *tally.scores, tally.rounds, *tally.by_policy.values()],
            [*other.shares, *other.scores, other.rounds, *other.by_policy.values()],
            strict=True,
        ):
            left, right = one.estimate, two.estimate
            assert left
            assert right
            room = 4.0 * math.hypot(left.error, right.error)
            assert abs(left.mean - right.mean) <= room
            assert left.error * math.sqrt(one.size) == pytest.approx(
                right.error * math.sqrt(two.size), rel=0.4, abs=0.2
            )


def test_games_from_tables_are_the_same_for_any_number_of_processes(tmp_path: Path) -> None:
    arguments = ("hold-at-20", "random", "--games", "600000", "--seed", "é")
    one, two = (simulated(tmp_path, *arguments, "--jobs", jobs) for jobs in "12")
    assert one == two
    assert one["played"] == "tables"


def test_the_order_in_which_chunks_of_tables_end_changes_nothing() -> None:
    of, names = rules("pig,target=20"), ["hold-at-5", "random"]
    work = chunks(of, names, 2 * MASS_CHUNK + 7, "s", size=MASS_CHUNK)
    tables = tabulated(of, names)
    *_, forward = simulate(work, tables=tables)
    *_, backward = simulate(
        work, lambda function, chunks: map(function, [*chunks][::-1]), tables=tables
    )
    assert forward == backward
    *_, another = simulate(chunks(of, names, 100, "t", size=MASS_CHUNK), tables=tables)
    *_, first = simulate(chunks(of, names, 100, "s", size=MASS_CHUNK), tables=tables)
    assert another != first


OWN = """
import random
def nine(state): return "hold" if state.turn_total >= 9 else "roll"
def whim(state): return random.choice(["hold", "roll"])
def late(state): return "hold" if state.round > 3 else "roll"
def one(state, seat): return "hold" if seat == 1 else "roll"
"""


@pytest.mark.parametrize(
    ("function", "text", "played"),
    [("nine", "pig,target=15", "tables"), ("whim", "pig,target=15", "game"),
     ("late", "pig,target=15", "game"), ("one", "pig,target=15", "tables"),
     ("one", "pig,target=15,first=random", "game"), ("nine", "pig,target=15,tie=playoff,"
      "end=full-round", "game")],
)  # fmt: skip
def test_a_function_is_tabulated_if_it_answers_by_the_position(
    function: str, text: str, played: str, tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(OWN)
    result = simulated(tmp_path, f"{tmp_path}/own.py:{function}", "hold-at-5", "--rules", text,
                       "--games", "20", "--seed", "1", "--jobs", "1")  # fmt: skip
    assert result["played"] == played
    assert [order["games"] for order in result["orders"]] == [20, 20]


def test_shares_and_errors_are_those_of_exact_play(tmp_path: Path) -> None:
    """Piglet to 2, both hold at 1: a turn scores with 1/2, and two are needed.

    With a and b turns still to score, the seat to move wins with w(1,1) = 2/3, w(1,2) = 8/9,
    w(2,1) = 2/9, w(2,2) = 16/27, from w(a,b) = (1 - w(b,a-1)) / 2 + (1 - w(b,a)) / 2.
    """
    result = simulated(tmp_path, "hold-at-1", "--rules", "piglet,target=2", "--games", "3000",
                       "--seed", "1", "--jobs", "1")  # fmt: skip
    (order,) = result["orders"]
    first, second = order["seats"]
    assert abs(first["wins"] - 16 / 27) < 4 * first["wins_se"]
    assert first["wins_se"] == pytest.approx(math.sqrt(16 / 27 * 11 / 27 / 3000), rel=0.05)
    assert first["wins"] + second["wins"] == pytest.approx(1)


BAD = """
def raises(state): return 1 / 0 if state.scores[0] else "roll"
def waits(state): return "roll" if state.must_roll else "hold"
def passes(state): return "hold"
"""


def test_a_bot_that_fails_in_every_game_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text("def broken(state):\n    return 42\n")
    bot = f"{tmp_path}/bots.py:broken"
    done = piped("simulate", bot, "hold-at-20", "--games", "4", data=tmp_path)
    assert done.returncode == 2
    assert "The bot answered roll 42 at pig:" in done.stdout


def test_a_bot_that_fails_is_named_with_its_position_and_the_rest_goes_on(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD)
    name = f"{tmp_path}/bad.py:raises"
    result = simulated(tmp_path, name, "hold-at-5", "--rules", "pig,target=20", "--games", "30",
                       "--seed", "1", "--jobs", "1")  # fmt: skip
    (failure,) = result["failures"]
    assert failure["policy"] == name
    assert failure["position"].startswith("pig,target=20:")
    assert sum(order["games"] + order["failed"] for order in result["orders"]) == 60
    assert any(order["games"] for order in result["orders"])


def test_a_game_that_never_ends_is_named_and_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD)
    name = f"{tmp_path}/bad.py:passes"
    work = chunks(rules("pig,pass_allowed=on"), [name, name], 10 * CHUNK, "s", most_events=500)
    *_, found = simulate(work)
    (tally,) = found.values()
    assert [failure.code for failure in tally.failures] == ["policy-never-ends"]
    assert tally.skipped == 10 * CHUNK - 1


def test_a_bar_with_the_time_left_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    arguments = ("simulate", "hold-at-20", "--games", "200", "--jobs", "1")
    with Terminal(*arguments, data=tmp_path) as terminal:
        assert terminal.ended() == 0
        assert "[####" in terminal.seen
        assert "left" in terminal.seen
    done = piped(*arguments, data=tmp_path)
    assert done.stderr == ""
    assert "\r" not in done.stdout


def test_ctrl_c_ends_it_with_all_its_processes(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", "from passel.cli import main; main()", "simulate", "hold-at-20",
         "hold-at-20", "hold-at-20", "--games", "100000", "--jobs", "2"],
        env=environment(tmp_path), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)  # the pipes close when all processes are gone
    assert process.returncode == 130
    assert "Traceback" not in err
    assert out == ""


@pytest.mark.parametrize(
    "arguments",
    [[], ["nobody"], ["hold-at-20", "--games", "0"], ["hold-at-20", "--games", "x" * 5000],
     ["hold-at-20", "--games", "9" * 5000], ["hold-at-20", "--jobs", "-1"], ["roll-6"],
     ["hold-at-20", "--rules", "nope"], ["hold-at-20"] * 11],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_exit_2(arguments: list[str], tmp_path: Path) -> None:
    for lang in LANGUAGES:
        done = piped("simulate", *arguments, "--lang", lang, data=tmp_path)
        assert done.returncode == 2
        assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_results_are_told_in_each_language(lang: str, tmp_path: Path) -> None:
    done = piped("simulate", "hold-at-20", "keep-pace", "--games", "5", "--seed", "1", "--jobs",
                 "1", "--lang", lang, data=tmp_path)  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.count("±") == 13
    assert "{" not in done.stdout


@pytest.mark.parametrize(
    ("lang", "always", "never"),
    [
        ("en", "Player 1, hold-at-20: won every time;", "Player 2, keep-pace: never won;"),
        (
            "fr",
            "Joueur 1, hold-at-20\u202f: gagné à chaque fois\u202f;",
            "Joueur 2, keep-pace\u202f: jamais gagné\u202f;",
        ),
        (
            "pl",
            "Gracz 1, hold-at-20: wygrana za każdym razem;",
            "Gracz 2, keep-pace: ani jednej wygranej;",
        ),
    ],
)
def test_that_all_games_went_alike_is_no_certainty(
    tmp_path: Path, lang: str, always: str, never: str
) -> None:
    """To a target of 2 the first player wins with any throw but a 1."""
    game = ["hold-at-20", "keep-pace", "--rules", "pig,target=2", "--games", "2", "--seed", "a"]
    assert simulated(tmp_path, *game)["orders"][0]["seats"][0]["wins"] == 1.0
    said = piped("simulate", *game, "--lang", lang, data=tmp_path).stdout
    assert always in said
    assert never in said

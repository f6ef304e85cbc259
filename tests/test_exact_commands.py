"""`passel solve`, `match`, `advise` and `review`: exact numbers, in words and for programs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from passel.cli.base import run


@pytest.fixture
def passel(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Any:
    """Run a command line with an empty cache; answers exit code, output and errors."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def data(answer: tuple[int, str, str]) -> Any:
    """The JSON of a command that went well."""
    code, out, err = answer
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize("fresh", [[], ["--fresh"]])
def test_solve_pig(passel: Any, fresh: list[str]) -> None:
    """0.530592725274: Neller and Presser print 0.5306."""
    found = data(passel("solve", "pig", "--json", *fresh))
    assert found["first_player"] == pytest.approx(0.530592725274, abs=1e-12)
    assert sum(found["seats"]) == 1.0
    assert found["residual"] < 1e-12
    assert set(found) == {
        *("rules", "first_player", "seats", "residual", "states", "seconds", "kernel"),
    }


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_solve_is_proved_through_the_game(passel: Any, jobs: str) -> None:
    """12 x 12 pairs of scores, each with the turn totals 0 and 2 to 18, and a must-roll start."""
    found = data(passel("solve", "pig,target=12", "--verify", "--jobs", jobs, "--json"))
    assert 0 < found["residual"] < 1e-12
    assert found["tried"] == 12 * 12 * 18
    code, out, _ = passel("solve", "pig,target=12", "--verify", "--jobs", jobs)
    assert code == 0
    assert "Tried in 2,592 positions through the rules of the game" in out


def test_match_hold_at_20_against_the_optimum(passel: Any) -> None:
    """values.toml: 0.491657935 first, 0.428501570 second."""
    found = data(passel("match", "hold-at-20", "optimal", "--json"))
    assert found["a_first"] == pytest.approx(0.491657935, abs=1e-9)
    assert 1 - found["b_first"] == pytest.approx(0.428501570, abs=1e-9)
    assert found["mean_a"] == pytest.approx((0.491657935 + 0.428501570) / 2, abs=1e-9)


def test_match_takes_a_best_response(passel: Any) -> None:
    """values.toml: 0.587367621 first, 0.522381972 second against hold-at-20."""
    found = data(passel("match", "best-response(hold-at-20)", "hold-at-20", "--json"))
    assert found["a_first"] == pytest.approx(0.587367621, abs=1e-9)
    assert 1 - found["b_first"] == pytest.approx(0.522381972, abs=1e-9)


def test_match_takes_a_function_of_ones_own(passel: Any, tmp_path: Path) -> None:
    """A function that holds at 20 does what hold-at-20 does."""
    own = tmp_path / "mine.py"
    own.write_text("def mine(state):\n    return 'hold' if state.turn_total >= 20 else 'roll'\n")
    found = data(passel("match", f"{own}:mine", "hold-at-20", "--rules", "pig,target=20", "--json"))
    named = data(passel("match", "hold-at-20", "hold-at-20", "--rules", "pig,target=20", "--json"))
    assert found["a_first"] == pytest.approx(named["a_first"], abs=1e-12)


def test_match_of_three_says_who_wins_how_often_whoever_starts(passel: Any, tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text("def mine(state):\n    return 'hold' if state.turn_total >= 9 else 'roll'\n")
    words = ("match", "hold-at-9", f"{own}:mine", "optimal", "--rules", "pig,target=20")
    found = data(passel(*words, "--json"))
    assert found["policies"] == ["hold-at-9", f"{own}:mine", "optimal"]
    first, second, third = found["wins"]
    for wins in (first, second, third, found["means"]):
        assert sum(wins) == pytest.approx(1.0, abs=1e-12)
    assert first[0] > third[0] > second[0]  # who starts, and who sits next before the best
    assert found["means"][2] == max(found["means"])
    code, out, _ = passel(*words, "--lang", "fr")
    assert code == 0
    assert out.count("Le joueur 3, optimal, gagne") == 4
    assert "Quand on tire au sort qui commence\u202f:" in out


def test_match_of_three_refuses_what_is_not_solved_in_a_sentence(passel: Any) -> None:
    code, out, err = passel("match", *["hold-at-20"] * 3, "--rules", "big-pig")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "the game ends at once at the target" in err


def test_one_bot_meets_itself(passel: Any) -> None:
    found = data(passel("match", "hold-at-9", "--rules", "pig,target=20", "--json"))
    assert (found["a"], found["b"]) == ("hold-at-9", "hold-at-9")
    assert found["mean_a"] == pytest.approx(0.5, abs=1e-12)


def test_advise_norvig(passel: Any) -> None:
    """CS212: 0.736357188272 at me 25, you 32, pending 8, to 40, a 1 scores 1."""
    found = data(passel("advise", "pig,target=40,bust_points=1:25-32:1:8", "--json"))
    assert max(found["actions"].values()) == pytest.approx(0.736357188272, abs=1e-12)
    assert (found["seat"], found["exact"]) == (1, True)


def test_advise_at_a_start_offers_only_what_is_legal(passel: Any) -> None:
    found = data(passel("advise", "pig:22-0:1:0", "--json"))
    assert found["actions"] == {"roll": pytest.approx(0.6940987174, abs=1e-10)}
    assert found["position"] == "pig:22-0:1:0!"
    assert sum(throw["chance"] for throw in found["throws"]) == pytest.approx(1.0)


def test_advise_in_hog_tells_each_number_of_dice(passel: Any) -> None:
    found = data(passel("advise", "hog:0-0:1:0!", "--json"))
    assert list(found["actions"]) == [f"roll {dice}" for dice in range(1, 21)]
    assert max(found["actions"].values()) == pytest.approx(0.529930144253, abs=1e-11)
    assert sum(throw["chance"] * throw["win"] for throw in found["throws"]) == pytest.approx(
        0.529930144253, abs=1e-11
    )


def test_advice_for_three_seats_says_where_it_is_not_exact(passel: Any) -> None:
    position = "pig,end=full-round:42-60-50:1:18"
    found = data(passel("advise", position, "--json", "--games", "50", "--seed", "x"))
    assert not found["exact"]
    assert set(found["errors"]) == {"roll", "hold"}
    _, out, _ = passel("advise", position, "--games", "50", "--seed", "x")
    assert "Not exact: 50 games were played on after each choice" in out


def test_an_estimate_tells_how_to_get_the_same_again(passel: Any) -> None:
    """With a seed of its own too; another seed throws other dice."""
    position = ("advise", "pig,end=full-round:42-60-50:1:18", "--games", "20")
    _, out, _ = passel(*position)
    (seed,) = re.findall(r"^The same games again: --seed ([0-9a-f]{16})$", out, re.MULTILINE)
    assert passel(*position, "--seed", seed)[1] == out
    assert data(passel(*position, "--json", "--seed", "x"))["seed"] == "x"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "run “passel solve two-dice-pig,target=31 --seats 3” once."),
        ("fr", "lance une fois «\u202fpassel solve two-dice-pig,target=31 --seats 3\u202f»."),
        ("pl", "uruchom raz „passel solve two-dice-pig,target=31 --seats 3”."),
    ],
)
def test_an_estimate_tells_how_to_get_exact_numbers(passel: Any, lang: str, words: str) -> None:
    given = ["--games", "2", "--lang", lang]
    assert words in passel("advise", "two-dice-pig,target=31:3-4-5:1:8", *given)[1]


@pytest.mark.parametrize(
    "position",
    [
        "skunk:20-5-7:1+3:11:round=2",
        "pig,end=full-round:42-60-50:1:18",
        "two-dice-pig:1-2-3-4:1:8",  # too large
    ],
)
def test_where_no_exact_numbers_are_to_be_had_none_are_promised(passel: Any, position: str) -> None:
    assert "passel solve" not in passel("advise", position, "--games", "2")[1]


@pytest.mark.parametrize(
    ("lang", "certain", "always"),
    [
        ("en", "hold: 100.00%", "hold: won every time"),
        ("fr", "garder\u202f: 100,00\u202f%", "garder\u202f: gagné à chaque fois"),
        ("pl", "zachować punkty: 100,00%", "zachować punkty: wygrana za każdym razem"),
    ],
)
def test_that_all_games_went_alike_is_no_certainty(
    passel: Any, lang: str, certain: str, always: str
) -> None:
    """Alone in the last round, holding ends the game; else the other may still go on."""
    given = ["--games", "50", "--seed", "x", "--lang", lang]
    _, out, _ = passel("advise", "skunk:90-20:1:20:round=5", *given)
    assert certain in out.splitlines()
    _, out, _ = passel("advise", "skunk:90-20:1+2:20:round=5", *given)
    assert always in out.splitlines()
    found = data(passel("advise", "skunk:90-20:1:20:round=5", "--json", *given))
    assert set(found["errors"]) == {"roll"}


def test_three_seats_are_solved_and_advised_exactly(passel: Any) -> None:
    """bench/pig3.c finds 0.389704373626, 0.330316595112, 0.279979031262 for a target of 40."""
    found = data(passel("solve", "pig,target=40", "--seats", "3", "--json"))
    assert found["seats"] == pytest.approx(
        [0.389704373626, 0.330316595112, 0.279979031262], abs=1e-12
    )
    assert found["first_player"] == found["seats"][0]
    assert found["residual"] < 1e-14
    assert found["gain"] < 1e-12
    assert found["mixed"] == []
    advice = data(passel("advise", "pig,target=40:0-0-0:1:0!", "--json"))
    assert advice["exact"]
    assert advice["actions"] == {"roll": found["seats"][0]}
    mean = sum(throw["chance"] * throw["win"] for throw in advice["throws"])
    assert mean == pytest.approx(found["seats"][0], abs=1e-12)


def test_what_was_solved_with_patience_is_advised_from_then_on(passel: Any) -> None:
    position = "two-dice-pig,target=31:3-4-5:1:8"
    before = data(passel("advise", position, "--json", "--games", "2", "--seed", "x"))
    passel("solve", "two-dice-pig,target=31", "--seats", "3")
    assert (before["exact"], data(passel("advise", position, "--json"))["exact"]) == (False, True)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["roll: 46.75%", "hold: 45.53%", "Best: roll"]),
        ("fr", ["lancer\u202f: 46,75\u202f%", "garder\u202f: 45,53\u202f%"]),
        ("pl", ["rzucać: 46,75%", "zachować punkty: 45,53%"]),
    ],
)
def test_advice_in_words(passel: Any, lang: str, lines: list[str]) -> None:
    code, out, _ = passel("advise", "pig:42-60:1:18", "--lang", lang)
    assert code == 0
    for line in lines:
        assert line in out.splitlines()


@pytest.mark.parametrize(
    ("lang", "reasons"),
    [
        (
            "en",
            [
                "Too early to hold: on average another throw adds 3.3 and loses 1.2.",
                "Time to hold: on average another throw adds 3.3 and loses 3.7.",
                "The other player needs only 10 more points, so a bigger turn wins more often "
                "here.",
                "One throw can be enough: only 5 points are missing.",
            ],
        ),
        (
            "fr",
            [
                "Trop tôt pour s’arrêter\u202f: en moyenne, un lancer de plus ajoute 3,3 et fait "
                "perdre 1,2.",
                "Il est temps de s’arrêter\u202f: en moyenne, un lancer de plus ajoute 3,3 et fait "
                "perdre 3,7.",
                "Il ne manque plus que 10 points à l’autre joueur\u202f; ici, un plus gros tour "
                "gagne plus souvent.",
                "Un seul lancer peut suffire\u202f: il ne manque que 5 points.",
            ],
        ),
        (
            "pl",
            [
                "Za wcześnie, by zachować punkty: kolejny rzut średnio dodaje 3,3, a zabiera 1,2.",
                "Czas zachować punkty: kolejny rzut średnio dodaje 3,3, a zabiera 3,7.",
                "Drugiej osobie brakuje tylko 10 punktów, więc tutaj większa tura wygrywa "
                "częściej.",
                "Może wystarczyć jeden rzut: brakuje tylko 5 punktów.",
            ],
        ),
    ],
)
def test_a_decision_that_cost_something_has_the_reason_that_fits(
    passel: Any, tmp_path: Path, lang: str, reasons: list[str]
) -> None:
    """Held at 7 and at 26, rolled at 22, held with 90 when 5 of the missing points might fall."""
    file = tmp_path / "game.pig"
    turns = "1: 3 4 hold\n2: 5 6 5 6 5 3 hold\n1: 6 6 6 6 2 hold\n2: 3 2 hold\n"
    file.write_text(f'[Rules "pig"]\n[Seats "2"]\n[Scores "40 60"]\n{turns}')
    _, out, _ = passel("review", str(file), "--lang", lang)
    assert [line for line in reasons if f"  {line}" not in out.splitlines()] == []


def test_a_review_of_everything_does_not_say_that_all_of_it_cost_something(
    passel: Any, tmp_path: Path
) -> None:
    file = tmp_path / "game.pig"
    file.write_text('[Rules "pig"]\n[Seats "2"]\n[Scores "99 99"]\n1: 2 hold\n')
    _, out, _ = passel("review", str(file), "--all")
    assert "Every decision, in points of 100:" in out.splitlines()
    assert "Decisions that cost something" not in out
    assert "wins the game at once" not in out  # it is what was done


def test_review_in_words_and_for_programs(passel: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.pig"
    file.write_text('[Rules "pig"]\n[Seat 1 "Ana"]\n[Seat 2 "Bo"]\n[Scores "99 99"]\n1: 2 3 hold\n')
    _, out, _ = passel("review", str(file))
    assert "Ana: from 85.71 in 100 at the start to 100.00 in 100 at the end." in out
    assert "Ana, pig:99-99:1:2: roll; best: hold; −14.29" in out
    assert "  Holding wins the game at once." in out.splitlines()
    found = data(passel("review", str(file), "--json"))
    assert [made["why"] for made in found["decisions"]] == [{"code": "hold-wins"}] * 2
    ana = found["seats"][0]
    assert ana["result"] - ana["start"] == pytest.approx(
        ana["luck"] - ana["lost"] + ana["given"], abs=1e-12
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["advise", "pig:100-60:-:0"], "Nobody is to move in this position"),
        (["advise", "pig:1-2"], "Line 1, column 8: A position has the rules"),
        (["match", "hold-at-20", "keep-pase"], "There is no bot called “keep-pase”."),
        (["match", "roll-5", "hold-at-20"], "“roll-5” cannot play “pig”."),
        (["match", "hold-at-0", "hold-at-20"], "“hold-at-0” the number must be from 1 to 999."),
        (["match", "hold-at-1000", "random"], "“hold-at-1000” the number must be from 1 to 999."),
        (["match", "roll-007", "roll-1", "--rules", "hog"], "“roll-007” the number must be"),
        (["match", "roll-21", "roll-1", "--rules", "hog"], "“roll-21” the number must be from 1"),
        (["advise", "pig:1-2:1:x"], "total cannot be. Expected: a number, a number with “!”."),
        (["solve", "skunk"], "There are exact odds of “skunk” for one player only. Add --seats 1."),
        (["solve", "pig", "--seats", "11"], "--seats cannot be “11”."),
        (["solve", "pig", "--seats", "5"], "“pig” with so many players is too large"),
        (["solve", "big-pig", "--seats", "3"], "That does not fit “big-pig”."),
        (["solve", "big-pig", "--seats", "5"], "“big-pig” is for 2 to 4 players, not for 5."),
        (["solve", "hog,max_dice=0", "--seats", "1"], "The option “max_dice” cannot be “0”."),
        (["solve", "pig,target=1000000"], "“pig,target=1000000” is too large"),
    ],
)
def test_bad_input_gets_one_sentence(passel: Any, arguments: list[str], sentence: str) -> None:
    code, out, err = passel(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("passel: ")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_bot_against_itself_is_told_once(passel: Any) -> None:
    code, out, _ = passel("match", "hold-at-20", "--rules", "pig,target=20")
    assert code == 0
    assert out.count("hold-at-20 starts") == 1


def test_what_a_seat_could_gain_is_never_said_to_be_nothing(passel: Any) -> None:
    """A bound is rounded up."""
    code, out, _ = passel("solve", "pig,target=12", "--seats", "3")
    assert code == 0
    assert "at most 0.0000000001% more" in out


def test_a_bot_that_never_ends_a_game_is_named_and_not_waited_for(
    passel: Any, tmp_path: Path
) -> None:
    own = tmp_path / "mine.py"
    own.write_text("def mine(state):\n    return 'hold' if state.turn_total == 0 else 'roll'\n")
    code, _, err = passel("match", f"{own}:mine", f"{own}:mine", "--rules", "pig,pass_allowed=on")
    assert code == 2
    assert "pig,pass_allowed=on:" in err


def test_one_seat_alone(passel: Any) -> None:
    """values.toml: 12.5452323520 turns; Durango Bill: 0.694 within one turn from 99."""
    found = data(passel("solve", "pig", "--seats", "1", "--json"))
    assert found["least_turns"] == pytest.approx(12.5452323520, abs=1e-9)
    assert found["arrive_within"] == sorted(found["arrive_within"])
    found = data(passel("solve", "two-dice-pig,target=1", "--seats", "1", "--json"))
    assert found["arrive_within"][0] == pytest.approx(25 / 36)
    assert len(found["arrive_within"]) == 10
    found = data(passel("solve", "skunk", "--seats", "1", "--json"))
    assert found["best_mean"] == pytest.approx(36.29153314, abs=1e-8)


def test_counted_rounds_do_not_miss_their_equation(passel: Any) -> None:
    assert 0 <= data(passel("solve", "skunk-solo,rounds=1", "--json"))["residual"] < 1e-12


@pytest.mark.parametrize("damage", [b"", b"passel cells 1\n", b"\x00" * 999])
def test_a_damaged_cache_is_made_again(passel: Any, tmp_path: Path, damage: bytes) -> None:
    one = data(passel("solve", "pig,target=30", "--json"))
    (kept,) = (tmp_path / "cache").rglob("*.cells")
    sound = kept.read_bytes()
    kept.write_bytes(damage)
    assert data(passel("solve", "pig,target=30", "--json"))["seats"] == one["seats"]
    assert kept.read_bytes() == sound


def test_exploit_names_what_loses_the_most(passel: Any) -> None:
    """In a game to 30, hold-at-9 loses most by holding 9 at the start: by hand, it is 30 away."""
    found = data(passel("exploit", "hold-at-9", "--rules", "pig,target=30", "--json"))
    assert found["response"]["mean"] == pytest.approx(0.5 - found["exploitability"])
    assert found["loses"] == pytest.approx(0.5 - found["optimum"]["mean"], abs=1e-12)
    assert len(found["decisions"]) == 10
    worst = found["decisions"][0]
    assert (worst["position"], worst["best"]) == ("pig,target=30:0-0:1:9", ["roll"])
    assert worst["loses"] == pytest.approx(worst["visits"] * worst["cost"])
    _, out, _ = passel("exploit", "hold-at-9", "--rules", "pig,target=30", "--worst", "1")
    assert "pig,target=30:0-0:1:9: hold; best: roll; 2.0503 in a game" in out
    _, out, _ = passel("exploit", "hold-at-9", "--rules", "pig,target=15,end=full-round")
    assert "can only be told where a game ends at once" in out
    found = data(passel("exploit", "sit-at-20", "--rules", "skunk,rounds=1", "--json"))
    assert found["optimum"] is None
    assert found["response"]["mean"] < 0.5
    assert passel("exploit", "sit-at-9", "--rules", "skunk,tie=playoff")[0] == 2

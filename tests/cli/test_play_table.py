"""What a table says and asks: the words of each event, physical dice, bots, names, counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from terminal import piped

from passel.bots import usual
from passel.cli.asking import Commands, visible
from passel.cli.commentary import Commentary
from passel.cli.entry import read_throw
from passel.cli.pictures import picture
from passel.cli.screen import wrapped
from passel.cli.seats import Seat, seat, shown_names
from passel.dice import KINDS
from passel.errors import PolicyError
from passel.game import Hold, Throw, apply, fold, start
from passel.names import clean, shortened, told_apart, width
from passel.notation import parse_position, parse_record
from passel.variants import VARIANTS, rules
from passel.words import LANGUAGES, Words


def said(lang: str, position: str, event: Throw | Hold, you: int | None = 1) -> str:
    """What is said about an event in a position."""
    before = parse_position(position)
    names = ["Ana", "Ben", "Ola"][: len(before.scores)]
    lines = Commentary(Words(lang), names, you).happened(before, event, apply(before, event))
    return " ".join(line.text for line in lines)


# Sentences.


@pytest.mark.parametrize(
    ("position", "event", "sentence"),
    [
        ("pig:42-60:1:13", Throw((1,)), "You rolled 1. 13 points lost."),
        ("pig:42-60:1:0", Throw((1,)), "You rolled 1. 0 points lost."),
        ("pig:42-60:1:1", Throw((1,)), "You rolled 1. 1 point lost."),
        ("pig:42-60:2:13", Throw((4,)), "Ben rolled 4. 4 points. Turn total: 17."),
        ("two-dice-pig:42-60:1:8", Throw((1, 1)),
         "You rolled 1, 1. 50 points lost: the turn total and the whole score."),
        ("two-dice-pig-void:42-60:1:8", Throw((1, 3)),
         "You rolled 1, 3. It adds nothing, and the turn goes on. Turn total: 8."),
        ("big-pig:42-60:1:8", Throw((3, 3)),
         "You rolled 3, 3. 12 points. Turn total: 20. A double: the dice must be rolled again."),
        ("pig,bust_points=1:42-60:2:5", Throw((1,)),
         "Ben rolled 1. 5 points lost. All the same, 1 point goes into the score."),
        ("hog:42-60:1:0!:dice=2", Throw((3, 1)), "You rolled 3, 1. The throw scores nothing."),
    ],
)  # fmt: skip
def test_each_event_is_said_in_words(position: str, event: Throw, sentence: str) -> None:
    assert said("en", position, event) == sentence


@pytest.mark.parametrize(
    ("lang", "count", "words"),
    [
        ("pl", 1, "1 punkt"), ("pl", 2, "2 punkty"), ("pl", 5, "5 punktów"),
        ("pl", 12, "12 punktów"), ("pl", 22, "22 punkty"), ("pl", 112, "112 punktów"),
        ("fr", 0, "0 point perdu"), ("fr", 1, "1 point perdu"), ("fr", 2, "2 points perdus"),
        ("en", 0, "0 points"), ("en", 1, "1 point "), ("en", 2, "2 points"),
    ],
)  # fmt: skip
def test_points_are_counted_as_the_language_counts(lang: str, count: int, words: str) -> None:
    assert words in said(lang, f"pig,target=999:42-60:2:{count}{'!' * (not count)}", Throw((1,)))


def test_the_last_round_the_play_off_and_shared_losses_are_announced() -> None:
    assert "100" in said("en", "big-pig:90-60:1:10", Hold(1))
    assert "last" in said("en", "big-pig:90-60:1:10", Hold(1)) or "end" in said(
        "en", "big-pig:90-60:1:10", Hold(1)
    )
    lost = said("en", "skunk:20-5-7:1+3:11:round=2", Throw((1, 4)), None)
    assert "Ana, Ola" in lost
    assert "Ben" not in lost


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", VARIANTS)
def test_every_event_of_every_variant_has_its_words(id: str, lang: str) -> None:
    """The golden games can be told from both points of view; no placeholder stays, no key fails."""
    record = parse_record((Path(__file__).parent.parent / f"golden/{id}.pig").read_text("utf-8"))
    states = list(record.states())
    names = [f"N{number}" for number in record.start.seats]
    for you in (None, 1):
        speaker = Commentary(Words(lang), names, you)
        for before, event, after in zip(states, record.events, states[1:], strict=False):
            lines = [line.text for line in speaker.happened(before, event, after)]
            assert lines
            assert not any("{" in line for line in lines)
        assert all(line.text for line in speaker.ended(states[-1]) if states[-1].over)


# Physical dice.


@pytest.mark.parametrize(
    ("text", "kind", "count", "faces"),
    [
        ("4", "die", 1, (4,)), ("34", "die", 2, (3, 4)), ("3 4", "die", 2, (3, 4)),
        ("3-4", "die", 2, (3, 4)), (" 3,4 ", "die", 2, (3, 4)), ("7", "die", 1, (7,)),
        ("12", "die", 1, (12,)), ("heads", "coin", 1, ("H",)), ("t", "coin", 1, ("T",)),
        ("ts", "pig", 2, ("T", "S")), ("T-S", "pig", 2, ("T", "S")),
        ("oinker", "pig", 2, ("oinker",)),
        ("piggyback", "pig", 2, ("piggyback",)), ("r", "pig", 2, None), ("", "die", 1, None),
        ("hold", "die", 1, None), ("four", "die", 1, None), ("4.5", "die", 1, None),
        ("-", "die", 2, None), ("½", "die", 1, None), ("٣", "die", 1, None),
    ],
)  # fmt: skip
def test_a_throw_can_be_typed_in_any_sensible_way(
    text: str, kind: str, count: int, faces: tuple[int | str, ...] | None
) -> None:
    assert read_throw(text, kind, count, Words("en")) == faces


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["coin", "pig"])
def test_each_face_can_be_typed_by_its_word(lang: str, kind: str) -> None:
    words = Words(lang)
    for face in (*KINDS[kind].faces, *KINDS[kind].words):
        typed = words.say(f"face.{kind}.{face}")
        assert read_throw(typed, kind, 1, words) == (face,)


def test_with_real_dice_entries_are_checked_and_taken_back_across_turns(tmp_path: Path) -> None:
    typed = [
        "4",
        "3",
        "hold",
        "5",
        "9",
        "",
        "u",
        "u",
        "u",
        "u",
        "6",
        "6",
        "h",
        "2",
        "h",
        "6",
        "hold",
    ]
    done = piped(
        "play", "pig,target=18", "--dice", "physical", "--player", "Ana", "--player", "Ben",
        data=tmp_path, typed="\n".join([*typed, "u", "u", "1", "n"]) + "\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    text = done.stdout
    assert "These dice have no “9”" in text
    assert text.count("Taken back: ") == 6
    assert "Ana wins with 18 points!" in text
    (path,) = (tmp_path / "playing").glob("*.pig")
    assert "1: 6 6 hold\n2: 2 hold\n1: 1\n" in path.read_text()


def test_undo_of_the_winning_entry_takes_the_win_back(tmp_path: Path) -> None:
    done = piped(
        "play", "pig,target=6", "--dice", "physical", "--player", "Ana", "--player", "Ben",
        data=tmp_path, typed="6\nhold\nu\nu\n1\n6\nhold\n\nn\n",
    )  # fmt: skip
    assert done.stdout.count("wins with") == 2
    (path,) = (tmp_path / "finished").glob("*.pig")
    assert path.read_text().endswith("1: 1\n2: 6 hold\n")
    assert '[Result "2"]' in path.read_text()


def test_passels_own_throws_cannot_be_taken_back(tmp_path: Path) -> None:
    done = piped("play", "pig", data=tmp_path, typed="\nundo\n")
    assert "stays" in done.stdout


# Looking things up never acts.


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", VARIANTS)
def test_looking_up_never_acts(id: str, lang: str, tmp_path: Path) -> None:
    commands = Commands(Words(lang))
    looks = [
        word
        for name in ("help", "points", "log", "rules", "odds", "undo", "keys")
        for word in commands.spoken(name)
    ]
    typed = "\n".join([*looks, "help", "rules", "history", *LANGUAGES]) + "\n"
    done = piped("play", id, "--lang", lang, data=tmp_path, typed=typed)
    assert done.returncode == 0
    assert done.stderr == ""
    assert not list((tmp_path / "playing").glob("*")), "nothing happened, nothing is kept"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_means_two_things(lang: str) -> None:
    commands = Commands(Words(lang))
    for name in commands.NAMES:
        assert {commands.meant(word) for word in commands.spoken(name)} == {name}


def test_hog_tells_the_exact_odds_of_each_number_of_dice(tmp_path: Path) -> None:
    done = piped("play", "hog", data=tmp_path, typed="odds\n2\n")
    assert "2 dice: 69.4%" in done.stdout  # 25/36
    assert len(re.findall(r"^\d+ di(?:e|ce): ", done.stdout, re.M)) == 21


def test_a_throw_that_loses_everything_loses_the_turn_total_too(tmp_path: Path) -> None:
    done = piped("play", "two-dice-pig", data=tmp_path, typed="odds\n")
    assert "loses the turn total with a chance of 30.6%." in done.stdout  # 11/36
    assert "loses the whole score as well with a chance of 2.8%." in done.stdout  # 1/36


# Players.


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"), ("  Ana \t Maria ", "Ana Maria"), ("\x1b[31mEve\x1b[0m", "Eve"),
        ("\x1b]0;title\x07Eve", "Eve"), ("a\x00b\x7f\u202eb\u200b", "abb"), ("\u009b31mEve", "Eve"),
        ("Zo\u0308e", "Zöe"), ("Z" + "\u0301" * 40, "Ź\u0301\u0301"), ("", ""), ("\u0301", ""),
        ("漢字" * 9, "漢字漢字漢字漢字漢…"), ("x" * 500, "x" * 19 + "…"),
    ],
)  # fmt: skip
def test_a_name_is_cleaned_and_fits(name: str, shown: str) -> None:
    assert clean(name) == shown
    assert width(clean(name)) <= 20


def test_no_two_names_look_the_same() -> None:
    assert told_apart(["Ana", "ana", "Ana (2)", "\uff21na"]) == [
        "Ana",
        "ana (2)",
        "Ana (2) (3)",
        "\uff21na (4)",
    ]
    assert told_apart(["Ana", "\u0410na", "Il", "l1"]) == ["Ana", "\u0410na (2)", "Il", "l1 (4)"]
    long = told_apart(["x" * 20, "x" * 20])
    assert len(set(long)) == 2
    assert all(width(name) <= 20 for name in long)
    assert shown_names([Seat(), Seat(None, "random"), Seat(None, "random")], Words("en")) == [
        "You", "random", "random (3)",
    ]  # fmt: skip


def test_a_player_is_a_person_or_a_bot_or_a_bot_with_a_name() -> None:
    assert seat("Ana", rules("pig"), 2) == Seat("Ana")
    assert seat("hold-at-20", rules("pig"), 2) == Seat(None, "hold-at-20")
    assert seat("Ben=hold-at-20", rules("pig"), 2) == Seat("Ben", "hold-at-20")
    with pytest.raises(PolicyError, match="policy-does-not-fit"):
        seat("roll-6", rules("pig"), 2)


def test_the_usual_stops_where_a_throw_risks_what_it_may_gain() -> None:
    assert [usual(rules(id)) for id in ("pig", "piglet", "hog", "skunk", "greedy-pig")] == [
        "hold-at-20", "hold-at-1", "roll-5", "sit-at-19", "sit-at-20",
    ]  # fmt: skip


@pytest.mark.parametrize("id", VARIANTS)
def test_bots_alone_play_to_the_end(id: str, tmp_path: Path) -> None:
    bot = usual(rules(id))
    done = piped("play", id, "--player", bot, "--player", bot, data=tmp_path)
    assert done.returncode == 0
    assert len(list((tmp_path / "finished").glob("*.pig"))) == 1


BOTS = """
def raises(state): return 1 / 0
def nonsense(state): return "jump"
def exits(state): raise SystemExit
"""


@pytest.mark.parametrize(("bot", "reason"), [
    ("raises", "ZeroDivisionError"), ("nonsense", "jump"), ("exits", "SystemExit"),
])  # fmt: skip
def test_a_bot_that_fails_is_named_with_the_position_and_replaced(
    bot: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "bots.py").write_text(BOTS)
    done = piped(
        "play", "pig", "--player", f"{tmp_path}/bots.py:{bot}", "--player", "hold-at-20",
        "--seed", "4", data=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0
    assert reason in done.stdout
    assert re.search(r"pig:0-0:1:\d", done.stdout)
    assert Words("en").say("play.bot-replaced", bot="hold-at-20", name=bot) in done.stdout
    assert len(list((tmp_path / "finished").glob("*.pig"))) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["pig", "--player", "roll-6"], ["nope"], ["pig,target=x"], ["pig", "--dice", "fake"],
        ["pig", "--pace", "fast"], ["--resume"], ["big-pig", *["--player", "A"] * 5],
        ["pig", "--player", "missing.py:f"],
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_exit_2(arguments: list[str], tmp_path: Path) -> None:
    for lang in LANGUAGES:
        done = piped("play", *arguments, "--lang", lang, data=tmp_path)
        assert done.returncode == 2
        assert done.stdout == ""
        assert len(done.stderr.strip().splitlines()) == 1
        assert "Traceback" not in done.stderr


# One question begins a game; another follows.


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("\n", "Pig (pig)"), ("2\n", "Two-Dice Pig (two-dice-pig)"), ("Hog\n", "Hog (hog)"),
        ("big pig\n", "no game"), ("skunk,rounds=2 Ana Ben\n", "(skunk,rounds=2)"),
        ("'big pig' Ana Ben\n", "Big Pig (big-pig)"), ("99\n", "no game"), ("'\n", "no game"),
        ("pl\n\n", "Świnka (pig)"), ("?\n", "pig,target=50"), ("\x00\n", "no game"),
    ],
)  # fmt: skip
def test_one_question_begins_a_game(typed: str, title: str, tmp_path: Path) -> None:
    done = piped("play", data=tmp_path, typed=typed)
    assert done.returncode == 0
    assert title in done.stdout


def test_the_first_game_explains_itself_once(tmp_path: Path) -> None:
    explained = Words("en").say("play.explain.solo")
    assert len(re.findall(r"[.!?](?: |$)", explained)) == 3
    assert explained in piped("play", "pig", data=tmp_path, typed="\nh\n").stdout
    assert explained not in piped("play", "pig", data=tmp_path, typed="\nh\n").stdout


def test_the_next_seat_or_the_loser_starts_a_rematch(tmp_path: Path) -> None:
    for option, expected in (("", '[First "2"]'), (",first=loser", None)):
        data = tmp_path / (option or "next")
        done = piped(
            "play", f"pig,target=6{option}", "--dice", "physical", "--player", "Ana", "--player",
            "Ben", data=data, typed="6\nh\n6\nh\n\ny\n6\n",
        )  # fmt: skip
        (first,) = (data / "finished").glob("*.pig")
        (second,) = (data / "playing").glob("*.pig")
        winner = parse_record(first.read_text()).final
        begun = parse_record(second.read_text())
        if expected:
            assert expected in second.read_text(), done.stdout
        else:
            assert winner.scores[begun.start.first - 1] == min(winner.scores)


# Letters on a screen.


def test_lines_are_broken_by_display_width() -> None:
    assert wrapped("a 漢字漢字 b", 6) == ["a", "漢字漢", "字 b"]
    assert wrapped("  x yy", 10, "    ") == ["  x yy"]
    assert wrapped("", 10) == [""]
    assert shortened("漢字漢", 5) == "漢字…"
    assert width("e\u0301漢") == 3
    assert visible("\x1b[31mx\n\u202e") == "?[31mx??"


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_pictures_fit_and_differ(kind: str, unicode: bool) -> None:
    dice = KINDS[kind]
    count = 1 if kind == "coin" else 2
    throws = [(face,) * count for face in dice.faces] + [(word,) for word in dice.words]
    drawn = [tuple(picture(kind, faces, [str(f) for f in faces], 39, unicode)) for faces in throws]
    assert len(set(drawn)) == len(throws)
    for lines in drawn:
        assert len({width(line) for line in lines}) == 1
        assert width(lines[0]) <= 39
        assert unicode or all(line.isascii() for line in lines)
    many = picture("die", (1, 2, 3, 4, 5, 6) * 3, [], 39, unicode)
    assert max(map(width, many)) <= 39


def test_a_long_game_is_shown_in_a_moment(tmp_path: Path) -> None:
    """Ten thousand events are read and played on in seconds."""
    folder = tmp_path / "playing"
    folder.mkdir()
    record = parse_record('[Rules "pig,target=1000000"]\n[Seats "2"]\n')
    events: list[Throw | Hold] = [Throw((6,)), Hold(1), Throw((5,)), Hold(2)] * 2500
    assert fold(start(record.start.rules), events).round == 2501
    lines = "1: 6 hold\n2: 5 hold\n" * 2500
    (folder / "a.pig").write_text(f'[Rules "pig,target=1000000"]\n[Seats "2"]\n\n{lines}')
    done = piped("play", "--resume", data=tmp_path, typed="\nh\nlog\n")
    assert "score 15,000" in done.stdout


def test_many_people_are_asked_together_who_sits_down(tmp_path: Path) -> None:
    players = [part for name in "ABCDE" for part in ("--player", name)]
    done = piped(
        "play", "skunk", "--dice", "physical", *players, data=tmp_path,
        typed="3 4\n9\n2 5\n2\n34\n2\n1,3\n5 6\nall\n6 6\nall\n",
    )  # fmt: skip
    words = Words("en")
    assert words.say("error.no-such-seat", seat=9, count=5) in done.stdout
    assert words.say("error.already-held", seat=2, to_move=[1, 3, 4]) in done.stdout
    assert "\n5 E: score 0." in done.stdout
    (path,) = (tmp_path / "playing").glob("*.pig")
    assert "*: 3-4 hold:2 hold:5 3-4 hold:1 hold:3 5-6 hold:4\n*: 6-6 hold:1" in path.read_text()


def test_the_language_can_be_switched_in_the_middle(tmp_path: Path) -> None:
    done = piped("play", "pig", data=tmp_path, typed="pl\n\nfr\nz\ng\n")
    lines = done.stdout.splitlines()
    assert Words("pl").say("play.language") in lines
    assert Words("fr").say("play.language") in lines
    assert Words("fr").say("play.saved", command="passel play --resume") in lines
    assert "“z”" not in done.stdout


def test_a_game_that_nobody_wants_is_taken_off_the_list_and_kept(tmp_path: Path) -> None:
    for _ in range(2):
        piped("play", "pig", data=tmp_path, typed="\n")
    done = piped("play", data=tmp_path, typed="?\nd 7\nd 1\nd\n\n")
    assert done.returncode == 0
    assert done.stdout.count("not deleted") == 2
    assert Words("en").say("play.ask.game", example="pig Ana Ben") in done.stdout
    assert not list((tmp_path / "playing").iterdir())
    assert len(list((tmp_path / "finished").iterdir())) == 2


def test_a_stream_without_accents_gets_the_letters_it_has(tmp_path: Path) -> None:
    done = piped(
        "play", "pig", "--lang", "pl", "--player", "Łucja", "--player", "漢", data=tmp_path,
        typed="\nx\n", PYTHONIOENCODING="ascii",
    )  # fmt: skip
    assert done.stdout.isascii()
    assert "Lucja" in done.stdout
    assert "Nacisnij Enter" in done.stdout


def test_every_answer_to_another_game_is_answered(tmp_path: Path) -> None:
    done = piped(
        "play", "pig,target=6", "--player", "hold-at-6", "--player", "hold-at-6", data=tmp_path,
        typed="?\nhold\nfr\nn\n",
    )  # fmt: skip
    assert done.stdout.count("is neither yes nor no") == 2
    assert Words("fr").say("play.bye") in done.stdout

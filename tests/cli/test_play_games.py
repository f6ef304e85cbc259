"""Whole games on a real terminal: every variant, two in a row, each language, wide and narrow."""

from __future__ import annotations

import itertools
import re
import time
from pathlib import Path

import pytest
from terminal import Terminal, piped, plain

from passel.cli.asking import Commands
from passel.cli.base import NEWCOMERS
from passel.names import width
from passel.notation import parse_record
from passel.variants import VARIANTS, rules
from passel.words import LANGUAGES, Words

SHORT = {"piglet": "target=3", "hog": "target=12", "greedy-pig": "rounds=2"}


def short(id: str) -> str:
    """The variant so that a game is short."""
    own = VARIANTS[id].rules
    return f"{id},{SHORT.get(id) or ('rounds=2' if own.rounds else 'target=15')}"


NONSENSE = ["xyzzy", "?", "\x1b[31m7", "-1", "", "9" * 20, "é" * 300, ";", "''", "\x00", "\\"]


def finished(data: Path) -> list[Path]:
    return sorted((data / "finished").glob("*.pig"))


def play_on(terminal: Terminal, data: Path, games: int, lang: str) -> None:
    """Type decisions and nonsense until so many games are finished."""
    commands = Commands(Words(lang))
    roll, hold = commands.spoken("roll"), commands.spoken("hold")
    decisions = itertools.cycle(["", roll[0], "2", hold[0], roll[1], hold[1]])
    for number, line in enumerate(itertools.chain(NONSENSE, decisions)):
        assert number < 2000
        said = terminal.answer(line)
        assert plain(said).strip() not in {"", line}, "every input is answered"
        if len(finished(data)) == games:
            return


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", VARIANTS)
def test_two_games_in_a_row_can_be_played_to_their_end(id: str, lang: str, tmp_path: Path) -> None:
    columns = 40 if (list(VARIANTS).index(id) + LANGUAGES.index(lang)) % 2 else 80
    words = Words(lang)
    with Terminal(
        "play", short(id), "--lang", lang, "--pace", "instant", "--player", "Zoë", "--player",
        "random", data=tmp_path, columns=columns,
    ) as terminal:  # fmt: skip
        play_on(terminal, tmp_path, 2, lang)
        terminal.type("\x04")
        assert terminal.ended() == 0, terminal.seen
    shown = plain(terminal.seen)
    assert "Traceback" not in shown
    assert words.say("play.bye") in shown
    spoken = Commands(words).spoken
    typed = (*spoken("roll"), *spoken("hold"), "xyzzy", "7", "-1", "9", "é", ";", "''", "@", "\\")
    too_wide = [line for line in shown.split("\n") if width(line) > columns]
    assert [line for line in too_wide if not line.endswith(typed)] == []
    for path in finished(tmp_path)[:2]:
        record = parse_record(path.read_text("utf-8"))
        assert record.final.over
        assert record.start.rules == rules(short(id))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_in_pipes_is_told_in_whole_sentences(lang: str, tmp_path: Path) -> None:
    done = piped(
        "play", "pig,target=8", "--lang", lang, "--seed", "1", data=tmp_path,
        typed="\n".join(["", Words(lang).say("keys.hold").split()[0]] * 40),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert not re.search(r"[│┌█░]|\{", done.stdout)
    lines = done.stdout.splitlines()
    assert [line for line in lines if not re.search(r"[.!?:)]$|\.pig$|--resume$", line)] == []


def test_no_colour_is_written_where_none_is_wanted(tmp_path: Path) -> None:
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with Terminal("play", "pig", data=tmp_path, more={name: value}) as terminal:
            terminal.until("Press Enter")
            assert "\x1b" not in terminal.seen
    with Terminal("play", "pig", data=tmp_path) as terminal:
        terminal.until("Press Enter")
        assert "\x1b[1m" in terminal.seen


def test_a_terminal_without_unicode_gets_letters(tmp_path: Path) -> None:
    with Terminal("play", "pig", data=tmp_path, more={"PYTHONIOENCODING": "ascii"}) as terminal:
        terminal.until("Press Enter")
        terminal.say("", "hold")
        assert terminal.seen.isascii()
        assert "+-------+" in terminal.seen


def test_a_window_may_be_resized_in_the_middle(tmp_path: Path) -> None:
    with Terminal("play", "pig", "--lang", "fr", data=tmp_path, columns=80) as terminal:
        terminal.until("Entrée pour lancer.")
        terminal.resize(40)
        before = len(terminal.seen)
        terminal.say("?", "Entrée pour lancer.")
        assert max(map(width, plain(terminal.seen[before:]).split("\n"))) <= 40


def test_single_keys_count_without_enter_and_help_does_not_act(tmp_path: Path) -> None:
    with Terminal(
        "play", "pig", "--keys", "--pace", "instant", "--seed", "1", "--player", "Ana",
        "--player", "Ben", data=tmp_path,
    ) as terminal:  # fmt: skip
        for key, then in (
            ("r", "Turn total: "),
            ("?", "this help"),
            ("\x1b[A", ""),
            ("x", "“x” means nothing here"),
            ("i", "Any other face"),
            ("l", "Ana: "),
        ):
            start = len(terminal.seen)
            terminal.until("Press Enter to roll." if key == "r" else "or hold")
            terminal.type(key)
            terminal.until(then, start)
        terminal.type("q")
        assert terminal.ended() == 0
    (path,) = (tmp_path / "playing").glob("*.pig")
    assert len(parse_record(path.read_text("utf-8")).events) == 1


def test_ctrl_c_leaves_cleanly_with_the_game_saved(tmp_path: Path) -> None:
    with Terminal("play", "pig", "--seed", "1", data=tmp_path) as terminal:
        terminal.until("Press Enter")
        terminal.say("", "or hold")
        terminal.type("\x03")
        assert terminal.ended() == 130
    assert "Traceback" not in terminal.seen
    assert "passel play --resume" in terminal.seen


def test_a_bot_at_the_normal_pace_can_be_followed_and_hurried(tmp_path: Path) -> None:
    with Terminal(
        "play", "pig", "--player", "hold-at-20", "--player", "Ana", "--seed", "2", data=tmp_path
    ) as terminal:
        terminal.until("hold-at-20’s turn.")
        time.sleep(0.3)
        assert "rolled" not in terminal.read()
        terminal.say("r", "“r” came too early")
        terminal.until("hold-at-20 rolled")


def test_passel_alone_greets_and_names_what_one_can_do(tmp_path: Path) -> None:
    for lang in LANGUAGES:
        said = piped("--lang", lang, data=tmp_path).stdout
        for command in NEWCOMERS:
            assert Words(lang).say(f"help.{command}.short") in said

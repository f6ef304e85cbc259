"""Nothing that was shown is ever lost: kills, two processes, damage, a full disk."""

from __future__ import annotations

import errno
import os
import random
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from terminal import Terminal, environment, piped

from passel.bots import usual
from passel.cli.files import Busy
from passel.cli.saves import Complaint, Save, Saves, recorded, text_of
from passel.errors import NotationError
from passel.game import Hold, Throw, apply, start
from passel.notation import Record, parse_record
from passel.variants import VARIANTS, rules
from passel.words import Words

GOLDEN = Path(__file__).parent.parent / "golden"


def only(folder: Path) -> Path:
    (path,) = folder.glob("*.pig")
    return path


def pig(*events: Throw | Hold) -> Record:
    return Record(start(rules("pig")), events, ("Ana", "Ben"), (("Begun", "now"),))


# What a file holds.


@pytest.mark.parametrize("id", VARIANTS)
def test_a_running_file_grows_to_what_the_whole_record_is(id: str, tmp_path: Path) -> None:
    """After every event the file reads back as the record so far, whatever the variant."""
    record = parse_record((GOLDEN / f"{id}.pig").read_text("utf-8"))
    save = Save(tmp_path / "playing" / "a.pig", Record(record.start, (), record.names, record.tags))
    assert save.store() is None
    states = list(record.states())
    for place, event in enumerate(record.events):
        assert save.add(states[place], event, states[place + 1]) is None
        data = save.path.read_bytes()
        so_far = Record(record.start, record.events[: place + 1], record.names, record.tags)
        assert data.decode() == text_of(so_far)
        assert recorded(data) == so_far
    for length in range(len(record.events) - 1, -1, -1):
        so_far = Record(record.start, record.events[:length], record.names, record.tags)
        assert save.rewrite(so_far) is None
        assert recorded(save.path.read_bytes()) == so_far
    save.close()


def test_a_word_that_a_crash_cut_off_never_happened() -> None:
    """`x1` may be the beginning of `x12`: only what a space or a line end follows counts."""
    events = (Throw((4,)), Throw((3,)), Hold(1))
    text = text_of(pig(*events))
    whole = text.index("1: ")
    for length in range(whole, len(text) + 1):
        found = recorded(text[:length].encode())
        assert found.events == events[: len(found.events)]
        assert len(found.events) == len(re.findall(r"(?:\d|hold)\s", text[whole:length]))


def test_a_finished_game_is_a_canonical_record_with_its_result(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    record = Record(start(rules("pig,target=4")), (Throw((4,)),))
    save = saves.new(record)
    assert save.store() is None
    after = apply(record.final, Hold(1))
    assert save.add(record.final, Hold(1), after) is None
    path = save.finish(Record(record.start, (Throw((4,)), Hold(1))))
    assert isinstance(path, Path)
    assert '[Result "1"]' in path.read_text()
    assert not list((tmp_path / "playing").iterdir())


# Two at once.


def test_two_processes_cannot_play_one_game(tmp_path: Path) -> None:
    with Terminal("play", "pig", data=tmp_path) as one:
        one.until("Press Enter")
        one.say("", "You rolled")
        before = only(tmp_path / "playing").read_bytes()
        other = piped("play", "--resume", data=tmp_path)
        assert other.returncode == 2
        assert "another window" in other.stderr
        other = piped("play", data=tmp_path)
        assert "waits for you" not in other.stdout
        assert only(tmp_path / "playing").read_bytes() == before
        one.kill(signal.SIGKILL)
        one.ended()
    assert "You: score 0" in piped("play", "--resume", data=tmp_path).stdout


def test_a_game_that_moved_away_meanwhile_is_not_taken(tmp_path: Path) -> None:
    one = Save(tmp_path / "playing" / "a.pig", pig(Throw((3,))))
    one.store()
    two = Save(one.path)
    with pytest.raises(Busy):
        two.take()
    one.close()
    assert two.take() == pig(Throw((3,)))
    two.close()
    two.path.unlink()
    with pytest.raises(OSError, match="No such file"):
        Save(one.path).take()


# Kills.


def shown_throws(text: str) -> list[str]:
    return re.findall(r"(?:rolled|The throw:) ([1-6, ]+)\.", text)


@pytest.mark.parametrize(
    "game", ["pig,target=9999", "hog,target=9999", "skunk,rounds=100", "big-pig,target=9999"]
)
def test_a_game_killed_again_and_again_keeps_all_that_was_shown(game: str, tmp_path: Path) -> None:
    chance = random.Random(game)
    told: list[str] = []
    bot = usual(rules(game))
    arguments = ["play", game, "--player", "Ana", "--player", bot]
    for _ in range(5):
        process = subprocess.Popen(
            [sys.executable, "-uc", "from passel.cli import main; main()", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(tmp_path),
        )  # fmt: skip
        assert process.stdin
        assert process.stdout
        typing = "\n".join(["", "r", "3", "r", "h"] * 20) + "\n"
        process.stdin.write(typing)
        process.stdin.flush()
        seen = ""
        for _ in range(chance.randrange(12, 40)):
            seen += process.stdout.readline()
        process.kill()
        seen += process.stdout.read()
        process.stdin.close()
        process.stdout.close()
        process.wait()
        told += shown_throws(seen)
        stored = [
            ", ".join(map(str, event.faces))
            for event in recorded(only(tmp_path / "playing").read_bytes()).events
            if isinstance(event, Throw)
        ]
        assert stored[: len(told)] == told
        told = stored
        arguments = ["play", "--resume"]
    assert len(told) > 8


def test_a_request_to_end_saves_and_gives_the_terminal_back(tmp_path: Path) -> None:
    with Terminal("play", "pig", "--keys", "--seed", "1", data=tmp_path) as terminal:
        terminal.until("Press Enter")
        terminal.type("\n")
        terminal.until("or hold")
        terminal.kill(signal.SIGTERM)
        assert terminal.ended() == 128 + signal.SIGTERM
    assert "passel play --resume" in terminal.seen


# Damage.


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\0garbage", b"", b"not a record\n", b'[Rules "pig"]\n[Se', b"\0" * 9000]
)
def test_a_damaged_save_is_set_aside_and_said_and_play_goes_on(data: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "playing"
    folder.mkdir()
    (folder / "a.pig").write_bytes(data)
    done = piped("play", data=tmp_path, typed="1\n\n")
    assert done.returncode == 0
    assert "You rolled" in done.stdout
    if data:
        assert "damaged" in done.stdout
        assert (tmp_path / "damaged" / "a.pig").read_bytes() == data
    else:
        assert "damaged" not in done.stdout


def test_what_is_sound_in_a_damaged_save_can_be_played_on(tmp_path: Path) -> None:
    folder = tmp_path / "playing"
    folder.mkdir()
    text = text_of(pig(Throw((4,)), Throw((3,)), Hold(1)))
    (folder / "a.pig").write_text(text + "2: 5 9 6 hold\n")
    done = piped("play", data=tmp_path, typed="\nq\n")
    assert Words("en").say("play.save.rescued", count=4) in done.stdout
    assert "Ana: score 7" in done.stdout
    assert "Turn total: 5." in done.stdout


def test_a_bot_whose_file_is_gone_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "playing"
    folder.mkdir()
    record = pig(Throw((4,)), Hold(1))
    text = text_of(Record(record.start, record.events, (), (("Bot 2", "gone.py:play"),)))
    (folder / "a.pig").write_text(text)
    done = piped("play", "--resume", data=tmp_path)
    assert done.returncode == 0
    assert "hold-at-20" in done.stdout
    assert "gone.py" in done.stdout
    assert "play rolled" in done.stdout


# A full disk.


def test_a_full_disk_is_said_once_and_mended_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[Throw | Hold] = [Throw((4,)), Throw((3,)), Throw((2,)), Hold(1)]
    save = Save(tmp_path / "playing" / "a.pig", pig())
    assert save.store() is None
    states = list(pig(*events).states())
    write = os.write

    def full(fd: int, data: bytes) -> int:
        if len(data) > 1:
            return write(fd, data[:1])  # a disk fills up in the middle of a word
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    complaint = save.add(states[0], events[0], states[1])
    assert isinstance(complaint, Complaint)
    assert complaint == Complaint("play.save.failed.full", {})
    assert save.add(states[1], events[1], states[2]) is None
    monkeypatch.undo()
    assert save.add(states[2], events[2], states[3]) == Complaint("play.save.mended", {})
    assert save.add(states[3], events[3], states[4]) is None
    save.close()
    assert recorded(save.path.read_bytes()) == pig(*events)


def test_a_game_goes_on_where_nothing_can_be_written_and_its_record_is_shown(
    tmp_path: Path,
) -> None:
    """A limit on the size of files stands for a full disk: the kernel refuses the write."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (90, 90))

    done = subprocess.run(
        [sys.executable, "-c", "from passel.cli import main; main()", "play", "pig", "--player",
         "Ana", "--player", "Ben"],
        input="\nr\nr\nh\n\n" * 3, capture_output=True, text=True, timeout=60, check=False,
        env=environment(tmp_path), preexec_fn=limited,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("The disk is full: the game cannot be saved now.") == 1
    record = done.stdout[done.stdout.index("[Rules") :].split("Goodbye")[0]
    assert len(shown_throws(done.stdout)) == len(
        re.findall(r"\b[1-6]\b(?!:)", record.split("\n\n")[1])
    )


def test_a_folder_that_cannot_be_made_is_no_reason_not_to_play(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = piped("play", "pig", data=tmp_path / "file" / "below", typed="\n")
    assert done.returncode == 0
    assert "The game cannot be saved now (the computer says: ENOTDIR)." in done.stdout
    assert "You rolled" in done.stdout


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Passel may not write where it keeps games"),
        ("fr", "Passel n’a pas le droit d’écrire là où il garde les parties"),
        ("pl", "Passel nie może pisać tam, gdzie trzyma gry"),
    ],
)
def test_why_a_game_cannot_be_saved_is_said_in_the_players_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, sentence: str
) -> None:
    def forbidden(*_: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "open", forbidden)
    complaint = Save(tmp_path / "playing" / "a.pig", pig()).store()
    assert isinstance(complaint, Complaint)
    assert sentence in Words(lang).say(complaint.key, **complaint.parts)


# Seeds.


def test_no_seed_is_in_the_files_of_a_running_game(tmp_path: Path) -> None:
    seed = "a very secret seed"
    piped("play", "pig", "--seed", seed, data=tmp_path, typed="\nr\n")
    stored = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert stored
    assert not any(seed.encode() in data for data in stored)


def test_a_seeded_game_goes_on_with_the_dice_it_would_have_had(tmp_path: Path) -> None:
    typed = ["", "r", "h"] * 12
    arguments = ("--seed", "7", "--player", "Ana", "--player", "random")
    whole = piped("play", "pig,target=999", *arguments, data=tmp_path / "a", typed="\n".join(typed))
    expected = recorded(only(tmp_path / "a" / "playing").read_bytes())
    assert whole.returncode == 0
    piped("play", "pig,target=999", *arguments, data=tmp_path / "b", typed="\nr\n")
    for _ in range(4):
        piped("play", "--resume", "--seed", "7", data=tmp_path / "b", typed="\nr\nh\n")
    found = recorded(only(tmp_path / "b" / "playing").read_bytes())
    shared = min(len(found.events), len(expected.events))
    assert shared > 8
    throws = [[e for e in record.events if isinstance(e, Throw)] for record in (found, expected)]
    least = min(map(len, throws))
    assert throws[0][:least] == throws[1][:least]


def test_a_wrong_seed_is_noticed_and_fresh_games_differ(tmp_path: Path) -> None:
    piped("play", "pig", "--seed", "7", data=tmp_path, typed="\nr\nr\nr\n")
    said = piped("play", "--resume", "--seed", "8", data=tmp_path).stdout
    assert "does not make the throws" in said
    for place in "abcd":
        piped("play", "pig", "--player", "hold-at-20", "--player", "hold-at-20",
              data=tmp_path / place)  # fmt: skip
    games = {only(tmp_path / place / "finished").read_text().split("\n\n")[1] for place in "abcd"}
    assert len(games) == 4


def test_a_finished_seeded_game_says_its_seed(tmp_path: Path) -> None:
    piped("play", "pig", "--seed", "x y", "--player", "hold-at-20", "--player", "hold-at-20",
          data=tmp_path)  # fmt: skip
    assert '[Seed "x y"]' in only(tmp_path / "finished").read_text()


def test_a_damaged_file_raises_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.pig"
    path.write_text("nonsense\n")
    with pytest.raises(NotationError):
        Save(path).take()

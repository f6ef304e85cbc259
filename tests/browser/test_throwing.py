"""Dice, a coin and pigs without a game: what falls is stored, said, counted, kept and saved."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from board import Board
from chance import beyond, chi_squared, usual_range

Tab = Callable[..., Board]

FULL = (
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
)
FORBIDDEN = (
    "Object.defineProperty(window, 'localStorage',"
    " { get() { throw new DOMException('no', 'SecurityError'); } });"
)
STORED = "JSON.parse(localStorage['passel.throws'] ?? '{\"all\":\"\"}').all"
THROW = "document.querySelector('.act.roll').click()"
LABEL = "document.querySelector('.dice').getAttribute('aria-label')"
SAID = "document.querySelector('[role=status]').textContent.trim()"


def rigged(bytes_: Iterable[int]) -> str:
    """A script after which the browser's fair bytes are these, again and again."""
    return (
        f"const bytes = {list(bytes_)}; let at = 0; const real = crypto.getRandomValues;"
        "crypto.getRandomValues = (all) => all.length === 32"
        " ? all.map(() => bytes[at++ % bytes.length]) : real.call(crypto, all);"
    )


def dice(board: Board, kind: str = "2") -> Board:
    """Show the dice with a choice made: 1 to 6, Coin or Pigs."""
    board.open("dice")
    board.page.wait_for_selector(".throwables")
    board.page.locator(".throwables label").filter(has_text=re.compile(f"^{kind}$")).click()
    return board


def throw(board: Board, times: int = 1) -> None:
    """Throw, and wait each time until a press would throw again."""
    for _ in range(times):
        board.page.wait_for_selector(".page:not([data-settling])")
        board.page.click(".act.roll")
    board.page.wait_for_selector(".page:not([data-settling])")


def stored(board: Board) -> list[str]:
    """The throws that are stored, oldest first, without their times."""
    words = board.page.evaluate(STORED).split()
    return [word.partition(":")[2] for word in words]


def keep(board: Board, throws: Iterable[str]) -> None:
    """Put throws into storage as if they had been made, and show them."""
    words = " ".join(f"mp{place:06}:{each}" for place, each in enumerate(throws))
    board.page.evaluate("all => localStorage['passel.throws'] = JSON.stringify({ all })", words)
    board.page.reload()
    board.page.wait_for_selector(".throwables")


def test_the_first_screen_leads_to_the_dice(tab: Tab) -> None:
    board = tab().open()
    board.page.click("a[href='#/dice']")
    board.page.wait_for_selector(".throwables")
    assert board.text("h1") == "Dice"
    throw(board)
    assert re.fullmatch(r"[1-6] and [1-6]\. Sum: \d+\.", board.said)


def test_a_throw_is_stored_and_said_before_it_is_seen_to_move(tab: Tab) -> None:
    """All within the press itself, before the browser draws anything. 6, 12 and 255 are bytes."""
    board = dice(tab(script=rigged([255, 3, 254, 5])))
    stored_, said, faces = board.page.evaluate(
        f"() => {{ {THROW}; return [{STORED}, {SAID}, {LABEL}]; }}"
    )
    assert stored_.endswith(":4-6")
    assert said == "4 and 6. Sum: 10."
    assert faces == "4 and 6"
    assert board.text(".total") == "10"


@pytest.mark.parametrize(
    ("kind", "said", "total", "word"),
    [
        ("1", "4.", "", "4"),
        ("3", "4, 4, and 4. Sum: 12.", "12", "4-4-4"),
        ("6", "4, 4, 4, 4, 4, 4. Sum: 24.", "24", "4-4-4-4-4-4"),
        ("Coin", "Tails.", "", "T"),
        ("Pigs", "Side, dot up and side, plain: in a game this loses the turn total.", "0", "D-P"),
    ],
)
def test_what_can_be_thrown_is_told_in_words(
    tab: Tab, kind: str, said: str, total: str, word: str
) -> None:
    """All bytes are 3: the face 4, tails, and the pigs' roll 771 of 6,000, which is D-P."""
    board = dice(tab(script=rigged([3])), kind)
    throw(board)
    assert board.said == said
    assert board.text(".total").strip() == total
    assert stored(board) == [word]
    assert board.page.locator(".dice svg").count() == len(word.split("-"))


def test_the_choice_and_the_throws_outlive_a_reload(tab: Tab) -> None:
    board = dice(tab(), "5")
    throw(board, 3)
    before = stored(board)
    assert len(before) == 3
    board.page.reload()
    board.page.wait_for_selector(".casts li")
    assert board.page.locator(".throwables input:checked").get_attribute("aria-label") == "5 dice"
    assert board.page.locator(".casts li").count() == 3
    assert stored(board) == before
    last = [int(face) for face in before[-1].split("-")]
    assert board.text(".total") == str(sum(last))


def test_keys_throw_and_choose(tab: Tab) -> None:
    board = dice(tab())
    board.page.keyboard.press("3")
    board.page.keyboard.press("r")
    assert len(stored(board)[0].split("-")) == 3
    board.page.wait_for_selector(".page:not([data-settling])")
    board.page.keyboard.press("7")
    board.page.locator(".act.roll").focus()
    board.page.keyboard.press("Enter")
    assert board.said in {"Heads.", "Tails."}
    assert board.page.locator(".act.roll").evaluate("(each) => each === document.activeElement")
    board.page.evaluate(
        "() => localStorage['passel.settings'] = JSON.stringify({ lang: 'en', keys: false })"
    )
    board.page.reload()
    board.page.wait_for_selector(".throwables")
    board.page.keyboard.press("r")
    assert len(stored(board)) == 2


def test_a_second_press_at_once_does_not_throw_again(tab: Tab) -> None:
    board = dice(tab())
    board.page.evaluate(f"() => {{ {THROW}; {THROW}; }}")
    assert len(stored(board)) == 1


def test_to_focus_the_roll_button_scrolls_nothing_away(tab: Tab) -> None:
    board = dice(tab(320, 568))
    throw(board, 3)
    board.page.locator(".casts .chip").first.focus()
    board.page.evaluate("window.scrollTo(0, 0)")
    board.page.locator(".act.roll").focus()
    assert board.page.evaluate("window.scrollY") == 0


def test_what_is_cleared_can_come_back(tab: Tab) -> None:
    board = dice(tab())
    throw(board, 2)
    before = stored(board)
    board.page.click("text=Clear")
    assert board.said == "All throws are cleared."
    assert stored(board) == []
    assert board.page.locator(".undo").evaluate("(each) => each === document.activeElement")
    throw(board)
    between = stored(board)
    board.page.click("text=Bring back 2 throws")
    assert board.said == "The throws are back."
    assert stored(board) == before + between


@pytest.mark.parametrize("what", ["full", "forbidden"])
def test_dice_are_thrown_without_storage_and_say_so(tab: Tab, what: str) -> None:
    why = {"full": "There is no room left", "forbidden": "does not let us keep anything"}[what]
    board = tab(script=FORBIDDEN if what == "forbidden" else "")
    board.page.goto(f"{board.site}#/dice")
    board.page.wait_for_selector(".throwables")
    if what == "full":
        board.page.evaluate(f"() => {{ {FULL} }}")
    throw(board, 2)
    assert re.fullmatch(r"[1-6] and [1-6]\. Sum: \d+\.", board.said)
    assert why in board.text(".notice")
    assert board.page.locator(".casts li").count() == 2


def test_two_tabs_lose_no_throw(tab: Tab) -> None:
    first = dice(tab())
    throw(first)
    second = tab(beside=first)
    second.page.goto(first.page.url)
    second.page.wait_for_selector(".casts li")
    throw(second)
    throw(first)
    assert len(stored(first)) == 3


def test_a_damaged_store_keeps_what_is_sound(tab: Tab) -> None:
    board = dice(tab())
    keep(board, ["3-4", "9-9", "T", "x", "D-P", "1-1-1-1-1-1-1", "oinker", "H-H"])
    assert board.page.locator(".casts li").all_inner_texts() == [
        "oinker\n= 0",
        "side, dot up and side, plain\n= 0",
        "tails",
        "3\n4\n= 7",
    ]


def rows(board: Board, table: int = 0) -> list[tuple[str, int, int, int]]:
    """What a table of the screen says: a value, how often it fell, the usual range."""
    found = []
    for row in board.page.locator("table").nth(table).locator("tbody tr").all():
        cells = row.locator("th, td").all_inner_texts()
        low, _, high = cells[3].split("\n")[0].partition("–")
        found.append((cells[0], int(cells[2]), int(low), int(high or low)))
    return found


def test_the_counts_stand_beside_what_chance_brings(tab: Tab) -> None:
    """Faces of all dice, sums of two: every number computed again, in whole numbers."""
    throws = [f"{1 + n % 6}-{1 + n * n % 5}" for n in range(90)] + ["6"] * 13 + ["H", "D-D"]
    board = dice(tab())
    keep(board, throws)
    faces = [int(face) for each in throws[:-2] for face in each.split("-")]
    counts = [faces.count(face) for face in range(1, 7)]
    low, high = usual_range(len(faces), 1, 6)
    assert rows(board) == [(str(face), counts[face - 1], low, high) for face in range(1, 7)]
    chance = beyond(float(chi_squared(counts, [1] * 6)), 5)
    assert f"about {round(100 * chance)} time" in board.text(".even") or chance < 0.005
    board.page.click("text=Sums of 2 dice")
    pairs = [sum(map(int, each.split("-"))) for each in throws[:90]]
    assert rows(board, 1) == [
        (str(total), pairs.count(total), *usual_range(90, 6 - abs(7 - total), 36))
        for total in range(2, 13)
    ]


def test_pigs_stand_beside_the_recorded_rolls(tab: Tab) -> None:
    """Kern's table: DD and PP 1,304 of 6,000; DP and PD 1,279; touching 23; JJ, 60 points, 1."""
    board = dice(tab(), "Pigs")
    keep(board, ["D-D"] * 10 + ["D-P"] * 3 + ["oinker"] * 2)
    found = {row[0]: row[1:] for row in rows(board)}
    assert found["1"] == (10, *usual_range(15, 573 + 731, 6000))
    assert found["turn lost"] == (3, *usual_range(15, 656 + 623, 6000))
    assert found["all lost"] == (2, *usual_range(15, 23, 6000))
    assert found["60"] == (0, *usual_range(15, 1, 6000))
    assert sum(row[0] for row in found.values()) == 15


def test_little_is_said_of_little_and_much_of_a_loaded_die(tab: Tab) -> None:
    board = dice(tab(), "1")
    keep(board, ["1"] * 29)
    assert "more throws are needed" in board.text(".even")
    keep(board, ["1"] * 30)
    assert "less than once in 100" in board.text(".even")
    keep(board, list("123456") * 5)
    assert "nearly always more uneven" in board.text(".even")


def saved(board: Board, button: str) -> tuple[str, str]:
    """The name and the text of a file that a button saves."""
    with board.page.expect_download() as download:
        board.page.click(f"text={button}")
    return download.value.suggested_filename, Path(download.value.path()).read_text("utf-8")


def test_all_throws_are_saved_as_a_table(tab: Tab) -> None:
    board = dice(tab(timezone_id="Europe/Warsaw"))
    keep(board, ["3-4", "6", "T", "R-T", "oinker"])
    name, text = saved(board, "Save the throws")
    assert re.fullmatch(r"passel-throws-\d{4}-\d\d-\d\d\.csv", name)
    read = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert text.startswith("\ufeff")
    assert read[0] == ["Number", "Date", "Time", "Thrown", "Face 1", "Face 2", "Sum or points"]
    assert [[row[0], *row[3:]] for row in read[1:]] == [
        ["1", "2 dice", "3", "4", "7"],
        ["2", "1 die", "6", "", ""],
        ["3", "Coin", "tails", "", ""],
        ["4", "Pigs", "razorback", "trotter", "10"],
        ["5", "Pigs", "oinker", "", "0"],
    ]
    at = int("mp000000", 36) / 1000  # 2026-11-19 06:23:45 UTC is an hour later in Warsaw
    assert read[1][1:3] == local(board, at)


def local(board: Board, seconds: float) -> list[str]:
    """The day and the time in the tab's zone, as another part of the browser says it."""
    sv = "new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium' })"
    text: str = board.page.evaluate(f"at => {sv}.format(at)", seconds * 1000)
    return text.split(" ")


def test_all_counts_are_saved_as_a_polish_table(tab: Tab) -> None:
    board = tab()
    board.open("dice", settings={"lang": "pl"})
    board.page.wait_for_selector(".throwables")
    keep(board, ["3-4", "2-2", "6"])
    name, text = saved(board, "Zapisz, ile wypadło")
    assert name.startswith("passel-tally-")
    read = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))
    assert read[0][:4] == ["Tabela", "Wartość", "Wypadło", "Średnio powinno"]
    assert read[1] == ["Ścianki", "1", "0", "0,83", "0", str(usual_range(5, 1, 6)[1])]
    assert len(read) == 1 + 6 + 11
    assert read[7] == ["Sumy 2 kostek", "2", "0", "0,06", "0", str(usual_range(2, 1, 36)[1])]


def test_only_so_many_throws_are_kept_and_it_says_so(tab: Tab) -> None:
    board = dice(tab(), "1")
    keep(board, ["1"] * 9_999 + ["2"])
    throw(board)
    kept = stored(board)
    assert len(kept) == 10_000
    assert kept[-2] == "2"
    assert "Only the last 10,000 throws are kept." in board.text(".casts")


def test_the_dice_work_without_a_network_once_the_app_is_there(tab: Tab) -> None:
    """Without a service worker too: the screen came while the first one was read."""
    board = tab().open()
    board.page.wait_for_load_state("networkidle")
    board.page.context.set_offline(True)
    board.page.click("a[href='#/dice']")
    board.page.wait_for_selector(".throwables")
    throw(board)
    assert "Sum" in board.said


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_pictures_move_only_for_those_who_want_it(tab: Tab, motion: Any) -> None:
    board = dice(tab(reduced_motion=motion))
    throw(board)
    style = board.page.locator(".die").first.evaluate(
        "(each) => getComputedStyle(each).animationName"
    )
    assert style == ("none" if motion == "reduce" else "turn")


def test_a_hundred_thousand_throws_of_the_screen_are_fair(tab: Tab) -> None:
    """The path of the screen: its own source, 2 dice; limits as in tests/test_dice.py."""
    board = tab().open()
    counts, pairs = board.page.evaluate(
        """async () => {
          const { Drawn } = await import(new URL("engine/dice.js", document.baseURI).href);
          const source = new Drawn();
          const [counts, pairs] = [Array(6).fill(0), Array(36).fill(0)];
          for (let throws = 0; throws < 100_000; throws++) {
            const [first, second] = source.throw("die", 2);
            counts[first - 1]++;
            counts[second - 1]++;
            pairs[6 * (first - 1) + second - 1]++;
          }
          return [counts, pairs];
        }"""
    )
    assert sum(pairs) == 100_000
    assert chi_squared(counts, [1] * 6) < 35.888
    assert chi_squared(pairs, [1] * 36) < 89.947


def test_the_page_tells_the_same_in_every_language(tab: Tab) -> None:
    for lang in ("en", "fr", "pl"):
        board = tab(script=rigged([3]))
        board.open("dice", settings={"lang": lang})
        board.page.wait_for_selector(".throwables")
        for choice in range(8):
            board.page.locator(".throwables input").nth(choice).check(force=True)
            throw(board)
        text = board.text("body")
        assert "page." not in text
        assert "{" not in text
        assert json.dumps(stored(board)) == json.dumps(
            ["-".join("4" * count) for count in range(1, 7)] + ["T", "D-P"]
        )


@pytest.mark.parametrize("choice", [1, 6, 7], ids=["two dice", "coin", "pigs"])
def test_what_was_thrown_lies_side_by_side_in_the_middle(tab: Tab, choice: int) -> None:
    board = tab(320, 568).open("dice")
    board.page.locator(".throwables input").nth(choice).check(force=True)
    board.page.wait_for_selector(".page:not([data-settling])")
    board.page.click(".act.roll")
    board.page.wait_for_selector(".page:not([data-settling])")
    shown = [one.bounding_box() for one in board.page.locator(".throw > *").all()]
    left = min(box["x"] for box in shown if box)
    right = max(box["x"] + box["width"] for box in shown if box)
    assert left >= 0
    assert (left + right) / 2 == pytest.approx(160, abs=12)
    assert len({round(box["y"]) for box in shown if box}) == 1

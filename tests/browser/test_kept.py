"""Keeping score: whole games of real dice, taken back, corrected, named, counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from board import QUICK, SIZES, Board, setup, setup_of

from passel.game import Throw, fold, winners
from passel.notation import Record, event_text, parse_record, print_record
from passel.variants import VARIANTS

Tab = Callable[..., Board]

GOLDEN = Path(__file__).parent.parent / "golden"
WHOLE = "4 6 hold 5 1 6 6 hold"
"""A game of Pig to 20 of two players."""

NAMES = ("Ana", "Bo", "Cy", "Di")
TWELVE = (*NAMES, "Ed", "Flo", "Gil", "Hana", "Ida", "Jo", "Kim", "Wilhelmina-Alexandra")
FULL = (
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
)


def told(id: str) -> Record:
    """A told game of a variant; hog's throws stop at the first 1, as they are tapped."""
    record = parse_record((GOLDEN / f"{id}.pig").read_text("utf-8"))
    rules = record.start.rules
    events = tuple(
        Throw(event.faces[: event.faces.index(rules.bust_face) + 1])
        if rules.max_dice and isinstance(event, Throw) and rules.bust_face in event.faces
        else event
        for event in record.events
    )
    names = NAMES[: len(record.start.scores)]
    return Record(record.start, events, names, (("Dice", "physical"),))


def words_of(record: Record) -> list[str]:
    return [event_text(event, record.start.rules) for event in record.events]


def brought_in(board: Board, record: Record) -> Board:
    """A game of real dice that begins as a record does, before its first event."""
    begun = Record(record.start, (), record.names, record.tags)
    board.open("games")
    board.page.clock.install()
    board.timed = True
    board.page.fill("#record", print_record(begun))
    board.page.click("text=Bring it in")
    board.page.wait_for_selector(".tapped")
    board.wait()
    return board


def shown_record(board: Board) -> Record:
    """The record that the end of a game shows."""
    board.page.wait_for_selector(".end")
    if not board.has(".record[open]"):
        board.page.click(".record summary")
    return parse_record(board.text(".record pre"))


def dialog(board: Board) -> str:
    return board.text("dialog")


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("id", VARIANTS)
def test_a_told_game_of_each_variant_is_kept(tab: Tab, id: str) -> None:
    """The same rules judge; the winning entry can be taken back after the end, and done again."""
    record = told(id)
    board = brought_in(tab(), record)
    board.enter(*words_of(record))
    shown = shown_record(board)
    assert shown.events == record.events
    assert winners(shown.final) == winners(fold(record.start, record.events)) != ()
    assert ("Dice", "physical") in shown.tags
    board.press("u")
    board.page.wait_for_selector(".tapped")
    assert board.log.split() == words_of(record)[: len(board.log.split())] != words_of(record)
    board.press("y")
    board.page.wait_for_selector(".end")
    assert board.log.split() == words_of(record)


@pytest.mark.parametrize(
    ("id", "lang", "words"),
    [
        ("pig,target=20", "pl", "4 6 hold 5 1 6 6 hold"),
        ("big-pig,target=20", "fr", "3-4 6-5 2-3 3-3 4-5 hold 2-6 hold"),
        ("pass-the-pigs,target=20", "pl", "D-D hold D-P T-T hold"),
        ("piglet,target=2", "fr", "H hold T H hold"),
        ("skunk,rounds=1", "pl", "3-4 5-2 hold:2 6-6 hold:1"),
        ("hog,target=12", "fr", "x3 2-5-6"),
    ],
)
def test_a_game_is_kept_by_taps_in_each_language(tab: Tab, id: str, lang: str, words: str) -> None:
    """On the smallest phone, by touch alone."""
    board = tab(320, 568, has_touch=True)
    board.keep(setup_of(id, "Ana", "Bo"), {"lang": lang, "explained": False})
    for word in words.split():
        if word.startswith("hold:"):
            board.page.locator("button.place").nth(int(word[5:]) - 1).tap()
        elif word == "hold":
            board.page.locator(".act.hold").tap()
        elif word.startswith("x"):
            while board.total > int(word[1:]):
                board.page.locator(".step").first.tap()
        else:
            for face in word.split("-"):
                board.page.locator(".face").nth(board.place(face)).tap()
        board.wait()
        assert "page." not in board.text("body")
    shown = shown_record(board)
    assert words_of(shown) == words.split()
    assert board.page.evaluate("document.documentElement.lang") == lang


def test_a_reload_at_every_step_loses_nothing(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo", target="20"))
    words = WHOLE.split()
    for count, word in enumerate(words, 1):
        board.enter(word)
        said = board.said
        board.page.reload()
        board.page.wait_for_selector(".tapped, .end")
        board.wait()
        assert board.log.split() == words[:count]
        assert board.said == said
    board.press("u")
    board.press("u")
    board.page.reload()
    board.page.wait_for_selector(".tapped")
    board.wait()
    assert board.total == 6
    board.press("y")
    board.press("y")
    board.page.wait_for_selector(".end")
    assert board.log.split() == words


def test_a_throw_every_two_seconds_of_twelve_at_skunk(tab: Tab) -> None:
    """Whoever has enough is tapped while the dice fly; nothing else passes the time."""
    board = tab(390, 844).keep(setup("skunk", *TWELVE))
    board.freeze()
    rounds: list[list[str | tuple[int, ...]]] = [
        ["3-4", "5-2", (1, 2, 12), "6-6", (3, 4, 5, 6), "4-5", (7, 8, 9, 10, 11)],
        ["2-2", "6-5", (12, 1), "3-1"],
        ["1-1"],
        ["5-5", (2,), "6-4", (3,), "2-3", (1, 4, 5, 6, 7, 8, 9, 10, 11, 12)],
        ["6-3", (1, 2, 3), "4-4", (4, 5, 6, 7, 8, 9), "5-4", (10, 11, 12)],
    ]
    expected = []
    for entries in rounds:
        for entry in entries:
            if isinstance(entry, str):
                for face in entry.split("-"):
                    board.page.locator(".face").nth(int(face) - 1).click()
                expected.append(entry)
                board.wait(1200)
            else:
                for seat in entry:
                    board.page.locator(".crowd button.place").nth(seat - 1).click()
                    board.wait(60)
                    expected.append(f"hold:{seat}")
                board.wait(800)
    record = shown_record(board)
    assert words_of(record) == expected
    # The double 1 of round 3 loses all that was there; then 10, 20 or 25, and 9, 17 or 26.
    last = (25 + 17,) * 6 + (25 + 26,) * 3
    assert record.final.scores == (25 + 9, 10 + 9, 20 + 9, *last)


# --- wrong taps ----------------------------------------------------------------------------------


def test_one_thing_tapped_twice_counts_once_and_a_double_is_two_taps(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo"))
    board.freeze()
    board.page.locator(".face").nth(3).dblclick()
    assert board.log == "4"
    board.wait(400)
    board.page.locator(".face").nth(3).click()
    board.page.locator(".face").nth(4).click()  # another face: no second tap of the same
    assert board.log == "4 4 5"
    board = tab().keep(setup("two-dice-pig", "Ana", "Bo"))
    board.freeze()
    board.page.locator(".face").nth(3).dblclick()
    assert board.log == "4-4"


def test_a_tap_after_going_back_loses_nothing(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo"))
    board.enter("4", "6", "hold", "5", "hold", "3")
    for _ in range(4):
        board.press("u")
    assert board.log == "4 6"
    board.enter("2")  # a wrong tap
    assert board.has("[aria-label='Do again'][aria-disabled]")
    board.press("u")
    for _ in range(4):
        board.press("y")
    assert board.log == "4 6 hold 5 hold 3"
    board.press("y")
    assert board.said == "There is nothing to do again."


def test_what_is_taken_back_is_said(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo"))
    board.press("u")
    assert board.said == "There is nothing to take back."
    board.enter("4", "hold", "6")
    for said in (
        "Taken back: Bo rolled 6. Bo’s turn.",
        "Taken back: Ana holds 4 points. Ana’s turn.",
        "Taken back: Ana rolled 4. Ana’s turn.",
    ):
        board.page.keyboard.press("Control+z")
        board.wait()
        assert board.said == said
    board.page.keyboard.press("Control+y")
    board.wait()
    assert board.said == "Ana rolled 4."


def test_a_half_tapped_throw_is_shown_and_taken_back_first(tab: Tab) -> None:
    board = tab().keep(setup("two-dice-pig", "Ana", "Bo"))
    board.enter("3-4")
    board.press("6")
    assert board.text(".trail .part") == "6 ·"
    assert board.said == "6, and the next one?"
    board.press("u")
    assert not board.has(".trail .part")
    assert board.log == "3-4"


def test_a_wrong_way_out_loses_nothing(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo"))
    board.enter("4", "6")
    board.page.click("header .icon >> nth=0")
    board.page.click("text=Keep score")
    board.page.wait_for_selector(".chairs")
    board.page.click(".act.roll")  # a new game that nobody wanted
    board.page.wait_for_selector(".tapped")
    board.wait()
    board.page.goto(f"{board.site}#/games")
    board.page.locator(".games li").nth(1).locator("a").first.click()
    board.page.wait_for_selector(".tapped")
    assert board.total == 10


def test_roll_has_no_meaning_with_real_dice_and_says_so(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo"))
    board.press("r")
    assert board.said == "Throw your dice and tap what fell."
    assert board.log == ""


def test_what_the_rules_refuse_is_said(tab: Tab) -> None:
    board = tab().keep(setup("pass-the-pigs", "Ana", "Bo", piggyback="off"))
    board.press("8")
    assert board.said == "“piggyback” is switched off in this game."
    board.press("h")
    assert board.said == "You cannot hold before your first throw. Roll first."
    assert board.log == ""


# --- amounts -------------------------------------------------------------------------------------


def amount(board: Board, text: str) -> str:
    """Type points; what is asked about them."""
    if not board.has("#amount"):
        board.press("a")
    board.page.fill("#amount", text)
    board.page.keyboard.press("Enter")
    board.wait()
    return board.said


def test_an_amount_that_the_dice_cannot_give_is_questioned(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo"))
    never = "No throw here gives {}. One throw gives 2 to 6. Did something else fall?"
    for text, met in (("1", "1"), ("0", "0"), ("x", "x"), ("", "–"), ("2.5", "2.5"), ("-4", "-4")):
        assert amount(board, text) == never.format(met)
    assert amount(board, "23") == ("One throw gives 2 to 6, not 23. Were they several throws?")
    assert board.log == ""
    board.page.click("text=Yes, 4 throws")
    board.wait()
    assert board.total == 23
    assert len(board.log.split()) == 4
    assert amount(board, "5").startswith("Ana rolled 5")
    assert board.total == 28


@pytest.mark.parametrize("size", SIZES)
def test_the_coach_speaks_where_score_is_kept_as_at_the_table(
    tab: Tab, size: tuple[int, int]
) -> None:
    """Whole above the faces, on the smallest phone too; the press that began it ends it."""
    board = tab(*size).keep(setup("pig", "Aleksandra", "Bo"), {**QUICK, "lang": "pl"})
    board.enter("6", "5")
    assert not board.has(".coach")
    board.page.click("header [aria-pressed]")
    board.page.clock.resume()
    board.page.wait_for_selector(".coach .odds", timeout=30_000)
    told, bottom = (
        board.page.locator(each).bounding_box() for each in (".odds li:last-child i", ".said p")
    )
    assert told
    assert bottom
    assert told["y"] + told["height"] <= bottom["y"]
    assert told["y"] + told["height"] <= size[1]
    for face in board.page.locator(".pad .face").all():
        box = face.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= size[1]
    board.page.click("header [aria-pressed]")
    assert not board.has(".coach")


def test_an_amount_that_two_throws_give_is_asked_about(tab: Tab) -> None:
    """In Big Pig 8 points are 2 and 6 or a double 2, which must be rolled again."""
    board = tab().keep(setup("big-pig", "Ana", "Bo", first="1"))
    assert amount(board, "8") == "Several throws give 8 points. What fell?"
    assert board.page.locator(".way-in").all_inner_texts() == [
        "such as 2 and 6",
        "2 and 2, to be rolled again",
    ]
    board.page.click("text=to be rolled again")
    board.wait()
    assert board.log == "2-2"
    board.page.locator(".act.hold").click(force=True)
    assert board.said == "After this throw you must roll again. You cannot hold."


def test_the_sum_of_many_dice_is_written_as_faces_and_the_record_says_so(tab: Tab) -> None:
    board = tab().keep(setup("hog", "Ana", "Bo", target="30"))
    board.enter("x6")
    assert amount(board, "37").startswith("No throw here gives 37. One throw gives 12 to 36.")
    assert amount(board, "31").startswith("Ana rolled")
    shown = shown_record(board)
    assert shown.final.scores == (31, 0)
    (announced, thrown) = words_of(shown)
    assert announced == "x6"
    faces = [int(face) for face in thrown.split("-")]
    assert (len(faces), sum(faces), 1 in faces) == (6, 31, False)
    assert dict(shown.tags)["Faces"] == "amounts"


def test_sums_are_entered_one_after_the_other_and_a_1_is_at_hand(tab: Tab) -> None:
    """Hog is how many, then the sum or a 1; the field stays until it is put away."""
    board = tab().keep(setup("hog", "Ana", "Bo"))
    board.press("a")
    for text in ("20", "15"):
        board.page.keyboard.type(text)
        board.page.keyboard.press("Enter")
        board.wait()
    assert board.scores == [20, 15]
    board.tap(".amount .face")
    assert board.log.endswith("x5 1")
    board.page.focus("#amount")
    board.page.keyboard.press("Escape")
    assert board.page.locator(".face").count() == 6


def test_one_die_by_its_points_is_that_face(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo", target="5"))
    amount(board, "5")
    board.tap(".act.hold")
    assert "Faces" not in dict(shown_record(board).tags)


def test_two_dice_at_once(tab: Tab) -> None:
    board = tab().keep(setup("two-dice-pig", "Ana", "Bo"))
    board.tap("[aria-label='Tap both dice at once']")
    board.tap("[aria-label='3 and 5']")
    assert board.log == "3-5"
    board.enter("4-2")  # keys are as before
    assert board.log == "3-5 4-2"
    board.page.reload()
    board.page.wait_for_selector(".both")


# --- corrections ---------------------------------------------------------------------------------


def mend_first_turn(board: Board) -> None:
    """Open the first turn of a game for correction."""
    board.press("e")
    board.page.locator("dialog .turn-line").last.click()
    board.page.wait_for_selector("dialog.mend")


def test_the_first_turn_is_corrected_after_the_last(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo", target="20"))
    board.enter(*WHOLE.split())
    board.page.wait_for_selector(".end")
    mend_first_turn(board)
    board.page.locator(".entry:not(.slot)").nth(1).click()  # the 6
    board.press("3")
    assert board.text(".effect") == "All later turns still fit."
    assert board.log == WHOLE  # nothing happened yet
    board.page.click("dialog .act.roll")
    board.wait()
    board.page.wait_for_selector(".tapped")
    assert board.log == "4 3 hold 5 1 6 6 hold"
    assert board.scores == [19, 0]
    assert board.said == "The turn is corrected. Bo’s turn."
    board.press("u")
    board.page.wait_for_selector(".end")
    assert board.log == WHOLE
    board.press("y")
    assert board.log == "4 3 hold 5 1 6 6 hold"


def test_what_a_correction_would_make_impossible_is_said_before(tab: Tab) -> None:
    """The first turn wins already: nothing after it can be, and nothing is lost by looking."""
    board = tab().keep(setup("pig", "Ana", "Bo", target="20"))
    board.enter(*WHOLE.split())
    board.page.wait_for_selector(".end")
    mend_first_turn(board)
    for face in ("6", "6"):
        board.page.locator(".entry:not(.slot)").nth(1).click()
        board.page.click("text=Put in before it")
        board.press(face)
    assert board.text(".effect") == (
        "5 later entries do not fit any more and will be left out. The first: Bo, 5."
    )
    board.page.click("text=Leave it")
    board.wait()
    assert board.log == WHOLE
    mend_first_turn(board)
    board.page.locator(".entry:not(.slot)").nth(2).click()  # the hold
    board.page.click("text=Take it out")
    assert "5 later entries" in board.text(".effect")
    board.page.click("dialog .act.roll")
    board.wait()
    assert board.log == "4 6"
    assert board.total == 10
    board.press("u")
    board.page.wait_for_selector(".end")
    assert board.log == WHOLE


def test_a_later_turn_stays_its_players(tab: Tab) -> None:
    """A 1 in Ana's turn ends it there; Bo's turns do not become Ana's."""
    board = tab().keep(setup("pig", "Ana", "Bo"))
    board.enter("4", "6", "hold", "5", "hold", "2", "hold", "3")
    mend_first_turn(board)
    board.page.locator(".entry:not(.slot)").first.click()
    board.press("1")
    assert board.text(".effect") == ("2 entries of this turn do not fit. They will be left out.")
    board.page.click("dialog .act.roll")
    board.wait()
    assert board.log == "1 5 hold 2 hold 3"
    assert board.scores == [2, 5]


def test_a_bust_that_was_none_needs_its_hold(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo"))
    board.enter("4", "1", "5", "hold")
    mend_first_turn(board)
    board.page.locator(".entry:not(.slot)").nth(1).click()
    board.press("6")
    assert board.text(".effect").startswith("2 later entries do not fit any more")
    board.page.locator("dialog .adds >> text=Hold").click()
    assert board.text(".effect") == "All later turns still fit."
    board.page.click("dialog .act.roll")
    board.wait()
    assert board.log == "4 6 hold 5 hold"
    assert board.scores == [10, 5]


def test_a_round_of_everybody_is_corrected(tab: Tab) -> None:
    board = tab().keep(setup("skunk", "Ana", "Bo", "Cy"))
    board.enter("3-4", "hold:2", "5-5", "hold:1", "hold:3", "6-5")
    mend_first_turn(board)
    board.page.locator(".entry:not(.slot)").nth(1).click()
    board.page.click("text=Take it out")
    board.page.locator("dialog .adds >> text=Bo").click()  # where it was
    board.page.locator(".entry:not(.slot)").nth(2).click()
    board.press("6")
    board.press("6")
    assert board.text(".effect") == "All later turns still fit."
    board.page.click("dialog .act.roll")
    board.wait()
    assert board.log == "3-4 hold:2 6-6 hold:1 hold:3 6-5"
    assert board.scores == [19, 7, 19]


def test_a_turn_of_many_dice_is_thrown_anew(tab: Tab) -> None:
    board = tab().keep(setup("hog", "Ana", "Bo"))
    board.enter("x3", "2-5-6", "x2", "4-1")
    mend_first_turn(board)
    for face in ("2", "2", "3"):
        board.press(face)
    assert board.text(".effect") == "All later turns still fit."
    board.page.click("dialog .act.roll")
    board.wait()
    assert board.scores[0] in {7, 4}
    assert board.log.endswith("x2 4-1")


# --- names, several games ------------------------------------------------------------------------


def test_a_player_is_renamed_in_the_middle(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo"))
    board.enter("4", "hold", "5")
    board.press("e")
    board.page.fill("dialog .names input >> nth=1", "ana")
    board.page.keyboard.press("Tab")
    assert board.page.locator(".seats bdi").all_inner_texts() == ["Ana", "ana 2"]
    board.press("Escape")
    assert board.log == "4 hold 5"
    board.page.reload()
    board.page.wait_for_selector(".tapped")
    assert board.page.locator(".seats bdi").all_inner_texts() == ["Ana", "ana 2"]


def test_several_games_in_a_row_are_counted(tab: Tab) -> None:
    board = tab().keep(setup("pig", "Ana", "Bo", target="5"))
    board.enter("5", "hold")
    board.page.wait_for_selector(".end")
    board.press("u")  # taken back and won again: still one game
    board.enter("hold")
    board.page.wait_for_selector(".end")
    board.tap(".act.roll")  # the same people again: one tap
    board.page.wait_for_selector(".tapped")
    board.wait()
    assert board.text(".turn") == "Bo’s turn"  # the next seat starts
    board.enter("1", "6", "hold")
    board.page.wait_for_selector(".end")
    assert board.page.locator(".tally").all_inner_texts() == ["2 games won", "0 games won"]
    board.tap("footer .act.hold")
    assert board.page.locator(".chairs small").all_inner_texts() == ["2 games won"]
    board.page.click("[aria-label='Move one place up: Bo']")
    board.page.click("text=Add a person")
    board.page.fill(".chairs input >> nth=2", "Cy")
    board.tap(".act.roll")
    board.page.wait_for_selector(".tapped")
    board.wait()
    board.enter("4", "5", "hold")
    board.page.wait_for_selector(".end")
    assert board.page.locator(".seats bdi").all_inner_texts() == ["Bo", "Ana", "Cy"]
    board.page.goto(f"{board.site}#/keep")
    board.page.wait_for_selector(".chairs")
    assert board.page.locator(".chairs small").all_inner_texts() == ["1 game won", "2 games won"]
    board.page.click("text=Count the games from 0 again")
    assert not board.has(".chairs small")


# --- bots, tabs, storage, length -----------------------------------------------------------------


def test_a_bot_decides_and_people_throw_for_it(tab: Tab) -> None:
    """Steady Sam of Pig holds at 20 or more, and says so by itself."""
    board = tab().keep(setup("pig", "Ana", bots=1))
    board.enter("5", "hold")
    for face in ("6", "6", "6"):
        assert board.has("text=Throw for this bot.")
        board.enter(face)
    board.press("h")
    assert board.said == "It is the turn of a bot: Steady Sam."
    board.enter("4")
    assert board.log == "5 hold 6 6 6 4 hold"
    assert board.text(".turn") == "Ana’s turn"
    board.press("u")  # what the bot decided goes with what it decided about
    board.enter("2")
    assert board.log == "5 hold 6 6 6 2 hold"


def test_of_two_tabs_the_second_shows_what_was_taken_back(tab: Tab) -> None:
    first = tab().keep(setup("pig", "Ana", "Bo"))
    first.enter("4", "6")
    second = tab(beside=first)
    second.page.goto(first.page.url)
    second.page.wait_for_selector("text=Here you can watch.")
    first.press("u")
    second.page.wait_for_function("() => document.querySelector('.total').textContent === '4'")


def test_a_game_is_kept_where_storage_is_full(tab: Tab) -> None:
    board = tab(script=FULL).keep(setup("pig", "Ana", "Bo", target="12"))
    for _ in range(2):
        board.press("6")
    board.press("u")
    assert board.total == 6
    board.press("y")
    assert "gone when you close" in board.text(".notice")
    board.press("h")
    board.page.wait_for_selector(".end")


def test_a_phone_that_sleeps_wakes_at_the_same_place(tab: Tab) -> None:
    board = tab().keep(setup("two-dice-pig", "Ana", "Bo"))
    board.enter("3-4")
    board.press("6")
    for state in ("hidden", "visible"):
        board.page.evaluate(
            f"Object.defineProperty(document, 'visibilityState', {{ value: '{state}',"
            " configurable: true });"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )
        board.wait(1_800_000)
    board.press("2")
    assert board.log == "3-4 6-2"


def test_ten_thousand_entries_are_corrected_from_the_first(tab: Tab) -> None:
    board = tab().open()
    log = " ".join(["4 6 hold 5 1"] * 2000)
    game = {
        "id": "old",
        "source": "tapped",
        "rules": "pig,target=1000000",
        "players": [{"name": "Ana"}, {"name": "Bo"}],
        "first": 1,
        "scores": None,
        "log": log,
        "count": 10_000,
        "begun": 1_700_000_000_000,
        "changed": 1_700_000_000_000,
        "now": [20_000, 0],
        "winners": [],
    }
    board.page.evaluate("value => localStorage.setItem('passel.game.old', value)", json.dumps(game))
    board.page.clock.install()
    board.page.goto(f"{board.site}#/game/old")
    board.page.wait_for_selector(".tapped")
    board.wait()
    board.press("e")
    for _ in range(39):
        board.page.click("text=Show older turns")
    assert board.page.locator("dialog .turn-line").count() == 3920
    board.page.click("text=Show older turns")
    board.page.locator("dialog .turn-line").last.click()
    board.page.locator(".entry:not(.slot)").first.click()
    board.press("6")
    assert board.text(".effect") == "All later turns still fit."
    board.page.click("dialog .act.roll")
    board.wait()
    assert board.page.locator(".score").all_inner_texts() == ["20,002", "0"]
    board.press("u")
    assert board.log == log


def test_a_kept_game_is_offered_on_the_first_screen_and_works_offline(tab: Tab) -> None:
    board = tab().open(settings=None)
    board.page.wait_for_load_state("networkidle")
    board.page.context.set_offline(True)
    board.page.click("text=Keep score")
    board.page.click(".act.roll")
    board.page.wait_for_selector(".tapped")
    board.page.wait_for_selector(".page:not([data-settling])")
    board.page.click(".face >> nth=4")
    assert board.said.startswith("Player 1 rolled 5")
    board.page.click(".icon")
    assert board.text(".ways > :first-child").startswith("Go on")
    board.page.click(".ways > :first-child")
    board.page.wait_for_selector(".tapped")

"""The set-up: who plays, in which order, by which rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from board import Board, setup

from passel import variants

Tab = Callable[..., Board]

NAMES = [
    ("<img src=x onerror=alert(1)>", "<img src=x onerror=a"),
    ("N" * 60, "N" * 20),
    ("👩‍👩‍👧‍👦" * 25, "👩‍👩‍👧‍👦" * 20),
    ("שרה", "שרה"),
    ("Z" + "\u0301" * 40 + "o", "Ź\u0301\u0301\u0301o"),
    ("\u200b\u2060 \u3164", "Player 1"),
    ("\u202eannA\u202c", "annA"),
    ("  Ana   Maria ", "Ana Maria"),
]


@pytest.mark.parametrize(("typed", "shown"), NAMES)
def test_a_name_is_text_visible_and_not_too_long(tab: Tab, typed: str, shown: str) -> None:
    board = tab(320, 568).open("new")
    board.page.fill(".chairs input", typed)
    board.page.click(".act.roll")
    board.page.wait_for_selector(".table")
    assert board.page.locator(".seats .name bdi").first.text_content() == shown
    assert board.page.locator(".seats .name img").count() == 0


def test_two_players_of_one_name_are_told_apart(tab: Tab) -> None:
    board = tab().start(setup("pig", "Ana", "ana", "Ana"))
    assert board.page.locator(".seats bdi").all_inner_texts() == ["Ana", "ana 2", "Ana 3"]


def test_players_move_and_leave_without_dragging(tab: Tab) -> None:
    board = tab().open("new", setup("pig", "Ana", "Bo", "Cy"))

    def names() -> list[str]:
        fields = board.page.locator(".chairs input").all()
        return [field.input_value() for field in fields]

    board.page.click("[aria-label='Move one place up: Cy']")
    assert names() == ["Ana", "Cy", "Bo"]
    assert board.said == "Cy is now player 2."
    assert board.page.evaluate("document.activeElement.ariaLabel") == "Move one place up: Cy"
    board.page.click("[aria-label='Remove: Ana']")
    assert names() == ["Cy", "Bo"]
    board.page.click("[aria-label='Move one place up: Cy']", force=True)
    assert board.said == "Cy is already at the top."
    board.page.click("text=Add a person")
    board.page.click("text=Add a bot")
    assert names() == ["Cy", "Bo", ""]
    assert board.page.locator(".chairs select").input_value() == "steady"


def test_a_game_that_cannot_start_says_why(tab: Tab) -> None:
    board = tab().open("new", setup("big-pig", *"abcde"))
    start = board.page.locator(".act.roll")
    assert start.get_attribute("aria-disabled") == "true"
    start.click(force=True)
    assert "2 to 4 players, not for 5" in board.said
    board.page.click("[aria-label='Remove: e']")
    start.click()
    board.page.wait_for_selector(".table")


def test_a_target_out_of_range_is_refused_with_words(tab: Tab) -> None:
    board = tab().open("new")
    board.page.fill("input[type=number]", "0")
    assert board.text(".wrong") == "A whole number from 1 to 1,000,000."
    assert board.page.locator(".act.roll").get_attribute("aria-disabled") == "true"
    board.page.fill("input[type=number]", "50")
    board.page.click(".act.roll")
    assert board.games[0]["rules"] == "pig,target=50"


@pytest.mark.parametrize("id", variants.VARIANTS)
def test_each_house_rule_has_its_sentence_its_source_and_makes_the_rules(tab: Tab, id: str) -> None:
    """Every choice of every list of the set-up makes rules that Python knows by the same name."""
    board = tab().open("new", setup(id, "Ana", "Bo"))
    board.page.click("text=House rules")
    fields = board.page.locator("details .field:has(select)")
    assert fields.count() >= 1
    for place in range(fields.count()):
        field = fields.nth(place)
        assert field.locator("span").inner_text().endswith(".")
        assert field.locator("small").inner_text().startswith("Sources: ")
        field.locator("select").select_option(index=1)
    board.page.click(".act.roll")
    name = board.games[0]["rules"]
    assert variants.name(variants.rules(name)) == name


def test_a_class_is_seated_from_a_list_of_names(tab: Tab) -> None:
    board = tab().open("new", setup("skunk", "Ana"))
    board.page.click("text=Many names at once")
    board.page.fill("#class", "\n".join(f"Pupil {number}" for number in range(1, 46)))
    board.page.click("text=Take these names")
    assert board.said == "There are now 40 players."
    board.page.click(".act.roll")
    assert board.page.locator(".crowd li").count() == 40


def test_the_rules_of_exactly_this_choice_can_be_read(tab: Tab) -> None:
    board = tab().open("new", setup("pig", "Ana", "Bo", bust_face="6"))
    board.page.click("text=The rules of exactly this game")
    assert "A 6 loses the turn total, and the turn is over." in board.text("details .text")


def test_the_rules_of_a_game_lead_to_its_set_up(tab: Tab) -> None:
    board = tab().open("rules/hog")
    board.page.click("text=Play this game")
    assert board.text(".variants .card b") == "Hog"

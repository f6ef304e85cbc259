"""Everybody plays: checked by axe, by keyboard, with large text, in the accessibility tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pytest
from axe_playwright_python import sync_playwright as axe  # type: ignore[import-untyped]
from board import SIZES, Board, setup
from test_fairness import played

Tab = Callable[..., Board]
TEN = [
    "Ana",
    "Bo",
    "Zoë",
    "Wilhelmina-Alexandra",
    "שרה",
    "Łucja",
    "Oluwaseun",
    "Ö",
    "Max K.",
    "👩‍👩‍👧‍👦",
]


COLOURED = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours."""

STANDARDS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def faults(board: Board, *rules: str) -> list[str]:
    """What axe finds, a line each; on a page so high that nothing stands behind the actions.

    Args:
        board: The tab.
        rules: The only ones to look at; none: all that are standards or best practice.
    """
    board.page.set_viewport_size({"width": 390, "height": 3000})
    if not board.page.evaluate("'axe' in window"):
        board.page.evaluate(axe.Axe().axe_script)
    found = board.page.evaluate(
        "(only) => axe.run(document, { runOnly: only, resultTypes: ['violations'] })",
        list(rules or STANDARDS),
    )
    return [
        f"{each['id']}: {node['html'][:200]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def faults_in_the_dark(board: Board) -> list[str]:
    """What axe finds in the colours of the dark, in a tab that is light."""
    board.page.emulate_media(color_scheme="dark")
    found = faults(board, *COLOURED)
    board.page.emulate_media(color_scheme="light")
    return found


def screens(board: Board) -> Iterable[str]:
    """Show every screen in turn."""
    for route in ("", "new", "rules", "rules/big-pig,target=50", "settings", "games"):
        board.page.goto(f"{board.site}#/{route}")
        board.page.wait_for_selector("h1")
        for summary in board.page.locator("summary").all():
            summary.click()
        yield route
    yield from practice(board)
    board.page.goto(f"{board.site}#/dice")
    board.page.wait_for_selector(".throwables")
    for choice in (5, 6, 7):
        board.page.locator(".throwables input").nth(choice).check(force=True)
        board.page.wait_for_selector(".page:not([data-settling])")
        board.page.click(".act.roll")
        yield f"dice {choice}"
    board.page.locator(".casts .chip").nth(2).click()
    yield "no dice"
    for id, names in (
        ("pig", TEN),
        ("hog", TEN[:2]),
        ("skunk", TEN[:3]),
        ("skunk", TEN * 3),
        ("pass-the-pigs", TEN[:2]),
    ):
        board.page.evaluate(
            "setup => localStorage.setItem('passel.setup', JSON.stringify(setup))",
            setup(id, *names, bots=0 if len(names) > 9 else 1),
        )
        board.page.goto(f"{board.site}#/new")
        board.page.reload()
        board.page.click(".act.roll")
        board.page.wait_for_selector(".table")
        board.calm()
        board.page.click(".act.roll")
        yield f"{id} of {len(names)}"
    board.page.keyboard.press("?")
    board.page.wait_for_selector("dialog")
    yield "help"
    board.page.keyboard.press("Escape")
    yield from kept_screens(board)
    board.page.keyboard.press("Escape")
    board.page.goto(f"{board.site}#/games")
    board.page.fill("#record", '[Rules "pig,target=10"]\n[Seats "2"]\n1: 6 6 hold\n')
    board.page.click(".adds .chip")
    board.page.click("summary")
    yield "end"
    board.page.goto(f"{board.site}#/games")
    board.page.fill("#record", played("pig,target=10"))
    board.page.locator(".adds .chip").nth(1).click()
    board.page.wait_for_selector(".verdict")
    yield "fairness"


def practice(board: Board) -> Iterable[str]:
    """Show a position to practise on before and after an answer, and all that stands beside."""
    for rules, answer in (("pig", "footer .act.hold"), ("hog", ".question .chip")):
        board.page.goto(f"{board.site}#/practise/{rules}")
        board.page.wait_for_selector(answer, timeout=30_000)
        board.page.evaluate(
            "document.querySelectorAll('details').forEach((each) => (each.open = true))"
        )
        yield f"practise {rules}"
        board.page.locator(answer).first.click()
        board.page.wait_for_selector(".odds")
        yield f"{rules} practised"


def kept_screens(board: Board) -> Iterable[str]:
    """Show what keeping score has, in turn."""
    for id, names in (
        ("pass-the-pigs", TEN[:3]),
        ("hog", TEN[:2]),
        ("piglet", TEN[:2]),
        ("skunk", [*TEN, "Kim", "Lee"]),
        ("two-dice-pig", TEN[:4]),
    ):
        board.page.evaluate(
            "setup => localStorage.setItem('passel.keep', JSON.stringify(setup))",
            setup(id, *names, bots=1),
        )
        board.page.goto(f"{board.site}#/keep")
        board.page.reload()
        board.page.wait_for_selector(".chairs")
        yield f"set-up of a kept {id}"
        board.page.click(".act.roll")
        board.page.wait_for_selector(".tapped:not([data-settling]) .face")
        board.page.locator(".face").nth(1).click()
        yield f"{id} kept"
    board.page.locator(".face").nth(3).click()
    grid, *amount = board.page.locator(".tools [aria-pressed]").all()
    if amount:  # a small screen has no room for 36 places
        grid.click()
        yield "both dice at once"
    board.page.keyboard.press("a")
    board.page.fill("#amount", "100")
    board.page.keyboard.press("Enter")
    yield "an amount"
    board.page.keyboard.press("Escape")
    board.page.locator("h1").focus()
    board.page.keyboard.press("e")
    board.page.wait_for_selector("dialog.book")
    yield "the book"
    board.page.locator("dialog .turn-line").last.click()
    board.page.locator(".entry").first.click()
    yield "a correction"
    board.page.keyboard.press("Escape")


def test_axe_finds_nothing_on_any_screen(tab: Tab) -> None:
    board = tab(390, 844, reduced_motion="reduce")
    board.open(settings={"lang": "en", "explained": False})
    found = {screen: faults(board) + faults_in_the_dark(board) for screen in screens(board)}
    assert {screen: some for screen, some in found.items() if some} == {}


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_nothing_is_wider_than_320_pixels_even_with_text_of_200_percent_or_too_small_to_press(
    tab: Tab, lang: str
) -> None:
    board = tab(320, 568, reduced_motion="reduce").open(settings={"lang": lang})
    for screen in screens(board):
        for size in ("100%", "200%"):
            board.page.evaluate("size => document.documentElement.style.fontSize = size", size)
            wide = board.page.evaluate(
                "() => [...document.querySelectorAll('body *')].filter((each) => {"
                "  const box = each.getBoundingClientRect();"
                "  return box.width && box.right > innerWidth + 1 && !each.closest('.unseen, pre');"
                "}).map((each) => each.outerHTML.slice(0, 120))"
            )
            assert (screen, size, wide) == (screen, size, [])
        board.page.evaluate("document.documentElement.style.fontSize = ''")
        pressed = board.page.locator("a, button, select, input:not(.unseen)")
        small = pressed.evaluate_all(
            "all => all.filter((each) => {"
            "  const { width, height } = each.getBoundingClientRect();"
            "  return width && Math.min(width, height) < 24;"
            "}).map((each) => each.outerHTML.slice(0, 90))"
        )
        assert (screen, small) == (screen, [])


@pytest.mark.parametrize("size", SIZES)
def test_ten_seats_and_the_actions_fit_one_screen(tab: Tab, size: tuple[int, int]) -> None:
    board = tab(*size, reduced_motion="reduce").start(setup("pig", *TEN))
    board.press("r")
    for selector in (".seats li:last-child", ".die", ".total", ".said", ".act.roll"):
        box = board.page.locator(selector).first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1]
    total = board.page.locator(".total").bounding_box()
    bottom = board.page.locator(".said p").first.bounding_box()
    assert total
    assert bottom
    assert total["y"] + total["height"] <= bottom["y"] + 2


def test_the_accessibility_tree_of_a_turn(tab: Tab) -> None:
    board = tab().start(setup("pig", "Ana", "Bo"))
    board.press("r")
    tree = board.page.locator(".page").aria_snapshot()
    assert re.search(r'heading "Pig first to 100" \[level=1\]', tree)
    assert re.search(r'status:\s+- paragraph: "?Ana rolled', tree)
    assert re.search(r'button "Roll', tree)
    assert re.search(r'button "Hold', tree)
    assert board.page.locator("[aria-live], [role=status], [role=alert]").count() == 1


def test_reduced_motion_is_kept_and_can_be_set_both_ways(tab: Tab) -> None:
    def moves(board: Board) -> bool:
        board.start(setup("pig", "Ana", "Bo"), None)
        board.press("r")
        name = board.page.locator(".die").first.evaluate(
            "(die) => getComputedStyle(die).animationName"
        )
        return bool(name != "none")

    assert moves(tab())
    assert not moves(tab(reduced_motion="reduce"))
    for system, setting, moving in (("reduce", "full", True), ("no-preference", "less", False)):
        board = tab(reduced_motion=system)
        board.open(settings={"lang": "en", "motion": setting})
        assert moves(board) == moving


def test_forced_colours_keep_the_bar_and_the_badges(tab: Tab) -> None:
    board = tab(forced_colors="active").start(setup("pig", "Ana", "Bo"))
    board.press("r")
    colours = board.page.evaluate(
        "() => ['.badge path', '.sheet', '.way'].map((each) => {"
        "   const style = getComputedStyle(document.querySelector(each));"
        "   return each === '.badge path' ? style.fill : style.borderTopWidth; })"
    )
    assert colours[1:] == ["1px", "1px"]
    assert colours[0] != "none"


def test_a_seat_is_told_apart_by_colour_shape_and_initial(tab: Tab) -> None:
    names = [f"{number} X" for number in range(1, 41)]
    board = tab(1280, 800).start(setup("greedy-pig", *names))
    signs = board.page.locator(".crowd .badge").evaluate_all(
        "all => all.map((each) => each.querySelector('path'))"
        ".map((path) => getComputedStyle(path).fill + path.getAttribute('d'))"
    )
    assert len(set(signs)) == 40


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_tone_has_enough_contrast(tab: Tab, scheme: str) -> None:
    board = tab(color_scheme=scheme).open()
    colours = board.page.evaluate(
        "() => { const style = getComputedStyle(document.documentElement);"
        " const tones = Array.from({ length: 10 }, (_, place) => `tone-${place + 1}`);"
        " return Object.fromEntries(['paper', 'sheet', 'ink', 'pencil', ...tones]"
        "   .map((name) => [name, style.getPropertyValue(`--${name}`).trim()])); }"
    )
    for name, colour in colours.items():
        for ground in ("paper", "sheet"):
            if name not in {"paper", "sheet"}:
                assert contrast(colour, colours[ground]) >= 4.5, (name, ground)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours. Source: WCAG 2.2, relative luminance."""

    def luminance(colour: str) -> float:
        digits = colour.lstrip("#")
        digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
        parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)

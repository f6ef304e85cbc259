"""The lessons: their numbers, by keyboard, by touch, in the accessibility tree, on paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from math import exp, factorial, lgamma, log
from statistics import NormalDist
from typing import Any

import pytest
from board import Board
from test_access import faults
from test_offline import kept

from passel import variants
from passel.exact.advise import advise
from passel.exact.cells import Phase
from passel.exact.shelf import recall
from passel.exact.solitaire import turn_outcomes
from passel.exact.solve import EQUAL
from passel.game import HOLD, ROLL, State
from passel.notation import parse_position
from passel.policy import Policy
from passel.rules import chances
from passel.variants import VARIANTS
from passel.words import Words

Tab = Callable[..., Board]

LESSONS = ("throw", "survive", "mean", "best", "kinds", "hog", "skunk", "first", "luck")
SLIDERS = {
    "survive": "throws",
    "mean": "hold",
    "best": "own",
    "kinds": "total",
    "hog": "dice",
    "skunk": "total",
}
"""What a lesson's picture is set by, where a slider sets it."""

NUMBERS = """async ({ ids, most }) => {
  const base = new URL("app/", location.href);
  const { throwOf, turnOf, enough } = await import(new URL("learn/numbers.js", base));
  const { rules } = await import(new URL("engine/variants.js", location.href));
  const pig = throwOf(rules("pig"));
  return {
    throws: ids.map((id) => throwOf(rules(id))),
    dice: Array.from({ length: 20 }, (_, place) => throwOf(rules("hog"), place + 1)),
    turns: Array.from({ length: most }, (_, place) => turnOf(pig, place + 1)),
    skunk: [0, 20, 40, 60, 80, 100].map((score) => enough(throwOf(rules("skunk")), score)),
  };
}"""


def lesson(board: Board, route: str) -> None:
    """Show a lesson, or what belongs to it."""
    board.page.goto(f"{board.site}#/learn/{route}")
    board.page.wait_for_selector(".page.learn .lesson")


def counted(id: str, dice: int = 0) -> dict[str, Any]:
    """What a throw does, from the library's exact fractions."""
    shares = {"safe": 0.0, "bust": 0.0, "lose": 0.0, "mean": 0.0}
    names = {"gain": "safe", "void": "safe", "bust": "bust", "bust_all": "lose"}
    for each in chances(variants.rules(id), dice):
        shares[names[each.effect.kind]] += float(each.probability)
        shares["mean"] += float(each.probability) * each.effect.points
    return shares


def holding(total: int) -> Policy:
    """Hold from a turn total on."""
    return lambda state, _: HOLD if state.turn_total >= total else ROLL


def test_the_numbers_of_the_lessons_are_the_librarys(tab: Tab) -> None:
    ids = [each for each in VARIANTS if each not in {"hog", "pass-the-pigs"}]
    board = tab().open()
    told = board.page.evaluate(NUMBERS, {"ids": ids, "most": 40})
    expected = [counted(id) for id in ids] + [counted("hog", n) for n in range(1, 21)]
    for met, wanted in zip(told["throws"] + told["dice"], expected, strict=True):
        shares = {name: met[name] / met["total"] for name in ("safe", "bust", "lose")}
        assert {**shares, "mean": met["mean"]} == pytest.approx(wanted, abs=1e-12)
    state = State(variants.rules("pig,target=1000"), (0, 0), (1,))
    for hold, met in enumerate(told["turns"], 1):
        outcomes = turn_outcomes(holding(hold), state)
        assert met["mean"] == pytest.approx(outcomes.mean, abs=1e-12)
        assert met["nothing"] == pytest.approx(outcomes.points[0], abs=1e-12)
    # 25/36 of 8 points against 11/36 of the round and 1/36 of the score.
    assert told["skunk"] == [-(-(200 - score) // 11) for score in (0, 20, 40, 60, 80, 100)]


def apart(throws: int) -> float:
    """The mean difference of two faces in so many throws of a die, over all cases."""
    chances = [
        [
            exp(
                lgamma(throws + 1) - lgamma(a + 1) - lgamma(b + 1) - lgamma(throws - a - b + 1)
                - (a + b) * log(6) + (throws - a - b) * log(4 / 6)
            )
            for b in range(throws - a + 1)
        ]
        for a in range(throws + 1)
    ]  # fmt: skip
    return sum(abs(a - b) * each for a, row in enumerate(chances) for b, each in enumerate(row))


def test_what_lessons_say_in_passing_is_so_too(tab: Tab) -> None:
    """Each number in its sentence, from a computation of its own."""
    board = tab().open("learn")
    pig = recall(variants.rules("pig"))
    scores = [*range(0, 100, 5), 99]
    low = []
    for own, other in product(scores, scores):
        turn = pig.turn(Phase(), own, other)
        holds = (k for k in range(1, 100 - own) if turn.hold[k] >= turn.must[k] - EQUAL)
        if next(holds, 100) < 20:
            low.append(own > other)
    sure = round(100 * (2 * NormalDist().cdf(2) - 1))
    said = {
        "throw": f"after 600 throws two columns are still about {apart(600):.0f} throws apart",
        "throw/teacher": f"all of them fall in only {100 * factorial(6) / 6**6:.1f}% of cases.",
        "best/teacher": f"The player to move, in {sum(low)} places of {len(low)}:",
        "luck": f"About {sure} of 100 such lines meet the exact one",
        "luck/teacher": f"About {100 - sure} times in 100 they do not.",
        "hog/teacher": "You need 30 points to win and the other needs 2.",
        "survive/teacher": "since 6 times 1/6 is 1.",
    }
    for route, sentence in said.items():
        lesson(board, route)
        board.page.wait_for_selector(f"main >> text={sentence}")
    end = advise(parse_position("hog:70-98:1:0"), lambda rules, seats: recall(rules)).best
    assert min(action.dice for action in end) > 6  # "More than 6"
    longer = [recall(variants.rules(f"pig,target={each}")).first_player for each in (20, 50, 100)]
    assert longer == sorted(longer, reverse=True)  # "A longer game makes playing first worth less"
    ending = (recall(variants.rules(each)).first_player for each in ("pig", "big-pig"))
    assert next(ending) > 0.5 > next(ending)


@pytest.mark.hosts
def test_every_lesson_by_keyboard_in_polish_on_a_small_phone(tab: Tab) -> None:
    board = tab(320, 568, locale="pl").open("learn", settings={"lang": "pl"})
    polish = Words("pl")
    board.page.wait_for_selector(".lessons")
    for place, id in enumerate(LESSONS):
        board.page.locator(".lessons a").nth(place).focus()
        board.page.keyboard.press("Enter")
        title = polish.say(f"learn.{id}.title")
        board.page.wait_for_function(
            "t => document.querySelector('h1').textContent == t", arg=title
        )
        told = board.page.locator(".picture [role=status]")
        before = told.all_inner_texts()
        if id in SLIDERS:
            board.page.locator(f"input[name={SLIDERS[id]}]").focus()
            for _ in range(5):
                board.page.keyboard.press("ArrowRight")
        elif id == "first":
            board.page.locator("input[type=radio]").first.focus()
            board.page.keyboard.press("ArrowDown")
        else:
            board.page.locator(".picture .adds .chip").nth(1).focus()
            board.page.keyboard.press("Enter")
        assert told.all_inner_texts() != before, id
        board.page.locator(".behind summary").first.focus()
        board.page.keyboard.press("Enter")
        assert board.page.locator(".behind[open] tbody tr").count() > 0
        board.page.locator(".replies button").first.focus()
        verdicts = set()
        for number in range(3):
            board.page.keyboard.press("Enter")
            assert board.page.locator("[aria-pressed=true]").count() == 1
            verdicts.add(board.text(".verdict b"))
            if number < 2:
                board.page.keyboard.press("Tab")
        assert verdicts == {polish.say("learn.right"), polish.say("learn.wrong")}
        wide = board.page.evaluate(
            "() => [...document.querySelectorAll('main *')].filter((each) =>"
            "  each.getBoundingClientRect().right > innerWidth + 1 && !each.closest('.scroll'))"
            ".map((each) => each.outerHTML.slice(0, 80))"
        )
        assert (id, wide) == (id, [])
        assert not re.search(r"learn\.|\{\w+\}|undefined|NaN", board.text("main"))
        board.page.locator("header a").focus()
        board.page.keyboard.press("Enter")
        board.page.wait_for_selector(".lessons")


def test_pictures_are_touched_and_told_in_the_accessibility_tree(tab: Tab) -> None:
    board = tab(320, 568, has_touch=True).open("learn/hog")
    page = board.page
    page.wait_for_selector(".plot")
    picture = page.get_by_role("img").first
    box = picture.bounding_box()
    assert box
    picture.tap(position={"x": box["width"] - 12, "y": box["height"] / 2})
    assert page.get_by_role("slider", name="Dice").get_attribute("aria-valuetext") == "20"
    wanted = "20 dice: safe in 2.6% of throws, 2.09 points on average."
    assert page.get_by_role("img", name=wanted).count() == 1
    assert wanted in page.get_by_role("region", name="The picture").aria_snapshot()
    page.get_by_role("button", name="The same").tap()
    assert page.get_by_text("Right.").count() == 1


def test_the_surface_turns_under_a_finger_and_by_keys(tab: Tab) -> None:
    board = tab().open("learn/best")
    board.page.wait_for_selector(".solid")
    angle = board.page.get_by_role("slider", name="Turn the picture")
    before = angle.input_value()
    box = board.page.locator(".solid").bounding_box()
    assert box
    board.page.mouse.move(box["x"] + 100, box["y"] + 100)
    board.page.mouse.down()
    board.page.mouse.move(box["x"] + 180, box["y"] + 100, steps=4)
    board.page.mouse.up()
    dragged = angle.input_value()
    assert dragged != before
    angle.focus()
    board.page.keyboard.press("ArrowRight")
    assert int(angle.input_value()) == int(dragged) + 5
    assert board.text(".told") == "With 0 against 0, hold as soon as your turn total is 21 or more."
    for name in ("Your score", "The other’s score"):
        board.page.get_by_role("slider", name=name).fill("9")
    assert board.text(".told").endswith("is 21 or more; only from 23 to 25 roll on.")


def test_a_simulation_comes_close_to_the_exact_number(tab: Tab) -> None:
    """11,000 turns of the first dice: within four standard errors of 62.45 percent."""
    board = tab().open("learn/luck")
    for name in ("10,000 turns", "1,000 turns"):
        board.page.get_by_role("button", name=name, exact=True).click()
    met = re.search(r"([\d.]+)% brought nothing, .* ([\d.]+)%", board.text(".picture .told"))
    assert met
    share, error = map(float, met.groups())
    assert error == pytest.approx(0.46, abs=0.01)
    assert abs(share - 62.45) < 4 * error


PAPERS = (
    *(f"{id}/teacher" for id in LESSONS),
    *(f"sheets/score/{id}" for id in VARIANTS),
    *(f"sheets/experiment/{id}" for id in ("faces", "survive", "strategies")),
    *(f"sheets/rules/{id}" for id in VARIANTS),
)


LONG = ("skunk/teacher", "sheets/score/skunk", "sheets/score/pig", "sheets/rules/big-pig")
"""Those with most on them, for languages that need no more room than Polish."""


BOTH = {"width": "210mm", "height": "279mm"}
"""As narrow as A4 and as low as Letter: what is one page of this is one page of either."""


def pages(board: Board, **size: Any) -> int:
    """How many pages are printed."""
    return len(re.findall(rb"/Type\s*/Page\b", board.page.pdf(**size)))


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_every_sheet_is_one_page_on_a4_and_on_letter(tab: Tab, lang: str) -> None:
    board = tab(color_scheme="dark").open(settings={"lang": lang})
    for route in PAPERS if lang == "pl" else LONG:
        lesson(board, route)
        assert (route, pages(board, **BOTH)) == (route, 1)
        if lang == "pl" and route in LONG:
            assert pages(board, format="A4") == pages(board, format="Letter") == 1


CONTRAST = ("color-contrast", "link-in-text-block")
"""What may differ from one colour scheme to the other."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_lessons(tab: Tab, scheme: str) -> None:
    board = tab(390, 844, color_scheme=scheme, reduced_motion="reduce").open("learn")
    papers = ("mean/teacher", "sheets", "sheets/score/skunk", "sheets/rules/hog")
    for route in ("", *LESSONS, *papers):
        lesson(board, route)
        for summary in board.page.locator("summary").all():
            summary.click()
        assert (route, faults(board, *(CONTRAST if scheme == "dark" else ()))) == (route, [])


def test_lessons_come_when_they_are_opened(tab: Tab) -> None:
    """Nothing of them is fetched before, and all of them with the first."""
    board = tab()
    asked: list[str] = []
    board.page.on("request", lambda request: asked.append(request.url.removeprefix(board.site)))
    board.open()
    board.page.wait_for_load_state("networkidle")
    early = {each for each in asked if "learn/" in each}
    assert early == {"app/learn/numbers.js"}  # which practice needs as well
    lesson(board, "throw")
    assert {"app/learn/learn.js", "app/learn/learn.css", "words/learn/en.json"} <= set(asked)
    board.page.wait_for_load_state("networkidle")
    known = set(asked)
    for id in LESSONS:
        lesson(board, id)
    assert not [each for each in set(asked) - known if "learn/" in each]


def test_lessons_work_without_a_network_once_the_app_is_kept(
    open_tab: Callable[..., Board], site: str
) -> None:
    """In every language, those that have to be solved too, and what else teaches."""
    board = open_tab(site, worker=True).open()
    kept(board)
    board.page.close()
    board = open_tab(site, beside=board)
    board.page.context.set_offline(True)
    board.open()
    for lang in ("pl", "fr", "en"):
        board.page.click(f"[lang={lang}]")
        for id in ("first", "best"):
            lesson(board, id)
            assert board.text("h1") == Words(lang).say(f"learn.{id}.title")
            assert board.page.locator(".plot .bar, .plot .cell").count() > 0
        board.page.goto(f"{site}#/")
        board.page.wait_for_selector(".home")
    board.page.goto(f"{site}#/practise")
    board.page.wait_for_selector("footer .act.hold", timeout=30_000)
    board.page.locator("details", has_text="Two rules to remember").locator("summary").click()
    board.page.wait_for_selector("text=gives up", timeout=30_000)


@pytest.mark.hosts
def test_a_lesson_that_cannot_be_fetched_says_so(tab: Tab) -> None:
    board = tab()
    board.page.route("**/words/learn/en.json", lambda route: route.fulfill(body="no JSON"))
    board.open("learn")
    assert board.said.startswith("This part is not on this device yet.")

"""The coach and the look back say what the library computes, to everybody."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from math import hypot
from pathlib import Path

import pytest
from board import QUICK, SIZES, Board, setup
from terminal import piped
from test_access import faults

from passel import rollout, variants
from passel.dice import Seeded
from passel.exact.reasons import reason
from passel.exact.shelf import recall
from passel.game import Event, State, apply, start
from passel.notation import Record, parse_position, parse_record, print_record
from passel.policy import Policy, decide, hold_at, roll_dice
from passel.review import review
from passel.words import LANGUAGES, Words

Tab = Callable[..., Board]
BEFORE = {**QUICK, "coach": "before"}


def played(rules: str = "pig", seats: int = 2, turns: int = 400) -> Record:
    """A game between bots of different patience."""
    policies: list[Policy] = [hold_at(14), hold_at(25), hold_at(20)][:seats]
    if variants.rules(rules).turn == "announced":
        policies = [roll_dice(4), roll_dice(7)]
    dice = Seeded("3")
    begin = state = start(variants.rules(rules), seats)
    events: list[Event] = []
    while not state.over and len(events) < turns:
        for event in decide(policies, state, dice):
            state = apply(state, event)
            events.append(event)
    return Record(begin, tuple(events), names=("Ana", "Bo", "Cy")[:seats])


def link(text: str | bytes) -> str:
    """The route of a link that holds a record."""
    data = text.encode() if isinstance(text, str) else text
    return f"record/{base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def looked(board: Board, route: str, settings: object = QUICK) -> Board:
    board.open(route, settings=settings)
    board.page.wait_for_selector(".winning", timeout=30_000)
    return board


def choosing(board: Board) -> State:
    """Roll until there is something to choose; the position."""
    while not board.can_hold:
        board.page.click(".act.roll")
        board.calm()
    scores = board.scores
    turn = board.text(".turn")
    seat = 1 if "Ana" in turn else 2
    return parse_position(f"pig:{'-'.join(map(str, scores))}:{seat}:{board.total}")


def begun(board: Board, *names: str, bots: int = 0, settings: object = BEFORE) -> Board:
    board.open("new", setup("pig", *names, bots=bots), settings)
    board.page.wait_for_load_state("networkidle")
    board.page.click(".act.roll")
    board.calm()
    return board


def told(board: Board) -> dict[str, float]:
    """What the bars say: the points of a hundred of each action."""
    board.page.wait_for_selector(".odds", timeout=30_000)
    lines = [line.inner_text() for line in board.page.locator(".odds li").all()]
    found = [re.match(r"(\w+)[\s\S]*?wins (?:about )?([\d.]+) in 100", line) for line in lines]
    return {each[1]: float(each[2]) for each in found if each}


@pytest.mark.hosts
def test_the_coach_is_off_until_it_is_asked_and_says_what_is_exact(tab: Tab) -> None:
    board = begun(tab(), "Ana", "Bo", settings=QUICK)
    state = choosing(board)
    assert not board.has(".coach")
    board.page.click("button[aria-label=Coach]")
    values = recall(state.rules).values(state)
    assert told(board) == {
        str(action).capitalize(): pytest.approx(100 * value, abs=0.5)
        for action, value in values.items()
    }
    board.page.wait_for_function("() => document.querySelector('.advice').textContent.trim()")
    assert board.page.locator(".advice").get_attribute("aria-live") == "polite"
    board.page.click("button[aria-label=Coach]")
    assert not board.has(".coach")


def test_the_coach_grades_a_decision_when_it_is_made(tab: Tab) -> None:
    board = begun(tab(), "Ana", "Bo", settings={**QUICK, "coach": "after"})
    choosing(board)
    assert "when you have decided" in board.text(".coach")
    board.page.click(".act.hold")
    board.page.wait_for_function(
        "() => document.querySelector('.advice')?.textContent.includes('Hold: ')", timeout=30_000
    )
    assert re.search(r"\(−\d|the best choice", board.text(".advice"))


def test_the_coach_says_nothing_for_a_bot(tab: Tab) -> None:
    board = begun(tab(), "Ana", bots=1, settings={**BEFORE, "pace": "step"})
    choosing(board)
    told(board)
    board.page.click(".act.hold")
    board.calm()
    board.page.click("text=Next")
    board.calm()
    assert "nothing to choose" in board.text(".coach")
    assert not board.has(".odds")


def test_with_three_players_the_coach_says_that_it_estimates(tab: Tab) -> None:
    board = begun(tab(), "Ana", "Bo", "Cy")
    choosing(board)
    told(board)
    board.page.wait_for_function("() => document.querySelector('.advice')?.textContent.trim()")
    assert "Standard error" in board.text(".coach")
    assert "estimate" in board.text(".coach")


@pytest.mark.parametrize(
    ("scores", "hold", "roll"),
    [
        # Holding at 96 to 0 wins 98.69 of 100 and rolling 99.62: neither is sure.
        ('[Scores "90 0"]\n1: 6 hold', "wins 98.7 in 100", "wins 99.6 in 100"),
        # Holding wins at once; rolling wins 99.68 of 100.
        ('[Scores "98 10"]\n1: 2 hold', "wins 100.0 in 100", "wins 99.7 in 100"),
        # And with 300 to go, 0 to 290, 0.0001 and 0.0002 of 100.
        (
            '[Scores "0 290"]\n1: 2 hold',
            "wins less than 0.01 in 100",
            "wins less than 0.01 in 100",
        ),
    ],
)
def test_what_is_not_certain_is_never_0_or_100(tab: Tab, scores: str, hold: str, roll: str) -> None:
    target = 300 if "290" in scores else 100
    board = looked(tab(), link(f'[Rules "pig,target={target}"]\n[Seats "2"]\n{scores}\n'))
    board.page.wait_for_selector(".odds")
    said = board.page.locator(".odds b").all_inner_texts()
    assert sorted(said) == sorted([hold, roll])


@pytest.mark.parametrize(
    ("rules", "scores", "turn", "said"),
    [
        # 90 and 11 are more than the target: that ends the game.
        ("pig", "90 50 60", "1: 5 6 hold", "wins 100 in 100"),
        # In the last round nobody who holds by 28 comes from 0 to 110; but one could.
        ("skunk,rounds=1", "90 0", "*: 4-6 5-5 hold:1", "won every time"),
        # Somebody holds at 110; one more could go on, but 20 is too little whatever comes.
        ("skunk,rounds=1", "90 0 60", "*: 4-6 5-5 hold:1 hold:2", "never won"),
    ],
)
def test_that_all_games_went_alike_is_no_certainty(
    tab: Tab, rules: str, scores: str, turn: str, said: str
) -> None:
    board = tab()
    tags = f'[Rules "{rules}"]\n[Seats "{len(scores.split())}"]\n[Scores "{scores}"]'
    board.open(link(f"{tags}\n{turn}\n"))
    board.page.wait_for_selector(".stepper")
    on = ".stepper button:text-is('On'):not([aria-disabled])"
    while board.has(on):
        board.page.click(on)
    board.page.click("text=Try this decision out")
    board.page.wait_for_function("() => document.querySelector('.advice')?.textContent.trim()")
    assert board.text(".odds .mine b") == said


def sharing(board: Board, *names: str) -> State:
    """Skunk with all at this phone, when all may hold; the position."""
    board.open("new", setup("skunk", *names), BEFORE)
    board.page.wait_for_load_state("networkidle")
    board.page.click(".act.roll")
    board.calm()
    while not board.can_hold:
        board.page.click(".act.roll")
        board.calm()
    seats = "+".join(str(seat + 1) for seat in range(len(names)))
    round = re.search(r"Round (\d)", board.page.locator(".letters .unseen").text_content() or "")
    assert round
    scores = "-".join(map(str, board.scores))
    return parse_position(f"skunk:{scores}:{seats}:{board.total}:round={round[1]}")


def test_of_several_who_share_a_turn_the_coach_tells_each(tab: Tab) -> None:
    board = tab()
    state = sharing(board, "Ana", "Bo")
    board.page.wait_for_function("() => document.querySelector('.advice')?.textContent.trim()")
    said = board.text(".advice")
    each = re.fullmatch(r"Ana: (Hold|Roll|no difference)\. Bo: (Hold|Roll|no difference)\.", said)
    assert each
    error = re.search(r"Standard error: ([\d.]+) in 100", board.text(".coach"))
    assert error
    rows = board.page.locator(".coach tbody tr").all()
    shown = [[float(cell) for cell in row.locator("td").all_inner_texts()] for row in rows]
    for seat, row in enumerate(shown, 1):
        found = rollout.advise(state, seat, 1000, "seed")
        assert found.errors
        for win, action in zip(row, found.actions, strict=True):
            wide = 4 * hypot(found.errors[action], float(error[1]) / 100) + 0.005
            assert abs(win / 100 - found.actions[action]) < wide
    if state.scores[0] == state.scores[1]:
        assert each[1] == each[2]
        assert shown[0] == shown[1]
    # Who has held is not told any more, and all is worked out anew for the other.
    board.page.click("button.place.in")
    board.page.wait_for_selector(".coach .odds", timeout=30_000)
    assert board.page.locator(".coach tbody tr").count() == 0


def test_of_very_many_who_share_a_turn_the_coach_waits(tab: Tab) -> None:
    board = tab()
    sharing(board, *(f"P{number}" for number in range(1, 8)))
    assert "at most 6 people" in board.text(".coach")


REVIEWED = """async (text) => {
  const from = (path) => import(new URL(path, document.baseURI).href);
  const { ask, bare } = await from("app/solving.js");
  const { parseRecord } = await from("engine/notation.js");
  const { start, events } = parseRecord(text);
  return ask("review", { rules: start.rules, start: bare(start), events });
}"""
"""What the Worker finds, with all its digits."""

LOOKED_AT = {
    "pig": 400,
    "big-pig": 400,
    "two-dice-pig": 400,
    "hog": 400,
    "pass-the-pigs": 400,
    "skunk-solo": 400,
    "pig,target=60,end=full-round,tie=playoff": 400,
    "big-pig,target=50": 25,  # a running game
}
"""Rules of games to look back on, and after how many events they stop."""


@pytest.mark.parametrize("rules", LOOKED_AT)
def test_a_look_back_has_the_numbers_of_passel_review(tab: Tab, tmp_path: Path, rules: str) -> None:
    """Of the command itself: every decision, every throw and the sums, which add up as shown."""
    text = print_record(played(rules, turns=LOOKED_AT[rules]))
    file = tmp_path / "game.pig"
    file.write_text(text, "utf-8")
    found = json.loads(piped("review", str(file), "--json", data=tmp_path).stdout)
    board = looked(tab(), link(text))
    rows = [row.split("\t") for row in board.text(".figures:not(.turns)").splitlines()[1:]]
    shown = [[float(cell.replace("−", "-")) for cell in row[1:]] for row in rows]
    for seat, each in enumerate(found["seats"]):
        column = [row[seat] for row in shown]
        exact = [each["start"], each["luck"], -each["lost"], each["given"], each["result"]]
        assert column == pytest.approx([100 * value for value in exact], abs=0.0101)
        assert round(sum(column[:4]), 2) == column[4]
    decisions = found["decisions"]
    assert board.page.locator(".winning .made, .winning .costly").count() == len(decisions)
    board.page.locator("summary").first.click()
    last = board.page.locator(".turns tbody tr td:last-child").last.inner_text()
    assert float(last) == round(100 * found["win_of_seat_1"][-1], 1)

    worked = board.page.evaluate(REVIEWED, text)
    assert worked["wins"] == pytest.approx(found["win_of_seat_1"], abs=1e-9)
    for met, wanted in zip(worked["decisions"], decisions, strict=True):
        assert (met["place"], met["seat"]) == (wanted["event"], wanted["seat"])
        assert met["wins"] == pytest.approx(list(wanted["actions"].values()), abs=1e-9)
        assert met["cost"] == pytest.approx(wanted["cost"], abs=1e-9)
        names = list(wanted["actions"])
        best = [name for name, each in zip(names, met["best"], strict=True) if each]
        assert best == wanted["best"]
    for met, wanted in zip(worked["throws"], found["throws"], strict=True):
        assert met["after"] - met["before"] == pytest.approx(wanted["luck"], abs=1e-9)
    for met, wanted in zip(worked["sums"], found["seats"], strict=True):
        assert met == pytest.approx(wanted, abs=1e-9)
        assert met["start"] + met["luck"] - met["lost"] + met["given"] == pytest.approx(
            met["result"], abs=1e-12
        )


def test_every_decision_can_be_stepped_to_by_keys(tab: Tab) -> None:
    found = review(played(), lambda rules, seats: recall(rules))
    board = looked(tab(), link(print_record(played())))
    board.page.focus("input[type=range]")
    worst = max(found.decisions, key=lambda made: made.cost)
    for _ in range(found.decisions.index(worst)):
        board.page.keyboard.press("ArrowRight")
    said = board.text(".stepper .advice").replace("−", "-")
    cost = re.search(r"\((-[\d.]+) in 100\)", said)
    assert cost
    assert float(cost[1]) == pytest.approx(-100 * worst.cost, abs=0.06)
    assert "mistake" in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_decision_has_the_same_reason_as_in_the_terminal(tab: Tab, lang: str) -> None:
    """Too early, too late, and close to the end: each decision its own."""
    turns = "1: 3 4 hold\n2: 5 6 5 6 5 3 hold\n1: 6 6 6 6 2 hold\n2: 3 2 hold\n"
    text = f'[Rules "pig"]\n[Seats "2"]\n[Scores "40 60"]\n{turns}'
    words = Words(lang)
    found = []
    for made in review(parse_record(text)).decisions:
        code, parts = reason(made.advice)
        means = {name: words.number(parts[name], 1) for name in parts.keys() & {"gain", "loss"}}
        found.append(words.say(f"why.{code}", **(parts | means)))
    assert len(set(found)) > 4
    board = looked(tab(), link(text), {**QUICK, "lang": lang})
    on = board.page.locator(".stepper .chip").nth(1)
    for place, why in enumerate(found):
        if place:
            on.click()
        assert board.text(".advice").endswith(f" {why}")


def test_mistakes_can_be_tried_again(tab: Tab) -> None:
    board = looked(tab(), link(print_record(played())))
    section = board.page.locator("section", has_text="Try the mistakes again")
    section.get_by_text("Begin").click()
    right = 0
    for count in range(1, 9):
        section.locator(".answers .act.roll").click()
        right += "best choice" in section.locator(".advice").inner_text()
        section.get_by_text("Next position").click()
        if "played best" in section.inner_text():
            assert f"{right} of {count} position" in section.inner_text()
            break
    else:
        raise AssertionError("the positions do not end")


def test_from_a_look_back_one_goes_on_to_practise_its_rules(tab: Tab) -> None:
    board = looked(tab(), link(print_record(played("pig,target=50"))))
    board.page.click("text=Practise this game")
    board.page.wait_for_selector("footer .act.hold", timeout=30_000)
    assert "first to 50" in board.text(".scene")
    board.page.go_back()
    board.page.wait_for_selector(".winning")


@pytest.mark.parametrize(
    ("route", "said"),
    [
        ("record/", "no game that can be read"),
        ("record/%%%", "no game that can be read"),
        ("record/####", "no game that can be read"),
        (link(b"\xff\xfe"), "no game that can be read"),
        (link('[Rules "pig"]\n[Seats "2"]\n1: 3 hold\n2: 9\n'), "Line 4"),
        (link('[Rules "pug"]\n'), "Line 1"),
        ("record/" + "A" * 130_000, "too long"),
        ("review/none", "not in this browser"),
    ],
)
def test_a_bad_link_is_refused_with_a_sentence(tab: Tab, route: str, said: str) -> None:
    board = tab().open(route.replace("%%%", "%25%25"))
    board.page.wait_for_selector(".notice")
    assert said.lower() in board.page.locator("main").inner_text().lower()


@pytest.mark.hosts
def test_a_link_of_a_game_holds_it(tab: Tab) -> None:
    record = played(turns=30)
    board = looked(tab(), link(print_record(record)))
    board.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board.page.click("text=Copy the link")
    board.page.wait_for_function("() => document.querySelector('[role=status]').textContent.trim()")
    copied = board.page.evaluate("navigator.clipboard.readText()")
    data = copied.partition("#/record/")[2]
    text = base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)).decode()
    assert print_record(record).splitlines()[-3:] == text.splitlines()[-3:]
    board.page.click("text=Keep this game")
    board.calm()
    assert board.scores == list(record.final.scores)


def test_rules_that_take_long_are_asked_about_first(tab: Tab) -> None:
    board = tab().open(
        link('[Rules "big-pig,target=300"]\n[Seats "2"]\n[First "1"]\n1: 3-4 hold\n')
    )
    board.page.wait_for_selector("text=more than ten seconds")
    assert board.has("text=Work it out all the same")


@pytest.mark.parametrize("size", SIZES)
def test_a_look_back_fits_and_has_no_faults(tab: Tab, size: tuple[int, int]) -> None:
    board = looked(tab(*size), link(print_record(played())))
    for summary in board.page.locator("summary").all():
        summary.click()
    assert board.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == SIZES[0]:
        assert faults(board) == []


@pytest.mark.parametrize("lang", ["fr", "pl"])
def test_names_stay_whole_on_a_small_phone(tab: Tab, lang: str) -> None:
    """What breaks anywhere is broken first: "Aleksan-dra" beside empty room."""
    names = '[Seat 1 "Aleksandra"]\n[Seat 2 "Bo"]'
    record = f'[Rules "pig"]\n{names}\n1: 3 4 hold\n2: 5 6 5 6 5 3 hold\n1: 6 6 6 6 2 hold\n'
    board = looked(tab(*SIZES[0]), link(record), {**QUICK, "lang": lang})
    board.page.click("summary")
    lines = board.page.locator(".figures bdi").evaluate_all(
        """(all) => all.map((each) => {
          const text = document.createRange();
          text.selectNodeContents(each);
          return text.getClientRects().length;
        })"""
    )
    assert lines == [1] * 5
    assert board.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("lang", ["fr", "pl"])
@pytest.mark.parametrize("size", SIZES)
def test_in_my_games_nothing_lies_over_what_a_game_is(
    tab: Tab, size: tuple[int, int], lang: str
) -> None:
    board = tab(*size).open("games", settings={**QUICK, "lang": lang})
    board.page.fill("#record", print_record(played("big-pig")))
    board.page.click(".adds .chip")
    board.page.wait_for_selector(".end")
    board.page.goto(f"{board.site}#/games")
    board.page.wait_for_selector(".games li")
    boxes = [
        board.page.locator(f".games li > :nth-child({place})").bounding_box() for place in (1, 2, 3)
    ]
    for place, one in enumerate(boxes):
        for other in boxes[:place]:
            assert one
            assert other
            apart = (
                one["x"] >= other["x"] + other["width"] or one["y"] >= other["y"] + other["height"]
            )
            assert apart or other["y"] >= one["y"] + one["height"]
    title = boxes[0]
    assert title
    assert title["width"] > 200


@pytest.mark.hosts
def test_kept_solutions_are_used_only_when_they_are_sound(tab: Tab, site: str) -> None:
    """In the page itself, whose storage can be spoilt and forbidden; the Worker reads the same."""
    board = tab().open()
    board.page.wait_for_load_state("networkidle")
    met = board.page.evaluate(
        """async (site) => {
          const { kept, keep } = await import(`${site}app/shelf.js`);
          const { solve } = await import(`${site}engine/solve.js`);
          const { rules } = await import(`${site}engine/variants.js`);
          const pig = rules("pig");
          const solution = solve(pig);
          const none = await kept("pig", pig);
          await keep("pig", solution);
          const found = await kept("pig", pig);
          const same = found.cells.every((cell, place) => cell === solution.cells[place]);
          await keep("pig", { cells: solution.cells.map((cell) => cell * 0.999) });
          const spoilt = await kept("pig", pig);
          await keep("pig", { cells: new Float64Array(7) });
          const short = await kept("pig", pig);
          IDBFactory.prototype.open = () => { throw new DOMException("forbidden"); };
          await keep("pig", solution);
          return [none, same, spoilt, short?.cells.length, await kept("pig", pig)];
        }""",
        site,
    )
    assert met[:3] == [None, True, None]
    assert met[3] != 7  # cells of another length are worked out anew
    assert met[4] is None

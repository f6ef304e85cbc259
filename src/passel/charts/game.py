"""How a game went: each player's win probability after every move, and what each turn brought."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from passel import variants
from passel.charts import Order
from passel.game import Event, State, Throw, effect_of, same_turn
from passel.notation import event_text
from passel.review import review
from passel.words import Words
from passel.words.telling import title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from passel.charts.sheet import Sheet


class Row(NamedTuple):
    """The game after one move.

    Args:
        move: Its number, from 1; 0 is the start.
        seat: Whose move it was, from 1; 0 at the start and for throws for who starts.
        text: The move as in a record.
        turn: The number of its turn, from 1; 0 as with `seat`.
        gained: At the end of a turn, what it changed the score by; else None.
        lost: At the end of a turn by a losing throw, the points that it took; else None.
        wins: Each seat's win probability, in seat order.
    """

    move: int
    seat: int
    text: str
    turn: int
    gained: int | None
    lost: int | None
    wins: tuple[float, ...]


class Numbers(NamedTuple):
    """A game.

    Args:
        rules: As text.
        names: Each seat's name, or None.
        rows: One for the start and one for each move.
    """

    rules: str
    names: tuple[str | None, ...]
    rows: tuple[Row, ...]

    def name(self, seat: int, words: Words) -> str:
        """A seat's name, or its label."""
        return self.names[seat - 1] or words.say("seat", seat=seat)


def numbers(order: Order) -> Numbers:
    """The win probabilities, the same as `passel.review.review` finds."""
    record = order.record
    assert record is not None
    found = review(record, order.solved)
    states = list(record.states())
    rows = [Row(0, 0, "", 0, None, None, (found.wins[0], 1.0 - found.wins[0]))]
    turn = 0
    for place, event in enumerate(record.events):
        before, after = states[place], states[place + 1]
        seat = before.to_move[0] if before.to_move else 0
        if seat and (place == 0 or not same_turn(states[place - 1], before)):
            turn += 1
        gained = lost = None
        if seat and not same_turn(before, after):
            gained = after.scores[seat - 1] - before.scores[seat - 1]
            lost = _lost(before, event, after, seat)
        text = event_text(event, before.rules)
        win = found.wins[place + 1]
        rows.append(Row(place + 1, seat, text, turn if seat else 0, gained, lost, (win, 1.0 - win)))
    names = tuple(record.name(seat) for seat in record.start.seats)
    return Numbers(variants.name(record.start.rules), names, tuple(rows))


def _lost(before: State, event: Event, after: State, seat: int) -> int | None:
    """The points that a losing throw took, the score too where it did; None for another end."""
    if not isinstance(event, Throw):
        return None
    if effect_of(before, event.faces).kind not in {"bust", "bust_all", "out"}:
        return None
    return before.turn_total + max(before.scores[seat - 1] - after.scores[seat - 1], 0)


def told(found: Numbers, words: Words) -> str:
    """The picture in a sentence."""
    lost = sum(row.lost is not None for row in found.rows)
    swing = max(
        (abs(b.wins[0] - a.wins[0]), b.move)
        for a, b in zip(found.rows, found.rows[1:] or found.rows, strict=False)
    )
    first, last = found.rows[0], found.rows[-1]
    return words.say(
        "chart.game.told",
        name=found.name(1, words),
        start=words.percent(first.wins[0]),
        end=words.percent(last.wins[0]),
        moves=len(found.rows) - 1,
        move=swing[1],
        swing=words.number(100 * swing[0], 1),
        lost=lost,
    )


def draw(found: Numbers, words: Words) -> Sheet:
    """Win probabilities above; below each turn as a bar, hatched where its points were lost."""
    from passel.charts import sheet as paper

    rules = variants.rules(found.rules)
    drawn = paper.Sheet(words.say("chart.game.title"), title(rules, words), told(found, words), 6.1)
    above = drawn.axes(0.9, 0.3, 6.35, 2.75)
    below = drawn.axes(0.9, 3.75, 6.35, 1.75)
    moves = len(found.rows) - 1
    for axes in (above, below):
        axes.set_xlim(-0.01 * moves - 0.2, max(moves, 1) * 1.01 + 0.2)
        axes.grid(axis="y")
        axes.set_axisbelow(True)
        axes.xaxis.set_major_locator(paper.whole())
        axes.xaxis.set_major_formatter(paper.numbers(words))
    above.set_ylim(-0.03, 1.03)
    above.axhline(0.5, color=paper.PENCIL, linewidth=0.9)
    ends = [row.move for row in found.rows if row.gained is not None]
    for seat in range(1, len(found.names) + 1):
        own = [0, *(row.move for row in found.rows if row.seat == seat and row.move in ends)]
        above.plot(
            range(moves + 1),
            [row.wins[seat - 1] for row in found.rows],
            color=paper.SEATS[seat - 1],
            linestyle=paper.DASHES[seat - 1],
            marker=paper.MARKERS[seat - 1],
            markevery=own,
            markersize=5,
            markerfacecolor=paper.SEATS[seat - 1] if seat % 2 else paper.PAPER,
        )
    names = [paper.shortened(found.name(seat + 1, words)) for seat in range(len(found.names))]
    paper.legend(above, above.get_lines()[1:], names, columns=2)
    above.yaxis.set_major_formatter(paper.percents(words))
    above.set_ylabel(words.say("chart.game.wins"))
    _turns(below, found, words)
    key = drawn.axes(0.9, 3.47, 6.35, 0.2)
    paper.legend_row(
        key, [(paper.PENCIL, words.say("chart.game.kept")), (None, words.say("chart.game.lost"))]
    )
    below.set_xlabel(words.say("chart.game.moves"))
    return drawn


def _turns(axes: Axes, found: Numbers, words: Words) -> None:
    """Bars of points: the first player's up, the other's down; what was lost is hatched."""
    from passel.charts import sheet as paper

    begins: dict[int, int] = {}
    for row in found.rows:
        begins.setdefault(row.turn, row.move)
    ended = [row for row in found.rows if row.gained is not None]
    most = max((max(row.gained or 0, row.lost or 0) for row in ended), default=1) or 1
    axes.set_ylim(-most * 1.15, most * 1.15)
    axes.axhline(0.0, color=paper.PENCIL, linewidth=0.9)
    for seat in range(1, len(found.names) + 1):
        sign = 1 if seat == 1 else -1
        colour = paper.SEATS[seat - 1]
        kept: list[tuple[float, float, float, float]] = []
        gone: list[tuple[float, float, float, float]] = []
        for row in ended:
            if row.seat != seat:
                continue
            left, right = begins[row.turn] - 0.9, row.move - 0.1
            height = sign * (row.gained or 0 if row.lost is None else row.lost)
            box = (left, min(0, height), right, max(0, height))
            (kept if row.lost is None else gone).append(box)
            if row.lost == 0:
                axes.plot([row.move - 0.5], [0], marker="x", markersize=4, color=colour)
        paper.fill(axes, paper.rectangles(kept), colour)
        paper.hatch(axes, paper.rectangles(gone), colour, width=2.0)
        paper.fill(axes, paper.rectangles(gone), "none", edgecolor=colour, linewidth=0.9)
    axes.yaxis.set_major_formatter(lambda value, _: words.number(abs(value)))
    axes.set_ylabel(words.say("chart.game.turns"))

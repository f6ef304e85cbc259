"""Lines and answers are values, however they grow."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from passel.room.answers import Answer, Answers
from passel.room.line import Line


@given(st.lists(st.tuples(st.integers(0, 30), st.lists(st.text(max_size=2), max_size=3))))
def test_lines_that_grew_from_one_another_do_not_change_each_other(
    steps: list[tuple[int, list[str]]],
) -> None:
    lines: list[Line] = [Line()]
    copies: list[list[str]] = [[]]
    for place, more in steps:
        place %= len(lines)
        lines.append(lines[place].add(more))
        copies.append(copies[place] + more)
    for line, copy in zip(lines, copies, strict=True):
        assert list(line) == copy
        assert line == Line(copy)
        assert (len(line), list(line.since(1))) == (len(copy), copy[1:])


@given(st.lists(st.tuples(st.integers(0, 30), st.text("abcdef", min_size=1, max_size=1))))
def test_answers_that_grew_from_one_another_do_not_change_each_other(
    steps: list[tuple[int, str]],
) -> None:
    grown: list[Answers] = [Answers()]
    copies: list[dict[str, Answer]] = [{}]
    for number, (place, id) in enumerate(steps):
        place %= len(grown)
        answer = Answer("p1", "roll", number, number)
        grown.append(grown[place].add(id, answer))
        copies.append({**{i: a for i, a in copies[place].items() if i != id}, id: answer})
    for answers, copy in zip(grown, copies, strict=True):
        assert {id: answers.get(id) for id in "abcdef"} == {id: copy.get(id) for id in "abcdef"}
        again = Answers()
        for id, answer in copy.items():
            again = again.add(id, answer)
        assert answers == again

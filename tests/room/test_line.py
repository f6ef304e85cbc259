"""A line is a value, however it grows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

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

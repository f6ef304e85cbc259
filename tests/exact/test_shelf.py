"""Kept solutions: the package's tables are fresh, and nothing that is read is trusted."""

from __future__ import annotations

import pytest

from passel.exact.shelf import Package, pack, recall, store_name, table_name, unpack
from passel.exact.solve import Solution, solve
from passel.variants import rules

TABLED = [
    rules(id)
    for id in (
        *("pig", "two-dice-pig", "two-dice-pig-void", "two-dice-pig-plain", "big-pig"),
        *("big-pig-free", "big-pig-25", "hog", "pass-the-pigs", "piglet"),
    )
]
"""The rules whose tables come with Passel; any other is solved when it is asked about."""


class Memory:
    """A store that remembers what was done to it."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.asked = 0

    def read(self, name: str) -> bytes | None:
        self.asked += 1
        return self.kept.get(name)

    def write(self, name: str, data: bytes) -> None:
        self.kept[name] = data


@pytest.mark.parametrize("of", TABLED, ids=lambda of: of.id)
def test_the_table_that_comes_with_passel_is_a_fresh_solution(of) -> None:  # type: ignore[no-untyped-def]
    kept = unpack(of, Package().read(table_name(of)))
    assert kept is not None
    fresh = solve(of)
    assert list(kept.block) == pytest.approx(list(fresh.block), abs=1e-13)
    assert kept.first_player == fresh.first_player


def test_all_tables_together_are_at_most_a_megabyte() -> None:
    sizes = [len(Package().read(table_name(of)) or b"") for of in TABLED]
    assert all(sizes)
    assert sum(sizes) <= 1_000_000


def test_other_rules_are_solved_once() -> None:
    of = rules("two-dice-pig,target=12")
    store = Memory()
    first = recall(of, store)
    assert list(store.kept) == [store_name(of)]
    assert list(recall(of, store).block) == list(first.block)
    assert store.asked == 2


def test_what_is_damaged_or_foreign_is_solved_again() -> None:
    of = rules("pig,target=12")
    good = pack(Solution(of))
    other = pack(Solution(rules("pig,target=13")))
    wrong = Solution(of)
    wrong.cells[0] += 1e-6
    for data in (b"", good[:-1], good[:-9] + bytes(9), other, b"x" + good, pack(wrong)):
        assert unpack(of, data) is None
        store = Memory()
        store.kept[store_name(of)] = data
        assert list(recall(of, store).block) == list(Solution(of).block)
        assert store.kept[store_name(of)] == good


def test_a_table_of_the_package_cannot_be_written() -> None:
    Package().write("pig.cells", b"")
    assert Package().read("no-such-table") is None
    assert unpack(rules("pig"), Package().read("pig.cells")) is not None

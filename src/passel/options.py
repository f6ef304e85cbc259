"""The named switches of the rules: each reads and writes one field, or the effect of one row.

So a text (`pig,target=50`), a set-up screen and a record can never disagree on what an option
means, and a new variant takes every option that its rows have room for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from passel.errors import RulesError
from passel.rules import EffectKind, Row, Rules


@dataclass(frozen=True, slots=True)
class Option:
    """A named switch of the rules: one field, or the effect of one row.

    Args:
        name: As it is written in `pig,target=50`.
        values: The words that it takes.
        limits: The fewest and the most that it takes, where it takes a number.
        seat: Whether it also takes a seat, 1 to the most seats of the rules.
        when: Which rules it fits: fields and the values that they must have.
        needs: A pattern that the rules must have as a row, or a symbol that a row must use.
        effects: For the effect of the row `needs`: each value's kind, points, times, must_roll.
        sources: Who plays which value so: the value (empty: any), and an id of docs/sources.md.
    """

    name: str
    values: tuple[str, ...] = ()
    limits: tuple[int, int] | None = None
    seat: bool = False
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    needs: str | None = None
    effects: tuple[tuple[EffectKind, int | None, int, bool], ...] = ()
    sources: tuple[tuple[str, str], ...] = ()

    def fits(self, rules: Rules) -> bool:
        """Whether these rules can take the option at all."""
        return all(getattr(rules, field) in allowed for field, allowed in self.when) and (
            self.needs is None
            or any(self.needs == row.pattern or self.needs in row.symbols for row in rules.rows)
        )

    def numbers(self, rules: Rules) -> tuple[int, int] | None:
        """The fewest and the most that it takes, or None where it takes no numbers."""
        return (1, rules.seats[1]) if self.seat else self.limits

    def takes(self, rules: Rules) -> list[str]:
        """All that it takes, as texts: `["1-100"]`, `["on", "off"]`."""
        numbers = self.numbers(rules)
        return [*([f"{numbers[0]}-{numbers[1]}"] if numbers else []), *self.values]

    def read(self, rules: Rules) -> str:
        """The option's value in these rules, which it must fit.

        A row whose effect is none of the option's values reads `own`: the variant's own.
        """
        if self.effects:
            row = self._row(rules)
            does = (row.kind, row.points, row.times, row.must_roll)
            return self.values[self.effects.index(does)] if does in self.effects else "own"
        value = getattr(rules, self.name)
        return ("off", "on")[value] if isinstance(value, bool) else str(value)

    def write(self, rules: Rules, value: str) -> Rules:
        """These rules with the option set.

        Raises:
            RulesError: `bad-value` where it does not take the value.
        """
        if self.effects and value in self.values:
            new = Row(self._row(rules).pattern, *self.effects[self.values.index(value)])
            rows = tuple(new if row.pattern == new.pattern else row for row in rules.rows)
            return replace(rules, rows=rows)
        if value in self.values:
            return self._with(rules, value == "on" if self.values == _ON_OFF else value)
        low, high = self.numbers(rules) or (1, 0)
        if value.isascii() and value.isdecimal() and len(value) < 9 and low <= int(value) <= high:
            return self._with(rules, type(getattr(rules, self.name))(int(value)))
        raise RulesError("bad-value", option=self.name, value=value, takes=self.takes(rules))

    def _with(self, rules: Rules, value: Any) -> Rules:
        return replace(rules, **{self.name: value})

    def _row(self, rules: Rules) -> Row:
        row = rules.row(self.needs or "")
        assert row is not None, "fits() is asked first"
        return row


_ON_OFF = ("on", "off")
_SOLO_OR_ANNOUNCED = ("turn", ("solo", "announced"))
_TARGET = ("end", ("at-once", "full-round"))

OPTIONS: tuple[Option, ...] = (
    Option("target", limits=(1, 1_000_000), when=(_TARGET,), sources=(("", "002"),)),
    Option(
        "end",
        ("at-once", "full-round"),
        when=(_SOLO_OR_ANNOUNCED, _TARGET),
        sources=(("at-once", "000"), ("full-round", "002")),
    ),
    Option(
        "rounds",
        limits=(1, 100),
        when=(("end", ("rounds",)),),
        sources=(("5", "001"), ("10", "classrooms")),
    ),
    Option(
        "tie",
        ("shared", "playoff"),
        when=(("end", ("full-round", "rounds")),),
        sources=(("", "house"),),
    ),
    Option(
        "first",
        ("random", "roll-off", "loser"),
        seat=True,
        when=(_SOLO_OR_ANNOUNCED,),
        sources=(("roll-off", "002"),),
    ),
    Option(
        "bust_face",
        limits=(1, 6),
        needs="b",
        sources=(("1", "000"), ("6", "nrich"), ("2", "smith")),
    ),
    Option(
        "bust_points",
        limits=(0, 1),
        needs="b",
        sources=(("0", "000"), ("1", "norvig"), ("1", "berkeley")),
    ),
    Option(
        "doubles",
        ("plain", "double", "reroll", "double-reroll"),
        needs="x-x",
        effects=(
            ("gain", None, 1, False),
            ("gain", None, 2, False),
            ("gain", None, 1, True),
            ("gain", None, 2, True),
        ),
        sources=(
            ("plain", "wikipedia"),
            ("double", "000"),
            ("double", "frey"),
            ("reroll", "zhu-ma"),
            ("double-reroll", "002"),
        ),
    ),
    Option(
        "double_one",
        ("bust", "bust-all", "25"),
        needs="b-b",
        effects=(
            ("bust", None, 1, False),
            ("bust_all", None, 1, False),
            ("gain", 25, 1, False),
        ),
        sources=(
            ("bust", "bell"),
            ("bust-all", "001"),
            ("bust-all", "002"),
            ("25", "000"),
            ("25", "frey"),
        ),
    ),
    Option(
        "lone_one",
        ("bust", "void"),
        needs="b-?",
        effects=(("bust", None, 1, False), ("void", None, 1, False)),
        sources=(("bust", "002"), ("void", "001")),
    ),
    Option(
        "pass_allowed",
        _ON_OFF,
        when=(("turn", ("solo",)),),
        sources=(("on", "000"), ("off", "norvig")),
    ),
    Option(
        "auto_bank",
        _ON_OFF,
        when=(("turn", ("solo",)), ("end", ("at-once",))),
        sources=(("", "house"),),
    ),
    Option("first_throw_safe", _ON_OFF, when=(("turn", ("shared",)),), sources=(("", "house"),)),
    Option("max_dice", limits=(1, 20), when=(("turn", ("announced",)),), sources=(("20", "001"),)),
    Option(
        "piggyback",
        _ON_OFF,
        needs="piggyback",
        effects=(("out", None, 1, False), ("refused", None, 1, False)),
        sources=(("on", "box"),),
    ),
)
"""Every option, in the order in which they are printed."""

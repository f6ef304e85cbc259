"""Solutions that are kept: with the package for the catalogue's own rules, in a store for others.

What is read is never trusted: a block with another key, another length or a wrong sum is no
block, and one whose cells miss the optimality equation is none either. Then the game is solved.
"""

from __future__ import annotations

import json
from array import array
from hashlib import sha256
from struct import pack as packed
from struct import unpack as unpacked
from typing import Protocol

from passel.errors import PasselError
from passel.exact.cells import Watch
from passel.exact.circle import Circle
from passel.exact.kernel import vector
from passel.exact.solve import Solution
from passel.rules import Rules
from passel.variants import VARIANTS, name

MARK = b"passel cells 1\n"
"""How a kept block begins; it changes with the format."""

CIRCLE_MARK = b"passel circle 2\n"
"""Likewise, of three seats and more."""

RESIDUAL = 1e-12
"""A block that misses its equation by more is refused."""


class Store(Protocol):
    """A place for blocks, by name; shells hand in a folder.

    A shell that writes does so to another file first and then renames it, so that two processes
    may write the same. It raises nothing: what can't be read is None, what can't be written is
    lost.
    """

    def read(self, name: str) -> bytes | None:
        """What is kept under a name."""
        ...

    def write(self, name: str, data: bytes) -> None:
        """Keep it."""
        ...


class Package:
    """The tables that come with Passel, one file for each variant; nothing can be written."""

    def read(self, name: str) -> bytes | None:
        """The table of that name."""
        loader = getattr(__spec__, "loader", None)
        folder = __file__.replace("\\", "/").rpartition("/")[0]
        try:
            return bytes(loader.get_data(f"{folder}/tables/{name}")) if loader else None
        except (OSError, AttributeError):
            return None

    def write(self, name: str, data: bytes) -> None:
        """Nothing."""


def recall(
    rules: Rules,
    store: Store | None = None,
    version: str = "",
    watch: Watch | None = None,
) -> Solution:
    """A solution: one that is kept, or a new one, which then is kept.

    Args:
        rules: Solo or announced turns; see `passel.exact.solve.solve` for what is refused.
        store: Where those are kept that do not come with Passel.
        version: Of Passel; another version's are not looked at.
        watch: Of a new one, as `passel.exact.cells.Cells`.
    """
    if rules.id in VARIANTS and VARIANTS[rules.id].rules == rules:
        found = unpack(rules, Package().read(table_name(rules)), check=False)
        if found is not None:
            return found
    key = store_name(rules, version)
    if store is not None:
        found = unpack(rules, store.read(key))
        if found is not None:
            return found
    solution = Solution(rules, watch=watch)
    if store is not None:
        store.write(key, pack(solution))
    return solution


def recall_circle(
    rules: Rules,
    seats: int,
    store: Store | None = None,
    version: str = "",
    watch: Watch | None = None,
) -> Circle:
    """The same for three seats or more, of which none come with Passel.

    Args:
        rules: As `passel.exact.circle.Circle`, with its errors.
        seats: How many there are, 3 or more.
        store: As `recall`, with the two that follow.
        version: Likewise.
        watch: Likewise.
    """
    key = store_name(rules, version, seats)
    if store is not None:
        found = unpack_circle(rules, seats, store.read(key))
        if found is not None:
            return found
    made = Circle(rules, seats, watch=watch)
    if store is not None:
        store.write(key, pack_circle(made))
    return made


def table_name(rules: Rules) -> str:
    """The file of a variant's table."""
    return f"{rules.id}.cells"


def store_name(rules: Rules, version: str = "", seats: int = 2) -> str:
    """The name under which rules are kept: of these rules and seats in this version alone."""
    digest = sha256(f"{version}\n{rules!r}".encode()).hexdigest()
    many = f"-{seats}" if seats > 2 else ""
    return f"{rules.id}{many}-{digest[:24]}.cells"


def pack(solution: Solution) -> bytes:
    """A solution as bytes: the mark, the rules, a sum, the cells as little-endian doubles."""
    block = solution.block
    body = packed(f"<{len(block)}d", *block)
    head = MARK + _key(solution.rules)
    return head + sha256(head + body).digest() + body


def unpack(rules: Rules, data: bytes | None, check: bool = True) -> Solution | None:
    """The solution in these bytes, or None where they hold no sound solution of these rules.

    Args:
        rules: What it must be a solution of.
        data: As `pack` makes them.
        check: Whether to try the optimality equation as well.
    """
    head = MARK + _key(rules)
    if data is None or not data.startswith(head):
        return None
    total, body = data[len(head) : len(head) + 32], data[len(head) + 32 :]
    if sha256(head + body).digest() != total or len(body) % 8:
        return None
    cells = unpacked(f"<{len(body) // 8}d", body)
    try:
        solution = Solution(rules, cells)
    except (PasselError, IndexError):
        return None
    if len(solution.block) != len(cells) or (check and not solution.residual < RESIDUAL):
        return None
    return solution


def pack_circle(made: Circle) -> bytes:
    """A solution for three seats or more as bytes; doubles as this machine has them.

    The mark, the rules, a sum; a line of JSON with what is done in the rings of `given`; the cells.
    """
    plans = [[list(scores), list(plan)] for scores, plan in made.given.items()]
    body = json.dumps(plans).encode() + b"\n" + array("d", made.cells).tobytes()
    head = CIRCLE_MARK + _circle_key(made.rules, made.seats)
    return head + sha256(head + body).digest() + body


def unpack_circle(rules: Rules, seats: int, data: bytes | None) -> Circle | None:
    """The solution in these bytes, or None where they hold none of these rules and seats.

    Its equation is not tried, for that takes as long as to solve it.
    """
    head = CIRCLE_MARK + _circle_key(rules, seats)
    if data is None or not data.startswith(head):
        return None
    total, body = data[len(head) : len(head) + 32], data[len(head) + 32 :]
    if sha256(head + body).digest() != total:
        return None
    line, _, block = body.partition(b"\n")
    plans = {tuple(scores): tuple(plan) for scores, plan in json.loads(line)}
    kept = array("d")
    kept.frombytes(block)
    cells = vector(0)
    cells += kept
    return Circle(rules, seats, (cells, plans))


def _circle_key(rules: Rules, seats: int) -> bytes:
    return f"{seats} {packed('=H', 1).hex()}\n".encode() + _key(rules)


def _key(rules: Rules) -> bytes:
    return f"{name(rules)}\n{sha256(repr(rules).encode()).hexdigest()}\n".encode()

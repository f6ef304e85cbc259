"""Where throws come from: scripts, seeds and people; and how often each face falls."""

from __future__ import annotations

import hashlib
import hmac
import math
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passel.dice import KINDS, Asked, Dice, Faces, Scripted, Seeded, text, weighted_throws
from passel.errors import DiceError

# --- faces ------------------------------------------------------------------------------------


def test_a_die_has_six_faces_a_coin_two_and_a_pig_six_positions() -> None:
    assert KINDS["die"].faces == (1, 2, 3, 4, 5, 6)
    assert set(KINDS["coin"].faces) == {"H", "T"}
    assert set(KINDS["pig"].faces) == set("DPRTSJ")
    assert set(KINDS["pig"].words) == {"oinker", "piggyback"}


@pytest.mark.parametrize(
    ("faces", "written"),
    [((4,), "4"), ((3, 4), "3-4"), (("H",), "H"), (("T", "S"), "T-S"), (("oinker",), "oinker")],
)
def test_a_throw_is_written_with_hyphens(faces: Faces, written: str) -> None:
    assert text(faces) == written


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_throw_of_dice_is_equally_likely(count: int) -> None:
    throws = dict(weighted_throws("die", count))
    assert len(throws) == 6**count
    assert set(throws.values()) == {1}


# J. C. Kern, Journal of Statistics Education 14(3), 2006, table 4: 6,000 rolls of two pigs.
KERN_ORDER = "DPTRSJ"
KERN = (
    (573, 656, 139, 360, 56, 12),
    (623, 731, 185, 449, 58, 17),
    (155, 180, 45, 149, 17, 5),
    (396, 473, 124, 308, 45, 8),
    (54, 67, 13, 47, 2, 1),
    (10, 10, 0, 7, 1, 1),
)


def test_pigs_fall_as_in_the_recorded_rolls_of_kern() -> None:
    counts = dict(weighted_throws("pig", 2))
    assert sum(counts.values()) == 6000
    assert counts.pop(("oinker",)) == 23
    for first, row in zip(KERN_ORDER, KERN, strict=True):
        for second, count in zip(KERN_ORDER, row, strict=True):
            assert counts.pop((first, second), 0) == count
    assert not counts, "piggyback was never seen"


# --- scripts ----------------------------------------------------------------------------------


def test_a_script_gives_its_throws_and_numbers_in_order() -> None:
    with Scripted([(3,), (4, 5), ("H",), ("oinker",), ("T", "S")], [1, 0]) as dice:
        assert dice.throw("die", 1) == (3,)
        assert dice.below(2) == 1
        assert dice.throw("die", 2) == (4, 5)
        assert dice.throw("coin", 1) == ("H",)
        assert dice.throw("pig", 2) == ("oinker",)
        assert dice.below(1) == 0
        assert dice.throw("pig", 2) == ("T", "S")


def test_a_script_must_be_used_up() -> None:
    with pytest.raises(DiceError) as error, Scripted([(1,), (2,), (3,)], [5]) as dice:
        dice.throw("die", 1)
    assert error.value.code == "script-not-used-up"
    assert error.value.parts["left"] == ["2", "3", "5"]


def test_another_error_is_not_hidden_by_a_script_that_is_left_over() -> None:
    with pytest.raises(KeyError), Scripted([(1,)]):
        raise KeyError


def test_a_script_that_ran_out_says_so() -> None:
    dice = Scripted([])
    with pytest.raises(DiceError, match="script-ran-out"):
        dice.throw("die", 1)
    with pytest.raises(DiceError, match="script-ran-out"):
        dice.below(2)


@pytest.mark.parametrize(
    ("faces", "kind", "count"),
    [
        ((7,), "die", 1),
        ((0,), "die", 1),
        ((1, 2), "die", 1),
        ((1,), "die", 2),
        ((), "die", 1),
        (("H",), "die", 1),
        ((1,), "coin", 1),
        (("oinker",), "die", 1),
        (("D",), "pig", 2),
    ],
)
def test_a_script_refuses_what_the_dice_cannot_show(faces: Faces, kind: str, count: int) -> None:
    with pytest.raises(DiceError, match="script-does-not-fit"):
        Scripted([faces]).throw(kind, count)


@pytest.mark.parametrize("number", [-1, 3, 4])
def test_a_scripted_number_is_below_its_bound(number: int) -> None:
    with pytest.raises(DiceError, match="script-does-not-fit"):
        Scripted([], [number]).below(3)


def test_asked_dice_are_asked_each_time() -> None:
    asked: list[tuple[str, int]] = []

    def ask(kind: str, count: int) -> Faces:
        asked.append((kind, count))
        return (2,) * count

    dice: Dice = Asked(ask, lambda bound: bound - 1)
    assert (dice.throw("die", 2), dice.below(6)) == ((2, 2), 5)
    assert asked == [("die", 2)]


# --- seeds ------------------------------------------------------------------------------------


class Documented:
    """The derivation of docs/notation.md once more, written from its words."""

    def __init__(self, seed: bytes, game: str = "", seats: Iterable[str] = ()) -> None:
        self.seed, self.game, self.seats, self.t = seed, game, list(seats), 0

    def octets(self) -> Iterator[int]:
        def field(value: str) -> bytes:
            encoded = value.encode("utf-8")
            return len(encoded).to_bytes(4, "big") + encoded

        t, self.t, b = self.t, self.t + 1, 0
        while True:
            message = field("passel 1") + field(self.game) + len(self.seats).to_bytes(4, "big")
            for seat in self.seats:
                message += field(seat)
            message += t.to_bytes(8, "big") + b.to_bytes(4, "big")
            yield from hmac.new(self.seed, message, hashlib.sha256).digest()
            b += 1

    @staticmethod
    def number(octets: Iterator[int], n: int) -> int:
        k = 1
        while 256**k < n:
            k += 1
        while True:
            value = 0
            for _ in range(k):
                value = value * 256 + next(octets)
            if value < 256**k - 256**k % n:
                return value % n

    def below(self, n: int) -> int:
        return self.number(self.octets(), n)

    def throw(self, kind: str, count: int) -> Faces:
        octets = self.octets()
        if kind == "pig":
            place = self.number(octets, 6000)
            pairs: list[tuple[Faces, int]] = list(weighted_throws("pig", 2))
            bag = [faces for faces, weight in pairs for _ in range(weight)]
            return bag[place]
        faces: Faces = (1, 2, 3, 4, 5, 6) if kind == "die" else ("H", "T")
        return tuple(faces[self.number(octets, len(faces))] for _ in range(count))


KIND_AND_COUNT = st.sampled_from([("die", 1), ("die", 2), ("die", 20), ("coin", 1), ("pig", 2)])


@given(
    st.binary(max_size=80),
    st.text(max_size=5),
    st.lists(st.text(max_size=5), max_size=4),
    st.lists(KIND_AND_COUNT | st.integers(1, 70_000), max_size=12),
)
def test_seeded_dice_follow_their_documented_derivation(
    seed: bytes, game: str, seats: list[str], asked: list[tuple[str, int] | int]
) -> None:
    dice, documented = Seeded(seed, game, seats), Documented(seed, game, seats)
    for ask in asked:
        if isinstance(ask, int):
            assert dice.below(ask) == documented.below(ask)
        else:
            assert dice.throw(*ask) == documented.throw(*ask)


def _ten(kind: str, count: int, game: str = "", seats: tuple[str, ...] = ()) -> str:
    dice = Seeded("passel", game, seats)
    return " ".join(text(dice.throw(kind, count)) for _ in range(10))


VECTORS = [
    ("die", 1, "", (), "5 4 4 4 6 4 5 5 5 5"),
    ("die", 2, "", (), "5-4 4-2 4-3 4-4 6-6 4-1 5-4 5-5 5-3 5-2"),
    ("coin", 1, "", (), "H T T T T T H H H H"),
    ("pig", 2, "", (), "D-T D-P P-R D-D R-R T-P P-T P-D D-D D-P"),
    ("die", 1, "table 7", (), "4 3 5 5 3 5 3 1 3 6"),
    ("die", 1, "", ("ana", "bo"), "1 5 4 5 3 2 3 6 6 4"),
    ("die", 1, "table 7", ("ana", "bo"), "1 1 6 4 1 4 1 6 6 4"),
    ("pig", 2, "table 7", ("ana", "bo"), "D-R P-R P-P D-D D-S D-P D-D D-P D-D D-R"),
]


@pytest.mark.parametrize(("kind", "count", "game", "seats", "ten"), VECTORS)
def test_the_seed_passel_throws_the_same_for_ever(
    kind: str, count: int, game: str, seats: tuple[str, ...], ten: str
) -> None:
    assert _ten(kind, count, game, seats) == ten


TWENTY = (
    "5-4-1-4-5-5-2-5-3-2-4-1-6-2-5-4-1-4-5-5",
    "4-2-2-2-2-4-5-2-1-6-3-4-1-5-5-1-1-4-4-1",
)


def test_twenty_dice_of_hog_are_the_same_for_ever() -> None:
    dice = Seeded("passel")
    assert tuple(text(dice.throw("die", 20)) for _ in TWENTY) == TWENTY


def test_numbers_below_a_bound_are_the_same_for_ever() -> None:
    dice = Seeded("passel")
    assert [dice.below(bound) for bound in (2, 3, 10, 256, 257, 6000, 1_000_000)] == [
        0,
        0,
        7,
        117,
        35,
        4014,
        978334,
    ]


def test_a_saved_game_goes_on_with_the_throws_that_would_have_come() -> None:
    dice = Seeded("s", "g", ["a"])
    before = [dice.throw("die", 2) for _ in range(5)]
    later = Seeded("s", "g", ["a"], thrown=dice.thrown)
    assert [dice.throw("die", 2) for _ in range(5)] == [later.throw("die", 2) for _ in range(5)]
    assert before != [later.throw("die", 2) for _ in range(5)]


def test_a_text_seed_counts_as_its_bytes_in_utf_8() -> None:
    ours, theirs = Seeded("świnka"), Seeded("świnka".encode())
    assert [ours.throw("die", 1) for _ in range(20)] == [theirs.throw("die", 1) for _ in range(20)]


def test_seed_game_and_seats_each_change_the_throws_and_are_not_run_together() -> None:
    seen = {
        tuple(dice.throw("die", 20))
        for dice in (
            Seeded("ab"),
            Seeded("a", "b"),
            Seeded("a", "bc"),
            Seeded("a", "b", ["c"]),
            Seeded("a", "b", ["c", ""]),
            Seeded("a", "b", ["", "c"]),
            Seeded("a", "", ["b", "c"]),
            Seeded("a", "", ["bc"]),
            Seeded("a", "", ["c", "b"]),
        )
    }
    assert len(seen) == 9


# --- how often --------------------------------------------------------------------------------

# Chi-squared that fair dice exceed once in a million times: P(X > limit) = 1e-6, the quantiles of
# the chi-squared distribution with 5 and 35 degrees of freedom (as in values.toml); with 1 it is
# the square of the normal quantile: erfc(sqrt(limit / 2)) = 1e-6.
LIMIT_1, LIMIT_5, LIMIT_35 = 23.928, 35.888, 89.947


def chi_squared(seen: Counter[Faces], weights: Iterable[tuple[Faces, int]]) -> float:
    """The sum of (seen - expected)^2 / expected; every face seen must be among the weights."""
    chances = dict(weights)
    count, total = sum(seen.values()), sum(chances.values())
    assert seen.keys() <= chances.keys()
    return sum(
        (seen[faces] - count * weight / total) ** 2 / (count * weight / total)
        for faces, weight in chances.items()
    )


def test_the_limit_for_a_coin_is_the_normal_quantile_squared() -> None:
    assert math.erfc(math.sqrt(LIMIT_1 / 2)) == pytest.approx(1e-6, rel=1e-3)


def test_a_million_throws_of_a_die_are_fair_in_faces_pairs_and_for_every_seat() -> None:
    """Three seats hold at 20, so whose throw it is hangs on the throws before."""
    dice = Seeded("a million", "pig", ["one", "two", "three"])
    seats = [Counter[Faces]() for _ in range(3)]
    pairs = Counter[Faces]()
    seat, total = 0, 0
    for _ in range(500_000):
        first = dice.throw("die", 1)
        second = dice.throw("die", 1)
        pairs[first + second] += 1
        for faces in (first, second):
            seats[seat][faces] += 1
            total = 0 if faces == (1,) else total + int(faces[0])
            if not 0 < total < 20:
                seat, total = (seat + 1) % 3, 0
    assert dice.thrown == 1_000_000
    assert chi_squared(sum(seats, Counter()), weighted_throws("die", 1)) < LIMIT_5
    assert chi_squared(pairs, weighted_throws("die", 2)) < LIMIT_35
    for seen in seats:
        assert sum(seen.values()) > 300_000
        assert chi_squared(seen, weighted_throws("die", 1)) < LIMIT_5


def test_two_dice_of_one_throw_are_fair_and_independent() -> None:
    dice = Seeded("two dice")
    seen = Counter(dice.throw("die", 2) for _ in range(200_000))
    assert chi_squared(seen, weighted_throws("die", 2)) < LIMIT_35


def test_the_last_of_twenty_dice_is_as_fair_as_the_first() -> None:
    dice = Seeded("hog")
    throws = [dice.throw("die", 20) for _ in range(20_000)]
    for place in (0, 9, 18, 19):
        seen = Counter[Faces]((throw[place],) for throw in throws)
        assert chi_squared(seen, weighted_throws("die", 1)) < LIMIT_5


def test_pigs_fall_by_their_counts() -> None:
    """36 throws have a count: 35 degrees of freedom."""
    dice = Seeded("pigs")
    seen = Counter(dice.throw("pig", 2) for _ in range(250_000))
    assert len(weighted_throws("pig", 2)) == 36
    assert chi_squared(seen, weighted_throws("pig", 2)) < LIMIT_35


def test_a_coin_is_fair() -> None:
    dice = Seeded("coin")
    seen = Counter(dice.throw("coin", 1) for _ in range(200_000))
    assert chi_squared(seen, weighted_throws("coin", 1)) < LIMIT_1


def test_the_statistic_finds_the_bias_of_a_remainder() -> None:
    """A byte's remainder by 6 shows 1 to 4 a little more often: a million throws betray it."""
    seen = Counter[Faces]({(face + 1,): 4000 * len(range(face, 256, 6)) for face in range(6)})
    assert chi_squared(seen, weighted_throws("die", 1)) > LIMIT_5


@pytest.mark.parametrize("bound", [1, 2, 6, 7, 256])
def test_a_number_is_fair_below_any_bound(bound: int) -> None:
    dice = Seeded("below")
    seen = Counter(dice.below(bound) for _ in range(50_000))
    assert set(seen) == set(range(bound))
    spread = math.sqrt(50_000 / bound * (1 - 1 / bound))
    assert all(abs(seen[n] - 50_000 / bound) <= 6 * spread for n in range(bound))

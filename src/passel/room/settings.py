"""How a room's games are played: rules, whose dice, the clock, the bots' pace."""

from __future__ import annotations

from typing import Literal, NamedTuple

from passel import variants
from passel.errors import RoomError
from passel.rules import Rules

Source = Literal["server", "physical"]
"""Whose dice: the server's, or real ones that the players throw and enter."""

CLOCK = (5, 604_800)
"""Seconds for each decision, fewest and most; 0 is no clock. The most is a week."""

PACE = (0, 10_000)
"""Milliseconds before a bot acts, fewest and most."""

MOST_SEATS = 40


class Settings(NamedTuple):
    """How games are played.

    Args:
        rules: The game's rules.
        dice: Whose dice.
        clock: Seconds for each decision; 0: no clock.
        pace: Milliseconds before a bot acts.
    """

    rules: Rules
    dice: Source = "server"
    clock: int = 0
    pace: int = 1000

    @property
    def most_seats(self) -> int:
        """The most players that these games can have."""
        return min(self.rules.seats[1], MOST_SEATS)


def settings(rules: str, dice: Source, clock: int, pace: int) -> Settings:
    """Settings from what was asked for.

    Raises:
        RulesError: As `passel.variants.rules`.
        RoomError: `bad-clock`, `clock-needs-server` or `bad-pace`.
    """
    if clock and not CLOCK[0] <= clock <= CLOCK[1]:
        raise RoomError("bad-clock", met=clock, low=CLOCK[0], high=CLOCK[1])
    if clock and dice == "physical":
        raise RoomError("clock-needs-server")
    if not PACE[0] <= pace <= PACE[1]:
        raise RoomError("bad-pace", met=pace, low=PACE[0], high=PACE[1])
    return Settings(variants.rules(rules), dice, clock, pace)

"""Who is in a room: players with their keys and secrets, and where they sit."""

from __future__ import annotations

import hmac
import re
import unicodedata
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from passel.errors import RoomError
from passel.names import clean, told_apart

SECRET = re.compile(r"[A-Za-z0-9_-]{22,64}")
"""A token or a ticket: 128 bits or more as hexadecimal digits, base32 or base64url."""

LONGEST_SEED = 64
LONGEST_NAME = 500
"""Characters of a name that is still cleaned and shortened; a longer one is refused."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

TICKET_LASTS = 15 * 60_000
"""Milliseconds for which another device can take an offered seat."""


class Player(NamedTuple):
    """Somebody in the room: a person or a bot.

    Args:
        key: `p1`, `p2`, ...; never another player's.
        name: As it was given, cleaned; None: none.
        bot: Which bot; None for a person.
        token: The hash of the secret that holds the seat; None for a bot and who has left.
        seed: The part of the next game's dice.
        stand_in: Who plays for them: a bot, `skip`, or None.
        left: Whether the seat was given up while its game was not over or still is shown.
        ticket: The hash of the secret with which another device can take the seat; None: none.
        until: When that ends, in milliseconds.
        shown: The name, told apart from the others'; None: none.
    """

    key: str
    name: str | None
    bot: str | None = None
    token: str | None = None
    seed: str = ""
    stand_in: str | None = None
    left: bool = False
    ticket: str | None = None
    until: int = 0
    shown: str | None = None

    @property
    def person(self) -> bool:
        """Whether a person holds it."""
        return self.bot is None and not self.left

    @property
    def driver(self) -> str | None:
        """What decides instead of a person: a bot, or `skip`; None: a person does."""
        return self.bot or self.stand_in


class Gone(NamedTuple):
    """A secret that held a seat: whose, and whether the seat has another one now."""

    token: str
    key: str
    moved: bool


def hashed(token: str) -> str:
    """What is kept of a token: its SHA-256; 128 random bits need no salt.

    Raises:
        RoomError: `bad-token`: too short, too long, or plainly not random.
    """
    if not _secret(token):
        raise RoomError("bad-token")
    return sha256(token.encode()).hexdigest()


def hashed_ticket(ticket: str) -> str:
    """The same of a ticket. Raises `RoomError` `weak-ticket`."""
    if not _secret(ticket):
        raise RoomError("weak-ticket")
    return sha256(ticket.encode()).hexdigest()


def _secret(text: str) -> bool:
    return bool(SECRET.fullmatch(text)) and len(set(text)) >= 8


def holder(players: Iterable[Player], token: str) -> Player | None:
    """The player whose token has this hash; all are compared, each in constant time."""
    found = None
    for player in players:
        if player.token is not None and hmac.compare_digest(player.token, token):
            found = player
    return found


def remembered(gone: Iterable[Gone], token: str) -> Gone | None:
    """What is remembered of a secret that holds no seat any more."""
    found = None
    for each in gone:
        if hmac.compare_digest(each.token, token):
            found = each
    return found


def offered(players: Iterable[Player], ticket: str, now: int) -> Player | None:
    """The player whose seat this ticket takes."""
    found = None
    for player in players:
        if player.ticket is not None and hmac.compare_digest(player.ticket, ticket):
            found = player if now < player.until else None
    return found


def read_name(name: str | None) -> str | None:
    """A name fit to be shown; None where none was given.

    Raises:
        RoomError: `bad-name`: nothing of it can be seen, or it is longer than `LONGEST_NAME`.
    """
    if not name:
        return None
    shown = clean(name) if len(name) <= LONGEST_NAME else ""
    if not shown:
        raise RoomError("bad-name", most=LONGEST_NAME)
    return shown


def read_seed(seed: str) -> str:
    """A player's part of the dice, exactly as it was given.

    Raises:
        RoomError: `bad-seed`: too long, or with characters that a record cannot show.
    """
    unseen = any(unicodedata.category(each) in _UNSEEN for each in seed)
    if len(seed) > LONGEST_SEED or unseen:
        raise RoomError("bad-seed", most=LONGEST_SEED)
    return seed


def with_labels(seats: Sequence[Player]) -> tuple[Player, ...]:
    """The players with names that are told apart."""
    shown = told_apart(player.name or "" for player in seats)
    return tuple(
        player._replace(shown=label if player.name else None)
        for player, label in zip(seats, shown, strict=True)
    )

"""A room is the fold of its events: `room = reduce(fold, events, Room(id))`.

A `Room` is a value. It decides nothing: what comes of a command or of the clock is found, as
events, by `passel.room.acts` and `passel.room.ticks`.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from passel import variants
from passel.fair import Promise
from passel.game import Action, winners
from passel.notation import parse_position
from passel.room.answers import Answer, Answers
from passel.room.events import (
    Began,
    Chose,
    Closed,
    Committed,
    Configured,
    Created,
    Ended,
    Event,
    Hosted,
    Joined,
    Left,
    Locked,
    Moved,
    Offered,
    Played,
    Renamed,
    Seeded,
    StoodIn,
    TookBack,
)
from passel.room.play import Game
from passel.room.seats import TICKET_LASTS, Gone, Player, with_labels
from passel.room.settings import Settings

Phase = Literal["lobby", "playing", "over", "closed"]

CODE = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of short codes: no 0, O, 1, I, L, that look alike."""

CODE_LENGTH = 6
REMEMBERED = 200
"""How many secrets that hold no seat any more are remembered, to say so."""

SECOND = 1000
DAY = 86_400 * SECOND
ABANDONED = {"lobby": 2 * DAY, "playing": 7 * DAY, "over": 2 * DAY}
"""Milliseconds after which a room in which nothing happens is closed, by its phase."""


class Room(NamedTuple):
    """Everything that is stored about a room.

    Args:
        id: What its link ends with; a secret of those who were invited.
        seq: How many events there were.
        version: The number of the last one that changed what seats may do.
        phase: `lobby` before the first game, `playing`, `over` between games, `closed`.
        settings: How the next game will be played.
        salt: What its short codes are derived from.
        seats: Who sits at the table, in seat order.
        aside: People with a part in the room and no seat: a host who does not play.
        keys: How many keys were given.
        host: The host's key; None where nobody is left.
        locked: Whether the host let nobody new in.
        code: The short code, while it is open to new players; a new one each time it opens.
        next: The promise for the next game; None while one is played.
        game: The game that is played, or the last one.
        past: The games before.
        gone: Secrets that hold no seat any more, the last ones.
        answers: The commands that were carried out.
        touched: When something last happened, in milliseconds.
        woken: When it was last taken up from the store: clocks that ran meanwhile start again.
    """

    id: str
    seq: int = 0
    version: int = 0
    phase: Phase = "lobby"
    settings: Settings = Settings(variants.rules("pig"))
    salt: str = ""
    seats: tuple[Player, ...] = ()
    aside: tuple[Player, ...] = ()
    keys: int = 0
    host: str | None = None
    locked: bool = False
    code: str | None = None
    next: Promise | None = None
    game: Game | None = None
    past: tuple[Game, ...] = ()
    gone: tuple[Gone, ...] = ()
    answers: Answers = Answers()
    touched: int = 0
    woken: int = 0

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody with a part in the room: seats first, in seat order."""
        return self.seats + self.aside

    @property
    def taken(self) -> int:
        """How many seats the next game would have."""
        return sum(not player.left for player in self.seats)

    @property
    def open(self) -> bool:
        """Whether somebody new can take a seat."""
        free = self.taken < self.settings.most_seats
        return self.phase in {"lobby", "over"} and not self.locked and free

    def player(self, key: str | None) -> Player | None:
        """The player with this key."""
        return next((player for player in self.players if player.key == key), None)

    def seat(self, key: str) -> int | None:
        """The number of a player's seat, from 1; None where they have none."""
        for number, player in enumerate(self.seats, 1):
            if player.key == key:
                return number
        return None

    def plays(self, key: str) -> int | None:
        """The number of a player's seat in the game, from 1; None where they have none in it."""
        seat = self.seat(key)
        in_it = self.game is not None and seat is not None and seat <= len(self.game.names)
        return seat if in_it else None

    @property
    def public_name(self) -> str:
        """What its games are named after; the room's id does not follow from it."""
        return sha256(b"passel 1 room" + self.id.encode()).hexdigest()[:16]

    @property
    def deadline(self) -> int | None:
        """When the clock of the game runs out, in milliseconds; None: never."""
        if self.game is None or self.phase != "playing" or self.game.deadline is None:
            return None
        return self.game.deadline + max(0, self.woken - self.game.since)

    def rested(self, now: int) -> Room:
        """The room as it is taken up from the store: a clock does not run while nobody can play."""
        return self._replace(woken=now)

    def change(self, key: str, **fields: Any) -> Room:
        """The room with one player changed."""
        seats = tuple(p._replace(**fields) if p.key == key else p for p in self.seats)
        aside = tuple(p._replace(**fields) if p.key == key else p for p in self.aside)
        return self._replace(seats=seats, aside=aside)


def fold(room: Room, event: Event) -> Room:
    """The room after an event; the given one is unchanged."""
    seq = room.seq + 1
    after = _FOLDS[type(event)](room, event)
    quiet = event.QUIET or (type(event) is Left and room.phase == "playing")
    version = room.version if quiet else seq
    answers = room.answers
    if event.answers is not None:
        id, player, do = event.answers
        answers = answers.add(id, Answer(player, do, seq, version))
    return after._replace(seq=seq, version=version, touched=event.at, answers=answers)


def _created(room: Room, event: Created) -> Room:
    settings = Settings(variants.rules(event.rules), event.dice, event.clock, event.pace)
    return room._replace(settings=settings, salt=event.salt)


def _joined(room: Room, event: Joined) -> Room:
    known = room.player(event.player)
    player = Player(event.player, event.name, event.bot, event.token, event.seed)
    if known is None:
        room = room._replace(keys=room.keys + 1, host=room.host or event.player)
    else:
        room = room._replace(aside=tuple(p for p in room.aside if p.key != event.player))
    if not event.plays:
        return room._replace(aside=(*room.aside, player))
    return _code(room._replace(seats=with_labels((*room.seats, player))), event.at)


def _renamed(room: Room, event: Renamed) -> Room:
    room = room.change(event.player, name=event.name)
    return room._replace(seats=with_labels(room.seats))


def _seeded(room: Room, event: Seeded) -> Room:
    return room.change(event.player, seed=event.seed)


def _offered(room: Room, event: Offered) -> Room:
    return room.change(event.player, ticket=event.ticket, until=event.at + TICKET_LASTS)


def _moved(room: Room, event: Moved) -> Room:
    room = _forget(room, event.player, moved=True)
    return room.change(event.player, token=event.token, ticket=None)


def _left(room: Room, event: Left) -> Room:
    room = _forget(room, event.player, moved=False)
    place = room.plays(event.player)
    if place is not None and room.phase in {"playing", "over"}:
        return _code(room.change(event.player, left=True, token=None, ticket=None), event.at)
    seats = tuple(player for player in room.seats if player.key != event.player)
    aside = tuple(player for player in room.aside if player.key != event.player)
    return _code(room._replace(seats=with_labels(seats), aside=aside), event.at)


def _forget(room: Room, key: str, *, moved: bool) -> Room:
    """The room in which the player's token is one that held a seat."""
    player = room.player(key)
    gone = room.gone
    if player and player.token:
        gone = (*gone, Gone(player.token, key, moved))[-REMEMBERED:]
    host = None if room.host == key and not moved else room.host
    return room._replace(gone=gone, host=host)


def _locked(room: Room, event: Locked) -> Room:
    return _code(room._replace(locked=event.locked), event.at)


def _configured(room: Room, event: Configured) -> Room:
    settings = Settings(variants.rules(event.rules), event.dice, event.clock, event.pace)
    return _code(room._replace(settings=settings), event.at)


def _hosted(room: Room, event: Hosted) -> Room:
    return room._replace(host=event.player)


def _committed(room: Room, event: Committed) -> Room:
    """What players added before they saw the commitment does not count for the next game."""
    promise = Promise(event.name, event.commitment, (), bytes.fromhex(event.seed))
    seats = tuple(player._replace(seed="") for player in room.seats)
    return room._replace(next=promise, seats=seats)


def _began(room: Room, event: Began) -> Room:
    seats = with_labels([p._replace(stand_in=None) for p in room.seats if not p.left])
    begin = parse_position(event.begin)
    assert room.next
    promise = Promise(
        room.next.game, room.next.commitment, tuple(p.seed for p in seats), room.next.seed
    )
    game = Game(
        event.game,
        room.settings,
        promise,
        begin,
        event.cause,
        room.version,
        tuple(player.shown for player in seats),
        tuple(player.bot for player in seats),
        begin,
        event.at,
    )
    past = (*room.past, room.game) if room.game else ()
    return _code(
        room._replace(phase="playing", seats=seats, game=game, past=past, next=None), event.at
    )


def _chose(room: Room, event: Chose) -> Room:
    assert room.game
    seat = room.seat(event.player) or 0
    others = tuple(each for each in room.game.choices if each[0] != seat)
    choices = (*others, (seat, Action(event.choice)))
    return room._replace(game=room.game._replace(choices=choices))


def _played(room: Room, event: Played) -> Room:
    assert room.game
    return room._replace(game=room.game.play(event.words, event.at))


def _took_back(room: Room, event: TookBack) -> Room:
    assert room.game
    game = room.game.back_to(event.left, event.at)
    return _code(room._replace(game=game, phase="playing"), event.at)


def _stood_in(room: Room, event: StoodIn) -> Room:
    return room.change(event.player, stand_in=event.stand_in)


def _ended(room: Room, event: Ended) -> Room:
    assert room.game
    won = winners(room.game.state)
    game = room.game._replace(ended=event.reason, winners=won, choices=())
    return _code(room._replace(game=game, phase="over"), event.at)


def _closed(room: Room, event: Closed) -> Room:
    return _code(room._replace(phase="closed"), event.at)


def _code(room: Room, now: int) -> Room:
    """The room with a short code while it is open to new players; a new one each time it opens."""
    if not room.open:
        return room._replace(code=None)
    return room if room.code else room._replace(code=code(room.id, room.salt, f"{room.seq}/{now}"))


def code(room: str, salt: str, opened: str) -> str:
    """A short code: derived, so that it need not be stored; the room's id does not follow from it.

    Args:
        room: The room's id.
        salt: The room's; another gives other codes.
        opened: After which event and when it opened to new players: should two rooms come to the
            same code, the later one cannot be stored, and has another a moment later.
    """
    digest = sha256(f"passel 1 code|{room}|{salt}|{opened}".encode()).digest()
    number = int.from_bytes(digest)
    letters = []
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE))
        letters.append(CODE[place])
    return "".join(letters)


_FOLDS: dict[type[Event], Callable[[Room, Any], Room]] = {
    Created: _created,
    Joined: _joined,
    Renamed: _renamed,
    Seeded: _seeded,
    Offered: _offered,
    Moved: _moved,
    Left: _left,
    Locked: _locked,
    Configured: _configured,
    Hosted: _hosted,
    Committed: _committed,
    Began: _began,
    Chose: _chose,
    Played: _played,
    TookBack: _took_back,
    StoodIn: _stood_in,
    Ended: _ended,
    Closed: _closed,
}

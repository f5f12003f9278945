"""Matches before they begin: opened, joined, left, invited to, given up. And finding them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from peewee import IntegrityError

from engine import notation, wire
from engine.errors import BadOptions
from engine.game import AnyGame
from engine.games import GAMES
from pbem import db
from pbem.errors import (
    AlreadySeated,
    BadValue,
    Busy,
    MatchBegun,
    MatchOver,
    NotFound,
    NotSeated,
)
from pbem.failpoints import reach
from pbem.service import ids, invitations, limits, outbox, piece_sets, play, rows
from pbem.service import once as onces
from pbem.service.addresses import checked
from pbem.service.once import Once
from pbem.service.outbox import NewLetter
from pbem.service.pace import DAY, Pace
from pbem.service.progress import Progress, Result
from pbem.service.rows import MatchRow, PlaceRow, PlayerRow
from pbem.settings import Settings

T = TypeVar("T")

ACCESS = ("open", "private")
LAPSE = 14 * DAY
"""How long a match waits for players."""
MOST_INVITED = 4
RACES = play.RACES + 1
"""One more than others can win: of five seats, four can be taken before a player's eyes."""

_NEW = """INSERT INTO "match" (id, game, version, options, seats, pace, access, state, seed, entry, revision,
created_at, lapses_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'open', ?, 0, 0, ?, ?)"""
_SIT = """INSERT INTO place (match_id, seat, player_id, asks, timeouts, told, ended, lease_until)
VALUES (?, ?, ?, 0, 0, 0, 0, 0)"""
_TOUCH = """UPDATE "match" SET revision = revision + 1 WHERE id = ? AND state = 'open' AND revision = ?"""
_CLOSE = """UPDATE "match" SET state = 'over', result = ?, lapses_at = NULL, ended_at = ?,
revision = revision + 1 WHERE id = ? AND state = 'open' AND revision = ?"""


@dataclass(frozen=True)
class Proposal:
    """A match that a player would like to open. `options` and `pace` are decoded JSON, as they were sent."""

    game: str
    seats: int
    options: Any = field(default_factory=dict)
    pace: Any = field(default_factory=dict)
    access: str = "open"
    invite: Sequence[str] = ()


def propose(
    settings: Settings, player: PlayerRow, proposal: Proposal, now: int, once: Once | None = None
) -> str:
    """Opens a match with the player at seat 0 and invites; returns the match's id.

    Raises BadValue, which names the fields, or LimitReached.
    """
    done = onces.earlier(once)
    if done is not None:
        return str(done["match"])
    game = _game(proposal)
    match = ids.new_id()
    options, pace, invited = _checked(settings, game, player, proposal)
    seed = ids.new_seed()
    try:
        with db.write():
            play.run_all(onces.statements(once, {"match": match}, now))
            limits.count(limits.MATCHES, player.id, now)
            db.run(
                _NEW,
                (
                    match, game.slug, game.version, options, proposal.seats, pace, proposal.access, seed,
                    now, now + LAPSE,
                ),
            )  # fmt: skip
            db.run(_SIT, (match, 0, player.id))
            invitations.invite(settings, match, player, invited, now)
    except IntegrityError:
        done = onces.earlier(once)  # its twin was first
        if done is None:
            raise
        return str(done["match"])
    return match


def join(
    settings: Settings,
    match: str,
    player: PlayerRow,
    invitation: str | None,
    now: int,
    once: Once | None = None,
) -> int:
    """Takes the next free seat, and begins the match if that was the last; returns the seat."""
    for _ in range(RACES):
        with db.read():  # in one moment, as in play.advance
            done = onces.earlier(once)
            found, places = rows.match(match), rows.places(match)
        if done is not None:
            return int(done["seat"])
        may_join = _joinable(found, places, player, invitation)
        try:
            _sit(settings, may_join, places, player, invitation, now, once)
        except (play.Raced, IntegrityError):
            continue
        return len(places)
    raise Busy("Others are joining this match just now. Please send the same again.")


def leave(settings: Settings, match: str, player: PlayerRow, now: int) -> None:
    """Gives up a seat before the match begins; those behind move up. The last one out closes the match."""
    with db.write():  # all in here: a player who leaves need not race those who join
        found, places = rows.match(match), rows.places(match)
        seat = next((place.seat for place in places if place.player == player.id), None)
        if found is None or (seat is None and found.access == "private"):
            raise NotFound("There is no such match.")
        if seat is None:
            raise NotSeated("You hold no seat in this match.")
        if found.state == "over":
            raise MatchOver("The match is over.")
        if found.state != "open":
            raise MatchBegun("The match has begun: resign instead, if you must.")
        if len(places) == 1:
            result = Result("lapsed", "All players left before it began.")
            db.run(_CLOSE, (wire.encode(result).decode(), now, match, found.revision))
        else:
            db.run(_TOUCH, (match, found.revision))
        db.run("DELETE FROM place WHERE match_id = ? AND seat = ?", (match, seat))
        invitations.free(match, player.id)
        for behind in range(seat + 1, len(places)):
            db.run("UPDATE place SET seat = seat - 1 WHERE match_id = ? AND seat = ?", (match, behind))


def lapse(now: int) -> int:
    """Gives up matches that waited too long for players, and tells those who waited; their number."""
    due = db.fetchall('SELECT id, revision FROM "match" WHERE lapses_at <= ? LIMIT 100', (now,))
    return sum(_lapse(match, revision, now) for match, revision in due)


def _lapse(match: str, revision: int, now: int) -> bool:
    result = Result("lapsed", "Not all seats were taken within 14 days.")
    letters = [
        NewLetter("match-lapsed", f"match-lapsed/{match}/{p.seat}", now, p.player, match=match, seat=p.seat)
        for p in rows.places(match)
    ]
    with db.write():
        if db.run(_CLOSE, (wire.encode(result).decode(), now, match, revision)) != 1:
            return False
        play.run_all(outbox.statements(letters, now))
    return True


def _sit(
    settings: Settings,
    match: MatchRow,
    places: list[PlaceRow],
    player: PlayerRow,
    invitation: str | None,
    now: int,
    once: Once | None,
) -> None:
    """Writes the new place; with the last one, the deal too."""
    seat = len(places)
    place = PlaceRow(match.id, seat, player.id, None, None, 0, None, None, 0, None, 0)
    after = onces.statements(once, {"match": match.id, "seat": seat}, now)
    deal = None
    if seat + 1 == match.seats:
        piece_sets.bring(match.game, match.options)
        progress = Progress(match, [*places, place], now)
        progress.deal()
        deal = play.prepared(settings, progress, [])
        reach("rng.drawn_before_commit")
    with db.write():
        play.run_all(after)
        if db.run(_TOUCH, (match.id, match.revision)) != 1:
            raise play.Raced
        limits.count(limits.JOINS, player.id, now)
        db.run(_SIT, (match.id, seat, player.id))
        invitations.use(match.id, player, invitation)
        if deal is not None:
            play.put(deal)


def _joinable(
    match: MatchRow | None, places: list[PlaceRow], player: PlayerRow, invitation: str | None
) -> MatchRow:
    """The match, if the player may take a seat in it."""
    if match is not None and player.id in [place.player for place in places]:
        raise AlreadySeated("You hold a seat in this match already.")
    if match is None or not (match.access == "open" or invitations.lets_in(match.id, player, invitation)):
        # a stranger is not told that a private one exists, whatever he shows
        raise NotFound("There is no such match, or it is private and you need an invitation.")
    if match.state == "over":
        raise MatchOver("The match is over.")
    if match.state != "open":
        raise MatchBegun("All seats of this match are taken, and it has begun.")
    return match


def _game(proposal: Proposal) -> AnyGame:
    game = GAMES.get(proposal.game)
    if game is None:
        said = f"There is no game {notation.quoted(proposal.game)}"
        raise BadValue(f"{said}. There are: {', '.join(GAMES)}.", "game")
    fewest, most = game.seats
    if not fewest <= proposal.seats <= most:
        raise BadValue(f"{game.name} is played by {fewest} to {most}.", "seats")
    if proposal.access not in ACCESS:
        raise BadValue(f"Access is one of: {', '.join(ACCESS)}.", "access")
    return game


def _checked(
    settings: Settings, game: AnyGame, player: PlayerRow, proposal: Proposal
) -> tuple[str, str, list[str]]:
    """Options and pace as they are stored, and the addresses; raises one BadValue for all that is wrong."""
    wrong: list[BadValue] = []

    def told(check: Callable[[], T], instead: T) -> T:
        try:
            return check()
        except BadValue as error:
            wrong.extend((error, *error.others))
            return instead

    nobody: list[str] = []
    options = told(lambda: _options(game, proposal.options), "")
    pace = told(lambda: _pace(settings, proposal.pace), "")
    invited = told(lambda: _invited(proposal, player), nobody)
    _raise(wrong)
    return options, pace, invited


def _raise(wrong: list[BadValue]) -> None:
    """Raises the first of them, which tells of the others; nothing if there is none."""
    if wrong:
        wrong[0].others = wrong[1:]
        raise wrong[0]


def _options(game: AnyGame, options: Any) -> str:
    if not isinstance(options, dict):
        raise BadValue("Options are an object.", "options")
    known = game.options.__struct_fields__
    _raise(
        [
            BadValue(
                f"{game.name} has no option {notation.quoted(name)}; it has: {', '.join(known)}.",
                f"options/{_escaped(name)}",
            )
            for name in sorted(set(options) - set(known))
        ]
    )
    try:
        chosen = msgspec.convert(options, game.options)
        if game.sets is not None:
            piece_sets.bring_named(game, chosen)
        game.vet(chosen)
        return wire.encode(chosen).decode()
    except BadOptions as error:
        raise BadValue(str(error), f"options/{error.field}") from None
    except ValueError as error:  # a ValidationError, or a UnicodeEncodeError for half a character
        name = str(error).partition("`$.")[2].rstrip("`")
        where = f"options/{name}" if name else "options"
        raise BadValue(f"The option {name or 'given'} cannot have that value.", where) from None


def _pace(settings: Settings, pace: Any) -> str:
    if not isinstance(pace, dict):
        raise BadValue("A pace is an object.", "pace")
    try:
        value = msgspec.convert({"kind": "per_turn", **pace}, Pace)
    except ValueError as error:  # as above
        said, _, where = str(error).partition(" - at `$.")
        name = where.rstrip("`") or said.partition("unknown field ")[2].strip("`")
        what = notation.quoted(name) if name else "value"
        where = f"pace/{_escaped(name.partition('[')[0])}" if name else "pace"
        raise BadValue(f"The pace cannot have that {what}.", where) from None
    least = settings.min_pace_seconds
    if value.seconds < least:
        raise BadValue(f"A turn must last at least {least} seconds here.", "pace/seconds")
    return wire.encode(value).decode()


def _invited(proposal: Proposal, player: PlayerRow) -> list[str]:
    addresses: list[str] = []
    wrong: list[BadValue] = []
    for index, said in enumerate(proposal.invite):
        try:
            addresses.append(_other(said, f"invite/{index}", player))
        except BadValue as error:
            wrong.append(error)
    _raise(wrong)
    invited, most = list(dict.fromkeys(addresses)), min(MOST_INVITED, proposal.seats - 1)
    if len(invited) > most:
        free = "There is a seat for 1 other" if most == 1 else f"There are seats for {most} others"
        raise BadValue(f"{free}.", "invite")
    return invited


def _other(address: str, field: str, player: PlayerRow) -> str:
    """An address in its normal form that is not the player's own."""
    found = checked(address, field)
    if found == player.email:
        raise BadValue("You need no invitation to your own match.", field)
    return found


def _escaped(name: str) -> str:
    """A name as a part of a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1")

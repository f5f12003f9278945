"""What a letter says, found out at the moment of sending: the match and the player are looked at again.

What is no longer true is not told. All that is read for one letter is read of one moment.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from engine import notation, wire
from engine.games import GAMES
from pbem import db
from pbem.mail import compose
from pbem.mail.compose import Cover, Done, Playing, Ranked, Terms, Turn
from pbem.mail.message import Mail
from pbem.service import ids, inbox, outbox, players, reading, replies, rows, talk
from pbem.service import pace as paces
from pbem.service.outbox import LetterRow, Statement
from pbem.service.pace import DAY, PATIENCE, Pace
from pbem.service.reading import Sight
from pbem.service.replies import Reply
from pbem.service.rows import MatchRow, PlaceRow, PlayerRow
from pbem.settings import Settings

HORIZON = 2 * DAY
"""How long sending is tried, unless the turn lasts longer."""

_SIGN_IN = "SELECT email, time_zone, expires_at, used_at FROM sign_in WHERE id = ?"
_INVITATION = """SELECT i.email, r.name FROM invitation i JOIN player r ON r.id = i.inviter_id
WHERE i.id = ? AND i.match_id = ?"""
_SEATED = """SELECT 1 FROM place p JOIN player r ON r.id = p.player_id
WHERE p.match_id = ? AND r.email = ?"""
_READER = f"SELECT {rows.PLAYER} FROM player r WHERE r.email = ?"


class Draft(NamedTuple):
    """A letter ready to go."""

    mail: Mail
    told: int | None
    """The last log entry that it tells of."""
    until: int
    """How long it is worth trying."""
    reply: Reply | None = None
    """Where it can be answered to; known before it goes out."""
    heard: tuple[Statement, ...] = ()
    """What is written when it has gone out: the talk that it told of."""


class Drop(NamedTuple):
    """The letter has nothing to say any more."""

    why: str


class Later(NamedTuple):
    """The letter is not due yet: its deadline was moved."""

    at: int


Drafted: TypeAlias = Draft | Drop | Later


def draft(settings: Settings, letter: LetterRow, now: int) -> Drafted:
    """The letter as it has to read now; whatever goes wrong in it is raised."""
    with db.read():
        if letter.kind == "sign-in-code":
            return _sign_in_code(settings, letter, now)
        if letter.kind == "invitation":
            return _invitation(settings, letter, now)
        return _to_player(settings, letter, now)


def _sign_in_code(settings: Settings, letter: LetterRow, now: int) -> Drafted:
    row = db.fetchone(_SIGN_IN, (_about(letter)["sign_in"],))
    if row is None:
        return Drop("The code is forgotten.")
    address, time_zone, expires_at, used_at = row
    if used_at is not None or expires_at <= now:
        return Drop("The code was used, or is too old.")
    reader = _reader(address)
    cover = _cover(settings, letter, address, reader, now)
    if reader is None and time_zone:
        cover = replace(cover, time_zone=time_zone)
    code = ids.code(settings.secret_key, _about(letter)["sign_in"])
    return Draft(compose.sign_in_code(cover, code, expires_at), None, expires_at)


def _invitation(settings: Settings, letter: LetterRow, now: int) -> Drafted:
    invitation = _about(letter)["invitation"]
    row = db.fetchone(_INVITATION, (invitation, letter.match))
    match = rows.match(letter.match or "")
    if row is None or match is None:
        return Drop("The invitation is gone.")
    address, inviter = row
    if match.state != "open" or match.lapses_at is None:
        return Drop("The match has begun, or was given up.")
    if db.fetchone(_SEATED, (match.id, address)):
        return Drop("The invited holds a seat already.")
    if players.is_muted(address, letter.kind):
        return Drop("The reader wants no such letters.")
    cover = _cover(settings, letter, address, _reader(address), now)
    token = ids.derived(settings.secret_key, "invitation", invitation)
    link = f"{settings.public_url}/matches/{match.id}?invitation={token}"
    game = GAMES[match.game]
    playing = Playing(match.id, game.slug, game.name, ())
    mail = compose.invitation(cover, playing, _terms(match), inviter, game.summary, link, match.lapses_at)
    return Draft(mail, None, match.lapses_at)


def _to_player(settings: Settings, letter: LetterRow, now: int) -> Drafted:
    player, match = rows.player(letter.player or ""), rows.match(letter.match or "")
    if player is None or match is None:
        return Drop("The player or the match is gone.")
    if players.is_muted(player.email, letter.kind):
        return Drop("The reader wants no such letters.")
    if player.id not in [place.player for place in rows.places(match.id)]:
        return Drop("The player has left the match.")
    sight = reading.seen_by(match, player)
    remarks, heard = talk.news(sight)
    cover = _cover(settings, letter, player.email, player, now)
    said = tuple(f"{remark.name}: {remark.text}" for remark in remarks)
    cover = replace(cover, talk=said, no_cards=players.has_chosen(player.email, players.NO_CARDS))
    if settings.pictures and not cover.no_cards and letter.kind in compose.WITH_PICTURE:
        cover = replace(cover, board=sight.board)
    drafted = _OF_MATCH[letter.kind](settings, letter, sight, cover)
    if isinstance(drafted, Draft) and heard and letter.kind in compose.WITH_TALK:
        return drafted._replace(heard=(heard,))
    return drafted


def _match_started(settings: Settings, letter: LetterRow, sight: Sight, cover: Cover) -> Drafted:
    if sight.match.state == "over":
        return Drop("The match is over.")
    first = [sight.names[seat] for seat in sight.to_act]
    mail = compose.match_started(
        cover, _playing(sight), _terms(sight.match), sight.names, first, sight.is_asked
    )
    return Draft(mail, None, letter.created_at + HORIZON)


def _your_turn(settings: Settings, letter: LetterRow, sight: Sight, cover: Cover) -> Drafted:
    own = _own(sight)
    if not _is_asked(own, _about(letter)):
        return Drop("The player has moved, or need not any more.")
    turn = _turn(sight, own)
    reply, cover = _answerable(settings, letter, sight, cover, turn.moves)
    mail = compose.your_turn(cover, _playing(sight), turn)
    return Draft(mail, sight.match.entry, max(own.deadline or 0, letter.created_at + HORIZON), reply)


def _reminder(settings: Settings, letter: LetterRow, sight: Sight, cover: Cover) -> Drafted:
    own, about = _own(sight), _about(letter)
    if not _is_asked(own, about) or own.deadline is None or own.deadline <= cover.at:
        return Drop("The player has moved, or the time is over.")
    instants = dict(paces.reminders(_pace(sight.match), own.deadline, 0))
    at = instants.get(about["number"], cover.at)
    if at > cover.at:
        return Later(at)
    turn = _turn(sight, own)
    reply, cover = _answerable(settings, letter, sight, cover, turn.moves)
    mail = compose.reminder(cover, _playing(sight), turn)
    return Draft(mail, sight.match.entry, own.deadline, reply)


def _answer(settings: Settings, letter: LetterRow, sight: Sight, cover: Cover) -> Drafted:
    """What a mail of the player's did, and how the match stands; if he is still asked, with the choices."""
    handled = inbox.outcome(_about(letter)["incoming"])
    if handled is None:
        return Drop("The mail that it answers is forgotten.")
    own = _own(sight)
    done = Done(handled.taken, handled.not_played, handled.why)
    turn = _turn(sight, own) if own.asked is not None else None
    reply, cover = _answerable(settings, letter, sight, cover, turn.moves if turn else ())
    mail = compose.answer(cover, _playing(sight), done, turn, _news(sight), sight.table or "")
    return Draft(mail, sight.match.entry, letter.created_at + HORIZON, reply)


def _answerable(
    settings: Settings, letter: LetterRow, sight: Sight, cover: Cover, moves: Sequence[str]
) -> tuple[Reply | None, Cover]:
    """The address to which a letter can be answered, if this host reads replies, and the cover with it."""
    own = _own(sight)
    asked = sight.match.entry if own.asked is None else own.asked
    moves = () if cover.no_cards else moves  # nobody counts in a list that was not printed
    reply = replies.prepare(settings, letter.id, own.player, own.match, own.seat, asked, moves, cover.at)
    return reply, replace(cover, reply_to=reply.address if reply else None)


def _correction(settings: Settings, letter: LetterRow, sight: Sight, cover: Cover) -> Drafted:
    own, about = _own(sight), _about(letter)
    if not _is_asked(own, about) or own.deadline is None or own.deadline != about["deadline"]:
        return Drop("The player has moved, or the deadline has moved again.")
    key = f"your-turn/{letter.match}/{letter.seat}/{own.turn}/{own.asks}"
    if not db.fetchone("SELECT 1 FROM letter WHERE key = ? AND state = 'sent'", (key,)):
        return Drop("No letter had told the deadline before it moved.")
    return Draft(compose.correction(cover, _playing(sight), own.deadline), None, own.deadline)


def _timed_out(settings: Settings, letter: LetterRow, sight: Sight, cover: Cover) -> Drafted:
    forfeited = bool(_about(letter)["forfeits"])
    mail = compose.timed_out(cover, _playing(sight), forfeited, _news(sight))
    return Draft(mail, sight.match.entry, letter.created_at + HORIZON)


def _match_over(settings: Settings, letter: LetterRow, sight: Sight, cover: Cover) -> Drafted:
    result = sight.result
    if result is None:
        return Drop("The match is not over.")
    ranking = [
        Ranked(
            result.ranks[seat] if result.ranks else None,
            f"{name} (you)" if seat == sight.seat else name,
            result.scores[seat] if result.scores else None,
        )
        for seat, name in enumerate(sight.names)
    ]
    ranking.sort(key=lambda line: line.rank or 0)
    mail = compose.match_over(cover, _playing(sight), result.reason, ranking, _news(sight), sight.table)
    return Draft(mail, sight.match.entry, letter.created_at + HORIZON)


def _match_lapsed(settings: Settings, letter: LetterRow, sight: Sight, cover: Cover) -> Drafted:
    result = sight.result
    if result is None:
        return Drop("The match was not given up.")
    return Draft(
        compose.match_lapsed(cover, _playing(sight), result.reason), None, letter.created_at + HORIZON
    )


_OF_MATCH: dict[str, Callable[[Settings, LetterRow, Sight, Cover], Drafted]] = {
    "answer": _answer,
    "match-started": _match_started,
    "your-turn": _your_turn,
    "reminder": _reminder,
    "correction": _correction,
    "timed-out": _timed_out,
    "match-over": _match_over,
    "match-lapsed": _match_lapsed,
}


def _is_asked(own: PlaceRow, about: dict[str, Any]) -> bool:
    """Whether the seat still waits to be moved for in the turn that the letter is about."""
    return own.asked is not None and (own.turn, own.asks) == (about["turn"], about["asks"])


def _turn(sight: Sight, own: PlaceRow) -> Turn:
    assert own.deadline is not None
    lines = tuple(notation.write(move) for move in sight.legal_moves or ())
    forfeits = _pace(sight.match).on_timeout == "forfeit" or own.timeouts + 1 >= PATIENCE
    return Turn(_news(sight), sight.table or "", lines, own.deadline, forfeits)


def _news(sight: Sight) -> tuple[str, ...]:
    """What the player may hear of all that no letter has told him yet."""
    told = reading.log(sight, _own(sight).told, -1)
    return tuple(sentence for entry in told for sentence in entry.words)


def _own(sight: Sight) -> PlaceRow:
    assert sight.own is not None
    return sight.own


def _playing(sight: Sight) -> Playing:
    others = tuple(name for seat, name in enumerate(sight.names) if seat != sight.seat)
    return Playing(sight.match.id, sight.game.slug, sight.game.name, others)


def _terms(match: MatchRow) -> Terms:
    pace = _pace(match)
    return Terms(match.seats, pace.seconds, pace.on_timeout == "forfeit")


def _pace(match: MatchRow) -> Pace:
    pace: Pace = wire.decode(Pace, match.pace)
    return pace


def _reader(address: str) -> PlayerRow | None:
    """The player with that address, if there is one."""
    row = db.fetchone(_READER, (address,))
    return PlayerRow._make(row) if row else None


def _cover(settings: Settings, letter: LetterRow, address: str, reader: PlayerRow | None, now: int) -> Cover:
    """What stands outside; somebody who is no player yet has no name and lives by UTC."""
    unsubscribe = None
    if letter.kind in outbox.OPTIONAL:
        token = ids.derived(settings.secret_key, "unsubscribe", letter.id)
        unsubscribe = f"{settings.public_url}/unsubscribe/{letter.id}/{token}"
    return Cover(
        kind=letter.kind,
        letter=letter.id,
        sender=settings.mail_from,
        name=reader.name if reader else "",
        address=address,
        locale=reader.locale if reader else "en",
        time_zone=reader.time_zone if reader else "UTC",
        at=now,
        site=settings.public_url,
        unsubscribe=unsubscribe,
    )


def _about(letter: LetterRow) -> dict[str, Any]:
    about: dict[str, Any] = json.loads(letter.about)
    return about

"""Whether logs still lead to where play stands: of records, and of every match in the database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine import notation, record, wire
from engine.errors import Refusal, UnknownSet
from engine.games import GAMES
from engine.play import replay
from engine.rng import Rng
from pbem import db
from pbem.errors import BadValue
from pbem.service import piece_sets, rows, undo
from pbem.service.rows import EntryRow, MatchRow, PlaceRow


class Replayed(NamedTuple):
    """What came of replaying a database."""

    matches: int
    wrong: list[str]
    """A sentence for each match whose log does not lead to where it stands."""


class Whole(NamedTuple):
    """A match with its log and places, of one moment."""

    match: MatchRow
    entries: list[EntryRow]
    places: list[PlaceRow]


def of_record(text: str) -> str:
    """Replays a record and says where it leads; raises BadValue for one that does not work."""
    try:
        whole = record.read(GAMES, text)
        last = None
        for last in record.steps(GAMES, whole):  # noqa: B007
            pass
    except (record.BadRecord, Refusal) as error:
        raise BadValue(f"The record does not replay: {error}", "record") from None
    except UnknownSet as unknown:
        said = f"The record is of a match with another set of pieces. {unknown} Name its file with --cards."
        raise BadValue(said, "record") from None
    outcome = GAMES[whole.game].outcome(last.state) if last else None
    ended = f"ranks {outcome.ranks}, scores {outcome.scores}: {outcome.reason}" if outcome else "not ended"
    return f"{len(whole.moves)} moves, {ended}"


def of_database() -> Replayed:
    """Replays every match that has begun."""
    wrong, count = [], 0
    for whole in _begun():
        count += 1
        said = _fault(whole)
        if said:
            wrong.append(f"match {whole.match.id}: {said}")
    return Replayed(count, wrong)


def _begun() -> Iterator[Whole]:
    for (id,) in db.fetchall('SELECT id FROM "match" WHERE snapshot IS NOT NULL ORDER BY id'):
        with db.read():  # in one moment: matches may go on meanwhile
            match = rows.match(id)
            if match:
                yield Whole(match, rows.entries(id), rows.places(id))


def _fault(whole: Whole) -> str | None:
    """What is wrong with a match's log; None: nothing."""
    match, entries = whole.match, whole.entries
    piece_sets.bring(match.game, match.options)
    game = GAMES[match.game]
    if game.version != match.version:
        return None  # the snapshot of other rules stands; its log is theirs
    if [entry.number for entry in entries] != list(range(1, match.entry + 1)):
        return f"the log has gaps, or not {match.entry} entries."
    made = undo.standing(entries)
    lines = [(e.seat, e.line) for e in made if e.line is not None and e.seat is not None]
    options = wire.decode(game.options, match.options)
    state = None
    try:
        moves = [(seat, notation.read(game.moves, line)) for seat, line in lines]
        for step in replay(game, options, match.seats, Rng(match.seed), moves):
            state = step.state
    except Refusal as refusal:
        return f"a move is refused: {refusal}"
    if wire.encode(state).decode() != match.snapshot:
        return "the log leads elsewhere than to the snapshot."
    asked = [place.seat for place in whole.places if place.asked is not None]
    wanted = [] if match.state == "over" else sorted(game.to_act(state))
    if asked != wanted:
        return f"seats {asked} are asked, the rules ask {wanted}."
    return None

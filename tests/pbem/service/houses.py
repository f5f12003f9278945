"""A service to test against: its database file, players, matches, and what must always be true of it."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import notation, wire
from engine.game import Seat
from engine.games import GAMES
from pbem import db, migrate
from pbem.service import ids, matches, outbox, play, players, reading, rows
from pbem.service.matches import Proposal
from pbem.service.pace import SECOND
from pbem.service.play import Taken
from pbem.service.players import Profile
from pbem.service.reading import Sight
from pbem.service.rows import PLAYER, EntryRow, PlaceRow, PlayerRow
from pbem.settings import Settings, load

NOW = 1_900_000_000 * SECOND
"""When matches begin, unless a test says otherwise."""
LORDS = "lords-of-scotland"
TOY = "last-stand"
NAMES = ("Ann", "Bob", "Carl", "Dina", "Edo")
SCALE = float(os.environ.get("SERVICE_SCALE", "1"))


def scaled(count: int) -> int:
    """So many rounds of something; with SERVICE_SCALE=10 in the environment ten times as many."""
    return max(1, int(count * SCALE))


def open_house(folder: Path, **environ: str) -> Settings:
    """A service with a fresh database in a folder, open in this process; `db.close()` ends it."""
    settings = load({"PBEM_DATABASE": f"sqlite:///{folder}/pbem.db", **environ})
    migrate.upgrade(settings.database_path)
    db.connect(settings.database_path)
    return settings


def address_of(name: str) -> str:
    """Where a player of that name gets his letters."""
    return f"{name.lower()}@example.org"


def sign_up(settings: Settings, name: str, now: int = NOW) -> PlayerRow:
    """The player of that name, signed in by a code at the first time."""
    row = db.fetchone(f"SELECT {PLAYER} FROM player r WHERE r.email = ?", (address_of(name),))
    if row:
        return PlayerRow._make(row)
    players.sign_in(settings, address_of(name), Profile(name=name), f"house of {name}", now)
    code = code_for(settings, address_of(name))
    return players.redeem(settings, address_of(name), code, "", "api", f"house of {name}", now)[2]


def code_for(settings: Settings, address: str) -> str:
    """The code in the last letter to an address."""
    row = db.fetchone("SELECT id FROM sign_in WHERE email = ? ORDER BY rowid DESC LIMIT 1", (address,))
    assert row is not None, "no code was asked for"
    return ids.code(settings.secret_key, row[0])


def begin(
    settings: Settings,
    game: str = LORDS,
    seats: int = 2,
    pace: Mapping[str, Any] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    access: str = "open",
    now: int = NOW,
    names: Sequence[str] = NAMES,
) -> str:
    """The id of a running match, in which Ann has seat 0, Bob seat 1 and so on; there may be any number."""
    with db.write():
        db.run("DELETE FROM tally")
    here = [sign_up(settings, name, now) for name in names[:seats]]
    invited = [player.email for player in here[1:]] if access == "private" else []
    proposal = Proposal(game, seats, dict(options or {}), dict(pace or {}), access, invited)
    match = matches.propose(settings, here[0], proposal, now)
    for player in here[1:]:
        matches.join(settings, match, player, None, now)
    return match


def asked(match: str) -> list[PlaceRow]:
    """The places that are asked to move."""
    return [place for place in rows.places(match) if place.asked is not None]


def player_at(match: str, seat: Seat) -> PlayerRow:
    """Who sits there."""
    found = rows.player(rows.places(match)[seat].player)
    assert found is not None
    return found


def sight_of(match: str, seat: Seat | None) -> Sight:
    """The match as a seat sees it."""
    return reading.sight(match, None if seat is None else player_at(match, seat))


def entry_of(match: str) -> int:
    """The number of the last entry."""
    found = rows.match(match)
    assert found is not None
    return found.entry


def state_of(match: str) -> str:
    """`open`, `running` or `over`."""
    found = rows.match(match)
    assert found is not None
    return found.state


def legal_lines(match: str, seat: Seat) -> list[str]:
    """All that a seat may do, as lines."""
    return [notation.write(move) for move in sight_of(match, seat).legal_moves or ()]


def submit(settings: Settings, match: str, seat: Seat, *lines: Any, now: int = NOW) -> Taken:
    """Makes a seat's moves, having seen all."""
    return play.submit(settings, match, player_at(match, seat).id, entry_of(match), lines, now)


def move_at_random(settings: Settings, match: str, pick: random.Random, now: int = NOW) -> Taken:
    """Any legal move of any seat that is asked."""
    seat = pick.choice(asked(match)).seat
    return submit(settings, match, seat, pick.choice(legal_lines(match, seat)), now=now)


def kinds(match: str) -> list[str]:
    """The kinds of the log's entries, in order."""
    return [entry.kind for entry in rows.entries(match)]


def moves_of(entries: Iterable[EntryRow]) -> Counter[tuple[Seat | None, str | None]]:
    """How often each line was played by a seat's own decision."""
    return Counter(
        (entry.seat, entry.line) for entry in entries if entry.kind == "move" and not entry.automatic
    )


def settle_letters(now: int) -> None:
    """Closes all letters that are due, as if the mail server had taken them."""
    for letter in outbox.claim("post", now, 100):
        assert outbox.settle(letter.id, "post", "sent", "250 ok", now)


def letter_keys(match: str, kind: str) -> list[str]:
    """The keys of the letters of a kind about a match, without the match, in the order of writing."""
    found = db.fetchall(
        "SELECT key FROM letter WHERE match_id = ? AND kind = ? ORDER BY rowid", (match, kind)
    )
    return [str(key).replace(f"{match}/", "") for (key,) in found]


_UNTOLD = """SELECT p.match_id, p.seat, p.turn, p.asks FROM place p WHERE p.asked IS NOT NULL AND NOT EXISTS (
SELECT 1 FROM letter l
WHERE l.key = 'your-turn/' || p.match_id || '/' || p.seat || '/' || p.turn || '/' || p.asks
AND l.state IN ('ready', 'sent', 'dropped'))"""
_LATE = "SELECT match_id, seat FROM place WHERE asked IS NOT NULL AND (deadline IS NULL OR opened_at IS NULL)"
_TWICE = "SELECT key, count(*) FROM letter GROUP BY key HAVING count(*) > 1"
_GAPS = """SELECT m.id, m.entry, count(e.number), max(e.number) FROM "match" m
LEFT JOIN entry e ON e.match_id = m.id GROUP BY m.id
HAVING count(e.number) <> m.entry OR coalesce(max(e.number), 0) <> m.entry"""
_IDLE = """SELECT m.id FROM "match" m WHERE m.state = 'running'
AND NOT EXISTS (SELECT 1 FROM place p WHERE p.match_id = m.id AND p.asked IS NOT NULL)"""
_ASKED_FOR_NOTHING = """SELECT p.match_id, p.seat FROM place p JOIN "match" m ON m.id = p.match_id
WHERE p.asked IS NOT NULL AND (m.state <> 'running' OR p.gone IS NOT NULL OR p.asked > m.entry)"""
_NOT_TOLD_OF_THE_END = """SELECT p.match_id, p.seat FROM place p JOIN "match" m ON m.id = p.match_id
WHERE m.state = 'over' AND m.snapshot IS NOT NULL AND NOT EXISTS (
SELECT 1 FROM letter l WHERE l.key = 'match-over/' || p.match_id || '/' || p.seat)"""


def faults() -> dict[str, list[Any]]:
    """What is wrong in the database by its own rows: a seat is asked without its letter (EO-6), and so on."""
    queries = {
        "asked without a letter": _UNTOLD,
        "asked without a deadline": _LATE,
        "letters twice": _TWICE,
        "logs with gaps": _GAPS,
        "running, and nobody is asked": _IDLE,
        "asked for nothing": _ASKED_FOR_NOTHING,
        "not told of the end": _NOT_TOLD_OF_THE_END,
    }
    found = {name: db.fetchall(sql) for name, sql in queries.items()}
    return {name: bad for name, bad in found.items() if bad}


def game_state(match: str) -> Any:
    """The state of the game, hidden cards included."""
    found = rows.match(match)
    assert found is not None
    assert found.snapshot is not None
    return wire.decode(GAMES[found.game].state, found.snapshot)

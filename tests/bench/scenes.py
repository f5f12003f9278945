"""Matches whose every move is known before it is sent: the deal comes from a chosen seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from engine import notation, wire
from engine.play import legal_moves
from pbem import clock, db, migrate
from pbem.service import matches, players, rows
from pbem.service.matches import Proposal
from pbem.service.players import Profile
from pbem.service.progress import Progress
from pbem.service.rows import PlayerRow
from pbem.settings import Settings, load
from tests.pbem.service.houses import code_for

GAME = "lords-of-scotland"
SEATS = (2, 3, 4, 5)
PEOPLE = 40


class Planned(NamedTuple):
    """A move that will be legal when all before it were made."""

    token: str
    """Of the player who makes it."""
    seen: int
    line: str


@dataclass(frozen=True)
class Script:
    """A running match and all its moves to the end."""

    match: str
    moves: list[Planned]
    snapshot: int
    """Its mean size in bytes."""


class Person(NamedTuple):
    """A player and the secret of his token."""

    row: PlayerRow
    token: str


def environ(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a service in a folder; letters are due at once."""
    return {
        "PBEM_DATABASE": f"sqlite:///{folder}/pbem.db",
        "PBEM_LETTER_DELAY_SECONDS": "0",
        "PBEM_PICTURES": "no",
        "PBEM_SECRET_KEY": "of a bench, and known to all who read this",
        **more,
    }


def open_house(folder: Path, **more: str) -> Settings:
    """A fresh database in a folder, open in this process; `db.close()` ends it."""
    settings = load(environ(folder, **more))
    migrate.upgrade(settings.database_path)
    db.connect(settings.database_path)
    return settings


def gather(settings: Settings, count: int = PEOPLE) -> list[Person]:
    """So many people, signed in."""
    return [_sign_in(settings, f"Player {number}", f"player-{number}@example.org") for number in range(count)]


def script(settings: Settings, people: list[Person], number: int, seats: int | None = None) -> Script:
    """A match with a seed of its own that has just begun; nothing of its moves is written."""
    pick = random.Random(f"match {number}")
    seats = seats or SEATS[number % len(SEATS)]
    seated = [people[(number * max(SEATS) + seat) % len(people)] for seat in range(seats)]
    now = clock.now()
    match = matches.propose(settings, seated[0].row, Proposal(GAME, seats), now)
    with db.write():
        db.run('UPDATE "match" SET seed = ? WHERE id = ?', (pick.randbytes(32).hex(), match))
    for person in seated[1:]:
        matches.join(settings, match, person.row, None, now)
    return _plan(match, [person.token for person in seated], pick)


def _sign_in(settings: Settings, name: str, address: str) -> Person:
    now = clock.now()
    players.sign_in(settings, address, Profile(name=name), f"house of {name}", now)
    code = code_for(settings, address)
    secret, _, player = players.redeem(settings, address, code, "bench", "api", f"house of {name}", now)
    return Person(player, secret)


def _plan(match: str, tokens: list[str], pick: random.Random) -> Script:
    """Plays the match in memory, by the service's own rules of what follows a move."""
    found = rows.match(match)
    assert found is not None
    progress = Progress(found, rows.places(match), clock.now())
    moves, sizes = [], []
    while progress.result is None:
        seat = progress.game.to_act(progress.state)[0]
        move = pick.choice(legal_moves(progress.game, progress.game.look(progress.state, seat)))
        moves.append(Planned(tokens[seat], progress.entry, notation.write(move)))
        progress.submit(seat, [move])
        progress.settle()
        sizes.append(len(wire.encode(progress.state)))
    return Script(match, moves, sum(sizes) // len(sizes))

"""A whole site on a scratch database, and browsers that visit it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine import notation
from pbem import clock, db, migrate
from pbem.models import TABLES
from pbem.service import ids, matches, play, players, reading
from pbem.service.matches import Proposal
from pbem.service.players import Profile
from pbem.service.rows import PLAYER, PlayerRow
from pbem.settings import Settings, load
from pbem.web.app import create_app
from tests.pbem.web.pages.forms import Form, forms

GAME = "lords-of-scotland"


@dataclass
class Browser:
    """One person's browser: it keeps cookies and fills in forms."""

    client: FlaskClient
    page: TestResponse = field(init=False)
    """The last page it got."""

    def get(self, path: str) -> TestResponse:
        """Looks at a page, without following redirects."""
        self.page = self.client.get(path)
        return self.page

    def form(self, action: str) -> Form:
        """The form on the last page that goes to an address."""
        return next(form for form in forms(self.page.text) if form.action == action)

    def send(self, form: Form, **changes: str | None) -> TestResponse:
        """Sends a form with some fields written or chosen; None leaves one out."""
        fields = [(name, value) for name, value in form.fields if name not in changes]
        fields += [(name, value) for name, value in changes.items() if value is not None]
        self.page = self.client.post(form.action or self.page.request.path, data=_several(fields))
        return self.page

    def follow(self) -> TestResponse:
        """Goes where the last answer sent it."""
        assert self.page.status_code == 303, self.page.text
        return self.get(self.page.headers["Location"])


@dataclass
class Site:
    """The service as tests see it."""

    settings: Settings
    app: Flask

    def browser(self) -> Browser:
        """A fresh browser of nobody."""
        return Browser(self.app.test_client())

    def code(self, email: str) -> str:
        """The code in the newest letter to an address."""
        found = db.fetchone("SELECT id FROM sign_in WHERE email = ? ORDER BY created_at DESC", (email,))
        assert found is not None
        return ids.code(self.settings.secret_key, found[0])

    def player(self, name: str, zone: str = "Europe/Copenhagen") -> PlayerRow:
        """The player of a name, made at the first call."""
        row = db.fetchone(f"SELECT {PLAYER} FROM player r WHERE r.email = ?", (address(name),))
        return PlayerRow._make(row) if row else self._redeem(name, zone)[1]

    def visit(self, name: str) -> Browser:
        """A browser in which a player is signed in."""
        browser = self.browser()
        browser.client.set_cookie("pbem_session", self._redeem(name)[0])
        return browser

    def _redeem(self, name: str, zone: str = "Europe/Copenhagen") -> tuple[str, PlayerRow]:
        email, now = address(name), clock.now()
        with db.write():  # the tests visit more often than people do
            db.run("DELETE FROM tally")
        players.sign_in(self.settings, email, Profile(name, None, zone), "", now)
        code = self.code(email)
        secret, _, player = players.redeem(self.settings, email, code, "Browser", "session", "", now)
        return secret, player

    def open_match(self, names: Sequence[str], seats: int | None = None, **terms: Any) -> str:
        """A match with those players; it runs if there are as many as seats."""
        everybody = [self.player(name) for name in names]
        proposal = Proposal(GAME, seats or len(names), **terms)
        match = matches.propose(self.settings, everybody[0], proposal, clock.now())
        for player in everybody[1:]:
            invitation = self.invitation(match) if proposal.access == "private" else None
            matches.join(self.settings, match, player, invitation, clock.now())
        return match

    def invitation(self, match: str) -> str:
        """The token of the first invitation to a match, as its letter has it."""
        found = db.fetchone("SELECT id FROM invitation WHERE match_id = ? ORDER BY created_at, id", (match,))
        assert found is not None
        return ids.derived(self.settings.secret_key, "invitation", found[0])

    def asked(self, match: str) -> str:
        """The name of the player to move."""
        sight = reading.sight(match, self._anyone(match))
        return sight.names[sight.to_act[0]]

    def legal(self, match: str) -> list[str]:
        """The lines that the player to move may choose."""
        sight = reading.sight(match, self.player(self.asked(match)))
        return [notation.write(move) for move in sight.legal_moves or ()]

    def play(self, match: str, moves: int, seed: int = 1) -> None:
        """Plays some random moves, or fewer to the end."""
        rng = random.Random(seed)
        for _ in range(moves):
            if self.state(match) != "running":
                return
            self.move(match, rng.choice(self.legal(match)))

    def move(self, match: str, line: str) -> None:
        """Makes a move for the player who is asked."""
        player = self.player(self.asked(match))
        play.submit(self.settings, match, player.id, self.entry(match), [line], clock.now())

    def state(self, match: str) -> str:
        """How far a match is."""
        return str(self._column(match, "state"))

    def entry(self, match: str) -> int:
        """The number of a match's last entry."""
        return int(self._column(match, "entry"))

    def _column(self, match: str, name: str) -> Any:
        row = db.fetchone(f'SELECT {name} FROM "match" WHERE id = ?', (match,))
        assert row is not None
        return row[0]

    def _anyone(self, match: str) -> PlayerRow:
        row = db.fetchone(
            f"SELECT {PLAYER} FROM place p JOIN player r ON r.id = p.player_id WHERE p.match_id = ?", (match,)
        )
        assert row is not None
        return PlayerRow._make(row)


def open_site(folder: Path, **environ: str) -> Site:
    """A site with a database of its own in a folder."""
    known = {"PBEM_DATABASE": f"sqlite:///{folder}/pbem.db", "PBEM_SECRET_KEY": "k" * 40}
    settings = load({**known, **environ})
    migrate.upgrade(settings.database_path)
    db.connect(settings.database_path)
    return Site(settings, create_app(settings))


def address(name: str) -> str:
    """A player's mail address."""
    return f"{name.lower()}@example.org"


def dump() -> dict[str, list[str]]:
    """All rows of all tables."""
    names = [table._meta.table_name for table in TABLES]
    return {name: sorted(map(repr, db.fetchall(f'SELECT * FROM "{name}"'))) for name in names}


def _several(fields: list[tuple[str, str]]) -> dict[str, list[str]]:
    several: dict[str, list[str]] = {}
    for name, value in fields:
        several.setdefault(name, []).append(value)
    return several

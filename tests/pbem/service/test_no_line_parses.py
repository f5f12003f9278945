"""Whatever a mail program does with our letters, no line of them is a move (EI-2)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine import lines
from engine.errors import Refusal
from engine.games import GAMES
from engine.play import legal_moves
from pbem import db
from pbem.mail.commands import Moves, command
from pbem.mail.read import from_html, read
from pbem.service import ids
from pbem.service.letters import Draft, draft
from pbem.service.progress import Progress
from pbem.settings import Settings
from tests.pbem.mail.corpus import mail
from tests.pbem.service.houses import (
    NOW,
    asked,
    begin,
    move_at_random,
    open_house,
    scaled,
    sight_of,
    state_of,
)
from tests.pbem.service.test_letters import to_seat


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    yield open_house(tmp_path, PBEM_REPLY_TO="{}@reply.example.org", PBEM_SECRET_KEY="s" * 40)
    db.close()


@pytest.mark.parametrize("slug", GAMES)
def test_no_line_of_a_letter_is_a_move(
    settings: Settings, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pick = random.Random(5)
    monkeypatch.setattr(ids, "new_seed", lambda: pick.randbytes(32).hex())
    for number in range(scaled(2)):
        match = begin(
            settings, slug, options={"tactics": True} if slug.startswith("schotten") and number else {}
        )
        for step in range(60):
            if state_of(match) == "over":
                break
            if step % 4 == 0:
                _look_through(settings, match)
            move_at_random(settings, match, pick)


def _look_through(settings: Settings, match: str) -> None:
    seat = asked(match)[0].seat
    found = draft(settings, to_seat("your-turn", match, seat), NOW)
    if not isinstance(found, Draft):
        return
    sight = sight_of(match, seat)
    game, names = sight.game, sight.game.names(sight.view)
    assert legal_moves(game, sight.view)
    for line in {*found.mail.text.splitlines(), *from_html(found.mail.html).splitlines()}:
        said = read(mail(line, "plain", "utf-8", "base64")).line
        if said is None:
            continue
        meant = command(said)
        assert isinstance(meant, Moves), line
        with suppress(Refusal):
            moves = lines.read(game.moves, meant.line, names)
            taken, _ = Progress(sight.match, sight.places, NOW).submit(seat, moves)
            assert not taken, f"`{line}` is a move"

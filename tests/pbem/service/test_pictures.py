"""The table as a picture inside a letter: drawn for its reader, and never in the way of the letter."""

from __future__ import annotations

import email
import time
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from email.policy import default
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from engine.games import GAMES
from pbem import db
from pbem.mail import catcher, compose
from pbem.mail.message import Picture, serialised
from pbem.mail.picture import drawn
from pbem.mail.transport import Post
from pbem.service import players
from pbem.service.delivery import deliver
from pbem.service.letters import Draft, draft
from pbem.service.pace import SECOND
from pbem.settings import Settings, SmtpServer
from tests.pbem.service.houses import LORDS, NOW, asked, begin, open_house, player_at, sight_of
from tests.pbem.service.test_letters import to_seat

LATER = NOW + 120 * SECOND


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    yield open_house(tmp_path)
    db.close()


def arrived(settings: Settings, folder: Path) -> list[EmailMessage]:
    """The letters that are due, as they arrive by SMTP."""
    caught = catcher.start(folder)
    post = Post(SmtpServer(caught.host, caught.port))
    while deliver(settings, post, "worker", lambda: LATER):
        pass
    post.close()
    caught.stop()
    files = [path for part in ("new", "cur") for path in (folder / part).iterdir()]
    return [email.message_from_bytes(path.read_bytes(), policy=default) for path in files]


def pictures(mail: EmailMessage) -> list[EmailMessage]:
    return [part for part in mail.walk() if part.get_content_type() == "image/png"]


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.board])
def test_it_works(settings: Settings, tmp_path: Path, slug: str) -> None:
    match = begin(settings, slug)
    mails = arrived(settings, tmp_path / "caught")
    (mail,) = [mail for mail in mails if pictures(mail)]
    assert mail["X-PBEM-Kind"] == "your-turn"
    (picture,) = pictures(mail)
    assert (picture["Content-ID"], picture.get_filename()) == ("<table>", "table.png")
    shown = Image.open(BytesIO(picture.get_content()))
    assert shown.width >= 600
    assert "A" not in shown.getbands()
    assert picture.get_content() == drawn(sight_of(match, asked(match)[0].seat).board or "")
    page = mail.get_body(("html",))
    assert page is not None
    assert 'src="cid:table"' in page.get_content()
    assert len(mail.as_bytes()) < 200_000


def test_who_wants_no_cards_gets_no_picture(settings: Settings, tmp_path: Path) -> None:
    match = begin(settings, LORDS)
    players.choose(player_at(match, asked(match)[0].seat).email, players.NO_CARDS, True, NOW)
    assert not any(map(pictures, arrived(settings, tmp_path / "caught")))


def test_a_host_may_do_without(tmp_path: Path) -> None:
    settings = open_house(tmp_path / "other", PBEM_PICTURES="no")
    begin(settings, LORDS)
    mails = arrived(settings, tmp_path / "caught")
    assert mails
    assert not any(map(pictures, mails))
    db.close()


def test_a_picture_that_cannot_be_drawn_stops_no_letter(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = replace(GAMES[LORDS], board=lambda view, speech: "<svg>no picture</svg>")
    monkeypatch.setitem(GAMES, LORDS, broken)
    begin(settings, LORDS)
    mails = [mail for mail in arrived(settings, tmp_path / "caught") if mail["X-PBEM-Kind"] == "your-turn"]
    assert len(mails) == 1
    page = mails[0].get_body(("html",))
    assert page is not None
    assert "cid:" not in page.get_content()
    assert not pictures(mails[0])


def test_nothing_hidden_stands_in_names_and_alternatives(settings: Settings) -> None:
    match = begin(settings, LORDS)
    found = draft(settings, to_seat("your-turn", match, asked(match)[0].seat), LATER)
    assert isinstance(found, Draft)
    assert f'alt="{compose.ALT}"' in found.mail.html
    raw = serialised(replace(found.mail, picture=Picture("<svg/>", b"\x89PNG")))
    assert raw.count(b"table.png") >= 1
    assert b"Content-ID: <table>" in raw


def test_a_hundred_and_fifty_are_drawn_in_a_minute(settings: Settings) -> None:
    boards = [sight_of(begin(settings, slug), 0).board for slug, game in GAMES.items() if game.board]
    began = time.process_time()
    for board in boards:
        drawn(f"{board}<!-- anew -->", 1.49)
    assert (time.process_time() - began) / len(boards) < 60 / 150

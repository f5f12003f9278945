"""Two worlds that differ in what one viewer cannot know, and all that he is shown of each."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask

from engine import lines, notation, wire
from engine.errors import Refusal
from engine.game import AnyGame, Seat
from engine.games import GAMES
from engine.play import hears, legal_moves, meant
from engine.rng import Rng
from pbem import db
from pbem.mail.message import serialised
from pbem.mail.read import read
from pbem.service import inbox, letters, players, reading, rows
from pbem.service.deadlines import expire
from pbem.service.letters import Draft
from pbem.service.outbox import LetterRow
from pbem.service.pace import GRACE
from pbem.service.play import resign
from pbem.service.reading import Filter
from pbem.service.replies import ReplyRow
from pbem.service.rows import EntryRow, MatchRow, PlayerRow
from pbem.settings import Settings
from tests.engine.matches import leaves, option_sets, piece
from tests.engine.near_misses import near_misses
from tests.pbem.mail.corpus import mail
from tests.pbem.service import houses
from tests.pbem.service.houses import NAMES, NOW, asked, begin, open_house, sign_up

ATTEMPTS = 4
LETTERS = 6
MOST_MOVES = 14
"""Between two looks at a match."""
PACE = {"seconds": 7200, "on_timeout": "safe_move"}

_CSRF = re.compile(rb'(name="csrf_token"[^>]*value=")[^"]*')
_LETTER = ", ".join(
    "player_id" if n == "player" else "match_id" if n == "match" else n for n in LetterRow._fields
)


class Watcher(NamedTuple):
    """Somebody who looks at a match: with a seat or without, signed in or not."""

    seat: Seat | None
    player: PlayerRow | None
    token: str
    session: str


@dataclass
class World:
    """A service with one match, its database closed."""

    settings: Settings
    match: str
    now: int

    @property
    def file(self) -> Path:
        """Its database."""
        return self.settings.database_path


Trace = dict[str, bytes]
"""All that a viewer is shown, part by part."""


def worlds(folder: Path, game: str, seats: int, pick: random.Random) -> Iterator[tuple[World, list[Watcher]]]:
    """A match at more and more of its moments, then the next match, for ever."""
    number = 0
    while True:
        number += 1
        home = folder / f"{game}-{seats}-{number}"
        settings = open_house(home, PBEM_SECRET_KEY="s" * 40, PBEM_REPLY_TO="{}@reply.example.org")
        options = wire.plain(pick.choice(option_sets(GAMES[game])))
        match = begin(settings, game, seats, PACE, options=options)
        watchers = [_watcher(settings, match, name) for name in (*NAMES[:seats], "Zoe")]
        watchers.append(Watcher(None, None, "", ""))
        world = World(settings, match, NOW)
        while True:
            db.close()
            yield world, watchers
            db.connect(world.file)
            if not _go_on(world, pick):
                break
        db.close()


def _watcher(settings: Settings, match: str, name: str) -> Watcher:
    """The player of that name with a token and a session."""
    player = sign_up(settings, name)
    secrets = []
    for kind in ("api", "session"):
        players.sign_in(settings, player.email, players.Profile(), f"house of {name}", NOW)
        code = houses.code_for(settings, player.email)
        secrets.append(players.redeem(settings, player.email, code, "", kind, "", NOW)[0])
    seat = next((place.seat for place in rows.places(match) if place.player == player.id), None)
    return Watcher(seat, player, *secrets)


def _go_on(world: World, pick: random.Random) -> bool:
    """Some more moves, sometimes a missed deadline or a resignation; False when the match is over."""
    for _ in range(pick.randrange(1, MOST_MOVES)):
        if houses.state_of(world.match) == "over":
            return False
        chance = pick.random()
        if chance < 0.04:
            world.now = min(place.deadline or 0 for place in asked(world.match)) + GRACE
            expire(world.settings, "w", world.now)
        elif chance < 0.05 and sum(p.gone is None for p in rows.places(world.match)) > 2:
            present = [place for place in rows.places(world.match) if place.gone is None]
            resign(world.settings, world.match, pick.choice(present).player, world.now)
        else:
            houses.move_at_random(world.settings, world.match, pick, world.now)
    return houses.state_of(world.match) == "running"


def twin_of(world: World, seat: Seat | None, pick: random.Random) -> World:
    """A copy in which whatever the seat may not know is otherwise."""
    copy = world.file.with_name("twin.db")
    shutil.copyfile(world.file, copy)
    twin = replace(world, settings=replace(world.settings, database_path=copy))
    db.connect(copy)
    match = rows.match(world.match)
    assert match is not None
    with db.write():
        _redeal(match, seat, pick)
        _scramble_log(match, seat, pick)
        _exchange_the_rest(match.id, seat)
    db.close()
    return twin


def _redeal(match: MatchRow, seat: Seat | None, pick: random.Random) -> None:
    game = GAMES[match.game]
    assert match.snapshot is not None
    state = wire.decode(game.state, match.snapshot)
    other = game.resample(state, seat, Rng(f"{pick.getrandbits(256):064x}"))
    values = (wire.encode(other).decode(), f"{pick.getrandbits(256):064x}", match.id)
    db.run('UPDATE "match" SET snapshot = ?, seed = ? WHERE id = ?', values)


def _scramble_log(match: MatchRow, seat: Seat | None, pick: random.Random) -> None:
    """Other cards in all lines of others and in all events that the seat may not hear; some are lost."""
    cards = sorted(_cards(match))
    mixed = dict(zip(cards, pick.sample(cards, len(cards)), strict=True))
    named = piece(GAMES[match.game])

    def exchanged(text: str) -> str:
        return named.sub(lambda found: mixed.get(found[0], found[0]), text)

    for entry in rows.entries(match.id):
        own = entry.seat is not None and entry.seat == seat
        line = entry.line if own or entry.line is None else exchanged(entry.line)
        events = f"[{','.join(_heard_otherwise(entry, match, seat, exchanged, pick))}]"
        db.run(
            "UPDATE entry SET line = ?, events = ? WHERE match_id = ? AND number = ?",
            (line, events, match.id, entry.number),
        )


def _cards(match: MatchRow) -> set[str]:
    assert match.snapshot is not None
    game = GAMES[match.game]
    return _pieces(game, wire.decode(game.state, match.snapshot))


def _pieces(game: AnyGame, value: Any) -> set[str]:
    """The pieces that are named in a state or a view."""
    return {leaf for _, leaf in leaves(value) if piece(game).fullmatch(leaf)}


def _heard_otherwise(
    entry: EntryRow, match: MatchRow, seat: Seat | None, exchanged: Any, pick: random.Random
) -> list[str]:
    kinds: Any = tuple[wire.union(GAMES[match.game].events), ...]  # type: ignore[misc]
    made: list[str] = []
    for event in wire.decode(kinds, entry.events):
        text = wire.encode(event).decode()
        if hears(event, seat):
            made.append(text)
        elif pick.random() < 0.8:
            made += [exchanged(text)] * pick.choice([1, 1, 1, 2])
    return made


def _exchange_the_rest(match: str, seat: Seat | None) -> None:
    """What else is other people's: addresses, letters, requests, invitations, leases."""
    own = next((place.player for place in rows.places(match) if place.seat == seat), "")
    db.run("UPDATE player SET email = 'x' || email WHERE id <> ?", (own,))
    db.run("DELETE FROM letter WHERE player_id IS NULL OR player_id <> ?", (own,))
    db.run("DELETE FROM invitation")
    db.run("DELETE FROM done WHERE player_id <> ?", (own,))
    db.run("UPDATE place SET told = 1, lease_owner = 'x', lease_until = 9 WHERE player_id <> ?", (own,))


def attempts(world: World, watcher: Watcher, pick: random.Random) -> list[Any]:
    """Moves that will be refused: nearly right ones, and good ones if the viewer is not asked."""
    db.connect(world.file)
    sight = reading.sight(world.match, watcher.player)
    game = sight.game
    if sight.seat is None or sight.view is None:
        moves: list[Any] = []
    elif not sight.is_asked:
        moves = ["recruit 2", "end"]
    else:
        legal = legal_moves(game, sight.view)
        cards = _pieces(game, sight.view) | _cards(sight.match)
        near = near_misses(legal, cards, pick, 3 * ATTEMPTS)
        moves = [_written(move) for move in near if move not in legal]
        moves = [move for move in moves if not _is_good(game, sight.view, move)][:ATTEMPTS]
    db.close()
    return moves


def _written(move: Any) -> Any:
    """A move as a client would send it; one that is no text as an object."""
    try:
        plain = wire.plain(move)
        json.dumps(plain, ensure_ascii=False).encode()
        return plain
    except ValueError:
        return notation.quoted(str(move))


def _is_good(game: AnyGame, view: Any, sent: Any) -> bool:
    try:
        if isinstance(sent, str):
            first, *_ = lines.read(game.moves, sent, game.names(view))
        else:
            first = wire.read_move(game.moves, sent)
        game.check(view, meant(game, view, first)[0])
    except Refusal:
        return False
    return True


def observe(app: Flask, world: World, watcher: Watcher, tried: list[Any]) -> Trace:
    """All that the viewer is shown: by the services, API, pages, letters, and answers to his mails."""
    app.extensions["pbem.settings"] = world.settings
    db.connect(world.file)
    try:
        trace = {**_by_services(world, watcher), **_by_web(app, world, watcher, tried)}
        if watcher.player is not None:
            trace |= _by_letter(world, watcher.player)
            trace |= _by_reply(world, watcher, tried)
        assert reading.sight(world.match, watcher.player).match.entry == int(trace["entry"])
        return trace
    finally:
        db.close()


def _by_services(world: World, watcher: Watcher) -> Trace:
    sight = reading.sight(world.match, watcher.player)
    told = reading.log(sight, 0, -1)
    listed = reading.listing(watcher.player, Filter(), None, 9) if watcher.player else []
    waiting = [m for m, _ in reading.to_act(watcher.player, None, None, 9)] if watcher.player else []
    shown = [(m.id, m.state, m.entry, m.revision, m.options, m.pace, m.result) for m in (*listed, *waiting)]
    return {
        "entry": str(sight.match.entry).encode(),
        "view": wire.encode(sight.view),
        "table": (sight.table or "").encode(),
        "legal moves": wire.encode(sight.legal_moves),
        "log": repr(told).encode(),
        "list": repr(shown).encode(),
        "deadline": repr((sight.deadline, sight.to_act, sight.names)).encode(),
        "revision": repr(reading.revision(world.match, watcher.player and watcher.player.id)).encode(),
    }


def _by_web(app: Flask, world: World, watcher: Watcher, tried: list[Any]) -> Trace:
    at = f"/v1/matches/{world.match}"
    bearer = {"Authorization": f"Bearer {watcher.token}"} if watcher.token else {}
    client = app.test_client(use_cookies=False)
    found = {
        f"api {part}".rstrip(): client.get(f"/v1/matches/{world.match}{path}", headers=bearer)
        for part, path in _parts(app, "/v1/matches/<id>")
    }
    found["api log"] = client.get(f"{at}/log?limit=100", headers=bearer)
    if watcher.token:
        found["api list"] = client.get("/v1/matches", headers=bearer)
    entry = rows.match(world.match)
    assert entry is not None
    for number, move in enumerate(tried):
        body = {"seen": entry.entry, "moves": [move]}
        answer = client.post(f"{at}/moves", json=body, headers=bearer)
        assert answer.status_code >= 400, (move, answer.text)
        found[f"refusal {number}"] = answer
    browser = app.test_client()
    if watcher.session:
        browser.set_cookie("pbem_session", watcher.session)
    for part, path in _parts(app, "/matches/<id>"):
        found[f"page {part}".rstrip()] = browser.get(f"/matches/{world.match}{path}")
    found["page"] = browser.get(f"/matches/{world.match}?log=all")
    return {name: _bytes(answer) for name, answer in found.items()}


def _parts(app: Flask, below: str) -> list[tuple[str, str]]:
    """Whatever can be looked at of a match: its name, and its path behind that of the match."""
    paths = [
        rule.rule.removeprefix(below)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(below) and rule.arguments == {"id"} and "GET" in (rule.methods or ())
    ]
    return [(path.lstrip("/"), path) for path in sorted(paths)]


def _bytes(answer: Any) -> bytes:
    """Status, headers and body, without what is drawn anew for every page."""
    head = [f"{name}: {value}" for name, value in answer.headers if name not in ("Set-Cookie", "Date")]
    return f"{answer.status}\n{head}\n".encode() + _CSRF.sub(rb"\1", answer.data)


def _by_letter(world: World, player: PlayerRow) -> Trace:
    """His last letters, each as it would read when it is due."""
    found = db.fetchall(
        f"SELECT {_LETTER} FROM letter WHERE player_id = ? ORDER BY rowid DESC LIMIT ?", (player.id, LETTERS)
    )
    trace: Trace = {}
    for number, row in enumerate(found):
        letter = LetterRow._make(row)
        drafted = letters.draft(world.settings, letter, max(letter.due_at, world.now) + 1)
        said = serialised(drafted.mail) if isinstance(drafted, Draft) else b""
        trace[f"letter {number}"] = repr(drafted).encode() + said
    return trace


def _by_reply(world: World, watcher: Watcher, tried: list[Any]) -> Trace:
    """What is made of his replies, in words and with the letter that would answer them."""
    sight = reading.sight(world.match, watcher.player)
    own = sight.own
    if own is None or own.asked is None:
        return {}
    moves = tuple(map(notation.write, sight.legal_moves or ()))
    reply = ReplyRow("", own.player, own.match, own.seat, own.asked, moves)
    wrong = [line for line in map(_line_of, tried) if not _is_good(sight.game, sight.view, line)]
    trace: Trace = {}
    for number, line in enumerate(["help", "999", *wrong]):
        raw = mail(f"{line}\n", "plain", "utf-8", "8bit")
        sent = inbox.Waiting(f"twin{number}", "", raw, world.now, 1)
        handled = inbox._carried_out(world.settings, sent, read(raw), reply, world.now)
        assert not handled.taken, line
        trace[f"reply {number}"] = repr(handled).encode()
    return trace


def _line_of(move: Any) -> str:
    """A move that was sent in whatever form, as somebody might write it."""
    if isinstance(move, str):
        return move
    said = [str(value) for name, value in move.items() if name != "type" and value is not None]
    return " ".join([str(move.get("type", "")).rpartition(".")[2], *said])


def differences(one: Trace, other: Trace) -> list[str]:
    """The parts that tell the two worlds apart."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))

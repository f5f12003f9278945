"""Letters per second to a mail server over one kept connection, and where the time of a letter goes."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from pbem import clock, db
from pbem.mail.message import mailbox, serialised
from pbem.mail.transport import Post
from pbem.service import outbox, play
from pbem.service.delivery import deliver
from pbem.service.letters import Draft, draft
from pbem.service.outbox import LetterRow
from pbem.settings import Settings, SmtpServer
from tests.bench import scenes, sink
from tests.bench.figures import Figure

PLAYED = 20
"""Moves before the letter, which tells of them all."""
OF_AN_OPEN_TURN = """(kind = 'your-turn' AND EXISTS (SELECT 1 FROM place p
WHERE p.match_id = letter.match_id AND p.seat = letter.seat AND p.asked IS NOT NULL
AND json_extract(letter.about, '$.turn') = p.turn AND json_extract(letter.about, '$.asks') = p.asks))"""

S = TypeVar("S")
T = TypeVar("T")


def measure(folder: Path, count: int) -> list[Figure]:
    """Sends the turn letters of so many matches, each to its end of the outbox."""
    with sink.serving(folder) as port:
        settings = scenes.open_house(folder, PBEM_SMTP_URL=f"smtp://127.0.0.1:{port}")
        try:
            return _measure(settings, SmtpServer("127.0.0.1", port), count)
        finally:
            db.close()


def _measure(settings: Settings, server: SmtpServer, count: int) -> list[Figure]:
    _prepare(settings, count)
    post = Post(server)
    parts, bare = _parts(settings, post, server)
    start, sent = time.perf_counter(), 0
    while taken := deliver(settings, post, "bench", clock.now):
        sent += taken
    each = (time.perf_counter() - start) / sent
    post.close()
    parts["database"] = each - sum(parts.values())
    said = ", ".join(f"{name} {seconds * 1e3:.2f}" for name, seconds in parts.items())
    beside = f"{bare / each:.2f} (that sends {1 / bare:,.0f}/s)"
    return [
        Figure("letters over one kept connection", f"{1 / each:,.0f}/s; ms each: {said}"),
        Figure("the same / a bare loop of smtplib with ready-made letters", beside),
    ]


def _prepare(settings: Settings, count: int) -> None:
    """An outbox with turn letters alone, of matches with two to five players."""
    people = scenes.gather(settings)
    of_token = {person.token: person.row.id for person in people}
    for number in range(count):
        if number % 100 == 0:
            with db.write():
                db.run("DELETE FROM tally")
        script = scenes.script(settings, people, number)
        for move in script.moves[:PLAYED]:
            player = of_token[move.token]
            play.submit(settings, script.match, player, move.seen, [move.line], clock.now())
    with db.write():
        db.run(f"DELETE FROM letter WHERE NOT {OF_AN_OPEN_TURN}")


def _parts(settings: Settings, post: Post, server: SmtpServer) -> tuple[dict[str, float], float]:
    """Seconds that each letter takes, by what is done for it, nothing written down; and in a bare loop."""
    rows = [LetterRow._make(row) for row in db.fetchall(f"SELECT {outbox._COLUMNS} FROM letter")]
    composing, drafts = _each(lambda row: draft(settings, row, clock.now()), rows)
    ready = [drafted for drafted in drafts if isinstance(drafted, Draft)]
    serialising, mails = _each(lambda drafted: serialised(drafted.mail), ready)
    sender, to = mailbox(settings.mail_from).address, ready[0].mail.to.address
    sending, _ = _each(lambda raw: post.send(raw, sender, to, lambda phase: True), mails)
    with smtplib.SMTP(server.host, server.port) as plain:
        bare, _ = _each(lambda raw: plain.sendmail(sender, [to], raw), mails)
    return {"compose": composing, "serialise": serialising, "SMTP": sending}, bare


def _each(work: Callable[[S], T], things: Sequence[S]) -> tuple[float, list[T]]:
    start = time.perf_counter()
    made = [work(thing) for thing in things]
    return (time.perf_counter() - start) / len(things), made

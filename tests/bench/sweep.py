"""What a tick of the worker with nothing due, a poll and a move cost, by the number of running matches."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from flask.testing import FlaskClient

from pbem import clock, db
from pbem.mail.transport import Post
from pbem.models import TABLES
from pbem.service.pace import DAY, SECOND
from pbem.settings import Settings, SmtpServer
from pbem.web.app import create_app
from pbem.worker import Worker
from tests.bench import scenes
from tests.bench.figures import Figure
from tests.bench.scenes import Planned, Script

SIZES = (1_000, 100_000)
ROUNDS = 5
"""The sizes take turns in them."""
CALLS = 60
ENTRIES = 10
"""Of each copied match's log."""
NOWHERE = SmtpServer("127.0.0.1", 9)
"""Nothing is due, so nobody connects."""

NUMBERS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count) "
COPIES = {
    "match": {"id": "printf('m%015d', i)", "created_at": "created_at + i"},
    "place": {"match_id": "printf('m%015d', i)", "deadline": "deadline + i % 3000 * 60000000"},
    "entry": {"match_id": "printf('m%015d', i)"},
}
"""What differs from one copy of a match to the next, by table and column."""
LETTERS = """INSERT INTO letter
(id, key, kind, player_id, match_id, seat, about, state, due_at, created_at, tries, lease_until, settled_at)
{numbers} SELECT printf('%s%015d', :mark, i), printf('%s/m%015d/0/1/1', :kind, i), :kind, p.player_id,
  printf('m%015d', i), 0, '{{"turn":1,"asks":1}}', :state, :due + i % 3000 * 60000000, :now, 0, 0, :settled
FROM n JOIN place p ON p.match_id = :match AND p.seat = 0"""


@dataclass
class Crowd:
    """A service with so many running matches, and what it took."""

    folder: Path
    count: int
    script: Script
    settings: Settings
    moves: Iterator[Planned]
    times: dict[str, list[float]] = field(default_factory=dict)

    def measure(self) -> None:
        """One round of all that is measured."""
        db.connect(self.settings.database_path)
        worker, post = Worker(self.settings, NOWHERE), Post(NOWHERE)
        client = create_app(self.settings).test_client()
        worker.watch_deadlines()  # says that it is alive, which is a write, and is not due again for a while

        def tick() -> None:
            worker.watch_deadlines()
            worker.deliver_letters(post, "bench")

        with self._viewing(client) as poll:
            self._time("tick", tick)
            self._time("poll", poll)
        self._time("house", worker.keep_house, 3)
        self._time("move", lambda: self._move(client), 5)
        db.close()

    def typical(self, what: str) -> float:
        """The median in seconds."""
        return median(self.times[what])

    def _time(self, what: str, work: Callable[[], None], calls: int = CALLS) -> None:
        work()
        for _ in range(calls):
            start = time.perf_counter()
            work()
            self.times.setdefault(what, []).append(time.perf_counter() - start)

    @contextmanager
    def _viewing(self, client: FlaskClient) -> Iterator[Callable[[], None]]:
        """A poll of the match by somebody who has its latest state."""
        path = f"/v1/matches/{self.script.match}"
        headers = {"Authorization": f"Bearer {self.script.moves[0].token}"}
        headers["If-None-Match"] = client.get(path, headers=headers).headers["ETag"]

        def poll() -> None:
            assert client.get(path, headers=headers).status_code == 304

        yield poll

    def _move(self, client: FlaskClient) -> None:
        move = next(self.moves)
        answer = client.post(
            f"/v1/matches/{self.script.match}/moves",
            data=json.dumps({"seen": move.seen, "moves": [move.line]}),
            headers={"Authorization": f"Bearer {move.token}", "Content-Type": "application/json"},
        )
        assert answer.status_code == 200, answer.text


def measure(folder: Path, sizes: tuple[int, int] = SIZES) -> list[Figure]:
    """Compares a small and a large service, in this process."""
    crowds = [_crowd(folder / str(size), size) for size in sizes]
    for _ in range(ROUNDS):
        for crowd in crowds:
            crowd.measure()
    few, many = crowds
    return [
        _compared("tick of a worker, nothing due", "tick", few, many, "factor 2 at most"),
        _compared("housekeeping of each minute, nothing due", "house", few, many),
        _compared("GET of a match that has not changed (304)", "poll", few, many),
        _compared("move, from request to answer", "move", few, many),
    ]


def _compared(what: str, name: str, few: Crowd, many: Crowd, promise: str = "") -> Figure:
    factor = many.typical(name) / few.typical(name)
    said = ", ".join(
        f"{crowd.typical(name) * 1e6:,.0f} µs at {crowd.count:,} matches" for crowd in (few, many)
    )
    return Figure(what, f"{said}: factor {factor:.2f}", promise, factor <= 2)


def _crowd(folder: Path, count: int) -> Crowd:
    folder.mkdir()
    settings = scenes.open_house(folder, PBEM_LETTER_DELAY_SECONDS="86400")
    script = scenes.script(settings, scenes.gather(settings, 4), 1, seats=2)
    with db.write():
        _multiply(script.match, count - 1)
    db.fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    return Crowd(folder, count, script, settings, iter(script.moves))


def _multiply(match: str, count: int) -> None:
    """Copies of a running match with a log, and letters that are sent or not due yet."""
    for number in range(2, ENTRIES + 1):
        db.run(
            "INSERT INTO entry SELECT match_id, ?, kind, seat, line, automatic, events, at FROM entry"
            " WHERE match_id = ? AND number = 1",
            (number + 1_000_000, match),  # beyond what play will reach
        )
    for table, changes in COPIES.items():
        _copy(table, changes, match, count)
    db.run("DELETE FROM entry WHERE match_id = ? AND number > 1000000", (match,))
    now = clock.now()
    db.run("UPDATE letter SET state = 'sent', settled_at = ? WHERE state = 'ready'", (now,))
    for mark, kind, state, settled in (("a", "your-turn", "sent", now), ("b", "reminder", "ready", None)):
        values = {"mark": mark, "kind": kind, "state": state, "settled": settled}
        values |= {"count": count, "match": match, "due": now + DAY, "now": now - 60 * SECOND}
        db.database.execute_sql(LETTERS.format(numbers=NUMBERS), values)


def _copy(table: str, changes: dict[str, str], match: str, count: int) -> None:
    model = next(model for model in TABLES if model._meta.table_name == table)
    columns = [field.column_name for field in model._meta.sorted_fields]
    taken = ", ".join(changes.get(column, f'"{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    key = "id" if table == "match" else "match_id"
    sql = f'INSERT INTO "{table}" ({names}) {NUMBERS} SELECT {taken} FROM "{table}", n WHERE "{key}" = :match'
    db.database.execute_sql(sql, {"count": count, "match": match})

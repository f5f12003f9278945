"""Other processes on the same database: `python -m tests.pbem.service.others FILE VERB ARGUMENT...`.

Each says `ready`, waits for a line, does what the verb says, and prints the result as JSON.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from engine import notation
from engine.errors import Refusal
from pbem import clock, db
from pbem.errors import ServiceError
from pbem.service import deadlines, once, play
from pbem.settings import Settings, load
from tests.pbem.service import houses

ROOT = Path(__file__).parents[3]


class Other:
    """A process, from the outside."""

    def __init__(self, settings: Settings, verb: str, *arguments: object) -> None:
        words = [settings.database_path, verb, *arguments]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.pbem.service.others", *map(str, words)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def wait_until_ready(self) -> None:
        """Returns when the process waits to be told to go."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def go(self) -> None:
        """Tells it to do its work."""
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def result(self) -> Any:
        """What came of it."""
        said, _ = self.process.communicate(timeout=60)
        assert self.process.returncode == 0
        return json.loads(said)

    def kill(self) -> None:
        """SIGKILL."""
        self.process.kill()
        self.process.communicate()


def together(settings: Settings, *calls: tuple[object, ...]) -> list[Any]:
    """The results of processes that begin at the same moment; a call is a verb and its arguments."""
    others = [Other(settings, str(verb), *arguments) for verb, *arguments in calls]
    for other in others:
        other.wait_until_ready()
    for other in others:
        other.go()
    return [other.result() for other in others]


def expire(settings: Settings, worker: str, now: str) -> int:
    """Lets deadlines take effect until none is left; their number."""
    count = 0
    while done := deadlines.expire(settings, worker, int(now), most=10):
        count += done
    return count


def make_good(settings: Settings, now: str) -> int:
    """Gives back an outage; the number of matches."""
    return deadlines.make_good(settings, int(now))


def submit(
    settings: Settings, match: str, player: str, seen: str, line: str, key: str, threads: str
) -> list[Any]:
    """The same move by several threads at once; the answers."""
    answers: list[Any] = []
    start = threading.Barrier(int(threads))

    def one() -> None:
        start.wait()
        with_key = once.Once(player, key, "the same request") if key != "-" else None
        try:
            answers.append(
                play.submit(settings, match, player, int(seen), [line], houses.NOW, with_key).taken
            )
        except (Refusal, ServiceError) as refusal:
            answers.append(type(refusal).__name__)

    crowd = [threading.Thread(target=one) for _ in range(int(threads))]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    return answers


def moves(settings: Settings, seed: str, count: str, *ids: str) -> list[Any]:
    """So many random moves in any of the matches; the ledger of those acknowledged."""
    pick = random.Random(int(seed))
    ledger: list[Any] = []
    while len(ledger) < int(count):
        match = pick.choice(ids)
        waiting = houses.asked(match)
        if not waiting:
            continue
        place = pick.choice(waiting)
        sight = houses.sight_of(match, place.seat)
        if not sight.legal_moves:
            continue
        line = notation.write(pick.choice(sight.legal_moves))
        try:
            play.submit(settings, match, place.player, sight.match.entry, [line], clock.now())
        except (Refusal, ServiceError):
            continue
        ledger.append([match, place.seat, line])
    return ledger


VERBS = {"expire": expire, "make_good": make_good, "submit": submit, "moves": moves}


def main(file: str, verb: str, *arguments: str) -> None:
    settings = load({"PBEM_DATABASE": f"sqlite:///{file}"})
    db.connect(settings.database_path)
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps(VERBS[verb](settings, *arguments)), flush=True)  # type: ignore[operator]


if __name__ == "__main__":
    main(*sys.argv[1:])

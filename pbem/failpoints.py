"""Named places at which a test makes the process die, fail or wait. Inert unless PBEM_FAILPOINTS is set.

    PBEM_FAILPOINTS="move.tx.before_commit=kill@0.2;smtp.dot_before_reply=sleep:3"

An action is `kill` (SIGKILL to itself), `raise`, or `sleep:SECONDS`; `@0.2` takes it in one of five times.
Each time one is taken, its name is added as a line to the file that PBEM_FAILPOINTS_TAKEN names.
"""

from __future__ import annotations

import os
import secrets
import signal
import time
from collections.abc import Callable, Mapping

VARIABLE = "PBEM_FAILPOINTS"
TAKEN = "PBEM_FAILPOINTS_TAKEN"

NAMES = (
    "move.validated", "move.tx.begin", "move.tx.state", "move.tx.event", "move.tx.outbox",
    "move.tx.before_commit", "move.tx.after_commit", "move.response.before",
    "idem.insert", "rng.drawn_before_commit",
    "outbox.claimed", "outbox.attempt_recorded", "outbox.sent_committed",
    "smtp.connected", "smtp.after_mail", "smtp.after_rcpt", "smtp.data_before_dot",
    "smtp.dot_before_reply", "smtp.250_before_commit", "smtp.before_quit",
    "inbox.before_store", "inbox.stored_before_250", "inbox.child_start", "inbox.apply.before_commit",
    "inbox.apply.after_commit",
    "deadline.claimed", "deadline.before_commit", "deadline.after_commit",
    "outage.before_commit", "lease.renew", "migrate.step", "backup.partial", "backup.before_rename",
)  # fmt: skip
"""All there are: area, then place. Tests go through them one by one."""


class Planted(Exception):
    """What `raise` raises."""


def reach(name: str) -> None:
    """Does what the environment asks for at this place; nothing otherwise."""
    if _armed and name in _armed:
        _armed[name]()


def parse(text: str) -> Mapping[str, Callable[[], None]]:
    """The actions by name; raises ValueError for a name or action there is not."""
    found = {}
    for part in filter(None, text.split(";")):
        name, _, said = part.partition("=")
        if name not in NAMES:
            raise ValueError(f"there is no failpoint {name!r}")
        found[name] = _action(name, said)
    return found


def _action(name: str, said: str) -> Callable[[], None]:
    verb, _, chance = said.partition("@")
    what, _, detail = verb.partition(":")
    deeds: dict[str, Callable[[], None]] = {
        "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
        "raise": _raise,
        "sleep": lambda: time.sleep(float(detail)),
    }
    if what not in deeds:
        raise ValueError(f"there is no action {what!r}")
    return _sometimes(name, deeds[what], float(chance or 1))


def _raise() -> None:
    raise Planted


def _sometimes(name: str, deed: Callable[[], None], chance: float) -> Callable[[], None]:
    def act() -> None:
        if secrets.randbelow(1_000_000) < chance * 1_000_000:
            _note(name)
            deed()

    return act


def _note(name: str) -> None:
    path = os.environ.get(TAKEN)
    if path:
        with open(path, "a", encoding="utf-8") as taken:
            taken.write(f"{name}\n")


_armed = parse(os.environ.get(VARIABLE, ""))

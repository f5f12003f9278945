"""`pbem serve`: the web process, the worker and, where no mail server is set, a mail catcher.

The two processes are children that are started again when they die; they end with this one.
"""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem import migrate
from pbem.mail import catcher
from pbem.settings import SMTP_URL, Settings

log = logging.getLogger(__name__)

RESTART = 1.0
"""Seconds before a child that died is started again."""
STOPPING = 15.0
"""Seconds that a child has to end its work."""


@dataclass
class Child:
    """A process of ours that is kept running."""

    command: str
    environ: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = field(default=None)
    started: float = 0.0

    def keep_running(self) -> None:
        """Starts it if it is not running; not more often than once a second."""
        if self.process is not None and self.process.poll() is None:
            return
        if time.monotonic() - self.started < RESTART:
            return
        if self.process is not None:
            log.warning("%s ended with %s; starting it again", self.command, self.process.returncode)
        self.started = time.monotonic()
        command = [sys.executable, "-m", "pbem", self.command, "--with-parent"]
        self.process = subprocess.Popen(command, env=dict(self.environ))

    def stop(self) -> None:
        """Asks it to end, and ends it if it does not."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(STOPPING)
        except subprocess.TimeoutExpired:
            self.process.kill()


def serve(settings: Settings, environ: Mapping[str, str]) -> None:
    """Runs until SIGTERM or SIGINT."""
    stopping = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stopping.set())
    migrate.upgrade(settings.database_path)
    caught = None
    mail = dict(environ)
    if settings.smtp is None:
        caught = catcher.start(settings.caught)
        mail[SMTP_URL] = f"smtp://{caught.host}:{caught.port}"
    children = [Child("web", environ), Child("worker", mail)]
    if settings.incoming is not None:
        children.append(Child("mail-in", environ))
    print(_welcome(settings), flush=True)
    try:
        while not stopping.is_set():
            for child in children:
                child.keep_running()
            stopping.wait(0.2)
    finally:
        for child in children:
            child.stop()
        if caught is not None:
            caught.stop()


def _welcome(settings: Settings) -> str:
    lines = [f"pbem serves at {settings.public_url} (database: {settings.database_path})"]
    if settings.smtp is None:
        lines.append(f"Letters are caught, not sent: {settings.public_url}/dev/letters")
    return "\n".join([*lines, "Stop with Ctrl-C."])

"""A process that delivers letters until it is killed: `python deliverer.py DATABASE PORT OFFSET`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from pbem import clock, db
from pbem.mail.transport import Patience, Post
from pbem.service.delivery import deliver
from pbem.settings import SmtpServer, load


def run(database: str, port: int, offset: int) -> None:
    """Delivers as a worker does; its clock is ahead by `offset` microseconds."""
    settings = load({"PBEM_DATABASE": f"sqlite:///{database}", "PBEM_PICTURES": "no"})
    db.connect(Path(database))
    post = Post(SmtpServer("127.0.0.1", port), patience=Patience(dot=5, command=5))
    print("ready", flush=True)
    while True:
        deliver(settings, post, f"worker {offset}", lambda: clock.now() + offset)
        time.sleep(0.01)


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

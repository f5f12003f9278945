"""A process and its parent: who is started by another ends with it."""

from __future__ import annotations

import os
import threading
import time


def end_with_parent(every: float = 0.25) -> None:
    """Ends this process at once when its parent is gone.

    A parent that is killed cannot stop its children, and an orphan would keep the port.
    """
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(every)
        os._exit(1)

    threading.Thread(target=watch, name="end with parent", daemon=True).start()

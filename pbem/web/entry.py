"""Where the HTTP server starts: a factory, called in each of its processes."""

from __future__ import annotations

import gc
import os

from pbem import db
from pbem.household import end_with_parent
from pbem.settings import load
from pbem.web.app import MOST_BYTES, create_app
from pbem.web.gate import Gate


def gate() -> Gate:
    """The application behind its gate, by the environment, its database open and looked at.

    The process ends with its parent: a server's child that outlives it would keep the port.
    """
    settings = load(os.environ)
    end_with_parent()
    db.connect(settings.database_path)
    db.check_boot(allow_network_disk=settings.allow_network_disk)
    app = create_app(settings)
    gc.collect()
    gc.freeze()  # what stays for good is not looked at again by every full collection
    gc.set_threshold(20_000, 20, 20)  # not ten times a request: nearly all goes by its count of references
    return Gate(app, MOST_BYTES)

"""The secret that a host did not choose: made once, kept as the file `secret-key` beside the database."""

import os
import secrets
from pathlib import Path

NAME = "secret-key"


def kept_secret(folder: Path) -> str:
    """The secret kept in a folder, made (with the folder) if there is none yet; for its owner's eyes only.

    Processes that start at once get the same one. Raises OSError.
    """
    path = folder / NAME
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        publish(path, secrets.token_urlsafe(32))
    return path.read_text(encoding="ascii").strip()


def publish(path: Path, secret: str) -> None:
    """Write a whole file under a name that is still free; if another was first, his stays.

    A link, not a rename: it appears complete, and it never replaces what another process may have read.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secret + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        sync_folder(path.parent)
    finally:
        draft.unlink()


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

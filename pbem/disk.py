"""What kind of file system a file lies on, by the kernel's own list."""

import re
from pathlib import Path

MOUNTS = Path("/proc/mounts")
SHARED = re.compile(r"nfs|cifs|smb|fuse|9p|virtiofs|afs|ceph|glusterfs|lustre|ocfs|gfs|vboxsf|prl_fs|davfs")


def file_system(path: Path) -> str | None:
    """The type of the file system that holds a path (`ext4`, `nfs4`, `fuse.sshfs`); None: not told."""
    try:
        return find(path.resolve(), MOUNTS.read_text(encoding="utf-8", errors="surrogateescape"))
    except OSError:
        return None


def find(path: Path, mounts: str) -> str | None:
    """The type for a path in a list of mounts (device, folder, type ...); a later one hides its equal."""
    best: tuple[int, str] | None = None
    for line in mounts.splitlines():
        _, folder, kind, *_ = line.split(" ")
        place = Path(unescape(folder))
        if path.is_relative_to(place) and (best is None or len(place.parts) >= best[0]):
            best = len(place.parts), kind
    return best and best[1]


def unescape(folder: str) -> str:
    r"""A folder as the list writes it, with blanks as \040."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), folder)


def is_shared(kind: str) -> bool:
    """Whether a type of file system is one over a network or through a program."""
    return SHARED.match(kind) is not None

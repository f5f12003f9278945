"""Reading a mail in a process of its own, within limits: whatever is in it, the caller goes on (EI-4)."""

from __future__ import annotations

import subprocess
import sys

import msgspec

from pbem.mail.read import Reading, TooMuch, read

CPU_SECONDS = 2
MEMORY = 512 * 1024 * 1024
WAIT = 5.0
"""Seconds after which a child is ended, however little it does."""
MOST_BYTES = 10 * 1024 * 1024


class Unreadable(Exception):
    """The mail could not be read; the message is for the operator."""


def read_apart(raw: bytes) -> Reading:
    """Reads a mail in a child; raises Unreadable."""
    if len(raw) > MOST_BYTES:
        raise Unreadable("It is larger than 10 MiB.")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pbem.mail.child"],
            input=raw,
            capture_output=True,
            timeout=WAIT,
        )
    except subprocess.TimeoutExpired:
        raise Unreadable("It could not be read in time.") from None
    if done.returncode != 0:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2][:200]
        raise Unreadable(f"It could not be read ({done.returncode}): {last}")
    try:
        return msgspec.json.decode(done.stdout, type=Reading)
    except msgspec.DecodeError as failed:
        raise Unreadable(f"It could not be read: {failed}") from None


def main() -> None:
    """The child: a mail on standard input, its reading as JSON on standard output."""
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        found = read(sys.stdin.buffer.read())
    except TooMuch as error:
        sys.exit(str(error))
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()

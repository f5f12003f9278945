"""A mail server that takes everything and keeps nothing, in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench import servers
from tests.processes.house import wait_for

ANSWERS = {b"EHLO": b"250 sink\r\n", b"QUIT": b"221 bye\r\n"}


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """A sink for as long as it is needed; its port."""
    told = folder / "sink-port"
    told.unlink(missing_ok=True)
    with servers.serving("tests.bench.sink", [str(told)], {}, folder / "sink.log"):
        yield int(wait_for("the sink", lambda: told.read_text() if told.exists() else None))


async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One connection, to its end."""
    writer.write(b"220 sink\r\n")
    while line := await reader.readline():
        verb = line[:4].upper().rstrip()
        if verb == b"DATA":
            writer.write(b"354 go on\r\n")
            await reader.readuntil(b"\r\n.\r\n")
        writer.write(ANSWERS.get(verb, b"250 ok\r\n"))
        if verb == b"QUIT":
            break
    writer.close()


async def listen(told: Path) -> None:
    """Listens on a free port, which is written to a file, until it is killed."""
    server = await asyncio.start_server(converse, "127.0.0.1", 0)
    draft = told.with_suffix(".draft")
    draft.write_text(str(server.sockets[0].getsockname()[1]))
    draft.rename(told)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(listen(Path(sys.argv[1])))

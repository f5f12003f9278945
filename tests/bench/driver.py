"""A light client: one thread, raw sockets kept alive, one request in flight on each."""

from __future__ import annotations

import json
import selectors
import socket
import time
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.bench.scenes import Planned, Script

CONNECTIONS = 8
IN_PLAY = 32
"""Matches that take turns on the connections."""


@dataclass
class Played:
    """A match on its way through its script."""

    match: str
    moves: deque[Planned]


@dataclass
class Load:
    """What came of a stretch of driving."""

    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    """Of each accepted move, in seconds."""
    refused: Counter[str] = field(default_factory=Counter)
    """Answers that were no 200, by status and body."""
    own_cpu: float = 0.0


@dataclass
class Line:
    """A connection and the match whose move it waits for."""

    sock: socket.socket
    played: Played
    sent: float = 0.0
    answer: bytes = b""


class Pool:
    """The matches that one service is driven with, from stretch to stretch."""

    def __init__(self, scripts: Iterable[Script], numbered: bool = False) -> None:
        """`numbered`: `seen` counts the moves, for a service in which nothing happens between them."""
        self.waiting = deque(Played(script.match, _moves(script, numbered)) for script in scripts)
        self.playing = deque(self.waiting.popleft() for _ in range(min(IN_PLAY, len(self.waiting))))

    def take(self) -> Played | None:
        """The match that was not moved in for longest; None if none is left."""
        while self.playing:
            played = self.playing.popleft()
            if played.moves:
                return played
            if self.waiting:
                self.playing.append(self.waiting.popleft())
        return None

    def give_back(self, played: Played) -> None:
        """To be taken again when the others had their turn."""
        self.playing.append(played)


def drive(port: int, pool: Pool, seconds: float) -> Load:
    """Sends moves for so long, or until all are made; what was sent is waited for."""
    load = Load()
    lines = selectors.DefaultSelector()
    start, cpu = time.perf_counter(), time.process_time()
    for _ in range(CONNECTIONS):
        _begin(port, lines, pool)
    while lines.get_map():
        for key, _ in lines.select():
            line: Line = key.data
            line.answer += line.sock.recv(65536)
            if not _is_whole(line.answer):
                continue
            _take_answer(load, line)
            pool.give_back(line.played)
            played = pool.take() if time.perf_counter() < start + seconds else None
            if played is None:
                lines.unregister(line.sock)
                line.sock.close()
                continue
            line.played = played
            _send(line)
    load.seconds, load.own_cpu = time.perf_counter() - start, time.process_time() - cpu
    return load


def _moves(script: Script, numbered: bool) -> deque[Planned]:
    if not numbered:
        return deque(script.moves)
    return deque(move._replace(seen=number) for number, move in enumerate(script.moves))


def _begin(port: int, lines: selectors.BaseSelector, pool: Pool) -> None:
    played = pool.take()
    assert played is not None, "there are too few matches for this"
    sock = socket.create_connection(("127.0.0.1", port), 10)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line = Line(sock, played)
    lines.register(sock, selectors.EVENT_READ, line)
    _send(line)


def _send(line: Line) -> None:
    move = line.played.moves[0]
    body = json.dumps({"seen": move.seen, "moves": [move.line]})
    head = (
        f"POST /v1/matches/{line.played.match}/moves HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Bearer {move.token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    line.answer, line.sent = b"", time.perf_counter()
    line.sock.sendall((head + body).encode())


def _is_whole(answer: bytes) -> bool:
    if not answer:
        raise ConnectionError("The server hung up.")
    head, end, body = answer.partition(b"\r\n\r\n")
    if not end:
        return False
    length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
    return len(body) >= int(length)


def _take_answer(load: Load, line: Line) -> None:
    status = line.answer[9:12].decode()
    line.played.moves.popleft()
    if status == "200":
        load.waits.append(time.perf_counter() - line.sent)
        return
    load.refused[f"{status} {_body(line.answer)}"] += 1
    line.played.moves.clear()  # what follows cannot be legal


def _body(answer: bytes) -> str:
    return answer.partition(b"\r\n\r\n")[2][:300].decode(errors="replace")

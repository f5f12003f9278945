"""What a client can do to the HTTP server with its connection, and what the others notice of it."""

from __future__ import annotations

import json
import socket
import time

import pytest

from pbem.web.app import MOST_BYTES
from pbem.web.gate import PATIENCE
from tests.processes.house import House

HALF = b"POST /v1/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
EMAIL = b'{"email": "ann@example.org"}'


@pytest.fixture
def web(house: House) -> House:
    """A house whose web process runs."""
    house.start("web")
    return house


def talk(web: House, sent: bytes, limit: float = 5.0) -> tuple[int, bytes]:
    """Status and the rest of the answer to octets as they are."""
    with socket.create_connection(("127.0.0.1", web.port), timeout=limit) as talking:
        talking.sendall(sent)
        answer = b""
        while b"\r\n\r\n" not in answer:
            more = talking.recv(65536)
            assert more, answer
            answer += more
        head, _, body = answer.partition(b"\r\n\r\n")
        length = next(
            (int(h[15:]) for h in head.lower().split(b"\r\n") if h.startswith(b"content-length:")), 0
        )
        while len(body) < length and not sent.startswith(b"HEAD"):
            body += talking.recv(65536)
    return int(head.split()[1]), head + b"\r\n\r\n" + body


def test_half_sent_requests_keep_nobody_waiting(web: House) -> None:
    lines = []
    for tail in (b"Content-Length: 100\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\n5\r\n{", b""):
        for _ in range(10):
            line = socket.create_connection(("127.0.0.1", web.port))
            line.sendall(HALF + tail)
            lines.append(line)
    began = time.monotonic()
    assert web.ask(None, "GET", "/v1/games")[0] == 200
    assert web.ask(None, "POST", "/v1/sign-in", {"email": "ann@example.org"})[0] == 202
    assert time.monotonic() - began < 1
    for line in lines:
        line.close()
    assert web.ask(None, "GET", "/v1/games")[0] == 200


def test_a_body_that_does_not_come_is_waited_for_so_long(web: House) -> None:
    began = time.monotonic()
    status, answer = talk(web, HALF + b"Content-Length: 100\r\n\r\n{", PATIENCE + 5)
    assert status == 400
    assert b"/problems/bad-request" in answer
    assert PATIENCE - 1 < time.monotonic() - began < PATIENCE + 3


def test_a_body_may_come_in_pieces(web: House) -> None:
    with socket.create_connection(("127.0.0.1", web.port), timeout=5) as line:
        line.sendall(HALF + b"Content-Length: %d\r\n\r\n" % len(EMAIL))
        for octet in EMAIL:
            time.sleep(0.01)
            line.sendall(bytes([octet]))
        assert line.recv(100).startswith(b"HTTP/1.1 202")


def test_a_chunked_body_is_read(web: House) -> None:
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(EMAIL), EMAIL)
    assert talk(web, HALF + b"Transfer-Encoding: chunked\r\n\r\n" + chunks)[0] == 202


def test_a_body_that_is_too_long_is_refused(web: House) -> None:
    status, answer = talk(web, HALF + b"Content-Length: %d\r\n\r\n" % (MOST_BYTES + 1))
    assert (status, b"/problems/too-large" in answer) == (413, True)
    chunk = b"%x\r\n%s\r\n" % (MOST_BYTES + 1, b" " * (MOST_BYTES + 1))
    status, answer = talk(web, HALF + b"Transfer-Encoding: chunked\r\n\r\n" + chunk + b"0\r\n\r\n")
    assert (status, b"/problems/too-large" in answer) == (413, True)


def test_paths_arrive_as_they_were_meant(web: House) -> None:
    for path in (
        "/v1/games/a%20b",
        "/v1/games/%C3%A9",
        "/v1/games/100%25",
        "/v1/games/%FF",
        "/v1/games/%2e%2e",
    ):
        status, answer = talk(web, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        assert status == 404, path
        assert b"/problems/not-found" in answer


def test_a_head_has_no_body(web: House) -> None:
    status, answer = talk(web, b"HEAD /v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert status == 200
    assert answer.endswith(b"\r\n\r\n")


def test_a_query_is_read(web: House) -> None:
    token = web.sign_in_directly("Ann")
    status, answer = web.ask(token, "GET", "/v1/matches?state=open&limit=5")
    assert status == 200
    assert answer["items"] == []
    assert web.ask(token, "GET", "/v1/matches?state=open&state=over")[0] == 422


def test_a_request_is_dated_when_it_comes(web: House) -> None:
    tokens = [web.sign_in_directly("Ann"), web.sign_in_directly("Bob")]
    match = web.begin(tokens, "lords-of-scotland")
    seat = web.ask(tokens[0], "GET", f"/v1/matches/{match}")[1]["to_act"][0]
    body = json.dumps({"seen": 1, "moves": ["recruit 2"]}).encode()
    head = (
        f"POST /v1/matches/{match}/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {tokens[seat]}"
        f"\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", web.port), timeout=5) as line:
        before = time.time()
        line.sendall(head.encode())
        time.sleep(1.5)
        line.sendall(body)
        assert line.recv(100).startswith(b"HTTP/1.1 200")
    at = web.rows("SELECT at FROM entry WHERE match_id = ? AND number = 2", match)[0][0] / 1e6
    assert at - before < 0.7


def test_a_header_that_comes_twice_is_one_list(web: House) -> None:
    two_hosts = b"GET /v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n"
    assert talk(web, two_hosts)[0] == 400
    two_kinds = b"GET /v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nAccept: */*\r\n\r\n"
    assert talk(web, two_kinds)[0] == 200

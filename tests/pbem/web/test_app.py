from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from pbem.settings import Settings
from pbem.web.app import create_app, trusted_hosts
from tests.pbem.web.people import problem


@pytest.mark.parametrize(
    ("public_url", "host", "names"),
    [
        ("https://games.example.org", "10.1.2.3", {"games.example.org", "10.1.2.3"}),
        ("https://Games.Example.org/pbem", "0.0.0.0", {"games.example.org", "127.0.0.1", "localhost", "::1"}),
        ("http://[::1]:8000", "::1", {"127.0.0.1", "localhost", "::1"}),
    ],
)
def test_known_hosts_come_from_the_settings(
    settings: Settings, public_url: str, host: str, names: set[str]
) -> None:
    assert trusted_hosts(replace(settings, public_url=public_url, host=host)) == names


def test_an_ipv6_host_is_known_by_its_address(app: Flask, settings: Settings) -> None:
    client = create_app(replace(settings, public_url="http://[::1]:8000", host="::1")).test_client()
    assert client.get("/v1/games", headers={"Host": "[::1]:8000"}).status_code == 200
    problem(client.get("/v1/games", headers={"Host": "[::2]:8000"}), 400, "bad-host")


def test_an_accident_is_a_problem_without_its_details(app: Flask) -> None:
    def fall_over() -> str:
        raise RuntimeError("the secret state")

    app.add_url_rule("/v1/accident", view_func=fall_over)
    response = app.test_client().get("/v1/accident")
    problem(response, 500, "internal-error")
    assert "secret" not in response.text


def test_every_answer_is_hardened(app: Flask) -> None:
    for path in ("/v1/games", "/v1/me", "/v1/nothing", "/", "/dev/letters"):
        headers = app.test_client().get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "no-store" in headers["Cache-Control"]

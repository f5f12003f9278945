"""Who asks: the player behind a bearer token. Cookies mean nothing here."""

from __future__ import annotations

import ipaddress

from flask import g, request

from pbem.errors import NotSignedIn
from pbem.service import players
from pbem.service.rows import PlayerRow


def authenticate(required: bool) -> None:
    """Finds the player of the request's token for `me` and `viewer`; raises NotSignedIn.

    A bad token is refused even where none is needed: its sender believes to be signed in.
    """
    header = request.headers.get("Authorization")
    if header is None:
        if required:
            raise NotSignedIn("Send `Authorization: Bearer` and your token; POST /v1/tokens gives you one.")
        g.player = None
        return
    scheme, _, secret = header.partition(" ")
    found = players.who(secret.strip(), "api", g.now) if scheme.lower() == "bearer" else None
    if found is None:
        raise NotSignedIn("This token is not valid, or not any more. POST /v1/tokens gives you a new one.")
    g.player = found[0]


def me() -> PlayerRow:
    """The player who asks, where a token is required."""
    player: PlayerRow = g.player
    return player


def viewer() -> PlayerRow | None:
    """The player who asks, or None for anybody."""
    player: PlayerRow | None = g.player
    return player


def source() -> str:
    """The address that the request came from, for limits.

    A proxy on this machine is believed about the address before it, which is the last one it names:
    whatever stands to its left came from outside.
    """
    peer = request.remote_addr or ""
    named = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    if named and _is_loopback(peer):
        return named[:64]
    return peer


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False

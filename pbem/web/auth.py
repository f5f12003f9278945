"""Who asks: the player behind a bearer token. Cookies mean nothing here."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

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
    """Where the request came from, for limits: an IPv4 address, or the IPv6 network of one household (/64).

    A proxy on this machine is believed about the address before it, which is the last one it names:
    whatever stands to its left came from outside.
    """
    peer = _address(request.remote_addr or "")
    if peer is not None and peer.is_loopback:
        named = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        peer = _address(named) or peer
    if isinstance(peer, IPv6Address):
        return str(IPv6Network((int(peer), 64), strict=False))
    return str(peer or "")


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An IP address from its text, None for any other text; IPv4 inside IPv6 is IPv4."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found

"""Ids and secrets: random text, and tokens that can be derived again for a letter that is sent later."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b32encode

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's: no letters that a person could take for a digit."""


_SIGNS = bytes(ord(ALPHABET[octet % 32]) for octet in range(256))


def new_id() -> str:
    """Sixteen random characters (80 bits): names a row, and tells neither age nor number."""
    return secrets.token_bytes(16).translate(_SIGNS).decode()


def new_secret() -> str:
    """A bearer secret of 160 random bits."""
    return b32encode(secrets.token_bytes(20)).decode().lower()


def new_seed() -> str:
    """The secret seed of a match: 256 random bits in hexadecimal."""
    return secrets.token_hex(32)


def hashed(secret: str) -> str:
    """What is kept of a secret. It is random, so a plain hash is enough; any text has one."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def derived(key: str, purpose: str, subject: str) -> str:
    """A token of 160 bits for one purpose and one row; the same key gives the same token again."""
    return b32encode(_digest(key, purpose, subject)[:20]).decode().lower()


def code(key: str, sign_in: str) -> str:
    """The six digits of a sign-in."""
    return f"{int.from_bytes(_digest(key, 'sign-in', sign_in)[:8], 'big') % 1_000_000:06d}"


def _digest(key: str, purpose: str, subject: str) -> bytes:
    return hmac.digest(key.encode(), f"{purpose}\0{subject}".encode(), "sha256")

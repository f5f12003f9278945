"""Mail addresses from outside: what is taken, and in which spelling."""

from __future__ import annotations

import re

from pbem.errors import BadValue

LONGEST_ADDRESS = 254

_ATOM = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_LAST_LABEL = r"[a-z][a-z0-9-]{0,61}[a-z0-9]"
"""Never a number: hosts of this network and bare IP addresses are no place for letters."""
_ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+{_LAST_LABEL}")


def checked(address: str, field: str) -> str:
    """The address in lower case; raises BadValue unless it is one plain ASCII address.

    Comments, quoted parts, groups and address literals are refused: programs read them differently;
    so are names of single hosts, like localhost.
    """
    address = address.strip().lower()
    local = address.rpartition("@")[0]
    if len(address) > LONGEST_ADDRESS or len(local) > 64 or not _ADDRESS.fullmatch(address):
        raise BadValue("That is not a mail address that can be used here, like ann@example.org.", field)
    return address


def mailbox(address: str) -> str:
    """The mailbox that an address most likely leads to, for limits: without `+tag`. Not for letters."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"

"""Mail addresses and names from outside: what is taken, and in which spelling."""

from __future__ import annotations

import re
import unicodedata

from pbem.errors import BadValue

LONGEST_ADDRESS = 254
LONGEST_NAME = 40

_ATOM = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")


def checked(address: str, field: str) -> str:
    """The address in lower case; raises BadValue unless it is one plain ASCII address.

    Comments, quoted parts, groups and address literals are refused: programs read them differently.
    """
    address = address.strip().lower()
    local = address.rpartition("@")[0]
    if len(address) > LONGEST_ADDRESS or len(local) > 64 or not _ADDRESS.fullmatch(address):
        raise BadValue("That is not a mail address that can be used here, like ann@example.org.", field)
    return address


def checked_name(name: str) -> str:
    """A player's name in its normal form; raises BadValue with what to change.

    Letters, digits, blanks and a few signs: a name stands in letters and must be neither a
    header, nor a link, nor a move.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadValue(f"A name has 1 to {LONGEST_NAME} characters.", "name")
    bad = sorted({sign for sign in name if not _may_stand_in_a_name(sign)})
    if bad:
        raise BadValue("A name is made of letters, digits, blanks and - ' . _ only.", "name")
    if not any(sign.isalnum() for sign in name):
        raise BadValue("A name needs a letter or a digit.", "name")
    if re.search(r"www\.|\w\.\w{2,}", name.lower()):
        raise BadValue("A name must not look like a link.", "name")
    return name


def _may_stand_in_a_name(sign: str) -> bool:
    return sign in " -'._" or unicodedata.category(sign)[0] in "LMN"

"""Players' names from outside: what is taken, and in which spelling."""

from __future__ import annotations

import re
import unicodedata

from engine.games import GAMES
from engine.notation import verb
from pbem.errors import BadValue

LONGEST = 40
MOST_WORDS = 5
MOST_DIGITS = 6
"""Fewer than any telephone number has."""

_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
"""Signs that nobody sees; many of them count as letters or marks (Default_Ignorable_Code_Point)."""
_LIKE_PLAIN = str.maketrans({"\u2019": "'", "\u2010": "-", "\u2011": "-"})
"""What telephones and word processors write for the plain signs."""
_COMMON_MARKS = "\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_HEAPED = re.compile(f"[{_COMMON_MARKS}]{{3}}")
"""Latin, Greek and Cyrillic letters bear two at most; Burmese and Tibetan ones up to four of their own."""
_MOST_MARKS = 4
_DOTTED = re.compile(r"(?<!\w)(?:[^\W\d_]|[^\W\d_a-z][^\W\d_]{1,2})\.(?=$|[ -]|[^\W\d_](?:\.|$))")
"""An initial, or a short title with a capital, and its dot; a word or the next initial may follow."""
_LINK = re.compile(r"\bwww\b|\w\.\w{2,}|https?")


def checked_name(name: str) -> str:
    """A player's name in its normal form; raises BadValue with what to change.

    Letters, digits, blanks and a few signs: a name stands inside sentences of letters and pages. It
    must be neither a header, nor a link, nor a sentence, nor a move, and all of it must be seen.
    """
    name = " ".join(unicodedata.normalize("NFC", name).translate(_LIKE_PLAIN).split())
    if not 1 <= len(name) <= LONGEST:
        raise BadValue(f"A name has 1 to {LONGEST} characters.", "name")
    if _IGNORABLE.search(name) or not all(map(_may_stand_in_a_name, name)):
        raise BadValue("A name is made of letters, digits, blanks and - ' . _ only.", "name")
    if not any(sign.isalnum() for sign in name):
        raise BadValue("A name needs a letter or a digit.", "name")
    if _has_heaped_marks(name):
        raise BadValue("A name has at most two marks on a letter.", "name")
    _refuse_sentences(_bare(name))
    return name


def _refuse_sentences(bare: str) -> None:
    """Raises BadValue for what could be read as more than a name; takes the name without its marks."""
    if _LINK.search(bare.lower()):
        raise BadValue("A name must not look like a link.", "name")
    if "." in _DOTTED.sub("", bare):
        raise BadValue("A dot stands after an initial or a short title only: J. R. Tolkien, Dr. Ann.", "name")
    words = bare.split()
    if len(words) > MOST_WORDS or sum(sign.isdigit() for sign in bare) > MOST_DIGITS:
        raise BadValue(f"A name has at most {MOST_WORDS} words and {MOST_DIGITS} digits.", "name")
    if words[:1] and words[0].lower() in {verb(move) for game in GAMES.values() for move in game.moves}:
        raise BadValue(f"A name must not begin like a move: {words[0].lower()}.", "name")


def _may_stand_in_a_name(sign: str) -> bool:
    category = unicodedata.category(sign)
    return sign in " -'._" or (category[0] in "LMN" and category != "Me")


def _has_heaped_marks(name: str) -> bool:
    """Whether a letter bears more marks than any name has, or something else bears one."""
    apart, run, bears = unicodedata.normalize("NFD", name), 0, False
    for sign in apart:
        is_mark = unicodedata.category(sign)[0] == "M"
        run = run + 1 if is_mark else 0
        if run > _MOST_MARKS or (is_mark and not bears):
            return True
        bears = is_mark or sign.isalnum()
    return _HEAPED.search(apart) is not None


def _bare(name: str) -> str:
    """The name as a program that looks for links may read it: plain letters without marks."""
    apart = unicodedata.normalize("NFKD", name)
    return "".join(sign for sign in apart if unicodedata.category(sign)[0] != "M")

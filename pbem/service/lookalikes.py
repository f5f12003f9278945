"""Names that a reader could take for each other, and how players of one match are told apart."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache

_TWINS = {
    # Cyrillic and Armenian
    "а": "a", "в": "b", "ь": "b", "ъ": "b", "с": "c", "ԁ": "d", "е": "e", "є": "e", "һ": "h", "н": "h",
    "ј": "j", "к": "k", "ӏ": "l", "м": "m", "п": "n", "о": "o", "р": "p", "ԛ": "q", "г": "r", "ѕ": "s",
    "т": "t", "ц": "u", "ѵ": "v", "ѡ": "w", "ԝ": "w", "х": "x", "у": "y", "ү": "y", "і": "l", "з": "3",
    "հ": "h", "ո": "n", "օ": "o", "ս": "u", "զ": "q", "ց": "g",
    # Greek
    "α": "a", "β": "b", "ϲ": "c", "ε": "e", "γ": "y", "η": "n", "ι": "l", "κ": "k", "μ": "m", "ν": "v",
    "ο": "o", "ρ": "p", "σ": "o", "τ": "t", "υ": "u", "χ": "x", "ζ": "z", "ω": "w",
    # Latin
    "ı": "l", "i": "l", "ɩ": "l", "ł": "l", "ø": "o", "ɑ": "a", "ɡ": "g", "đ": "d", "ħ": "h", "ŧ": "t",
    "0": "o", "1": "l", "5": "s",
}  # fmt: skip
"""Small letters, and the letter that each is taken for; also by the look of its capital."""
_FOLD = str.maketrans(_TWINS) | {ord(sign): None for sign in " -'._"}


@lru_cache(maxsize=4096)
def told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names by seat; one that looks like an earlier one gets its number: `Bob`, `Bob (2)`.

    A name itself has no brackets (`names.checked_name`), so nobody can call himself `Bob (2)`.
    """
    seen: Counter[str] = Counter()
    apart = []
    for name in names:
        look = _look(name)
        seen[look] += 1
        apart.append(name if seen[look] == 1 else f"{name} ({seen[look]})")
    return tuple(apart)


def _look(name: str) -> str:
    """What is left of a name at a glance; equal for names that could be mixed up."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(sign for sign in plain if unicodedata.category(sign) != "Mn")
    return bare.translate(_FOLD).replace("rn", "m").replace("vv", "w") or name

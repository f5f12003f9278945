"""What the promises need to know of Schotten Totten 2: its pieces, its variants, what seldom happens."""

from __future__ import annotations

from typing import Any

CARD = (
    r"\b[rygbk](?:1[01]|[0-9])\b",
    r"\b(?:joker-[12]|spy|shield|redeployment|recruitment|desertion|treachery|explosion|support|exchange)\b",
)
NAMED_AGAIN = ("public.returned", "public.worths", "concealed.known")
VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"defender_wins_when_full": False},
    {"color_run_on_restricted_tiles": "counts_as_type", "retreat_tiles_per_turn": "one"},
    {"auto_claim": True, "legs": 2},
    {"tactics": True},
    {"tactics": True, "legs": 2, "max_tactics_lead": "any", "hand_size_tactics": 6},
    {
        "tactics": True,
        "max_tactics_lead": "any",
        "elite_value_fixed_when": "play",
        "treachery_targets": "any",
    },
    {
        "tactics": True,
        "support_position": "top",
        "exchange_chooser": "active_player",
        "explosion_sides": "one",
        "joker_limit_per_side": "one",
        "spy_strength": 7,
        "treachery_targets": "any",
    },
    {
        "tactics": True,
        "max_tactics_lead": "any",
        "support_position": "bottom",
        "exchange_chooser": "random",
        "elimination_on_effect_arrival": False,
        "claim_when_defender_cannot_complete": False,
        "defender_wins_when_full": False,
    },
)
GOLDEN = (("tactics", True), ("legs", 2))
SPEED = (0.5,)
RARE: tuple[str, ...] = ()

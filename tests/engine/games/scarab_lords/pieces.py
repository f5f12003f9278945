"""Where cards are named in a state of Scarab Lords without lying there, and what is worth trying."""

from __future__ import annotations

from typing import Any

NAMED_AGAIN = (
    "public.activated",
    "public.freed",
    "public.frames",
    "public.sides.0.known",
    "public.sides.0.buried",
    "public.sides.1.known",
    "public.sides.1.buried",
    "concealed.lists",
    "concealed.unsure",
    "concealed.rankings",
    "concealed.picks",
)
PLACELESS = ("lists",)
RARE = ("ActionsGained", "CardMoved", "CardRecovered", "CardReturned", "Free", "Shift")
SPEED = (0.5,)
VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"match": "best_of_three"},
    {
        "match": "best_of_three",
        "bonus_pool_visible": False,
        "first_turn_limit": "off",
        "redraw_min_discard": 1,
    },
    {
        "first_turn_limit": "two_action_phases",
        "religious_scope": "any",
        "s_card_timing": "before_determine",
        "kamal_phase": 2,
        "mass_cleansing": "one",
        "turn_cap": 12,
    },
    {
        "activation_limit": "one_activation_per_turn",
        "play_uses_activation": False,
        "enhu_chooser": "random",
        "uncurse_target": "any",
        "s_card_timing": "exercise",
        "houses": "temet ankar",
    },
)
GOLDEN = (("match", "best_of_three"),)

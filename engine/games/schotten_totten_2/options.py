"""How a match can be varied. Marks such as D3 are those of RULES 11."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variant chosen for a match; what only tactics cards bring up counts with `tactics` alone."""

    tactics: Annotated[
        bool, Meta(title="Tactics cards", description="Play with the eleven tactics cards and larger hands.")
    ] = False
    legs: Annotated[
        Literal[1, 2],
        Meta(title="Legs", description="One leg, or two with the roles swapped, scored together (D25)."),
    ] = 1
    color_run_on_restricted_tiles: Annotated[
        Literal["outranks", "counts_as_type"],
        Meta(
            title="Colour runs on run and colour tiles",
            description="Whether a colour run there beats a plain run or colour, or counts as one (D1).",
        ),
    ] = "outranks"
    retreat_tiles_per_turn: Annotated[
        Literal["any", "one"],
        Meta(
            title="Tiles to retreat from in a turn",
            description="From how many tiles the attacker may retreat in one turn (D2).",
        ),
    ] = "any"
    defender_wins_when_full: Annotated[
        bool,
        Meta(
            title="A full defence wins",
            description="The defender wins when a turn of his begins and he has no free slot; "
            "if not, he plays no card in it (D3).",
        ),
    ] = True
    auto_claim: Annotated[
        bool,
        Meta(
            title="Claims are made by themselves",
            description="Every claim that can be proved is made at once in the attacker's turn (D5).",
        ),
    ] = False
    claim_when_defender_cannot_complete: Annotated[
        bool,
        Meta(
            title="Claim where the defender cannot complete",
            description="A claim succeeds if too few unseen cards are left to complete the defence (D13).",
        ),
    ] = True
    hand_size_tactics: Annotated[
        Literal[6, 7],
        Meta(title="Hand with tactics cards", description="Siege cards dealt to each player (D22)."),
    ] = 7
    max_tactics_lead: Annotated[
        Literal["one", "any"],
        Meta(
            title="Lead in tactics cards",
            description="How many more tactics cards than the opponent a player may have played (D21).",
        ),
    ] = "one"
    spy_strength: Annotated[
        Literal[7, 10], Meta(title="Strength of the spy", description="What the spy counts (D14).")
    ] = 10
    joker_limit_per_side: Annotated[
        Literal["any", "one"],
        Meta(title="Jokers on a side", description="How many jokers a side of the wall may hold (D15)."),
    ] = "any"
    elite_value_fixed_when: Annotated[
        Literal["claim", "play"],
        Meta(
            title="Elite cards get their value",
            description="When an elite card's colour and strength are chosen: at a claim, or when it is "
            "played (D16).",
        ),
    ] = "claim"
    elimination_on_effect_arrival: Annotated[
        bool,
        Meta(
            title="Elimination by effects",
            description="Whether a 0 or an 11 that a tactics card brings eliminates, too (D10).",
        ),
    ] = True
    explosion_sides: Annotated[
        Literal["both", "one"],
        Meta(title="Explosion", description="Whether it clears both sides of a tile or one (D17)."),
    ] = "both"
    support_position: Annotated[
        Literal["shuffle", "top", "bottom"],
        Meta(
            title="Support",
            description="Where the two cards go in the siege deck; on top or below, the first in the "
            "order of the cards lies above (D18).",
        ),
    ] = "shuffle"
    exchange_chooser: Annotated[
        Literal["each_own", "active_player", "random"],
        Meta(
            title="Exchange",
            description="Who picks the cards: each player his own three; the active player his own, and "
            "the opponent's are drawn by lot; or all are drawn by lot (D19).",
        ),
    ] = "each_own"
    treachery_targets: Annotated[
        Literal["siege", "any"],
        Meta(title="Treachery", description="Whether it takes siege cards only or elite cards, too (D20)."),
    ] = "siege"

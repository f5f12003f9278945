"""Where cards are named in a state of Lords of Scotland without lying there, and what seldom happens."""

from __future__ import annotations

NAMED_AGAIN = ("public.seen", "public.reshuffled")
PLACELESS = ("public.reshuffled",)
RARE = ("Pass", "Passed", "SlotLeftEmpty", "SupportersRedealt")

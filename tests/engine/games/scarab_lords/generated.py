"""Card sets made for tests: one with what Minotaur Lords needs, and any number of random ones."""

from __future__ import annotations

import json
import random
from typing import Any

from engine.games.scarab_lords import sets
from engine.games.scarab_lords.cards import CardSet

KINDS = ("military", "religious", "economic")
STANDERS = ("minion", "building", "leader")
Json = dict[str, Any]


def card(id: str, word: str, deck: str, type: str = "minion", phase: Any = 0, **more: Any) -> Json:
    """A card with what is not given made up."""
    stands = {"strength": 2, "columns": list(KINDS)} if type in STANDERS else {}
    return {
        "id": id,
        "word": word,
        "name": word.capitalize(),
        "deck": deck,
        "type": type,
        "phase": phase,
        **stands,
        **more,
    }


def made(name: str, houses: tuple[str, str], cards: list[Json]) -> Json:
    """A set as its file has it."""
    titles = [{"name": house, "title": f"House {house.capitalize()}"} for house in houses]
    return {"name": name, "note": "Made for tests.", "houses": titles, "cards": cards}


def read(data: Json) -> CardSet:
    """The set in such a file."""
    return sets.read(json.dumps(data).encode())


def hordes() -> CardSet:
    """Hordes that count each other, cities that come with many scarabs, and no card of phase S."""
    return read(horde_data())


def horde_data() -> Json:
    """The same as data."""
    horde = {"passive": [{"mod": "strength_count", "tag": "horde"}]}
    city = {"on_play": [{"op": "enter_cursed", "n": 4}]}
    cards = [
        card("V01", "raider", "vess", strength=0, tags=["horde"], effect=horde, copies=9),
        card("V02", "rider", "vess", phase=1, strength=0, tags=["horde"], effect=horde, copies=9),
        card("V03", "beast", "vess", phase=2, strength=4, copies=8),
        card("V04", "chief", "vess", "leader", 1, copies=4),
        card("M01", "city", "miron", "building", 1, strength=12, effect=city, copies=9),
        card("M02", "guard", "miron", strength=3, copies=9),
        card("M03", "priest", "miron", phase=1, effect={"on_play": [{"op": "uncurse", "n": 2}]}, copies=8),
        card(
            "M04", "queen", "miron", "leader", 2, effect={"play_requires": "own_minion_in_column"}, copies=4
        ),
        card("B01", "wanderer", "bonus", copies=9),
        card("B02", "tower", "bonus", "building", 1, strength=8, effect=city, copies=9),
        card("B03", "omen", "bonus", "fate", 2, effect={"on_play": [{"op": "mill", "n": 1}]}, copies=6),
    ]
    return made("Hordes", ("vess", "miron"), cards)


def workshop() -> CardSet:
    """What the shipped cards lack: texts that act on several cards, on either side, in parts."""
    fates = {
        "blight": [{"op": "curse", "count": 2, "n": 2}],
        "mercy": [{"op": "uncurse", "side": "any", "count": "all", "n": 1}],
        "pity": [{"op": "uncurse", "side": "opponent", "count": 2, "n": "all"}],
        "purge": [{"op": "discard_target", "count": 2, "types": ["minion", "god"]}],
        "gale": [{"op": "return_to_hand", "count": 2, "scope": "chosen_column"}],
        "trek": [{"op": "move", "count": 2, "types": ["minion", "building"]}],
        "recall": [{"op": "recover", "n": 2, "types": ["minion", "fate"]}],
        "haul": [{"op": "mill", "n": 2}, {"op": "draw", "n": 1}, {"op": "curse"}],
        "theft": [{"op": "opponent_discard_hand", "n": 1}, {"op": "draw", "n": 1}],
        "haste": [{"op": "extra_action", "phase": 1, "n": 2}],
        "storm": [{"op": "repeat_supremacy", "n": 2}],
    }
    horde = {"passive": [{"mod": "strength_count", "tag": "horde", "scope": "in_play"}]}
    feud = {"passive": [{"mod": "win_tie"}]}
    trap = {"on_play": [{"op": "enter_cursed", "n": 1}], "action": [{"op": "draw", "n": 1}]}
    dull = {
        "passive": [
            {"mod": "strength_bonus", "n": -1, "target": "own_same_column", "column_kind": "military"}
        ]
    }
    spark = {"action": [{"op": "draw", "n": 1}]}
    cards = [
        card(f"F{n:02}", word, "one", "fate", 0, effect={"on_play": parts})
        for n, (word, parts) in enumerate(fates.items())
    ]
    cards += [
        card("A01", "mob", "one", tags=["horde"], strength=0, effect=horde, copies=5),
        card("A02", "feud", "one", effect=feud, copies=2),
        card("A03", "trap", "one", "building", 1, effect=trap, copies=2),
        card("A04", "dullard", "one", effect=dull),
        card("A05", "spark", "one", "god", 0, effect=spark),
        card("A06", "filler", "one", phase=1, copies=8),
        card("B01", "soldier", "two", copies=9),
        card("B02", "hut", "two", "building", 1, copies=9),
        card("B03", "rival", "two", effect=feud, copies=9),
        card("B04", "ghost", "two", "god", 2, effect={"passive": [{"mod": "undying"}]}, copies=3),
        card("C01", "spare", "bonus", copies=9),
        card("C02", "extra", "bonus", copies=9),
        card("C03", "other", "bonus", copies=6),
    ]
    return read(made("Workshop", ("one", "two"), cards))


def generated(seed: int) -> CardSet:
    """A random set: any effect of the vocabulary on any card that may have it."""
    pick = random.Random(seed)
    houses = (f"red{'abcdefgh'[seed % 8]}", f"blue{'abcdefgh'[seed % 8]}")
    cards: list[Json] = []
    for letter, deck, size in (("R", houses[0], 30), ("S", houses[1], 30), ("T", "bonus", 24)):
        left = size
        while left:
            number = len(cards) + 1
            copies = min(left, pick.choice((1, 1, 1, 2, 3)))
            cards.append(
                _random_card(pick, f"{letter}{number:02}", f"{_name(number)}x{deck}"[:12], deck, copies)
            )
            left -= copies
    return read(made(f"Generated {seed}", houses, cards))


def _name(number: int) -> str:
    return "".join("abcdefghij"[int(digit)] for digit in f"{number:03}")


def _random_card(pick: random.Random, id: str, word: str, deck: str, copies: int) -> Json:
    type = pick.choice(("minion",) * 4 + ("building", "leader", "god", "fate"))
    phase: Any = pick.choice((0, 1, 2, "S") if type == "fate" else (0, 1, 2))
    more: Json = {"copies": copies, "tags": pick.choice(([], ["horde"]))}
    if type in STANDERS:
        more |= {"strength": pick.randint(0, 6), "columns": pick.sample(KINDS, pick.randint(1, 3))}
    return card(id, word, deck, type, phase, effect=_effect(pick, type, phase), **more)


def _effect(pick: random.Random, type: str, phase: Any) -> Json:
    effect: Json = {}
    if phase == "S":
        effect["timing"] = pick.choice(("before_determine", "exercise"))
    if type == "fate" or pick.random() < 0.4:
        effect["on_play"] = [_op(pick, type, "on_play") for _ in range(pick.choice((1, 1, 2)))]
    if type != "fate" and pick.random() < 0.35:
        effect["action"] = [_op(pick, type, "action")]
    if type != "fate" and pick.random() < 0.35:
        effect["passive"] = [_modifier(pick, type)]
    if type in STANDERS and pick.random() < 0.1:
        effect["play_requires"] = pick.choice(("own_minion_in_column", "own_leader_in_column"))
    return effect


def _scope(pick: random.Random, type: str) -> str:
    if type == "fate":
        return pick.choice(("any", "chosen_column"))
    return pick.choice(("any", "same_column", "same_region") if type in STANDERS else ("any",))


def _op(pick: random.Random, type: str, slot: str) -> Json:
    few, types, scope = pick.randint(1, 3), pick.sample(STANDERS, pick.randint(1, 3)), _scope(pick, type)
    removal: Json = {"count": few, "types": types, "scope": scope, "cursed_only": pick.random() < 0.3}
    if pick.random() < 0.5:
        removal["max_strength"] = pick.randint(0, 4)
    ops: list[Json] = [
        {"op": "curse", "n": few, "count": pick.randint(1, 3), "types": types, "scope": scope},
        {
            "op": "uncurse",
            "n": pick.choice((1, 2, "all")),
            "count": pick.choice((1, 2, "all")),
            "side": pick.choice(("self", "opponent", "any")),
            "types": types,
            "scope": scope,
        },
        {"op": "draw", "n": few},
        {"op": "opponent_discard_hand", "n": few, "chooser": pick.choice(("opponent", "random"))},
        {"op": "mill", "n": few},
        {"op": "discard_target", **removal},
        {"op": "return_to_hand", **removal},
        {"op": "move", "count": few, "types": pick.choice((["minion"], ["minion", "building"]))},
        {"op": "recover", "n": few, "types": pick.sample((*STANDERS, "god", "fate"), 2)},
        {"op": "restock", "n": few},
        {"op": "extra_action", "phase": pick.choice((1, 2)), "n": few},
        {"op": "repeat_supremacy", "n": few},
    ]
    if slot == "on_play" and type in STANDERS:
        ops += [{"op": "enter_cursed", "n": few}] * 3
    return pick.choice(ops)


def _modifier(pick: random.Random, type: str) -> Json:
    target = pick.choice(("self", "own_same_column", "own_all") if type in STANDERS else ("own_all",))
    types = pick.sample(STANDERS, pick.randint(0, 2))
    modifiers: list[Json] = [
        {
            "mod": "strength_bonus",
            "n": pick.choice((-2, -1, 1, 2)),
            "target": target,
            "types": types,
            "condition": pick.choice(("always", "own_building_in_column", "own_leader_in_column")),
            "column_kind": pick.choice((None, *KINDS)),
        },
        {"mod": "curse_immune", "target": target, "types": types},
        {
            "mod": "free_uncurse",
            "n": pick.randint(1, 2),
            "phase": pick.randint(0, 2),
            "side": pick.choice(("self", "any")),
        },
        {"mod": "undying"},
    ]
    if type in STANDERS:
        modifiers += [
            {"mod": "strength_count", "tag": "horde", "scope": pick.choice(("same_column", "in_play"))},
            {"mod": "supremacy_bonus", "kind": pick.choice(KINDS), "n": pick.randint(1, 2)},
            {"mod": "win_tie"},
        ]
    return pick.choice(modifiers)

"""Card sets: checked when they come in, known by their hash, played with like the shipped one."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from engine import notation, record, wire
from engine.errors import BadOptions, BadSet, UnknownSet
from engine.game import AnyGame
from engine.games.scarab_lords import GAME, sets
from engine.games.scarab_lords.cards import Card
from engine.games.scarab_lords.state import Options
from engine.rng import Rng
from tests.engine.games.scarab_lords.generated import card, generated, horde_data, hordes, read, workshop
from tests.engine.manners import MANNERS
from tests.engine.matches import wander
from tests.engine.promises import PROMISES

ANY: AnyGame = GAME


def problems(change: Any) -> tuple[str, ...]:
    """What is found wrong with the hordes after a change."""
    data = horde_data()
    change(data)
    with pytest.raises(BadSet) as refused:
        read(data)
    return refused.value.problems


def with_card(place: int, **changes: Any) -> Any:
    """A change of one card."""
    return lambda data: data["cards"][place].update(changes)


def test_the_shipped_set_is_the_default_and_counts_are_right() -> None:
    shipped = sets.get(sets.SHIPPED)
    assert Options().cards == sets.SHIPPED
    count = {
        deck: sum(c.copies for c in shipped.cards if c.deck == deck) for deck in ("ankar", "temet", "bonus")
    }
    assert count == {"ankar": 30, "temet": 30, "bonus": 24}
    assert [c.word for c in shipped.cards if c.source == "seed"] == [
        "river", "sphinxes", "enhu", "cleansing", "sands", "caravan", "kamal", "shonra", "kema",
    ]  # fmt: skip
    assert all(c.known for c in shipped.cards if c.source == "seed")
    assert not any(c.source == "published" for c in shipped.cards)


def test_every_card_stands_in_the_rules_with_its_source() -> None:
    for c in sets.get(sets.SHIPPED).cards:
        start = f"| `{c.word}` | {c.name} "
        (line,) = [line for line in GAME.rules.splitlines() if line.startswith(start)]
        assert c.source in line
        assert c.text in line


def test_every_verb_is_kept_from_being_the_word_of_a_card() -> None:
    assert {notation.verb(kind) for kind in GAME.moves} <= sets.RESERVED


def test_equal_sets_have_equal_hashes_however_their_files_look() -> None:
    data = horde_data()
    pretty = json.dumps(data, indent=3, sort_keys=True).encode()
    assert sets.read(pretty) == read(data)
    assert sets.digest(sets.read(pretty)) == sets.digest(read(data))
    assert sets.read(sets.write(hordes())) == hordes()
    assert sets.digest(hordes()) != sets.SHIPPED


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (with_card(0, copies=8), "The deck vess has 29 cards, copies counted; it must have 30."),
        (with_card(8, copies=5), "The deck bonus has 20 cards, copies counted; it must have 24."),
        (with_card(1, word="raider"), "Card raider, word: it is used 2 times."),
        (with_card(1, id="V01"), "Card V01, id: it is used 2 times."),
        (with_card(1, word="clean"), "Card V02, word: `clean` means something else in a line."),
        (with_card(1, word="ue"), "Card V02, word: `ue` means something else in a line."),
        (with_card(1, strength=None), "Card V02, strength: a minion has one."),
        (with_card(10, strength=3), "Card B03, strength: a fate has none."),
        (with_card(2, columns=["military"] * 2), "Card V03, columns: a minion, building or leader has"),
        (with_card(1, phase="S"), "Card V02, phase: only a fate can have phase S."),
        (with_card(10, phase="S"), "Card B03, effect.timing: a card of phase S says it, no other does."),
        (with_card(10, effect={}), "Card B03, effect: a fate has an on_play text and nothing else."),
        (with_card(1, phase=3), "Card V02, phase: Invalid enum value 3."),
        (with_card(1, strength="strong"), "Card V02, strength: Expected `int | null`, got `str`."),
        (with_card(1, deck="ankar"), "Card V02, deck: it must be one of vess, miron, bonus."),
        (with_card(1, colour="red"), "Card V02: Object contains unknown field `colour`."),
        (
            with_card(1, effect={"on_play": [{"op": "explode"}]}),
            "Card V02, effect.on_play[0].op: Invalid value 'explode'.",
        ),
        (
            with_card(1, effect={"on_play": [{"op": "draw", "n": 0}]}),
            "Card V02, effect.on_play[0].n: Expected `int` >= 1.",
        ),
        (
            with_card(1, effect={"action": [{"op": "enter_cursed", "n": 1}]}),
            "Card V02, effect.action[0].op: only minions, buildings and leaders enter cursed",
        ),
        (
            with_card(1, effect={"on_play": [{"op": "curse", "scope": "chosen_column"}]}),
            "Card V02, effect.on_play[0].scope: only a fate can name a column.",
        ),
        (
            with_card(10, effect={"on_play": [{"op": "curse", "scope": "same_region"}]}),
            "Card B03, effect.on_play[0].scope: a fate lies in no column.",
        ),
        (
            with_card(0, type="god", strength=None, columns=[]),
            "Card V01, effect.passive[0].mod: a god lies in no column.",
        ),
        (lambda data: data.pop("note"), "The set: Object missing required field `note`."),
        (lambda data: data["houses"].pop(), "houses: Expected `array` of length >= 2."),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_by_card_and_field(change: Any, sentence: str) -> None:
    found = problems(change)
    assert any(said.startswith(sentence) for said in found), found


def test_all_that_is_wrong_is_told_at_once() -> None:
    found = problems(lambda data: [with_card(0, copies=8)(data), with_card(1, word="clean")(data)])
    assert len(found) == 2


def test_what_is_no_json_or_too_large_is_refused() -> None:
    for raw in (b"", b"{", b"[]", b"null", b'{"cards": 3}', b"\xff\xfe", b" " * (sets.LARGEST + 1)):
        with pytest.raises(BadSet):
            sets.read(raw)


def test_a_set_that_nobody_added_is_unknown() -> None:
    options = Options(cards="0" * 64)
    with pytest.raises(UnknownSet) as unknown:
        GAME.setup(options, 2, Rng("0" * 64))
    assert unknown.value.name == "0" * 64


@pytest.mark.parametrize(
    ("options", "field", "sentence"),
    [
        ({"cards": "0" * 64}, "cards", "The card set 000000000000 is not here."),
        ({"cards": ""}, "cards", "The card set (none) is not here."),
        ({"joined": "1" * 64}, "joined", "The card set 111111111111 is not here."),
        ({"joined": sets.SHIPPED}, "joined", "The second card set is the first one again."),
        ({"houses": "ankar ankar"}, "houses", "Name two different houses of ankar, temet, or none."),
        ({"houses": "ankar vess"}, "houses", "Name two different houses of ankar, temet, or none."),
    ],
)
def test_options_that_do_not_go_together_are_told(options: dict[str, str], field: str, sentence: str) -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.vet(Options(**options))  # type: ignore[arg-type]
    assert (str(refused.value), refused.value.field) == (sentence, field)


def test_sets_with_a_word_in_common_do_not_meet() -> None:
    data = horde_data()
    data["cards"][2]["word"] = "kamal"
    with pytest.raises(BadOptions, match="Both card sets have something called kamal"):
        GAME.vet(Options(joined=sets.add(read(data))))


def test_any_house_meets_any_house() -> None:
    joined = sets.add(hordes())
    for houses in ("ankar vess", "miron temet", "vess miron", "temet ankar"):
        options = Options(joined=joined, houses=houses, match="best_of_three")
        GAME.vet(options)
        step = GAME.setup(options, 2, Rng("7" * 64))
        public, hidden = step.state.public, step.state.concealed
        assert " ".join(side.house for side in public.sides) == houses
        assert [len(hidden.decks[seat]) for seat in (0, 1)] == [24, 24]
        mixed = len({options.pack.bonus_of[house] for house in houses.split()}) == 2
        assert public.pool == (48 if mixed else 24)


def test_a_state_names_its_set_by_the_hash_alone() -> None:
    digest = sets.add(hordes())
    options = Options(cards=digest)
    state = GAME.setup(options, 2, Rng("7" * 64)).state
    text = wire.encode(state).decode()
    assert digest in text
    assert "strength_count" not in text
    assert GAME.sets is not None
    assert GAME.sets.named(options) == (digest,)
    assert GAME.sets.named(Options(joined=digest)) == (sets.SHIPPED, digest)


SETS = {
    "hordes": {"cards": sets.add(hordes()), "match": "best_of_three"},
    "mixed": {"joined": sets.add(hordes()), "houses": "ankar vess", "match": "best_of_three"},
    "workshop": {"cards": sets.add(workshop()), "first_turn_limit": "off"},
    **{f"generated {seed}": {"cards": sets.add(generated(seed))} for seed in range(6)},
    "generated, exchanged": {"cards": sets.add(generated(7)), "match": "best_of_three"},
}


@pytest.mark.parametrize("name", SETS)
def test_the_promises_are_kept_with_other_cards(name: str) -> None:
    match = wander(ANY, 2, Options(**SETS[name]), 11)  # type: ignore[arg-type]
    for promise in (*PROMISES, *MANNERS):
        if promise.__name__ != "promise_8":  # which asks nothing of the cards
            promise(ANY, match)


def test_a_record_names_its_set_by_the_hash() -> None:
    match = wander(ANY, 2, Options(**SETS["mixed"]), 3)  # type: ignore[arg-type]
    played = record.Record(GAME.slug, GAME.version, 2, match.options, match.rng.seed, match.moves)
    text = record.write(played)
    assert sets.digest(hordes()) in text
    assert record.read({GAME.slug: GAME}, text) == played


def test_a_card_needs_no_more_than_what_has_no_default() -> None:
    assert msgspec.convert(card("V01", "raider", "vess"), Card).copies == 1


def test_a_deep_file_is_told_so() -> None:
    with pytest.raises(BadSet, match="nested too deeply"):
        sets.read(b"[" * 100_000)


def test_signs_that_cannot_be_printed_are_told_by_card_and_field() -> None:
    data = horde_data()
    data["note"] = "two\nlines"
    data["cards"][3]["text"] = "left\u202eright"
    with pytest.raises(BadSet) as refused:
        sets.read(json.dumps(data).encode())
    assert refused.value.problems == (
        "The set, note: it has signs that cannot be printed.",
        "Card V04, text: it has signs that cannot be printed.",
    )

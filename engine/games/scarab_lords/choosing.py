"""Choices that texts ask for, and discard lists (RULES 5, 5.9)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Seat
from engine.games.scarab_lords import cards as c
from engine.games.scarab_lords import events as e
from engine.games.scarab_lords import moves as m
from engine.games.scarab_lords.actions import not_held, refuse, unnamed
from engine.games.scarab_lords.draft import Draft, put
from engine.games.scarab_lords.effects import VERBS, choose, stop, ways
from engine.games.scarab_lords.scene import Reason, Scene


def wanted(scene: Scene) -> type[m.Choice]:
    """The kind of move by which the choice is made."""
    return m.Curse if scene.op is None else VERBS[type(scene.op)]


def choice_candidates(scene: Scene) -> Iterator[m.ScarabMove]:
    """The choices for the text that waits."""
    kind = wanted(scene)
    for key, spot in scene.choosable.by_key.items():
        if kind is m.Shift:
            yield from (m.Shift(key[0], column, key[1]) for column in ways(scene.public, spot))
        else:
            yield kind(*key)  # type: ignore[arg-type]
    if isinstance(scene.op, c.Restock):
        yield m.Stop()


def check_choice(scene: Scene, move: m.ScarabMove) -> None:
    """Whether a move makes the choice that a text waits for (5.1)."""
    if isinstance(move, m.Stop) and isinstance(scene.op, c.Restock):
        return
    if type(move) is not wanted(scene):
        refuse(first_choose(scene))
    assert isinstance(move, m.Curse | m.Clean | m.Choose | m.Discard | m.Shift)
    key = (move.card, move.place)
    if key not in scene.choosable.by_key:
        refuse(unnamed(scene, scene.choosable, key, "That card cannot be chosen here."))
    if isinstance(move, m.Shift) and move.column not in ways(scene.public, scene.choosable.by_key[key]):
        refuse((f"{move.card} cannot move to {move.column}: another column that its icons allow.", "5.11"))


def first_choose(scene: Scene) -> Reason:
    """The refusal of a move that is not the choice that is due."""
    assert scene.frame is not None
    source = scene.frame.card
    what = "Religion" if source is None else scene.pack.word[source]
    return f"{what} waits for a choice: `{wanted(scene).usage}`.", "5.1"


def first_repeat(scene: Scene) -> Reason:
    """The refusal of a move while a supremacy is to be exercised once more."""
    return "First exercise one of your supremacies once more: draw, mill or curse.", "5.14"


def do_choice(table: Draft, seat: Seat, move: m.ScarabMove) -> None:
    """The text goes on with what was chosen (5.1)."""
    if isinstance(move, m.Stop):
        stop(table)
        return
    assert isinstance(move, m.Curse | m.Clean | m.Choose | m.Discard | m.Shift)
    scene = Scene(table, seat, table.hands[seat])
    spot = scene.choosable.spot(move.card, move.place)
    choose(table, spot, move.column if isinstance(move, m.Shift) else None)


def list_candidates(scene: Scene) -> Iterator[m.ScarabMove]:
    """What can be done with the discard list, if there is any use for one."""
    if not scene.is_list_of_use:
        return
    for word in scene.rankable:
        yield m.Rank(word)
    if scene.side.is_ranked:
        yield m.Unrank()


def not_rankable(scene: Scene, word: str) -> Reason | None:
    """Why a card cannot be put on the list (5.9)."""
    if word in scene.words and word not in scene.rankable:
        return f"{word} is on your list already.", "5.9"
    return not_held(scene, word)


def check_rank(scene: Scene, move: m.Rank) -> None:
    """Putting a card on the list (5.9)."""
    refuse(no_use(scene))
    refuse(not_rankable(scene, move.card))


def no_use(scene: Scene) -> Reason | None:
    """Why a list cannot be left at all."""
    if scene.is_list_of_use:
        return None
    return "Your opponent has no card that would make you discard: there is no use for a list.", "5.9"


def check_unrank(scene: Scene, move: m.Unrank) -> None:
    """Tearing up the list (5.9)."""
    if not scene.side.is_ranked:
        refuse(("You have left no discard list.", "5.9"))


def do_rank(table: Draft, seat: Seat, move: m.Rank) -> None:
    """The list exists for all to see; what is on it, only its owner knows (5.9)."""
    ranking = table.rankings[seat]
    card = Scene(table, seat, table.hands[seat], ranking).rankable.get(move.card)
    assert card is not None, f"{move.card} cannot be ranked"
    table.rankings = put(table.rankings, seat, (*ranking, card))
    if not table.sides[seat].is_ranked:
        table.change(seat, is_ranked=True)
        table.events.append(e.ListLeft(seat))
    table.events.append(e.ListExtended(seat, card, to=(seat,)))


def do_unrank(table: Draft, seat: Seat, move: m.Unrank) -> None:
    """No list any more (5.9)."""
    table.rankings = put(table.rankings, seat, ())
    table.change(seat, is_ranked=False)
    table.events.append(e.ListTorn(seat))

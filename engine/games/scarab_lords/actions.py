"""What the seat whose turn it is may do, and what that does (RULES 4 to 7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.errors import IllegalMove
from engine.game import Seat
from engine.games.scarab_lords import cards as c
from engine.games.scarab_lords import events as e
from engine.games.scarab_lords import moves as m
from engine.games.scarab_lords.cards import COLUMNS, INDEX
from engine.games.scarab_lords.course import determine, end_turn
from engine.games.scarab_lords.draft import Draft
from engine.games.scarab_lords.effects import begin, remove, run, take_scarabs
from engine.games.scarab_lords.naming import Key, Names
from engine.games.scarab_lords.scene import Reason, Scene
from engine.games.scarab_lords.state import (
    ALL_PHASES,
    EXERCISE,
    HAND,
    ORDER,
    PHASES,
    Frame,
    PhaseLetter,
    Standing,
    other,
)
from engine.notation import quoted

PLAYS: dict[tuple[str, str | None], m.Play] = {}
"""Moves that come up all the time, made once."""
NAMINGS = tuple(m.Phases(first, second) for first, second in combinations(ALL_PHASES, 2))


def turn_candidates(scene: Scene) -> Iterator[m.ScarabMove]:
    """The moves of a turn, but for supremacies and lists."""
    public = scene.public
    if public.phase in ("phases", "start"):
        yield from redraws(scene)
    if public.phase == "phases":
        yield from NAMINGS
    elif not public.is_bare:
        yield from (plays(word, column) for word, column in scene.plays)
        yield from (m.Use(*key) for key in scene.usable.by_key)
        yield from (m.Clean(*key) for key in scene.cleanable.by_key)
        yield from (m.Free(*key) for key in scene.freeable.by_key)
    yield from (m.Discard(*key) for key in scene.discardable.by_key)
    if public.phase != "phases":
        yield m.Done()


def plays(word: str, column: c.Column | None) -> m.Play:
    """The move that plays a card."""
    move = PLAYS.get((word, column))
    if move is None:
        move = PLAYS[word, column] = m.Play(word, column)
    return move


def redraws(scene: Scene) -> Iterator[m.Redraw]:
    """More than the least are dropped by discarding them first."""
    if scene.public.options.redraw_min_discard and scene.hand:
        yield from (m.Redraw((word,)) for word in scene.words)
    else:
        yield m.Redraw()


def refuse(reason: Reason | None) -> None:
    """Raises IllegalMove for a reason, if there is one."""
    if reason is not None:
        raise IllegalMove(*reason)


def check_phases(scene: Scene, move: m.Phases) -> None:
    """Naming the phases of the first turn (4.13)."""
    if scene.public.phase != "phases":
        refuse(("Phases are named only by the starting player, before the first turn.", "4.13"))
    if move.first >= move.second:
        refuse(("Name two different phases, the earlier one first.", "4.13"))
    if move.second == "s" and scene.public.options.first_turn_limit == "two_action_phases":
        refuse(("Supremacy takes place in any case: name two of the phases 0, 1 and 2.", "4.13"))


def do_phases(table: Draft, seat: Seat, move: m.Phases) -> None:
    """The turn has these phases only (4.13)."""
    named: tuple[PhaseLetter, ...] = (move.first, move.second)
    if table.options.first_turn_limit == "two_action_phases":
        named = (*named, "s")
    table.allowed = named
    table.phase = "start"
    table.events.append(e.PhasesNamed(seat, named))


def check_redraw(scene: Scene, move: m.Redraw) -> None:
    """Filling up the hand in place of a turn (4.3)."""
    if scene.public.phase not in ("phases", "start"):
        refuse(("You have begun a normal turn: it is too late to redraw.", "4.2"))
    least = min(scene.public.options.redraw_min_discard, len(scene.hand))
    if len(move.cards) > least:
        refuse(("Drop cards by discarding them before you redraw.", "4.3"))
    if len(move.cards) < least:
        refuse(("In this match a redraw drops a card at least.", "4.3"))
    for card in move.cards:
        refuse(not_held(scene, card))


def not_held(scene: Scene, card: str) -> Reason | None:
    """Why a card cannot be named as one of the hand."""
    if card in scene.words:
        return None
    word = card.rpartition("-")[0]
    if card in scene.hand:
        return f"Equal cards of your hand are alike: name it {word}.", "10.3"
    if card in scene.pack.by_word or card in scene.pack.card:
        return f"You do not hold {card}.", "4.6"
    return f"There is no card {quoted(card)} in this match.", "10.3"


def do_redraw(table: Draft, seat: Seat, move: m.Redraw) -> None:
    """Cards up to six, as far as the deck goes; the turn is over (4.3)."""
    dropped = tuple(first_copy(table, seat, word) for word in move.cards)
    for card in dropped:
        table.take_from_hand(seat, card)
    table.discard(seat, *dropped)
    table.events.append(e.HandRedrawn(seat, dropped))
    missing = HAND - len(table.hands[seat])
    if missing > 0:
        table.draw(seat, missing)
    end_turn(table)


def first_copy(table: Draft, seat: Seat, word: str) -> str:
    """The copy of a word that came first into a hand; for a move that was checked."""
    copies = [card for card in table.hands[seat] if table.pack.word[card] == word]
    assert copies, f"{word} is not in the hand"
    return copies[0]


def check_play(scene: Scene, move: m.Play) -> None:
    """Playing a card from hand (6.1, 6.2)."""
    word, column = move.card, move.column
    if (word, column) in scene.plays:
        return
    if word not in scene.words:
        refuse(not_held(scene, word))
    spots = scene.pack.spots[word]
    if column not in spots:
        refuse(_wrong_spot(scene, word, column))
    refuse(scene.barred(scene.pack.phase[word]) or scene.not_placed(word, column))


def _wrong_spot(scene: Scene, word: str, column: str | None) -> Reason:
    kind = scene.pack.by_word[word].type
    allowed = ", ".join(spot for spot in scene.pack.spots[word] if spot)
    if not allowed:
        return f"{word} is a {kind}: it is played to no column.", "6.2"
    if column is None:
        return f"Say to which column: {word} goes to {allowed}.", "6.2"
    return f"{word} does not go to {column}: its icons allow {allowed}.", "6.2"


def do_play(table: Draft, seat: Seat, move: m.Play) -> None:
    """The card comes into play, and its texts are carried out (6.1 to 6.4)."""
    word, column = move.card, move.column
    card = first_copy(table, seat, word)
    kind = table.pack.by_word[word].type
    spend_action(table, table.pack.phase[word])
    table.take_from_hand(seat, card)
    table.events.append(e.CardPlayed(seat, card, column))
    if kind == "fate":
        table.fate = card
    elif kind == "god":
        for god in table.sides[other(seat)].field.gods:
            remove(table, other(seat), god.card)
        table.set_row(seat, None, (*table.row(seat, None), Standing(card)))
    else:
        assert column is not None
        place = INDEX[column]
        table.set_row(seat, place, (*table.row(seat, place), Standing(card)))
    if word in table.pack.active:
        if table.options.play_uses_activation:
            table.activated = (*table.activated, card)
        begin(table, Frame(seat, "action", card, column))
    begin(table, Frame(seat, "on_play", card, column))
    run(table)


def spend_action(table: Draft, phase: int) -> None:
    """The turn has come to a phase, and one of its actions is used up (4.5)."""
    reach(table, phase)
    one, two = table.actions
    if phase == 1:
        table.actions = (one - 1, two)
    elif phase == 2:
        table.actions = (one, two - 1)


def reach(table: Draft, phase: int) -> None:
    """The turn has come to a phase; those before it are over, and supremacies are determined (4.5, 7.2)."""
    if ORDER[table.phase] < phase:
        if phase == EXERCISE:
            determine(table)
        table.phase = PHASES[phase]


def check_use(scene: Scene, move: m.Use) -> None:
    """Activating a card in play (6.3)."""
    if (move.card, move.place) in scene.usable.by_key:
        return
    for spot in scene.mine:
        if move.card in (spot.card, scene.pack.word[spot.card]) and move.place in (None, spot.where):
            refuse(scene.not_usable(spot))
    refuse(unnamed(scene, scene.usable, (move.card, move.place), "You have no such card in play."))


def unnamed(scene: Scene, names: Names, key: Key, otherwise: str) -> Reason:
    """Why a card and a place name nothing that can be meant."""
    card, place = key
    meant = names.meant(card, place)
    if meant != key:
        return f"Name it `{' '.join(filter(None, meant))}`: that says all that is needed.", "10.3"
    found = [known for known, spot in names.by_key.items() if card in (known[0], scene.pack.word[spot.card])]
    if found and place is None:
        said = " or ".join(f"`{' '.join(filter(None, each))}`" for each in found)
        return f"Say which one: {said}.", "10.3"
    if card not in scene.pack.by_word and card not in scene.pack.card:
        return f"There is no card {quoted(card)} in this match.", "10.3"
    return otherwise, "10.3"


def do_use(table: Draft, seat: Seat, move: m.Use) -> None:
    """The action text is carried out once more (6.3)."""
    scene = Scene(table, seat, table.hands[seat])
    spot = scene.usable.spot(move.card, move.place)
    spend_action(table, table.pack.phase[table.pack.word[spot.card]])
    table.activated = (*table.activated, spot.card)
    table.activations += 1
    table.events.append(e.CardUsed(seat, spot.card))
    column = None if spot.place is None else COLUMNS[spot.place]
    begin(table, Frame(seat, "action", spot.card, column))
    run(table)


def check_clean(scene: Scene, move: m.Clean) -> None:
    """Uncursing by an action (6.5)."""
    key = (move.card, move.place)
    if key in scene.cleanable.by_key:
        return
    for spot in scene.reach_of_cleaning:
        if move.card in (spot.card, scene.pack.word[spot.card]) and move.place in (None, spot.where):
            if not spot.scarabs:
                refuse((f"No scarab lies on {move.card}.", "6.5"))
            refuse(scene.barred(scene.pack.phase[scene.pack.word[spot.card]]))
    refuse(unnamed(scene, scene.cleanable, key, "There is no such card that you could clean."))


def do_clean(table: Draft, seat: Seat, move: m.Clean) -> None:
    """One scarab less (6.5)."""
    scene = Scene(table, seat, table.hands[seat])
    spot = scene.cleanable.spot(move.card, move.place)
    spend_action(table, table.pack.phase[table.pack.word[spot.card]])
    take_scarabs(table, spot, 1)


def check_free(scene: Scene, move: m.Free) -> None:
    """Taking a scarab off without an action (5.12)."""
    key = (move.card, move.place)
    if key in scene.freeable.by_key:
        return
    if not scene.offers:
        reasons = [scene.not_offered(*offer) for offer in scene.all_offers]
        refuse(reasons[0] if reasons else ("You have no card in play that offers this.", "5.12"))
    refuse(unnamed(scene, scene.freeable, key, "There is no such card with a scarab on it."))


def do_free(table: Draft, seat: Seat, move: m.Free) -> None:
    """The offer is used for this turn (5.12)."""
    scene = Scene(table, seat, table.hands[seat])
    spot = scene.freeable.spot(move.card, move.place)
    offer, card = next(
        (offer, card) for offer, card in scene.offers if spot.seat == seat or offer.side == "any"
    )
    reach(table, offer.phase)
    table.freed = (*table.freed, card)
    take_scarabs(table, spot, offer.n)


def check_discard(scene: Scene, move: m.Discard) -> None:
    """Discarding freely (4.7)."""
    key = (move.card, move.place)
    if key not in scene.discardable.by_key:
        refuse(unnamed(scene, scene.discardable, key, "You have no such card in hand or in play."))


def do_discard(table: Draft, seat: Seat, move: m.Discard) -> None:
    """To one's own discard pile, face-up (4.7)."""
    scene = Scene(table, seat, table.hands[seat])
    spot = scene.discardable.spot(move.card, move.place)
    if spot.where == "hand":
        table.take_from_hand(seat, spot.card)
    else:
        table.take_from_play(seat, spot.card)
    table.discard(seat, spot.card)
    table.events.append(e.CardDiscarded(seat, spot.card, spot.where == "hand"))


def check_done(scene: Scene, move: m.Done) -> None:
    """Ending the turn (4.6)."""
    public = scene.public
    if public.phase == "phases" or public.is_bare:
        refuse(scene.closed(0))
    if not public.has_left:
        refuse(("First play or discard a card from your hand: one must leave it in a normal turn.", "4.6"))

"""The exchange between two games: five cards into the pool, five out of it (RULES 8)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import IllegalMove
from engine.game import Seat
from engine.games.scarab_lords import events as e
from engine.games.scarab_lords import moves as m
from engine.games.scarab_lords.course import begin_game
from engine.games.scarab_lords.draft import Draft, put, without
from engine.games.scarab_lords.sets import Pack
from engine.games.scarab_lords.state import EXCHANGED, RANKED, Cards, Public, View, other
from engine.notation import quoted


def choosers(public: Public) -> tuple[Seat, ...]:
    """Who has still to choose (8.2, 8.4, 8.5)."""
    winner = other(public.loser)
    if public.stage == "put":
        return tuple(seat for seat in (0, 1) if not public.confirmed[seat])
    if public.stage == "take":
        idle = public.confirmed[winner] or public.is_waiting
        return (public.loser,) if idle else (0, 1)
    return (winner,)


def wanted(public: Public, seat: Seat) -> int:
    """How many cards a seat picks."""
    return RANKED if public.stage == "take" and seat != public.loser else EXCHANGED


def on_offer(view: View) -> list[str]:
    """The cards that the viewer can still pick."""
    assert view.seat is not None
    cards = view.lists[view.seat] if view.public.stage == "put" else view.pool
    return [card for card in cards if card not in view.picks]


def _words(pack: Pack, cards: Cards | list[str]) -> dict[str, str]:
    return {pack.word[card]: card for card in reversed(cards)}


def pool_candidates(view: View) -> Iterator[m.ScarabMove]:
    """What can be picked, taken back, confirmed."""
    pack, seat = view.public.options.pack, view.seat
    assert seat is not None
    if len(view.picks) < wanted(view.public, seat):
        yield from (m.Pick(word) for word in _words(pack, on_offer(view)))
    else:
        yield m.Confirm()
    yield from (m.Unpick(word) for word in _words(pack, view.picks))
    if view.public.stage == "take" and seat != view.public.loser:
        yield m.Wait()


def check_pool(view: View, move: m.ScarabMove) -> None:
    """All that is allowed in an exchange (8.2 to 8.6)."""
    public, seat = view.public, view.seat
    assert seat is not None
    number = wanted(public, seat)
    if isinstance(move, m.Pick):
        if len(view.picks) >= number:
            said = f"You have picked {number}: `unpick` one first, or `confirm`."
            raise IllegalMove(said, "8.6")
        _check_known(view, move.card, on_offer(view), "There is no {card} to be picked.")
    elif isinstance(move, m.Unpick):
        _check_known(view, move.card, list(view.picks), "You have not picked {card}.")
    elif isinstance(move, m.Confirm):
        if len(view.picks) < number:
            said = f"Pick {number} cards before you confirm: you have {len(view.picks)}."
            raise IllegalMove(said, "8.6")
    elif not isinstance(move, m.Wait):
        raise IllegalMove("The game is over, and cards are exchanged: pick cards, and confirm.", "8.2")
    elif public.stage != "take" or seat == public.loser:
        raise IllegalMove("Only the winner can wait, while the loser takes cards from the pool.", "8.5")


def _check_known(view: View, card: str, cards: list[str], otherwise: str) -> None:
    pack = view.public.options.pack
    if card in _words(pack, cards):
        return
    word = card.rpartition("-")[0]
    if card in cards:
        raise IllegalMove(f"Equal cards are alike here: name it {word}.", "10.3")
    if card in pack.by_word or card in pack.card:
        raise IllegalMove(otherwise.format(card=card), "8.6")
    raise IllegalMove(f"There is no card {quoted(card)} in this match.", "10.3")


def do_pick(table: Draft, seat: Seat, move: m.Pick) -> None:
    """Nobody else hears of it (8.6)."""
    cards = table.lists[seat] if table.stage == "put" else table.pool
    picks = table.picks[seat]
    card = next(c for c in cards if table.pack.word[c] == move.card and c not in picks)
    table.picks = put(table.picks, seat, (*picks, card))
    table.events.append(e.CardPicked(seat, card, to=(seat,)))


def do_unpick(table: Draft, seat: Seat, move: m.Unpick) -> None:
    """Nobody else hears of it (8.6)."""
    picks = table.picks[seat]
    card = next(c for c in picks if table.pack.word[c] == move.card)
    table.picks = put(table.picks, seat, without(picks, card))
    table.events.append(e.CardUnpicked(seat, card, to=(seat,)))


def do_wait(table: Draft, seat: Seat, move: m.Wait) -> None:
    """The winner is asked again when the loser has taken his cards (8.5)."""
    table.is_waiting = True
    table.picks = put(table.picks, seat, ())
    table.events.append(e.ChoicePostponed(seat))


def do_confirm(table: Draft, seat: Seat, move: m.Confirm) -> None:
    """All see that a seat has chosen; what comes next, when all have (8.3 to 8.5)."""
    table.confirmed = put(table.confirmed, seat, True)
    table.events.append(e.ChoiceConfirmed(seat))
    if table.stage == "put":
        if all(table.confirmed):
            fill(table)
    elif table.stage == "last":
        take(table, seat)
        begin_game(table, table.loser)
    elif seat == table.loser:
        take_first(table)


def fill(table: Draft) -> None:
    """Both put their cards into the pool, and the loser takes first (8.3, 8.4)."""
    is_open = table.options.bonus_pool_visible
    winner = other(table.loser)
    if not is_open:
        doubts = {*table.lists[table.loser], *table.unsure[winner]}
        table.unsure = put(((), ()), winner, tuple(sorted(doubts)))
    table.events.append(e.PoolFilled(table.picks if is_open else ((), ())))
    for seat in (0, 1):
        going = table.picks[seat]
        _own(table, seat, tuple([card for card in table.lists[seat] if card not in going]))
        table.pool = (*table.pool, *going)
    table.pool = tuple(sorted(table.pool))
    table.picks = ((), ())
    table.confirmed = (False, False)
    table.is_waiting = not is_open
    table.stage = "take"
    table.turn += 1


def take_first(table: Draft) -> None:
    """The loser has taken; the winner follows at once if he has ranked enough (8.4, 8.5)."""
    winner = other(table.loser)
    take(table, table.loser)
    left = [card for card in table.picks[winner] if card in table.pool]
    table.picks = put(table.picks, winner, tuple(left[:EXCHANGED]))
    if not table.options.bonus_pool_visible:
        table.unsure = put(table.unsure, winner, ())  # he sees the pool now
    if table.confirmed[winner]:
        take(table, winner)
        begin_game(table, table.loser)
        return
    table.is_waiting = False
    table.stage = "last"
    table.turn += 1


def take(table: Draft, seat: Seat) -> None:
    """What a seat has picked goes from the pool into its deck."""
    taken = table.picks[seat]
    is_open = table.options.bonus_pool_visible
    if not is_open:
        doubter = other(seat)
        doubts = {*table.unsure[doubter], *table.pool}
        table.unsure = put(table.unsure, doubter, tuple(sorted(doubts)))
    table.pool = tuple([card for card in table.pool if card not in taken])
    _own(table, seat, tuple(sorted((*table.lists[seat], *taken))))
    table.picks = put(table.picks, seat, ())
    table.events.append(e.PoolTaken(seat, taken if is_open else ()))


def _own(table: Draft, seat: Seat, cards: Cards) -> None:
    """All cards of a seat, none of them in hand: they lie in its deck in an order that tells nothing."""
    deck, table.rng = table.rng.shuffle(cards)
    table.lists = put(table.lists, seat, cards)
    table.decks = put(table.decks, seat, deck)
    table.change(seat, deck=len(deck))

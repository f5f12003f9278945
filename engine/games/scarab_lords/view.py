"""What a seat may know, and what it could not tell apart."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.game import Seat
from engine.games.scarab_lords.draft import put
from engine.games.scarab_lords.pool import wanted
from engine.games.scarab_lords.state import Cards, Concealed, State, View, other
from engine.rng import Rng


def look(state: State, seat: Seat | None) -> View:
    """The public part as it is, the seat's own hand and picks, and what it knows of decks and pool."""
    public, hidden = state.public, state.concealed
    pool, lists = known_pool(state, seat), known_lists(state, seat)
    if seat is None:
        return View(None, public, pool=pool, lists=lists, last=last_cards(state, None))
    return View(
        seat,
        public,
        hidden.hands[seat],
        pool,
        lists,
        hidden.rankings[seat],
        hidden.picks[seat],
        last_cards(state, seat),
    )


def last_cards(state: State, seat: Seat | None) -> Cards:
    """For each player the one hidden card that the viewer does not see, if it is the only one (9.4)."""
    found: Cards = ()
    for owner, side in enumerate(state.public.sides):
        unseen = side.deck - len(side.buried)
        if owner != seat:
            unseen += side.hand - len(side.known)
        if unseen == 1:
            cards = _unshown(state, owner)
            found += tuple([card for card in cards if owner != seat or card in state.concealed.decks[owner]])
    if found and not is_open(state):
        doubts = found if seat is None else state.concealed.unsure[seat]
        found = tuple([card for card in found if card not in doubts])
    return found


def is_open(state: State) -> bool:
    """Whether everyone knows what is in the pool, and so who has what."""
    public = state.public
    return public.options.bonus_pool_visible or (public.game == 1 and public.stage in ("play", "put", "over"))


def known_pool(state: State, seat: Seat | None) -> Cards:
    """The cards of the pool that a seat, or a spectator, knows to be there (8.7)."""
    pool = state.concealed.pool
    if is_open(state):
        return pool
    if seat is None:
        return ()
    unsure = state.concealed.unsure[seat]
    return tuple([card for card in pool if card not in unsure])


def known_lists(state: State, seat: Seat | None) -> tuple[Cards, ...]:
    """For each seat the cards that the viewer knows to be its (8.7)."""
    lists = state.concealed.lists
    if is_open(state):
        return lists
    if seat is None:
        return ((), ())
    unsure = state.concealed.unsure[seat]
    sure = tuple([card for card in lists[other(seat)] if card not in unsure])
    return put(lists, other(seat), sure)  # type: ignore[no-any-return]


def resample(state: State, seat: Seat | None, rng: Rng) -> State:
    """Deals all cards anew that the seat cannot know, and renews choices and randomness.

    Decks are shuffled but for cards that all saw being laid under them, hands but for cards
    that all saw going there. In a match with a closed pool the cards of which the seat is not
    sure change places between the other seat and the pool.
    """
    public, hidden = state.public, state.concealed
    moved, rng = exchange_unsure(state, seat, rng)
    hands = [_moved(hand, moved) for hand in hidden.hands]
    decks = [_moved(deck, moved) for deck in hidden.decks]
    for owner in (0, 1):
        side = public.sides[owner]
        kept = hands[owner] if owner == seat else side.known
        hands[owner], decks[owner], rng = _dealt(hands[owner], decks[owner], kept, side.buried, rng)
    lists = tuple(_sorted(_moved(cards, moved)) for cards in hidden.lists)
    changed = replace(
        hidden,
        hands=tuple(hands),
        decks=tuple(decks),
        pool=_moved(hidden.pool, moved),
        lists=lists,
        unsure=tuple(_sorted(_moved(cards, moved)) for cards in hidden.unsure),
    )
    return State(public, renew_choices(replace(state, concealed=changed), seat, rng))


def exchange_unsure(state: State, seat: Seat | None, rng: Rng) -> tuple[dict[str, str], Rng]:
    """For each card of which the seat is not sure the one that takes its place."""
    hidden = state.concealed
    if is_open(state):
        return {}, rng
    if seat is None:
        unsure = [*hidden.pool, *_unshown(state, 0), *_unshown(state, 1)]
    else:
        doubts = hidden.unsure[seat]
        spots = (*hidden.pool, *_unshown(state, other(seat)))
        unsure = [card for card in spots if card in doubts]
    shuffled, rng = rng.shuffle(unsure)
    return dict(zip(unsure, shuffled, strict=True)), rng


def _unshown(state: State, owner: Seat) -> list[str]:
    """The cards in hand and deck that not everyone knows to be there."""
    side = state.public.sides[owner]
    cards = (*state.concealed.hands[owner], *state.concealed.decks[owner])
    return [card for card in cards if card not in side.known and card not in side.buried]


def _moved(cards: Cards, moved: dict[str, str]) -> Cards:
    return tuple([moved.get(card, card) for card in cards]) if moved else cards


def _sorted(cards: Iterable[str]) -> Cards:
    return tuple(sorted(cards))


def _dealt(hand: Cards, deck: Cards, kept: Cards, buried: Cards, rng: Rng) -> tuple[Cards, Cards, Rng]:
    """Hand and deck with all but the kept cards and the buried ones mixed."""
    top = deck[: len(deck) - len(buried)]
    mixed, rng = rng.shuffle([card for card in (*hand, *top) if card not in kept])
    fresh = iter(mixed)
    hand = tuple([card if card in kept else next(fresh) for card in hand])
    return hand, (*fresh, *buried), rng


def renew_choices(state: State, seat: Seat | None, rng: Rng) -> Concealed:
    """Discard lists and picks of others as they could be, and another generator."""
    public, hidden = state.public, state.concealed
    rankings, picks = list(hidden.rankings), list(hidden.picks)
    for owner in (0, 1):
        if owner == seat:
            continue
        if public.sides[owner].is_ranked:
            rankings[owner], rng = _some(hidden.hands[owner], None, rng)
        if public.stage in ("put", "take", "last"):
            cards = hidden.lists[owner] if public.stage == "put" else hidden.pool
            most = wanted(public, owner)
            exact = most if public.confirmed[owner] else None
            picks[owner], rng = _some(cards, exact, rng, most)
            if exact is None and public.is_waiting and owner != public.loser:
                picks[owner] = ()
    return replace(hidden, rankings=tuple(rankings), picks=tuple(picks), rng=rng.fork("resample"))


def _some(cards: Cards, exact: int | None, rng: Rng, most: int | None = None) -> tuple[Cards, Rng]:
    """Some of the cards in random order: so many, or any number up to the most."""
    shuffled, rng = rng.shuffle(cards)
    if exact is None:
        exact, rng = rng.below(min(len(cards), len(cards) if most is None else most) + 1)
    return shuffled[:exact], rng

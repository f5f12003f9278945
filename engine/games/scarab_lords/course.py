"""The course of a match: the deal, turns, the ends of games and of the match (RULES 2, 4, 8)."""

from __future__ import annotations

from engine.game import Seat, Step
from engine.games.scarab_lords import events as e
from engine.games.scarab_lords.cards import COLUMNS
from engine.games.scarab_lords.draft import Draft
from engine.games.scarab_lords.reckoning import held, is_supreme, standing, strengths
from engine.games.scarab_lords.sets import Pack
from engine.games.scarab_lords.state import (
    ALL_PHASES,
    HAND,
    Cards,
    Field,
    GameResult,
    Options,
    Side,
    State,
    other,
)
from engine.rng import Rng

NOBODY = (None,) * len(COLUMNS)
BEST_OF = 3


def setup(options: Options, seats: int, rng: Rng) -> Step[State, e.ScarabEvent]:
    """Draws lots for houses and starter, and deals (2.1 to 2.4)."""
    starter, rng = rng.below(seats)
    houses, rng = draw_houses(options, rng)
    decks = tuple(options.pack.copies[house] for house in houses)
    pool = bonus_deck(options.pack, houses) if options.match == "best_of_three" else ()
    one, two = (Side(house, empty_field(), (), 0, 0) for house in houses)
    table = Draft(
        options=options,
        stage="play",
        game=0,
        turn=0,
        single=0,
        starter=starter,
        acting=starter,
        phase="start",
        allowed=ALL_PHASES,
        actions=(1, 1),
        has_left=False,
        is_bare=False,
        activated=(),
        activations=0,
        freed=(),
        exercised=(),
        pyramids=NOBODY,
        frames=(),
        fate=None,
        sides=(one, two),
        results=(),
        loser=starter,
        confirmed=(False, False),
        is_waiting=False,
        hands=((), ()),
        decks=decks,
        pool=pool,
        lists=((), ()),
        unsure=((), ()),
        rankings=((), ()),
        picks=((), ()),
        rng=rng,
        events=[],
    )
    begin_game(table, starter)
    return table.step()


def empty_field() -> Field:
    """Nothing in play."""
    return Field(((),) * len(COLUMNS))


def draw_houses(options: Options, rng: Rng) -> tuple[tuple[str, ...], Rng]:
    """The houses of the seats: those that are named, or the first set's two by lot (2.1)."""
    if options.houses:
        return tuple(options.houses.split()), rng
    return rng.shuffle(list(options.pack.titles)[:2])


def bonus_deck(pack: Pack, houses: tuple[str, ...]) -> Cards:
    """The bonus deck of the houses' set, or both of them joined (8.8)."""
    decks = dict.fromkeys(pack.bonus_of[house] for house in houses)
    return tuple(card for deck in decks for card in pack.copies[deck])


def begin_game(table: Draft, starter: Seat) -> None:
    """Shuffles and deals, and the starter's first turn comes (2.2 to 2.4)."""
    table.stage = "play"
    table.game += 1
    table.single = 0
    table.starter = starter
    table.pyramids = NOBODY
    table.events.append(e.GameBegan(table.game, starter, (table.sides[0].house, table.sides[1].house)))
    for seat in (0, 1):
        deal(table, seat)
    begin_turn(table, starter)


def deal(table: Draft, seat: Seat) -> None:
    """A seat's shuffled deck, and six cards of it in hand."""
    cards, table.rng = table.rng.shuffle(table.decks[seat])
    hand, deck = cards[:HAND], cards[HAND:]
    table.hands = (hand, table.hands[1]) if seat == 0 else (table.hands[0], hand)
    table.decks = (deck, table.decks[1]) if seat == 0 else (table.decks[0], deck)
    table.change(
        seat,
        field=empty_field(),
        discards=(),
        hand=len(hand),
        deck=len(deck),
        known=(),
        buried=(),
        is_ranked=False,
    )
    table.events.append(e.HandDealt(seat, hand, to=(seat,)))


def begin_turn(table: Draft, seat: Seat) -> None:
    """A seat's turn: won already, counted out, or to be played (4.1, 4.12)."""
    table.turn += 1
    table.single += 1
    table.acting = seat
    table.allowed = ALL_PHASES
    table.actions = (1, 1)
    table.has_left = False
    table.is_bare = not table.hands[seat]
    table.activated = table.freed = ()
    table.activations = 0
    table.exercised = ()
    is_limited = table.single == 1 and table.options.first_turn_limit != "off"
    table.phase = "phases" if is_limited else "start"
    if is_supreme(table.pyramids, seat):
        end_game(table, seat, "supremacy")
    elif not table.decks[1 - seat]:
        end_game(table, seat, "deck")
    elif table.single > table.options.turn_cap:
        count_out(table)


def end_turn(table: Draft) -> None:
    """The other seat's turn comes."""
    seat = table.acting
    table.events.append(e.TurnEnded(seat))
    begin_turn(table, other(seat))


def determine(table: Draft) -> None:
    """Sets all pyramids anew (7.2, 7.3)."""
    pack, sides = table.pack, table.sides
    table.pyramids = standing(pack, sides)
    sums = (strengths(pack, sides[0].field), strengths(pack, sides[1].field))
    columns = tuple(tuple(c for c in COLUMNS if c in held(table.pyramids, seat)) for seat in (0, 1))
    table.events.append(e.SupremacyDetermined((columns[0], columns[1]), sums))


def count_out(table: Draft) -> None:
    """The turns agreed are over: more pyramids win, then more cards in the deck (4.12)."""
    pyramids = [len(held(table.pyramids, seat)) for seat in (0, 1)]
    decks = [len(deck) for deck in table.decks]
    if pyramids[0] != pyramids[1]:
        end_game(table, pyramids.index(max(pyramids)), "pyramids")
    elif decks[0] != decks[1]:
        end_game(table, decks.index(max(decks)), "cards")
    else:
        end_game(table, None, "draw")


def end_game(table: Draft, winner: Seat | None, reason: str) -> None:
    """A game is over, and with it the match, or an exchange of cards begins (4.11, 8.1)."""
    result = GameResult(winner, reason, table.single - 1)  # type: ignore[arg-type]
    table.results = (*table.results, result)
    if winner is not None:
        table.change(winner, wins=table.sides[winner].wins + 1)
    wins = (table.sides[0].wins, table.sides[1].wins)
    table.events.append(e.GameEnded(table.game, winner, result.reason, wins))
    if is_match_over(table):
        table.stage = "over"
        best = None if wins[0] == wins[1] else wins.index(max(wins))
        table.events.append(e.MatchEnded(best, wins))
        return
    begin_exchange(table, other(table.starter if winner is None else winner))


def is_match_over(table: Draft) -> bool:
    """A single game, two games won, or three played (8.1)."""
    if table.options.match == "single":
        return True
    return len(table.results) == BEST_OF or max(side.wins for side in table.sides) > BEST_OF // 2


def begin_exchange(table: Draft, loser: Seat) -> None:
    """All cards go back to their decks, and both put some into the pool (8.2)."""
    lists = [cards_of(table, seat) for seat in (0, 1)]
    table.lists = tuple(tuple(sorted(cards)) for cards in lists)
    table.decks = tuple(lists)
    table.hands = table.rankings = table.picks = ((), ())
    for seat in (0, 1):
        deck = len(table.decks[seat])
        table.change(
            seat, field=empty_field(), discards=(), hand=0, deck=deck, known=(), buried=(), is_ranked=False
        )
    table.pyramids = NOBODY
    table.stage = "put"
    table.turn += 1
    table.loser = loser
    table.confirmed = (False, False)
    table.is_waiting = False
    table.events.append(e.ExchangeBegan(loser))


def cards_of(table: Draft, seat: Seat) -> Cards:
    """All cards of a seat, wherever they lie; the unseen ones in an order that tells nothing."""
    side = table.sides[seat]
    hidden, table.rng = table.rng.shuffle((*table.hands[seat], *table.decks[seat]))
    rows = (*side.field.columns, side.field.gods)
    return (*hidden, *side.discards, *[card.card for row in rows for card in row])

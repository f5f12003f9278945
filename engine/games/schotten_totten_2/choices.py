"""What a seat could do: the moves worth trying, the safe one, the forced one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from engine.game import Names
from engine.games.schotten_totten_2.cards import ACTIONS, IS_ELITE, IS_SIEGE, SIEGE, TACTICS
from engine.games.schotten_totten_2.claims import provable, strengths
from engine.games.schotten_totten_2.guards import role_of
from engine.games.schotten_totten_2.moves import (
    Begin,
    Claim,
    Desertion,
    Draw,
    End,
    Exchange,
    Explosion,
    Give,
    Oil,
    Pass,
    Play,
    Recruit,
    Redeploy,
    Retreat,
    Support,
    TottenMove,
    Treachery,
)
from engine.games.schotten_totten_2.state import (
    EXCHANGED,
    TILES,
    Public,
    Role,
    View,
    free_tiles,
    other,
    side,
)
from engine.rng import Rng

NUMBERS: Final = range(1, TILES + 1)
PLAYS: Final = {card: tuple(Play(card, tile) for tile in NUMBERS) for card in (*SIEGE, *TACTICS)}
CLAIMS: Final = tuple(Claim(tile) for tile in NUMBERS)
RETREATS: Final = tuple(Retreat(tile) for tile in NUMBERS)
OILS: Final = tuple(Oil(tile) for tile in NUMBERS)
"""Moves that come up all the time, made once."""


def candidates(view: View) -> list[TottenMove]:
    """Moves worth trying for the seat that looks."""
    public = view.public
    if public.phase == "answer":
        return [Give(cards) for cards in combinations(view.hand, EXCHANGED)]
    if public.phase == "interval":
        return [Begin()]
    moves: list[TottenMove] = []
    if view.seat == public.attacker:
        moves += [CLAIMS[place] for place in provable(public)]
    if public.phase == "draw":
        return [*moves, Draw("siege"), Draw("tactics")]
    if public.phase == "close":
        return [*moves, End()]
    return moves + before_card_play(public, role_of(view)) + card_plays(view)


def before_card_play(public: Public, role: Role) -> list[TottenMove]:
    """Retreats or oil."""
    manned = [place for place, tile in enumerate(public.tiles) if tile.attacker]
    if role == "attacker":
        limited = public.retreats and public.options.retreat_tiles_per_turn == "one"
        return [] if limited else [RETREATS[place] for place in manned]
    return [] if public.oiled or not public.oil else [OILS[place] for place in manned]


def card_plays(view: View) -> list[TottenMove]:
    """Every card of the hand wherever it could go; passing, where there is no siege card or no slot."""
    public, role = view.public, role_of(view)
    free = free_tiles(public.tiles, role)
    moves: list[TottenMove] = []
    for card in view.hand:
        if card in IS_SIEGE:
            plays = PLAYS[card]
            moves += [plays[place] for place in free]
        elif may_lead(view):
            moves += elite_plays(card, public, free) if card in IS_ELITE else ACTS[card](view, role, free)
    if not free or not any(card in IS_SIEGE for card in view.hand):
        moves.append(Pass())
    return moves


def may_lead(view: View) -> bool:
    """Whether the seat may play one more tactics card (9.4)."""
    public, seat = view.public, view.seat
    assert seat is not None, "a spectator has no moves"
    played = public.tactics_played
    return public.options.max_tactics_lead == "any" or played[seat] <= played[1 - seat]


def elite_plays(card: str, public: Public, free: list[int]) -> Iterator[TottenMove]:
    """An elite card at every tile, with every value where that is chosen now (9.7)."""
    if public.options.elite_value_fixed_when == "claim":
        yield from (PLAYS[card][place] for place in free)
        return
    allowed = strengths(card, public.options)
    values = [siege for siege in SIEGE if int(siege[1:]) in allowed]
    yield from (Play(card, place + 1, value) for place in free for value in values)


def at_wall(public: Public, role: Role) -> list[str]:
    """All cards of one side of the wall."""
    return [card for tile in public.tiles for card in side(tile, role)]


def discarded(public: Public) -> list[str]:
    """The siege cards in the discard pile."""
    return [card for card in public.discards if card in IS_SIEGE]


def redeployments(view: View, role: Role, free: list[int]) -> Iterator[TottenMove]:
    """Each own card to every free slot, and off the wall."""
    for card in at_wall(view.public, role):
        yield from (Redeploy(card, place + 1) for place in free)
        yield Redeploy(card, "off")


def recruitments(view: View, role: Role, free: list[int]) -> Iterator[TottenMove]:
    """Each discarded siege card to every free slot."""
    yield from (Recruit(card, place + 1) for card in discarded(view.public) for place in free)


def desertions(view: View, role: Role, free: list[int]) -> Iterator[TottenMove]:
    """Each card of the opponent."""
    yield from map(Desertion, at_wall(view.public, other(role)))


def treacheries(view: View, role: Role, free: list[int]) -> Iterator[TottenMove]:
    """Each card of the opponent to every free slot."""
    yield from (Treachery(card, place + 1) for card in at_wall(view.public, other(role)) for place in free)


def explosions(view: View, role: Role, free: list[int]) -> Iterator[TottenMove]:
    """Every tile with cards, or every side of one."""
    both = view.public.options.explosion_sides == "both"
    sides: tuple[Role | None, ...] = (None,) if both else ("attacker", "defender")
    yield from (Explosion(tile, one) for tile in NUMBERS for one in sides)


def supports(view: View, role: Role, free: list[int]) -> Iterator[TottenMove]:
    """Any two discarded siege cards."""
    yield from map(Support, combinations(discarded(view.public), 2))


def exchanges(view: View, role: Role, free: list[int]) -> Iterator[TottenMove]:
    """Any three other cards of the hand, or none where all are drawn by lot."""
    if view.public.options.exchange_chooser == "random":
        yield Exchange()
        return
    rest = [card for card in view.hand if card != "exchange"]
    yield from map(Exchange, combinations(rest, EXCHANGED))


ACTS: Final[dict[str, Callable[[View, Role, list[int]], Iterator[TottenMove]]]] = {
    "redeployment": redeployments,
    "recruitment": recruitments,
    "desertion": desertions,
    "treachery": treacheries,
    "explosion": explosions,
    "support": supports,
    "exchange": exchanges,
}


def names(view: View) -> Names:
    """The cards that may be cut short; where two jokers would do, the first stands for both."""
    if view.seat is None:
        return {}
    public, role = view.public, role_of(view)
    hand = tuple([card for card in view.hand if card != "joker-2" or "joker-1" not in view.hand])
    theirs = tuple(at_wall(public, other(role)))
    return {
        "play.card": tuple([card for card in hand if card not in ACTIONS]),
        "exchange.cards": hand,
        "give.cards": hand,
        "redeploy.card": tuple(at_wall(public, role)),
        "desertion.card": theirs,
        "treachery.card": theirs,
    }


def safe(view: View, rng: Rng) -> TottenMove:
    """For an absent player: harmless, and telling nothing about the hand."""
    public, role = view.public, role_of(view)
    if public.phase == "answer":
        cards, _ = rng.shuffle(view.hand)
        return Give(cards[:EXCHANGED])
    if public.phase == "interval":
        return Begin()
    if public.phase == "draw":
        return Draw("siege")
    if public.phase == "close":
        return End()
    siege = [card for card in view.hand if card in IS_SIEGE]
    free = free_tiles(public.tiles, role)
    if siege and free:
        return Play(rng.choice(siege)[0], emptiest(public, role, free) + 1)
    if siege and role == "attacker":
        return Retreat(1 + min(range(TILES), key=lambda place: len(public.tiles[place].attacker)))
    return Pass()


def emptiest(public: Public, role: Role, free: list[int]) -> int:
    """The tile with the fewest own cards, the first of several."""
    return min(free, key=lambda place: len(side(public.tiles[place], role)))


def forced(view: View) -> TottenMove | None:
    """The move that everyone sees to be the only one: the next leg, or a pass with nothing else to do."""
    public = view.public
    if public.phase == "interval":
        return Begin()
    if public.phase != "play" or public.acting is None:
        return None
    role = public.role(public.acting)
    hand = public.hands[public.acting]
    stuck = not hand.siege or (role == "defender" and not free_tiles(public.tiles, role))
    if hand.tactics or not stuck or before_card_play(public, role):
        return None
    return None if role == "attacker" and provable(public) else Pass()

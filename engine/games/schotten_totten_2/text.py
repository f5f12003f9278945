"""The table in plain text, at most 72 columns: for the mail, the terminal and the screen reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.game import Seat, Speech
from engine.games.schotten_totten_2.cards import FACES, IS_TACTICS, Criterion, by_colour
from engine.games.schotten_totten_2.claims import provable
from engine.games.schotten_totten_2.course import match_ranks
from engine.games.schotten_totten_2.state import Held, Public, Role, Tile, View
from engine.games.schotten_totten_2.words import words
from engine.sheet import WIDTH, grouped, sheet, short, title, wrapped

__all__ = ["table", "words"]

SIDE_WIDTH = 26
"""A column that holds four elite cards."""
ASKS_WIDTH = 13

FREE = "--"
"""A free slot."""
ASKS: dict[Criterion, str] = {
    "any": "any",
    "sum_high": "+ high total",
    "sum_low": "- low total",
    "run": "run",
    "color": "colour",
    "same_strength": "= same",
}
REMINDERS: dict[str, str] = {
    "joker-1": "any colour, any strength",
    "joker-2": "any colour, any strength",
    "spy": "any colour, strength {spy}",
    "shield": "any colour, strength 1, 2 or 3",
    "redeployment": "redeploy CARD to TILE: move one of your cards, or off",
    "recruitment": "recruit CARD to TILE: a discarded siege card",
    "desertion": "desertion CARD: discard a card of your opponent",
    "treachery": "treachery CARD to TILE: take a card of your opponent",
    "explosion": "explosion TILE: discard the cards there",
    "support": "support CARD CARD: put discards into the siege deck",
    "exchange": "exchange CARD CARD CARD: swap cards of the hands",
}
DUE: dict[str, tuple[str, str]] = {
    "answer": (
        "Your turn opens with the exchange: give three cards.",
        "It is the turn of {name}, who first gives three cards.",
    ),
    "draw": ("Your turn is still open: draw siege or tactics.", "It is the turn of {name}, who draws."),
    "close": (
        "Your turn is still open: claim, or end it.",
        "It is the turn of {name}, who may still claim.",
    ),
    "interval": ("This leg is over: begin the next one.", "This leg is over: {name} begins the next one."),
}
"""What is asked for in a phase: of the reader, of another."""


def table(view: View, speech: Speech) -> str:
    """The table as that seat or spectator sees it."""
    return sheet(
        [
            heading(view, speech),
            wall(view.public, speech),
            own_hand(view, speech),
            others_cards(view, speech),
            piles(view.public, speech),
        ]
    )


def heading(view: View, speech: Speech) -> list[str]:
    """Where the match stands and who is to act."""
    left, right = title(speech, "Schotten Totten 2"), progress(view.public, speech)
    lines = [f"{left}{right:>{WIDTH - len(left)}}", *wrapped(whose_turn(view, speech), "")]
    return [*lines, *(line for said in remarks(view.public, speech) for line in wrapped(said, ""))]


def progress(public: Public, speech: Speech) -> str:
    """How far the match has come."""
    rest = speech.say("siege cards to draw: {number}", number=public.siege_deck)
    if public.options.legs == 1:
        return rest
    return speech.say("leg {leg} of {legs}, {rest}", leg=public.leg, legs=public.options.legs, rest=rest)


def remarks(public: Public, speech: Speech) -> list[str]:
    """That it is the last turn, and how the legs before ended."""
    said = []
    if public.last_turn and public.acting is not None and public.phase != "interval":
        said.append(speech.say("It is the attacker's last turn."))
    for number, leg in enumerate(public.legs, 1):
        said.append(
            speech.say(
                "Leg {number}: {name} won; tiles damaged {damaged}, siege cards left {left}.",
                number=number,
                name=short(speech, leg.winner),
                damaged=leg.damaged,
                left=leg.siege_deck,
            )
        )
    return said


def whose_turn(view: View, speech: Speech) -> str:
    """Who is asked for what, as a sentence."""
    public = view.public
    if public.acting is None:
        ranks = match_ranks(public.legs)
        if ranks == (1, 1):
            return speech.say("The match is over and drawn.")
        return speech.say("The match is over: {name} wins.", name=short(speech, ranks.index(1)))
    mine, name = public.acting == view.seat, short(speech, public.acting)
    if public.phase in DUE:
        yours, others = DUE[public.phase]
        return speech.say(yours) if mine else speech.say(others, name=name)
    role = public.role(public.acting)
    if not mine:
        template = "It is the turn of {name}, who attacks." if role == "attacker" else ""
        return speech.say(template or "It is the turn of {name}, who defends.", name=name)
    if role == "attacker":
        return speech.say("It is your turn: you attack. Retreat if you like, then play a card.")
    return speech.say("It is your turn: you defend. Use oil if you like, then play a card.")


def wall(public: Public, speech: Speech) -> list[str]:
    """The seven tiles, a line each; the cards nearest the wall stand next to it."""
    values = {worth.card: worth.value for worth in public.worths}
    attacker = roled(speech, public, "attacker")
    defender = roled(speech, public, "defender")
    lines = [f"{attacker:>{SIDE_WIDTH}}{title(speech, 'Wall'):^20}{defender}"]
    lines += [tile_line(place, tile, values, speech) for place, tile in enumerate(public.tiles)]
    notes = []
    if any(tile.damaged for tile in public.tiles):
        notes.append(speech.say("! damaged"))
    notes += claim_words(public, speech)
    ties = complete_first(public.tiles, speech)
    return [*lines, *(line for said in (notes, ties) if said for line in wrapped(" · ".join(said), ""))]


def claim_words(public: Public, speech: Speech) -> list[str]:
    """Which tiles the attacker could claim, in his turn."""
    claims = "" if public.acting != public.attacker else listed_claims(public)
    return [speech.say("can be claimed: {tiles}", tiles=claims)] if claims else []


def complete_first(tiles: tuple[Tile, ...], speech: Speech) -> list[str]:
    """Who wins a tie, where both sides of a tile are complete (6.6)."""
    by_role: dict[Role, list[str]] = {"attacker": [], "defender": []}
    for place, tile in enumerate(tiles):
        if tile.first and len(tile.attacker) == len(tile.defender) == FACES[place][tile.damaged].slots:
            by_role[tile.first].append(str(place + 1))
    said = {
        "attacker": "attacker complete first: {tiles}",
        "defender": "defender complete first: {tiles}",
    }
    return [speech.say(said[role], tiles=", ".join(found)) for role, found in by_role.items() if found]


def roled(speech: Speech, public: Public, role: Role) -> str:
    """The name above a side of the wall, in its column."""
    seat = public.attacker if role == "attacker" else 1 - public.attacker
    name = short(speech, seat, 14)
    if role == "attacker":
        return speech.say("{name} attacks", name=name)[:SIDE_WIDTH]
    return speech.say("{name} defends", name=name)[:SIDE_WIDTH]


def listed_claims(public: Public) -> str:
    """The tiles whose claim can be proved."""
    return ", ".join([str(place + 1) for place in provable(public)])


def tile_line(place: int, tile: Tile, values: Mapping[str, str], speech: Speech) -> str:
    """One tile with both its sides."""
    face = FACES[place][tile.damaged]
    attack = [cell(card, values) for card in tile.attacker] + [FREE] * (face.slots - len(tile.attacker))
    defence = [cell(card, values) for card in tile.defender] + [FREE] * (face.slots - len(tile.defender))
    asks = speech.say(ASKS[face.criterion])[:ASKS_WIDTH]
    mark = "!" if tile.damaged else " "
    left, right = row(attack[::-1], ">"), row(defence, "<")
    middle = f"|{place + 1}{mark} {asks:<{ASKS_WIDTH}}|"
    return f"{left:>{SIDE_WIDTH}} {middle} {right}"


def cell(card: str, values: Mapping[str, str]) -> str:
    """A card at the wall, with the value it was given."""
    return f"{card}={values[card]}" if card in values else card


def row(cells: list[str], to: str) -> str:
    """The cards of one side in columns; in short where there is no room for all."""
    line = " ".join(f"{one:{to}3}" for one in cells).rstrip()
    if len(line) > SIDE_WIDTH:
        line = " ".join(one[:2] + one[one.find("=") :] if "=" in one else one[:6] for one in cells)
    return line


def own_hand(view: View, speech: Speech) -> list[str]:
    """The reader's own cards."""
    if view.seat is None:
        return []
    lines = [title(speech, "Your hand"), *coloured(view.hand)]
    spy = view.public.options.spy_strength
    for card in view.hand:
        if card in IS_TACTICS:
            lines.append(f"  {card:<14}{speech.say(REMINDERS[card], spy=spy)}")
    if view.aside:
        lines += wrapped(speech.say("aside for the exchange: {cards}", cards=", ".join(view.aside)))
    return lines if len(lines) > 1 else [*lines, "  " + speech.say("none")]


def coloured(cards: Iterable[str]) -> list[str]:
    """Siege cards in little room: as they are named, the colours apart."""
    return grouped([f"{letters(colour)}{n}" for n in numbers] for colour, numbers in by_colour(cards).items())


def letters(colour: str) -> str:
    """The letter that stands for a colour."""
    return {"gray": "k"}.get(colour, colour[0])


def others_cards(view: View, speech: Speech) -> list[str]:
    """How many cards the hands hold, and what the reader knows of them."""
    public = view.public
    lines = [title(speech, "Hands")]
    for seat, held in enumerate(public.hands):
        if seat == view.seat:
            continue
        lines += wrapped(
            speech.say("{name}: {cards}", name=short(speech, seat), cards=counted(held, public, speech))
        )
        for said in known_words(view, seat, speech):
            lines += wrapped(said, "    ")
    for said in [*aside_words(view, speech), *played(public, speech)]:
        lines += wrapped(said)
    return lines


def known_words(view: View, seat: Seat, speech: Speech) -> list[str]:
    """Which cards of a hand the reader knows."""
    known = ", ".join([known.card for known in view.known if known.seat == seat])
    return [speech.say("among them, as you know: {cards}", cards=known)] if known else []


def aside_words(view: View, speech: Speech) -> list[str]:
    """What another has laid aside for an exchange."""
    aside = view.public.aside
    if aside is None or aside.seat == view.seat:
        return []
    cards = counted(aside.cards, view.public, speech)
    return [speech.say("{name} has laid aside: {cards}", name=short(speech, aside.seat), cards=cards)]


def counted(held: Held, public: Public, speech: Speech) -> str:
    """So many cards of each kind."""
    if public.options.tactics:
        return speech.say(
            "siege cards {siege}, tactics cards {tactics}", siege=held.siege, tactics=held.tactics
        )
    return speech.say("cards {siege}", siege=held.siege)


def played(public: Public, speech: Speech) -> list[str]:
    """How many tactics cards each has played."""
    if not public.options.tactics:
        return []
    by_name = [f"{short(speech, seat)} {number}" for seat, number in enumerate(public.tactics_played)]
    return [speech.say("Tactics cards played: {numbers}", numbers=", ".join(by_name))]


def piles(public: Public, speech: Speech) -> list[str]:
    """Oil, decks and discards."""
    lines = [title(speech, "Piles"), *wrapped(pile_words(public, speech))]
    tactics = [card for card in public.discards if card in IS_TACTICS]
    lines += coloured(public.discards) or ([] if tactics else ["  " + speech.say("none")])
    lines += wrapped(", ".join(tactics)) if tactics else []
    return [*lines, *(line for said in put_back(public, speech) for line in wrapped(said))]


def pile_words(public: Public, speech: Speech) -> str:
    """What is left to draw, and of the oil."""
    if public.options.tactics:
        return speech.say(
            "Oil left: {oil}. To draw: {siege} siege, {tactics} tactics cards. Discarded:",
            oil=public.oil,
            siege=public.siege_deck,
            tactics=public.tactics_deck,
        )
    return speech.say(
        "Oil left: {oil}. To draw: {siege} cards. Discarded:", oil=public.oil, siege=public.siege_deck
    )


def put_back(public: Public, speech: Speech) -> list[str]:
    """The cards that Support put back and that were not seen since."""
    if not public.returned:
        return []
    cards = ", ".join([back.card for back in public.returned])
    return [speech.say("Put back by Support and not seen since: {cards}.", cards=cards)]

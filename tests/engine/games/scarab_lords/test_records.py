"""What the kept records of Scarab Lords show."""

from __future__ import annotations

from pathlib import Path

from engine import record
from engine.games import GAMES
from engine.games.scarab_lords.moves import Play
from engine.games.scarab_lords.sets import SHIPPED, get

FOLDER = Path(__file__).parents[3] / "records" / "scarab-lords"


def test_every_card_of_the_three_decks_is_played_in_some_record() -> None:
    records = [record.read(GAMES, file.read_text("utf-8")) for file in FOLDER.glob("*.txt")]
    played = {move.card for kept in records for _, move in kept.moves if isinstance(move, Play)}
    assert {card.word for card in get(SHIPPED).cards} <= played

"""The table and the events in words."""

from __future__ import annotations

from engine.game import Speech
from engine.games.lords_of_scotland import GAME
from engine.games.lords_of_scotland import events as e
from engine.games.lords_of_scotland.cards import CARDS
from tests.engine.games.lords_of_scotland.situations import at_the_end, situation

TABLE = """\
LORDS OF SCOTLAND                          skirmish 1, turn-cycle 2 of 5
It is your turn: recruit or muster. Bob holds Victor's Initiative.

RECRUITS
  1  scott-9        copy the power of a face-up follower
  2  face-down
  3  (empty)
  4  face-down
  5  face-down

SUPPORTERS
  makgill-9      bruce-a

ARMIES                                      strength    hand   points
a  Ann (you)                                      23       2        0
   a1   cochrane-9     active: claims two supporters
   a2   scott-6        face-down, known to you
   a3   forsyth-8
b  Bob                                 16 + 1 hidden       1        7
   b1   scott-3
   b2   scott-5        active: stays for one more skirmish
   b3   face-down

YOUR HAND
  wemyss-2       discard another follower
  makgill-7      blocked (muster)

PILES
  To draw 2, discarded 3.
  scott 11 12 · bruce b"""


def test_the_table_of_a_seat() -> None:
    table = situation(
        ["cochrane-9! scott-6? forsyth-8", "scott-3 scott-5!stay wemyss-12?"],
        hands=["wemyss-2 makgill-7", "forsyth-1"],
        recruits="scott-9 ? - ? ?",
        supporters="makgill-9 bruce-a",
        won=["", "forsyth-7"],
        draw="cochrane-1 cochrane-2",
        discards="scott-12 bruce-b scott-11",
        leader=1,
        cycle=2,
    )
    assert table.text(0) == TABLE


def test_long_names_are_shortened() -> None:
    table = situation()
    names = ("Maximilian-Bartholomew of the Long Glens", "x" * 40)
    for line in GAME.table(table.view(0), Speech(names, 0)).split("\n"):
        assert len(line) <= 72
        assert line == line.rstrip()


def test_even_a_table_full_of_cards_fits_72_columns() -> None:
    every = [card for card in CARDS if card not in ("scott-1", "scott-2")]
    table = situation(
        [" ".join(f"{card}?" for card in every[start : start + 8]) for start in (0, 8, 16, 24, 32)],
        hands=[" ".join(every[start : start + 10]) for start in (40, 50, 60, 70, 80)],
        recruits="- - - - -",
        draw="",
        discards=" ".join(every[90:]),
        supporters="scott-1 scott-2",
    )
    for seat in (0, 4, None):
        assert max(map(len, table.text(seat).split("\n"))) <= 72


def test_the_end_is_told() -> None:
    table = at_the_end(
        ["wemyss-9", ""], won=["scott-12 scott-11 scott-9", ""], supporters="forsyth-8 cochrane-12"
    ).play("claim forsyth-8")
    assert "The match is over: Ann wins with 40 points." in table.text(None)


def say(event: e.LordsEvent, reader: int | None = None) -> str:
    return GAME.words(event, Speech(("Ann", "Bob"), reader))


def test_events_are_told_to_their_readers() -> None:
    assert say(e.CardLookedAt(0, "scott-7"), 0) == "You draw scott-7."
    assert say(e.CardLookedAt(0, "scott-7"), 1) == "Ann draws scott-7."
    assert say(e.MusteredDown(1, "b2")) == "Bob musters a card face-down as b2."
    assert say(e.MusteredUp(1, "scott-7", "copy", "wemyss-3")) == (
        "Bob musters scott-7 face-up and copies the power of wemyss-3."
    )
    reckoning = (e.Reckoning(1, 22, True, ("cochrane-8",)), e.Reckoning(0, 9, False, ()))
    assert say(e.SkirmishReckoned(reckoning)) == (
        "The skirmish ends: Bob 22 (doubled) with cochrane-8 turned up; Ann 9."
    )


def test_words_can_be_translated() -> None:
    german = {"{name} draws a card.": "{name} zieht eine Karte."}
    speech = Speech(("Ann", "Bob"), None, lambda template: german.get(template, template))
    assert GAME.words(e.CardDrawn(1), speech) == "Bob zieht eine Karte."

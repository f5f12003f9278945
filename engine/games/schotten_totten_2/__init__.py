"""Schotten Totten 2: one player storms a wall of seven tiles, the other holds it.

An independent implementation, without the publishers' art or texts.
"""

from __future__ import annotations

from importlib.resources import files

from engine.game import Game
from engine.games.schotten_totten_2.board import board
from engine.games.schotten_totten_2.choices import candidates, forced, names, safe
from engine.games.schotten_totten_2.course import setup
from engine.games.schotten_totten_2.events import TottenEvent
from engine.games.schotten_totten_2.moves import MOVES, Claim, End, TottenMove
from engine.games.schotten_totten_2.options import Options
from engine.games.schotten_totten_2.rules import apply, check, outcome, to_act, turn
from engine.games.schotten_totten_2.state import State, View
from engine.games.schotten_totten_2.text import table, words
from engine.games.schotten_totten_2.view import look, resample
from engine.games.schotten_totten_2.words import SENTENCES
from engine.games.schotten_totten_2.worth import worth

GAME: Game[State, TottenMove, TottenEvent, View, Options] = Game(
    slug="schotten-totten-2",
    name="Schotten Totten 2",
    version=1,
    seats=(2, 2),
    summary="Storm or hold a wall of seven tiles with formations of cards; claims need a proof.",
    rules=files(__name__).joinpath("RULES.md").read_text("utf-8"),
    options=Options,
    state=State,
    moves=MOVES,
    events=tuple(SENTENCES),
    view=View,
    setup=setup,
    to_act=to_act,
    turn=turn,
    candidates=candidates,
    check=check,
    apply=apply,
    outcome=outcome,
    look=look,
    resample=resample,
    safe=safe,
    forced=forced,
    table=table,
    words=words,
    board=board,
    independent=(Claim, End),
    closing=(End,),
    names=names,
    worth=worth,
)

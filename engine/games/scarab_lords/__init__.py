"""Scarab Lords: two houses contend for six columns along the river, by phases, curses and gods.

An independent implementation, without the publishers' art or texts. Most cards are of our own
design: the published lists are not public.
"""

from __future__ import annotations

from importlib.resources import files

from engine.game import Game
from engine.games.scarab_lords.absent import forced, safe
from engine.games.scarab_lords.board import board
from engine.games.scarab_lords.course import setup
from engine.games.scarab_lords.events import ScarabEvent
from engine.games.scarab_lords.moves import MOVES, Curse, Done, Draw, Mill, ScarabMove
from engine.games.scarab_lords.reading import means, names
from engine.games.scarab_lords.rules import apply, candidates, check, outcome, to_act, turn
from engine.games.scarab_lords.sets import SETS, vet
from engine.games.scarab_lords.state import Options, State, View
from engine.games.scarab_lords.text import table, words
from engine.games.scarab_lords.view import look, resample
from engine.games.scarab_lords.words import SENTENCES
from engine.games.scarab_lords.worth import worth

GAME: Game[State, ScarabMove, ScarabEvent, View, Options] = Game(
    slug="scarab-lords",
    name="Scarab Lords",
    version=1,
    seats=(2, 2),
    summary="Hold two columns in both regions at the beginning of your turn, or outlast the other's deck.",
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
    independent=(Draw, Mill, Curse, Done),
    closing=(Done,),
    names=names,
    vet=vet,
    sets=SETS,
    means=means,
    worth=worth,
)

"""Lords of Scotland: skirmishes of five turns each, fought for supporters worth victory points.

An independent implementation, without the publishers' art or texts.
"""

from __future__ import annotations

from importlib.resources import files

from engine.game import Game
from engine.games.lords_of_scotland.board import board
from engine.games.lords_of_scotland.course import setup
from engine.games.lords_of_scotland.events import LordsEvent
from engine.games.lords_of_scotland.moves import Claim, LordsMove, Muster, Pass, Recruit, Stop
from engine.games.lords_of_scotland.rules import (
    apply,
    candidates,
    check,
    forced,
    outcome,
    safe,
    to_act,
    turn,
)
from engine.games.lords_of_scotland.state import Options, State, View
from engine.games.lords_of_scotland.text import table, words
from engine.games.lords_of_scotland.view import look, names, resample
from engine.games.lords_of_scotland.words import SENTENCES
from engine.games.lords_of_scotland.worth import worth

GAME: Game[State, LordsMove, LordsEvent, View, Options] = Game(
    slug="lords-of-scotland",
    name="Lords of Scotland",
    version=1,
    seats=(2, 5),
    summary="Muster clans in skirmishes, face-up or face-down, and claim the supporters; 40 points win.",
    rules=files(__name__).joinpath("RULES.md").read_text("utf-8"),
    options=Options,
    state=State,
    moves=(Recruit, Muster, Stop, Claim, Pass),
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
    independent=(Claim, Stop),
    closing=(Stop,),
    names=names,
    worth=worth,
)

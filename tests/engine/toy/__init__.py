"""Last Stand: a toy game for the tests, with what real games may do and the first ones do not.

Seats that choose at the same time, a revelation in the middle of a turn, a move that does
not depend on it, a move that all can see to be forced, a deck that is shuffled again,
and every way in which a line may be laid out.
"""

from __future__ import annotations

from importlib.resources import files

from engine.game import Game
from tests.engine.toy import rules, text, view
from tests.engine.toy.moves import MOVES, AnyMove, End
from tests.engine.toy.state import EVENTS, AnyEvent, Options, State, View

GAME: Game[State, AnyMove, AnyEvent, View, Options] = Game(
    slug="last-stand",
    name="Last Stand",
    version=1,
    seats=(2, 4),
    summary="A toy of twelve cards.",
    rules=files(__name__).joinpath("RULES.md").read_text(encoding="utf-8"),
    options=Options,
    state=State,
    moves=MOVES,
    events=EVENTS,
    view=View,
    setup=rules.setup,
    to_act=rules.to_act,
    turn=rules.turn,
    candidates=rules.candidates,
    check=rules.check,
    apply=rules.apply,
    outcome=rules.outcome,
    look=view.look,
    resample=view.resample,
    safe=rules.safe,
    forced=rules.forced,
    table=text.table,
    words=text.words,
    independent=(End,),
    closing=(End,),
    names=view.names,
)

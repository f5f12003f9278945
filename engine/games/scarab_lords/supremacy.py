"""Exercising supremacies, and the end of a turn (RULES 7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Seat
from engine.games.scarab_lords import moves as m
from engine.games.scarab_lords.actions import reach, refuse, unnamed
from engine.games.scarab_lords.cards import INDEX, KIND, Column
from engine.games.scarab_lords.course import end_turn
from engine.games.scarab_lords.draft import Draft
from engine.games.scarab_lords.effects import choose, exercise, run, spend
from engine.games.scarab_lords.scene import Scene
from engine.games.scarab_lords.state import EXERCISE, Frame

VERB = {"economic": "draw", "military": "mill", "religious": "curse"}


def supremacy_candidates(scene: Scene) -> Iterator[m.ScarabMove]:
    """One for each supremacy that can be exercised, and for each target of religion."""
    for column in scene.supremacies:
        if column[1] == "e":
            yield m.Draw(column)
        elif column[1] == "m":
            yield m.Mill(column)
    yield from (m.Curse(*key) for key in scene.targets.by_key)


def check_exercise(scene: Scene, move: m.Draw | m.Mill) -> None:
    """Economy and military (7.4, 7.6)."""
    column = move.column
    kind = KIND[INDEX[column]]
    if VERB[kind] != ("draw" if isinstance(move, m.Draw) else "mill"):
        refuse((f"{column} is a {kind} column: its supremacy is exercised by `{VERB[kind]}`.", "7.4"))
    if column in scene.supremacies:
        return
    refuse(None if scene.repeats else scene.closed(EXERCISE))
    if scene.pyramids[INDEX[column]] != scene.seat:
        refuse((f"You do not hold {column}.", "7.4"))
    refuse((f"{column} was exercised in this turn already.", "7.4"))


def check_curse(scene: Scene, move: m.Curse) -> None:
    """Religion (7.5, 7.6)."""
    key = (move.card, move.place)
    if key in scene.targets.by_key:
        return
    refuse(None if scene.repeats else scene.closed(EXERCISE))
    if not any(column[1] == "r" for column in scene.supremacies):
        refuse(("You hold no religious column that could still curse a card.", "7.5"))
    refuse(unnamed(scene, scene.targets, key, "Religion reaches no such card of your opponent."))


def do_exercise(table: Draft, seat: Seat, move: m.Draw | m.Mill) -> None:
    """What the column gives (7.4)."""
    repeated = bool(table.frames)
    if not repeated:
        use_up(table, move.column)
    exercise(table, seat, move.column)
    if repeated:
        spend(table)
        run(table)


def use_up(table: Draft, column: Column) -> None:
    """A supremacy is exercised in this turn; the first one has all of them determined before (7.2)."""
    reach(table, EXERCISE)
    table.exercised = (*table.exercised, column)


def do_curse(table: Draft, seat: Seat, move: m.Curse) -> None:
    """The first scarab, and a frame for more, if the supremacy is stronger (7.5)."""
    scene = Scene(table, seat, table.hands[seat])
    spot = scene.targets.spot(move.card, move.place)
    column = scene.source(spot)
    if table.frames:
        spend(table)
    else:
        use_up(table, column)
    scarabs = exercise(table, seat, column)
    table.frames = (*table.frames, Frame(seat, "exercise", None, column, left=scarabs))
    choose(table, spot)


def do_done(table: Draft, seat: Seat, move: m.Done) -> None:
    """The supremacies are determined, if this turn has that phase and it is still to come (7.1, 7.2)."""
    if "s" in table.allowed:
        reach(table, EXERCISE)
    end_turn(table)

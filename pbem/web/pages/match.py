"""A match: the table, what happened, and the form to move with."""

from __future__ import annotations

from typing import NamedTuple

from flask import flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from engine import wire
from engine.errors import IllegalMove, NotYourTurn, Refusal
from engine.picture import size
from pbem import errors
from pbem.errors import NotFound, ServiceError
from pbem.service import piece_sets, play, reading, talk
from pbem.service.pace import Pace
from pbem.service.reading import Sight, Told
from pbem.service.rows import PlayerRow
from pbem.web import boards
from pbem.web.pages import choices, variants
from pbem.web.pages.blueprint import pages
from pbem.web.pages.failures import status_of
from pbem.web.pages.visitor import arrived, needs_player, settings, to_sign_in, visitor

LATEST_REMARKS = 50
LATEST = 40
"""Entries shown unless all are asked for."""
NO_CHOICE = "Please choose one of the moves first. Nothing was sent."
ALREADY = "This move was made already."


class History(NamedTuple):
    """What happened, in two parts."""

    earlier: list[Told]
    news: list[Told]
    """What came after the viewer's own last move."""
    hidden: int
    """How many older entries are left out."""


class Trouble(NamedTuple):
    """Why a form had no effect."""

    sentence: str
    status: int
    paragraph: str | None = None
    """Of the game's rules."""


@pages.get("/matches/<id>")
def show_match(id: str) -> ResponseReturnValue:
    """The match as the visitor may see it."""
    try:
        sight = reading.sight(id, visitor(), invitation())
    except NotFound:
        if visitor() is None:  # perhaps a player who is not signed in here; the same for an id that is none
            return to_sign_in()
        raise
    return match_page(sight)


@pages.get("/matches/<id>/board.svg")
def show_board(id: str) -> ResponseReturnValue:
    """The table as a picture, for the page of the match."""
    return boards.answer(id, visitor())


@pages.post("/matches/<id>/moves")
@needs_player
def make_move(player: PlayerRow, id: str) -> ResponseReturnValue:
    """Makes the chosen move."""
    line, seen = request.form.get("move", ""), request.form.get("seen", "")
    sight = reading.sight(id, player)
    if not line or not (seen.isascii() and seen.isdigit() and len(seen) < 10):
        return match_page(sight, Trouble(NO_CHOICE, 422))
    try:
        taken = play.submit(settings(), id, player.id, int(seen), [line], arrived())
    except (ServiceError, Refusal) as refusal:
        return match_page(reading.sight(id, player), _trouble(sight, refusal, line, int(seen)))
    flash(f"Your move is made: {', '.join(taken.taken)}.")
    return _to_match(id)


@pages.post("/matches/<id>/talk")
@needs_player
def say(player: PlayerRow, id: str) -> ResponseReturnValue:
    """Says something to the others."""
    sight = reading.sight(id, player)
    try:
        talk.say(sight, request.form.get("text", ""), arrived())
    except ServiceError as error:
        return match_page(sight, Trouble(error.sentence, status_of(error)))
    return redirect(url_for("pages.show_match", id=id, _anchor="talk"), 303)


@pages.post("/matches/<id>/unheard")
@needs_player
def choose_whom_to_hear(player: PlayerRow, id: str) -> ResponseReturnValue:
    """Stops hearing another player of the match, or hears him again."""
    speaker = request.form.get("player", "")
    if speaker != player.id and speaker in [place.player for place in reading.sight(id, player).places]:
        if request.form.get("again"):
            talk.hear_again(player.id, speaker)
        else:
            talk.stop_hearing(player.id, speaker, arrived())
    return redirect(url_for("pages.show_match", id=id, _anchor="talk"), 303)


@pages.post("/matches/<id>/undo")
@needs_player
def take_back(player: PlayerRow, id: str) -> ResponseReturnValue:
    """Takes the player's last move back."""
    seen = request.form.get("seen", "")
    sight = reading.sight(id, player)
    if not (seen.isascii() and seen.isdigit() and len(seen) < 10):
        return match_page(sight, Trouble(NO_CHOICE, 422))
    try:
        line = play.undo(settings(), id, player.id, int(seen), arrived())
    except (ServiceError, Refusal) as refusal:
        return match_page(reading.sight(id, player), Trouble(refusal.sentence, 409))
    flash(f"Taken back: {line}.")
    return _to_match(id)


@pages.get("/matches/<id>/resignation")
@needs_player
def ask_to_resign(player: PlayerRow, id: str) -> ResponseReturnValue:
    """Asks whether the player means it."""
    return _resign_page(reading.sight(id, player))


@pages.post("/matches/<id>/resignation")
@needs_player
def resign(player: PlayerRow, id: str) -> ResponseReturnValue:
    """Leaves a running match for good, if that was confirmed."""
    sight = reading.sight(id, player)
    if request.form.get("sure") != "yes":
        return _resign_page(sight, Trouble("Please tick the box if you mean to resign.", 422))
    try:
        play.resign(settings(), id, player.id, arrived())
    except (ServiceError, Refusal) as refusal:
        return match_page(reading.sight(id, player), Trouble(refusal.sentence, 409))
    flash("You have resigned.")
    return _to_match(id)


@pages.get("/matches/<id>/record")
def show_record(id: str) -> ResponseReturnValue:
    """The whole match as text, after its end."""
    try:
        text = reading.record_of(reading.sight(id, visitor()))
    except NotFound:
        if visitor() is None:
            return to_sign_in()
        raise
    return Response(text, mimetype="text/plain")


def match_page(sight: Sight, trouble: Trouble | None = None) -> Response:
    """The page of a match, with what went wrong with the form that was sent."""
    html = render_template(
        "pages/match.html",
        sight=sight,
        seats=list(zip(sight.places, sight.names, strict=True)),
        kinds=choices.kinds(sight.legal_moves or ()),
        picture=size(sight.board) if sight.board else None,
        history=_history(sight),
        pace=wire.decode(Pace, sight.match.pace),
        options=variants.described(sight.game, sight.match.options, piece_sets.titles(sight.match)),
        remarks=talk.said_to(sight, 0, -1)[-LATEST_REMARKS:] if sight.own else [],
        unheard=talk.unheard(sight.own.player) if sight.own else set(),
        invitation=invitation(),
        trouble=trouble,
    )
    return make_response(html, trouble.status if trouble else 200)


def invitation() -> str | None:
    """The invitation that came with the link, or with the form that was made from it."""
    return request.args.get("invitation") or request.form.get("invitation") or None


def _history(sight: Sight) -> History:
    hidden = 0 if request.args.get("log") == "all" else max(0, sight.match.entry - LATEST)
    told = [entry for entry in reading.log(sight, hidden, -1) if entry.words]
    own = [at for at, entry in enumerate(told) if _is_own_move(sight, entry)]
    cut = own[-1] + 1 if own else len(told) if sight.seat is None else 0
    return History(told[:cut], told[cut:], hidden)


def _is_own_move(sight: Sight, entry: Told) -> bool:
    return (
        sight.seat is not None and entry.seat == sight.seat and entry.kind == "move" and not entry.automatic
    )


def _trouble(sight: Sight, refusal: ServiceError | Refusal, line: str, seen: int) -> Trouble:
    """What to tell about a refused move; one that was sent twice is told from one that came too late."""
    late = isinstance(refusal, errors.Stale | errors.MatchOver | NotYourTurn)
    if late and _was_made(sight, line, seen):
        return Trouble(ALREADY, 409)
    paragraph = refusal.paragraph if isinstance(refusal, IllegalMove) else None
    return Trouble(refusal.sentence, 409 if late else status_of(refusal), paragraph)


def _was_made(sight: Sight, line: str, seen: int) -> bool:
    """Whether the seat's first move after an entry was this one."""
    own = (entry for entry in reading.log(sight, seen, -1) if _is_own_move(sight, entry))
    first = next(own, None)
    return first is not None and first.line == line


def _resign_page(sight: Sight, trouble: Trouble | None = None) -> ResponseReturnValue:
    if sight.seat is None or sight.match.state != "running" or sight.places[sight.seat].gone is not None:
        return _to_match(sight.match.id)
    others = [name for seat, name in enumerate(sight.names) if seat != sight.seat]
    html = render_template("pages/resign.html", sight=sight, others=others, trouble=trouble)
    return make_response(html, trouble.status if trouble else 200)


def _to_match(id: str) -> Response:
    return redirect(url_for("pages.show_match", id=id), 303)

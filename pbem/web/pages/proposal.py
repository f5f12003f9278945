"""A new match: which game, how many, in what variant, at what pace, for whom."""

from __future__ import annotations

import json
from hashlib import sha256

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.game import AnyGame
from engine.games import GAMES
from pbem.errors import BadValue, LimitReached, NotFound
from pbem.service import ids, matches, piece_sets
from pbem.service.matches import MOST_INVITED, Proposal
from pbem.service.once import Once
from pbem.service.pace import LONGEST, Pace
from pbem.service.rows import PlayerRow
from pbem.web.pages import variants
from pbem.web.pages.blueprint import pages
from pbem.web.pages.failures import status_of
from pbem.web.pages.visitor import arrived, needs_player, settings

UNITS = {"days": 86_400, "hours": 3_600, "minutes": 60}
ACCESS = ("open", "private")


@pages.get("/matches/new")
@needs_player
def ask_for_match(player: PlayerRow) -> ResponseReturnValue:
    """The form; where there are several games, first the choice of one."""
    slug = request.args.get("game") or (next(iter(GAMES)) if len(GAMES) == 1 else None)
    if slug is None:
        return render_template("pages/games.html", games=GAMES.values())
    return _form(player, _game(slug))


@pages.post("/matches/new")
@needs_player
def propose_match(player: PlayerRow) -> ResponseReturnValue:
    """Opens the match, once for each form, however often that is sent."""
    game = _game(request.form.get("game", ""))
    try:
        match = matches.propose(settings(), player, _proposal(game), arrived(), _once(player))
    except (BadValue, LimitReached) as error:
        return _form(player, game, error)
    flash("The match is open. It begins when all seats are taken.")
    return redirect(url_for("pages.show_match", id=match), 303)


def _form(
    player: PlayerRow, game: AnyGame, error: BadValue | LimitReached | None = None
) -> ResponseReturnValue:
    html = render_template(
        "pages/proposal.html",
        game=game,
        questions=variants.questions(game, _sets(game, player)),
        units=[unit for unit, size in UNITS.items() if unit != "minutes" or _may_be_short()],
        invited=[*request.form.getlist("invite"), *[""] * MOST_INVITED][:MOST_INVITED],
        form=request.form,
        key=request.form.get("key") or ids.new_id(),
        sentence=error and error.sentence,
        wrong=error.field if isinstance(error, BadValue) else None,
    )
    return (html, status_of(error)) if error else html


def _sets(game: AnyGame, player: PlayerRow) -> dict[str, str]:
    """The sets of pieces that the player can choose: title by hash."""
    return {row.hash: row.title for row in piece_sets.listing(game, player.id)} if game.sets else {}


def _game(slug: str) -> AnyGame:
    if slug not in GAMES:
        raise NotFound("There is no such game here.")
    return GAMES[slug]


def _may_be_short() -> bool:
    """Whether this host allows turns of less than an hour."""
    return settings().min_pace_seconds < UNITS["hours"]


def _proposal(game: AnyGame) -> Proposal:
    """What the form says; raises BadValue for what no form of ours could have sent."""
    access = request.form.get("access", "")
    if access not in ACCESS:
        raise BadValue("Please choose who may join.", "access")
    return Proposal(
        game=game.slug,
        seats=_number("seats", "Please choose the number of players."),
        options=variants.answers(game, request.form),
        pace={"seconds": _seconds(), "on_timeout": request.form.get("on_timeout", Pace().on_timeout)},
        access=access,
        invite=[address for address in request.form.getlist("invite") if address.strip()],
    )


def _seconds() -> int:
    count = _number("time", "Please write the time for a turn as a whole number.")
    size = UNITS.get(request.form.get("unit", ""))
    if size is None:
        raise BadValue("Please choose days or hours.", "pace")
    if not 1 <= count * size <= LONGEST:
        raise BadValue(f"A turn may last {LONGEST // 86_400} days at most.", "pace")
    return count * size


def _number(name: str, sentence: str) -> int:
    text = request.form.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadValue(sentence, "pace" if name == "time" else name)
    return int(text)


def _once(player: PlayerRow) -> Once | None:
    """A form carries a key of its own: sent twice, it opens one match; changed, it is another form."""
    key = request.form.get("key", "")
    if not key:
        return None
    said = json.dumps(
        sorted((name, request.form.getlist(name)) for name in request.form if name != "csrf_token")
    )
    digest = sha256(said.encode()).hexdigest()
    return Once(player.id, f"page/{key[:40]}/{digest[:16]}", digest)

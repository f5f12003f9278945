"""The sets of pieces of a game: what can be chosen, and a form to add one."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.game import AnyGame
from engine.games import GAMES
from pbem.errors import BadValue, LimitReached, NotFound
from pbem.service import piece_sets
from pbem.service.rows import PlayerRow
from pbem.web.pages.blueprint import pages
from pbem.web.pages.failures import status_of
from pbem.web.pages.visitor import arrived, needs_player


@pages.get("/games/<slug>/sets")
@needs_player
def show_sets(player: PlayerRow, slug: str) -> ResponseReturnValue:
    """The host's sets and the player's own."""
    return _page(player, _game(slug))


@pages.post("/games/<slug>/sets")
@needs_player
def add_set(player: PlayerRow, slug: str) -> ResponseReturnValue:
    """Keeps the set in the file that was sent."""
    game, file = _game(slug), request.files.get("file")
    try:
        row, is_new = piece_sets.add(game, file.read() if file else b"", player.id, arrived())
    except (BadValue, LimitReached) as error:
        return _page(player, game, error)
    flash(f"{row.title}: added." if is_new else f"{row.title}: it was here already.")
    return redirect(url_for("pages.show_sets", slug=slug), 303)


def _page(
    player: PlayerRow, game: AnyGame, error: BadValue | LimitReached | None = None
) -> ResponseReturnValue:
    wrong = [error, *error.others] if isinstance(error, BadValue) else [error] if error else []
    html = render_template(
        "pages/piece_sets.html",
        game=game,
        sets=piece_sets.listing(game, player.id),
        sentences=[each.sentence for each in wrong],
    )
    return (html, status_of(error)) if error else html


def _game(slug: str) -> AnyGame:
    if slug not in GAMES:
        raise NotFound("There is no such game here.")
    piece_sets.sets_of(GAMES[slug])
    return GAMES[slug]

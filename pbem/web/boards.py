"""The table of a match as a picture, for the API and for the pages."""

from __future__ import annotations

from flask import Response, request

from pbem.errors import NotFound
from pbem.service import reading
from pbem.service.rows import PlayerRow
from pbem.web import etags

SVG = "image/svg+xml"


def answer(match: str, player: PlayerRow | None) -> Response:
    """The board as a player, or nobody in particular, may see it; raises NotFound. Empty if it is known."""
    if request.if_none_match:
        tag = etags.current(match, player)
        if tag is not None and request.if_none_match.contains_weak(tag):
            return Response(status=304, headers=_headers(tag))
    sight = reading.sight(match, player)
    if sight.board is None:
        raise NotFound("There is no picture of this match.")
    return Response(sight.board, headers=_headers(etags.of(sight, player)), mimetype=SVG)


def _headers(tag: str) -> dict[str, str]:
    """To be kept by the reader's own browser, and asked for anew each time."""
    return {"ETag": f'"{tag}"', "Cache-Control": "private, no-cache"}

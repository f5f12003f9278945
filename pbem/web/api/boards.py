"""The table of a match as a picture."""

from __future__ import annotations

from flask import Response

from pbem.web import boards
from pbem.web.auth import viewer
from pbem.web.resource import Resource

resource = Resource("boards", __name__, "The table as a picture.")


@resource.route("/matches/<id>/board.svg", methods=["GET"])
@resource.operation("getBoard", "anyone", refuses=["not-found"], conditional=True)
@resource.response(
    200,
    {"type": "string"},
    content_type=boards.SVG,
    description="SVG, 640 units wide and as high as need be, with nothing but shapes and words in it.",
)
def get_board(id: str) -> Response:
    """Get the table as a picture

    What `table` of the match says, for the same eyes. A piece is a group whose `aria-label` is its name.
    There is none before the start, nor of a game without pictures: `/problems/not-found`.
    """
    return boards.answer(id, viewer())

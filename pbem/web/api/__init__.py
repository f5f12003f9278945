"""The REST API: one file a resource, its schemas on top."""

from __future__ import annotations

from flask import Flask
from flask_smorest import Api

from pbem.web.api import (
    boards,
    games,
    letters,
    log,
    matches,
    me,
    moves,
    piece_sets,
    places,
    sign_in,
    talk,
    tokens,
)
from pbem.web.openapi import DESCRIPTION, TITLE, marshmallow_plugin

RESOURCES = (
    sign_in.resource, tokens.resource, me.resource, letters.resource, games.resource,
    piece_sets.resource,
    matches.resource, boards.resource, places.resource, moves.resource, log.resource,
    talk.resource,
)  # fmt: skip
"""In the order in which a client's author meets them."""


class ProblemApi(Api):  # type: ignore[misc]
    """flask-smorest without its own words for errors: those are `pbem.web.problems`."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        pass

    def _register_pagination_header(self) -> None:
        pass

    def _register_etag_headers(self) -> None:
        pass


def register(app: Flask) -> None:
    """Puts the API under /v1 of an application, and its description into `app.extensions["api"]`."""
    app.config.update(API_TITLE=TITLE, API_VERSION="1", OPENAPI_VERSION="3.1.0")
    api = ProblemApi(
        app, spec_kwargs={"marshmallow_plugin": marshmallow_plugin(), "info": {"description": DESCRIPTION}}
    )
    for resource in RESOURCES:
        api.register_blueprint(resource)
    app.extensions["api"] = api

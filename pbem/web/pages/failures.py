"""Refusals and accidents as pages."""

from __future__ import annotations

from flask import Flask, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, default_exceptions

from engine.errors import Refusal
from pbem.errors import LimitReached, NotFound, ServiceError
from pbem.web.pages.blueprint import pages
from pbem.web.pages.guard import harden
from pbem.web.pages.visitor import page_behind
from pbem.web.problems import is_api

STATUS = {
    "busy": 503,
    "not-found": 404,
    "not-seated": 403,
    "wrong-code": 422,
    "bad-value": 422,
    "limit-reached": 429,
}
"""What is not named here speaks of a state that does not allow it: 409."""

SAID = {
    400: ("This cannot be read", "What the browser sent is damaged or incomplete."),
    403: ("This is not allowed", "You may not do this."),
    404: ("There is nothing here", "The address may be mistyped, or the page is not for you to see."),
    405: ("This cannot be done here", "The page exists, but not for what was asked of it."),
    409: ("That is no longer possible", ""),
    413: ("This is too much", "What the browser sent is larger than any form here."),
    422: ("This cannot be done", ""),
    429: ("Too much at once", "Please wait a while before you try again."),
    500: ("Something went wrong", "The mistake is ours and has been noted. Nothing was changed."),
    503: ("Too busy just now", "Please try again in a moment."),
}
TOO_OLD = "This page was open too long; here is a fresh one."


def failure(
    status: int, sentence: str | None = None, way_on: str = "/", way: str = "To the start"
) -> Response:
    """An error page with one way on from it. It needs neither the database nor a session."""
    title, usual = SAID.get(status, SAID[400])
    html = render_template(
        "pages/failure.html", title=title, sentence=sentence or usual, way_on=way_on, way=way
    )
    return Response(html, status, mimetype="text/html")


def status_of(error: ServiceError | Refusal) -> int:
    """The HTTP status of a refusal."""
    return STATUS.get(error.code, 409) if isinstance(error, ServiceError) else 422


def catch(app: Flask) -> None:
    """Makes pages of what goes wrong outside the API, where no page of ours is at work.

    Flask prefers a handler for a status to one for all, so those under /v1 are handed to the latter.
    """

    def answer(error: HTTPException) -> ResponseReturnValue:
        if is_api():
            api = app.error_handler_spec[None][None].get(HTTPException)
            return error if api is None else app.ensure_sync(api)(error)
        return harden(_http_error(error))

    for status in default_exceptions:
        app.register_error_handler(status, answer)


@pages.errorhandler(CSRFError)
def _form_too_old(error: CSRFError) -> ResponseReturnValue:
    return failure(403, TOO_OLD, page_behind(request.path), "Open the page afresh")


@pages.errorhandler(ServiceError)
def _refused_by_service(error: ServiceError) -> ResponseReturnValue:
    if isinstance(error, NotFound):  # the same page for all that does not exist or is not to be known of
        return failure(404, error.sentence)
    response = failure(status_of(error), error.sentence, _way_back(), "Go back")
    if isinstance(error, LimitReached):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


@pages.errorhandler(Refusal)
def _refused_by_rules(error: Refusal) -> ResponseReturnValue:
    return failure(422, error.sentence, _way_back(), "Go back")


@pages.errorhandler(HTTPException)
def _http_error(error: HTTPException) -> Response:
    if error.response is not None:  # a redirect, or an answer that somebody has made already
        return make_response(error.response)
    response = failure(error.code or 500)
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def _way_back() -> str:
    """The page above the one that failed; after a form, the one that shows it."""
    path = request.path
    return page_behind(path.rpartition("/")[0] if request.method in ("GET", "HEAD") else path)

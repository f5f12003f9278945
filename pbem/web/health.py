"""Whether this process can serve, for whoever starts it again otherwise. It tells nothing else."""

from __future__ import annotations

from flask import Flask, Response

from engine import wire
from pbem.service import checkup


def register(app: Flask) -> None:
    """GET /healthz: 200 if the database answers, else 503."""
    app.add_url_rule("/healthz", "healthz", _tell, methods=["GET"])


def _tell() -> Response:
    well = checkup.is_answering()
    body = wire.encode({"status": "ok" if well else "no-database"})
    return Response(body, 200 if well else 503, content_type="application/json")

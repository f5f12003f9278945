"""The blueprint that all pages belong to."""

from __future__ import annotations

from flask import Blueprint

pages = Blueprint(
    "pages", __name__, template_folder="templates", static_folder="static", static_url_path="/style"
)

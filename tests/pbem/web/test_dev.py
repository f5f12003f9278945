from __future__ import annotations

import smtplib
from dataclasses import replace
from email.message import EmailMessage

from flask import Flask

from pbem.mail import catcher
from pbem.settings import Settings, SmtpServer
from pbem.web.app import create_app
from tests.pbem.web.people import Person, value


def send(settings: Settings, subject: str, text: str) -> None:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "pbem@example.org", "ann@example.org", subject
    letter.set_content(text)
    started = catcher.start(settings.caught)
    try:
        with smtplib.SMTP(started.host, started.port) as smtp:
            smtp.send_message(letter)
    finally:
        started.stop()


def test_it_works(anybody: Person, settings: Settings) -> None:
    assert value(anybody.get("/dev/letters.json")) == []
    send(settings, "first", "One")
    send(settings, "<second>", "See https://example.org/x & <b>")
    letters = value(anybody.get("/dev/letters.json"))
    assert [letter["subject"] for letter in letters] == ["<second>", "first"]
    assert set(letters[0]) == {"id", "at", "to", "from", "subject", "text", "html", "headers"}
    assert letters[0]["to"] == ["ann@example.org"]
    page = anybody.get("/dev/letters").text
    assert "&lt;second&gt;" in page
    assert "<b>" not in page
    assert '<a href="https://example.org/x"' in page


def test_a_host_with_a_mail_server_shows_no_letters(app: Flask, settings: Settings) -> None:
    client = create_app(replace(settings, smtp=SmtpServer("mail.example.org", 25))).test_client()
    assert client.get("/dev/letters").status_code == 404
    assert client.get("/dev/letters.json").status_code == 404

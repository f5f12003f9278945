"""`pbem demo --by-mail`: Ann plays a whole match by replying to her letters, the others by API.

Her mail program is this module: it reads what the catcher has caught, and hands replies to the service's
own door by SMTP, as a mail server would.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any

from pbem.demo import NAMES, Table, Trouble, kind_of
from pbem.mail.transport import Post
from pbem.settings import SmtpServer

LIMIT = 900.0
"""Seconds after which the demo gives up: each of Ann's moves waits for the worker twice."""
PATIENCE = 30.0
"""Seconds within which a letter or an answer has to come."""
ANN = f"{NAMES[0].lower()}@example.org"

_NUMBERED = re.compile(r"(?m)^ {0,3}(\d{1,3})  ")

Json = Any


class MailTable(Table):
    """The players at their match; seat 0 has nothing but a mail program."""

    LIMIT = LIMIT

    def __init__(self, base: str, game: str, seats: int, began: float, door: int) -> None:
        super().__init__(base, game, seats, began)
        self.pace = {"seconds": 3600}
        self.post = Post(SmtpServer("127.0.0.1", door), "example.org")
        self.used: set[str] = set()
        """The addresses that were written to."""
        self.replies = 0

    def be_away_once(self) -> None:
        """Nobody is away here."""

    def move(self, match: Json) -> None:
        """One random move of a seat that is asked; Ann makes hers by mail."""
        if match["to_act"][0] != 0:
            super().move(match)
            return
        (last,) = self.ask(0, "GET", f"/v1/matches/{self.match}/log?after={match['entry'] - 1}")["items"]
        letter = self.wait_for("a letter that asks Ann", lambda: self.letter_since(last["at"]), PATIENCE)
        headers = {name.lower(): value for name, value in letter["headers"]}
        numbers = _NUMBERED.findall(letter["text"].partition("Your moves")[2])
        self.reply(headers["reply-to"], headers["subject"], secrets.choice(numbers), letter["text"])
        self.wait_for("the answer to Ann's reply", lambda: self.count_of("answer") >= self.replies, PATIENCE)
        self.moves += 1

    def letter_since(self, at: str) -> Json:
        """The newest letter to Ann that prints moves, if it came since an instant."""
        for letter in self.letters():
            if letter["at"] < at:
                return None
            headers = {name.lower(): value for name, value in letter["headers"]}
            if ANN in letter["to"] and "reply-to" in headers and "\nYour moves\n" in letter["text"]:
                return None if headers["reply-to"] in self.used else letter
        return None

    def reply(self, to: str, subject: str, line: str, quoted: str) -> None:
        """Answers a letter as a mail program does: the line on top, the letter quoted below."""
        self.used.add(to)
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = f"{NAMES[0]} <{ANN}>", to, f"Re: {subject}"
        mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain="example.org")
        below = "\n".join(f"> {text}".rstrip() for text in quoted.splitlines())
        mail.set_content(f"{line}\n\nOn Thursday, pbem wrote:\n{below}\n")
        outcome = self.post.send(mail.as_bytes().replace(b"\n", b"\r\n"), ANN, to, lambda phase: True)
        if outcome.kind != "accepted":
            raise Trouble(f"the reply was not taken: {outcome.answer}")
        self.replies += 1

    def check_letters(self, kinds: Mapping[str, int]) -> None:
        """Each reply has had its answer."""
        self.say(f"Ann has sent {self.replies} replies, and nothing else.")
        answers = [letter for letter in self.letters() if kind_of(letter) == "answer"]
        refused = [letter for letter in answers if "no move was made" in letter["text"]]
        late = [letter for letter in refused if "The match has moved on since that letter." in letter["text"]]
        if len(refused) > len(late):
            raise Trouble("a reply did nothing, though it was not late")

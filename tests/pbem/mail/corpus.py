"""Replies as mail programs write them: shapes of programs, placements, languages, encodings, trailers.

Nothing here is anybody's mail: each is put together from what the programs are known to do. The letter that
is quoted is one of ours, so that its lines are there to be taken for commands.
"""

from __future__ import annotations

import base64
import itertools
import quopri
import unicodedata
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

SENDER = "Ann <ann@example.org>"
ADDRESS = "abcdefghijklmnopqrstuvwxyz@reply.example.org"


class Client(NamedTuple):
    """How a program lays out a reply."""

    name: str
    attribution: str
    """What stands before the quotation; `{said}` is the sentence of a language."""
    mark: str
    """What stands before each quoted line."""
    forms: tuple[str, ...]
    """`plain`, `html`."""
    html: str = ""
    """How the quotation begins in HTML."""
    signature: str = ""


BLOCK = '<blockquote type="cite">'
GMAIL = '<div class="gmail_quote"><div class="gmail_attr">{said}<br></div><blockquote class="gmail_quote">'
OUTLOOK = '<div id="divRplyFwdMsg"><b>From:</b> pbem<br><b>Sent:</b> Thursday<br></div><div>'

CLIENTS = (
    Client("gmail web", "{said}", "> ", ("plain", "html"), GMAIL),
    Client("gmail android", "{said}", "> ", ("plain", "html"), GMAIL, "Sent from my phone"),
    Client("apple mail", "{said}", "> ", ("plain", "html"), BLOCK),
    Client("iphone", "{said}", "> ", ("plain", "html"), BLOCK, "Sent from my iPhone"),
    Client("ipad, german", "{said}", "> ", ("plain", "html"), BLOCK, "Von meinem iPad gesendet"),
    Client("thunderbird", "{said}", "> ", ("plain",)),
    Client("thunderbird html", "{said}", "> ", ("plain", "html"), '<div class="moz-cite"></div>' + BLOCK),
    Client("k-9", "{said}", "> ", ("plain",), "", "-- \nSent from my Android device with K-9 Mail."),
    Client("fairemail", "{said}", "> ", ("plain", "html"), BLOCK),
    Client("mutt", "{said}", "> ", ("plain",)),
    Client("neomutt", "{said}", "> ", ("plain",), "", "-- \nAnn"),
    Client("alpine", "{said}", "> ", ("plain",)),
    Client("evolution", "{said}", "> ", ("plain", "html"), BLOCK),
    Client("kmail", "{said}", "> ", ("plain",)),
    Client("claws", "{said}", "> ", ("plain",)),
    Client("roundcube", "{said}", "> ", ("plain",)),
    Client("zimbra", "----- Original Message -----\nFrom: pbem <pbem@example.org>", "", ("plain",)),
    Client("outlook desktop", "________________________________\nFrom: pbem <pbem@example.org>", "",
           ("plain", "html"), OUTLOOK),
    Client("outlook old", "-----Original Message-----\nFrom: [mailto:pbem@example.org]", "> ", ("plain",)),
    Client("outlook mac", "From: pbem <pbem@example.org>\nDate: Thursday, 3 December 2026", "",
           ("plain", "html"), OUTLOOK),
    Client("outlook phone", "________________________________\nFrom: pbem <pbem@example.org>", "",
           ("plain",), "", "Get Outlook for Android"),
    Client("windows mail", "From: pbem\nSent: Thursday, 3 December 2026 18:05", "", ("plain",), "",
           "Sent from Mail for Windows"),
    Client("yahoo", "{said}", " ", ("plain", "html"), '<div id="ydp1" class="yahoo_quoted">' + BLOCK),
    Client("aol", "-----Original Message-----\nFrom: pbem <pbem@example.org>", "", ("plain",)),
    Client("gmx", "Gesendet: Donnerstag, 3. Dezember 2026\nVon: pbem <pbem@example.org>", "> ", ("plain",)),
    Client("protonmail", "------- Original Message -------\n{said}", "> ", ("plain",), "",
           "Sent with a secure mail service."),
)  # fmt: skip

LANGUAGES = {
    "en": "On Thu, 3 Dec 2026 at 18:05, pbem <" + ADDRESS + "> wrote:",
    "de": "Am Do., 3. Dez. 2026 um 18:05 Uhr schrieb pbem <" + ADDRESS + ">:",
    "fr": "Le jeu. 3 déc. 2026 à 18:05, pbem <" + ADDRESS + "> a écrit :",
    "es": "El jue, 3 dic 2026 a las 18:05, pbem (<" + ADDRESS + ">) escribió:",
    "it": "Il giorno gio 3 dic 2026 alle ore 18:05 pbem <" + ADDRESS + "> ha scritto:",
    "nl": "Op do 3 dec 2026 om 18:05 schreef pbem <" + ADDRESS + ">:",
    "da": "Den tor. 3. dec. 2026 kl. 18.05 skrev pbem <" + ADDRESS + ">:",
    "sv": "Den tors 3 dec. 2026 kl 18:05 skrev pbem <" + ADDRESS + ">:",
    "pt": "Em qui., 3 de dez. de 2026 às 18:05, pbem <" + ADDRESS + "> escreveu:",
    "pl": "czw., 3 gru 2026 o 18:05 pbem <" + ADDRESS + "> napisał(a):",
    "ru": "чт, 3 дек. 2026 г. в 18:05, pbem <" + ADDRESS + ">:",
    "ja": "2026年12月3日(木) 18:05 pbem <" + ADDRESS + ">:",
}
CHARSETS = {
    "en": ("us-ascii", "utf-8", "iso-8859-1"), "de": ("utf-8", "iso-8859-1", "windows-1252"),
    "fr": ("utf-8", "iso-8859-15"), "es": ("utf-8", "iso-8859-1"), "it": ("utf-8", "windows-1252"),
    "nl": ("utf-8",), "da": ("utf-8", "iso-8859-1"), "sv": ("utf-8", "iso-8859-1"), "pt": ("utf-8",),
    "pl": ("utf-8", "iso-8859-2"), "ru": ("utf-8", "koi8-r", "windows-1251"),
    "ja": ("utf-8", "iso-2022-jp", "gb18030"),
}  # fmt: skip
CODINGS = ("7bit", "8bit", "quoted-printable", "base64")
TRAILERS = (
    "",
    "\n\nThis message is confidential. If you are not the intended recipient, delete it.\n",
    "\n\n______________________\nExample Ltd, registered in Copenhagen, no. 1\n",
)
BANNERS = (
    "",
    "[EXTERNAL] This email originated from outside of the organization.\n\n",
    "CAUTION: external sender\n\n",
)


class Mail(NamedTuple):
    """A reply, and what it means."""

    name: str
    raw: bytes
    line: str | None
    """The line that its writer meant; None: he wrote none."""


def corpus(letter: str, lines: tuple[str, ...]) -> Iterator[Mail]:
    """Every program in every language, with the other things by turns."""
    charsets = {language: itertools.cycle(names) for language, names in CHARSETS.items()}
    turn = zip(
        itertools.cycle(CODINGS), itertools.cycle(TRAILERS), itertools.cycle(lines),
        itertools.cycle(("top", "top", "top", "bottom")), itertools.cycle(BANNERS),
    )  # fmt: skip
    for (client, language), (coding, trailer, line, placement, banner) in zip(
        itertools.product(CLIENTS, LANGUAGES), turn, strict=False
    ):
        for form in client.forms:
            charset = next(charsets[language])
            line = line if charset == "utf-8" else unicodedata.normalize("NFKC", line)
            where = "top" if form == "html" or client.mark != "> " else placement
            text = written(client, language, line, where, letter, banner, trailer, form)
            name = f"{client.name}, {language}, {form}, {where}, {charset}, {coding}"
            yield Mail(name, mail(text, form, charset, coding), line)


def written(
    client: Client, language: str, line: str, where: str, letter: str, banner: str, trailer: str, form: str
) -> str:
    """The body."""
    said = client.attribution.format(said=LANGUAGES[language])
    if form == "html":
        begin = client.html.format(said=escape(LANGUAGES[language]))
        below = "".join(f"<div>{escape(text)}</div>" for text in letter.splitlines())
        head = "".join(f"<div>{escape(text)}</div>" for text in (*banner.splitlines(), line) if text)
        foot = f"<div>{escape(client.signature)}</div>" if client.signature else ""
        return f"<html><head><style>p {{}}</style></head><body>{head}<br>{foot}{begin}{below}</body></html>"
    below = "\n".join(f"{client.mark}{text}".rstrip() for text in letter.splitlines())
    foot = f"\n\n{client.signature}\n" if client.signature else "\n"
    if where == "bottom":
        return f"{said}\n{below}\n\n{line}\n{foot}{trailer}"
    return f"{banner}{line}\n{foot}\n{said}\n{below}\n{trailer}"


def mail(text: str, form: str, charset: str, coding: str, more: str = "") -> bytes:
    """The body as a mail."""
    content = text.replace("\n", "\r\n").encode(charset, "replace")
    if coding == "quoted-printable":
        content = quopri.encodestring(content)
    elif coding == "base64":
        content = base64.encodebytes(content)
    elif charset != "us-ascii" and coding == "7bit":
        coding = "8bit"
    kind = "html" if form == "html" else "plain"
    head = (
        f"From: {SENDER}\r\nTo: {ADDRESS}\r\nSubject: Re: Lords of Scotland with Bob\r\n{more}"
        f"MIME-Version: 1.0\r\nContent-Type: text/{kind}; charset={charset}\r\n"
        f"Content-Transfer-Encoding: {coding}\r\n\r\n"
    )
    return head.encode() + content

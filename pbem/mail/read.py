"""A mail that came in, as plain values: who wrote it, whether a person did, and the one line that counts.

Pure; meant to run in a process of its own (`child.py`), since mails are hostile. Nothing depends on
finding out what is quoted: the line is the first one that is not blank, not marked as quoted, not an
attribution and not one of ours; what stands below it is never looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses
from html.parser import HTMLParser

import msgspec

MOST_HEAD = 64 * 1024
MOST_HEADERS = 200
MOST_PARTS = 50
DEEPEST = 10
MOST_TEXT = 64 * 1024
LONGEST_LINE = 4_000

TO = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc")

_BULK = ("bulk", "junk", "list", "auto_reply")
_ABSENT = re.compile(
    r"^\W*(?:auto(?:matic)?[ -]?(?:reply|response|antwort)|automatische antwort|out of (?:the )?office|"
    r"abwesenheit|(?:ich bin )?nicht im (?:büro|haus)|abwesend|vacation|on holiday|absence|absent du bureau|"
    r"réponse automatique|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori sede|"
    r"automatisch antwoord|afwezig|autosvar|automatisk svar|fraværende|ikke på kontoret|frånvaro|"
    r"resposta automática|ausente|ausência|automaattinen vastaus|odpowiedź automatyczna|nieobecn|"
    r"автоматический ответ|автоответ|нет на месте|自動(?:返信|応答)|自动(?:回复|答复))",
    re.IGNORECASE,
)
_RETURNED = re.compile(r"^(?:mailer-daemon|postmaster|mail-daemon|mdaemon|noreply|no-reply|do-not-reply)@")
_OURS = re.compile(
    r"^(?:it is your turn in |a reminder: it is still your turn|please move by |the match:$|"
    r"what happened since your last letter|the table$|your moves$|you get this letter because |"
    r"this was done: |nothing was done|https?://)",
    re.IGNORECASE,
)
"""How lines of our letters begin, where a mail program quotes them without a mark."""
_ATTRIBUTION = re.compile(
    r"^(?:on|am|le|el|il|op|den|em|w dniu|dnia|på|kl\.?|в|вт|ср|чт|пт|сб|вс|пн|maanantai|\d{4}|\d{1,2}[./ ])"
    r".{0,200}"
    r"(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|skrev|escreveu|napisał(?:\(a\))?|kirjoitti|"
    r"пишет|написала?|写道|のメール)\b.{0,120}:?\s*$|"
    r"^.{0,160}(?:<[^<>@\s]+@[^<>\s]+>|\[mailto:[^\]]+\]).{0,60}:\s*$|"
    r"^\W*(?:from|von|de|da|van|fra|från|od|от|lähettäjä|发件人|差出人|sent|gesendet|envoyé|enviado|inviato|"
    r"verzonden|sendt|skickat|wysłano|отправлено|subject|betreff|objet|asunto|oggetto|onderwerp|emne|ämne|"
    r"temat|тема|to|an|à|para|till|til|кому|date|datum|fecha|data|dato)\s?:\s\S",
    re.IGNORECASE,
)
_BROKEN = re.compile(
    r"^(?:on|am|le|el|il|op|den|em|w dniu|dnia|в|\d{4}.)\s?\S.{10}|^.{0,160}<[^<>\s]*@", re.IGNORECASE
)
"""How an attribution begins that may go on in the next line."""
_DIVIDER = re.compile(r"^[\s>*]*(?:[-_=]{5,}|-{2,} ?.{0,60} ?-{2,})\s*$")
_SIGNATURE = re.compile(
    r"^(?:--|—|__)\s*$|^(?:sent from |get outlook|gesendet von|von meinem|envoyé de(?:puis)? |enviado desde |"
    r"inviato da|verstuurd vanaf|sendt fra|skickat från|enviado do|wysłane z|отправлено (?:с|из) )",
    re.IGNORECASE,
)
_BANNER = re.compile(
    r"^\W*(?:\[?external\]?\b|caution\b|warning\b|this (?:e-?mail|message) (?:originated|came|was sent) |"
    r"achtung\b|vorsicht\b|attention\b|you don.t often get (?:e-?mail|messages) from|"
    r"-----begin pgp signed message-----|hash: sha)",
    re.IGNORECASE,
)
_INDENTED = re.compile(r"^[ \t]{2,}[#(\[]?\d{1,3}[.)\]]?\s*$")
"""A number that stands apart from the margin is one of a table, or the end of a long line, of ours."""
_LISTED = re.compile(r"^\s*\d{1,3}[.)]?\s+\S")
"""A line of the list that a letter prints: number, blanks, move."""


class Reading(msgspec.Struct, frozen=True):
    """What a mail says."""

    automatic: str | None
    """Why no person wrote it, if none did; such a mail is never answered, and never a move."""
    senders: tuple[str, ...]
    """The addresses in From."""
    recipients: tuple[str, ...]
    """The addresses it was sent to, as its headers tell."""
    line: str | None
    """The line that counts; None: there is none."""


class TooMuch(ValueError):
    """The mail is larger or deeper than any that a person would send."""


def read(raw: bytes) -> Reading:
    """Reads a mail; raises TooMuch."""
    head = raw.partition(b"\r\n\r\n")[0] if b"\r\n\r\n" in raw else raw.partition(b"\n\n")[0]
    if len(head) > MOST_HEAD or head.count(b"\n") > 4 * MOST_HEADERS:
        raise TooMuch("The headers are too long.")
    message = message_from_bytes(raw)
    if len(message.keys()) > MOST_HEADERS:
        raise TooMuch("There are too many headers.")
    parts = list(_parts(message))
    return Reading(_automatic(message), _senders(message), _recipients(message), _line(_text(parts)))


def _senders(message: Message) -> tuple[str, ...]:
    return _addresses(message, "from")


def _recipients(message: Message) -> tuple[str, ...]:
    return tuple(dict.fromkeys(address for name in TO for address in _addresses(message, name)))


def _addresses(message: Message, name: str) -> tuple[str, ...]:
    said = [str(value) for value in message.get_all(name, [])]
    return tuple(address.strip().lower() for _, address in getaddresses(said) if "@" in address)


def _automatic(message: Message) -> str | None:
    """Looked at first of all, so that two machines never write to one another."""
    header = {name.lower(): str(value).strip().lower() for name, value in message.items()}
    kind = message.get_content_type()
    if kind == "multipart/report" or "x-failed-recipients" in header:
        return "a report"
    if header.get("auto-submitted", "no").partition(";")[0].strip() != "no":
        return "marked as automatic"
    if header.get("precedence") in _BULK or any(name.startswith("list-") for name in header):
        return "sent to many"
    if header.get("return-path") == "<>":
        return "without a return path"
    if any(name in header for name in ("x-autoreply", "x-autorespond", "x-autoresponder", "x-pbem-kind")):
        return "marked as automatic"
    if any(_RETURNED.match(address) for address in _senders(message)):
        return "from a machine"
    if _ABSENT.match(_subject(message)):
        return "a note of absence"
    return None


def _subject(message: Message) -> str:
    raw = next((value for name, value in message.raw_items() if name.lower() == "subject"), "")
    said = " ".join(str(raw).encode("utf-8", "surrogateescape").decode("utf-8", "replace").split())
    try:
        return str(make_header(decode_header(said)))
    except (LookupError, ValueError):
        return said


def _parts(message: Message, depth: int = 0, seen: list[int] | None = None) -> Iterator[Message]:
    """The parts in order; mails within the mail are left out: what they say is not this mail's."""
    seen = [0] if seen is None else seen
    seen[0] += 1
    if depth > DEEPEST or seen[0] > MOST_PARTS:
        raise TooMuch("It has too many parts.")
    if message.is_multipart() and message.get_content_maintype() == "multipart":
        for part in message.get_payload():
            assert isinstance(part, Message)
            yield from _parts(part, depth + 1, seen)
    elif not message.is_multipart():
        yield message


def _text(parts: list[Message]) -> str:
    """The first text part; if it is empty, the first HTML part as text."""
    for kind, made in (("text/plain", str), ("text/html", from_html)):
        for part in parts:
            named = "attachment" in str(part.get("content-disposition", "")).lower()
            if part.get_content_type() == kind and not named:
                said = made(_decoded(part))
                if said.strip():
                    return said
    return ""


def _decoded(part: Message) -> str:
    octets = part.get_payload(decode=True)
    data = octets[: 4 * MOST_TEXT] if isinstance(octets, bytes) else b""
    for name in (part.get_content_charset(), "utf-8"):
        try:
            return data.decode(str(name or "utf-8"))[:MOST_TEXT]
        except (LookupError, ValueError):
            continue
    return data.decode("latin-1")[:MOST_TEXT]


class _Lines(HTMLParser):
    """HTML as lines; what is quoted is marked as in a plain text."""

    BREAKS = frozenset(("p", "div", "br", "li", "tr", "h1", "h2", "table", "ul", "pre", "hr", "blockquote"))
    HIDDEN = frozenset(["style", "script", "head", "title", "template"])

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = [""]
        self.quoted = self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: (value or "").lower() for name, value in attrs}
        if tag in self.HIDDEN:
            self.hidden += 1
        if (
            tag == "blockquote"
            or "gmail_quote" in has.get("class", "")
            or has.get("id", "") == "divrplyfwdmsg"
        ):
            self.quoted += 1  # what comes behind a quotation is not looked at: it need not be closed
        if tag in self.BREAKS:
            self._break()
        elif tag in ("td", "th"):
            self.lines[-1] += " "

    def handle_endtag(self, tag: str) -> None:
        if tag in self.HIDDEN and self.hidden:
            self.hidden -= 1
        if tag in self.BREAKS:
            self._break()

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.lines[-1] += data.replace("\r", " ").replace("\n", " ")

    def _break(self) -> None:
        self.lines.append("> " if self.quoted else "")


def from_html(html: str) -> str:
    """The text of a page, quotations marked by `>`."""
    reader = _Lines()
    reader.feed(html)
    reader.close()
    return "\n".join(reader.lines)


def _line(text: str) -> str | None:
    """The line that counts, with those joined to it by a `;` at the end."""
    lines = [
        "" if _INDENTED.match(line) else _cleaned(line) for line in text.replace("\r\n", "\n").split("\n")
    ]
    found: list[str] = []
    place = 0
    while place < len(lines):
        said = lines[place]
        width = _attribution(lines, place)
        if width and not found and _is_quoted_below(lines, place + width):
            place += width  # whoever writes below what he quotes
            continue
        if width or _ends(said):
            break
        place += 1
        if not said or said.startswith(">") or (not found and _is_passed_over(said)):
            continue
        if len(said) > LONGEST_LINE:
            return None
        found.append(said)
        if not said.endswith(";"):
            break
    return " ".join(found) or None


def _cleaned(line: str) -> str:
    for unseen in ("\u200b", "\u200e", "\u200f", "\ufeff"):
        line = line.replace(unseen, "")
    return line.replace("\xa0", " ").strip()


def _is_passed_over(line: str) -> bool:
    """Banners of mail servers, rulers, and lines of the list that a letter prints."""
    return bool(_BANNER.match(line) or _DIVIDER.match(line) or _LISTED.match(line))


def _attribution(lines: list[str], place: int) -> int:
    """How many lines from here say who wrote what is quoted below; 0: none."""
    if not lines[place] or lines[place].startswith(">"):
        return 0
    for width in (1, 2, 3) if _BROKEN.match(lines[place]) else (1,):
        some = lines[place : place + width]
        said = " ".join(some)
        if all(some) and len(said) <= 400 and _ATTRIBUTION.match(said):
            return width
    return 0


def _is_quoted_below(lines: list[str], place: int) -> bool:
    """Whether the next line that is not blank is marked as quoted."""
    following = next((line for line in lines[place : place + 5] if line), "")
    return following.startswith(">")


def _ends(line: str) -> bool:
    """Whether from here on it is not the person who speaks, or he takes his leave."""
    return bool(_OURS.match(line) or _SIGNATURE.match(line))

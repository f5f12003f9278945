"""A mail as plain values, and as the bytes that go out, looked at once more before they do. Pure.

The header block is written here and not by `email.message`: that decodes encoded words in what a
person wrote (a name may become a header, CVE-2024-6923 and its like) and breaks long links, and not
every Python we run on has the mendings.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from base64 import decodebytes, encodebytes
from binascii import a2b_qp, b2a_qp
from collections.abc import Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.header import Header, decode_header, make_header
from email.message import Message
from email.utils import getaddresses, quote

LONGEST_LINE = 998
"""Octets of a header line, without its end (RFC 5322)."""
LONGEST_SUBJECT = 120

_PLACE = re.compile(r'<p class="picture">.*?</p>\n', re.DOTALL)

_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.-]{1,253}")
_END = re.compile(r"\r\n?|\n")
_BODY = ("MIME-Version", "Content-Type")


class UnsafeMail(Exception):
    """The mail would not say what was meant, or more than that; it must not go out."""


@dataclass(frozen=True)
class Mailbox:
    """An address and the name before it, which may be empty."""

    name: str
    address: str

    @property
    def domain(self) -> str:
        """The part behind the @."""
        return self.address.rpartition("@")[2]


@dataclass(frozen=True)
class Picture:
    """A picture inside the HTML form, where `src="cid:..."` names it."""

    svg: str
    png: bytes = b""
    """Empty until it is drawn; a mail goes out without it rather than not at all."""

    CID = "table"
    NAME = "table.png"


@dataclass(frozen=True)
class Mail:
    """A mail in two forms, for one recipient."""

    sender: Mailbox
    to: Mailbox
    subject: str
    text: str
    html: str
    headers: tuple[tuple[str, str], ...]
    """Beside From, To and Subject; printable ASCII, names as on the wire."""
    boundary: str
    """Between the two forms: nothing that a person could write into them."""
    picture: Picture | None = None

    @property
    def page(self) -> str:
        """The HTML form as it goes out: without the place of a picture that was not drawn."""
        return self.html if self.picture and self.picture.png else _PLACE.sub("", self.html)

    def header(self, name: str) -> str | None:
        """The value of one of `headers`."""
        return dict(self.headers).get(name)


def mailbox(text: str) -> Mailbox:
    """A mailbox like `pbem <pbem@example.org>` from its text; raises UnsafeMail if it is none."""
    found = getaddresses([text])
    if len(found) != 1 or not _ADDRESS.fullmatch(found[0][1]):
        raise UnsafeMail(f"This is not one mail address: {text!r}")
    return Mailbox(plain(found[0][0]), found[0][1])


def plain(text: str, longest: int = LONGEST_SUBJECT) -> str:
    """Text that may stand in a header or in a line: normalised, one line, nothing that a program reads.

    Control and direction signs become blanks, and what looks like an encoded word (`=?`) is broken.
    """
    shown = _shown(unicodedata.normalize("NFC", text))
    line = " ".join(shown.split()).replace("=?", "= ?")
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def printed(text: str) -> str:
    """Text of several lines without control or direction signs; the ends of the lines stay."""
    return "\n".join(_shown(line).rstrip() for line in text.split("\n"))


def _shown(text: str) -> str:
    """The text with blanks for all that is no letter, mark, digit, symbol or blank."""
    if text.isprintable():  # as most texts are; looking at each sign takes far longer
        return text
    return "".join(sign if _is_shown(sign) else " " for sign in text)


def _is_shown(sign: str) -> bool:
    return unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def serialised(mail: Mail) -> bytes:
    """The mail as bytes with CRLF line ends, 7-bit; raises UnsafeMail unless they read back as meant."""
    try:
        body = _body(mail)
        raw = b"".join(_line(name, value) for name, value in _encoded(mail)) + body
    except UnicodeError as failed:
        raise UnsafeMail("The mail has text that cannot be encoded.") from failed
    _check(mail, raw)
    return raw


def _body(mail: Mail) -> bytes:
    page = _leaf("text/html", mail.page)
    if mail.picture and mail.picture.png:
        page = _together("related", _inner(mail), (page, _inline(mail.picture.png)))
    parts = (_leaf("text/plain", mail.text), page)
    return b"MIME-Version: 1.0\r\n" + _together("alternative", mail.boundary, parts)


def _inner(mail: Mail) -> str:
    """The boundary between a page and its picture: none of it is the other one's."""
    return f"{mail.boundary[:2]}in{mail.boundary[2:]}"


def _together(kind: str, boundary: str, parts: Sequence[bytes]) -> bytes:
    mark = f"--{boundary}".encode("ascii")
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n'.encode("ascii")
    return head + b"".join(mark + b"\r\n" + part + b"\r\n" for part in parts) + mark + b"--\r\n"


def _leaf(kind: str, text: str) -> bytes:
    """A text as a part; not by `email.message`, which takes ten times as long."""
    coding = _encoding(text)
    content = _ended(text).encode()
    if coding != "7bit":
        content = b2a_qp(content, istext=True)
    head = f'Content-Type: {kind}; charset="utf-8"\r\nContent-Transfer-Encoding: {coding}\r\n\r\n'
    return head.encode("ascii") + content


def _ended(text: str) -> str:
    """The text with the line ends of a mail."""
    return _END.sub("\r\n", text)


def _inline(png: bytes) -> bytes:
    head = (
        f'Content-Type: image/png; name="{Picture.NAME}"\r\nContent-Transfer-Encoding: base64\r\n'
        f'Content-ID: <{Picture.CID}>\r\nContent-Disposition: inline; filename="{Picture.NAME}"\r\n\r\n'
    )
    return head.encode("ascii") + encodebytes(png).replace(b"\n", b"\r\n")


def _encoding(text: str) -> str:
    """Letters of most languages stay readable in the raw mail; 7bit where the lines allow it."""
    short = all(len(line) <= LONGEST_LINE for line in text.split("\n"))
    return "7bit" if short and text.isascii() else "quoted-printable"


def _encoded(mail: Mail) -> list[tuple[str, str]]:
    """The headers as ASCII, folded."""
    return [
        ("From", _address_line("From", mail.sender)),
        ("To", _address_line("To", mail.to)),
        ("Subject", _words("Subject", plain(mail.subject))),
        *mail.headers,
    ]


def _address_line(header: str, box: Mailbox) -> str:
    if not _ADDRESS.fullmatch(box.address):
        raise UnsafeMail(f"This is not a plain mail address: {box.address!r}")
    name = plain(box.name)
    if not name:
        return box.address
    if not name.isascii():
        return f"{_words(header, name)}\r\n <{box.address}>"
    quoted = name if re.fullmatch(r"[A-Za-z0-9 _'-]+", name) else f'"{quote(name)}"'
    fold = "\r\n" if len(header) + len(quoted) + len(box.address) > 70 else ""
    return f"{quoted}{fold} <{box.address}>"


def _words(header: str, text: str) -> str:
    """Plain text as ASCII: folded at blanks, or encoded words of at most 75 signs where it needs them."""
    if text.isascii():
        return "\r\n ".join(textwrap.wrap(text, 65, break_long_words=False, break_on_hyphens=False))
    return Header(text, "utf-8", maxlinelen=76, header_name=header).encode(linesep="\r\n")


def _line(name: str, value: str) -> bytes:
    return f"{name}: {value}\r\n".encode("ascii")


def _check(mail: Mail, raw: bytes) -> None:
    """Raises UnsafeMail unless the bytes have just the headers and the two texts that were meant."""
    intended = ["From", "To", "Subject", *(name for name, _ in mail.headers), *_BODY]
    if sorted(header_names(raw)) != sorted(intended):
        raise UnsafeMail(f"The mail would have the headers {', '.join(header_names(raw))}.")
    if re.search(rb"\r(?!\n)|(?<!\r)\n", raw) or not raw.isascii():
        raise UnsafeMail("The mail has stray line ends or octets above 127.")
    head, _, body = raw.partition(b"\r\n\r\n")
    message = message_from_bytes(head + b"\r\n\r\n")
    if sorted(message.keys()) != sorted(intended):
        raise UnsafeMail("Programs disagree about the headers of the mail.")
    _check_values(mail, message)
    _check_parts(mail, body)


def header_names(raw: bytes) -> list[str]:
    """The names of the headers of a mail, read by its bytes alone."""
    head = raw.partition(b"\r\n\r\n")[0]
    names = []
    for line in head.split(b"\r\n"):
        if len(line) > LONGEST_LINE:
            raise UnsafeMail("A header line is too long.")
        if line[:1] not in (b" ", b"\t"):
            names.append(line.partition(b":")[0].decode("ascii", "replace"))
    return names


def _check_values(mail: Mail, message: Message) -> None:
    subject = message["Subject"].replace("\r\n", "")
    if str(make_header(decode_header(subject))) != plain(mail.subject):
        raise UnsafeMail("The subject would read otherwise.")
    for header, box in (("From", mail.sender), ("To", mail.to)):
        if [address for _, address in getaddresses([message[header]])] != [box.address]:
            raise UnsafeMail(f"The mail would have another address in {header}.")
    for name, value in mail.headers:
        if message[name] != value or not value.isprintable():
            raise UnsafeMail(f"The header {name} would read otherwise.")


def _check_parts(mail: Mail, body: bytes) -> None:
    """Raises UnsafeMail unless the parts, taken apart by their boundaries, are those that were meant."""
    text, page = _apart(body, mail.boundary)
    if mail.picture and mail.picture.png:
        page, picture = _apart(page.partition(b"\r\n\r\n")[2], _inner(mail))
        if decodebytes(picture.partition(b"\r\n\r\n")[2]) != mail.picture.png:
            raise UnsafeMail("The picture would be another one.")
    for part, kind, meant in ((text, "text/plain", mail.text), (page, "text/html", mail.page)):
        head, _, content = part.partition(b"\r\n\r\n")
        if b"quoted-printable" in head:
            content = a2b_qp(content)
        is_kind = head.startswith(f"Content-Type: {kind};".encode("ascii"))
        if not is_kind or content.decode() != _ended(meant):
            raise UnsafeMail(f"The {kind} form would read otherwise.")


def _apart(body: bytes, boundary: str) -> tuple[bytes, bytes]:
    """The two parts of a body; raises UnsafeMail if there are not two."""
    parts = body.split(f"--{boundary}".encode("ascii"))
    if len(parts) != 4 or parts[0] or parts[3].rstrip(b"\r\n") != b"--":
        raise UnsafeMail("The mail would not have two forms.")
    return parts[1][2:-2], parts[2][2:-2]

"""The host's environment, read once into one frozen `Settings`; all mistakes told at once in plain words."""

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import SplitResult, unquote, urlsplit

from pbem.secret import kept_secret

T = TypeVar("T")

DATABASE = "PBEM_DATABASE"
BIND = "PBEM_BIND"
PUBLIC_URL = "PBEM_PUBLIC_URL"
SMTP_URL = "PBEM_SMTP_URL"
MAIL_FROM = "PBEM_MAIL_FROM"
MIN_PACE_SECONDS = "PBEM_MIN_PACE_SECONDS"
LETTER_DELAY_SECONDS = "PBEM_LETTER_DELAY_SECONDS"
SECRET_KEY = "PBEM_SECRET_KEY"
REPLY_TO = "PBEM_REPLY_TO"
INCOMING = "PBEM_INCOMING"
PICTURES = "PBEM_PICTURES"
ALLOW_NETWORK_DISK = "PBEM_ALLOW_NETWORK_DISK"

# Each with a value to show in the sentence about a mistake.
EXAMPLES = {
    DATABASE: "sqlite:///var/pbem.db",
    BIND: "127.0.0.1:8000",
    PUBLIC_URL: "https://games.example.org",
    SMTP_URL: "smtp+starttls://user:password@mail.example.org:587",
    MAIL_FROM: "pbem <pbem@example.org>",
    MIN_PACE_SECONDS: "3600",
    LETTER_DELAY_SECONDS: "60",
    SECRET_KEY: "(32 or more random characters)",
    REPLY_TO: "{}@reply.example.org",
    INCOMING: "lmtp://127.0.0.1:8024",
    PICTURES: "no",
    ALLOW_NETWORK_DISK: "yes",
}
FOREIGN = ("PBEM_FAILPOINTS", "PBEM_FAILPOINTS_TAKEN")  # read elsewhere, by tests only
SECRETS = (SMTP_URL, SECRET_KEY)  # may come as NAME_FILE too; their values are never shown
SCHEMES: dict[str, tuple[Literal["none", "starttls", "implicit"], int]] = {
    "smtp": ("none", 25),
    "smtp+starttls": ("starttls", 587),
    "smtps": ("implicit", 465),
}


class SettingsError(Exception):
    """The environment cannot be used. `mistakes`: one sentence for each thing wrong."""

    def __init__(self, mistakes: list[str]) -> None:
        self.mistakes = mistakes
        super().__init__("\n".join(mistakes))


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """Where letters are handed over. `tls`: none, starttls (asked for after connecting) or implicit."""

    host: str
    port: int
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: Literal["none", "starttls", "implicit"] = "none"


@dataclass(frozen=True, slots=True)
class MailIn:
    """Where replies are taken from a mail server."""

    host: str
    port: int
    protocol: Literal["lmtp", "smtp"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How this host runs pbem. Secrets stay out of its `repr`."""

    database_path: Path  # absolute
    host: str
    port: int
    public_url: str  # without a slash at its end
    smtp: SmtpServer | None  # None: the built-in mail catcher
    mail_from: str
    reply_to: str | None  # an address with {} for the secret; None: replies are not read
    incoming: MailIn | None
    pictures: bool  # whether letters show the table as a picture
    min_pace_seconds: int
    letter_delay_seconds: int
    allow_network_disk: bool
    secret_key: str = field(repr=False)

    @property
    def database(self) -> str:
        """The database as a URL."""
        return f"sqlite:///{self.database_path}"

    @property
    def var(self) -> Path:
        """The folder of the database, where whatever else the service keeps goes too."""
        return self.database_path.parent

    @property
    def caught(self) -> Path:
        """The folder in which the built-in catcher keeps letters."""
        return self.var / "caught"

    @property
    def is_public(self) -> bool:
        """Whether others than this machine's users are meant to come."""
        return not (is_loopback(self.host) and is_loopback(urlsplit(self.public_url).hostname or ""))

    @property
    def bind(self) -> str:
        """Host and port to listen on, as `host:port`; an IPv6 host in brackets."""
        return join_address(self.host, self.port)


def load(environ: Mapping[str, str]) -> Settings:
    """Settings from the PBEM_ variables of an environment; empty ones count as unset.

    Without PBEM_SECRET_KEY, a key is made once and kept beside the database. Raises SettingsError.
    """
    reading = Reading(environ)
    database_path = reading.value(DATABASE, "sqlite:///var/pbem.db", parse_database)
    host, port = reading.value(BIND, "127.0.0.1:8000", parse_address)
    public_url = reading.value(PUBLIC_URL, f"http://{reachable(host, port)}", parse_public_url)
    smtp = reading.value(SMTP_URL, "", parse_smtp_url)
    mail_from = reading.value(MAIL_FROM, "pbem <pbem@localhost>", parse_mailbox)
    reply_to = reading.value(REPLY_TO, "", parse_reply_to)
    incoming = reading.value(INCOMING, "", parse_incoming)
    if incoming and not reply_to:
        reading.mistakes.append(f"{INCOMING} needs {REPLY_TO}; for example {REPLY_TO}={EXAMPLES[REPLY_TO]}")
    pictures = reading.value(PICTURES, "yes", parse_yes_or_no)
    min_pace = reading.value(MIN_PACE_SECONDS, "3600", at_least(1))
    letter_delay = reading.value(LETTER_DELAY_SECONDS, "60", at_least(0))
    network_disk = reading.value(ALLOW_NETWORK_DISK, "no", parse_yes_or_no)
    secret = reading.value(SECRET_KEY, "", parse_secret)
    reading.finish()
    return Settings(
        database_path=database_path,
        host=host,
        port=port,
        public_url=public_url,
        smtp=smtp,
        mail_from=mail_from,
        reply_to=reply_to,
        incoming=incoming,
        pictures=pictures,
        min_pace_seconds=min_pace,
        letter_delay_seconds=letter_delay,
        allow_network_disk=network_disk,
        secret_key=secret or make_secret(database_path.parent),
    )


class Reading:
    """One pass over an environment, which collects what is wrong with it."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.environ = environ
        self.mistakes = [unknown(name) for name in sorted(environ) if is_unknown(name)]

    def value(self, name: str, default: str, parse: Callable[[str], T]) -> T:
        """The parsed value of a variable, or its parsed default when it is unset or was a mistake."""
        text = self.text(name)
        try:
            return parse(text or default)
        except ValueError as refused:
            self.mistakes.append(f"{name} {refused}; for example {name}={EXAMPLES[name]}")
            return parse(default)

    def text(self, name: str) -> str:
        """The text of a variable; of a secret, that in its NAME_FILE if this is set instead. Empty: unset."""
        given = self.environ.get(name, "").strip()
        path = self.environ.get(f"{name}_FILE", "").strip() if name in SECRETS else ""
        if given and path:
            self.mistakes.append(f"{name} and {name}_FILE are both set; keep one of them.")
        if given or not path:
            return given
        try:
            content = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as failed:
            why = getattr(failed, "strerror", None) or "it is not UTF-8 text"
            self.mistakes.append(f"{name}_FILE names a file that cannot be read, {path}: {why}.")
            return ""
        if not content:
            self.mistakes.append(f"{name}_FILE names an empty file, {path}.")
        return content

    def finish(self) -> None:
        """Raises SettingsError if there was any mistake."""
        if self.mistakes:
            raise SettingsError(self.mistakes)


def is_unknown(name: str) -> bool:
    """Whether a variable looks like one of ours but is none."""
    plain = name.removesuffix("_FILE")
    return name.startswith("PBEM_") and name not in (*EXAMPLES, *FOREIGN) and plain not in SECRETS


def unknown(name: str) -> str:
    """The sentence about a variable that nobody reads."""
    close = get_close_matches(name, [*EXAMPLES, *(f"{secret}_FILE" for secret in SECRETS)], n=1)
    return f"{name} is no setting of pbem; " + (f"is {close[0]} meant?" if close else "please remove it.")


def parse_database(text: str) -> Path:
    scheme, found, rest = text.partition(":///")
    if scheme != "sqlite" or not found:
        raise ValueError("must begin with sqlite:/// (only SQLite is supported by this version)")
    if not rest or rest.endswith("/") or rest == ":memory:" or "?" in rest or "\0" in rest:
        raise ValueError("must name a file after sqlite:/// (four slashes begin an absolute path)")
    return Path.cwd() / rest


def parse_address(text: str) -> tuple[str, int]:
    match = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})", text)
    if not match or not 1 <= int(match[2]) <= 65535:
        raise ValueError("must be a host and a port from 1 to 65535, with a colon between them")
    return match[1].strip("[]"), int(match[2])


def join_address(host: str, port: int) -> str:
    """Host and port as one text; an IPv6 host in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def reachable(host: str, port: int) -> str:
    """The address under which this machine reaches a bound one; "all interfaces" is none to open."""
    return join_address({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port)


def parse_public_url(text: str) -> str:
    parts = split_url(text)
    bare = not (parts.query or parts.fragment or parts.username) and not re.search(r"[\s?#]", text)
    if parts.scheme not in ("http", "https") or not parts.hostname or not bare:
        raise ValueError("must be a web address beginning with http:// or https://, without ? and #")
    return text.rstrip("/")


def parse_smtp_url(text: str) -> SmtpServer | None:
    if not text:
        return None
    parts = split_url(text)
    rest = parts.path.strip("/") or parts.query or parts.fragment
    if parts.scheme not in SCHEMES or not parts.hostname or rest:
        raise ValueError("must be smtp://, smtp+starttls:// or smtps:// and a host, with odd signs %-quoted")
    tls, usual_port = SCHEMES[parts.scheme]
    user, password = (unquote(part) if part else None for part in (parts.username, parts.password))
    if (user is None) != (password is None):
        raise ValueError("must have both a user and a password, or neither")
    return SmtpServer(parts.hostname, parts.port or usual_port, user, password, tls)


def split_url(text: str) -> SplitResult:
    """A URL in parts, its port looked at. The message of the ValueError shows nothing of the text."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        raise ValueError("must be a URL with a host and, if any, a port from 1 to 65535") from None
    return parts


def parse_mailbox(text: str) -> str:
    bare = text
    if named := re.fullmatch(r'[^<>@,;:"\\]*<(.+)>', text):
        bare = named[1]
    if not text.isprintable() or not re.fullmatch(r"[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+", bare, re.ASCII):
        raise ValueError("must be one mail address, with or without a name before it")
    return text


def parse_reply_to(text: str) -> str | None:
    if not text:
        return None
    if not re.fullmatch(r"[a-z0-9._+=-]{0,30}\{\}[a-z0-9._+=-]{0,8}@[a-z0-9-]+(\.[a-z0-9-]+)*", text):
        raise ValueError("must be a mail address in lower case with {} where the secret goes")
    return text


def parse_incoming(text: str) -> MailIn | None:
    if not text:
        return None
    parts = split_url(text)
    if parts.scheme not in ("lmtp", "smtp") or not parts.hostname or not parts.port or parts.path.strip("/"):
        raise ValueError("must be lmtp:// or smtp://, a host and a port")
    return MailIn(parts.hostname, parts.port, "lmtp" if parts.scheme == "lmtp" else "smtp")


def is_loopback(name: str) -> bool:
    """Whether a host's name or address means this machine."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def at_least(least: int) -> Callable[[str], int]:
    """A parser of whole numbers of seconds, from `least` to ten years."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= 315_360_000:
            raise ValueError(f"must be a whole number of seconds, {least} or more")
        return int(text)

    return parse


def parse_yes_or_no(text: str) -> bool:
    if text.lower() not in ("yes", "no", "true", "false", "1", "0"):
        raise ValueError("must be yes or no")
    return text.lower() in ("yes", "true", "1")


def parse_secret(text: str) -> str:
    if text and len(text) < 32:
        raise ValueError("must have at least 32 characters")
    return text


def make_secret(folder: Path) -> str:
    """The kept key of a folder. Raises SettingsError when it can be neither read nor made."""
    try:
        return parse_secret(kept_secret(folder))
    except (OSError, ValueError) as failed:
        why = getattr(failed, "strerror", None) or str(failed)
        mistake = f"{SECRET_KEY} is not set, and no key can be kept in {folder}: {why}."
        raise SettingsError([mistake]) from failed

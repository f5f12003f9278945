"""Players: signing in by a code in a letter, tokens, and what a player can change about himself."""

from __future__ import annotations

import hmac
import secrets
from functools import cache
from typing import NamedTuple
from zoneinfo import available_timezones

from pbem import db
from pbem.errors import BadValue, NotFound, WrongCode
from pbem.service import ids, limits, outbox, rows
from pbem.service.addresses import checked, checked_name
from pbem.service.outbox import NewLetter
from pbem.service.pace import DAY, SECOND
from pbem.service.rows import PLAYER, PlayerRow
from pbem.settings import Settings

CODE_LASTS = 15 * 60 * SECOND
TRIES = 5
SESSION_LASTS = 90 * DAY
LOCALES = ("en",)
MOST_TOKENS = 50

_NEW = "INSERT INTO player (id, email, name, locale, time_zone, created_at) VALUES (?, ?, ?, ?, ?, ?)"
_OPEN = """SELECT id, name, locale, time_zone FROM sign_in
WHERE email = ? AND used_at IS NULL AND expires_at > ? AND tries < ? ORDER BY created_at DESC LIMIT 10"""
_WHO = f"""SELECT {PLAYER}, t.id FROM token t JOIN player r ON r.id = t.player_id
WHERE t.hash = ? AND t.kind = ? AND (t.expires_at IS NULL OR t.expires_at > ?)"""


class TokenRow(NamedTuple):
    """A token, without its secret."""

    id: str
    label: str
    created_at: int
    expires_at: int | None


class Profile(NamedTuple):
    """What a person says of himself; None: not said."""

    name: str | None = None
    locale: str | None = None
    time_zone: str | None = None


def sign_in(settings: Settings, email: str, profile: Profile, source: str, now: int) -> None:
    """Mails a code to an address, whether or not anybody is known by it.

    `source` names where the request came from, for the limits. The profile counts only if the
    address turns out to be new. Raises BadValue or LimitReached.
    """
    address, profile = checked(email, "email"), checked_profile(profile)
    id = ids.new_id()
    letter = NewLetter("sign-in-code", f"sign-in-code/{id}", now, address=address, about={"sign_in": id})
    with db.write():
        limits.count(limits.SIGN_INS, address, now)
        limits.count(limits.SIGN_INS_A_DAY, address, now)
        limits.count(limits.SIGN_INS_FROM, source, now)
        db.run(
            "INSERT INTO sign_in (id, email, name, locale, time_zone, created_at, expires_at, tries)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
            (id, address, *profile, now, now + CODE_LASTS),
        )
        for sql, values in outbox.statements([letter], now):
            db.run(sql, values)


def redeem(
    settings: Settings, email: str, code: str, label: str, kind: str, now: int
) -> tuple[str, TokenRow, PlayerRow]:
    """Trades a code for a token of a kind (`api` or `session`); a new address becomes a player.

    Returns the secret, which is kept nowhere, its row and the player. Raises WrongCode; each
    wrong code counts against all that are open for the address.
    """
    address = checked(email, "email")
    secret = ids.new_secret()
    token = TokenRow(ids.new_id(), label, now, now + SESSION_LASTS if kind == "session" else None)
    with db.write():  # the tries too are read in here: guesses sent side by side count one by one
        said = _use_code(settings, address, code, now)
        if said is not None:
            player = _player(address, said, now)
            _keep(token, player.id, secret, kind)
            return secret, token, player
    raise WrongCode("The code is wrong, used or older than 15 minutes. Ask for a new one.")


def who(secret: str, kind: str, now: int) -> tuple[PlayerRow, str] | None:
    """The player whom a token belongs to, and the token's id."""
    row = db.fetchone(_WHO, (ids.hashed(secret), kind, now))
    return (PlayerRow._make(row[:-1]), row[-1]) if row else None


def tokens(player: str, after: str, limit: int) -> list[TokenRow]:
    """A player's API tokens by id, after one."""
    found = db.fetchall(
        "SELECT id, label, created_at, expires_at FROM token"
        " WHERE player_id = ? AND kind = 'api' AND id > ? ORDER BY id LIMIT ?",
        (player, after, limit),
    )
    return [TokenRow._make(row) for row in found]


def revoke(player: str, token: str) -> None:
    """Ends a token at once; raises NotFound unless it is the player's own."""
    with db.write():
        if db.run("DELETE FROM token WHERE id = ? AND player_id = ?", (token, player)) != 1:
            raise NotFound("You have no such token.")


def change(player: PlayerRow, profile: Profile, now: int) -> PlayerRow:
    """Changes what was said; all who share an unfinished match see it there."""
    said = checked_profile(profile)
    with db.write():
        was = rows.player(player.id) or player
        new = was._replace(**{name: value for name, value in said._asdict().items() if value is not None})
        db.run(
            "UPDATE player SET name = ?, locale = ?, time_zone = ? WHERE id = ?",
            (new.name, new.locale, new.time_zone, player.id),
        )
        if new.name != was.name:
            db.run(
                'UPDATE "match" SET revision = revision + 1'
                " WHERE id IN (SELECT match_id FROM place WHERE player_id = ?)",
                (player.id,),
            )
    return new


def mute(address: str, kind: str, now: int) -> None:
    """Ends one kind of letters to an address; twice is as good as once."""
    with db.write():
        db.run(
            "INSERT OR IGNORE INTO mute (address, kind, created_at) VALUES (?, ?, ?)", (address, kind, now)
        )


def is_muted(address: str, kind: str) -> bool:
    """Whether an address wants no letters of a kind."""
    return bool(db.fetchone("SELECT 1 FROM mute WHERE address = ? AND kind = ?", (address, kind)))


def checked_profile(profile: Profile) -> Profile:
    """The profile in its normal form; raises BadValue naming the field."""
    name = None if profile.name is None else checked_name(profile.name)
    if profile.locale is not None and profile.locale not in LOCALES:
        raise BadValue(f"The languages here are: {', '.join(LOCALES)}.", "locale")
    if profile.time_zone is not None and profile.time_zone not in _time_zones():
        raise BadValue("A time zone has a name like Europe/Copenhagen.", "time_zone")
    return profile._replace(name=name)


def purge(now: int) -> int:
    """Forgets codes and sessions that ended a day ago or longer; the number forgotten."""
    with db.write():
        return db.run("DELETE FROM sign_in WHERE expires_at < ?", (now - DAY,)) + db.run(
            "DELETE FROM token WHERE expires_at < ?", (now - DAY,)
        )


@cache
def _time_zones() -> frozenset[str]:
    return frozenset(available_timezones())  # reads a tree of files each time


def _use_code(settings: Settings, address: str, code: str, now: int) -> Profile | None:
    """What was said with the code, which is used up now; None if it is wrong; in the caller's transaction."""
    opened = db.fetchall(_OPEN, (address, now, TRIES))
    good = next((row for row in opened if _is_code(settings, row[0], code)), None)
    if good is not None:
        db.run("UPDATE sign_in SET used_at = ? WHERE id = ?", (now, good[0]))
        return Profile(*good[1:])
    for row in opened:
        db.run("UPDATE sign_in SET tries = tries + 1 WHERE id = ?", (row[0],))
    return None


def _player(address: str, profile: Profile, now: int) -> PlayerRow:
    """The player with that address, made if there is none; within the caller's transaction."""
    row = db.fetchone(f"SELECT {PLAYER} FROM player r WHERE r.email = ?", (address,))
    if row:
        return PlayerRow._make(row)
    name = profile.name or "Player " + "".join(secrets.choice("BCDFGHJKLMNPQRSTVWXZ") for _ in range(4))
    new = PlayerRow(ids.new_id(), address, name, profile.locale or "en", profile.time_zone or "UTC", now)
    db.run(_NEW, new)
    return new


def _is_code(settings: Settings, sign_in: str, code: str) -> bool:
    return hmac.compare_digest(ids.code(settings.secret_key, sign_in).encode(), code.encode(errors="replace"))


def _keep(token: TokenRow, player: str, secret: str, kind: str) -> None:
    """Writes a token, and drops the oldest of a hoard; within the caller's transaction."""
    db.run(
        "INSERT INTO token (id, player_id, hash, kind, label, created_at, expires_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (token.id, player, ids.hashed(secret), kind, token.label, token.created_at, token.expires_at),
    )
    db.run(
        "DELETE FROM token WHERE id IN (SELECT id FROM token WHERE player_id = ? AND kind = ?"
        " ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET ?)",
        (player, kind, MOST_TOKENS),
    )

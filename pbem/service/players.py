"""Players: signing in by a code in a letter, tokens, and what a player can change about himself."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection
from functools import cache
from typing import NamedTuple
from zoneinfo import available_timezones

from pbem import db
from pbem.errors import BadValue, NotFound, WrongCode
from pbem.service import ids, limits, outbox, rows
from pbem.service.addresses import checked, mailbox
from pbem.service.names import checked_name
from pbem.service.outbox import NewLetter
from pbem.service.pace import DAY, SECOND
from pbem.service.rows import PLAYER, PlayerRow
from pbem.settings import Settings

CODE_LASTS = 15 * 60 * SECOND
SESSION_LASTS = 90 * DAY
WRONG = (
    "The code is wrong, used or older than 15 minutes. Ask for a new one;"
    " after five wrong tries wait 15 minutes first."
)
"""The same for each of these reasons: they tell whether a code was asked for."""
LOCALES = ("en",)
MOST_TOKENS = 50
NO_CARDS = "cards"
"""A choice that stands among the kinds of letters not wanted: letters, but without cards."""
FROM_ME_ONLY = "from-me-only"
"""Another one: replies count only if they come from the player's own address."""

_NEW = "INSERT INTO player (id, email, name, locale, time_zone, created_at) VALUES (?, ?, ?, ?, ?, ?)"
_OPEN = """SELECT id, name, locale, time_zone FROM sign_in
WHERE email = ? AND used_at IS NULL AND expires_at > ? ORDER BY created_at DESC LIMIT 10"""
_MUTE = "INSERT OR IGNORE INTO mute (address, kind, created_at) VALUES (?, ?, ?)"
_UNMUTE = "DELETE FROM mute WHERE address = ? AND kind = ?"
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
        box = mailbox(address)
        limits.count(limits.SIGN_INS_HERE, f"{box} {source}", now)
        limits.count(limits.SIGN_INS, box, now)
        limits.count(limits.SIGN_INS_A_DAY, box, now)
        limits.count(limits.SIGN_INS_FROM, source, now)
        db.run(
            "INSERT INTO sign_in (id, email, name, locale, time_zone, created_at, expires_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (id, address, *profile, now, now + CODE_LASTS),
        )
        for sql, values in outbox.statements([letter], now):
            db.run(sql, values)


def redeem(
    settings: Settings, email: str, code: str, label: str, kind: str, source: str, now: int
) -> tuple[str, TokenRow, PlayerRow]:
    """Trades a code for a token of a kind (`api` or `session`); a new address becomes a player.

    Returns the secret, which is kept nowhere, its row and the player. Raises WrongCode, after five
    wrong tries from a source within 15 minutes for the right code too; what other sources try does not
    count before there are thirty wrong ones an hour.
    """
    address = checked(email, "email")
    secret = ids.new_secret()
    token = TokenRow(ids.new_id(), label, now, now + SESSION_LASTS if kind == "session" else None)
    with db.write():  # the tries too are read in here: guesses sent side by side count one by one
        said = _use_code(settings, address, code, source, now)
        if said is not None:
            player = _player(address, said, now)
            _keep(token, player.id, secret, kind)
            return secret, token, player
    raise WrongCode(WRONG)


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


def change(player: PlayerRow, profile: Profile, now: int, muted: Collection[str] | None = None) -> PlayerRow:
    """Changes what was said, and what letters are not wanted; all who share a match see the name there.

    Raises BadValue, or LimitReached for too many names.
    """
    said, kinds = checked_profile(profile), None if muted is None else _checked_kinds(muted)
    with db.write():
        was = rows.player(player.id) or player
        new = was._replace(**{name: value for name, value in said._asdict().items() if value is not None})
        db.run(
            "UPDATE player SET name = ?, locale = ?, time_zone = ? WHERE id = ?",
            (new.name, new.locale, new.time_zone, player.id),
        )
        if new.name != was.name:
            limits.count(limits.RENAMES, player.id, now)
            db.run(
                'UPDATE "match" SET revision = revision + 1'
                " WHERE id IN (SELECT match_id FROM place WHERE player_id = ?)",
                (player.id,),
            )
        if kinds is not None:
            _mute_only(new.email, kinds, now)
    return new


def has_chosen(address: str, choice: str) -> bool:
    """Whether the player at an address has chosen NO_CARDS or FROM_ME_ONLY."""
    return db.fetchone("SELECT 1 FROM mute WHERE address = ? AND kind = ?", (address, choice)) is not None


def choose(address: str, choice: str, chosen: bool, now: int) -> None:
    """Chooses one of these, or no more; twice is as good as once."""
    with db.write():
        if chosen:
            db.run(_MUTE, (address, choice, now))
        else:
            db.run(_UNMUTE, (address, choice))


def mute(address: str, kind: str, now: int) -> None:
    """Ends one kind of letters to an address; twice is as good as once."""
    with db.write():
        db.run(_MUTE, (address, kind, now))


def unmute(address: str, kind: str) -> None:
    """Lets letters of a kind go to an address again; twice is as good as once."""
    with db.write():
        db.run(_UNMUTE, (address, kind))


def is_muted(address: str, kind: str) -> bool:
    """Whether an address wants no letters of a kind."""
    return kind in muted(address)


def muted(address: str) -> tuple[str, ...]:
    """The kinds of letters that an address does not want, in the order of `outbox.OPTIONAL`."""
    found = {kind for (kind,) in db.fetchall("SELECT kind FROM mute WHERE address = ?", (address,))}
    return tuple(kind for kind in outbox.OPTIONAL if kind in found)


def set_muted(address: str, kinds: Collection[str], now: int) -> None:
    """Ends these kinds of letters to an address and no others; raises BadValue for other kinds."""
    checked_kinds = _checked_kinds(kinds)
    with db.write():
        _mute_only(address, checked_kinds, now)


def _mute_only(address: str, kinds: Collection[str], now: int) -> None:
    for kind in outbox.OPTIONAL:
        if kind in kinds:
            db.run(_MUTE, (address, kind, now))
        else:
            db.run(_UNMUTE, (address, kind))


def _checked_kinds(kinds: Collection[str]) -> frozenset[str]:
    if not set(kinds) <= set(outbox.OPTIONAL):
        raise BadValue(f"Letters that can be ended are: {', '.join(outbox.OPTIONAL)}.", "muted")
    return frozenset(kinds)


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


def _use_code(settings: Settings, address: str, code: str, source: str, now: int) -> Profile | None:
    """What was said with the code, which is used up now; None if it is wrong; in the caller's transaction."""
    here = f"{address} {source}"
    if limits.is_used_up(limits.WRONG_HERE, here, now) or limits.is_used_up(limits.WRONG, address, now):
        return None  # and not counted: one source alone never reaches the limit of the address
    opened = db.fetchall(_OPEN, (address, now))
    good = next((row for row in opened if _is_code(settings, row[0], code)), None)
    if good is not None:
        db.run("UPDATE sign_in SET used_at = ? WHERE id = ?", (now, good[0]))
        return Profile(*good[1:])
    if opened:
        limits.note(limits.WRONG_HERE, here, now)
        limits.note(limits.WRONG, address, now)
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

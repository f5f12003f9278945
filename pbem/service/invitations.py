"""Invitations: who is let into a private match, by his address or by a link that lets one player in."""

from __future__ import annotations

from collections.abc import Sequence

from pbem import db
from pbem.service import ids, limits, outbox
from pbem.service.addresses import mailbox
from pbem.service.outbox import NewLetter
from pbem.service.rows import PlayerRow
from pbem.settings import Settings

_INVITE = """INSERT INTO invitation (id, match_id, email, hash, inviter_id, created_at)
VALUES (?, ?, ?, ?, ?, ?)"""
_LETS_IN = """SELECT 1 FROM invitation
WHERE match_id = ? AND (email = ? OR hash = ? AND (used_by_id IS NULL OR used_by_id = ?)) LIMIT 1"""
_USE = """UPDATE invitation SET used_by_id = ? WHERE used_by_id IS NULL AND id = (
SELECT id FROM invitation WHERE match_id = ? AND (email = ? OR hash = ?) ORDER BY email = ? DESC LIMIT 1)"""


def lets_in(match: str, player: PlayerRow | None, token: str | None) -> bool:
    """Whether a player's address was invited to a match, or a token is shown that nobody else has used."""
    email, id = (player.email, player.id) if player else ("", "")
    return bool(db.fetchone(_LETS_IN, (match, email, ids.hashed(token or ""), id)))


def use(match: str, player: PlayerRow, token: str | None) -> None:
    """Uses up the player's own invitation, or else the one whose token he shows.

    Within the transaction that seats him. His address lets him in all the same if another player has
    used the link that was sent to it.
    """
    db.run(_USE, (player.id, match, player.email, ids.hashed(token or ""), player.email))


def free(match: str, player: str) -> None:
    """Lets the invitation that a player has used let somebody in again; in the caller's transaction."""
    db.run("UPDATE invitation SET used_by_id = NULL WHERE match_id = ? AND used_by_id = ?", (match, player))


def invite(settings: Settings, match: str, inviter: PlayerRow, addresses: Sequence[str], now: int) -> None:
    """Invites addresses by letters, within the caller's transaction; raises LimitReached.

    An address that many have invited today gets no letter more. The inviter is not told: that others
    invited it is not his to know.
    """
    if not addresses:
        return
    limits.count(limits.INVITATIONS, inviter.id, now, len(addresses))
    letters = []
    for address in addresses:
        id = ids.new_id()
        token = ids.derived(settings.secret_key, "invitation", id)
        db.run(_INVITE, (id, match, address, ids.hashed(token), inviter.id, now))
        if limits.is_within(limits.INVITATIONS_TO, mailbox(address), now):
            letters.append(_letter(match, id, address, now))
    for sql, values in outbox.statements(letters, now):
        db.run(sql, values)


def _letter(match: str, id: str, address: str, now: int) -> NewLetter:
    key, about = f"invitation/{match}/{id}", {"invitation": id}
    return NewLetter("invitation", key, now, address=address, match=match, about=about)

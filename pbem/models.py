"""The tables. Rows only: what may happen to them is decided in `service`.

Instants are integer UTC microseconds. Ids are random text, so that they tell neither age
nor number. JSON columns hold text that `engine.wire` or `json` wrote.
"""

from __future__ import annotations

import peewee as pw

from pbem.db import database


class Table(pw.Model):
    """What all tables share: the database, and names as they stand here.

    A foreign key that a longer key or index begins with has `index=False`: each index more is a page
    more in every move's write.
    """

    class Meta:
        database = database
        legacy_table_names = False


class Player(Table):
    """A person with an address."""

    id = pw.TextField(primary_key=True)
    email = pw.TextField(unique=True)
    """Lower case; proved by a sign-in code before the row is made."""
    name = pw.TextField()
    locale = pw.TextField()
    time_zone = pw.TextField()
    """An IANA name, for display only."""
    created_at = pw.BigIntegerField()


class SignIn(Table):
    """A code that was asked for. The code itself is derived from the id and the secret key."""

    id = pw.TextField(primary_key=True)
    email = pw.TextField(index=True)
    name = pw.TextField(null=True)
    locale = pw.TextField(null=True)
    time_zone = pw.TextField(null=True)
    created_at = pw.BigIntegerField()
    expires_at = pw.BigIntegerField()
    used_at = pw.BigIntegerField(null=True)


class Token(Table):
    """A bearer secret: of the API, or of a browser's session. Only its hash is kept."""

    id = pw.TextField(primary_key=True)
    player = pw.ForeignKeyField(Player, on_delete="CASCADE")
    hash = pw.TextField(unique=True)
    kind = pw.TextField()
    """`api` or `session`."""
    label = pw.TextField()
    created_at = pw.BigIntegerField()
    expires_at = pw.BigIntegerField(null=True)


class Match(Table):
    """One playing of a game: the snapshot that play goes on from."""

    id = pw.TextField(primary_key=True)
    game = pw.TextField()
    version = pw.IntegerField()
    options = pw.TextField()
    seats = pw.IntegerField()
    pace = pw.TextField()
    access = pw.TextField()
    """`open`: anyone may join and look on; `private`: by invitation."""
    state = pw.TextField()
    """`open`, `running` or `over`."""
    seed = pw.TextField()
    """256 bits in hexadecimal; secret until the end."""
    snapshot = pw.TextField(null=True)
    entry = pw.IntegerField(default=0)
    """The number of the last log entry: what compare-and-set compares."""
    revision = pw.IntegerField(default=0)
    """Grows with every change that somebody could see."""
    result = pw.TextField(null=True)
    created_at = pw.BigIntegerField()
    lapses_at = pw.BigIntegerField(null=True)
    """When an open match is given up; empty once it runs."""
    started_at = pw.BigIntegerField(null=True)
    ended_at = pw.BigIntegerField(null=True)

    class Meta:
        indexes = ((("state", "created_at"), False), (("lapses_at",), False))


class Place(Table):
    """A player at a seat of a match, and what that seat is asked."""

    match = pw.ForeignKeyField(Match, index=False, on_delete="CASCADE")
    seat = pw.IntegerField()
    player = pw.ForeignKeyField(Player, index=False, on_delete="RESTRICT")
    asked = pw.IntegerField(null=True)
    """The entry at which the seat was last asked to move; empty: it is not asked."""
    turn = pw.IntegerField(null=True)
    """The game's turn in which it was last asked: deadlines and letters are per turn."""
    asks = pw.IntegerField(default=0)
    """How often it was asked in that turn, not counting what its own moves led to."""
    opened_at = pw.BigIntegerField(null=True)
    """When it was first asked in that turn."""
    deadline = pw.BigIntegerField(null=True)
    """The instant by which to act in that turn; counts only while `asked` is set."""
    timeouts = pw.IntegerField(default=0)
    """Deadlines missed in a row."""
    gone = pw.IntegerField(null=True)
    """The entry by which the player left for good; safe moves are made for the seat."""
    told = pw.IntegerField(default=0)
    """The last entry that a letter has told the player of."""
    ended = pw.BooleanField(default=False)
    """The match is over."""
    lease_owner = pw.TextField(null=True)
    lease_until = pw.BigIntegerField(default=0)

    class Meta:
        primary_key = pw.CompositeKey("match", "seat")
        without_rowid = True
        # what a move changes stands in no index of a player's, or each move would write that too
        indexes = ((("match", "player"), True), (("player", "ended"), False))


Place.add_index(Place.deadline, where=Place.asked.is_null(False), name="place_due")


class Entry(Table):
    """One line of a match's log, numbered from 1. Written once, never changed."""

    match = pw.ForeignKeyField(Match, index=False, on_delete="CASCADE")
    number = pw.IntegerField()
    kind = pw.TextField()
    """`start`, `move`, `undo`, `resignation`, `timeout`, `forfeit` or `outage`."""
    seat = pw.IntegerField(null=True)
    line = pw.TextField(null=True)
    """The move as a line; for `timeout` and `outage` none."""
    automatic = pw.BooleanField(default=False)
    """The service moved: a forced move, or a safe one for an absent player."""
    events = pw.TextField()
    """All that happened, whoever may hear it."""
    at = pw.BigIntegerField()

    class Meta:
        primary_key = pw.CompositeKey("match", "number")


class Invitation(Table):
    """An address that may join a match. Only the hash of its token is kept."""

    id = pw.TextField(primary_key=True)
    match = pw.ForeignKeyField(Match, index=False, on_delete="CASCADE")
    email = pw.TextField()
    hash = pw.TextField(unique=True)
    inviter = pw.ForeignKeyField(Player, on_delete="CASCADE")
    created_at = pw.BigIntegerField()
    used_by = pw.ForeignKeyField(Player, null=True, on_delete="SET NULL")
    """Who joined by it: it lets in nobody else, unless he leaves again."""

    class Meta:
        indexes = ((("match", "email"), True), (("email",), False))


class Letter(Table):
    """One mail to be sent: what is to be told, not the text. Written with its cause."""

    id = pw.TextField(primary_key=True)
    key = pw.TextField(unique=True)
    """What makes it one letter: the kind and all that it is about."""
    kind = pw.TextField()
    address = pw.TextField(null=True)
    """Of somebody who may be no player; otherwise the player's address at the time of sending."""
    player = pw.ForeignKeyField(Player, index=False, null=True, on_delete="CASCADE")
    match = pw.ForeignKeyField(Match, index=False, null=True, on_delete="CASCADE")
    seat = pw.IntegerField(null=True)
    about = pw.TextField()
    """JSON: what the kind needs, for example the turn."""
    state = pw.TextField(default="ready")
    """`ready`, `sent`, `dropped`, `failed` or `unknown`."""
    due_at = pw.BigIntegerField()
    created_at = pw.BigIntegerField()
    tries = pw.IntegerField(default=0)
    lease_owner = pw.TextField(null=True)
    lease_until = pw.BigIntegerField(default=0)
    phase = pw.TextField(null=True)
    """How far the last try came, recorded before the next step of the conversation."""
    message_id = pw.TextField(null=True)
    """Equal on every try."""
    answer = pw.TextField(null=True)
    """What the mail server said last, or why the letter was dropped."""
    settled_at = pw.BigIntegerField(null=True)


Letter.add_index(Letter.due_at, where=(Letter.state == "ready"), name="letter_due")
Letter.add_index(
    Letter.player, Letter.settled_at, where=Letter.settled_at.is_null(False), name="letter_of_player"
)
Letter.add_index(Letter.settled_at, where=Letter.settled_at.is_null(False), name="letter_settled")


class Mute(Table):
    """A kind of letter that an address has unsubscribed from."""

    address = pw.TextField()
    kind = pw.TextField()
    created_at = pw.BigIntegerField()

    class Meta:
        primary_key = pw.CompositeKey("address", "kind")


class Done(Table):
    """A request with an Idempotency-Key that took effect, and what it led to."""

    player = pw.ForeignKeyField(Player, index=False, on_delete="CASCADE")
    key = pw.TextField()
    request = pw.TextField()
    """A hash of the route and the body: the key belongs to this request alone."""
    outcome = pw.TextField()
    """JSON from which the same answer is made again."""
    created_at = pw.BigIntegerField(index=True)

    class Meta:
        primary_key = pw.CompositeKey("player", "key")


class Tally(Table):
    """How often something that is limited was done within a span of time."""

    key = pw.TextField()
    span = pw.BigIntegerField()
    """The start of the span."""
    count = pw.IntegerField()

    class Meta:
        primary_key = pw.CompositeKey("key", "span")


class Heartbeat(Table):
    """When a worker was last seen alive."""

    worker = pw.TextField(primary_key=True)
    at = pw.BigIntegerField(index=True)


class Outage(Table):
    """A time without any worker, given back to the players once."""

    began_at = pw.BigIntegerField(primary_key=True)
    ended_at = pw.BigIntegerField()
    done_at = pw.BigIntegerField(null=True)
    """When every match had it."""


class PieceSet(Table):
    """A set of pieces that a host or a player has added. Never changed: the hash is that of the content."""

    hash = pw.TextField(primary_key=True)
    game = pw.TextField()
    title = pw.TextField()
    content = pw.TextField()
    """As the game writes it: equal sets are equal texts."""
    player = pw.ForeignKeyField(Player, null=True, on_delete="SET NULL")
    """Who added it, and sees it in lists; empty: the host, for everybody."""
    created_at = pw.BigIntegerField()

    class Meta:
        indexes = ((("game", "created_at"), False),)


class Reply(Table):
    """The secret address of a letter that can be answered; only the hash of the secret is kept."""

    hash = pw.TextField(primary_key=True)
    player = pw.ForeignKeyField(Player, on_delete="CASCADE")
    match = pw.ForeignKeyField(Match, on_delete="CASCADE")
    seat = pw.IntegerField()
    asked = pw.IntegerField()
    """The entry at which the seat was asked when the letter was sent."""
    moves = pw.TextField()
    """JSON: the list that the letter printed."""
    made_at = pw.BigIntegerField(index=True)

    class Meta:
        without_rowid = True


class Incoming(Table):
    """A mail that came in, for one address; stored before its sender is told that it was taken."""

    id = pw.TextField(primary_key=True)
    key = pw.TextField(unique=True)
    """Address and content: the same mail again is no other one."""
    reply_hash = pw.TextField()
    player = pw.ForeignKeyField(Player, on_delete="CASCADE")
    match = pw.ForeignKeyField(Match, index=False, on_delete="CASCADE")
    seat = pw.IntegerField()
    content = pw.BlobField(null=True)
    """Empty once it is settled: it may hold anything."""
    state = pw.TextField(default="ready")
    """`ready`, `done`, `dropped` or `failed`."""
    outcome = pw.TextField(null=True)
    received_at = pw.BigIntegerField()
    settled_at = pw.BigIntegerField(null=True)
    tries = pw.IntegerField(default=0)
    lease_owner = pw.TextField(null=True)
    lease_until = pw.BigIntegerField(default=0)

    class Meta:
        indexes = ((("match", "seat"), False),)


Incoming.add_index(Incoming.received_at, where=(Incoming.state == "ready"), name="incoming_waiting")
Incoming.add_index(Incoming.settled_at, where=Incoming.settled_at.is_null(False), name="incoming_settled")


class Remark(Table):
    """Something that a player said in a match, numbered from 1. Never changed."""

    match = pw.ForeignKeyField(Match, index=False, on_delete="CASCADE")
    number = pw.IntegerField()
    player = pw.ForeignKeyField(Player, on_delete="CASCADE")
    text = pw.TextField()
    at = pw.BigIntegerField()

    class Meta:
        primary_key = pw.CompositeKey("match", "number")
        without_rowid = True


class Heard(Table):
    """The last remark of a match that a letter has told a player of."""

    match = pw.ForeignKeyField(Match, index=False, on_delete="CASCADE")
    player = pw.ForeignKeyField(Player, on_delete="CASCADE")
    number = pw.IntegerField()

    class Meta:
        primary_key = pw.CompositeKey("match", "player")
        without_rowid = True


class Deafness(Table):
    """A player who hears nothing of another one."""

    player = pw.ForeignKeyField(Player, index=False, on_delete="CASCADE")
    speaker = pw.ForeignKeyField(Player, on_delete="CASCADE")
    created_at = pw.BigIntegerField()

    class Meta:
        primary_key = pw.CompositeKey("player", "speaker")
        without_rowid = True


TABLES: list[type[Table]] = [
    Player, SignIn, Token, Match, Place, Entry, Invitation, Letter, Mute, Done, Tally, Heartbeat, Outage,
    PieceSet, Reply, Incoming, Remark, Heard, Deafness,
]  # fmt: skip

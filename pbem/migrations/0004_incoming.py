"""Replies: the secret address of each letter that can be answered, and the mails that came in."""

import peewee as pw
from playhouse.migrate import SchemaMigrator

STATEMENTS = """
CREATE TABLE "reply" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "player_id" TEXT NOT NULL,
    "match_id" TEXT NOT NULL,
    "seat" INTEGER NOT NULL,
    "asked" INTEGER NOT NULL,
    "moves" TEXT NOT NULL,
    "made_at" INTEGER NOT NULL,
    FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("match_id") REFERENCES "match" ("id") ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX "reply_player_id" ON "reply" ("player_id");
CREATE INDEX "reply_match_id" ON "reply" ("match_id");
CREATE INDEX "reply_made_at" ON "reply" ("made_at");
CREATE TABLE "incoming" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "key" TEXT NOT NULL,
    "reply_hash" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "match_id" TEXT NOT NULL,
    "seat" INTEGER NOT NULL,
    "content" BLOB,
    "state" TEXT NOT NULL,
    "outcome" TEXT,
    "received_at" INTEGER NOT NULL,
    "settled_at" INTEGER,
    "tries" INTEGER NOT NULL,
    "lease_owner" TEXT,
    "lease_until" INTEGER NOT NULL,
    FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("match_id") REFERENCES "match" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "incoming_key" ON "incoming" ("key");
CREATE INDEX "incoming_player_id" ON "incoming" ("player_id");
CREATE INDEX "incoming_match_id_seat" ON "incoming" ("match_id", "seat");
CREATE INDEX "incoming_waiting" ON "incoming" ("received_at") WHERE ("state" = 'ready');
CREATE INDEX "incoming_settled" ON "incoming" ("settled_at") WHERE ("settled_at" IS NOT NULL);
"""


def up(migrator: SchemaMigrator, database: pw.SqliteDatabase) -> None:
    for statement in STATEMENTS.strip().split(";\n"):
        database.execute_sql(statement.rstrip(";"))

"""The tables of the first version, as they were then: frozen, whatever becomes of `pbem.models`."""

import peewee as pw
from playhouse.migrate import SchemaMigrator

STATEMENTS = """
CREATE TABLE "player" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "created_at" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "player_email" ON "player" ("email");
CREATE TABLE "done" (
    "player_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "created_at" INTEGER NOT NULL,
    PRIMARY KEY ("player_id", "key"),
    FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE CASCADE
);
CREATE INDEX "done_created_at" ON "done" ("created_at");
CREATE TABLE "match" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "game" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "options" TEXT NOT NULL,
    "seats" INTEGER NOT NULL,
    "pace" TEXT NOT NULL,
    "access" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "seed" TEXT NOT NULL,
    "snapshot" TEXT,
    "entry" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "result" TEXT,
    "created_at" INTEGER NOT NULL,
    "lapses_at" INTEGER,
    "started_at" INTEGER,
    "ended_at" INTEGER
);
CREATE INDEX "match_state_created_at" ON "match" ("state", "created_at");
CREATE INDEX "match_lapses_at" ON "match" ("lapses_at");
CREATE TABLE "entry" (
    "match_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "seat" INTEGER,
    "line" TEXT,
    "automatic" INTEGER NOT NULL,
    "events" TEXT NOT NULL,
    "at" INTEGER NOT NULL,
    PRIMARY KEY ("match_id", "number"),
    FOREIGN KEY ("match_id") REFERENCES "match" ("id") ON DELETE CASCADE
);
CREATE TABLE "heartbeat" (
    "worker" TEXT NOT NULL PRIMARY KEY,
    "at" INTEGER NOT NULL
);
CREATE INDEX "heartbeat_at" ON "heartbeat" ("at");
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "match_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "inviter_id" TEXT NOT NULL,
    "created_at" INTEGER NOT NULL,
    "used_by_id" TEXT,
    FOREIGN KEY ("match_id") REFERENCES "match" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("inviter_id") REFERENCES "player" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("used_by_id") REFERENCES "player" ("id") ON DELETE SET NULL
);
CREATE UNIQUE INDEX "invitation_hash" ON "invitation" ("hash");
CREATE INDEX "invitation_inviter_id" ON "invitation" ("inviter_id");
CREATE INDEX "invitation_used_by_id" ON "invitation" ("used_by_id");
CREATE UNIQUE INDEX "invitation_match_id_email" ON "invitation" ("match_id", "email");
CREATE INDEX "invitation_email" ON "invitation" ("email");
CREATE TABLE "letter" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT,
    "player_id" TEXT,
    "match_id" TEXT,
    "seat" INTEGER,
    "about" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "due_at" INTEGER NOT NULL,
    "created_at" INTEGER NOT NULL,
    "tries" INTEGER NOT NULL,
    "lease_owner" TEXT,
    "lease_until" INTEGER NOT NULL,
    "phase" TEXT,
    "message_id" TEXT,
    "answer" TEXT,
    "settled_at" INTEGER,
    FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("match_id") REFERENCES "match" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "letter_key" ON "letter" ("key");
CREATE INDEX "letter_match_id" ON "letter" ("match_id");
CREATE INDEX "letter_player_id_created_at" ON "letter" ("player_id", "created_at");
CREATE INDEX "letter_waiting" ON "letter" ("match_id", "seat") WHERE ("state" = 'ready');
CREATE INDEX "letter_due" ON "letter" ("due_at") WHERE ("state" = 'ready');
CREATE INDEX "letter_settled" ON "letter" ("settled_at") WHERE ("settled_at" IS NOT NULL);
CREATE TABLE "mute" (
    "address" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" INTEGER NOT NULL,
    PRIMARY KEY ("address", "kind")
);
CREATE TABLE "outage" (
    "began_at" INTEGER NOT NULL PRIMARY KEY,
    "ended_at" INTEGER NOT NULL,
    "done_at" INTEGER
);
CREATE TABLE "place" (
    "match_id" TEXT NOT NULL,
    "seat" INTEGER NOT NULL,
    "player_id" TEXT NOT NULL,
    "asked" INTEGER,
    "turn" INTEGER,
    "asks" INTEGER NOT NULL,
    "opened_at" INTEGER,
    "deadline" INTEGER,
    "timeouts" INTEGER NOT NULL,
    "gone" INTEGER,
    "told" INTEGER NOT NULL,
    "lease_owner" TEXT,
    "lease_until" INTEGER NOT NULL,
    PRIMARY KEY ("match_id", "seat"),
    FOREIGN KEY ("match_id") REFERENCES "match" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE RESTRICT
);
CREATE INDEX "place_player_id" ON "place" ("player_id");
CREATE UNIQUE INDEX "place_match_id_player_id" ON "place" ("match_id", "player_id");
CREATE INDEX "place_player_id_asked_deadline" ON "place" ("player_id", "asked", "deadline");
CREATE INDEX "place_due" ON "place" ("deadline") WHERE ("asked" IS NOT NULL);
CREATE TABLE "sign_in" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "locale" TEXT,
    "time_zone" TEXT,
    "created_at" INTEGER NOT NULL,
    "expires_at" INTEGER NOT NULL,
    "used_at" INTEGER
);
CREATE INDEX "sign_in_email" ON "sign_in" ("email");
CREATE TABLE "tally" (
    "key" TEXT NOT NULL,
    "span" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    PRIMARY KEY ("key", "span")
);
CREATE TABLE "token" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "player_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "created_at" INTEGER NOT NULL,
    "expires_at" INTEGER,
    FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE CASCADE
);
CREATE INDEX "token_player_id" ON "token" ("player_id");
CREATE UNIQUE INDEX "token_hash" ON "token" ("hash");
"""


def up(migrator: SchemaMigrator, database: pw.SqliteDatabase) -> None:
    for statement in STATEMENTS.strip().split(";\n"):
        database.execute_sql(statement.rstrip(";"))

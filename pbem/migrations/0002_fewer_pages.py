"""Fewer pages with each move: no index holds what it changes, and places lie in the order of their key."""

import peewee as pw
from playhouse.migrate import SchemaMigrator

STATEMENTS = """
DROP INDEX "letter_match_id";
DROP INDEX "letter_player_id_created_at";
DROP INDEX "letter_waiting";
CREATE TABLE "place_new" (
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
    "ended" INTEGER NOT NULL,
    "lease_owner" TEXT,
    "lease_until" INTEGER NOT NULL,
    PRIMARY KEY ("match_id", "seat"),
    FOREIGN KEY ("match_id") REFERENCES "match" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE RESTRICT
) WITHOUT ROWID;
INSERT INTO "place_new" SELECT p."match_id", p."seat", p."player_id", p."asked", p."turn", p."asks",
    p."opened_at", p."deadline", p."timeouts", p."gone", p."told", m."state" = 'over', p."lease_owner",
    p."lease_until" FROM "place" p JOIN "match" m ON m."id" = p."match_id";
DROP TABLE "place";
ALTER TABLE "place_new" RENAME TO "place";
CREATE UNIQUE INDEX "place_match_id_player_id" ON "place" ("match_id", "player_id");
CREATE INDEX "place_player_id_ended" ON "place" ("player_id", "ended");
CREATE INDEX "place_due" ON "place" ("deadline") WHERE ("asked" IS NOT NULL);
"""


def up(migrator: SchemaMigrator, database: pw.SqliteDatabase) -> None:
    for statement in STATEMENTS.strip().split(";\n"):
        database.execute_sql(statement.rstrip(";"))

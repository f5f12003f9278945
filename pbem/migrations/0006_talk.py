"""Table talk: what players say in a match, what letters have told of it, who hears whom no more."""

import peewee as pw
from playhouse.migrate import SchemaMigrator

STATEMENTS = """
CREATE TABLE "remark" (
    "match_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "player_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" INTEGER NOT NULL,
    PRIMARY KEY ("match_id", "number"),
    FOREIGN KEY ("match_id") REFERENCES "match" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX "remark_player_id" ON "remark" ("player_id");
CREATE TABLE "heard" (
    "match_id" TEXT NOT NULL,
    "player_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    PRIMARY KEY ("match_id", "player_id"),
    FOREIGN KEY ("match_id") REFERENCES "match" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX "heard_player_id" ON "heard" ("player_id");
CREATE TABLE "deafness" (
    "player_id" TEXT NOT NULL,
    "speaker_id" TEXT NOT NULL,
    "created_at" INTEGER NOT NULL,
    PRIMARY KEY ("player_id", "speaker_id"),
    FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("speaker_id") REFERENCES "player" ("id") ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX "deafness_speaker_id" ON "deafness" ("speaker_id");
"""


def up(migrator: SchemaMigrator, database: pw.SqliteDatabase) -> None:
    for statement in STATEMENTS.strip().split(";\n"):
        database.execute_sql(statement.rstrip(";"))

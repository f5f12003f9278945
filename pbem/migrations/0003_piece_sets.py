"""Sets of pieces that hosts and players add, kept by the hash of their content."""

import peewee as pw
from playhouse.migrate import SchemaMigrator

STATEMENTS = """
CREATE TABLE "piece_set" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "game" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "player_id" TEXT,
    "created_at" INTEGER NOT NULL,
    FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE SET NULL
);
CREATE INDEX "piece_set_game_created_at" ON "piece_set" ("game", "created_at");
CREATE INDEX "piece_set_player_id" ON "piece_set" ("player_id");
"""


def up(migrator: SchemaMigrator, database: pw.SqliteDatabase) -> None:
    for statement in STATEMENTS.strip().split(";\n"):
        database.execute_sql(statement.rstrip(";"))

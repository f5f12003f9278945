"""What became of a player's letters can be looked up; a move writes nothing into this index."""

import peewee as pw
from playhouse.migrate import SchemaMigrator


def up(migrator: SchemaMigrator, database: pw.SqliteDatabase) -> None:
    database.execute_sql(
        'CREATE INDEX "letter_of_player" ON "letter" ("player_id", "settled_at")'
        ' WHERE ("settled_at" IS NOT NULL)'
    )

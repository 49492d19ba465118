MATCH (migration:GraphMigration)
RETURN migration.version AS version, migration.name AS name, migration.sha256 AS sha256
ORDER BY version

MERGE (migration:GraphMigration {version: $version})
  ON CREATE SET migration.name = $name, migration.sha256 = $sha256, migration.at = $at

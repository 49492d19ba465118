// Run before every look at what was applied.
CREATE CONSTRAINT graph_migration_version IF NOT EXISTS FOR (n:GraphMigration) REQUIRE n.version IS UNIQUE;

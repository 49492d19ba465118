package dev.evolve.graph;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Digests;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.driver.Driver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a graph's constraints and indexes to what this build needs. Each migration is a resource
 * that never changes once it was released, and is recorded in the graph with its hash. Applying
 * twice, or half and then again, is the same as applying once.
 */
public final class Migrations {

  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

  private static final List<Migration> SHIPPED =
      List.of(
          Migration.shipped(1, "identity"),
          Migration.shipped(2, "questions"),
          Migration.shipped(3, "profiles"),
          Migration.shipped(4, "trials"));

  private final GraphTransactions transactions;
  private final GraphLimits limits;
  private final InstantSource clock;
  private final List<Migration> migrations;

  /**
   * @param driver from {@link GraphDrivers}
   * @param limits how long a migration may take
   * @param clock the time that is recorded with a migration
   */
  public Migrations(Driver driver, GraphLimits limits, InstantSource clock) {
    this(driver, limits, clock, SHIPPED);
  }

  Migrations(Driver driver, GraphLimits limits, InstantSource clock, List<Migration> migrations) {
    this.transactions = new GraphTransactions(driver);
    this.limits = limits;
    this.clock = clock;
    this.migrations = migrations;
  }

  /**
   * Applies what is missing, and finishes a drop that was interrupted.
   *
   * @return how many migrations were applied
   * @throws EvolveException DATA_CORRUPT if the graph was migrated by another build in a way that
   *     this one does not know; GRAPH_UNAVAILABLE if it is away
   */
  public int apply() {
    runAll(Migration.shipped(0, "ledger"));
    Map<Long, String> applied = applied();
    checkKnown(applied);
    List<Migration> missing =
        migrations.stream().filter(m -> !applied.containsKey(m.version())).toList();
    missing.forEach(this::apply);
    new GraphReset(transactions, limits).maybeResume();
    return missing.size();
  }

  private Map<Long, String> applied() {
    Map<Long, String> hashes = new HashMap<>();
    transactions.read(
        limits.question(),
        transaction ->
            transaction.run(CypherFile.read("queries/migrations-applied.cypher")).list().stream()
                .map(
                    found ->
                        hashes.put(found.get("version").asLong(), found.get("sha256").asString()))
                .toList());
    return hashes;
  }

  private void checkKnown(Map<Long, String> applied) {
    applied.forEach(
        (version, sha256) -> {
          boolean known =
              migrations.stream()
                  .anyMatch(m -> m.version() == version && m.sha256().equals(sha256));
          if (!known) {
            throw new EvolveException(
                ErrorCode.DATA_CORRUPT,
                "the graph has migration "
                    + version
                    + " ("
                    + sha256
                    + "), which this build does not know; start the build that made it, or give"
                    + " this one an empty database: it is made again from the log");
          }
        });
  }

  private void apply(Migration migration) {
    runAll(migration);
    transactions.run(
        limits.migration(),
        CypherFile.read("queries/await-indexes.cypher"),
        Map.of("seconds", limits.migration().toSeconds()));
    transactions.run(
        limits.write(),
        CypherFile.read("queries/migration-recorded.cypher"),
        Map.of(
            "version",
            migration.version(),
            "name",
            migration.name(),
            "sha256",
            migration.sha256(),
            "at",
            clock.instant().atZone(ZoneOffset.UTC)));
    LOG.info("applied migration {} ({}) to the graph", migration.version(), migration.name());
  }

  private void runAll(Migration migration) {
    migration.statements().forEach(s -> transactions.run(limits.migration(), s, Map.of()));
  }

  /**
   * A step that brings a graph forward.
   *
   * @param version its place, from 1
   * @param name what it is for
   * @param cypher statements, each ended by a semicolon at the end of a line
   */
  record Migration(long version, String name, String cypher) {

    static Migration shipped(int version, String name) {
      return new Migration(
          version, name, CypherFile.read("migrations/%03d-%s.cypher".formatted(version, name)));
    }

    String sha256() {
      return Digests.sha256(cypher);
    }

    List<String> statements() {
      return Arrays.stream(cypher.split(";\\s*(\n|$)")).filter(s -> !s.isBlank()).toList();
    }
  }
}

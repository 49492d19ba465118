package dev.evolve.graph;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.ImpactStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.Value;

/**
 * The impact store on Neo4j. A batch and its position are one transaction; an event is known by its
 * id in a ledger in the same graph. Whatever order loops are projected in, whatever the batches,
 * the graph comes out equal.
 *
 * <p>The driver stays its maker's to close.
 */
public final class Neo4jImpactStore implements ImpactStore {

  private final GraphTransactions transactions;
  private final GraphLimits limits;
  private final GraphReset reset;
  private final Migrations migrations;

  /**
   * @param driver from {@link GraphDrivers}
   * @param limits how long everything may take
   * @param clock the time that is recorded with a migration
   */
  public Neo4jImpactStore(Driver driver, GraphLimits limits, InstantSource clock) {
    this.migrations = new Migrations(driver, limits, clock);
    this.transactions = new GraphTransactions(driver);
    this.limits = limits;
    this.reset = new GraphReset(transactions, limits);
  }

  @Override
  public void prepare() {
    migrations.apply();
  }

  @Override
  public SortedMap<Integer, Long> positions() {
    return transactions.read(
        limits.question(),
        transaction -> {
          TreeMap<Integer, Long> found = new TreeMap<>();
          transaction
              .run(GraphQueries.POSITIONS)
              .forEachRemaining(
                  position ->
                      found.put(
                          position.get("partition").asInt(), position.get("nextOffset").asLong()));
          return found;
        });
  }

  @Override
  public void project(int partition, long nextOffset, List<RecordedEvent> batch) {
    if (batch.size() > limits.eventsPerBatch()) {
      throw new IllegalArgumentException(
          "a batch of " + batch.size() + " events, at most " + limits.eventsPerBatch());
    }
    transactions.write(
        limits.write(),
        transaction -> {
          if (nextOffset > lockedPosition(transaction, partition)) {
            writeAll(transaction, rowsOf(transaction, batch));
            transaction
                .run(
                    GraphQueries.POSITION_ADVANCED,
                    Map.of("partition", partition, "nextOffset", nextOffset))
                .consume();
          }
          return nextOffset;
        });
  }

  private static long lockedPosition(TransactionContext transaction, int partition) {
    return transaction
        .run(GraphQueries.POSITION_LOCKED, Map.of("partition", partition))
        .single()
        .get("nextOffset")
        .asLong();
  }

  private static ProjectionRows rowsOf(TransactionContext transaction, List<RecordedEvent> batch) {
    Set<String> known = knownOf(transaction, batch);
    ProjectionRows rows = new ProjectionRows();
    for (RecordedEvent event : batch) {
      if (known.add(event.id())) {
        EventMapping.map(event, rows);
      }
    }
    return rows;
  }

  private static Set<String> knownOf(TransactionContext transaction, List<RecordedEvent> batch) {
    List<String> ids = batch.stream().map(RecordedEvent::id).toList();
    return new HashSet<>(
        transaction
            .run(GraphQueries.KNOWN_EVENTS, Map.of("eventIds", ids))
            .single()
            .get("known")
            .asList(Value::asString));
  }

  private static void writeAll(TransactionContext transaction, ProjectionRows rows) {
    rows.byWrite().forEach((write, ofWrite) -> write(transaction, write, ofWrite));
  }

  private static void write(
      TransactionContext transaction, GraphWrite write, List<Map<String, Object>> rows) {
    List<String> written =
        transaction
            .run(write.cypher(), Map.of("rows", rows))
            .single()
            .get("written")
            .asList(Value::asString);
    if (written.size() != rows.size()) {
      throw unmet(write, rows, written);
    }
  }

  /** A row that found nothing to hang on: the log lacks an event that came before it. */
  private static UnprojectableEventException unmet(
      GraphWrite write, List<Map<String, Object>> rows, List<String> written) {
    List<String> met = new ArrayList<>(written);
    String eventId =
        rows.stream()
            .map(row -> String.valueOf(row.get("eventId")))
            .filter(id -> !met.remove(id))
            .findFirst()
            .orElse("unknown");
    return new UnprojectableEventException(
        eventId, "it needs " + write.needs() + ", which no event before it made", null);
  }

  @Override
  public void clear() {
    reset.clear();
  }

  @Override
  public List<Improvement> improvements(String pack, String hardwareId, int limit) {
    checkLimit(limit);
    String cypher =
        hardwareId.isEmpty()
            ? GraphQueries.IMPROVEMENTS_ANYWHERE
            : GraphQueries.IMPROVEMENTS_ON_HARDWARE;
    return transactions.read(
        limits.question(),
        transaction ->
            transaction
                .run(cypher, Map.of("pack", pack, "hardwareId", hardwareId, "limit", limit))
                .list(Neo4jImpactStore::improvement));
  }

  private static Improvement improvement(Record found) {
    return new Improvement(
        found.get("proposalId").asString(),
        found.get("pack").asString(),
        found.get("hardwareId").asString(),
        found.get("scenario").asString(),
        found.get("metric").asString(),
        found.get("ratio").asDouble(),
        found.get("low").asDouble(),
        found.get("high").asDouble(),
        found.get("configuration").asString(),
        found.get("stage").asString(),
        found.get("inForce").asBoolean(),
        found.get("at").asZonedDateTime().toInstant());
  }

  @Override
  public List<GateFailure> gateFailures(String gate, int limit) {
    checkLimit(limit);
    return transactions.read(
        limits.question(),
        transaction ->
            transaction
                .run(GraphQueries.GATE_FAILURES, Map.of("gate", gate, "limit", limit))
                .list(Neo4jImpactStore::gateFailure));
  }

  private static GateFailure gateFailure(Record found) {
    return new GateFailure(
        found.get("proposalId").asString(),
        found.get("pack").asString(),
        found.get("gate").asString(),
        found.get("outcome").asString(),
        found.get("summary").asString(),
        found.get("at").asZonedDateTime().toInstant());
  }

  private static void checkLimit(int limit) {
    if (limit < 1 || limit > MAXIMUM_ROWS) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "a limit of " + limit + " rows; ask for 1 to " + MAXIMUM_ROWS);
    }
  }
}

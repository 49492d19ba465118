package dev.evolve.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.neo4j.driver.Driver;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.Value;

/**
 * Looks for what a database with existence and type constraints would have refused: nodes without a
 * required property, measurements of no change or of two, loops with events missing. Reads every
 * node, so it is for nights and for doubts.
 *
 * <p>While a rollback is projected before the proposal that it undoes, that proposal is reported;
 * once the log is projected to its end, nothing is.
 */
public final class GraphCheck {

  /** Most problems that are reported of each kind. */
  public static final int MAXIMUM_PROBLEMS = 100;

  private final GraphTransactions transactions;
  private final GraphLimits limits;

  /**
   * @param driver from {@link GraphDrivers}
   * @param limits how long it may take
   */
  public GraphCheck(Driver driver, GraphLimits limits) {
    this.transactions = new GraphTransactions(driver);
    this.limits = limits;
  }

  /** Everything that is wrong; empty if nothing is. */
  public List<Problem> run() {
    return transactions.read(
        limits.wholeGraph(),
        transaction -> {
          List<Problem> problems = new ArrayList<>();
          problems.addAll(properties(transaction));
          problems.addAll(measurements(transaction));
          problems.addAll(ledger(transaction));
          return problems;
        });
  }

  private static List<Problem> properties(TransactionContext transaction) {
    Map<String, Object> parameters =
        Map.of(
            "required",
            GraphLabel.requiredByLabel(),
            "keys",
            GraphLabel.keysByLabel(),
            "limit",
            MAXIMUM_PROBLEMS);
    return transaction
        .run(CypherFile.read("queries/check-properties.cypher"), parameters)
        .list(
            found ->
                new Problem(
                    found.get("label").asString(),
                    String.join("/", found.get("key").asList(v -> v.asString("?"))),
                    String.join("; ", found.get("problems").asList(Value::asString))));
  }

  private static List<Problem> measurements(TransactionContext transaction) {
    return transaction
        .run(
            CypherFile.read("queries/check-measurements.cypher"), Map.of("limit", MAXIMUM_PROBLEMS))
        .list(
            found ->
                new Problem(
                    GraphLabel.MEASUREMENT.label(),
                    found.get("id").asString("?"),
                    "belongs to "
                        + found.get("changes").asLong()
                        + " changes and "
                        + found.get("confirmations").asLong()
                        + " confirmations, not to one of each"));
  }

  private static List<Problem> ledger(TransactionContext transaction) {
    return transaction
        .run(CypherFile.read("queries/check-ledger.cypher"), Map.of("limit", MAXIMUM_PROBLEMS))
        .list(
            found ->
                new Problem(
                    GraphLabel.LOGGED_EVENT.label(),
                    found.get("loopId").asString("?"),
                    "has "
                        + found.get("events").asLong()
                        + " events, the last of them number "
                        + found.get("last").asLong()
                        + ": some are missing"));
  }

  /**
   * Something that should not be.
   *
   * @param label the kind of node
   * @param key which one
   * @param problem what is wrong with it
   */
  public record Problem(String label, String key, String problem) {}
}

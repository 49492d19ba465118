package dev.evolve.graph;

import java.util.List;
import java.util.Map;

/**
 * Drops everything that the projection made, in many small transactions. The order is what makes an
 * interruption harmless: a marker first, so that the next start finishes the work; then the
 * positions and the ledger, so that no event counts as known whose nodes are gone; the rest after.
 */
final class GraphReset {

  private static final String MARK = CypherFile.read("reset/mark.cypher");
  private static final String IS_MARKED = CypherFile.read("reset/is-marked.cypher");
  private static final String UNMARK = CypherFile.read("reset/unmark.cypher");
  private static final List<String> DROPS =
      List.of(
          CypherFile.read("reset/drop-positions.cypher"),
          CypherFile.read("reset/drop-ledger.cypher"),
          CypherFile.read("reset/drop-facts.cypher"),
          CypherFile.read("reset/drop-shared.cypher"));

  /** Nodes that one transaction drops: its memory is bounded, and no graph is too large. */
  private static final int NODES_PER_TRANSACTION = 2_000;

  private final GraphTransactions transactions;
  private final GraphLimits limits;

  GraphReset(GraphTransactions transactions, GraphLimits limits) {
    this.transactions = transactions;
    this.limits = limits;
  }

  void clear() {
    transactions.run(limits.write(), MARK, Map.of());
    DROPS.forEach(this::dropAll);
    transactions.run(limits.write(), UNMARK, Map.of());
  }

  private void dropAll(String cypher) {
    long dropped = NODES_PER_TRANSACTION;
    while (dropped == NODES_PER_TRANSACTION) {
      dropped = drop(cypher);
    }
  }

  private long drop(String cypher) {
    return transactions.write(
        limits.write(),
        transaction ->
            transaction
                .run(cypher, Map.of("limit", NODES_PER_TRANSACTION))
                .single()
                .get("dropped")
                .asLong());
  }

  /** Finishes what an interruption left half done. */
  void maybeResume() {
    boolean marked =
        transactions.read(
            limits.question(),
            transaction -> transaction.run(IS_MARKED).single().get("marked").asBoolean());
    if (marked) {
      clear();
    }
  }
}

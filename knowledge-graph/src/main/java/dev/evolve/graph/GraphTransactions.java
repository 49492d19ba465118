package dev.evolve.graph;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Session;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.exceptions.ClientException;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.driver.exceptions.SecurityException;
import org.neo4j.driver.exceptions.TransientException;

/** Runs transactions with a time limit, and says in our terms what went wrong. */
final class GraphTransactions {

  private static final String TIMED_OUT = "Neo.ClientError.Transaction.TransactionTimedOut";

  private final Driver driver;

  GraphTransactions(Driver driver) {
    this.driver = driver;
  }

  /** Reads in one transaction. */
  <T> T read(Duration limit, Function<TransactionContext, T> work) {
    return translated(
        () -> {
          try (Session session = driver.session()) {
            return session.executeRead(
                work::apply, TransactionConfig.builder().withTimeout(limit).build());
          }
        });
  }

  /** Writes in one transaction: all of it, or nothing. */
  <T> T write(Duration limit, Function<TransactionContext, T> work) {
    return translated(
        () -> {
          try (Session session = driver.session()) {
            return session.executeWrite(
                work::apply, TransactionConfig.builder().withTimeout(limit).build());
          }
        });
  }

  /** Runs a statement that brings or needs transactions of its own, such as a change of schema. */
  void run(Duration limit, String cypher, Map<String, Object> parameters) {
    translated(
        () -> {
          try (Session session = driver.session()) {
            return session
                .run(cypher, parameters, TransactionConfig.builder().withTimeout(limit).build())
                .consume();
          }
        });
  }

  private static <T> T translated(Supplier<T> work) {
    try {
      return work.get();
    } catch (SecurityException e) {
      throw new EvolveException(
          ErrorCode.GRAPH_UNAVAILABLE,
          "Neo4j refused us: " + e.getMessage() + "; check evolve.neo4j's user and password",
          e);
    } catch (ClientException e) {
      throw ofClient(e);
    } catch (TransientException e) {
      throw new EvolveException(
          ErrorCode.GRAPH_UNAVAILABLE,
          "Neo4j cannot do it now: "
              + e.getMessage()
              + "; try again later, and give it more memory if that is what it lacks",
          e);
    } catch (Neo4jException e) {
      throw new EvolveException(
          ErrorCode.GRAPH_UNAVAILABLE,
          "Neo4j does not answer: "
              + e.getMessage()
              + "; start it, or point evolve.neo4j.uri to one that runs. Campaigns go on, and the"
              + " graph catches up",
          e);
    }
  }

  private static EvolveException ofClient(ClientException e) {
    if (e.code() != null && e.code().startsWith(TIMED_OUT)) {
      return new EvolveException(
          ErrorCode.GRAPH_UNAVAILABLE,
          "Neo4j took longer than it may: "
              + e.getMessage()
              + "; ask for less, or give it more memory",
          e);
    }
    return new EvolveException(
        ErrorCode.INTERNAL, "Neo4j refused what we asked: " + e.getMessage(), e);
  }
}

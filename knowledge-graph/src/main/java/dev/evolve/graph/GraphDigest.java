package dev.evolve.graph;

import dev.evolve.json.Digests;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.Value;

/**
 * One number for a whole graph: equal graphs have equal digests, whatever order they were made in.
 * Every node and relationship becomes a line, sorted within, and the lines' SHA-256 are added up,
 * so that no order among them matters and none has to be held. Positions and migrations, which say
 * how the graph was made and not what it says, are left out.
 */
public final class GraphDigest {

  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

  private final GraphTransactions transactions;
  private final GraphLimits limits;

  /**
   * @param driver from {@link GraphDrivers}
   * @param limits how long it may take
   */
  public GraphDigest(Driver driver, GraphLimits limits) {
    this.transactions = new GraphTransactions(driver);
    this.limits = limits;
  }

  /** The digest of the graph as it is now. */
  public Digest compute() {
    return transactions.read(
        limits.wholeGraph(),
        transaction -> {
          Sum sum = new Sum();
          lines(transaction, sum::add);
          return sum.digest();
        });
  }

  /** Hands on every line that {@link #compute} adds up, in no order: to find a difference with. */
  void dump(Consumer<String> lines) {
    transactions.read(
        limits.wholeGraph(),
        transaction -> {
          lines(transaction, lines);
          return true;
        });
  }

  private static void lines(TransactionContext transaction, Consumer<String> lines) {
    Map<String, Object> parameters =
        Map.of("labels", GraphLabel.labels(), "keys", GraphLabel.keysByLabel());
    transaction
        .run(CypherFile.read("queries/dump-nodes.cypher"), parameters)
        .forEachRemaining(found -> lines.accept(node(found)));
    transaction
        .run(CypherFile.read("queries/dump-relationships.cypher"), parameters)
        .forEachRemaining(found -> lines.accept(relationship(found)));
  }

  private static String node(Record found) {
    return found.get("label").asString() + ' ' + canonical(found.get("properties"));
  }

  private static String relationship(Record found) {
    return end(found, "from")
        + " -"
        + found.get("type").asString()
        + ' '
        + canonical(found.get("properties"))
        + "-> "
        + end(found, "to");
  }

  private static String end(Record found, String which) {
    return found.get(which + "Label").asString() + found.get(which + "Key");
  }

  /** Values print with their type's quotes, so that text and number differ. */
  private static String canonical(Value properties) {
    return new TreeMap<>(properties.asMap(Function.identity()))
        .entrySet().stream()
            .map(property -> property.getKey() + '=' + property.getValue())
            .collect(Collectors.joining(", ", "{", "}"));
  }

  /**
   * The digest of a graph.
   *
   * @param sha256 the added hashes, in hex
   * @param elements number of nodes and relationships that it covers
   */
  public record Digest(String sha256, long elements) {}

  private static final class Sum {

    private BigInteger value = BigInteger.ZERO;
    private long lines;

    void add(String line) {
      byte[] hash = HexFormat.of().parseHex(Digests.sha256(line));
      value = value.add(new BigInteger(1, hash)).mod(MODULUS);
      lines++;
    }

    Digest digest() {
      return new Digest(String.format("%064x", value), lines);
    }
  }
}

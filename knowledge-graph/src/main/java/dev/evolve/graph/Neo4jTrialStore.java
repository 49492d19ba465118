package dev.evolve.graph;

import dev.evolve.impact.TrialPack;
import dev.evolve.impact.TrialSet;
import dev.evolve.impact.TrialStore;
import dev.evolve.impact.TrialSummary;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Value;

/**
 * The memory of trials on Neo4j: a node for each set, which hangs on the knobs it turns. It is not
 * part of the projection and outlives its being made again; it is made from the log by itself. The
 * schema is brought forward by {@link Neo4jImpactStore#prepare}.
 *
 * <p>The driver stays its maker's to close.
 */
public final class Neo4jTrialStore implements TrialStore {

  private static final String REMEMBER = CypherFile.read("trials/remember.cypher");
  private static final String FORGET = CypherFile.read("trials/forget.cypher");
  private static final String SUMMARIES = CypherFile.read("trials/summaries.cypher");
  private static final String OF_KERNEL = CypherFile.read("trials/of-kernel.cypher");
  private static final String OF_FAMILY = CypherFile.read("trials/of-family.cypher");

  private final GraphTransactions transactions;
  private final GraphLimits limits;

  /**
   * @param driver from {@link GraphDrivers}
   * @param limits how long everything may take
   */
  public Neo4jTrialStore(Driver driver, GraphLimits limits) {
    this.transactions = new GraphTransactions(driver);
    this.limits = limits;
  }

  @Override
  public void remember(TrialSet set) {
    Map<String, Object> parameters = Map.of("id", set.id(), "properties", properties(set));
    transactions.write(
        limits.write(), transaction -> transaction.run(REMEMBER, parameters).consume());
  }

  private static Map<String, Object> properties(TrialSet set) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("id", set.id());
    properties.put("kernel", set.kernel());
    properties.put("shape", set.shape());
    properties.put("hardwareId", set.hardwareId());
    properties.put("provenance", set.provenance());
    properties.put("at", set.at().atZone(ZoneOffset.UTC));
    properties.put("parameters", set.parameters());
    properties.put("spaceDigest", set.spaceDigest());
    properties.put("size", set.trials().size());
    properties.put("trials", TrialPack.pack(set.parameters().size(), set.trials()));
    return properties;
  }

  @Override
  public void forget(String id) {
    transactions.write(
        limits.write(), transaction -> transaction.run(FORGET, Map.of("id", id)).consume());
  }

  @Override
  public List<TrialSummary> summaries() {
    return transactions.read(
        limits.question(),
        transaction -> transaction.run(SUMMARIES).list(found -> summary(found.get("set"))));
  }

  private static TrialSummary summary(Value set) {
    return new TrialSummary(
        set.get("id").asString(),
        set.get("kernel").asString(),
        set.get("shape").asString(),
        set.get("hardwareId").asString(),
        set.get("provenance").asString(),
        set.get("at").asZonedDateTime().toInstant(),
        set.get("parameters").asList(Value::asString),
        set.get("size").asInt());
  }

  @Override
  public List<TrialSet> trials(String kernel, String withoutHardwareId) {
    return found(OF_KERNEL, Map.of("kernel", kernel, "withoutHardwareId", withoutHardwareId));
  }

  @Override
  public List<TrialSet> family(String withoutKernel, List<String> knobs, int most) {
    return found(
        OF_FAMILY,
        Map.of("withoutKernel", withoutKernel, "knobs", List.copyOf(knobs), "most", most));
  }

  private List<TrialSet> found(String cypher, Map<String, Object> parameters) {
    return transactions.read(
        limits.question(),
        transaction -> transaction.run(cypher, parameters).list(found -> set(found.get("set"))));
  }

  private static TrialSet set(Value set) {
    return new TrialSet(
        set.get("kernel").asString(),
        set.get("shape").asString(),
        set.get("hardwareId").asString(),
        set.get("provenance").asString(),
        set.get("at").asZonedDateTime().toInstant(),
        set.get("parameters").asList(Value::asString),
        TrialPack.unpack(set.get("id").asString(), set.get("trials").asByteArray()));
  }
}

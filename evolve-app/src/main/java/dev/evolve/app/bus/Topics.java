package dev.evolve.app.bus;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;

/** The topics of Evolve: names, partitions, retention. */
public final class Topics {

  /** Checkpoints of loops, compacted by loop id. */
  public static final String LOOPS = "evolve.loops";

  /** Domain events, kept for ever, in the same partition as their loop's checkpoints. */
  public static final String EVENTS = "evolve.events";

  /** What could not be read or was not valid, with the reason. */
  public static final String DEAD_LETTER = "evolve.dead-letter";

  /** Topics of telemetry. */
  public static final List<String> TELEMETRY =
      List.of(
          "compiler.pass",
          "kernel.launch",
          "occ_profile",
          "alloc.frag",
          "graph.capture",
          "dist.collective",
          "serve.scheduler",
          "bench.result");

  /** Partitions of the topics of record: as many owners as there can ever be at once. */
  static final int PARTITIONS = 4;

  /** Largest record: a checkpoint with a whole confirmation in it stays well below. */
  static final int MAXIMUM_BYTES = 8 * 1024 * 1024;

  private static final short BROKERS_DECIDE = -1;
  private static final String TELEMETRY_RETENTION_MS = String.valueOf(TimeUnit.DAYS.toMillis(30));
  private static final long TIMEOUT_SECONDS = 60;

  private Topics() {}

  /** The partition of a loop, for ever. */
  static int partitionOf(String loopId) {
    return Math.floorMod(loopId.hashCode(), PARTITIONS);
  }

  /**
   * Creates what is missing.
   *
   * @throws EvolveException CONFLICT if a topic of record has another number of partitions,
   *     LOG_UNAVAILABLE if Kafka does not answer
   */
  public static void ensure(Admin admin) {
    try {
      Set<String> existing =
          new HashSet<>(admin.listTopics().names().get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
      List<NewTopic> missing = new ArrayList<>(all());
      missing.removeIf(topic -> existing.contains(topic.name()));
      admin.createTopics(missing).all().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      verify(
          admin
              .describeTopics(List.of(LOOPS, EVENTS))
              .allTopicNames()
              .get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      throw new EvolveException(
          ErrorCode.LOG_UNAVAILABLE, "the topics cannot be created: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted while creating topics", e);
    }
  }

  private static void verify(Map<String, TopicDescription> topics) {
    topics.forEach(
        (name, topic) -> {
          if (topic.partitions().size() != PARTITIONS) {
            throw new EvolveException(
                ErrorCode.CONFLICT,
                "topic "
                    + name
                    + " has "
                    + topic.partitions().size()
                    + " partitions, wanted "
                    + PARTITIONS
                    + "; point evolve.kafka.bootstrap-servers at a cluster without a topic of that"
                    + " name");
          }
        });
  }

  private static List<NewTopic> all() {
    List<NewTopic> topics = new ArrayList<>();
    topics.add(ofRecord(LOOPS, Map.of("cleanup.policy", "compact")));
    topics.add(ofRecord(EVENTS, Map.of("cleanup.policy", "delete", "retention.ms", "-1")));
    topics.add(new NewTopic(DEAD_LETTER, 1, BROKERS_DECIDE).configs(Map.of("retention.ms", "-1")));
    for (String name : TELEMETRY) {
      topics.add(
          new NewTopic(name, 1, BROKERS_DECIDE)
              .configs(Map.of("retention.ms", TELEMETRY_RETENTION_MS)));
    }
    return topics;
  }

  private static NewTopic ofRecord(String name, Map<String, String> settings) {
    Map<String, String> configs = new HashMap<>(settings);
    configs.put("flush.messages", "1");
    configs.put("max.message.bytes", String.valueOf(MAXIMUM_BYTES));
    return new NewTopic(name, PARTITIONS, BROKERS_DECIDE).configs(configs);
  }
}

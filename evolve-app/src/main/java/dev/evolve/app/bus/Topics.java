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
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topics of Evolve: names, partitions, retention. */
public final class Topics {

  private static final Logger LOG = LoggerFactory.getLogger(Topics.class);

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

  /** Largest value, with room for key, headers and framing. */
  static final int MAXIMUM_VALUE_BYTES = MAXIMUM_BYTES - 64 * 1024;

  private static final String SEGMENT_BYTES = String.valueOf(16 * 1024 * 1024);
  private static final String FLUSH = "flush.messages";
  private static final String TRANSACTIONS = "__transaction_state";
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
      create(admin, missing);
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

  private static void create(Admin admin, List<NewTopic> missing)
      throws ExecutionException, TimeoutException, InterruptedException {
    for (KafkaFuture<Void> created : admin.createTopics(missing).values().values()) {
      try {
        created.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw e;
        }
      }
    }
  }

  /**
   * Has a single broker write the outcome of a transaction to the disk before it is told, as it
   * does with the records themselves; where there are several, the others keep it.
   */
  static void secureTransactions(KafkaSettings settings) {
    try (Admin admin = settings.admin()) {
      if (admin.describeCluster().nodes().get(TIMEOUT_SECONDS, TimeUnit.SECONDS).size() > 1) {
        return;
      }
      ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, TRANSACTIONS);
      AlterConfigOp flush =
          new AlterConfigOp(new ConfigEntry(FLUSH, "1"), AlterConfigOp.OpType.SET);
      admin
          .incrementalAlterConfigs(Map.of(topic, List.of(flush)))
          .all()
          .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn(
          "{} is not written to the disk at once, a power cut may lose the last step: {}",
          TRANSACTIONS,
          e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void verify(Map<String, TopicDescription> topics) {
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
    topics.add(
        ofRecord(
            LOOPS,
            Map.of(
                "cleanup.policy", "compact",
                "segment.bytes", SEGMENT_BYTES,
                "min.cleanable.dirty.ratio", "0.1")));
    topics.add(ofRecord(EVENTS, Map.of("cleanup.policy", "delete", "retention.ms", "-1")));
    // Keys name the place of the bad record: found again at each start, it is kept once.
    topics.add(
        new NewTopic(DEAD_LETTER, 1, BROKERS_DECIDE)
            .configs(
                Map.of(
                    "cleanup.policy",
                    "compact",
                    "max.message.bytes",
                    String.valueOf(MAXIMUM_BYTES))));
    for (String name : TELEMETRY) {
      topics.add(
          new NewTopic(name, 1, BROKERS_DECIDE)
              .configs(Map.of("retention.ms", TELEMETRY_RETENTION_MS)));
    }
    return topics;
  }

  private static NewTopic ofRecord(String name, Map<String, String> settings) {
    Map<String, String> configs = new HashMap<>(settings);
    configs.put(FLUSH, "1");
    configs.put("min.insync.replicas", "1");
    configs.put("max.message.bytes", String.valueOf(MAXIMUM_BYTES));
    return new NewTopic(name, PARTITIONS, BROKERS_DECIDE).configs(configs);
  }
}

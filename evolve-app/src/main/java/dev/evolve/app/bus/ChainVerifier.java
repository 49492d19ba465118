package dev.evolve.app.bus;

import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/** Walks the log of record and checks the hash chain of every partition. */
public final class ChainVerifier {

  private final KafkaSettings settings;

  /**
   * @param settings the cluster
   */
  public ChainVerifier(KafkaSettings settings) {
    this.settings = settings;
  }

  /** Every break of a chain, one sentence each; empty if all hold. */
  public List<String> verify() {
    List<String> breaks = new ArrayList<>();
    try (PartitionReader reader = new PartitionReader(settings)) {
      for (int partition = 0; partition < Topics.PARTITIONS; partition++) {
        Walk walk = new Walk(partition, breaks);
        reader.readAll(
            new TopicPartition(Topics.EVENTS, partition),
            record -> walk.take(record.offset(), record.value()));
      }
    }
    return List.copyOf(breaks);
  }

  /** One partition. */
  private static final class Walk {
    private final int partition;
    private final List<String> breaks;
    private String head = EventChain.GENESIS;

    Walk(int partition, List<String> breaks) {
      this.partition = partition;
      this.breaks = breaks;
    }

    void take(long offset, byte[] value) {
      String place = "partition " + partition + ", offset " + offset;
      try {
        RecordedEvent event = Json.read(value, RecordedEvent.class);
        if (!event.previousHash().equals(head)) {
          breaks.add(place + ": " + event.id() + " is not chained to the event before it");
        }
        if (!EventChain.holds(event)) {
          breaks.add(place + ": the content of " + event.id() + " does not match its hash");
        }
        head = event.hash();
      } catch (IllegalArgumentException e) {
        breaks.add(place + ": not an event: " + e.getMessage());
      }
    }
  }
}

package dev.evolve.app.bus;

import dev.evolve.loop.port.CheckpointStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The log of record as a checkpoint store: one Kafka transaction a step, holding the checkpoint and
 * the step's events. This instance owns all partitions; opening one fences an older owner, which
 * then gets a {@link FencedException} for good.
 *
 * <p>The last checkpoint of a finished loop stays, {@link #load} leaves it out.
 */
public final class KafkaCheckpointStore implements CheckpointStore, AutoCloseable {

  private final KafkaSettings settings;
  private final List<PartitionWriter> writers = new ArrayList<>();

  /**
   * @param settings the cluster
   */
  public KafkaCheckpointStore(KafkaSettings settings) {
    this(settings, UUID.randomUUID().toString());
  }

  /**
   * @param settings the cluster
   * @param owner name of this instance, never given to another one
   */
  KafkaCheckpointStore(KafkaSettings settings, String owner) {
    this.settings = settings;
    for (int partition = 0; partition < Topics.PARTITIONS; partition++) {
      writers.add(new PartitionWriter(settings, partition, owner));
    }
  }

  @Override
  public List<Checkpoint> load() {
    List<Checkpoint> running = new ArrayList<>();
    for (PartitionWriter writer : writers) {
      writer.open().values().stream()
          .filter(checkpoint -> checkpoint.status() == Status.RUNNING)
          .forEach(running::add);
    }
    Topics.secureTransactions(settings);
    return running;
  }

  @Override
  public void commit(StepCommit commit) {
    writer(commit.checkpoint().loopId()).commit(commit);
  }

  private PartitionWriter writer(String loopId) {
    return writers.get(Topics.partitionOf(loopId));
  }

  @Override
  public void close() {
    writers.forEach(PartitionWriter::close);
  }
}

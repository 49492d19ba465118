package dev.evolve.app.bus;

import dev.evolve.loop.port.CheckpointStore;
import java.util.ArrayList;
import java.util.List;

/**
 * The log of record as a checkpoint store: one Kafka transaction a step, holding the checkpoint and
 * the step's events. This instance owns all partitions; opening one fences an older owner.
 */
public final class KafkaCheckpointStore implements CheckpointStore, AutoCloseable {

  private final List<PartitionWriter> writers = new ArrayList<>();

  /**
   * @param settings the cluster
   */
  public KafkaCheckpointStore(KafkaSettings settings) {
    for (int partition = 0; partition < Topics.PARTITIONS; partition++) {
      writers.add(new PartitionWriter(settings, partition));
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
    return running;
  }

  @Override
  public void commit(StepCommit commit) {
    writers.get(Topics.partitionOf(commit.checkpoint().loopId())).commit(commit);
  }

  @Override
  public void close() {
    writers.forEach(PartitionWriter::close);
  }
}

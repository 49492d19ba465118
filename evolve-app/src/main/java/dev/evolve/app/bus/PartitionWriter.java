package dev.evolve.app.bus;

import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Json;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.FencedException;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one writer of a partition of the log of record. Opening it fences whoever wrote before; from
 * then on the other's transactions are refused by the broker. Confined to the runtime's thread.
 */
final class PartitionWriter implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionWriter.class);
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final KafkaSettings settings;
  private final int partition;
  private final Map<String, Checkpoint> newest = new LinkedHashMap<>();
  private String head = EventChain.GENESIS;
  private @Nullable KafkaProducer<String, byte[]> producer;

  PartitionWriter(KafkaSettings settings, int partition) {
    this.settings = settings;
    this.partition = partition;
  }

  /** Newest checkpoint by loop, in the order in which the loops first appear. */
  Map<String, Checkpoint> open() {
    try {
      openProducer();
      readBack();
      return Map.copyOf(newest);
    } catch (KafkaException e) {
      abandon();
      throw unavailable("cannot open partition " + partition, e);
    }
  }

  /** Writes a step's checkpoint and events, all or nothing. */
  void commit(StepCommit commit) {
    KafkaProducer<String, byte[]> open = producer;
    if (open == null) {
      if (recoverAndFind(commit)) {
        return;
      }
      open = openOrThrow();
    }
    String chained = head;
    try {
      open.beginTransaction();
      chained = send(open, commit);
      open.commitTransaction();
      newest.put(commit.checkpoint().loopId(), commit.checkpoint());
      head = chained;
    } catch (ProducerFencedException | InvalidProducerEpochException e) {
      abandon();
      throw new FencedException(
          "another instance has taken partition " + partition + " of the log of record over", e);
    } catch (KafkaException e) {
      LOG.warn(
          "step {} of {} could not be recorded: {}",
          commit.checkpoint().stepIndex(),
          commit.checkpoint().loopId(),
          e.toString());
      abandon();
      if (!recoverAndFind(commit)) {
        throw unavailable("nothing was recorded", e);
      }
    }
  }

  private KafkaProducer<String, byte[]> openOrThrow() {
    KafkaProducer<String, byte[]> open = producer;
    if (open == null) {
      throw unavailable("partition " + partition + " is not open", null);
    }
    return open;
  }

  private String send(KafkaProducer<String, byte[]> open, StepCommit commit) {
    Checkpoint checkpoint = commit.checkpoint();
    open.send(
        new ProducerRecord<>(
            Topics.LOOPS, partition, checkpoint.loopId(), StoredCheckpoint.encode(checkpoint)));
    String chained = head;
    for (StreamChunk chunk : commit.events()) {
      RecordedEvent event =
          EventChain.link(chained, checkpoint.loopId(), chunk.sequence(), chunk.data());
      open.send(
          new ProducerRecord<>(
              Topics.EVENTS, partition, checkpoint.loopId(), Json.writeBytes(event)));
      chained = event.hash();
    }
    return chained;
  }

  /**
   * Opens the partition again after a failure, which ends the transaction in flight one way or the
   * other, and looks which way it was.
   *
   * @return true if the commit turns out to be recorded
   */
  private boolean recoverAndFind(StepCommit commit) {
    try {
      openProducer();
      readBack();
    } catch (KafkaException e) {
      abandon();
      throw unavailable("partition " + partition + " cannot be opened again", e);
    }
    Checkpoint found = newest.get(commit.checkpoint().loopId());
    return found != null
        && found.stepIndex() == commit.checkpoint().stepIndex()
        && found.status() == commit.checkpoint().status()
        && Arrays.equals(found.state(), commit.checkpoint().state());
  }

  private void openProducer() {
    abandon();
    KafkaProducer<String, byte[]> fresh =
        settings.transactionalProducer("evolve-loops-" + partition);
    producer = fresh;
    fresh.initTransactions();
  }

  private void readBack() {
    newest.clear();
    head = EventChain.GENESIS;
    try (KafkaConsumer<String, byte[]> consumer = settings.consumer()) {
      PartitionReader.readAll(
          consumer,
          new TopicPartition(Topics.LOOPS, partition),
          record -> {
            if (record.value() != null) {
              newest.put(record.key(), StoredCheckpoint.decode(record.value()));
            }
          });
      PartitionReader.readTail(
          consumer,
          new TopicPartition(Topics.EVENTS, partition),
          record -> head = Json.read(record.value(), RecordedEvent.class).hash());
    }
  }

  private void abandon() {
    KafkaProducer<String, byte[]> open = producer;
    producer = null;
    if (open != null) {
      open.close(Duration.ZERO);
    }
  }

  private static StoreUnavailableException unavailable(String what, @Nullable Throwable cause) {
    return new StoreUnavailableException(
        "the log of record is away: " + what + (cause == null ? "" : ": " + cause.getMessage()),
        cause == null ? new IllegalStateException(what) : cause);
  }

  @Override
  public void close() {
    KafkaProducer<String, byte[]> open = producer;
    producer = null;
    if (open != null) {
      open.close(CLOSE);
    }
  }
}

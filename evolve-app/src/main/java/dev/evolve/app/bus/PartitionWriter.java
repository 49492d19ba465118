package dev.evolve.app.bus;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.FencedException;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one writer of a partition of the log of record.
 *
 * <p>Moves: unclaimed → claimed (its name is the last owner in the partition, older producers are
 * fenced by the broker) → fenced for ever once another owner's name stands there. In between the
 * producer may be lost and made again: then the owner's name is what tells a takeover, after which
 * this one must stop, from a transaction that only timed out.
 */
final class PartitionWriter implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionWriter.class);
  private static final Duration CLOSE = Duration.ofSeconds(2);
  private static final String OWNER_KEY = "#owner";

  private final KafkaSettings settings;
  private final int partition;
  private final String owner;
  private final Map<String, String> fingerprints = new HashMap<>();
  private String head = EventChain.GENESIS;
  private boolean claimed;
  private @Nullable String predecessor;
  private boolean fenced;
  private @Nullable KafkaProducer<String, byte[]> producer;

  /**
   * @param owner name of this instance, never given to another one
   */
  PartitionWriter(KafkaSettings settings, int partition, String owner) {
    this.settings = settings;
    this.partition = partition;
    this.owner = owner;
  }

  /** Newest checkpoint by loop, in the order in which the loops first appear. */
  synchronized Map<String, Checkpoint> open() {
    try {
      return reopen().checkpoints();
    } catch (KafkaException e) {
      abandon();
      throw unavailable("cannot be opened", e);
    }
  }

  /** Writes a step's checkpoint and events, all or nothing; once, however often it is called. */
  synchronized void commit(StepCommit commit) {
    if (fenced) {
      throw takenOver();
    }
    if (producer == null) {
      reopenOrThrow();
    }
    if (isStored(commit)) {
      return;
    }
    Batch batch = Batch.of(partition, head, commit);
    KafkaException cause = write(batch);
    if (cause == null) {
      head = batch.head();
      remember(commit.checkpoint());
      return;
    }
    LOG.warn(
        "step {} of {} could not be recorded: {}",
        commit.checkpoint().stepIndex(),
        commit.checkpoint().loopId(),
        cause.toString());
    reopenOrThrow();
    if (!isStored(commit)) {
      throw unavailable("took nothing", cause);
    }
  }

  /** Writes a transaction; null if it was committed, else why that is not known. */
  private @Nullable KafkaException write(Batch batch) {
    KafkaProducer<String, byte[]> open = producer;
    if (open == null) {
      throw new IllegalStateException("partition " + partition + " has no producer to write with");
    }
    try {
      open.beginTransaction();
      batch.records().forEach(record -> sendOrThrow(open, record));
      open.commitTransaction();
      return null;
    } catch (KafkaException e) {
      abandon();
      return e;
    }
  }

  /** Hands a record over; one that is refused at once ends the step, the others would wait too. */
  private static void sendOrThrow(
      KafkaProducer<String, byte[]> open, ProducerRecord<String, byte[]> record) {
    Future<RecordMetadata> answer = open.send(record);
    if (answer.isDone() && answer.state() == Future.State.FAILED) {
      throw new KafkaException("not sent: " + answer.exceptionNow(), answer.exceptionNow());
    }
  }

  private boolean isStored(StepCommit commit) {
    return fingerprint(commit.checkpoint()).equals(fingerprints.get(commit.checkpoint().loopId()));
  }

  private void remember(Checkpoint checkpoint) {
    fingerprints.put(checkpoint.loopId(), fingerprint(checkpoint));
  }

  private static String fingerprint(Checkpoint checkpoint) {
    return Digests.sha256(StoredCheckpoint.encode(checkpoint));
  }

  private void reopenOrThrow() {
    try {
      reopen();
    } catch (KafkaException e) {
      abandon();
      throw unavailable("cannot be opened again", e);
    }
  }

  /**
   * Makes a new producer, which ends a transaction in flight one way or the other, and reads what
   * then stands in the partition.
   */
  private Content reopen() {
    abandon();
    if (claimed) {
      requireNoSuccessor(readBack());
    }
    KafkaProducer<String, byte[]> fresh =
        settings.transactionalProducer("evolve-loops-" + partition);
    producer = fresh;
    fresh.initTransactions();
    Content content = readBack();
    if (claimed) {
      requireOwnership(content);
    } else {
      claim(fresh);
      claimed = true;
      predecessor = content.owner();
    }
    head = content.head();
    fingerprints.clear();
    content.checkpoints().values().forEach(this::remember);
    return content;
  }

  private void claim(KafkaProducer<String, byte[]> fresh) {
    fresh.beginTransaction();
    sendOrThrow(
        fresh, new ProducerRecord<>(Topics.LOOPS, partition, OWNER_KEY, Json.writeBytes(owner)));
    fresh.commitTransaction();
  }

  /** A new producer would fence a successor, so look first; our own name may not show yet. */
  private void requireNoSuccessor(Content content) {
    if (!Objects.equals(predecessor, content.owner())) {
      requireOwnership(content);
    }
  }

  private void requireOwnership(Content content) {
    if (!owner.equals(content.owner())) {
      fenced = true;
      abandon();
      throw takenOver();
    }
  }

  private Content readBack() {
    Content content = new Content();
    try (PartitionReader reader = new PartitionReader(settings)) {
      reader.readAll(
          new TopicPartition(Topics.LOOPS, partition),
          record -> content.take(record.key(), record.value()));
      reader.readTail(
          new TopicPartition(Topics.EVENTS, partition),
          record -> content.takeEvent(record.value()));
    }
    return content;
  }

  private void abandon() {
    KafkaProducer<String, byte[]> open = producer;
    producer = null;
    if (open != null) {
      open.close(Duration.ZERO);
    }
  }

  private FencedException takenOver() {
    return new FencedException(
        "another instance has taken partition " + partition + " of the log of record over",
        new IllegalStateException("this instance was " + owner));
  }

  private StoreUnavailableException unavailable(String what, Throwable cause) {
    return new StoreUnavailableException(
        "the log of record is away: partition %d %s: %s"
            .formatted(partition, what, cause.getMessage()),
        cause);
  }

  @Override
  public synchronized void close() {
    KafkaProducer<String, byte[]> open = producer;
    producer = null;
    if (open != null) {
      open.close(CLOSE);
    }
  }

  /**
   * The records of one step.
   *
   * @param records checkpoint first, then the events in order
   * @param head hash of the last event once they are written
   */
  private record Batch(List<ProducerRecord<String, byte[]>> records, String head) {

    static Batch of(int partition, String head, StepCommit commit) {
      Checkpoint checkpoint = commit.checkpoint();
      String loopId = checkpoint.loopId();
      List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
      records.add(record(Topics.LOOPS, partition, loopId, StoredCheckpoint.encode(checkpoint)));
      String chained = head;
      for (StreamChunk chunk : commit.events()) {
        RecordedEvent event = EventChain.link(chained, loopId, chunk.sequence(), chunk.data());
        records.add(record(Topics.EVENTS, partition, loopId, Json.writeBytes(event)));
        chained = event.hash();
      }
      return new Batch(records, chained);
    }

    private static ProducerRecord<String, byte[]> record(
        String topic, int partition, String loopId, byte[] value) {
      if (value.length > Topics.MAXIMUM_VALUE_BYTES) {
        throw new EvolveException(
            ErrorCode.OUT_OF_RESOURCES,
            "a record of %s for %s has %d bytes, more than the %d that the log takes"
                .formatted(loopId, topic, value.length, Topics.MAXIMUM_VALUE_BYTES));
      }
      return new ProducerRecord<>(topic, partition, loopId, value);
    }
  }

  /** What stands in the partition: the last word on each loop, the last owner, the last event. */
  private static final class Content {

    private final Map<String, Checkpoint> checkpoints = new LinkedHashMap<>();
    private @Nullable String owner;
    private String head = EventChain.GENESIS;

    void take(String key, byte @Nullable [] value) {
      if (value == null) {
        checkpoints.remove(key);
      } else if (key.equals(OWNER_KEY)) {
        owner = Json.read(value, String.class);
      } else {
        checkpoints.put(key, StoredCheckpoint.decode(value));
      }
    }

    void takeEvent(byte[] value) {
      try {
        head = Json.read(value, RecordedEvent.class).hash();
      } catch (IllegalArgumentException e) {
        // Not ours: the chain goes on from the last event, and its check reports the stranger.
        LOG.warn("the log of record holds a record that is no event: {}", e.getMessage());
      }
    }

    Map<String, Checkpoint> checkpoints() {
      return checkpoints;
    }

    @Nullable String owner() {
      return owner;
    }

    String head() {
      return head;
    }
  }
}

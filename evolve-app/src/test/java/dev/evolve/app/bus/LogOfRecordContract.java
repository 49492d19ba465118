package dev.evolve.app.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Json;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.FencedException;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.telemetry.TelemetryEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What the log of record and the telemetry bus promise on any broker. */
abstract class LogOfRecordContract {

  private String loop = "";

  /** A running cluster. */
  abstract KafkaSettings settings();

  @BeforeEach
  void nameTheLoopAfterTheTest(TestInfo test) {
    loop = test.getTestMethod().orElseThrow().getName();
    try (Admin admin = settings().admin()) {
      Topics.ensure(admin);
    }
  }

  @Test
  void loadsWhatWasCommittedAndRunsOn() {
    try (KafkaCheckpointStore store = opened()) {
      store.commit(Commits.step(loop, 0));
      store.commit(Commits.step(loop, 1));
    }
    try (KafkaCheckpointStore again = new KafkaCheckpointStore(settings())) {
      assertSame(loaded(again).orElseThrow(), Commits.checkpoint(loop, 1, Status.RUNNING));
      again.commit(Commits.step(loop, 2));
    }
    assertThat(sequencesInLog()).containsExactlyElementsOf(sequencesOfSteps(3));
  }

  @Test
  void leavesFinishedLoopsOutOfTheLoadButKeepsTheirLastState() {
    try (KafkaCheckpointStore store = opened()) {
      store.commit(Commits.step(loop, 0));
      store.commit(Commits.step(loop, 1, Status.FINISHED));
    }
    try (KafkaCheckpointStore again = new KafkaCheckpointStore(settings())) {
      assertThat(loaded(again)).isEmpty();
      assertSame(lastCheckpoint(), Commits.checkpoint(loop, 1, Status.FINISHED));
    }
  }

  @Test
  void writesARetriedCommitOnce() {
    try (KafkaCheckpointStore store = opened()) {
      store.commit(Commits.step(loop, 0));
      store.commit(Commits.step(loop, 0));
    }
    try (KafkaCheckpointStore again = opened()) {
      again.commit(Commits.step(loop, 0));
    }
    assertThat(sequencesInLog()).containsExactlyElementsOf(sequencesOfSteps(1));
  }

  @Test
  void keepsACommitWholeWhenItsWriterIsKilled() throws Exception {
    Process writer = KilledWriter.start(settings(), loop);
    long answered = awaitSteps(writer, 12);
    writer.destroyForcibly().waitFor();

    try (KafkaCheckpointStore store = new KafkaCheckpointStore(settings())) {
      long stored = loaded(store).orElseThrow().stepIndex();
      assertThat(stored).isBetween(answered, answered + 200);
      store.commit(Commits.step(loop, stored + 1));
      assertThat(sequencesInLog()).containsExactlyElementsOf(sequencesOfSteps(stored + 2));
    }
    assertThat(breaksOf(loop)).isEmpty();
  }

  @Test
  void fencesAnOlderOwnerForGood() {
    try (KafkaCheckpointStore older = opened();
        KafkaCheckpointStore newer = new KafkaCheckpointStore(settings())) {
      older.commit(Commits.step(loop, 0));
      assertThat(loaded(newer)).isPresent();

      assertThatThrownBy(() -> older.commit(Commits.step(loop, 1)))
          .isInstanceOf(FencedException.class)
          .hasMessageContaining("another instance");
      newer.commit(Commits.step(loop, 1));
      assertThatThrownBy(() -> older.commit(Commits.step(loop, 2)))
          .isInstanceOf(FencedException.class);
      newer.commit(Commits.step(loop, 2));
    }
    assertThat(sequencesInLog()).containsExactlyElementsOf(sequencesOfSteps(3));
  }

  @Test
  void refusesAnEventThatIsNoneAndGoesOn() {
    StepCommit broken =
        new StepCommit(
            Commits.checkpoint(loop, 0, Status.RUNNING),
            List.of(StreamChunk.event("events", 0, "{\"type\":\"unheard-of\"}")));
    try (KafkaCheckpointStore store = opened()) {
      assertThatThrownBy(() -> store.commit(broken)).isInstanceOf(IllegalArgumentException.class);
      store.commit(Commits.step(loop, 0));
    }
    assertThat(sequencesInLog()).containsExactlyElementsOf(sequencesOfSteps(1));
  }

  @Test
  void refusesAStateThatIsTooLargeForTheLog() {
    byte[] large = new byte[Topics.MAXIMUM_BYTES];
    Arrays.fill(large, (byte) ' ');
    StepCommit commit =
        new StepCommit(new Checkpoint(loop, "made-up", 0, Status.RUNNING, large), List.of());
    try (KafkaCheckpointStore store = opened()) {
      EvolveException refused =
          catchThrowableOfType(EvolveException.class, () -> store.commit(commit));
      assertThat(refused.code()).isEqualTo(ErrorCode.OUT_OF_RESOURCES);
      store.commit(Commits.step(loop, 0));
    }
  }

  @Test
  void tellsFollowersThePastThenTheNewsInOrder() throws Exception {
    Heard heard = new Heard(loop);
    try (KafkaCheckpointStore store = opened();
        KafkaEventLog log = new KafkaEventLog(settings())) {
      store.commit(Commits.step(loop, 0));
      store.commit(Commits.step(loop, 1));
      AutoCloseable subscription = log.follow(heard);
      heard.await(6);
      store.commit(Commits.step(loop, 2));
      heard.await(9);
      subscription.close();
      store.commit(Commits.step(loop, 3));
    }
    assertThat(heard.eventsWhenCaughtUp).isCompletedWithValue(6);
    assertThat(heard.sequences()).containsExactlyElementsOf(sequencesOfSteps(3));
  }

  @Test
  void followsFromGivenPositions() throws Exception {
    Heard first = new Heard(loop);
    Heard second = new Heard(loop);
    int partition = Topics.partitionOf(loop);
    try (KafkaCheckpointStore store = opened();
        KafkaEventLog log = new KafkaEventLog(settings())) {
      store.commit(Commits.step(loop, 0));
      AutoCloseable one = log.follow(first);
      first.await(3);
      one.close();
      store.commit(Commits.step(loop, 1));
      AutoCloseable two = log.follow(Map.of(partition, first.lastOffset() + 1), second);
      second.await(3);
      two.close();
    }
    assertThat(second.sequences()).containsExactly(3L, 4L, 5L);
  }

  @Test
  void putsAnUnreadableRecordAsideAndGoesOn() throws Exception {
    Heard heard = new Heard(loop);
    int partition = Topics.partitionOf(loop);
    byte[] garbage = ("garbage of " + loop).getBytes(StandardCharsets.UTF_8);
    try (KafkaCheckpointStore store = opened();
        KafkaEventLog log = new KafkaEventLog(settings())) {
      store.commit(Commits.step(loop, 0));
      long offset = sendRaw(partition, garbage);
      store.commit(Commits.step(loop, 1));
      AutoCloseable subscription = log.follow(heard);
      heard.await(6);
      subscription.close();
      assertThat(log.deadLetters()).isPositive();
      String place = Topics.EVENTS + "-" + partition + "@" + offset;
      Heard.waitFor(
          () -> deadLetters().stream().anyMatch(letter -> letter.contains(place)),
          "the dead letter of " + place);
      assertThat(deadLetters()).anyMatch(letter -> letter.contains("garbage of " + loop));
    }
    try (KafkaCheckpointStore again = opened()) {
      again.commit(Commits.step(loop, 2));
    }
    assertThat(breaksOf(loop)).isEmpty();
  }

  @Test
  void putsAnEventAsideThatAFollowerCannotTake() throws Exception {
    Heard heard = new Heard(loop);
    EventFeed.Listener failing =
        (partition, offset, event) -> {
          if (event.id().equals(loop + ":1")) {
            throw new IllegalStateException("cannot take it");
          }
          heard.recorded(partition, offset, event);
        };
    try (KafkaCheckpointStore store = opened();
        KafkaEventLog log = new KafkaEventLog(settings())) {
      store.commit(Commits.step(loop, 0));
      AutoCloseable subscription = log.follow(failing);
      heard.await(2);
      subscription.close();
      Heard.waitFor(
          () -> deadLetters().stream().anyMatch(letter -> letter.contains("cannot take it")),
          "the dead letter");
    }
    assertThat(heard.sequences()).containsExactly(0L, 2L);
  }

  @Test
  void findsABrokenChain() throws Exception {
    int partition = Topics.partitionOf(loop);
    try (KafkaCheckpointStore store = opened()) {
      store.commit(Commits.step(loop, 0));
      assertThat(breaksOf(loop)).isEmpty();
    }
    List<RecordedEvent> events = eventsInLog();
    RecordedEvent last = events.getLast();
    RecordedEvent changed =
        new RecordedEvent(
            loop + ":3", loop, 3, 1, last.hash(), last.hash(), events.getFirst().event());
    sendRaw(partition, Json.writeBytes(changed));
    RecordedEvent unchained =
        EventChain.link(EventChain.GENESIS, loop, 4, Json.write(events.getFirst().event()));
    sendRaw(partition, Json.writeBytes(unchained));

    assertThat(breaksOf(loop))
        .anyMatch(sentence -> sentence.contains(loop + ":3 does not match its hash"))
        .anyMatch(sentence -> sentence.contains(loop + ":4 is not chained"));
  }

  @Test
  void refusesTopicsWithAnotherNumberOfPartitions() throws Exception {
    try (Admin admin = settings().admin()) {
      NewTopic small = new NewTopic("evolve.events.small", 1, (short) 1);
      admin.createTopics(List.of(small)).all().get();
      var description = admin.describeTopics(List.of(small.name())).allTopicNames().get();

      assertThatThrownBy(() -> Topics.verify(description))
          .isInstanceOf(EvolveException.class)
          .hasMessageContaining("has 1 partitions, wanted 4");
    }
  }

  @Test
  void publishesTelemetryAndPutsInvalidEventsAside() throws Exception {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    try (KafkaEventBus bus = new KafkaEventBus(settings(), meters)) {
      bus.publish(build(loop, "OK"));
      bus.publish(build("", "OK"));
    }
    assertThat(meters.counter("evolve.telemetry.published").count()).isEqualTo(1);
    assertThat(meters.counter("evolve.telemetry.invalid").count()).isEqualTo(1);
    assertThat(meters.counter("evolve.telemetry.failed").count()).isZero();
    assertThat(records("compiler.pass", 0)).anyMatch(record -> record.contains(loop));
    assertThat(deadLetters()).anyMatch(letter -> letter.contains("compiler.pass"));
  }

  static TelemetryEvent build(String proposalId, String status) {
    return new TelemetryEvent.CompilerPass(
        1,
        Instant.EPOCH,
        "0123456789abcdef",
        7,
        "cpu-sgemm",
        proposalId,
        "candidate",
        status,
        10,
        "gcc");
  }

  private KafkaCheckpointStore opened() {
    KafkaCheckpointStore store = new KafkaCheckpointStore(settings());
    store.load();
    return store;
  }

  private Optional<Checkpoint> loaded(KafkaCheckpointStore store) {
    return store.load().stream().filter(checkpoint -> checkpoint.loopId().equals(loop)).findAny();
  }

  private static void assertSame(Checkpoint found, Checkpoint wanted) {
    assertThat(found).usingRecursiveComparison().isEqualTo(wanted);
  }

  private List<String> breaksOf(String loopId) {
    return new ChainVerifier(settings())
        .verify().stream().filter(sentence -> sentence.contains(loopId)).toList();
  }

  private static List<Long> sequencesOfSteps(long steps) {
    return LongStream.range(0, steps * Commits.EVENTS_A_STEP).boxed().toList();
  }

  private List<Long> sequencesInLog() {
    return eventsInLog().stream().map(RecordedEvent::sequence).toList();
  }

  /** A commit is answered a moment before readers see it; a new owner waits for all of them. */
  private void settle() {
    opened().close();
  }

  private Checkpoint lastCheckpoint() {
    List<Checkpoint> checkpoints = new ArrayList<>();
    try (PartitionReader reader = new PartitionReader(settings())) {
      reader.readAll(
          new TopicPartition(Topics.LOOPS, Topics.partitionOf(loop)),
          record -> {
            if (loop.equals(record.key())) {
              checkpoints.add(StoredCheckpoint.decode(record.value()));
            }
          });
    }
    return checkpoints.getLast();
  }

  private List<RecordedEvent> eventsInLog() {
    settle();
    List<RecordedEvent> events = new ArrayList<>();
    try (PartitionReader reader = new PartitionReader(settings())) {
      reader.readAll(
          new TopicPartition(Topics.EVENTS, Topics.partitionOf(loop)),
          record -> {
            if (loop.equals(record.key())) {
              events.add(Json.read(record.value(), RecordedEvent.class));
            }
          });
    }
    return events;
  }

  private List<String> deadLetters() {
    return records(Topics.DEAD_LETTER, 0);
  }

  /** Key, headers and value of each record as one text. */
  private List<String> records(String topic, int partition) {
    List<String> records = new ArrayList<>();
    try (PartitionReader reader = new PartitionReader(settings())) {
      reader.readAll(
          new TopicPartition(topic, partition),
          record -> {
            StringBuilder text = new StringBuilder(String.valueOf(record.key()));
            record
                .headers()
                .forEach(
                    header ->
                        text.append(' ')
                            .append(new String(header.value(), StandardCharsets.UTF_8)));
            records.add(
                text.append(' ')
                    .append(new String(record.value(), StandardCharsets.UTF_8))
                    .toString());
          });
    }
    return records;
  }

  private long sendRaw(int partition, byte[] value) throws Exception {
    try (KafkaProducer<String, byte[]> producer = settings().producer()) {
      return producer
          .send(new ProducerRecord<>(Topics.EVENTS, partition, "stranger", value))
          .get()
          .offset();
    }
  }

  private static long awaitSteps(Process writer, long steps) throws Exception {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(KilledWriter.STEP)
          && Long.parseLong(line.substring(KilledWriter.STEP.length())) >= steps) {
        return Long.parseLong(line.substring(KilledWriter.STEP.length()));
      }
    }
    throw new AssertionError("the writer ended by itself");
  }
}

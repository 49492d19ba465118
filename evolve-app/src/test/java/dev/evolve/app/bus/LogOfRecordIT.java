package dev.evolve.app.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.app.services.EmbeddedKafka;
import dev.evolve.app.services.ServiceListener;
import dev.evolve.app.services.SharedServices;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On a broker of our own, not the shared one: these tests write strangers' records into the log and
 * take the broker away.
 */
@Tag("services")
class LogOfRecordIT extends LogOfRecordContract {

  private static final Duration BOUND = Duration.ofSeconds(30);

  /** Less than the service waits, since the tests wait for all of it. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  @SuppressWarnings("NullAway.Init") // JUnit sets it.
  @TempDir
  private static Path home;

  @SuppressWarnings("NullAway.Init") // Set before all tests.
  private static EmbeddedKafka kafka;

  @BeforeAll
  static void start() {
    kafka = startBroker();
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  private static EmbeddedKafka startBroker() {
    EmbeddedKafka broker =
        EmbeddedKafka.prepare(home, SharedServices.kafkaProperties(), ServiceListener.NONE);
    broker.start();
    return broker;
  }

  @Override
  KafkaSettings settings() {
    return new KafkaSettings(kafka.endpoint().bootstrapServers());
  }

  @Test
  void saysInTimeThatKafkaIsAwayAndGoesOnWhenItIsBack() throws Exception {
    String loop = "away";
    Heard heard = new Heard(loop);
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    KafkaSettings impatient = new KafkaSettings(settings().bootstrapServers(), PATIENCE);
    try (KafkaCheckpointStore store = new KafkaCheckpointStore(impatient);
        KafkaEventLog log = new KafkaEventLog(settings());
        KafkaEventBus bus = new KafkaEventBus(settings(), meters)) {
      store.load();
      store.commit(Commits.step(loop, 0));
      AutoCloseable subscription = log.follow(heard);
      heard.await(3);

      kafka.close();
      assertIsAway(store, Commits.step(loop, 1));
      assertIsAway(store, Commits.step(loop, 1));
      long before = System.nanoTime();
      bus.publish(build("while-away", "OK"));
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));

      kafka = startBroker();
      commitWhenBack(store, Commits.step(loop, 1));
      store.commit(Commits.step(loop, 1));
      store.commit(Commits.step(loop, 2));
      heard.await(9);
      subscription.close();
      assertThat(heard.sequences()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
      assertThat(heard.eventsWhenCaughtUp).isCompleted();
    }
    assertThat(new ChainVerifier(settings()).verify()).noneMatch(line -> line.contains(loop));
  }

  @Test
  void writesEachStepOnceAlthoughTheBrokerIsKilledInBetween() throws Exception {
    String loop = "killed-broker";
    CountDownLatch under = new CountDownLatch(10);
    try (KafkaCheckpointStore store = new KafkaCheckpointStore(settings())) {
      store.load();
      CompletableFuture<Void> commits =
          CompletableFuture.runAsync(
              () -> {
                for (long step = 0; step < 30; step++) {
                  commitWhenBack(store, Commits.step(loop, step));
                  under.countDown();
                }
              });
      under.await();
      ProcessHandle.of(kafka.pid().orElseThrow()).orElseThrow().destroyForcibly();
      kafka.close();
      kafka = startBroker();
      commits.get(120, TimeUnit.SECONDS);
    }
    Heard heard = new Heard(loop);
    try (KafkaEventLog log = new KafkaEventLog(settings())) {
      AutoCloseable subscription = log.follow(heard);
      heard.await(90);
      subscription.close();
    }
    assertThat(heard.sequences())
        .containsExactlyElementsOf(LongStream.range(0, 90).boxed().toList());
  }

  private static void assertIsAway(KafkaCheckpointStore store, StepCommit commit) {
    long before = System.nanoTime();
    assertThatThrownBy(() -> store.commit(commit))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("the log of record is away");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(BOUND);
  }

  /** The runtime tries again until it succeeds. */
  private static void commitWhenBack(KafkaCheckpointStore store, StepCommit commit) {
    for (int attempt = 0; ; attempt++) {
      try {
        store.commit(commit);
        return;
      } catch (StoreUnavailableException e) {
        assertThat(attempt).as("attempts").isLessThan(10);
      }
    }
  }
}

package dev.evolve.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.event.RecordedEvent;
import dev.evolve.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class GraphProjectionTest {

  private static final ProjectorLimits LIMITS =
      new ProjectorLimits(
          4,
          Duration.ofMillis(100),
          8,
          Duration.ofMillis(200),
          Duration.ofSeconds(1),
          Duration.ofSeconds(5));

  private final SteppedClock clock = new SteppedClock();
  private final FaultyImpactStore store = new FaultyImpactStore();
  private final GraphProjection projection = new GraphProjection(store, LIMITS, clock);
  private final EventLog log = new EventLog();

  private List<RecordedEvent> campaign(String id) {
    GraphFixtures.wholeCampaign(log, id, 0);
    return log.ofLoop(id);
  }

  private void offer(int partition, long offset, RecordedEvent event) {
    try {
      projection.offer(projection.generation(), partition, offset, event);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void offer(int partition, List<RecordedEvent> events, int from, int to) {
    for (int i = from; i < to; i++) {
      offer(partition, i, events.get(i));
    }
  }

  /** Turns until nothing is due at this time. */
  private Duration turns() {
    Duration wait = projection.turn();
    for (int i = 0; wait.isZero() && i < 100; i++) {
      wait = projection.turn();
    }
    return wait;
  }

  private ProjectionStatus status() {
    return projection.status(false);
  }

  @Test
  void eventsWaitForOthersToShareTheirBatch() {
    List<RecordedEvent> events = campaign("c1");
    offer(0, events, 0, 2);
    assertThat(turns()).isEqualTo(Duration.ofMillis(100));
    assertThat(store.batches).isEmpty();
    clock.advance(Duration.ofMillis(60));
    offer(0, events, 2, 3);
    assertThat(turns()).isEqualTo(Duration.ofMillis(40));
    clock.advance(Duration.ofMillis(40));
    turns();
    assertThat(store.batches).containsExactly(List.of("c1/0", "c1/1", "c1/2"));
    assertThat(store.position(0)).hasValue(3);
  }

  @Test
  void aFullBatchWaitsForNothing() {
    offer(0, campaign("c1"), 0, 4);
    turns();
    assertThat(store.batches).containsExactly(List.of("c1/0", "c1/1", "c1/2", "c1/3"));
  }

  @Test
  void skipsWhatTheGraphHasAlready() {
    List<RecordedEvent> events = campaign("c1");
    store.project(0, 3, events.subList(0, 3));
    projection.reset(store.positions());
    offer(0, events, 0, 7);
    turns();
    assertThat(store.batches)
        .containsExactly(List.of("c1/0", "c1/1", "c1/2"), List.of("c1/3", "c1/4", "c1/5", "c1/6"));
    offer(0, 1, events.get(1));
    assertThat(projection.isIdle()).isTrue();
  }

  @Test
  void offsetsMayHaveGaps() {
    List<RecordedEvent> events = campaign("c1");
    offer(0, 0, events.get(0));
    offer(0, 17, events.get(1));
    clock.advance(Duration.ofSeconds(1));
    turns();
    assertThat(store.position(0)).hasValue(18);
  }

  @Test
  void triesAgainWithGrowingWaitsWhileTheGraphIsAwayAndLosesNothing() {
    List<RecordedEvent> events = campaign("c1");
    store.away = true;
    offer(0, events, 0, 4);
    assertThat(turns()).isEqualTo(Duration.ofMillis(200));
    assertThat(status().state()).isEqualTo(ProjectionStatus.State.RETRYING);
    assertThat(status().problem()).isEqualTo("the graph is away");
    clock.advance(Duration.ofMillis(200));
    assertThat(turns()).isEqualTo(Duration.ofMillis(400));
    clock.advance(Duration.ofMillis(400));
    assertThat(turns()).isEqualTo(Duration.ofMillis(800));
    clock.advance(Duration.ofMillis(800));
    assertThat(turns()).isEqualTo(Duration.ofSeconds(1));
    store.away = false;
    assertThat(turns()).isEqualTo(Duration.ofSeconds(1));
    assertThat(store.batches).isEmpty();
    clock.advance(Duration.ofSeconds(1));
    turns();
    assertThat(store.batches).containsExactly(List.of("c1/0", "c1/1", "c1/2", "c1/3"));
    assertThat(status().state()).isEqualTo(ProjectionStatus.State.FOLLOWING);
    assertThat(status().problem()).isEmpty();
  }

  @Test
  void aBadEventStopsItsPartitionJustBeforeItAndNoOther() {
    List<RecordedEvent> good = campaign("c1");
    offer(0, 0, good.get(0));
    offer(0, 1, good.get(1));
    offer(0, 2, log.append("c1", GraphFixtures.perf("c1", 9, " ", Verdict.PASS)));
    offer(0, 3, good.get(2));
    offer(1, 0, campaign("c2").getFirst());
    clock.advance(Duration.ofSeconds(1));
    turns();
    assertThat(store.position(0)).hasValue(2);
    assertThat(store.position(1)).hasValue(1);
    assertThat(status().state()).isEqualTo(ProjectionStatus.State.STALLED);
    assertThat(status().problem()).contains("proposalId is blank");
    offer(0, 4, good.get(3));
    clock.advance(Duration.ofSeconds(1));
    turns();
    assertThat(store.position(0)).hasValue(2);
    assertThat(status().lag()).isEqualTo(3);
    assertThat(projection.isIdle()).isTrue();
  }

  @Test
  void partitionsTakeTurns() {
    List<RecordedEvent> one = campaign("c1");
    List<RecordedEvent> other = campaign("c2");
    offer(0, one, 0, 4);
    offer(1, other, 0, 4);
    turns();
    offer(1, other, 4, 8);
    offer(0, one, 4, 8);
    turns();
    assertThat(store.batches)
        .extracting(List::getFirst)
        .containsExactly("c1/0", "c2/0", "c1/4", "c2/4");
  }

  @Test
  void tellsHowFarBehindTheGraphIs() {
    List<RecordedEvent> events = campaign("c1");
    store.away = true;
    offer(0, events, 0, 3);
    clock.advance(Duration.ofSeconds(2));
    turns();
    assertThat(status().lag()).isEqualTo(3);
    assertThat(status().partitions().get(0))
        .isEqualTo(new ProjectionStatus.Partition(0, 2, 3, Duration.ofSeconds(2), ""));
    store.away = false;
    clock.advance(Duration.ofSeconds(2));
    turns();
    assertThat(status().lag()).isZero();
    assertThat(status().projected()).isEqualTo(3);
  }

  @Test
  void theFeedWaitsOnceTooManyEventsDo() throws InterruptedException {
    List<RecordedEvent> events = campaign("c1");
    store.away = true;
    offer(0, events, 0, 8);
    AtomicBoolean taken = new AtomicBoolean();
    Thread feed =
        Thread.ofPlatform()
            .start(
                () -> {
                  offer(0, 8, events.get(8));
                  taken.set(true);
                });
    Awaitility.await().until(() -> feed.getState() == Thread.State.WAITING);
    assertThat(taken).isFalse();
    store.away = false;
    turns();
    feed.join();
    assertThat(taken).isTrue();
  }

  @Test
  void aResetFreesAFeedThatWaitsAndForgetsWhatItBrought() throws InterruptedException {
    List<RecordedEvent> events = campaign("c1");
    store.away = true;
    offer(0, events, 0, 8);
    Thread feed = Thread.ofPlatform().start(() -> offer(0, 8, events.get(8)));
    Awaitility.await().until(() -> feed.getState() == Thread.State.WAITING);
    projection.reset(new TreeMap<>());
    feed.join();
    assertThat(projection.isIdle()).isTrue();
    assertThat(status().partitions()).isEmpty();
  }

  @Test
  void eventsOfAnOlderRunAreIgnored() throws InterruptedException {
    int old = projection.generation();
    projection.reset(new TreeMap<>());
    projection.offer(old, 0, 0, campaign("c1").getFirst());
    assertThat(projection.isIdle()).isTrue();
  }

  @Test
  void retriesNeverWaitLongerThanTheLongest() {
    assertThat(LIMITS.retryAfter(1)).isEqualTo(Duration.ofMillis(200));
    assertThat(LIMITS.retryAfter(3)).isEqualTo(Duration.ofMillis(800));
    assertThat(LIMITS.retryAfter(4)).isEqualTo(Duration.ofSeconds(1));
    assertThat(LIMITS.retryAfter(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(1));
  }
}

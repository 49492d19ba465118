package dev.evolve.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.evolve.verdict.Verdict;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GraphProjectorTest {

  private static final ProjectorLimits LIMITS =
      new ProjectorLimits(
          5,
          Duration.ofMillis(1),
          10,
          Duration.ofMillis(1),
          Duration.ofMillis(5),
          Duration.ofSeconds(5));

  private final FaultyImpactStore store = new FaultyImpactStore();
  private final FakeEventSource source = new FakeEventSource();
  private GraphProjector projector = newProjector();

  private GraphProjector newProjector() {
    return new GraphProjector(store, source, LIMITS, InstantSource.system());
  }

  @AfterEach
  void close() {
    projector.close();
  }

  private void awaitPosition(long position) {
    await().untilAsserted(() -> assertThat(store.inner.position(0)).hasValue(position));
  }

  @Test
  void projectsWhatTheFeedDeliversAndWhatComesLater() {
    EventLog log = GraphFixtures.everything();
    source.events.addAll(log.events());
    projector.start();
    awaitPosition(log.events().size());
    source.events.add(
        log.append("c2", GraphFixtures.judged("c2", 500, "c2-p1", "memory", failing())));
    awaitPosition(log.events().size());
    assertThat(store.gateFailures("memory", 1)).hasSize(1);
    await().until(projector::isIdle);
    assertThat(projector.status().state()).isEqualTo(ProjectionStatus.State.FOLLOWING);
  }

  private static Verdict failing() {
    return Verdict.FAIL;
  }

  @Test
  void goesOnWhereTheGraphIsAfterARestart() {
    EventLog log = GraphFixtures.everything();
    source.events.addAll(log.events().subList(0, 20));
    projector.start();
    awaitPosition(20);
    projector.close();
    long before = store.batches.stream().mapToInt(List::size).sum();
    source.events.addAll(log.events().subList(20, log.events().size()));
    projector = newProjector().start();
    awaitPosition(log.events().size());
    long after = store.batches.stream().mapToInt(List::size).sum();
    assertThat(before).isEqualTo(20);
    assertThat(after).isEqualTo(log.events().size());
  }

  @Test
  void waitsForAGraphAndALogThatAreAway() {
    source.events.addAll(GraphFixtures.everything().events());
    source.away = true;
    store.away = true;
    projector.start();
    await()
        .untilAsserted(
            () -> assertThat(projector.status().problem()).isEqualTo("the graph is away"));
    assertThat(projector.status().state()).isEqualTo(ProjectionStatus.State.RETRYING);
    store.away = false;
    await()
        .untilAsserted(() -> assertThat(projector.status().problem()).isEqualTo("the log is away"));
    source.away = false;
    awaitPosition(source.events.size());
  }

  @Test
  void rebuildsFromTheFirstEvent() {
    source.events.addAll(GraphFixtures.everything().events());
    projector.start();
    awaitPosition(source.events.size());
    var before = store.improvements(GraphFixtures.PACK, "", 100);
    projector.rebuild();
    await().until(() -> store.clears == 1);
    awaitPosition(source.events.size());
    assertThat(store.improvements(GraphFixtures.PACK, "", 100)).isEqualTo(before);
    assertThat(source.follows).hasValue(2);
  }

  @Test
  void aRebuildThatFindsTheGraphAwayIsDoneOnceItIsBack() {
    source.events.addAll(GraphFixtures.everything().events());
    projector.start();
    awaitPosition(source.events.size());
    store.away = true;
    projector.rebuild();
    await().until(() -> projector.status().state() == ProjectionStatus.State.RETRYING);
    store.away = false;
    await().until(() -> store.clears == 1);
    awaitPosition(source.events.size());
  }

  @Test
  void closesWhileTheFeedWaitsForIt() {
    source.events.addAll(GraphFixtures.everything().events().subList(0, 1));
    projector.start();
    awaitPosition(1);
    store.away = true;
    source.events.addAll(GraphFixtures.everything().events().subList(1, 30));
    await().until(() -> projector.status().lag() >= 10);
    projector.close();
    assertThat(projector.status().state()).isEqualTo(ProjectionStatus.State.CLOSED);
    projector.close();
  }

  @Test
  void closesWithoutEverHavingStarted() {
    projector.close();
    assertThat(projector.status().state()).isEqualTo(ProjectionStatus.State.CLOSED);
  }
}

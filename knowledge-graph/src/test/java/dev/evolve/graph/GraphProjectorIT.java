package dev.evolve.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Driver;

/** The projector on a real database, one that goes away in the middle. */
class GraphProjectorIT {

  private static final ProjectorLimits LIMITS =
      new ProjectorLimits(
          10,
          Duration.ofMillis(5),
          20,
          Duration.ofMillis(20),
          Duration.ofMillis(200),
          Duration.ofSeconds(20));

  private final FakeEventSource source = new FakeEventSource();

  private static GraphServer server() {
    assumeTrue(Neo4jProcess.missing().isEmpty(), Neo4jProcess.missing());
    return Neo4jProcess.shared();
  }

  private static Neo4jImpactStore store(Driver driver) {
    return new Neo4jImpactStore(driver, GraphLimits.STANDARD, InstantSource.system());
  }

  private static void awaitThat(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(60)).until(condition);
  }

  @Test
  void aRebuiltGraphIsEqualToTheOneBefore() {
    try (Driver driver = server().open();
        GraphProjector projector =
            new GraphProjector(store(driver), source, LIMITS, InstantSource.system())) {
      store(driver).prepare();
      store(driver).clear();
      source.events.addAll(GraphFixtures.everything().events());
      projector.start();
      awaitThat(() -> projector.status().projected() == source.events.size());
      GraphDigest digest = new GraphDigest(driver, GraphLimits.STANDARD);
      GraphDigest.Digest before = digest.compute();
      projector.rebuild();
      awaitThat(() -> projector.status().projected() == 2L * source.events.size());
      assertThat(digest.compute()).isEqualTo(before);
      assertThat(before.elements()).isGreaterThan(200);
    }
  }

  @Test
  void catchesUpAfterTheDatabaseWasAway() throws IOException {
    GraphServer real = server();
    try (CuttableRelay relay = new CuttableRelay(real.uri().getPort());
        Driver direct = real.open();
        Driver driver = relayed(real, relay);
        GraphProjector projector =
            new GraphProjector(store(driver), source, LIMITS, InstantSource.system())) {
      store(direct).prepare();
      store(direct).clear();
      EventLog log = GraphFixtures.everything();
      source.events.addAll(log.events().subList(0, 15));
      projector.start();
      awaitThat(() -> projector.status().projected() == 15);
      relay.cut();
      source.events.addAll(log.events().subList(15, log.events().size()));
      awaitThat(() -> projector.status().state() == ProjectionStatus.State.RETRYING);
      assertThat(projector.status().problem()).contains("Neo4j does not answer");
      assertThat(projector.status().lag()).isPositive();
      relay.mend();
      awaitThat(() -> projector.status().projected() == log.events().size());
      assertThat(store(direct).position(0)).hasValue(log.events().size());
      assertThat(new GraphCheck(direct, GraphLimits.STANDARD).run()).isEmpty();
    }
  }

  private static Driver relayed(GraphServer real, CuttableRelay relay) {
    return GraphDrivers.open(
        URI.create("bolt://127.0.0.1:" + relay.port()), real.user(), real.password());
  }
}

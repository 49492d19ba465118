package dev.evolve.graph;

import static dev.evolve.graph.GraphFixtures.HARDWARE;
import static dev.evolve.graph.GraphFixtures.PACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.ImpactStore;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Session;
import org.neo4j.driver.summary.ProfiledPlan;

/** What the store on Neo4j promises besides; the same on whichever server there is. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Neo4jImpactStoreContract extends ImpactStoreContract {

  private static final InstantSource CLOCK = InstantSource.fixed(GraphFixtures.START);

  private Driver driver;
  private Neo4jImpactStore store;

  /** The server; started before the first test. */
  abstract GraphServer server();

  @BeforeAll
  void open() {
    driver = server().open();
    store = new Neo4jImpactStore(driver, GraphLimits.STANDARD, CLOCK);
    store.prepare();
  }

  @AfterAll
  @SuppressWarnings("ConstantValue") // null where the server is missing and the class was skipped
  void closeDriver() {
    if (driver != null) {
      driver.close();
    }
  }

  @Override
  ImpactStore emptyStore() {
    store.clear();
    return store;
  }

  private GraphDigest.Digest digest() {
    return new GraphDigest(driver, GraphLimits.STANDARD).compute();
  }

  private List<String> dump() {
    List<String> lines = new ArrayList<>();
    new GraphDigest(driver, GraphLimits.STANDARD).dump(lines::add);
    return lines.stream().sorted().toList();
  }

  private void run(String cypher) {
    try (Session session = driver.session()) {
      session.run(cypher).consume();
    }
  }

  private void projectWhole(EventLog log) {
    emptyStore().project(0, log.events().size(), log.events());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theGraphComesOutEqualHoweverTheLogIsCut(long seed) {
    EventLog log = GraphFixtures.everything();
    projectWhole(log);
    List<String> whole = dump();
    cut(log, seed, emptyStore());
    assertThat(dump()).isEqualTo(whole);
  }

  @Test
  void theGraphComesOutEqualInWhicheverOrderLoopsAreProjected() {
    EventLog log = GraphFixtures.everything();
    projectWhole(log);
    List<String> whole = dump();
    ImpactStore backwards = emptyStore();
    List<String> loops = log.events().stream().map(RecordedEvent::loopId).distinct().toList();
    for (int partition = loops.size() - 1; partition >= 0; partition--) {
      backwards.project(partition, 50, log.ofLoop(loops.get(partition)));
    }
    assertThat(dump()).isEqualTo(whole);
  }

  @Test
  void projectingTwiceAndRebuildingGiveTheSameDigest() {
    EventLog log = GraphFixtures.everything();
    projectWhole(log);
    GraphDigest.Digest once = digest();
    store.project(0, 10_000, log.events());
    assertThat(digest()).isEqualTo(once);
    projectWhole(log);
    assertThat(digest()).isEqualTo(once);
    run("MATCH (a:Agent) SET a.name = 'someone else'");
    assertThat(digest()).isNotEqualTo(once);
    assertThat(once.elements()).isGreaterThan(200);
  }

  @Test
  void aWholeGraphPassesItsCheck() {
    projectWhole(GraphFixtures.everything());
    assertThat(new GraphCheck(driver, GraphLimits.STANDARD).run()).isEmpty();
  }

  @Test
  void everyKindOfNodeIsThere() {
    projectWhole(GraphFixtures.everything());
    for (GraphLabel kind : GraphLabel.values()) {
      assertThat(dump()).as(kind.label()).anyMatch(line -> line.startsWith(kind.label() + " {"));
    }
  }

  @Test
  void causesAreNamedByTheirRelationships() {
    projectWhole(GraphFixtures.everything());
    assertThat(dump().stream().filter(line -> line.contains("-> ")).map(this::shape).distinct())
        .contains(
            "Proposal PART_OF Campaign",
            "Proposal PROPOSED_BY Agent",
            "Proposal MAKES Changeset",
            "Changeset BASELINE Configuration",
            "Changeset SETS Configuration",
            "Proposal OF_PACK BenchPack",
            "Campaign MEASURED_ON HardwareProfile",
            "Measurement MEASURED_ON HardwareProfile",
            "Proposal CHECKED_BY GateVerdict",
            "Proposal CONFIRMED_BY Evaluation",
            "Proposal SCREENED_BY Evaluation",
            "Proposal CAUSED Measurement",
            "Measurement DERIVED_FROM Evaluation",
            "Proposal DERIVED_FROM Proposal",
            "Proposal IMPROVED Scenario",
            "Proposal REGRESSED Scenario",
            "Proposal CANARIED_AS Canary",
            "Proposal PROMOTED_AS Promotion",
            "Proposal APPROVED_BY Person",
            "Proposal DECLINED_BY Person",
            "Rollback REVERTED Proposal",
            "Rollback REQUESTED_BY Person");
  }

  private String shape(String line) {
    return line.replaceAll("^(\\w+)\\[.*?] -(\\w+) \\{.*}-> (\\w+)\\[.*$", "$1 $2 $3");
  }

  @Test
  void everyKindOfNodeIsDropped() {
    projectWhole(GraphFixtures.everything());
    store.clear();
    assertThat(dump()).isEmpty();
  }

  @Test
  void theCheckFindsAMissingPropertyAndAWrongType() {
    projectWhole(GraphFixtures.everything());
    run("MATCH (p:Proposal {id: 'c1-p1'}) REMOVE p.agent SET p.riskScore = 'high'");
    assertThat(new GraphCheck(driver, GraphLimits.STANDARD).run())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.label()).isEqualTo("Proposal");
              assertThat(problem.key()).isEqualTo("c1-p1");
              assertThat(problem.problem())
                  .contains("agent should be STRING and is NULL")
                  .contains("riskScore should be FLOAT and is STRING NOT NULL");
            });
  }

  @Test
  void theCheckFindsAMeasurementOfTwoChangesAndAMissingEvent() {
    projectWhole(GraphFixtures.everything());
    run(
        "MATCH (p:Proposal {id: 'c2-p1'}), (m:Measurement {proposalId: 'c1-p1'})"
            + " WITH p, m LIMIT 1 CREATE (p)-[:CAUSED]->(m)");
    run("MATCH (e:LoggedEvent {eventId: 'c3/2'}) DELETE e");
    assertThat(new GraphCheck(driver, GraphLimits.STANDARD).run())
        .extracting(GraphCheck.Problem::problem)
        .anyMatch(problem -> problem.startsWith("belongs to 2 changes and 1 confirmations"))
        .anyMatch(problem -> problem.endsWith("some are missing"))
        .hasSize(2);
  }

  @Test
  void migratingTwiceChangesNothing() {
    emptyStore();
    Migrations migrations = new Migrations(driver, GraphLimits.STANDARD, CLOCK);
    assertThat(migrations.apply()).isZero();
    assertThat(migrations.apply()).isZero();
  }

  @Test
  void refusesAGraphThatAnotherBuildMigrated() {
    emptyStore();
    Migrations.Migration changed = new Migrations.Migration(1, "identity", "RETURN 1;\n");
    assertThatThrownBy(
            () -> new Migrations(driver, GraphLimits.STANDARD, CLOCK, List.of(changed)).apply())
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_CORRUPT))
        .hasMessageContaining("which this build does not know");
  }

  @Test
  void aDropThatWasInterruptedIsFinishedAtTheNextStart() {
    projectWhole(GraphFixtures.everything());
    run("MERGE (:GraphReset {name: 'reset'})");
    new Migrations(driver, GraphLimits.STANDARD, CLOCK).apply();
    assertThat(store.position(0)).isEmpty();
    assertThat(dump()).isEmpty();
  }

  @Test
  void aQuestionCostsFewDatabaseHitsAmongThousandsOfNodes() {
    emptyStore();
    GraphHistory history = new GraphHistory(7);
    long events = history.projectInto(store, 150, 12);
    assertThat(events).isGreaterThan(7_000);
    // The planner goes by samples of the indexes, which the database takes when it finds the time.
    run("CALL db.prepareForReplanning(60)");
    costs(
        GraphQueries.IMPROVEMENTS_ON_HARDWARE,
        Map.of("pack", PACK, "hardwareId", HARDWARE.id(), "limit", 20),
        400,
        "measurement_on_hardware");
    costs(
        GraphQueries.IMPROVEMENTS_ANYWHERE,
        Map.of("pack", PACK, "limit", 20),
        400,
        "measurement_anywhere");
    costs(
        GraphQueries.GATE_FAILURES,
        Map.of("gate", "perf", "limit", 20),
        250,
        "gate_verdict_not_passed");
  }

  private void costs(
      String cypher, Map<String, Object> parameters, long ceiling, String expectedIndex) {
    ProfiledPlan plan = profile(cypher, parameters);
    List<String> operators = new ArrayList<>();
    long hits = hits(plan, operator -> operators.add(operator.operatorType()));
    System.out.printf("%s: %d database hits, %s%n", expectedIndex, hits, operators);
    assertThat(hits).as(expectedIndex + " " + operators).isLessThanOrEqualTo(ceiling);
    assertThat(operators).noneMatch(operator -> operator.contains("LabelScan"));
  }

  private ProfiledPlan profile(String cypher, Map<String, Object> parameters) {
    try (Session session = driver.session()) {
      return session.executeRead(
          transaction -> transaction.run("PROFILE " + cypher, parameters).consume().profile());
    }
  }

  private static long hits(ProfiledPlan plan, Consumer<ProfiledPlan> seen) {
    seen.accept(plan);
    long hits = plan.dbHits();
    for (ProfiledPlan child : plan.children()) {
      hits += hits(child, seen);
    }
    return hits;
  }

  @Test
  void aGraphThatIsAwaySaysWhatToDo() throws IOException {
    URI nowhere = URI.create("bolt://127.0.0.1:" + Neo4jProcess.freePort());
    try (Driver away = GraphDrivers.open(nowhere, "neo4j", "irrelevant")) {
      Neo4jImpactStore unreachable = new Neo4jImpactStore(away, GraphLimits.STANDARD, CLOCK);
      assertThatThrownBy(() -> unreachable.improvements(PACK, "", 10))
          .isInstanceOfSatisfying(
              EvolveException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.GRAPH_UNAVAILABLE))
          .hasMessageContaining("start it, or point evolve.neo4j.uri");
    }
  }

  @Test
  void aWrongPasswordSaysSo() {
    GraphServer right = server();
    try (Driver wrong = GraphDrivers.open(right.uri(), right.user(), "not the password")) {
      Neo4jImpactStore refused = new Neo4jImpactStore(wrong, GraphLimits.STANDARD, CLOCK);
      assertThatThrownBy(() -> refused.position(0))
          .isInstanceOfSatisfying(
              EvolveException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.GRAPH_UNAVAILABLE))
          .hasMessageContaining("check evolve.neo4j's user and password");
    }
  }
}

package dev.evolve.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.Configuration;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.Verdict;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class EventMappingTest {

  static List<RecordedEvent> everyEvent() {
    return GraphFixtures.everything().events();
  }

  @Test
  void fixturesHoldEveryTypeOfEvent() {
    Set<Class<?>> types =
        everyEvent().stream().map(event -> event.event().getClass()).collect(Collectors.toSet());
    assertThat(types).containsExactlyInAnyOrder(DomainEvent.class.getPermittedSubclasses());
  }

  @ParameterizedTest
  @MethodSource("everyEvent")
  void everyRowNamesItsEventAndItsTime(RecordedEvent event) {
    ProjectionRows rows = new ProjectionRows();
    EventMapping.map(event, rows);
    assertThat(rows.byWrite()).containsKey(GraphWrite.EVENT_LOGGED);
    assertThat(rows.byWrite().size() == 1).isEqualTo(isOfTheMemory(event.event()));
    rows.byWrite().values().stream()
        .flatMap(List::stream)
        .forEach(row -> assertThat(row).containsEntry("eventId", event.id()).containsKey("at"));
  }

  /** The memory of trials is no part of the projection. */
  private static boolean isOfTheMemory(DomainEvent event) {
    return event instanceof DomainEvent.TrialsImported
        || event instanceof DomainEvent.TrialsForgotten;
  }

  @Test
  void everyWriteIsReached() {
    ProjectionRows rows = new ProjectionRows();
    everyEvent().forEach(event -> EventMapping.map(event, rows));
    assertThat(rows.byWrite().keySet()).containsExactly(GraphWrite.values());
  }

  @Test
  void stagesAreRankedSoThatEveryLegalMoveGoesUp() {
    for (ProposalStage from : ProposalStage.values()) {
      for (ProposalStage to : ProposalStage.values()) {
        if (from.canMoveTo(to)) {
          assertThat(EventMapping.rank(to)).isGreaterThan(EventMapping.rank(from));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyStageHasARankOfItsOwn(ProposalStage stage) {
    assertThat(Arrays.stream(ProposalStage.values()).map(EventMapping::rank))
        .containsOnlyOnce(EventMapping.rank(stage));
  }

  @Test
  void onlyAPromotedProposalIsInForce() {
    assertThat(stageOf(ProposalStage.AWAITING_APPROVAL, ProposalStage.PROMOTED))
        .containsEntry("inForce", true);
    assertThat(stageOf(ProposalStage.PROMOTED, ProposalStage.ROLLED_BACK))
        .containsEntry("inForce", false);
  }

  private static Map<String, Object> stageOf(ProposalStage from, ProposalStage to) {
    RecordedEvent event = new EventLog().append(GraphFixtures.moved("c1", 0, "p1", from, to));
    return part(single(event, GraphWrite.STAGE_CHANGED), "stage");
  }

  @Test
  void effectsBecomeMeasurementsWithTheDirectionOfTheirInterval() {
    assertThat(directionOf(0.8, 0.7, 0.9)).isEqualTo("IMPROVED");
    assertThat(directionOf(1.2, 1.1, 1.3)).isEqualTo("REGRESSED");
    assertThat(directionOf(0.95, 0.9, 1.0)).isEqualTo("UNDECIDED");
    assertThat(directionOf(1.05, 1.0, 1.1)).isEqualTo("UNDECIDED");
  }

  @Test
  void anEffectThatIsNotANumberImprovesNothing() {
    assertThat(directionOf(Double.NaN, 0.7, 0.9)).isEqualTo("UNDECIDED");
    assertThat(directionOf(0.8, Double.NaN, 0.9)).isEqualTo("UNDECIDED");
    assertThat(directionOf(0.8, 0.7, Double.NaN)).isEqualTo("UNDECIDED");
    assertThat(directionOf(0.8, 0.7, Double.POSITIVE_INFINITY)).isEqualTo("UNDECIDED");
    assertThat(directionOf(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.9))
        .isEqualTo("UNDECIDED");
  }

  private static Object directionOf(double ratio, double low, double high) {
    Effect effect = new Effect("small", "time", "ns", ratio, low, high, 0.99, 8, 1, ratio);
    RecordedEvent event =
        new EventLog().append(GraphFixtures.perf("c1", 0, "p1", Verdict.INCONCLUSIVE, effect));
    return String.valueOf(
        part(single(event, GraphWrite.EFFECT_MEASURED), "measurement").get("effect"));
  }

  @Test
  void measurementsSortAsTheirEffectsDo() {
    RecordedEvent event = new EventLog().append(GraphFixtures.perf("c1", 0, "p1", Verdict.PASS));
    assertThat(EventMapping.measurementId(event, 2))
        .isLessThan(EventMapping.measurementId(event, 10));
  }

  @Test
  void aDiffIsNamedByItsHashWhereThereAreNoKnobs() {
    Proposal knobs = GraphFixtures.proposal("c1", "p1", 2, null);
    assertThat(configurationOf(knobs, knobs.changeset())).isEqualTo("TILE=2");
    assertThat(configurationOf(knobs, new Changeset.Diff("-a\n+b")))
        .asString()
        .matches("diff [0-9a-f]{12}");
    Configuration one = new Configuration(new TreeMap<>(Map.of("TILE", "1")));
    assertThat(configurationOf(knobs, new Changeset.KnobsAndDiff(one, one, "-a\n+b")))
        .asString()
        .startsWith("(as the baseline) + diff ");
  }

  private static Object configurationOf(Proposal like, Changeset changeset) {
    Proposal proposal =
        new Proposal(
            like.id(),
            like.campaignId(),
            like.pack(),
            like.domain(),
            like.agent(),
            like.rationale(),
            like.expectedEffect(),
            changeset,
            like.parentId(),
            like.risk());
    RecordedEvent event =
        new EventLog()
            .append(
                new DomainEvent.ProposalCreated(
                    "c1", GraphFixtures.at(0), proposal, "-a\n+b", "s0"));
    return String.valueOf(
        part(single(event, GraphWrite.PROPOSAL_CREATED), "proposal").get("configuration"));
  }

  @Test
  void nodesHaveWhatTheirLabelRequires() {
    ProjectionRows rows = new ProjectionRows();
    everyEvent().forEach(event -> EventMapping.map(event, rows));
    Map<GraphWrite, Map<String, GraphLabel>> nodes =
        Map.of(
            GraphWrite.EVENT_LOGGED,
            Map.of("event", GraphLabel.LOGGED_EVENT),
            GraphWrite.CAMPAIGN_STARTED,
            Map.of(
                "campaign", GraphLabel.CAMPAIGN,
                "pack", GraphLabel.BENCH_PACK,
                "hardware", GraphLabel.HARDWARE_PROFILE,
                "person", GraphLabel.PERSON),
            GraphWrite.PROPOSAL_CREATED,
            Map.of("agent", GraphLabel.AGENT, "changeset", GraphLabel.CHANGESET),
            GraphWrite.MERGE_REFUSED,
            Map.of("refusal", GraphLabel.MERGE_REFUSAL),
            GraphWrite.ROLLED_BACK,
            Map.of("rollback", GraphLabel.ROLLBACK));
    nodes.forEach(
        (write, parts) ->
            rows.byWrite()
                .getOrDefault(write, List.of())
                .forEach(row -> parts.forEach((p, label) -> requires(part(row, p), label))));
  }

  private static void requires(Map<String, Object> properties, GraphLabel label) {
    for (GraphLabel.Required required : label.required()) {
      assertThat(properties).as(label.label()).containsKey(required.name());
      assertThat(typeOf(properties.getOrDefault(required.name(), List.of())))
          .as(label.label() + "." + required.name())
          .isEqualTo(required.type());
    }
  }

  private static String typeOf(Object value) {
    return switch (value) {
      case String text -> "STRING";
      case Long number -> "INTEGER";
      case Double number -> "FLOAT";
      case Boolean flag -> "BOOLEAN";
      case ZonedDateTime time -> "ZONED DATETIME";
      default -> value.getClass().getName();
    };
  }

  @Test
  void refusesAnEventOfANewerVersionByName() {
    RecordedEvent old = everyEvent().getFirst();
    RecordedEvent newer =
        new RecordedEvent(
            old.id(), old.loopId(), old.sequence(), 2, old.previousHash(), old.hash(), old.event());
    refuses(newer, "its version is 2 and this build reads version 1");
  }

  @Test
  void refusesAMoveThatIsNotLegal() {
    refuses(
        new EventLog()
            .append(
                GraphFixtures.moved("c1", 0, "p1", ProposalStage.REJECTED, ProposalStage.PROMOTED)),
        "a proposal cannot move from REJECTED to PROMOTED");
  }

  @Test
  void refusesABlankIdentity() {
    refuses(
        new EventLog().append(GraphFixtures.perf("c1", 0, " ", Verdict.PASS)),
        "proposalId is blank");
  }

  @Test
  void refusesAnIdentityThatNoIndexHolds() {
    refuses(
        new EventLog().append(GraphFixtures.perf("c1", 0, "p".repeat(513), Verdict.PASS)),
        "proposalId has 513 characters");
  }

  @Test
  @SuppressWarnings("NullAway") // what a broken writer's JSON gives
  void refusesAnEventWithAMissingPart() {
    refuses(
        new EventLog().append(new DomainEvent.SearchFinished("c1", GraphFixtures.at(0), null)),
        "searchReason is missing");
    Evaluation none = null;
    refuses(
        new EventLog().append(new DomainEvent.Evaluated("c1", GraphFixtures.at(0), none)),
        "a part that it must have is missing");
  }

  private static void refuses(RecordedEvent event, String why) {
    assertThatThrownBy(() -> EventMapping.map(event, new ProjectionRows()))
        .isInstanceOfSatisfying(
            UnprojectableEventException.class,
            e -> {
              assertThat(e.eventId()).isEqualTo(event.id());
              assertThat(e.code()).isEqualTo(ErrorCode.DATA_CORRUPT);
            })
        .hasMessageContaining(event.id())
        .hasMessageContaining(why);
  }

  private static Map<String, Object> single(RecordedEvent event, GraphWrite write) {
    ProjectionRows rows = new ProjectionRows();
    EventMapping.map(event, rows);
    List<Map<String, Object>> found = rows.byWrite().getOrDefault(write, List.of());
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  @SuppressWarnings("unchecked") // rows hold maps of properties
  private static Map<String, Object> part(Map<String, Object> row, String name) {
    assertThat(row).containsKey(name);
    return (Map<String, Object>) row.getOrDefault(name, Map.of());
  }
}

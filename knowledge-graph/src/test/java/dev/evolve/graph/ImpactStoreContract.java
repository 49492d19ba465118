package dev.evolve.graph;

import static dev.evolve.graph.GraphFixtures.HARDWARE;
import static dev.evolve.graph.GraphFixtures.OTHER_HARDWARE;
import static dev.evolve.graph.GraphFixtures.PACK;
import static dev.evolve.graph.GraphFixtures.at;
import static dev.evolve.graph.GraphFixtures.confirmed;
import static dev.evolve.graph.GraphFixtures.created;
import static dev.evolve.graph.GraphFixtures.effect;
import static dev.evolve.graph.GraphFixtures.moved;
import static dev.evolve.graph.GraphFixtures.perf;
import static dev.evolve.graph.GraphFixtures.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.ImpactStore;
import dev.evolve.impact.ImpactStore.GateFailure;
import dev.evolve.impact.ImpactStore.Improvement;
import dev.evolve.measure.Evaluation;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every impact store promises, whatever it is made of. */
abstract class ImpactStoreContract {

  /** An empty store. */
  abstract ImpactStore emptyStore();

  /** Projects a whole log as one batch. */
  private ImpactStore storeOf(EventLog log) {
    ImpactStore store = emptyStore();
    store.project(0, log.events().size(), log.events());
    return store;
  }

  @Test
  void anEmptyStoreKnowsNothing() {
    ImpactStore store = emptyStore();
    assertThat(store.position(0)).isEmpty();
    assertThat(store.improvements(PACK, "", 10)).isEmpty();
    assertThat(store.gateFailures("perf", 10)).isEmpty();
  }

  @Test
  void keepsAPositionForEachPartition() {
    ImpactStore store = emptyStore();
    EventLog log = GraphFixtures.everything();
    store.project(1, 40, log.ofLoop("c1"));
    store.project(2, 7, log.ofLoop("c2"));
    assertThat(store.position(0)).isEmpty();
    assertThat(store.position(1)).hasValue(40);
    assertThat(store.position(2)).hasValue(7);
  }

  @Test
  void anEmptyBatchMovesThePosition() {
    ImpactStore store = emptyStore();
    store.project(0, 12, List.of());
    assertThat(store.position(0)).hasValue(12);
  }

  @Test
  void tellsWhatImprovedAPackNewestFirst() {
    ImpactStore store = storeOf(GraphFixtures.everything());
    assertThat(store.improvements(PACK, HARDWARE.id(), 10))
        .extracting(Improvement::proposalId, Improvement::scenario, Improvement::stage)
        .containsExactly(
            tuple("c3-p2", "small", "PROMOTED"),
            tuple("c3-p2", "odd", "PROMOTED"),
            tuple("c3-p1", "large", "REJECTED"),
            tuple("c1-p2", "small", "ROLLED_BACK"),
            tuple("c1-p2", "odd", "ROLLED_BACK"),
            tuple("c1-p1", "large", "REJECTED"));
  }

  @Test
  void anImprovementSaysWhatWasSetAndHowSureItIs() {
    ImpactStore store = storeOf(GraphFixtures.everything());
    assertThat(store.improvements(PACK, HARDWARE.id(), 1))
        .containsExactly(
            new Improvement(
                "c3-p2",
                PACK,
                HARDWARE.id(),
                "small",
                "time",
                0.8,
                0.8 - 0.02,
                0.8 + 0.02,
                "TILE=4",
                "PROMOTED",
                true,
                at(211)));
  }

  @Test
  void aChangeIsInForceUntilItIsRolledBack() {
    EventLog log = new EventLog();
    GraphFixtures.wholeCampaign(log, "c1", 0);
    ImpactStore store = storeOf(log);
    assertThat(inForce(store, "c1-p2")).containsOnly(true);
    assertThat(inForce(store, "c1-p1")).containsOnly(false);

    GraphFixtures.rollback(log, "c1", 300, "c1-p2");
    store.project(1, 2, log.ofLoop("rollback-c1-p2"));
    assertThat(inForce(store, "c1-p2")).containsOnly(false);
  }

  private static List<Boolean> inForce(ImpactStore store, String proposal) {
    return store.improvements(PACK, "", 100).stream()
        .filter(improvement -> improvement.proposalId().equals(proposal))
        .map(Improvement::inForce)
        .toList();
  }

  @Test
  void aResultOnOneMachineSaysNothingOfAnother() {
    EventLog log = new EventLog();
    log.append(started("c1", 0));
    log.append(created("c1", 1, "p1", 2));
    log.append(confirmed("c1", 2, "p1", OTHER_HARDWARE));
    log.append(perf("c1", 3, "p1", Verdict.PASS, effect("small", 0.5)));
    ImpactStore store = storeOf(log);
    assertThat(store.improvements(PACK, HARDWARE.id(), 10)).isEmpty();
    assertThat(store.improvements(PACK, OTHER_HARDWARE.id(), 10)).hasSize(1);
    assertThat(store.improvements(PACK, "", 10))
        .extracting(Improvement::hardwareId)
        .containsExactly(OTHER_HARDWARE.id());
    assertThat(store.improvements("another", "", 10)).isEmpty();
  }

  @Test
  void aMeasurementBelongsToTheConfirmationThatCameLastBeforeIt() {
    EventLog log = new EventLog();
    log.append(started("c1", 0));
    log.append(created("c1", 1, "p1", 2));
    log.append(confirmed("c1", 2, "p1", HARDWARE));
    log.append(perf("c1", 3, "p1", Verdict.INCONCLUSIVE, effect("small", 0.9)));
    log.append(again(confirmed("c1", 4, "p1", OTHER_HARDWARE)));
    log.append(perf("c1", 5, "p1", Verdict.PASS, effect("small", 0.8)));
    assertThat(storeOf(log).improvements(PACK, "", 10))
        .extracting(Improvement::ratio, Improvement::hardwareId)
        .containsExactly(tuple(0.8, OTHER_HARDWARE.id()), tuple(0.9, HARDWARE.id()));
  }

  private static DomainEvent.Evaluated again(DomainEvent.Evaluated evaluated) {
    Evaluation e = evaluated.evaluation();
    return new DomainEvent.Evaluated(
        evaluated.campaignId(),
        evaluated.at(),
        new Evaluation(
            e.id() + "-again",
            e.proposalId(),
            e.phase(),
            e.seed(),
            e.builds(),
            e.runs(),
            e.parity(),
            e.repeats(),
            e.hardware(),
            e.sandbox()));
  }

  @Test
  void tellsWhichChangesAGateDidNotPassNewestFirst() {
    EventLog log = GraphFixtures.everything();
    log.append("c3", GraphFixtures.judged("c3", 400, "c3-p2", "perf", Verdict.INCONCLUSIVE));
    ImpactStore store = storeOf(log);
    assertThat(store.gateFailures("perf", 10))
        .containsExactly(
            new GateFailure(
                "c3-p2", PACK, "perf", "INCONCLUSIVE", "perf says INCONCLUSIVE", at(400)),
            new GateFailure("c3-p1", PACK, "perf", "FAIL", "perf says FAIL", at(207)),
            new GateFailure("c1-p1", PACK, "perf", "FAIL", "perf says FAIL", at(7)));
    assertThat(store.gateFailures("determinism", 1))
        .extracting(GateFailure::proposalId)
        .containsExactly("c3-p1");
    assertThat(store.gateFailures("memory", 10)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 501})
  void refusesLimitsThatAreNotBounded(int limit) {
    ImpactStore store = emptyStore();
    assertThatThrownBy(() -> store.improvements(PACK, "", limit))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
        .hasMessageContaining("ask for 1 to 500");
    assertThatThrownBy(() -> store.gateFailures("perf", limit)).isInstanceOf(EvolveException.class);
  }

  @Test
  void aBatchBelowThePositionChangesNothing() {
    EventLog log = new EventLog();
    GraphFixtures.wholeCampaign(log, "c1", 0);
    ImpactStore store = storeOf(log);
    EventLog stranger = new EventLog();
    GraphFixtures.wholeCampaign(stranger, "c9", 1_000);
    store.project(0, log.events().size(), stranger.events());
    assertThat(store.position(0)).hasValue(log.events().size());
    assertThat(store.improvements(PACK, "", 100))
        .extracting(Improvement::proposalId)
        .doesNotContain("c9-p2");
  }

  @Test
  void anEventWithAKnownIdChangesNothingEvenIfItSaysOtherwise() {
    EventLog log = new EventLog();
    GraphFixtures.wholeCampaign(log, "c1", 0);
    ImpactStore store = storeOf(log);
    List<Improvement> before = store.improvements(PACK, "", 100);
    RecordedEvent known = log.events().get(3);
    RecordedEvent forged =
        new RecordedEvent(
            known.id(),
            known.loopId(),
            known.sequence(),
            1,
            known.previousHash(),
            known.hash(),
            moved("c1", 0, "c1-p2", ProposalStage.PROMOTED, ProposalStage.ROLLED_BACK));
    List<RecordedEvent> again = new ArrayList<>(log.events());
    again.add(forged);
    store.project(0, 1_000, again);
    assertThat(store.position(0)).hasValue(1_000);
    assertThat(store.improvements(PACK, "", 100)).isEqualTo(before);
  }

  @Test
  void anEventTwiceInOneBatchCountsOnce() {
    EventLog log = new EventLog();
    GraphFixtures.wholeCampaign(log, "c1", 0);
    List<RecordedEvent> doubled = new ArrayList<>(log.events());
    doubled.addAll(log.events());
    ImpactStore store = emptyStore();
    store.project(0, doubled.size(), doubled);
    assertThat(store.improvements(PACK, "", 100)).hasSize(3);
    assertThat(store.gateFailures("perf", 100)).hasSize(1);
  }

  @Test
  void aBadEventKeepsItsWholeBatchOut() {
    EventLog log = new EventLog();
    GraphFixtures.wholeCampaign(log, "c1", 0);
    RecordedEvent bad = log.append("c1", perf("c1", 40, " ", Verdict.FAIL));
    ImpactStore store = emptyStore();
    assertThatThrownBy(() -> store.project(0, 100, log.events()))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_CORRUPT))
        .hasMessageContaining(bad.id())
        .hasMessageContaining("proposalId is blank");
    assertThat(store.position(0)).isEmpty();
    assertThat(store.improvements(PACK, "", 10)).isEmpty();
  }

  @Test
  void anEventWithoutWhatCameBeforeItIsBad() {
    EventLog log = new EventLog();
    log.append(started("c1", 0));
    log.append(created("c1", 1, "p1", 2));
    RecordedEvent unmeasured = log.append(perf("c1", 2, "p1", Verdict.PASS, effect("small", 0.5)));
    ImpactStore store = emptyStore();
    assertThatThrownBy(() -> store.project(0, 3, log.events()))
        .hasMessageContaining(unmeasured.id())
        .hasMessageContaining("a confirmation of its proposal before it");
    EventLog orphan = new EventLog();
    orphan.append(created("c7", 1, "p1", 2));
    assertThatThrownBy(() -> store.project(0, 1, orphan.events()))
        .hasMessageContaining("c7/0")
        .hasMessageContaining("its campaign");
    assertThat(store.position(0)).isEmpty();
  }

  @Test
  void aRollbackMayBeProjectedBeforeWhatItUndoes() {
    EventLog log = GraphFixtures.everything();
    ImpactStore store = emptyStore();
    store.project(1, 2, log.ofLoop("rollback-c1-p2"));
    store.project(0, 50, log.ofLoop("c1"));
    assertThat(store.improvements(PACK, "", 1))
        .extracting(Improvement::stage, Improvement::inForce)
        .containsExactly(tuple("ROLLED_BACK", false));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void answersDoNotDependOnHowTheLogWasCut(long seed) {
    EventLog log = GraphFixtures.everything();
    ImpactStore whole = storeOf(log);
    List<Improvement> improvements = whole.improvements(PACK, "", 100);
    List<GateFailure> failures = whole.gateFailures("perf", 100);
    ImpactStore pieces = emptyStore();
    cut(log, seed, pieces);
    assertThat(pieces.improvements(PACK, "", 100)).isEqualTo(improvements);
    assertThat(pieces.gateFailures("perf", 100)).isEqualTo(failures);
  }

  /** Projects in batches of 1 to 9 events. */
  static void cut(EventLog log, long seed, ImpactStore store) {
    Random random = new Random(seed);
    int from = 0;
    while (from < log.events().size()) {
      int to = Math.min(log.events().size(), from + 1 + random.nextInt(9));
      store.project(0, to, log.events().subList(from, to));
      from = to;
    }
  }

  @Test
  void aClearedStoreIsEmpty() {
    ImpactStore store = storeOf(GraphFixtures.everything());
    store.clear();
    assertThat(store.position(0)).isEmpty();
    assertThat(store.improvements(PACK, "", 10)).isEmpty();
    assertThat(store.gateFailures("perf", 10)).isEmpty();
  }
}

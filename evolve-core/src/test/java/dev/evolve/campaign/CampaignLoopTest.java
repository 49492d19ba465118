package dev.evolve.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.event.DomainEvent;
import dev.evolve.json.Json;
import dev.evolve.loop.Done;
import dev.evolve.loop.Loop;
import dev.evolve.loop.Plan;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.measure.BenchRun;
import dev.evolve.promotion.Approval;
import dev.evolve.promotion.Forge.MergeOutcome;
import dev.evolve.promotion.Forge.ProposalCommit;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.rollout.CanaryVerdict;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The campaign from its first step to a merge, and everything that can stop it on the way. */
class CampaignLoopTest {

  private static CampaignHarness harness(int... tiles) {
    CampaignHarness harness =
        new CampaignHarness(
            CampaignFixtures.request(tiles.length), CampaignFixtures.scripted(tiles));
    harness.evaluator.ratio(2, 0.8).ratio(3, 0.6).ratio(4, 0.99);
    return harness;
  }

  @Test
  void waitsForAPersonWithTheBestCandidateAndMergesItOnApproval() throws Exception {
    CampaignHarness harness = harness(2, 3, 4);

    Plan plan = harness.run();

    assertThat(((WorkPlan) plan).payload()).isInstanceOf(Waiting.class);
    assertThat(harness.stage(2)).isEqualTo(ProposalStage.AWAITING_APPROVAL);
    assertThat(harness.stage(3)).isEqualTo(ProposalStage.REJECTED);
    assertThat(harness.forge.merges()).isEmpty();

    Plan end = harness.decide(true, "ada", "");

    assertThat(end).isEqualTo(new Done("promoted"));
    assertThat(harness.stage(2)).isEqualTo(ProposalStage.PROMOTED);
    assertThat(harness.stage(1)).isEqualTo(ProposalStage.REJECTED);
    assertThat(harness.forge.merges()).containsOnlyKeys("toy-1-02");
    assertThat(harness.deployed.values())
        .extracting(deployment -> deployment.artifactSha256())
        .containsExactly("artifact-of-3");
  }

  @Test
  void givesTheSameEventsWhicheverStepItIsStoppedAt() throws Exception {
    CampaignHarness whole = harness(2, 3, 4);
    whole.run();
    whole.decide(true, "ada", "");
    long steps = whole.state.stepIndex();
    String expected = Json.write(whole.events);

    for (int k = 0; k < steps; k++) {
      CampaignHarness stopped = harness(2, 3, 4);
      stopped.run(k);
      byte[] bytes =
          new CampaignLoop(CampaignFixtures.scripted(2, 3, 4), CampaignFixtures.anything())
              .codec()
              .encode(stopped.state);
      CampaignHarness resumed = harness(2, 3, 4);
      resumed.events.addAll(stopped.events);
      resumed.state = Json.read(bytes, CampaignState.class);
      resumed.run();
      if (!resumed.isDone()) {
        resumed.decide(true, "ada", "");
      }
      assertThat(Json.write(resumed.events)).as("stopped after step %s", k).isEqualTo(expected);
    }
  }

  @Test
  void doesNothingTwiceWhenEveryStepIsLostOnceBeforeItIsRecorded() throws Exception {
    CampaignHarness once = harness(2, 3, 4);
    once.run();
    once.decide(true, "ada", "");
    CampaignHarness twice = harness(2, 3, 4);
    twice.performTwice = true;
    twice.run();
    twice.decide(true, "ada", "");

    assertThat(Json.write(twice.events)).isEqualTo(Json.write(once.events));
    assertThat(twice.forge.merges()).isEqualTo(once.forge.merges());
    assertThat(twice.forge.envelopes()).hasSize(2);
    assertThat(twice.forge.envelopes().getFirst()).isEqualTo(twice.forge.envelopes().getLast());
  }

  @Test
  void plansTheSameTwiceAndLeavesTheStateAlone() throws Exception {
    CampaignHarness harness = harness(2, 3, 4);
    while (!(harness.next() instanceof WorkPlan work && work.payload() instanceof Waiting)) {
      String before = Json.write(harness.state);
      assertThat(harness.next()).isEqualTo(harness.next());
      assertThat(Json.write(harness.state)).isEqualTo(before);
      harness.run(1);
    }
  }

  @Test
  void givesTheNextCandidateItsTurnWhenAGateFails() throws Exception {
    CampaignHarness harness = harness(2, 3, 4);
    harness.perfPasses = input -> !input.proposal().id().endsWith("-02");

    harness.run();

    assertThat(harness.stage(2)).isEqualTo(ProposalStage.REJECTED);
    assertThat(harness.reason(2)).contains("gate perf FAIL");
    assertThat(harness.stage(1)).isEqualTo(ProposalStage.AWAITING_APPROVAL);
  }

  @Test
  void findsNothingBetterWhenNoCandidatePasses() {
    CampaignHarness harness = harness(2, 3, 4);
    harness.perfPasses = input -> false;

    assertThat(harness.run()).isEqualTo(new Done("nothing-better-found"));
    assertThat(harness.forge.branches()).isEmpty();
  }

  @Test
  void confirmsNoMoreCandidatesThanThePolicyAllows() {
    CampaignHarness harness = harness(2, 3, 5, 4);
    harness.evaluator.ratio(5, 0.5).ratio(4, 0.7);
    harness.perfPasses = input -> false;

    harness.run();

    assertThat(harness.evaluator.measured().stream().filter(id -> id.endsWith("-confirm")))
        .hasSize(CampaignPolicy.STANDARD.maximumConfirmations());
  }

  @Test
  void neverPromotesAnIdenticalCandidate() {
    CampaignHarness harness = harness(5);

    assertThat(harness.run()).isEqualTo(new Done("nothing-better-found"));
    assertThat(harness.reason(1)).contains("not among the best");
  }

  @Test
  void rejectsACandidateThatCrashesWithTheReason() {
    CampaignHarness harness = harness(3);
    harness.evaluator.status(3, BenchRun.Status.CRASHED);

    harness.run();

    assertThat(harness.stage(1)).isEqualTo(ProposalStage.REJECTED);
    assertThat(harness.reason(1)).contains("CRASHED");
  }

  @Test
  void rejectsACandidateWithAWrongResultWithTheReason() {
    CampaignHarness harness = harness(3);
    harness.evaluator.relativeL2(3, 1e-3);

    harness.run();

    assertThat(harness.reason(1)).contains("determinism").contains("0.001");
  }

  @Test
  void revertsWhenTheCanarySaysSo() {
    CampaignHarness harness = harness(3);
    harness.canaryVerdict = CanaryVerdict.REVERT;

    assertThat(harness.run()).isEqualTo(new Done("nothing-better-found"));
    assertThat(harness.reason(1)).contains("canary REVERT");
    assertThat(harness.canariesStopped).contains("toy-1-01");
  }

  @Test
  void doesNotPromoteOnACanaryThatDoesNotDecide() {
    CampaignHarness harness = harness(3);
    harness.canaryVerdict = CanaryVerdict.INCONCLUSIVE;

    harness.run();

    assertThat(harness.stage(1)).isEqualTo(ProposalStage.REJECTED);
  }

  @Test
  void endsWhenAPersonDeclines() throws Exception {
    CampaignHarness harness = harness(2, 3);
    harness.run();

    assertThat(harness.decide(false, "ada", "too odd")).isEqualTo(new Done("declined"));
    assertThat(harness.reason(2)).isEqualTo("ada declined: too odd");
    assertThat(harness.forge.branches()).isEmpty();
    assertThat(harness.forge.merges()).isEmpty();
  }

  @Test
  void refusesADecisionByTheAuthor() {
    CampaignHarness harness = harness(3);
    harness.run();

    assertThatThrownBy(() -> harness.decide(true, Proposals.AGENT, ""))
        .isInstanceOf(SignalRefusedException.class)
        .hasMessageContaining("wrote the proposal");
    assertThat(harness.stage(1)).isEqualTo(ProposalStage.AWAITING_APPROVAL);
  }

  @Test
  void refusesADecisionOnAnotherProposal() {
    CampaignHarness harness = harness(3);
    harness.run();

    assertThatThrownBy(
            () -> harness.signal(new DecisionSignal("other", true, "ada", "test", "").toSignal()))
        .isInstanceOf(SignalRefusedException.class);
  }

  @Test
  void bindsTheApprovalToCommitAndEnvelope() throws Exception {
    CampaignHarness harness = harness(3);
    harness.run();
    harness.decide(true, "ada", "");

    Approval approval =
        harness.events.stream()
            .filter(DomainEvent.Approved.class::isInstance)
            .map(event -> ((DomainEvent.Approved) event).approval())
            .findFirst()
            .orElseThrow();
    assertThat(harness.forge.branches().values())
        .containsExactly(
            new ProposalCommit("evolve/toy-1-01", approval.commit(), approval.envelopeSha256()));
  }

  @Test
  void recordsAnUnattendedApprovalAsSuch() {
    CampaignRequest request =
        new CampaignRequest(
            CampaignFixtures.SOURCE,
            CampaignFixtures.pack(),
            CampaignFixtures.tile(1),
            1,
            5,
            CampaignPolicy.STANDARD,
            "tester",
            "ci");
    CampaignHarness harness = new CampaignHarness(request, CampaignFixtures.scripted(3));
    harness.evaluator.ratio(3, 0.6);

    assertThat(harness.run()).isEqualTo(new Done("promoted"));
    assertThat(harness.events)
        .anySatisfy(
            event ->
                assertThat(event)
                    .isInstanceOfSatisfying(
                        DomainEvent.Approved.class,
                        approved ->
                            assertThat(approved.approval().via())
                                .isEqualTo(Approval.AUTO_APPROVE)));
  }

  @Test
  void rejectsWhenTheBranchMovedSinceTheEvaluation() throws Exception {
    CampaignHarness harness = harness(3);
    harness.forge.refuseNextMerge(new MergeOutcome.BaseMoved("a", "b"));
    harness.run();

    assertThat(harness.decide(true, "ada", "")).isEqualTo(new Done("base-moved"));
    assertThat(harness.stage(1)).isEqualTo(ProposalStage.REJECTED);
    assertThat(harness.deployed).isEmpty();
  }

  @Test
  void waitsAgainWhenTheRepositoryRefusesTheMerge() throws Exception {
    CampaignHarness harness = harness(3);
    harness.forge.refuseNextMerge(new MergeOutcome.Refused("uncommitted changes"));
    harness.run();

    Plan plan = harness.decide(true, "ada", "");

    assertThat(((WorkPlan) plan).payload()).isInstanceOf(Waiting.class);
    assertThat(harness.decide(true, "ada", "")).isEqualTo(new Done("promoted"));
  }

  @Test
  void saysInTheRecordThatItWasCancelled() {
    CampaignHarness harness = harness(2, 3);
    harness.run(4);
    CampaignLoop loop =
        new CampaignLoop(CampaignFixtures.scripted(2, 3), CampaignFixtures.anything());

    List<String> words =
        loop.farewell(harness.state, Loop.Ending.CANCELLED, "ada asked", Instant.EPOCH).stream()
            .map(chunk -> chunk.data())
            .toList();

    assertThat(words.getLast()).contains("campaign-finished").contains("cancelled");
    assertThat(words.getFirst()).contains("REJECTED");
  }

  @Test
  void publishesTelemetryWithHardwareAndSeed() {
    CampaignHarness harness = harness(3);
    harness.run();

    assertThat(harness.telemetry)
        .isNotEmpty()
        .allSatisfy(
            event -> assertThat(event.hardwareId()).isEqualTo(CampaignFixtures.HARDWARE.id()));
    assertThat(harness.telemetry.stream().map(event -> event.topic()).distinct())
        .contains("bench.result", "kernel.launch", "serve.scheduler");
  }
}

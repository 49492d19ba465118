package dev.evolve.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.json.Json;
import dev.evolve.loop.Done;
import dev.evolve.loop.Plan;
import dev.evolve.loop.WorkPlan;
import dev.evolve.measure.BenchRun;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.prior.WarmStrategy;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.search.strategy.Strategies;
import dev.evolve.tuning.SearchChoice;
import dev.evolve.tuning.SearchLimits;
import dev.evolve.tuning.SearchPlan;
import dev.evolve.tuning.TrialResult;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How a campaign searches: with the engine, replayable from its state, never paying twice. */
class CampaignSearchTest {

  private static CampaignHarness scripted(int parallel, int... tiles) {
    return new CampaignHarness(request(tiles.length, parallel), CampaignFixtures.scripted(tiles));
  }

  private static CampaignRequest request(int evaluations, int parallel) {
    return new CampaignRequest(
        CampaignFixtures.SOURCE,
        CampaignFixtures.pack(),
        CampaignFixtures.tile(1),
        evaluations,
        5,
        CampaignPolicy.STANDARD,
        "tester",
        null,
        new SearchPlan("scripted", parallel));
  }

  private static CampaignHarness real(int parallel) {
    CampaignRequest asked = request(4, parallel);
    return new CampaignHarness(
        new CampaignRequest(
            asked.source(),
            asked.pack(),
            asked.baseline(),
            asked.evaluations(),
            asked.minutes(),
            asked.policy(),
            asked.startedBy(),
            null,
            new SearchPlan(Strategies.DEFAULT, parallel)),
        Strategies::create);
  }

  private static List<TrialResult> results(CampaignHarness harness) {
    List<TrialResult> results = new ArrayList<>();
    for (Candidate candidate : harness.state.search().candidates()) {
      TrialResult result = candidate.result();
      if (result != null) {
        results.add(result);
      }
    }
    return results;
  }

  @Test
  void recordsWhoChoseAConfigurationAndWhy() {
    CampaignHarness harness = scripted(1, 3, 2);
    harness.run();

    List<DomainEvent.ProposalCreated> created = created(harness);

    assertThat(created)
        .extracting(DomainEvent.ProposalCreated::choice)
        .containsExactly(
            new SearchChoice(0, "scripted", "as written"),
            new SearchChoice(1, "scripted", "as written"));
    assertThat(created.getLast().proposal().rationale())
        .contains("choice 2 of scripted: as written");
  }

  private static List<DomainEvent.ProposalCreated> created(CampaignHarness harness) {
    return harness.events.stream()
        .filter(DomainEvent.ProposalCreated.class::isInstance)
        .map(DomainEvent.ProposalCreated.class::cast)
        .toList();
  }

  @ParameterizedTest(name = "{0} at once")
  @ValueSource(ints = {1, 2, 3})
  void searchesOnAlikeWhereverItIsTakenUpAgain(int parallel) {
    CampaignHarness whole = real(parallel);
    whole.run();
    String expected = Json.write(whole.events);

    for (int k = 0; k < whole.state.stepIndex(); k++) {
      CampaignHarness stopped = real(parallel);
      stopped.run(k);
      CampaignHarness resumed = real(parallel);
      resumed.events.addAll(stopped.events);
      resumed.state = Json.read(Json.writeBytes(stopped.state), CampaignState.class);
      resumed.run();
      assertThat(Json.write(resumed.events)).as("stopped after step %s", k).isEqualTo(expected);
    }
  }

  @Test
  void plansWithAFreshSearchWhatItPlansWithOneThatItKept() {
    CampaignHarness kept = real(2);
    while (!(kept.next() instanceof Done) && !kept.state.search().hasEnded()) {
      Plan fresh =
          new CampaignLoop(Strategies::create, CampaignFixtures.anything()).next(kept.state);
      assertThat(kept.next()).isEqualTo(fresh);
      kept.run(1);
    }
    assertThat(kept.state.search().candidates()).hasSize(4);
  }

  @Test
  void opensAsManyProposalsAsItMayAndMeasuresTheOldestFirst() {
    CampaignHarness harness = scripted(3, 5, 4, 3, 2);

    harness.run(4);

    assertThat(harness.state.search().unscreened()).hasSize(3);
    assertThat(created(harness))
        .extracting(event -> event.proposal().changeset())
        .doesNotHaveDuplicates();
    harness.run(1);
    assertThat(harness.evaluator.measured()).containsExactly("toy-1-01-screen");
    assertThat(harness.state.search().unscreened()).hasSize(2);
    harness.run();
    assertThat(harness.state.search().candidates()).hasSize(4);
    assertThat(results(harness)).hasSize(4);
  }

  @Test
  void neverProposesTheBaselineOrOneTwice() {
    CampaignHarness harness = real(2);
    harness.run();

    assertThat(created(harness))
        .extracting(event -> event.proposal().changeset())
        .doesNotHaveDuplicates()
        .noneMatch(changeset -> changeset.toString().contains("to=Configuration[values={TILE=1}]"));
    assertThat(harness.events.toString()).contains("the budget of 4 evaluations is used");
  }

  @Test
  void doesNotMeasureTheBinaryOfAnotherAgainAndSharesItsResult() {
    CampaignHarness harness = scripted(1, 3, 2);
    harness.evaluator.ratio(3, 0.6).ratio(2, 0.1).builtTo(2, "3");

    harness.run();

    assertThat(harness.evaluator.measured())
        .containsExactly("toy-1-01-screen", "toy-1-02-screen", "toy-1-01-confirm");
    assertThat(harness.stage(2)).isEqualTo(ProposalStage.REJECTED);
    assertThat(harness.reason(2)).contains("same binary as toy-1-01").contains("40.0 % gain");
    assertThat(results(harness).getLast())
        .returns(results(harness).getFirst().value(), TrialResult::value)
        .returns("toy-1-01", TrialResult::sameAs)
        .returns(0.0, TrialResult::runSeconds);
    assertThat(harness.stage(1)).isEqualTo(ProposalStage.AWAITING_APPROVAL);
  }

  @Test
  void doesNotMeasureTheBaselinesBinaryAgain() {
    CampaignHarness harness = scripted(1, 2);
    harness.evaluator.ratio(2, 0.1).builtTo(2, "1");

    assertThat(harness.run()).isEqualTo(new Done("nothing-better-found"));
    assertThat(harness.reason(1)).contains("same binary as the baseline");
    assertThat(results(harness).getFirst().value()).isEqualTo(1);
  }

  @Test
  void tellsTheSearchWhyACandidateFailed() {
    CampaignHarness harness = scripted(1, 2, 3, 4);
    harness
        .evaluator
        .status(2, BenchRun.Status.CRASHED)
        .status(3, BenchRun.Status.TIMED_OUT)
        .relativeL2(4, 1e-3);

    harness.run();

    assertThat(results(harness))
        .extracting(TrialResult::failure)
        .containsExactly(Outcome.Reason.RUN, Outcome.Reason.LIMIT, Outcome.Reason.RUN);
  }

  @Test
  void doesNotHoldAFailureOfTheMachineAgainstACandidate() {
    CampaignHarness harness = scripted(1, 2, 3);
    harness.evaluator.ratio(3, 0.6).machineFails(2, ErrorCode.OUT_OF_RESOURCES);

    harness.run();

    assertThat(results(harness).getFirst().failure()).isEqualTo(Outcome.Reason.INFRASTRUCTURE);
    assertThat(harness.reason(1)).contains("not measured: no space left");
    assertThat(harness.stage(2)).isEqualTo(ProposalStage.AWAITING_APPROVAL);
  }

  @Test
  void failsWhenTheMachineFailsAgainAndAgain() {
    CampaignHarness harness = scripted(1, 2, 3, 4);
    List.of(2, 3, 4)
        .forEach(tile -> harness.evaluator.machineFails(tile, ErrorCode.SANDBOX_UNAVAILABLE));

    assertThatThrownBy(harness::run).isInstanceOf(EvolveException.class);
    assertThat(harness.state.search().candidates()).hasSize(3);
  }

  @Test
  void failsAtOnceWhenTheBaselineDoesNotBuild() {
    CampaignHarness harness = scripted(1, 2, 3);
    harness.evaluator.machineFails(2, ErrorCode.BUILD_FAILED);

    assertThatThrownBy(harness::run).isInstanceOf(EvolveException.class);
  }

  @Test
  void goesOnWithACampaignRecordedBeforeSearchesKeptTheirResults() {
    CampaignHarness harness = scripted(1, 4, 3, 2);
    harness.evaluator.ratio(4, 0.9).ratio(3, 0.6).ratio(2, 0.7);
    harness.run(5);
    JsonNode old = Json.readTree(Json.write(harness.state));
    ((ObjectNode) old.get("request")).remove("search");
    old.get("search")
        .get("candidates")
        .forEach(candidate -> ((ObjectNode) candidate).remove(List.of("choice", "result")));

    harness.state = Json.read(Json.write(old), CampaignState.class);
    harness.run();

    assertThat(harness.state.search().candidates()).hasSize(3);
    assertThat(harness.stage(2)).isEqualTo(ProposalStage.AWAITING_APPROVAL);
    assertThat(created(harness))
        .extracting(event -> event.proposal().changeset())
        .doesNotHaveDuplicates();
  }

  @Test
  void goesOnWhenAStrategyWouldChooseOtherwiseToday() {
    CampaignHarness before = scripted(1, 4, 3, 2);
    before.evaluator.ratio(4, 0.8).ratio(3, 0.6);
    before.run(4);
    CampaignHarness today = new CampaignHarness(request(3, 1), CampaignFixtures.scripted(2, 5, 5));
    today.state = before.state;

    today.run(2);

    assertThat(today.state.search().candidates()).hasSize(3);
    assertThat(today.state.search().candidates().getLast().choice())
        .isEqualTo(new SearchChoice(2, "scripted", "as written"));
  }

  @Test
  void refusesABaselineThatIsNotInTheSpace() {
    CampaignHarness harness =
        new CampaignHarness(
            new CampaignRequest(
                CampaignFixtures.SOURCE,
                CampaignFixtures.pack(),
                CampaignFixtures.tile(9),
                1,
                5,
                CampaignPolicy.STANDARD,
                "tester",
                null),
            CampaignFixtures.scripted(2));

    assertThatThrownBy(harness::run)
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("baseline is not in the pack's space: TILE is 9");
  }

  @Test
  void tellsTheSpreadAndTheNumberOfPairsWithARatio() {
    CampaignHarness harness = scripted(1, 3);
    harness.evaluator.ratio(3, 0.6).jitter(0.05);
    harness.run(3);

    TrialResult result = results(harness).getFirst();

    assertThat(result.samples()).isEqualTo(6);
    assertThat(result.standardError()).isNotNull().isBetween(0.005, 0.05);
    assertThat(result.runSeconds()).isPositive();
    assertThat(harness.next()).isInstanceOf(WorkPlan.class);
  }

  private static CampaignHarness planned(SearchPlan plan, int... tiles) {
    CampaignRequest asked = request(tiles.length, 1);
    return new CampaignHarness(
        new CampaignRequest(
            asked.source(),
            asked.pack(),
            asked.baseline(),
            asked.evaluations(),
            asked.minutes(),
            asked.policy(),
            asked.startedBy(),
            null,
            plan),
        CampaignFixtures.scripted(tiles));
  }

  private static String whyItEnded(CampaignHarness harness) {
    return harness.state.search().ended() == null ? "" : harness.state.search().ended();
  }

  @Test
  void stopsBeforeTheNextEvaluationWouldBreakABudgetOfDeviceTimeOrMoney() {
    CampaignHarness time =
        planned(
            new SearchPlan("scripted", 1, new SearchLimits(0.012, null, null, null), null, null),
            4,
            3,
            2);
    time.run();
    assertThat(time.state.search().candidates()).hasSize(2);
    assertThat(whyItEnded(time)).contains("would break the budget: device time");

    SearchLimits money =
        new SearchLimits(null, new BigDecimal("4"), new BigDecimal("3600000"), null);
    CampaignHarness dear = planned(new SearchPlan("scripted", 1, money, null, null), 4, 3, 2);
    dear.run();
    assertThat(dear.state.search().candidates()).hasSize(1);
    assertThat(whyItEnded(dear)).contains("money");
  }

  @Test
  void saysThatAnotherEvaluationNoLongerPays() {
    SearchLimits limits = new SearchLimits(null, null, new BigDecimal("3600000"), 1e-9);
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      trials.add(new Trial(Point.of(i), Outcome.Measured.exactly(1), new Cost(1, 0), Search.GIVEN));
    }

    assertThat(limits.exhausted(trials.subList(0, 3))).isEmpty();
    assertThat(limits.exhausted(trials).orElseThrow()).contains("is expected to gain");
    assertThatThrownBy(() -> new SearchLimits(null, new BigDecimal("1"), null, null))
        .hasMessageContaining("pricePerDeviceHour");
  }

  @Test
  void startsFromWhatEarlierCampaignsOnThePackMeasured() {
    CampaignHarness earlier = scripted(1, 5, 4, 3, 2);
    earlier.evaluator.ratio(4, 0.6).ratio(3, 0.9).status(2, BenchRun.Status.CRASHED);
    earlier.run();
    Space space = CampaignFixtures.anything().of(CampaignFixtures.pack());

    Prior prior =
        CampaignMemory.of(
            CampaignFixtures.pack(),
            space,
            List.of(earlier.events),
            Instant.ofEpochSecond(1_000_000 + 864_000));

    assertThat(prior.sources()).hasSize(1);
    assertThat(prior.sources().getFirst().ageDays()).isBetween(9.9, 10.1);
    assertThat(prior.sources().getFirst().trials())
        .contains(KnownTrial.ran(List.of("4"), 0.6), KnownTrial.failed(List.of("2")));
    assertThat(CampaignMemory.note(CampaignFixtures.pack(), prior)).contains("toy-1 on Test CPU");
    SearchPlan plan = new SearchPlan(Strategies.DEFAULT, 1).remembering(prior, "remembers");
    assertThat(Json.read(Json.write(plan), SearchPlan.class)).isEqualTo(plan);
    assertThat(plan.strategy(Strategies::create).name()).isEqualTo(WarmStrategy.NAME);
    CampaignHarness warm = planned(plan, 5, 4, 3, 2);
    warm.run();
    assertThat(warm.state.search().candidates()).hasSize(4);
  }

  @Test
  void startsColdAndSaysSoWhereNothingIsRemembered() {
    Prior none =
        CampaignMemory.of(
            CampaignFixtures.pack(),
            CampaignFixtures.anything().of(CampaignFixtures.pack()),
            List.of(),
            Instant.EPOCH);

    assertThat(new SearchPlan(Strategies.DEFAULT, 1).remembering(none, "x").prior()).isNull();
    assertThat(CampaignMemory.note(CampaignFixtures.pack(), none)).contains("a cold start");
  }
}

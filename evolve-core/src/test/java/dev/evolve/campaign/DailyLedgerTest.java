package dev.evolve.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.loop.Done;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.search.budget.Amount;
import dev.evolve.search.budget.Budget;
import dev.evolve.tuning.SearchPlan;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What campaigns may spend in a day. */
class DailyLedgerTest {

  /** The day of the harness's clock. */
  private static final LocalDate DAY = LocalDate.of(1970, 1, 12);

  private static final Budget NONE = Budget.UNLIMITED;
  private static final Instant NOON = Instant.parse("1970-01-12T12:00:00Z");

  private static CampaignHarness campaign(int parallel, DailyLimits limits, int... tiles) {
    return new CampaignHarness(
        new CampaignRequest(
            CampaignFixtures.SOURCE,
            CampaignFixtures.pack(),
            CampaignFixtures.tile(1),
            tiles.length,
            5,
            CampaignPolicy.STANDARD,
            "tester",
            null,
            new SearchPlan("scripted", parallel)),
        CampaignFixtures.scripted(tiles),
        limits);
  }

  private static DailyLedger spending(BigDecimal pricePerSecond, List<DomainEvent> events) {
    return spending(new DailyBudgets(NONE, NONE, NONE), pricePerSecond, events);
  }

  private static DailyLedger spending(
      DailyBudgets budgets, BigDecimal pricePerSecond, List<DomainEvent> events) {
    DailyLedger spending = new DailyLedger(budgets, pricePerSecond);
    events.forEach(spending::apply);
    return spending;
  }

  private static DailyLimits.NextMeasurement next(String agent, String pack, Instant at) {
    return new DailyLimits.NextMeasurement("c", 0, agent, pack, Duration.ofSeconds(2), at);
  }

  /** Refuses the screening after so many. */
  private static DailyLimits refusingAfter(int count) {
    return new DailyLimits() {
      private int asked;

      @Override
      public Optional<String> reserve(NextMeasurement next) {
        return asked++ < count ? Optional.empty() : Optional.of("spent on " + next.pack());
      }

      @Override
      public void release(String campaignId) {
        throw new IllegalStateException("no measurement of " + campaignId + " fails here");
      }
    };
  }

  @Test
  void chargesWhatWasMeasuredToItsAgentItsPackAndTheDay() {
    CampaignHarness harness = campaign(1, DailyLimits.NONE, 4, 3);
    harness.evaluator.ratio(4, 0.9);
    harness.run(5);
    DailyLedger spending = spending(BigDecimal.TEN, harness.events);

    Amount spent = spending.ofAgent(DAY, Proposals.AGENT);

    assertThat(harness.evaluator.measured()).hasSize(2);
    assertThat(spent.evaluations()).isEqualTo(2);
    assertThat(spent.deviceTime()).isPositive();
    assertThat(spent.money())
        .isEqualByComparingTo(
            BigDecimal.valueOf(spent.deviceTime().toNanos(), 9).multiply(BigDecimal.TEN));
    assertThat(spending.ofPack(DAY, "toy")).isEqualTo(spent);
    assertThat(spending.ofAll(DAY)).isEqualTo(spent);
    assertThat(spending.ofAgent(DAY, "another")).isEqualTo(Amount.NONE);
    assertThat(spending.ofPack(DAY, "another")).isEqualTo(Amount.NONE);
    assertThat(spending.ofAll(DAY.plusDays(1))).isEqualTo(Amount.NONE);
  }

  @Test
  void aConfirmationTakesDeviceTimeButIsNoEvaluation() {
    CampaignHarness harness = campaign(1, DailyLimits.NONE, 3);
    harness.evaluator.ratio(3, 0.6);
    harness.run(3);
    Amount searched = spending(BigDecimal.ONE, harness.events).ofAll(DAY);
    harness.run();
    Amount all = spending(BigDecimal.ONE, harness.events).ofAll(DAY);

    assertThat(harness.evaluator.measured()).containsExactly("toy-1-01-screen", "toy-1-01-confirm");
    assertThat(all.evaluations()).isEqualTo(searched.evaluations()).isEqualTo(1);
    assertThat(all.deviceTime()).isGreaterThan(searched.deviceTime());
  }

  @Test
  void aBinaryThatWasMeasuredBeforeIsNoEvaluation() {
    CampaignHarness harness = campaign(1, DailyLimits.NONE, 3, 2);
    harness.evaluator.ratio(3, 0.9).builtTo(2, "3");
    harness.run(5);

    assertThat(spending(BigDecimal.ONE, harness.events).ofAll(DAY).evaluations()).isEqualTo(1);
  }

  private static Optional<String> answer(
      CampaignHarness harness, DailyBudgets budgets, DailyLimits.NextMeasurement next) {
    return spending(budgets, BigDecimal.ONE, harness.events).reserve(next);
  }

  @Test
  void refusesTheEvaluationThatWouldBreakABudgetAndSaysWhichWithItsFigures() {
    CampaignHarness harness = campaign(1, DailyLimits.NONE, 4, 3);
    harness.run(5);
    Budget two = Budget.ofEvaluations(2);
    DailyLimits.NextMeasurement toy = next(Proposals.AGENT, "toy", NOON);

    assertThat(answer(harness, new DailyBudgets(NONE, two, NONE), toy))
        .contains(
            "the next evaluation would break the budget of 1970-01-12 UTC: pack toy: evaluations 3"
                + " of 2");
    assertThat(answer(harness, new DailyBudgets(two, NONE, two), toy).orElseThrow())
        .contains("agent " + Proposals.AGENT + ": evaluations 3 of 2")
        .contains("; the whole service: evaluations 3 of 2");
    assertThat(
            answer(harness, new DailyBudgets(NONE, NONE, Budget.ofMoney(BigDecimal.ONE)), toy)
                .orElseThrow())
        .contains("the whole service: money 2.");
    assertThat(
            answer(
                    harness,
                    new DailyBudgets(NONE, NONE, Budget.ofDeviceTime(Duration.ofSeconds(1))),
                    toy)
                .orElseThrow())
        .contains("device time PT2.");
    assertThat(
            answer(
                    harness,
                    new DailyBudgets(NONE, NONE, Budget.ofWallTime(Duration.ofSeconds(1))),
                    toy)
                .orElseThrow())
        .contains("wall time PT");
  }

  @Test
  void allowsWhatIsWithinEveryBudget() {
    CampaignHarness harness = campaign(1, DailyLimits.NONE, 4, 3);
    harness.run(5);
    Budget two = Budget.ofEvaluations(2);
    Budget three = Budget.ofEvaluations(3);
    DailyBudgets tight = new DailyBudgets(two, two, three);
    DailyBudgets wide = new DailyBudgets(three, three, three);

    assertThat(answer(harness, wide, next(Proposals.AGENT, "toy", NOON))).isEmpty();
    assertThat(answer(harness, tight, next("another", "other", NOON))).isEmpty();
    assertThat(answer(harness, tight, next("another", "toy", NOON))).isPresent();
    assertThat(answer(harness, tight, next(Proposals.AGENT, "toy", NOON.plus(Duration.ofDays(1)))))
        .as("the next day")
        .isEmpty();
  }

  @Test
  void whatIsUnderWayIsSetAsideUntilItsCampaignsNextEvent() {
    CampaignHarness harness = campaign(1, DailyLimits.NONE, 4, 3);
    harness.run(5);
    DailyBudgets budgets = new DailyBudgets(NONE, NONE, Budget.ofEvaluations(3));
    DailyLedger ledger = spending(budgets, BigDecimal.ONE, harness.events);
    DailyLimits.NextMeasurement toy = next("auto", "toy", NOON);
    DailyLimits.NextMeasurement beside =
        new DailyLimits.NextMeasurement("d", 0, "auto", "toy", Duration.ZERO, NOON);

    assertThat(ledger.reserve(toy)).isEmpty();
    assertThat(ledger.reserve(toy)).as("the step is made again").isEmpty();
    assertThat(ledger.reserve(beside).orElseThrow()).contains("evaluations 4 of 3");
    ledger.apply(new DomainEvent.SearchFinished("c", NOON, "done"));
    assertThat(ledger.reserve(beside)).isEmpty();
  }

  @Test
  void wallTimeIsFromWhenTheCampaignWasReadyToTheResult() {
    CampaignHarness harness = campaign(1, DailyLimits.NONE, 4);
    harness.run(3);
    DailyLedger ledger = new DailyLedger(new DailyBudgets(NONE, NONE, NONE), BigDecimal.ONE);
    Instant at = NOON;
    for (DomainEvent event : harness.events) {
      if (event instanceof DomainEvent.Evaluated evaluated) {
        ledger.apply(
            new DomainEvent.StageChanged(
                "toy-1", at, "p", ProposalStage.PROPOSED, ProposalStage.EVALUATING, "ready"));
        ledger.apply(
            new DomainEvent.Evaluated(
                evaluated.campaignId(), at.plusSeconds(90), evaluated.evaluation()));
      } else {
        ledger.apply(event);
      }
    }

    assertThat(harness.state.campaignId()).isEqualTo("toy-1");
    assertThat(ledger.ofAll(DAY).wallTime()).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void aMeasurementThatFailsWithoutAnEventFreesWhatWasSetAside() {
    List<String> released = new ArrayList<>();
    DailyLimits limits =
        new DailyLimits() {
          @Override
          public Optional<String> reserve(NextMeasurement next) {
            return Optional.empty();
          }

          @Override
          public void release(String campaignId) {
            released.add(campaignId);
          }
        };
    CampaignHarness harness = campaign(1, limits, 4);
    harness.evaluator.machineFails(4, ErrorCode.INTERNAL);

    assertThatThrownBy(() -> harness.run(3)).isInstanceOf(EvolveException.class);
    assertThat(released).containsExactly("toy-1");
  }

  @Test
  void theSearchEndsWithTheSentenceAndWhatItFoundGoesOn() {
    CampaignHarness harness = campaign(2, refusingAfter(1), 3, 2, 4);
    harness.evaluator.ratio(3, 0.6);

    harness.run();

    assertThat(harness.evaluator.measured()).containsExactly("toy-1-01-screen", "toy-1-01-confirm");
    assertThat(harness.state.search().ended()).isEqualTo("spent on toy");
    assertThat(harness.stage(1)).isEqualTo(ProposalStage.AWAITING_APPROVAL);
    assertThat(harness.stage(2)).isEqualTo(ProposalStage.REJECTED);
    assertThat(harness.reason(2)).isEqualTo("not measured: spent on toy");
  }

  @Test
  void aCampaignThatMayMeasureNothingEndsHonestly() {
    CampaignHarness harness = campaign(1, refusingAfter(0), 3, 2);

    assertThat(harness.run()).isEqualTo(new Done("nothing-better-found"));
    assertThat(harness.evaluator.measured()).isEmpty();
    assertThat(harness.reason(1)).isEqualTo("not measured: spent on toy");
  }

  @Test
  void aReplayOfTheEventsAsksNobodyAgain() {
    CampaignHarness harness = campaign(1, refusingAfter(1), 4, 3, 2);
    CampaignState begun = harness.state;
    harness.run();

    CampaignState replayed = CampaignFold.advance(begun, harness.events);

    assertThat(replayed.search()).isEqualTo(harness.state.search());
    assertThat(replayed.ended()).isEqualTo(harness.state.ended());
  }

  @Test
  void tellsWhatACandidateTookOnAverage() {
    CampaignHarness harness = campaign(1, DailyLimits.NONE, 4, 3);
    assertThat(harness.state.search().meanCost()).isZero();
    harness.run(5);

    Amount spent = spending(BigDecimal.ONE, harness.events).ofAll(DAY);

    assertThat(harness.state.search().meanCost().multipliedBy(2))
        .isCloseTo(spent.deviceTime(), Duration.ofNanos(2));
  }

  @Test
  void knowsWhetherThereIsAnyLimit() {
    Budget none = Budget.UNLIMITED;
    Budget one = Budget.ofEvaluations(1);

    assertThat(new DailyBudgets(none, none, none).isUnlimited()).isTrue();
    assertThat(new DailyBudgets(one, none, none).isUnlimited()).isFalse();
    assertThat(new DailyBudgets(none, one, none).isUnlimited()).isFalse();
    assertThat(new DailyBudgets(none, none, one).isUnlimited()).isFalse();
  }
}

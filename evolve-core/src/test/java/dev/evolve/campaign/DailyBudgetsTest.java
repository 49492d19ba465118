package dev.evolve.campaign;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What campaigns may spend in a day. */
class DailyBudgetsTest {

  /** The day of the harness's clock. */
  private static final LocalDate DAY = LocalDate.of(1970, 1, 12);

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

  private static DailySpending spending(BigDecimal pricePerSecond, List<DomainEvent> events) {
    DailySpending spending = new DailySpending(pricePerSecond);
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
      public Optional<String> refusal(NextMeasurement next) {
        return asked++ < count ? Optional.empty() : Optional.of("spent on " + next.pack());
      }
    };
  }

  @Test
  void chargesWhatWasMeasuredToItsAgentItsPackAndTheDay() {
    CampaignHarness harness = campaign(1, DailyLimits.NONE, 4, 3);
    harness.evaluator.ratio(4, 0.9);
    harness.run(5);
    DailySpending spending = spending(BigDecimal.TEN, harness.events);

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

  @Test
  void refusesTheEvaluationThatWouldBreakABudgetAndSaysWhichWithItsFigures() {
    CampaignHarness harness = campaign(1, DailyLimits.NONE, 4, 3);
    harness.run(5);
    DailySpending spending = spending(BigDecimal.ONE, harness.events);
    Budget none = Budget.UNLIMITED;
    Budget two = Budget.ofEvaluations(2);
    DailyLimits.NextMeasurement toy = next(Proposals.AGENT, "toy", NOON);

    assertThat(new DailyBudgets(none, two, none).refusal(spending, toy))
        .contains(
            "the next evaluation would break the daily budget of pack toy: evaluations 3 of 2,"
                + " on 1970-01-12 UTC");
    assertThat(new DailyBudgets(two, none, two).refusal(spending, toy).orElseThrow())
        .contains("agent " + Proposals.AGENT + ": evaluations 3 of 2")
        .contains("and of the whole service: evaluations 3 of 2");
    assertThat(
            new DailyBudgets(none, none, Budget.ofMoney(BigDecimal.ONE))
                .refusal(spending, toy)
                .orElseThrow())
        .contains("the whole service: money 2.");
    assertThat(
            new DailyBudgets(none, none, Budget.ofDeviceTime(Duration.ofSeconds(1)))
                .refusal(spending, toy)
                .orElseThrow())
        .contains("device time PT2.");
  }

  @Test
  void allowsWhatIsWithinEveryBudget() {
    CampaignHarness harness = campaign(1, DailyLimits.NONE, 4, 3);
    harness.run(5);
    DailySpending spending = spending(BigDecimal.ONE, harness.events);
    Budget two = Budget.ofEvaluations(2);
    Budget three = Budget.ofEvaluations(3);
    DailyBudgets tight = new DailyBudgets(two, two, three);

    assertThat(new DailyBudgets(three, three, three).refusal(spending, next("auto", "toy", NOON)))
        .isEmpty();
    assertThat(tight.refusal(spending, next("another", "other", NOON))).isEmpty();
    assertThat(tight.refusal(spending, next("another", "toy", NOON))).isPresent();
    assertThat(tight.refusal(spending, next(Proposals.AGENT, "toy", NOON.plus(Duration.ofDays(1)))))
        .as("the next day")
        .isEmpty();
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

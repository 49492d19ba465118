package dev.evolve.search.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import dev.evolve.search.budget.StoppingRule.Decision;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StoppingRuleTest {

  private static List<Trial> trials(double... values) {
    List<Trial> trials = new ArrayList<>();
    for (double value : values) {
      Outcome outcome =
          Double.isNaN(value)
              ? new Outcome.Failed(Outcome.Reason.BUILD, "no")
              : Outcome.Measured.exactly(value);
      trials.add(new Trial(Point.of(trials.size()), outcome, new Cost(1, 1), "random"));
    }
    return trials;
  }

  /** A first value, a better one, then nothing better. */
  private static List<Trial> flat(int evaluations) {
    double[] values = new double[evaluations];
    Arrays.fill(values, 2);
    values[1] = 1.8;
    return trials(values);
  }

  @Test
  void stopsWhenTheNextEvaluationIsWorthLessThanItsPrice() {
    StoppingRule rule = new StoppingRule(1, 0.05, 0, 3);
    assertThat(rule.decide(flat(99)).isStop()).isFalse();
    assertThat(rule.decide(flat(101)).isStop()).isTrue();
  }

  @Test
  void saysSoInASentenceWithFigures() {
    Decision decision = new StoppingRule(2, 0, 0.3, 3).decide(flat(200));
    assertThat(decision.sentence())
        .isEqualTo(
            "stops after 200 evaluations: the last improvement was 10.00 %, 198 evaluations ago;"
                + " the next one is expected to gain 0.05000 %, worth 0.1000, and costs 0.3000");
    assertThat(decision.expectedPercent()).isCloseTo(0.05, within(1e-12));
  }

  @Test
  void neverStopsBeforeTheMinimumOrBeforeAnythingWorked() {
    StoppingRule rule = new StoppingRule(0, 1, 1, 50);
    assertThat(rule.decide(flat(49)).isStop()).isFalse();
    assertThat(rule.decide(flat(50)).isStop()).isTrue();
    double[] failed = new double[500];
    Arrays.fill(failed, Double.NaN);
    assertThat(rule.decide(trials(failed)).isStop()).isFalse();
    assertThat(rule.decide(List.of()).isStop()).isFalse();
  }

  @Test
  void neverStopsAtNoPrice() {
    assertThat(new StoppingRule(1, 0, 0, 1).decide(flat(100_000)).isStop()).isFalse();
  }

  @Test
  void takesNoGainWithinTheErrorForAnImprovement() {
    List<Trial> noisy = new ArrayList<>(flat(100));
    noisy.add(
        new Trial(Point.of(100), new Outcome.Measured(1.79, 0.02, 2), new Cost(1, 1), "random"));
    assertThat(new StoppingRule(1, 0, 0.1, 3).decide(noisy).sentence())
        .contains("10.00 %, 99 evaluations ago");
  }

  @Test
  void losesLittleForWhatItSavesOnRandomDraws() {
    SplittableRandom random = new SplittableRandom(3);
    StoppingRule rule = new StoppingRule(1, 0, 0.01, 10);
    List<Double> losses = new ArrayList<>();
    double saved = 0;
    for (int run = 0; run < 60; run++) {
      double[] values = new double[1_000];
      Arrays.setAll(values, i -> Math.exp(0.3 * random.nextGaussian()) + 0.5);
      List<Trial> trials = trials(values);
      int stop = 10;
      while (stop < trials.size() && !rule.decide(trials.subList(0, stop)).isStop()) {
        stop += 10;
      }
      double end = Arrays.stream(values).min().orElseThrow();
      double then = Arrays.stream(values).limit(stop).min().orElseThrow();
      losses.add(then / end - 1);
      saved += 1 - stop / 1_000.0;
    }
    losses.sort(Double::compare);
    assertThat(losses.get(30)).as("median loss").isLessThan(0.01);
    assertThat(saved / 60).as("share of evaluations saved").isGreaterThan(0.1);
  }

  @Test
  void refusesPricesThatAreNone() {
    assertThatThrownBy(() -> new StoppingRule(Double.NaN, 0, 0, 1))
        .hasMessageContaining("worthOfPercent");
    assertThatThrownBy(() -> new StoppingRule(1, -1, 0, 1)).hasMessageContaining("pricePerSecond");
    assertThatThrownBy(() -> new StoppingRule(1, 0, 0, 0))
        .hasMessageContaining("minimumEvaluations");
  }
}

package dev.evolve.search.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.search.Outcome;
import dev.evolve.search.objective.Objective.Assessment;
import dev.evolve.search.objective.Objective.Rejection;
import dev.evolve.search.objective.Objective.Term;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveTest {

  private static final Metric THROUGHPUT = Metric.larger("throughput", "GFLOP/s");
  private static final Metric LATENCY = Metric.smaller("latency", "ms");
  private static final Metric DETERMINISM = Metric.steps("determinism", "class", 1);

  private static Objective objective(Limit... limits) {
    return new Objective(
        List.of(THROUGHPUT, LATENCY, DETERMINISM),
        Map.of("throughput", 2.0, "latency", 1.0),
        List.of(limits),
        Map.of("throughput", 100.0, "latency", 10.0, "determinism", 0.0));
  }

  private static Map<String, Double> values(double throughput, double latency, double determinism) {
    return Map.of("throughput", throughput, "latency", latency, "determinism", determinism);
  }

  @Test
  void scoresTheBaselineZeroAndTheBetterLower() {
    assertThat(objective().assess(values(100, 10, 0)).score()).isZero();
    Assessment better = objective().assess(values(110, 9, 3));
    assertThat(better.score()).isCloseTo(-2 * Math.log(1.1) + Math.log(0.9), within(1e-12));
    assertThat(better.factor()).isLessThan(1);
  }

  @Test
  void explainsTheScoreTermByTerm() {
    Assessment assessment = objective(Limit.soft("latency", 8, 5)).assess(values(110, 9, 0));
    assertThat(assessment.terms().stream().mapToDouble(Term::contribution).sum())
        .isEqualTo(assessment.score());
    assertThat(assessment.sentence())
        .isEqualTo(
            "score 1.340 (the baseline's is 1, small is good): latency 9.000 over its soft limit of"
                + " 8.000: x 1.802, throughput 110.0, was 100.0: x 0.8264, latency 9.000, was 10.00:"
                + " x 0.9000");
  }

  @Test
  void rejectsWhatBreaksAHardLimitHoweverGood() {
    Assessment assessment =
        objective(Limit.hard("latency", 10), Limit.hard("throughput", 50))
            .assess(values(10_000, 10.01, 0));
    assertThat(assessment.isAccepted()).isFalse();
    assertThat(assessment.score()).isInfinite();
    assertThat(assessment.sentence())
        .isEqualTo("rejected: latency is 10.01 ms, above the limit of 10.0");
    assertThat(objective(Limit.hard("throughput", 50)).assess(values(49, 1, 0)).sentence())
        .contains("throughput is 49.0 GFLOP/s, below the limit of 50.0");
    assertThat(objective(Limit.hard("latency", 10)).assess(values(100, 10, 0)).isAccepted())
        .isTrue();
  }

  @Test
  void rejectsWhatWasNotMeasured() {
    assertThat(objective().assess(Map.of("throughput", 1e9, "latency", 0.1)).rejections())
        .containsExactly(new Rejection("determinism", null, "determinism was not measured"));
  }

  @Test
  void tellsASearchTheFactorOrWhyThereIsNone() {
    Objective objective = objective(Limit.hard("latency", 10));
    assertThat(objective.assess(values(100, 9, 0)).outcome(0.1, 3))
        .isEqualTo(new Outcome.Measured(0.9, 0.1, 3));
    assertThat(objective.assess(values(100, 11, 0)).outcome(0, 1))
        .isEqualTo(
            new Outcome.Failed(
                Outcome.Reason.LIMIT, "latency is 11.0 ms, above the limit of 10.0"));
    assertThat(objective.assess(Map.of("latency", 11.0, "determinism", 0.0)).outcome(0, 1))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.reason()).isEqualTo(Outcome.Reason.RUN));
  }

  @Test
  void hasAFactorThatASearchCanTakeHoweverBadACandidateIs() {
    Objective objective =
        new Objective(
            List.of(DETERMINISM),
            Map.of("determinism", 1.0),
            List.of(),
            Map.of("determinism", 0.0));
    assertThat(objective.assess(Map.of("determinism", 1e9)).factor()).isFinite();
    assertThat(objective.assess(Map.of("determinism", -1e9)).factor()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 0, -1})
  void neverLetsAValueThatIsNoneWin(double value) {
    Assessment assessment = objective().assess(values(100, value, 0));
    assertThat(assessment.isAccepted()).isFalse();
    assertThat(assessment.score()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThatThrownBy(() -> objective().vector(values(100, value, 0)))
        .hasMessageContaining("no point of a front");
  }

  @Test
  void penalisesByTheUnitWhereTheBoundHasNoRatio() {
    Metric memory = Metric.smaller("memory", "MiB");
    Objective objective =
        new Objective(
            List.of(memory),
            Map.of("memory", 1.0),
            List.of(Limit.soft("memory", 0, 0.5)),
            Map.of("memory", 4.0));
    assertThat(objective.assess(Map.of("memory", 4.0)).score()).isEqualTo(2.0);
  }

  @Test
  void turnsWeightedMetricsIntoAVectorToMinimise() {
    assertThat(objective().vector(values(110, 9, 3))).containsExactly(-110, 9);
  }

  @Test
  void refusesAnObjectiveThatContradictsItself() {
    assertThatThrownBy(
            () -> new Objective(List.of(LATENCY), Map.of(), List.of(), Map.of("latency", 1.0)))
        .hasMessageContaining("nothing is wanted");
    assertThatThrownBy(
            () ->
                new Objective(
                    List.of(LATENCY), Map.of("latency", 1.0), List.of(), Map.of("latency", 0.0)))
        .hasMessageContaining("wanted a baseline of latency");
    assertThatThrownBy(() -> objective(Limit.hard("energy", 3)))
        .hasMessageContaining("there is a limit for energy, which is none of the metrics");
  }
}

package dev.evolve.search.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Measured;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class FailuresTest {

  private static final Space SPACE =
      Searches.product(
          Searches.ordinal("threads", 8),
          Searches.ordinal("tile", 8),
          new Parameter.Categorical("mode", List.of("a", "b", "c")));

  private static Failures found(Predicate<Point> fails, Outcome.Reason reason) {
    return Failures.of(
        Searches.told(
                SPACE,
                120,
                2,
                point ->
                    fails.test(point)
                        ? new Outcome.Failed(reason, "too large")
                        : Measured.exactly(1 + point.place(0)))
            .history(),
        1);
  }

  @Test
  void findsTheValueThatFails() {
    Failures found = found(point -> point.place(2) == 1, Outcome.Reason.BUILD);

    assertThat(found.causes().getFirst().parameter()).isEqualTo("mode");
    assertThat(found.causes().getFirst().alone().estimate()).isGreaterThan(0.9);
    FailurePattern pattern = found.patterns().getFirst();
    assertThat(pattern.conditions()).containsExactly(new Condition("mode", "=", "b"));
    assertThat(pattern.failures()).isEqualTo(pattern.points()).isEqualTo(found.failed());
    assertThat(pattern.rate().low()).isGreaterThan(0.8);
    assertThat(found.patterns()).hasSize(1);
  }

  @Test
  void findsTwoBoundsThatFailTogether() {
    Failures found =
        found(point -> point.place(0) >= 4 && point.place(1) >= 5, Outcome.Reason.LIMIT);

    assertThat(found.patterns())
        .anySatisfy(
            pattern -> {
              assertThat(pattern.conditions())
                  .containsExactlyInAnyOrder(
                      new Condition("threads", ">=", "5"), new Condition("tile", ">=", "6"));
              assertThat(pattern.failures()).isEqualTo(pattern.points());
            });
  }

  @Test
  void findsNothingInFailuresByChance() {
    Failures found = found(point -> point.hashCode() * 0x9E3779B9 >>> 28 < 3, Outcome.Reason.RUN);

    assertThat(found.failed()).isBetween(10, 40);
    assertThat(found.patterns()).isEmpty();
  }

  @Test
  void doesNotBlameThePointForTheMachine() {
    Failures found = found(point -> point.place(2) == 1, Outcome.Reason.INFRASTRUCTURE);

    assertThat(found.failed()).isZero();
    assertThat(found.causes()).isEmpty();
    assertThat(found.patterns()).isEmpty();
  }

  @Test
  void boundsARateByWilson() {
    Interval rate = FailurePatterns.wilson(0, 10);

    assertThat(rate.low()).isZero();
    assertThat(rate.high()).isCloseTo(0.2775, within(0.0005));
    assertThat(FailurePatterns.wilson(5, 10).low()).isCloseTo(0.2366, within(0.0005));
  }
}

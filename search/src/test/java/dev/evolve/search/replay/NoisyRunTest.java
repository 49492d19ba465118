package dev.evolve.search.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.noise.RacingPolicy;
import dev.evolve.search.strategy.Strategies;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NoisyRunTest {

  private final MeasuredSpace space = SmallSpace.make();

  private int row(String x, String y) {
    return space.rowOf(space.space().point(Map.of("x", x, "y", y)));
  }

  private NoisyRun run(int incumbent, double budget, long seed) {
    return NoisyRun.of(
        space, Strategies.create("random"), RacingPolicy.DEFAULT, incumbent, budget, seed);
  }

  @Test
  void namesTheBestOfWhatItVisited() {
    NoisyRun run = run(row("0", "0"), 1e9, 1);

    assertThat(run.visited()).isEqualTo(space.size());
    assertThat(run.loss()).isZero();
    assertThat(run.isImproved()).isTrue();
    assertThat(run.isFalse()).isFalse();
    assertThat(run.seconds()).isGreaterThan(run.confirmSeconds());
  }

  @Test
  void claimsNothingOverTheOptimum() {
    NoisyRun run = run(row("12", "4"), 1e9, 2);

    assertThat(run.isImproved()).isFalse();
    assertThat(run.loss()).isZero();
  }

  @Test
  void stopsSearchingAtTheBudgetAndIsTheSameForTheSameSeed() {
    NoisyRun run = run(row("0", "0"), 15, 3);

    assertThat(run.visited()).isBetween(2, 60);
    assertThat(run.seconds() - run.confirmSeconds()).isBetween(15.0, 25.0);
    assertThat(run(row("0", "0"), 15, 3)).isEqualTo(run);
  }
}

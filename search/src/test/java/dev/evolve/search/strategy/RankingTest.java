package dev.evolve.search.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import org.junit.jupiter.api.Test;

class RankingTest {

  private static Trial trial(Outcome outcome) {
    return new Trial(Point.of(0), outcome, Cost.NONE, "test");
  }

  @Test
  void countsWhatIsSmallerAmongMoreValuesThanItHadRoomFor() {
    Ranking ranking = new Ranking();
    for (int i = 0; i < 200; i++) {
      ranking.add(trial(Outcome.Measured.exactly(i * 37 % 200)));
    }
    ranking.add(trial(new Outcome.Failed(Outcome.Reason.RUN, "no")));
    assertThat(ranking.size()).isEqualTo(200);
    assertThat(ranking.smaller(-1)).isZero();
    assertThat(ranking.smaller(50)).isEqualTo(50);
    assertThat(ranking.smaller(50.5)).isEqualTo(51);
    assertThat(ranking.notLarger(50)).isEqualTo(51);
    assertThat(ranking.quantile(150)).isEqualTo(0.75);
    assertThat(ranking.quantile(1_000)).isEqualTo(1);
  }

  @Test
  void aValueStandsNowhereWhileThereAreNone() {
    assertThat(new Ranking().quantile(3)).isZero();
  }
}

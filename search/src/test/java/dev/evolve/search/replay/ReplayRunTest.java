package dev.evolve.search.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.Search;
import dev.evolve.search.replay.ReplayRun.Limit;
import dev.evolve.search.strategy.Strategies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplayRunTest {

  private static final String STRATEGY = "random";
  private final MeasuredSpace space = SmallSpace.make();
  private final AtomicLong clock = new AtomicLong();

  private ReplayRun run(Limit limit, long seed) {
    return ReplayRun.of(space, Strategies.create(STRATEGY), seed, limit, () -> clock.addAndGet(10));
  }

  @Test
  void paysWhatWasRecordedAndFinishesTheEvaluationInWhichTheBudgetEnds() {
    ReplayRun run = run(Limit.ofSeconds(20), 1);

    double paid = 0;
    for (int i = 0; i < run.evaluations(); i++) {
      assertThat(paid).isLessThan(20);
      paid += space.seconds(run.rows()[i]);
      assertThat(run.seconds()[i]).isEqualTo(paid);
    }
    assertThat(paid).isGreaterThanOrEqualTo(20);
  }

  @Test
  void keepsTheBestOfWhatRan() {
    ReplayRun run = run(Limit.ofEvaluations(60), 2);

    double best = Double.NaN;
    for (int i = 0; i < run.evaluations(); i++) {
      double value = space.value(run.rows()[i]);
      best = Double.isNaN(best) ? value : Double.isNaN(value) ? best : Math.min(best, value);
      assertThat(Double.compare(run.best()[i], best)).isZero();
    }
    assertThat(run.evaluations()).isEqualTo(60);
  }

  @Test
  void endsWhenNothingIsLeft() {
    ReplayRun run = run(Limit.ofEvaluations(1000), 3);

    assertThat(run.evaluations()).isEqualTo(space.size());
    assertThat(run.paidTwice()).isZero();
    assertThat(run.best()[space.size() - 1]).isEqualTo(new Scorer(space).optimum());
  }

  @Test
  void givesTheSameTraceForTheSameSeedOnly() {
    assertThat(run(Limit.ofEvaluations(50), 4).rows())
        .isEqualTo(run(Limit.ofEvaluations(50), 4).rows())
        .isNotEqualTo(run(Limit.ofEvaluations(50), 5).rows());
  }

  @Test
  void goesOnFromAJournalAsIfItHadNeverStopped() {
    ReplayRun whole = run(Limit.ofEvaluations(40), 6);

    for (int stop = 0; stop <= 40; stop += 13) {
      ReplayRun part = run(Limit.ofEvaluations(stop), 6);
      Search search = Search.resume(space.space(), Strategies.create(STRATEGY), 6, part.journal());
      ReplayRun resumed =
          ReplayRun.resume(space, search, Limit.ofEvaluations(40), () -> clock.addAndGet(10));

      assertThat(resumed.rows()).isEqualTo(whole.rows());
      assertThat(resumed.seconds()).isEqualTo(whole.seconds());
      assertThat(resumed.best()).isEqualTo(whole.best());
    }
  }

  @Test
  void measuresOnlyTheSearchesOwnTime() {
    ReplayRun run = run(Limit.ofEvaluations(50), 7);

    assertThat(run.askNanos()).isEqualTo(500);
    assertThat(run.tellNanos()).isEqualTo(500);
    assertThat(run.ownNanos()).isEqualTo(20);
  }

  @Test
  void countsEvaluationsToAValueAndNeverReachesWhatIsNotThere() {
    ReplayRun run = run(Limit.ofEvaluations(1000), 8);
    double optimum = new Scorer(space).optimum();
    double evaluations = run.evaluationsTo(optimum);
    int index = (int) evaluations - 1;

    assertThat(run.best()[index]).isEqualTo(optimum);
    assertThat(index == 0 || run.best()[index - 1] > optimum).isTrue();
    assertThat(run.evaluationsTo(optimum - 0.1)).isInfinite();
    assertThat(run.hasReached(optimum, run.seconds()[index])).isTrue();
    assertThat(run.hasReached(optimum, run.seconds()[index] - 0.1)).isFalse();
    assertThat(run.hasReached(optimum - 0.1, 1e9)).isFalse();
  }

  @Test
  void bringsTheRunsOfSeveralSpacesToOneTable() {
    Scorer scorer = new Scorer(space);
    ReplayTable.Row good = row("good", scorer, Limit.ofEvaluations(space.size()));
    ReplayTable.Row poor = row("poor", scorer, Limit.ofEvaluations(2));
    ReplayTable table = new ReplayTable(List.of(good, poor));

    assertThat(poor.score()).isLessThan(good.score());
    assertThat(table.worst().space()).isEqualTo("poor");
    ReplayTable.Estimate score = table.score(1);
    assertThat(score.value()).isEqualTo((good.score() + poor.score()) / 2);
    assertThat(score.low()).isLessThan(score.value());
    assertThat(score.high()).isGreaterThan(score.value());
    assertThat(table.score(1)).isEqualTo(score);
    assertThat(poor.evaluationsToNear()).isInfinite();
    assertThat(good.evaluationsToNear()).isFinite();
    assertThat(good.found()).isLessThanOrEqualTo(1);
    assertThat(table.reached(1).value()).isEqualTo((good.reached() + poor.reached()) / 2);
  }

  private ReplayTable.Row row(String name, Scorer scorer, Limit limit) {
    List<ScoredRun> runs =
        IntStream.range(0, 20)
            .mapToObj(seed -> ScoredRun.of(scorer, run(limit, 100 + seed)))
            .toList();
    return new ReplayTable.Row(name, scorer, runs);
  }

  @Test
  void scoresARunThatKnowsTheOptimumAtOneAndOneThatFindsNothingBelowRandom() {
    Scorer scorer = new Scorer(space);
    int[] atOnce = scorer.ranks(new double[] {0.1}, new double[] {scorer.optimum()});
    int[] nothing = scorer.ranks(new double[] {0.1}, new double[] {Double.NaN});
    List<int[]> both = new ArrayList<>(Arrays.asList(atOnce, nothing));

    assertThat(scorer.score(List.of(atOnce))).isEqualTo(1);
    assertThat(scorer.score(List.of(nothing))).isNegative();
    assertThat(scorer.score(both)).isLessThan(1);
  }
}

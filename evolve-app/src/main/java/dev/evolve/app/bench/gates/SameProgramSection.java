package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.gates.rivals.RankTestRule;
import dev.evolve.app.bench.gates.rivals.TwoSampleRule;
import dev.evolve.app.bench.gates.rivals.TwoSampleRule.Answer;
import dev.evolve.gates.statistics.Holm;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** One program against itself, interleaved: whatever is found is a false alarm. */
final class SameProgramSection implements GatesSection {

  private static final int SUITE = 30;
  private static final double EACH = 0.0015;
  private static final double NOISY = 0.01;
  private static final double IN_A_SUITE = 0.01;

  @Override
  public String title() {
    return "A/A: false regressions and false wins of one program against itself";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    List<BenchResult> rows = new ArrayList<>();
    for (Layouts layout : Layouts.recorded(data)) {
      rows.addAll(rows(setting, data, layout, EACH));
    }
    rows.addAll(rows(setting, data, Layouts.noisy(), NOISY));
    return rows;
  }

  private static List<BenchResult> rows(
      BenchSetting setting, GatesData data, Layouts layout, double goal) {
    List<PairDraw> draws = layout.draws(data);
    String name = "A/A, " + layout.name();
    TwoSampleRule rank = new RankTestRule();
    List<BenchResult> rows = new ArrayList<>();
    double rival = share(draws, draw -> says(rank, draw, Answer.REGRESSED)).value();
    rows.add(
        setting.against(
            share(draws, OurRule::regressed).atMost(setting, name + ": false regression", goal),
            rank.name(),
            100 * rival));
    rows.add(
        share(draws, OurRule::gained).atMost(setting, name + ": false win of 10 % or more", 0));
    rows.add(
        setting.against(
            suites(draws, data).atMost(setting, name + ": any in a suite of 30", IN_A_SUITE),
            rank.name() + ", uncorrected",
            100 * (1 - Math.pow(1 - rival, SUITE))));
    rows.add(share(draws, OurRule::notWorse).row(setting, name + ": shown to be no worse"));
    for (TwoSampleRule rule : TwoSampleRule.all()) {
      rows.add(
          share(draws, draw -> rule.judge(draw.baseline(), draw.candidate()) != Answer.SAME)
              .row(setting, name + ": other than the same, by " + rule.name()));
    }
    return rows;
  }

  /** Suites of different comparisons, corrected after Holm. */
  private static Share suites(List<PairDraw> draws, GatesData data) {
    double[] doubts = draws.stream().mapToDouble(OurRule::doubt).toArray();
    SplittableRandom random = new SplittableRandom(GatesData.SEED);
    int alarms = 0;
    for (int suite = 0; suite < data.pairs(); suite++) {
      double[] drawn = new double[SUITE];
      for (int i = 0; i < SUITE; i++) {
        drawn[i] = doubts[random.nextInt(doubts.length)];
      }
      double smallest = 1;
      for (double p : Holm.adjusted(drawn)) {
        smallest = Math.min(smallest, p);
      }
      alarms += smallest <= OurRule.ALPHA ? 1 : 0;
    }
    return new Share(alarms, data.pairs());
  }

  static boolean says(TwoSampleRule rule, PairDraw draw, Answer answer) {
    return rule.judge(draw.baseline(), draw.candidate()) == answer;
  }

  static Share share(List<PairDraw> draws, Predicate<PairDraw> hit) {
    return new Share((int) draws.parallelStream().filter(hit).count(), draws.size());
  }
}

package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.gates.rivals.SoakRule;
import dev.evolve.gates.statistics.trend.Leak;
import dev.evolve.gates.statistics.trend.LeakRate;
import dev.evolve.gates.statistics.trend.LeakRule;
import dev.evolve.gates.statistics.trend.SoakCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Leaks in soaks of 8 h: how often one is seen where there is none, and how often one is found. By
 * itself, beside a baseline soak on the same work, beside one that shares nothing, and, where the
 * recorded series are there, on the memory of cluster machines whose work varies.
 */
final class SoakSection implements GatesSection {

  /** The limit that a pack has by default, in percent per hour. */
  private static final double LIMIT = 0.1;

  private static final double[] LEAKS = {0, 0.25, 0.5};
  private static final String[] GOALS = {"at most 0.02", "at least 0.80", "at least 0.99"};
  private static final double[] WANTED = {0.02, 0.80, 0.99};
  private static final String FILE = "leaks/memory-series.csv.gz";
  private static final LeakRule RULE = LeakRule.DEFAULT;

  @Override
  public String title() {
    return "soak";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    List<BenchResult> rows = new ArrayList<>();
    List<Arms> single = new ArrayList<>();
    List<Arms> same = new ArrayList<>();
    List<Arms> apart = new ArrayList<>();
    SoakDraws draws = new SoakDraws(GatesData.SEED);
    for (int i = 0; i < data.pairs(); i++) {
      SoakDraws.Process process = draws.process();
      double[] baseline = draws.run(process);
      double[] candidate = draws.run(process);
      single.add(new Arms(candidate, candidate));
      same.add(new Arms(baseline, candidate));
      apart.add(new Arms(draws.run(draws.process()), candidate));
    }
    rows.addAll(rows(setting, "one soak", single, SoakSection::alone, 3, true));
    rows.addAll(rows(setting, "beside a baseline soak", same, SoakSection::paired, 3, false));
    rows.add(detectable(setting, same));
    rows.addAll(rows(setting, "beside a soak of other work", apart, SoakSection::paired, 0, false));
    if (data.has(FILE)) {
      List<Arms> machines = new ClusterMemory(data.lines(FILE)).pairs(draws, data.pairs());
      rows.addAll(
          rows(setting, "work of cluster machines", machines, SoakSection::paired, 1, true));
    }
    return rows;
  }

  private static LeakRate alone(Arms arms, double leak) {
    return Leak.of(SoakDraws.curve(arms.candidate, leak), RULE).per(SoakDraws.HOURS);
  }

  private static LeakRate paired(Arms arms, double leak) {
    SoakCurve baseline = SoakDraws.curve(arms.baseline, 0);
    return Leak.of(baseline, SoakDraws.curve(arms.candidate, leak), RULE).per(SoakDraws.HOURS);
  }

  private static List<BenchResult> rows(
      BenchSetting setting,
      String what,
      List<Arms> arms,
      Estimate estimate,
      int goals,
      boolean beside) {
    List<BenchResult> rows = new ArrayList<>();
    for (int i = 0; i < LEAKS.length; i++) {
      double leak = LEAKS[i];
      int found = count(arms, it -> estimate.of(it, leak).isAbove(LIMIT));
      double share = found / (double) arms.size();
      String metric = "soak, " + what + ", called a leak at " + leak + " %/h";
      BenchResult row =
          row(
              setting,
              metric,
              found,
              arms.size(),
              i < goals ? GOALS[i] : "",
              i < goals ? (i == 0 ? share <= WANTED[i] : share >= WANTED[i]) : null);
      rows.add(row);
      rows.addAll(beside ? rivals(setting, row, arms, leak) : List.of());
    }
    return rows;
  }

  private static List<BenchResult> rivals(
      BenchSetting setting, BenchResult row, List<Arms> arms, double leak) {
    List<BenchResult> rows = new ArrayList<>();
    for (SoakRule rule : SoakRule.ALL) {
      int found =
          count(arms, it -> rule.isLeak().test(SoakDraws.curve(it.candidate, leak).memory()));
      rows.add(setting.against(row, rule.name(), found / (double) arms.size()));
    }
    return rows;
  }

  /** The minimum detectable leak, stated for each soak, is put into that soak: is it found? */
  private static BenchResult detectable(BenchSetting setting, List<Arms> arms) {
    int found =
        count(
            arms,
            it -> {
              double stated = LIMIT + paired(it, 0).detectable();
              return paired(it, stated).isAbove(LIMIT);
            });
    return row(
        setting,
        "soak, beside a baseline soak, leaks of the stated minimum detectable rate that are found",
        found,
        arms.size(),
        "0.80",
        null);
  }

  private static int count(List<Arms> arms, Predicate<Arms> isLeak) {
    return (int) arms.parallelStream().filter(isLeak).count();
  }

  private static BenchResult row(
      BenchSetting setting,
      String metric,
      int found,
      int count,
      String goal,
      @Nullable Boolean met) {
    Rate rate = Rate.share(found, count);
    return setting.result(
        GatesBench.NAME, metric, rate.value(), rate.low(), rate.high(), "", goal, met, count);
  }

  /** Two runs, in MB; {@code baseline} is of no account where one soak is judged by itself. */
  record Arms(double[] baseline, double[] candidate) {}

  /** How a rule estimates the leak of a candidate with some percent per hour added. */
  private interface Estimate {
    LeakRate of(Arms arms, double leak);
  }
}

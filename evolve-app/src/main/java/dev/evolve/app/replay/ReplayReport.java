package dev.evolve.app.replay;

import dev.evolve.search.replay.ReplayTable;
import dev.evolve.search.replay.ReplayTable.Estimate;
import dev.evolve.search.replay.ReplayTable.Row;
import dev.evolve.search.replay.ScoredRun;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints what a replay came to. */
public final class ReplayReport {

  private static final int LINE = 24;
  private static final int WIDTH = 64;
  private static final int HEIGHT = 12;
  private static final int CURVE = 50;
  private static final long BOOTSTRAP = 20261130;

  private final PrintStream out;

  /** A report to a stream. */
  public ReplayReport(PrintStream out) {
    this.out = out;
  }

  /** The heading of the rows. */
  public void heading(String strategy, int runs, long seed) {
    out.printf(
        Locale.ROOT,
        "%s, %d runs a space from seed %d. Score: 0 is random search, 1 is the optimum at once.%n",
        strategy,
        runs,
        seed);
    out.printf(
        Locale.ROOT,
        "%-34s %7s %8s %7s %7s %9s %8s  %s%n",
        "space",
        "score",
        "reached",
        "found",
        "to 2 %",
        "evals",
        "own µs",
        "score over time");
  }

  /** One row. */
  public void row(Row row) {
    out.printf(
        Locale.ROOT,
        "%-34s %7.3f %7.0f%% %6.0f%% %7s %9.0f %8.1f  %s%n",
        row.space(),
        row.score(),
        100 * row.reached(),
        100 * row.found(),
        count(row.evaluationsToNear()),
        row.evaluations(),
        row.ownNanos() / 1000,
        Picture.line(row.scorer().performance(ranks(row)), LINE));
  }

  private static List<int[]> ranks(Row row) {
    return row.runs().stream().map(ScoredRun::ranks).toList();
  }

  private static String count(double value) {
    return Double.isInfinite(value) ? "never" : String.format(Locale.ROOT, "%.0f", value);
  }

  /** The best so far of a space over its time, beside random search. */
  public void picture(Row row) {
    double[] times = row.scorer().times();
    out.printf(
        Locale.ROOT,
        "%nbest so far, ms: █ this strategy, · random search; optimum %.4g%n%s%n%11s %-32s%32s%n",
        row.scorer().optimum(),
        Picture.plot(
            row.scorer().bestSoFar(ranks(row)), row.scorer().randomSearch(), WIDTH, HEIGHT),
        "",
        String.format(Locale.ROOT, "%.0f s", times[0]),
        String.format(Locale.ROOT, "%.0f s paid", times[times.length - 1]));
  }

  /** The end of the table. */
  public void total(String strategy, ReplayTable table) {
    Estimate score = table.score(BOOTSTRAP);
    Row worst = table.worst();
    out.printf(
        Locale.ROOT,
        "%s: mean score %.3f [%.3f, %.3f], worst %.3f on %s, reached the 95 %% target in %.1f %%, "
            + "found the optimum in %.1f %% of runs%n",
        strategy,
        score.value(),
        score.low(),
        score.high(),
        worst.score(),
        worst.space(),
        100 * table.mean(Row::reached),
        100 * table.mean(Row::found));
  }

  /** Everything of a strategy's table as a JSON value. */
  public static Map<String, Object> json(String strategy, int runs, long seed, ReplayTable table) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("strategy", strategy);
    json.put("runs", runs);
    json.put("seed", seed);
    json.put("score", table.score(BOOTSTRAP));
    json.put("reached", table.reached(BOOTSTRAP));
    json.put("found", table.mean(Row::found));
    json.put("spaces", table.rows().stream().map(ReplayReport::json).toList());
    return json;
  }

  private static Map<String, Object> json(Row row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("space", row.space());
    json.put("score", row.score());
    json.put("reached", row.reached());
    json.put("found", row.found());
    json.put("evaluationsToTwoPercent", finite(row.evaluationsToNear()));
    json.put("finalRatio", finite(row.finalRatio()));
    json.put("evaluations", row.evaluations());
    json.put("ownMicros", row.ownNanos() / 1000);
    json.put("budgetSeconds", row.scorer().budgetSeconds());
    json.put("curve", curve(row.scorer().performance(ranks(row))));
    return json;
  }

  /** JSON has no infinity; what never came is absent. */
  private static @Nullable Double finite(double value) {
    return Double.isInfinite(value) ? null : value;
  }

  private static List<Double> curve(double[] performance) {
    List<Double> points = new ArrayList<>();
    for (int i = 0; i < CURVE; i++) {
      points.add(performance[i * (performance.length - 1) / (CURVE - 1)]);
    }
    return points;
  }
}

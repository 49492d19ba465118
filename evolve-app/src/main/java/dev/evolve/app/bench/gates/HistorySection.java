package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.gates.GoHistories.History;
import dev.evolve.app.bench.gates.WatchedHistory.Watched;
import dev.evolve.app.bench.gates.rivals.HistoryAlert;
import dev.evolve.app.bench.gates.rivals.HistoryRule;
import dev.evolve.app.bench.gates.rivals.OtavaRule;
import dev.evolve.app.bench.gates.rivals.PerfherderRule;
import dev.evolve.app.bench.gates.rivals.ValueRule;
import dev.evolve.gates.statistics.change.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Histories of one unchanged program: how often a rule cries wolf, and how soon it finds a step
 * that was put in thirty commits before the end. Alerts count from the thirtieth commit on. A step
 * is found within three commits if by then an alert blames a commit at most three away from it.
 */
final class HistorySection implements GatesSection {

  private static final int SERIES = 60;
  private static final int DRAWS = 5;
  private static final int FROM = 30;
  private static final int BEFORE_END = 30;
  private static final int SOON = 3;
  private static final int LATE = 11;
  private static final List<Double> STEPS = List.of(0.05, 0.10, 0.15);
  private static final double FALSE_ALERTS = 0.1;
  private static final double FOUND = 0.9;

  private final int series;
  private final List<HistoryRule> rules;

  HistorySection() {
    this(SERIES, rivals());
  }

  HistorySection(int series, List<HistoryRule> rules) {
    this.series = series;
    this.rules = List.copyOf(rules);
  }

  @Override
  public String title() {
    return "history";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    List<History> histories = new ArrayList<>();
    for (int draw = 0; draw < (setting.quick() ? 1 : DRAWS); draw++) {
      histories.addAll(GoHistories.draw(data, series, GatesData.SEED + draw));
    }
    List<Scores> rivals =
        rules.parallelStream().map(rule -> Scores.of(rule.name(), histories, rival(rule))).toList();
    List<BenchResult> rows = new ArrayList<>(ours(setting, histories, rivals));
    rivals.forEach(rival -> rows.addAll(rows(setting, rival)));
    return rows;
  }

  private static List<HistoryRule> rivals() {
    List<HistoryRule> rules = new ArrayList<>(ValueRule.all());
    rules.add(new PerfherderRule());
    rules.add(new OtavaRule());
    return rules;
  }

  private static Judge rival(HistoryRule rule) {
    return (history, number, from, step) ->
        rule.alerts(GoHistories.withStep(history.commits(), from, step), FROM);
  }

  private static List<BenchResult> ours(
      BenchSetting setting, List<History> histories, List<Scores> rivals) {
    List<Watched> calm = new ArrayList<>();
    Scores ours =
        Scores.of(
            "ours",
            histories,
            (history, number, from, step) -> {
              Watched watched = WatchedHistory.watch(history, from, step, GatesData.SEED + number);
              if (step == 0) {
                calm.add(watched);
              }
              return alerts(watched, step > 0);
            });
    printLate(ours);
    Scores otava = rivals.getLast();
    List<BenchResult> rows = new ArrayList<>();
    rows.add(
        setting.against(
            falseAlerts(setting, ours, true), otava.name(), otava.falseAlerts().value()));
    for (double step : STEPS) {
      BenchResult found = found(setting, ours, step, step == STEPS.getFirst());
      rows.add(setting.against(found, otava.name(), otava.soon(step).value()));
    }
    int commits = histories.stream().mapToInt(history -> history.commits().length).sum();
    rows.add(per100(setting, "suspects raised", "suspects", calm, Watched::suspects, commits));
    rows.add(per100(setting, "runs spent on confirmations", "runs", calm, Watched::runs, commits));
    return rows;
  }

  private static List<HistoryAlert> alerts(Watched watched, boolean onlyUp) {
    return watched.alerts().stream()
        .filter(alert -> !onlyUp || alert.direction() == Direction.UP)
        .map(alert -> new HistoryAlert((int) alert.onset(), (int) alert.at()))
        .toList();
  }

  private static void printLate(Scores scores) {
    System.out.printf(
        Locale.ROOT,
        "  |   %-44s found within %d commits: %s%n",
        scores.name(),
        LATE,
        STEPS.stream()
            .map(
                step ->
                    String.format(
                        Locale.ROOT, "%.2f at %.0f %%", scores.late(step).value(), 100 * step))
            .toList());
  }

  private static List<BenchResult> rows(BenchSetting setting, Scores rival) {
    printLate(rival);
    List<BenchResult> rows = new ArrayList<>();
    rows.add(falseAlerts(setting, rival, false));
    STEPS.forEach(step -> rows.add(found(setting, rival, step, false)));
    return rows;
  }

  private static BenchResult falseAlerts(BenchSetting setting, Scores scores, boolean hasGoal) {
    Rate rate = scores.falseAlerts();
    return setting.result(
        GatesBench.NAME,
        "history: false alerts per 100 commits and series, " + scores.name(),
        rate.value(),
        rate.low(),
        rate.high(),
        "alerts",
        hasGoal ? "at most 0.1" : "",
        hasGoal ? rate.value() <= FALSE_ALERTS : null,
        scores.series());
  }

  private static BenchResult found(
      BenchSetting setting, Scores scores, double step, boolean hasGoal) {
    Rate rate = scores.soon(step);
    return setting.result(
        GatesBench.NAME,
        String.format(
            Locale.ROOT,
            "history: %.0f %% steps found within 3 commits, %s",
            100 * step,
            scores.name()),
        rate.value(),
        rate.low(),
        rate.high(),
        "share",
        hasGoal ? "at least 0.9" : "",
        hasGoal ? rate.value() >= FOUND : null,
        scores.series());
  }

  private static BenchResult per100(
      BenchSetting setting,
      String what,
      String unit,
      List<Watched> watched,
      ToIntFunction<Watched> count,
      int commits) {
    Rate rate = Rate.perHundred(watched.stream().mapToInt(count).sum(), commits);
    return setting.result(
        GatesBench.NAME,
        "history: " + what + " per 100 commits and series, ours",
        rate.value(),
        rate.low(),
        rate.high(),
        unit,
        "",
        null,
        watched.size());
  }

  /** Alerts of a rule on a history with a step from a commit on. */
  @FunctionalInterface
  private interface Judge {
    List<HistoryAlert> alerts(History history, int number, int from, double step);
  }

  /** The alerts of a rule: without a step, and by step. */
  private record Scores(
      String name, int series, Rate falseAlerts, List<Rate> soon, List<Rate> late) {

    static Scores of(String name, List<History> histories, Judge judge) {
      int alerts = 0;
      int commits = 0;
      int[] soon = new int[STEPS.size()];
      int[] late = new int[STEPS.size()];
      for (int i = 0; i < histories.size(); i++) {
        History history = histories.get(i);
        int length = history.commits().length;
        int from = length - BEFORE_END;
        alerts +=
            (int) judge.alerts(history, i, from, 0).stream().filter(a -> a.seen() >= FROM).count();
        commits += length - FROM;
        for (int step = 0; step < soon.length; step++) {
          List<HistoryAlert> found = judge.alerts(history, i, from, STEPS.get(step));
          soon[step] += isFound(found, from, SOON) ? 1 : 0;
          late[step] += isFound(found, from, LATE) ? 1 : 0;
        }
      }
      return new Scores(
          name,
          histories.size(),
          Rate.perHundred(alerts, commits),
          IntStream.of(soon).mapToObj(n -> Rate.share(n, histories.size())).toList(),
          IntStream.of(late).mapToObj(n -> Rate.share(n, histories.size())).toList());
    }

    private static boolean isFound(List<HistoryAlert> alerts, int step, int within) {
      return alerts.stream()
          .anyMatch(
              alert ->
                  alert.seen() >= step
                      && alert.seen() <= step + within
                      && Math.abs(alert.index() - step) <= Math.max(SOON, within));
    }

    Rate soon(double step) {
      return soon.get(STEPS.indexOf(step));
    }

    Rate late(double step) {
      return late.get(STEPS.indexOf(step));
    }
  }
}

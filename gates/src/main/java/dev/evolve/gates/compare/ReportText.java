package dev.evolve.gates.compare;

import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A comparison's report for a terminal. */
public final class ReportText {

  private static final int WIDEST_NAME = 48;
  private static final int MOST_NOTES = 12;

  private ReportText() {}

  /** The report in lines of text. */
  public static String of(GateReport report) {
    StringBuilder text = new StringBuilder();
    if (!report.metrics().isEmpty()) {
      table(report, text);
      text.append('\n');
    }
    report.layout().forEach(problem -> problem(problem, text));
    report.claims().forEach(claim -> text.append("taken on trust: ").append(claim).append('\n'));
    report.notes().stream()
        .limit(MOST_NOTES)
        .forEach(note -> text.append("note: ").append(note).append('\n'));
    if (report.notes().size() > MOST_NOTES) {
      text.append(
          "note: and %d more; --json has them%n".formatted(report.notes().size() - MOST_NOTES));
    }
    if (!report.order().isEmpty()) {
      text.append("order: ").append(report.order()).append('\n');
    }
    return text.append("%s: %s%n".formatted(report.verdict(), report.summary())).toString();
  }

  private static void table(GateReport report, StringBuilder text) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "benchmark",
            "baseline",
            "candidate",
            "worse by",
            "interval",
            "floor",
            "pairs",
            "verdict"));
    report.metrics().forEach(metric -> rows.add(row(metric)));
    int[] widths = new int[rows.getFirst().size()];
    rows.forEach(
        row -> {
          for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], row.get(i).length());
          }
        });
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String pad = " ".repeat(widths[i] - row.get(i).length());
        boolean isLeft = i == 0 || i == widths.length - 1;
        line.append(isLeft ? row.get(i) + pad : pad + row.get(i)).append("  ");
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    report.metrics().stream()
        .filter(metric -> metric.verdict() != Verdict.PASS)
        .forEach(
            metric -> text.append("%s: %s%n".formatted(shortened(metric.name()), metric.todo())));
  }

  private static List<String> row(ComparedMetric metric) {
    return List.of(
        shortened(metric.name()),
        Quantities.shown(metric.baseline(), metric.unit()),
        Quantities.shown(metric.candidate(), metric.unit()),
        Shares.signed(metric.worse()),
        Shares.interval(metric.low(), metric.high()),
        Shares.plain(metric.floor()),
        String.valueOf(metric.pairs()),
        metric.verdict().name().toLowerCase(Locale.ROOT));
  }

  private static String shortened(String name) {
    return name.length() <= WIDEST_NAME
        ? name
        : "…" + name.substring(name.length() - WIDEST_NAME + 1);
  }

  private static void problem(Evidence problem, StringBuilder text) {
    text.append(
        "%s: found %s, wanted %s%n    %s%n"
            .formatted(problem.name(), problem.observed(), problem.limit(), problem.detail()));
  }
}

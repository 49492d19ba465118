package dev.evolve.gates.compare;

import dev.evolve.verdict.Verdict;

/** A comparison's report in Markdown, for the comment on a pull request. */
public final class ReportMarkdown {

  private ReportMarkdown() {}

  /** The report as GitHub's and GitLab's Markdown. */
  public static String of(GateReport report) {
    StringBuilder text = new StringBuilder();
    text.append(
        "### Performance gate: %s %s%n%n".formatted(sign(report.verdict()), report.verdict()));
    text.append(escaped(report.summary())).append(".\n\n");
    if (!report.metrics().isEmpty()) {
      table(report, text);
    }
    report
        .layout()
        .forEach(
            problem ->
                text.append(
                    "- **%s**: found %s, wanted %s: %s%n"
                        .formatted(
                            escaped(problem.name()),
                            escaped(problem.observed()),
                            escaped(problem.limit()),
                            escaped(problem.detail()))));
    text.append(
        "%nOne-sided confidence %s, corrected over %d comparisons."
            .formatted(Shares.plain(report.confidence()), Math.max(1, report.metrics().size())));
    if (!report.order().isEmpty()) {
      text.append(" Order of the runs: `").append(report.order()).append("`.");
    }
    report.claims().forEach(claim -> text.append(" Taken on trust: ").append(claim).append('.'));
    text.append('\n');
    notes(report, text);
    return text.toString();
  }

  private static void table(GateReport report, StringBuilder text) {
    text.append(
        "| | benchmark | baseline | candidate | worse by | interval | floor | pairs | what to do |\n");
    text.append("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n");
    for (ComparedMetric metric : report.metrics()) {
      text.append(
          "| %s %s | %s | %s | %s | %s | %s | %s | %d | %s |%n"
              .formatted(
                  sign(metric.verdict()),
                  metric.verdict(),
                  escaped(metric.name()),
                  escaped(Quantities.shown(metric.baseline(), metric.unit())),
                  escaped(Quantities.shown(metric.candidate(), metric.unit())),
                  Shares.signed(metric.worse()),
                  Shares.interval(metric.low(), metric.high()),
                  Shares.plain(metric.floor()),
                  metric.pairs(),
                  escaped(metric.todo())));
    }
    text.append('\n');
  }

  private static void notes(GateReport report, StringBuilder text) {
    if (report.notes().isEmpty()) {
      return;
    }
    text.append("\n<details><summary>Notes</summary>\n\n");
    report.notes().forEach(note -> text.append("- ").append(escaped(note)).append('\n'));
    text.append("\n</details>\n");
  }

  private static String sign(Verdict verdict) {
    return switch (verdict) {
      case PASS -> "✅";
      case FAIL -> "❌";
      case INCONCLUSIVE -> "❔";
      case INVALID -> "⛔";
    };
  }

  /** Names come from files of others: none of their characters may mean anything here. */
  static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    for (char c : text.toCharArray()) {
      switch (c) {
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '&' -> safe.append("&amp;");
        case '@' -> safe.append("&#64;");
        case '\n', '\r' -> safe.append(' ');
        case '|', '*', '_', '`', '[', ']', '#', '\\', '~', '!' -> safe.append('\\').append(c);
        default -> safe.append(c);
      }
    }
    return safe.toString();
  }
}

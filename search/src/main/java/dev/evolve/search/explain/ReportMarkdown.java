package dev.evolve.search.explain;

import java.util.List;
import java.util.stream.Collectors;

/** Writes a report as Markdown. */
final class ReportMarkdown {

  private ReportMarkdown() {}

  static String of(SearchReport report) {
    StringBuilder text = new StringBuilder("## " + Markup.markdown(report.title()) + "\n\n");
    report
        .findings()
        .forEach(finding -> text.append("- ").append(Markup.markdown(finding)).append('\n'));
    for (ReportTable table : ReportTable.of(report)) {
      text.append("\n### ").append(table.title()).append("\n\n");
      text.append(Markup.markdown(table.explanation())).append("\n\n");
      text.append(row(table.header()));
      text.append("|").append(" --- |".repeat(table.header().size())).append('\n');
      table.rows().forEach(row -> text.append(row(row)));
    }
    return text.toString();
  }

  private static String row(List<String> cells) {
    return cells.stream().map(Markup::markdown).collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}

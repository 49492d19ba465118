package dev.evolve.search.explain;

import java.util.List;

/** Writes a report for a terminal: sentences, the curve in characters, tables in columns. */
final class ReportText {

  private static final int WIDEST = 40;

  private ReportText() {}

  static String of(SearchReport report, int width) {
    StringBuilder text = new StringBuilder(report.title()).append("\n\n");
    report.findings().forEach(finding -> text.append(wrapped("- " + finding, width)));
    text.append('\n').append(report.curve().text(width));
    for (ReportTable table : ReportTable.of(report)) {
      text.append('\n').append(table.title()).append('\n');
      text.append(wrapped(table.explanation(), width));
      int[] widths = widths(table);
      text.append(row(table.header(), widths));
      table.rows().forEach(row -> text.append(row(row, widths)));
    }
    return text.toString();
  }

  private static int[] widths(ReportTable table) {
    int[] widths = new int[table.header().size()];
    for (int column = 0; column < widths.length; column++) {
      int here = column;
      widths[column] =
          Math.min(
              WIDEST,
              Math.max(
                  table.header().get(column).length(),
                  table.rows().stream()
                      .mapToInt(row -> Markup.clean(row.get(here)).length())
                      .max()
                      .orElse(0)));
    }
    return widths;
  }

  private static String row(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder(" ");
    for (int column = 0; column < widths.length; column++) {
      String cell = Markup.clean(cells.get(column));
      line.append(' ')
          .append(cell)
          .append(" ".repeat(Math.max(0, widths[column] - cell.length()) + 1));
    }
    return line.toString().stripTrailing() + "\n";
  }

  private static String wrapped(String sentence, int width) {
    StringBuilder text = new StringBuilder();
    int column = 0;
    for (String word : sentence.split(" ")) {
      if (column > 0 && column + 1 + word.length() > Math.max(20, width)) {
        text.append("\n  ");
        column = 2;
      } else if (column > 0) {
        text.append(' ');
        column++;
      }
      text.append(word);
      column += word.length();
    }
    return text.append('\n').toString();
  }
}

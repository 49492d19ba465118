package dev.evolve.search.explain;

import java.util.List;
import java.util.stream.Collectors;

/** Writes a report as a fragment of HTML. */
final class ReportHtml {

  private ReportHtml() {}

  static String of(SearchReport report) {
    StringBuilder html = new StringBuilder("<section class=\"search-report\">\n");
    html.append("<h2>").append(Markup.xml(report.title())).append("</h2>\n<ul>\n");
    report
        .findings()
        .forEach(finding -> html.append("<li>").append(Markup.xml(finding)).append("</li>\n"));
    html.append("</ul>\n");
    TradeOffs tradeOffs = report.tradeOffs();
    if (tradeOffs != null && !tradeOffs.front().isEmpty()) {
      html.append(figure(tradeOffs, report.title()));
    }
    if (report.summary().best() != null) {
      html.append("<figure>\n")
          .append(report.curve().svg(report.title() + ": best so far", report.unit()))
          .append("<figcaption>Band of random search: ")
          .append(Markup.xml(report.curve().basis()))
          .append(".</figcaption>\n</figure>\n");
    }
    ReportTable.of(report).forEach(table -> append(table, html));
    return html.append("</section>\n").toString();
  }

  private static String figure(TradeOffs tradeOffs, String title) {
    String drawing = tradeOffs.svg(title + ": front");
    return drawing.isEmpty()
        ? ""
        : "<figure>\n"
            + drawing
            + "<figcaption>The two metrics of most weight. Every circle is better than every other"
            + " configuration in something.</figcaption>\n</figure>\n";
  }

  private static void append(ReportTable table, StringBuilder html) {
    html.append("<h3>").append(Markup.xml(table.title())).append("</h3>\n<p>");
    html.append(Markup.xml(table.explanation())).append("</p>\n<table>\n<thead><tr>");
    table
        .header()
        .forEach(
            name -> html.append("<th scope=\"col\">").append(Markup.xml(name)).append("</th>"));
    html.append("</tr></thead>\n<tbody>\n");
    table.rows().forEach(row -> html.append(row(row)));
    html.append("</tbody>\n</table>\n");
  }

  private static String row(List<String> cells) {
    return "<tr><th scope=\"row\">"
        + Markup.xml(cells.getFirst())
        + "</th>"
        + cells.stream()
            .skip(1)
            .map(cell -> "<td>" + Markup.xml(cell) + "</td>")
            .collect(Collectors.joining())
        + "</tr>\n";
  }
}

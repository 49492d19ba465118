package dev.evolve.gates.compare;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A comparison's report as a picture: for each benchmark and metric its interval on one axis of how
 * much worse the candidate is, with the floor as a line. Colours are those that the colour-blind
 * tell apart, and every verdict is written out.
 */
public final class ReportSvg {

  private static final int ROW = 22;
  private static final int TOP = 44;
  private static final int NAMES = 330;
  private static final int PLOT = 420;
  private static final int WIDTH = NAMES + PLOT + 130;
  private static final int LONGEST_NAME = 46;
  private static final int MOST_ROWS = 500;
  private static final double WIDEST = 3;

  private ReportSvg() {}

  /** The picture. */
  public static String of(GateReport report) {
    List<ComparedMetric> metrics = report.metrics().stream().limit(MOST_ROWS).toList();
    double reach = reach(report, metrics);
    int height = TOP + Math.max(1, metrics.size()) * ROW + 40;
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">%n"
            .formatted(WIDTH, height));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    text(
        svg,
        10,
        20,
        "start",
        "%s: %s".formatted(report.verdict(), shortened(report.summary(), 110)));
    line(svg, x(0, reach), TOP - 8, x(0, reach), height - 30, "#555", "");
    line(
        svg,
        x(report.floor(), reach),
        TOP - 8,
        x(report.floor(), reach),
        height - 30,
        "#b35806",
        "4 3");
    for (int i = 0; i < metrics.size(); i++) {
      row(svg, metrics.get(i), TOP + i * ROW + ROW / 2, reach);
    }
    int below = height - 12;
    text(svg, x(0, reach), below, "middle", "0");
    text(svg, NAMES + PLOT, below, "end", "worse by " + Shares.signed(reach).substring(1));
    text(
        svg, x(report.floor(), reach), TOP - 12, "middle", "floor " + Shares.plain(report.floor()));
    text(svg, NAMES, below, "start", "better");
    if (report.metrics().size() > metrics.size()) {
      text(svg, 10, below, "start", (report.metrics().size() - metrics.size()) + " more");
    }
    return svg.append("</svg>\n").toString();
  }

  private static double reach(GateReport report, List<ComparedMetric> metrics) {
    double reach = report.floor() * 2;
    for (ComparedMetric metric : metrics) {
      reach = Math.max(reach, Math.max(size(metric.low()), size(metric.high())));
    }
    return Math.min(reach, WIDEST);
  }

  private static double size(@Nullable Double share) {
    return share == null ? 0 : Math.abs(share);
  }

  private static double x(double share, double reach) {
    double within = Math.clamp(share / reach, -1.0, 1.0);
    return NAMES + PLOT / 2.0 * (1 + within);
  }

  private static void row(StringBuilder svg, ComparedMetric metric, int y, double reach) {
    String colour =
        switch (metric.verdict()) {
          case PASS -> "#2166ac";
          case FAIL -> "#b2182b";
          case INCONCLUSIVE, INVALID -> "#777";
        };
    text(svg, NAMES - 8, y + 4, "end", shortened(metric.name(), LONGEST_NAME));
    double low = metric.low() == null ? -reach : metric.low();
    double high = metric.high() == null ? reach : metric.high();
    line(svg, x(low, reach), y, x(high, reach), y, colour, "");
    double middle = metric.worse() == null ? reach : metric.worse();
    svg.append(
        String.format(
            Locale.ROOT,
            "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\" fill=\"%s\"/>%n",
            x(middle, reach),
            y,
            colour));
    text(
        svg,
        NAMES + PLOT + 8,
        y + 4,
        "start",
        Shares.signed(metric.worse()) + " " + metric.verdict().name().toLowerCase(Locale.ROOT));
  }

  private static void line(
      StringBuilder svg, double x1, double y1, double x2, double y2, String colour, String dashes) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"2\"%s/>%n",
            x1,
            y1,
            x2,
            y2,
            colour,
            dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + "\""));
  }

  private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
            x,
            y,
            anchor,
            ReportJunit.escaped(text)));
  }

  private static String shortened(String text, int limit) {
    return text.length() <= limit ? text : "…" + text.substring(text.length() - limit + 1);
  }
}

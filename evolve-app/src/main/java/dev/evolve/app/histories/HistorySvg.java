package dev.evolve.app.histories;

import dev.evolve.app.histories.HistoryReport.Change;
import dev.evolve.app.histories.HistoryReport.Level;
import dev.evolve.app.histories.HistoryReport.Meaning;
import dev.evolve.app.histories.HistoryReport.Suspicion;
import java.util.Arrays;
import java.util.Locale;

/**
 * Draws a history with its levels, as an SVG that needs nothing else: a dot for each commit, a bar
 * for each level, a line and a label at each change (▲ up, ▼ down, so that it reads without
 * colour), a dashed line at a suspect. Dots far off are put on the edge.
 */
public final class HistorySvg {

  private static final int WIDTH = 960;
  private static final int HEIGHT = 360;
  private static final int LEFT = 84;
  private static final int RIGHT = 20;
  private static final int TOP = 44;
  private static final int BOTTOM = 44;
  private static final double EDGE = 0.02;
  private static final int TICKS = 4;

  private final CommitHistory history;
  private final HistoryReport report;
  private final double[] medians;
  private final double low;
  private final double high;
  private final StringBuilder svg = new StringBuilder();

  private HistorySvg(CommitHistory history, HistoryReport report) {
    this.history = history;
    this.report = report;
    this.medians = history.medians();
    double[] sorted = Arrays.stream(medians).sorted().toArray();
    int cut = (int) (EDGE * sorted.length);
    double least = Math.min(sorted[cut], leastLevel());
    double most = Math.max(sorted[sorted.length - 1 - cut], mostLevel());
    double margin = most > least ? 0.15 * (most - least) : Math.max(1e-9, Math.abs(most) * 0.05);
    this.low = least - margin;
    this.high = most + margin;
  }

  /** The drawing. */
  public static String draw(CommitHistory history, HistoryReport report) {
    return new HistorySvg(history, report).drawn();
  }

  private double leastLevel() {
    return report.levels().stream().mapToDouble(Level::value).min().orElseThrow();
  }

  private double mostLevel() {
    return report.levels().stream().mapToDouble(Level::value).max().orElseThrow();
  }

  private String drawn() {
    put(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"12\" role=\"img\">",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    put("<title>%s</title>", title());
    put("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, HEIGHT);
    axis();
    dots();
    levels();
    report.changes().forEach(this::change);
    Suspicion suspect = report.suspect();
    if (suspect != null) {
      suspect(suspect);
    }
    return svg.append("</svg>\n").toString();
  }

  private String title() {
    return report.commits() + " commits, " + report.changes().size() + " changes";
  }

  private void axis() {
    for (int i = 0; i <= TICKS; i++) {
      double value = low + (high - low) * i / TICKS;
      put(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>",
          LEFT, WIDTH - RIGHT, y(value), y(value));
      put(
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
          LEFT - 8, y(value) + 4, HistoryTable.value(value));
    }
    put("<text x=\"%d\" y=\"%d\">%s</text>", LEFT, HEIGHT - 14, name(history.name(0)));
    put(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
        WIDTH - RIGHT, HEIGHT - 14, name(history.name(history.size() - 1)));
  }

  private void dots() {
    for (int i = 0; i < medians.length; i++) {
      put(
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" fill=\"#777\"><title>%s %s</title></circle>",
          x(i), y(medians[i]), name(history.name(i)), HistoryTable.value(medians[i]));
    }
  }

  private void levels() {
    int start = 0;
    for (Level level : report.levels()) {
      int end = start + level.commits();
      put(
          "<line class=\"level\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#0050a0\""
              + " stroke-width=\"3\"/>",
          x(start - 0.5), x(end - 0.5), y(level.value()), y(level.value()));
      start = end;
    }
  }

  private void change(Change change) {
    String colour = change.meaning() == Meaning.WORSE ? "#b00020" : "#006b3c";
    double x = x(change.index() - 0.5);
    put(
        "<line class=\"change\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"%s\"/>",
        x, x, TOP, HEIGHT - BOTTOM, colour);
    put(
        "<text x=\"%.1f\" y=\"%d\" fill=\"%s\" text-anchor=\"%s\">%s %s %s</text>",
        x,
        TOP - 10 - 14 * (report.changes().indexOf(change) % 2),
        colour,
        x > WIDTH / 2.0 ? "end" : "start",
        change.relative() > 0 ? "▲" : "▼",
        HistoryTable.percent(change.relative()),
        name(change.commit()));
  }

  private void suspect(Suspicion suspect) {
    int onset = 0;
    while (!history.name(onset).equals(suspect.onset())) {
      onset++;
    }
    double x = x(onset - 0.5);
    put(
        "<line class=\"suspect\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#7a4f00\""
            + " stroke-dasharray=\"5 4\"/>",
        x, x, TOP, HEIGHT - BOTTOM);
    put(
        "<text x=\"%.1f\" y=\"%d\" fill=\"#7a4f00\" text-anchor=\"end\">suspect %s</text>",
        x - 4, HEIGHT - BOTTOM - 6, HistoryTable.percent(suspect.relative()));
  }

  private double x(double index) {
    return LEFT + (WIDTH - LEFT - RIGHT) * (index + 0.5) / medians.length;
  }

  private double y(double value) {
    double share = (Math.clamp(value, low, high) - low) / (high - low);
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share;
  }

  private static String name(String commit) {
    return HistoryTable.name(commit)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private void put(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}

package dev.evolve.search.explain;

import dev.evolve.search.explain.TradeOffs.Candidate;
import dev.evolve.search.explain.TradeOffs.Wanted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws the front in its two weightiest metrics, as an SVG that needs nothing else: dots for what
 * was accepted, rings joined by a stair for the front, a filled ring for the best score, a cross
 * for the baseline, so that it reads without colour.
 */
final class FrontSvg {

  private static final int WIDTH = 720;
  private static final int HEIGHT = 420;
  private static final int LEFT = 80;
  private static final int RIGHT = 24;
  private static final int TOP = 40;
  private static final int BOTTOM = 72;

  private final TradeOffs tradeOffs;
  private final Wanted first;
  private final Wanted second;
  private final Axis across;
  private final Axis up;
  private final StringBuilder svg = new StringBuilder();

  private FrontSvg(TradeOffs tradeOffs, Wanted first, Wanted second) {
    this.tradeOffs = tradeOffs;
    this.first = first;
    this.second = second;
    this.across = axis(first);
    this.up = axis(second);
  }

  /** Empty if there is nothing to draw: fewer than two metrics of weight, or nothing accepted. */
  static String draw(TradeOffs tradeOffs, String title) {
    List<Wanted> weighty =
        tradeOffs.metrics().stream()
            .filter(metric -> metric.weight() > 0)
            .sorted(Comparator.comparingDouble(Wanted::weight).reversed())
            .limit(2)
            .toList();
    if (weighty.size() < 2 || tradeOffs.front().isEmpty()) {
      return "";
    }
    return new FrontSvg(tradeOffs, weighty.getFirst(), weighty.getLast()).drawn(title);
  }

  private Axis axis(Wanted metric) {
    List<Double> values = new ArrayList<>();
    tradeOffs.front().forEach(one -> values.add(value(one.values(), metric)));
    int column = tradeOffs.metrics().indexOf(metric);
    tradeOffs.others().forEach(other -> values.add(other.get(column)));
    values.add(value(tradeOffs.baseline(), metric));
    return Axis.over(values.stream().filter(Double::isFinite).toList(), false);
  }

  private static double value(Map<String, Double> values, Wanted metric) {
    return values.getOrDefault(metric.name(), Double.NaN);
  }

  private String drawn(String title) {
    String described =
        tradeOffs.front().size()
            + " configurations on the front, "
            + tradeOffs.others().size()
            + " others";
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s: %s" font-family="sans-serif" font-size="13" fill="none" stroke="currentColor">
        """
            .formatted(WIDTH, HEIGHT, Markup.xml(title), described));
    axes();
    others();
    front();
    baseline();
    legend();
    return svg.append("</svg>\n").toString();
  }

  private void axes() {
    path("M%d %dV%dH%d".formatted(LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT), "");
    for (double mark : across.marks()) {
      path("M%s %dv5".formatted(number(x(mark)), HEIGHT - BOTTOM), "");
      text(x(mark), HEIGHT - BOTTOM + 18, "middle", Numbers.brief(mark));
    }
    for (double mark : up.marks()) {
      path("M%d %sh-5".formatted(LEFT, number(y(mark))), "");
      text(LEFT - 8, y(mark) + 4, "end", Numbers.brief(mark));
    }
    text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM + 36, "middle", first.heading());
    text(LEFT, TOP - 14, "start", second.heading());
  }

  private void others() {
    int column = tradeOffs.metrics().indexOf(first);
    int row = tradeOffs.metrics().indexOf(second);
    for (List<Double> other : tradeOffs.others()) {
      circle(other.get(column), other.get(row), 2, " fill=\"currentColor\" fill-opacity=\"0.45\"");
    }
  }

  /** In two metrics the front is a stair; where a third one decides, it is only marked. */
  private void front() {
    List<Candidate> along =
        tradeOffs.front().stream()
            .sorted(Comparator.comparingDouble(one -> value(one.values(), first)))
            .toList();
    if (isOfTwo()) {
      stair(along);
    }
    for (Candidate one : along) {
      boolean isBest = one.equals(tradeOffs.best());
      circle(
          value(one.values(), first),
          value(one.values(), second),
          isBest ? 7 : 5,
          isBest ? " fill=\"currentColor\"" : " stroke-width=\"2\"");
    }
  }

  private boolean isOfTwo() {
    return tradeOffs.metrics().stream().filter(metric -> metric.weight() > 0).count() == 2;
  }

  /** Between two neighbours the corner is where both are at their worst. */
  private void stair(List<Candidate> along) {
    StringBuilder stair = new StringBuilder();
    for (Candidate one : along) {
      String x = number(x(value(one.values(), first)));
      String y = number(y(value(one.values(), second)));
      if (stair.isEmpty()) {
        stair.append("M").append(x).append(' ').append(y);
      } else if (first.isLargerBetter()) {
        stair.append("V").append(y).append("H").append(x);
      } else {
        stair.append("H").append(x).append("V").append(y);
      }
    }
    path(stair.toString(), " stroke-width=\"1.5\" stroke-opacity=\"0.7\"");
  }

  private void baseline() {
    double x = x(value(tradeOffs.baseline(), first));
    double y = y(value(tradeOffs.baseline(), second));
    path(
        "M%s %sl12 12m0 -12l-12 12".formatted(number(x - 6), number(y - 6)), " stroke-width=\"2\"");
  }

  private void legend() {
    int y = HEIGHT - 10;
    mark(LEFT, y, 7, " fill=\"currentColor\"", "best score");
    mark(LEFT + 120, y, 5, " stroke-width=\"2\"", "on the front");
    mark(LEFT + 240, y, 2, " fill=\"currentColor\" fill-opacity=\"0.45\"", "accepted");
    path("M%d %dl12 12m0 -12l-12 12".formatted(LEFT + 348, y - 10), " stroke-width=\"2\"");
    text(LEFT + 368, y, "start", "baseline");
  }

  private void mark(int x, int y, int radius, String style, String name) {
    svg.append("<circle cx=\"%d\" cy=\"%d\" r=\"%d\"%s/>%n".formatted(x + 8, y - 4, radius, style));
    text(x + 22, y, "start", name);
  }

  private void circle(double across, double up, int radius, String style) {
    svg.append(
        "<circle cx=\"%s\" cy=\"%s\" r=\"%d\"%s/>%n"
            .formatted(number(x(across)), number(y(up)), radius, style));
  }

  private double x(double value) {
    return LEFT + across.share(value) * (WIDTH - LEFT - RIGHT);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - up.share(value) * (HEIGHT - TOP - BOTTOM);
  }

  private void path(String d, String style) {
    svg.append("<path d=\"%s\"%s/>%n".formatted(d, style));
  }

  private void text(double x, double y, String anchor, String text) {
    svg.append(
        "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" fill=\"currentColor\" stroke=\"none\">%s</text>%n"
            .formatted(number(x), number(y), anchor, Markup.xml(text)));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}

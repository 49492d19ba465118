package dev.evolve.search.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Draws a {@link BestCurve} as an SVG that needs nothing else: a solid line for the best, a hatched
 * band between dotted lines and a dashed median for random search, so that it reads without colour;
 * title and description for those who do not see it. Lines and texts take the colour of the text
 * around it.
 */
final class CurveSvg {

  private static final int WIDTH = 720;
  private static final int HEIGHT = 400;
  private static final int LEFT = 80;
  private static final int RIGHT = 16;
  private static final int TOP = 40;
  private static final int BOTTOM = 64;

  private final List<CurvePoint> points;
  private final Axis across;
  private final Axis up;
  private final String id;
  private final StringBuilder svg = new StringBuilder();

  private CurveSvg(List<CurvePoint> points, Scale scale, String title) {
    this.points = points;
    List<Double> ats = new ArrayList<>(List.of(0.0));
    points.forEach(point -> ats.add(point.at()));
    this.across = Axis.over(ats, false);
    this.up = Axis.over(heights(points), scale.isOfRatios());
    this.id = "curve" + Integer.toHexString((title + points.size()).hashCode());
  }

  static List<Double> heights(List<CurvePoint> points) {
    return points.stream()
        .flatMap(
            point ->
                Stream.of(
                    point.best(),
                    point.low(),
                    point.high(),
                    point.randomLow(),
                    point.randomMedian()))
        .filter(java.util.Objects::nonNull)
        .toList();
  }

  /**
   * Draws.
   *
   * @param points ascending
   * @param acrossLabel what the horizontal axis counts
   * @param upLabel what the values are
   */
  static String draw(
      List<CurvePoint> points,
      Scale scale,
      String title,
      String description,
      String acrossLabel,
      String upLabel) {
    CurveSvg drawing = new CurveSvg(points, scale, title);
    drawing.open(title, description);
    drawing.axes(acrossLabel, upLabel);
    drawing.random();
    drawing.best();
    drawing.legend();
    return drawing.svg.append("</svg>\n").toString();
  }

  private void open(String title, String description) {
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="%s-t %s-d" font-family="sans-serif" font-size="13" fill="none" stroke="currentColor">
        <title id="%s-t">%s</title>
        <desc id="%s-d">%s</desc>
        <defs><pattern id="%s-h" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" stroke-width="1" stroke-opacity="0.35"/></pattern></defs>
        """
            .formatted(
                WIDTH, HEIGHT, id, id, id, Markup.xml(title), id, Markup.xml(description), id));
  }

  private void axes(String acrossLabel, String upLabel) {
    path("M%d %dV%dH%d".formatted(LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT), "");
    for (double mark : across.marks()) {
      line("M%s %dv5".formatted(number(x(mark)), HEIGHT - BOTTOM));
      text(x(mark), HEIGHT - BOTTOM + 18, "middle", Numbers.brief(mark));
    }
    for (double mark : up.marks()) {
      line("M%d %sh-5".formatted(LEFT, number(y(mark))));
      text(LEFT - 8, y(mark) + 4, "end", Numbers.brief(mark));
    }
    text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM + 36, "middle", acrossLabel);
    text(LEFT, TOP - 14, "start", upLabel + (up.isLog() ? " (logarithmic)" : ""));
  }

  private void random() {
    List<CurvePoint> known = having(CurvePoint::randomMedian);
    if (known.size() < 2) {
      return;
    }
    StringBuilder band = new StringBuilder("M");
    known.forEach(point -> band.append(at(point, point.randomLow())).append('L'));
    known.reversed().forEach(point -> band.append(at(point, ceiling(point))).append('L'));
    band.setLength(band.length() - 1);
    svg.append("<path d=\"%sZ\" fill=\"url(#%s-h)\" stroke=\"none\"/>%n".formatted(band, id));
    path(straight(known, CurvePoint::randomLow), " stroke-dasharray=\"1 4\"");
    path(straight(known, this::ceiling), " stroke-dasharray=\"1 4\"");
    path(
        straight(known, CurvePoint::randomMedian),
        " stroke-dasharray=\"8 5\" stroke-width=\"1.5\"");
  }

  /** The bad end of the band: that of the plot where random search may find nothing. */
  private Double ceiling(CurvePoint point) {
    Double high = point.randomHigh();
    return high == null ? CurvePoint.worst(points, up) : high;
  }

  private void best() {
    List<CurvePoint> known = having(CurvePoint::best);
    if (known.isEmpty()) {
      return;
    }
    path(steps(known, CurvePoint::best), " stroke-width=\"2.5\"");
    for (CurvePoint point : having(CurvePoint::low)) {
      svg.append(
          "<path d=\"M%sV%s\" stroke-opacity=\"0.6\"/>%n"
              .formatted(at(point, point.low()), number(y(value(point.high())))));
    }
  }

  private void legend() {
    int y = HEIGHT - 10;
    path("M%d %dh30".formatted(LEFT, y - 4), " stroke-width=\"2.5\"");
    text(LEFT + 36, y, "start", "best so far");
    if (having(CurvePoint::randomMedian).size() >= 2) {
      path(
          "M%d %dh30".formatted(LEFT + 150, y - 4),
          " stroke-dasharray=\"8 5\" stroke-width=\"1.5\"");
      text(LEFT + 186, y, "start", "random search, median");
      svg.append(
          "<rect x=\"%d\" y=\"%d\" width=\"30\" height=\"12\" fill=\"url(#%s-h)\" stroke-dasharray=\"1 4\"/>%n"
              .formatted(LEFT + 360, y - 10, id));
      text(LEFT + 396, y, "start", "random search, 5 to 95 %");
    }
  }

  private List<CurvePoint> having(Function<CurvePoint, @Nullable Double> of) {
    return points.stream().filter(point -> of.apply(point) != null).toList();
  }

  private String straight(List<CurvePoint> known, Function<CurvePoint, @Nullable Double> of) {
    StringBuilder path = new StringBuilder("M");
    known.forEach(point -> path.append(at(point, of.apply(point))).append('L'));
    path.setLength(path.length() - 1);
    return path.toString();
  }

  private String steps(List<CurvePoint> known, Function<CurvePoint, @Nullable Double> of) {
    StringBuilder path = new StringBuilder("M" + at(known.getFirst(), of.apply(known.getFirst())));
    for (CurvePoint point : known.subList(1, known.size())) {
      path.append("H%sV%s".formatted(number(x(point.at())), number(y(value(of.apply(point))))));
    }
    return path.toString();
  }

  private String at(CurvePoint point, @Nullable Double height) {
    return number(x(point.at())) + " " + number(y(value(height)));
  }

  private static double value(@Nullable Double height) {
    return java.util.Objects.requireNonNull(height);
  }

  private double x(double at) {
    return LEFT + across.share(at) * (WIDTH - LEFT - RIGHT);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - up.share(value) * (HEIGHT - TOP - BOTTOM);
  }

  private void path(String d, String style) {
    svg.append("<path d=\"%s\"%s/>%n".formatted(d, style));
  }

  private void line(String d) {
    path(d, "");
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

package dev.evolve.search.explain;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Draws a {@link BestCurve} in characters: {@code *} for the best, {@code -} for the median of
 * random search, {@code :} for its band. Plain ASCII, for any terminal.
 */
final class CurveText {

  private static final int HEIGHT = 12;
  private static final int MARGIN = 11;

  private final List<CurvePoint> points;
  private final Axis across;
  private final Axis up;
  private final char[][] rows;

  private CurveText(List<CurvePoint> points, Scale scale, int width) {
    this.points = points;
    this.across = new Axis(0, Math.max(points.getLast().at(), 1e-9), false);
    this.up = Axis.over(CurveSvg.heights(points), scale.isOfRatios());
    this.rows = new char[HEIGHT][Math.max(20, width - MARGIN)];
    for (char[] row : rows) {
      Arrays.fill(row, ' ');
    }
  }

  /**
   * Draws; a sentence if there is nothing to draw.
   *
   * @param width of the text in characters
   * @param acrossLabel what the horizontal axis counts
   */
  static String draw(List<CurvePoint> points, Scale scale, int width, String acrossLabel) {
    if (CurveSvg.heights(points).isEmpty()) {
      return "Nothing was measured.\n";
    }
    CurveText drawing = new CurveText(points, scale, width);
    drawing.fill();
    return drawing.text(acrossLabel);
  }

  private void fill() {
    int columns = rows[0].length;
    for (int column = 0; column < columns; column++) {
      CurvePoint point = pointAt(column, columns);
      if (point == null) {
        continue;
      }
      Double low = point.randomLow();
      Double high = point.randomHigh();
      if (low != null) {
        int good = row(low);
        int bad = row(high == null ? CurvePoint.worst(points, up) : high);
        for (int row = Math.min(good, bad); row <= Math.max(good, bad); row++) {
          rows[row][column] = ':';
        }
      }
      put(point.randomMedian(), column, '-');
      put(point.best(), column, '*');
    }
  }

  private void put(@Nullable Double value, int column, char mark) {
    if (value != null) {
      rows[row(value)][column] = mark;
    }
  }

  /** The last point at or before a column; null before the first. */
  private @Nullable CurvePoint pointAt(int column, int columns) {
    double at = across.high() * (column + 1) / columns * (1 + 1e-9);
    CurvePoint last = null;
    for (CurvePoint point : points) {
      if (point.at() <= at) {
        last = point;
      }
    }
    return last;
  }

  private int row(double value) {
    return (int) Math.round((1 - up.share(value)) * (HEIGHT - 1));
  }

  private String text(String acrossLabel) {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < HEIGHT; row++) {
      text.append(label(row))
          .append(" |")
          .append(new String(rows[row]).stripTrailing())
          .append('\n');
    }
    text.append(" ".repeat(MARGIN - 1)).append('+').append("-".repeat(rows[0].length)).append('\n');
    String end = Numbers.brief(across.high()) + " " + acrossLabel;
    text.append(" ".repeat(MARGIN)).append('0');
    text.append(" ".repeat(Math.max(1, rows[0].length - 1 - end.length())))
        .append(end)
        .append('\n');
    boolean hasBand = points.stream().anyMatch(point -> point.randomMedian() != null);
    return text.append(" ".repeat(MARGIN))
        .append("* best so far")
        .append(hasBand ? "   - random search, median   : random search, 5 to 95 %" : "")
        .append('\n')
        .toString();
  }

  private String label(int row) {
    boolean isLabelled = row == 0 || row == HEIGHT - 1 || row == HEIGHT / 2;
    if (!isLabelled) {
      return " ".repeat(MARGIN - 2);
    }
    double share = 1 - row / (double) (HEIGHT - 1);
    double value =
        up.isLog()
            ? up.low() * Math.pow(up.high() / up.low(), share)
            : up.low() + share * (up.high() - up.low());
    return String.format("%" + (MARGIN - 2) + "s", Numbers.brief(value));
  }
}

package dev.evolve.app.replay;

import java.util.Locale;

/** Curves as text. */
public final class Picture {

  private static final String BARS = "▁▂▃▄▅▆▇█";

  private Picture() {}

  /**
   * A curve in one line; what lies below 0 is shown as 0, what lies above 1 as 1.
   *
   * @param values from 0 to 1
   */
  public static String line(double[] values, int width) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < width; column++) {
      double share = Math.clamp(mean(values, column, width), 0, 1);
      line.append(BARS.charAt((int) Math.min(share * BARS.length(), BARS.length() - 1)));
    }
    return line.toString();
  }

  private static double mean(double[] values, int column, int width) {
    int from = (int) ((long) column * values.length / width);
    int to = Math.max(from + 1, (int) ((long) (column + 1) * values.length / width));
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    return sum / (to - from);
  }

  /**
   * Two curves over each other, the first as {@code █}, the second as {@code ·}, with a scale that
   * is logarithmic if the values span more than a factor of 5.
   *
   * @param values positive
   * @param others positive, as many
   */
  public static String plot(double[] values, double[] others, int width, int height) {
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (int i = 0; i < values.length; i++) {
      low = Math.min(low, Math.min(values[i], others[i]));
      high = Math.max(high, Math.max(values[i], others[i]));
    }
    boolean isLog = low > 0 && high > 5 * low;
    char[][] cells = new char[height][width];
    for (int column = 0; column < width; column++) {
      for (int row = 0; row < height; row++) {
        cells[row][column] = ' ';
      }
      cells[row(mean(others, column, width), low, high, height, isLog)][column] = '·';
      cells[row(mean(values, column, width), low, high, height, isLog)][column] = '█';
    }
    StringBuilder plot = new StringBuilder();
    for (int row = 0; row < height; row++) {
      String label =
          row == 0 || row == height - 1
              ? String.format(Locale.ROOT, "%10.4g", row == 0 ? high : low)
              : " ".repeat(10);
      plot.append(label).append(" │").append(new String(cells[row]).stripTrailing()).append('\n');
    }
    return plot.append(" ".repeat(10)).append(" └").append("─".repeat(width)).toString();
  }

  private static int row(double value, double low, double high, int height, boolean isLog) {
    if (high <= low) {
      return height - 1;
    }
    double share =
        isLog ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return Math.clamp(Math.round((1 - share) * (height - 1)), 0, height - 1);
  }
}

package dev.evolve.app.bench.gates.rivals;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * A rule by which others call a memory series a leak.
 *
 * @param name what it is called in the table
 * @param isLeak tells it from equally spaced samples
 */
public record SoakRule(String name, Predicate<double[]> isLeak) {

  /**
   * The rules that soak harnesses use: first against last, growth in percent and megabytes, least
   * squares on a whole run or its later half, the coefficient of determination as in linear
   * backward regression (arXiv 2106.08938), Mann's and Kendall's test, and quartiles compared.
   */
  public static final List<SoakRule> ALL =
      List.of(
          new SoakRule("last above first by 5 %", SoakRule::lastAboveFirst),
          new SoakRule("growth above 10 % and 20 MB after a warm-up", SoakRule::grew),
          new SoakRule("least squares p < 0.05, whole run", memory -> slopes(memory)),
          new SoakRule("least squares p < 0.05, second half", memory -> slopes(half(memory))),
          new SoakRule("R2 >= 0.8 with a rise, second half", SoakRule::explains),
          new SoakRule("Mann-Kendall, second half", memory -> kendall(half(memory)) > 1.645),
          new SoakRule("last quartile 1 % above the first, second half", SoakRule::quartiles));

  private static boolean lastAboveFirst(double[] memory) {
    int n = memory.length;
    int few = n > 100 ? 20 : 4;
    return mean(memory, n - few, n) > 1.05 * mean(memory, 0, few);
  }

  private static boolean grew(double[] memory) {
    double[] later = Arrays.copyOfRange(memory, memory.length / 4, memory.length);
    double low = Arrays.stream(later).min().orElseThrow();
    double high = Arrays.stream(later).max().orElseThrow();
    return (high - low) / low > 0.10 && high - low > 20;
  }

  private static boolean slopes(double[] memory) {
    SimpleRegression line = line(memory);
    return line.getSlope() > 0 && line.getSignificance() < 0.05;
  }

  private static boolean explains(double[] memory) {
    SimpleRegression line = line(half(memory));
    return line.getSlope() > 0 && line.getRSquare() >= 0.8;
  }

  private static boolean quartiles(double[] memory) {
    double[] later = half(memory);
    int n = later.length;
    return mean(later, n - n / 4, n) > 1.01 * mean(later, 0, n / 4);
  }

  private static double kendall(double[] memory) {
    int n = memory.length;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        sum += Math.signum(memory[j] - memory[i]);
      }
    }
    return (sum - Math.signum(sum)) / Math.sqrt(n * (n - 1.0) * (2 * n + 5.0) / 18);
  }

  private static SimpleRegression line(double[] memory) {
    SimpleRegression line = new SimpleRegression();
    for (int i = 0; i < memory.length; i++) {
      line.addData(i, memory[i]);
    }
    return line;
  }

  private static double[] half(double[] memory) {
    return Arrays.copyOfRange(memory, memory.length / 2, memory.length);
  }

  private static double mean(double[] memory, int from, int to) {
    return Arrays.stream(memory, from, to).average().orElseThrow();
  }
}

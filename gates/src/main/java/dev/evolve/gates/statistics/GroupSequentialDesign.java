package dev.evolve.gates.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.hipparchus.analysis.solvers.BrentSolver;
import org.hipparchus.special.Erf;

/**
 * Looks at growing numbers of pairs, each with a level of its own, so that the chance that any of
 * them is wrong stays within one error rate. A bound of {@link SignFlip} at the level of the look
 * that stopped the runs is a repeated confidence bound: it holds whatever made them stop.
 *
 * <p>The levels come from a spending function by numerical integration over the paths of a Brownian
 * motion that have not crossed before, which is how standardised statistics of growing samples move
 * together. Only crossings of one side are counted, which errs on the safe side.
 *
 * <p>Sources: P. Armitage, C. K. McPherson and B. C. Rowe, Journal of the Royal Statistical Society
 * A 132 (1969), for the integration; C. Jennison and B. W. Turnbull, "Group sequential methods with
 * applications to clinical trials" (2000), chapters 7, 9 and 19, for spending and repeated bounds.
 */
public final class GroupSequentialDesign {

  private static final double TAIL = 8;
  private static final int CELLS = 400;
  private static final double ACCURACY = 1e-10;
  private static final int EVALUATIONS = 200;

  private final int[] looks;
  private final double[] levels;

  private GroupSequentialDesign(int[] looks, double[] levels) {
    this.looks = looks;
    this.levels = levels;
  }

  /** One look at a number of pairs that was fixed before. */
  public static GroupSequentialDesign fixed(int pairs, double alpha) {
    return of(List.of(pairs), alpha, SpendingFunction.SQUARE_ROOT);
  }

  /**
   * Looks that grow by about a quarter each, from the first number of pairs at which anything can
   * be said to the budget.
   *
   * @param budget the largest number of pairs
   * @param alpha one-sided error rate over all looks
   */
  public static GroupSequentialDesign upTo(int budget, double alpha) {
    int first = Math.min(budget, firstLook(budget, alpha));
    List<Integer> looks = new ArrayList<>();
    for (int look = first; look < budget; look = Math.max(look + 2, look * 5 / 4)) {
      looks.add(look);
    }
    if (looks.size() > 1 && 8 * budget < 9 * looks.getLast()) {
      looks.removeLast();
    }
    looks.add(budget);
    return of(looks, alpha, SpendingFunction.SQUARE_ROOT);
  }

  /** Where the level that may be spent covers the smallest p-value that there is. */
  private static int firstLook(int budget, double alpha) {
    int pairs = 1;
    while (pairs < budget
        && SpendingFunction.SQUARE_ROOT.spent((double) pairs / budget, alpha)
            < Math.pow(0.5, pairs)) {
      pairs++;
    }
    return pairs;
  }

  /**
   * A design.
   *
   * @param looks numbers of pairs, rising
   * @param alpha one-sided error rate over all looks, in (0, 0.5)
   * @param spending how it is spread over them
   */
  public static GroupSequentialDesign of(
      List<Integer> looks, double alpha, SpendingFunction spending) {
    int[] pairs = looks.stream().mapToInt(Integer::intValue).toArray();
    boolean rising = pairs.length > 0 && pairs[0] > 0;
    for (int i = 1; i < pairs.length; i++) {
      rising &= pairs[i] > pairs[i - 1];
    }
    if (!rising) {
      throw new IllegalArgumentException("wanted rising numbers of pairs, found " + looks);
    }
    if (!(alpha > 0 && alpha < 0.5)) {
      throw new IllegalArgumentException("wanted an error rate in (0, 0.5), found " + alpha);
    }
    return new GroupSequentialDesign(pairs, levels(pairs, alpha, spending));
  }

  /** Numbers of pairs at which one looks, rising. */
  public List<Integer> looks() {
    return Arrays.stream(looks).boxed().toList();
  }

  /** The largest number of pairs. */
  public int budget() {
    return looks[looks.length - 1];
  }

  /** The one-sided level at a number of pairs; empty if that is no look. */
  public OptionalDouble level(int pairs) {
    int at = Arrays.binarySearch(looks, pairs);
    return at < 0 ? OptionalDouble.empty() : OptionalDouble.of(levels[at]);
  }

  private static double[] levels(int[] looks, double alpha, SpendingFunction spending) {
    double[] levels = new double[looks.length];
    double budget = looks[looks.length - 1];
    double spent = 0;
    double before = 0;
    Paths paths = Paths.START;
    for (int i = 0; i < looks.length; i++) {
      double time = looks[i] / budget;
      double target = spending.spent(time, alpha);
      double bound = paths.bound(time - before, target - spent, TAIL * Math.sqrt(time));
      levels[i] = upperTail(bound / Math.sqrt(time));
      paths = paths.after(time - before, time, bound);
      spent = target;
      before = time;
    }
    return levels;
  }

  private static double upperTail(double z) {
    return 0.5 * Erf.erfc(z / Math.sqrt(2));
  }

  /** The density of the paths that have not crossed, on a grid with Simpson's weights. */
  private record Paths(double[] points, double[] masses) {

    /** Every path starts at zero. */
    static final Paths START = new Paths(new double[] {0}, new double[] {1});

    /** The bound that a given share of the paths crosses in the next step. */
    double bound(double step, double share, double highest) {
      double deviation = Math.sqrt(step);
      return new BrentSolver(ACCURACY, ACCURACY)
          .solve(EVALUATIONS, bound -> crossing(bound, deviation) - share, -highest, highest);
    }

    private double crossing(double bound, double deviation) {
      double sum = 0;
      for (int i = 0; i < points.length; i++) {
        sum += masses[i] * upperTail((bound - points[i]) / deviation);
      }
      return sum;
    }

    Paths after(double step, double time, double bound) {
      double low = -TAIL * Math.sqrt(time);
      double width = (bound - low) / CELLS;
      double deviation = Math.sqrt(step);
      double[] next = new double[CELLS + 1];
      double[] mass = new double[CELLS + 1];
      for (int j = 0; j <= CELLS; j++) {
        next[j] = low + width * j;
        double simpson = j == 0 || j == CELLS ? 1 : j % 2 == 1 ? 4 : 2;
        mass[j] = simpson * width / 3 * density(next[j], deviation);
      }
      return new Paths(next, mass);
    }

    private double density(double at, double deviation) {
      double sum = 0;
      for (int i = 0; i < points.length; i++) {
        double z = (at - points[i]) / deviation;
        sum += masses[i] * Math.exp(-z * z / 2);
      }
      return sum / (deviation * Math.sqrt(2 * Math.PI));
    }
  }
}

package dev.evolve.search.prior;

import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Rank agreement of a source with what was measured (Spearman's correlation, ties averaged). */
final class Agreement {

  private static final int FEWEST = 3;

  private Agreement() {}

  /** NaN with fewer than three points that ran, or where all are equal. */
  static double of(Recollection source, List<Trial> trials) {
    List<double[]> pairs = new ArrayList<>();
    for (Trial trial : trials) {
      if (trial.outcome() instanceof Outcome.Measured measured) {
        pairs.add(new double[] {source.of(trial.point()), measured.value()});
      }
    }
    if (pairs.size() < FEWEST) {
      return Double.NaN;
    }
    return correlation(
        ranks(pairs.stream().mapToDouble(pair -> pair[0]).toArray()),
        ranks(pairs.stream().mapToDouble(pair -> pair[1]).toArray()));
  }

  private static double[] ranks(double[] values) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(java.util.Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] ranks = new double[values.length];
    for (int from = 0; from < order.length; ) {
      int to = from;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order[i]] = (from + to - 1) / 2.0;
      }
      from = to;
    }
    return ranks;
  }

  private static double correlation(double[] one, double[] other) {
    double oneMean = Arrays.stream(one).average().orElse(0);
    double otherMean = Arrays.stream(other).average().orElse(0);
    double both = 0;
    double oneSquares = 0;
    double otherSquares = 0;
    for (int i = 0; i < one.length; i++) {
      both += (one[i] - oneMean) * (other[i] - otherMean);
      oneSquares += (one[i] - oneMean) * (one[i] - oneMean);
      otherSquares += (other[i] - otherMean) * (other[i] - otherMean);
    }
    return both / Math.sqrt(oneSquares * otherSquares);
  }
}

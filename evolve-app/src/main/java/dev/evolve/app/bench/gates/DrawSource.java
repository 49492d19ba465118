package dev.evolve.app.bench.gates;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws runs of one program against itself from a data set. */
interface DrawSource {

  /** For people. */
  String name();

  /** Pairs of an interleaved comparison. */
  PairDraw draw(int pairs, SplittableRandom random);

  /** Draws in which something varies, always the same for the same seed. */
  default List<PairDraw> draws(int count, int pairs, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<PairDraw> draws = new ArrayList<>();
    while (draws.size() < count) {
      PairDraw draw = draw(pairs, random);
      if (draw.varies()) {
        draws.add(draw);
      }
    }
    return draws;
  }

  /** Neighbours of a series as pairs, a coin deciding which of two is the candidate. */
  static PairDraw neighbours(double[] series, int from, int pairs, SplittableRandom random) {
    double[] baseline = new double[pairs];
    double[] candidate = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      put(series, from + 2 * i, i, baseline, candidate, random);
    }
    return new PairDraw(baseline, candidate);
  }

  /** Neighbours drawn with replacement, for more pairs than the series has. */
  static PairDraw resampled(double[] series, int pairs, SplittableRandom random) {
    double[] baseline = new double[pairs];
    double[] candidate = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      put(series, random.nextInt(series.length - 1), i, baseline, candidate, random);
    }
    return new PairDraw(baseline, candidate);
  }

  private static void put(
      double[] series,
      int at,
      int pair,
      double[] baseline,
      double[] candidate,
      SplittableRandom random) {
    int first = random.nextInt(2);
    baseline[pair] = series[at + first];
    candidate[pair] = series[at + 1 - first];
  }
}

package dev.evolve.app.bench.gates;

import java.util.ArrayList;
import java.util.List;

/**
 * A data set with the number of pairs that it is judged on.
 *
 * @param source the data
 * @param pairs a comparison
 * @param seed of its draws
 */
record Layouts(DrawSource source, int pairs, long seed) {

  /** The recorded data sets there are; JMH's series are not shipped. */
  static List<Layouts> recorded(GatesData data) {
    List<Layouts> all = new ArrayList<>();
    all.add(new Layouts(GoSeries.read(data), 12, GatesData.SEED + 1));
    all.add(new Layouts(GpuSeries.read(data), 16, GatesData.SEED + 2));
    if (data.has(JmhSeries.FILE)) {
      all.add(new Layouts(JmhSeries.read(data), 8, GatesData.SEED + 3));
    }
    return all;
  }

  /** The noisy machine. */
  static Layouts noisy() {
    return new Layouts(new NoisySeries(0.10), 20, GatesData.SEED + 4);
  }

  List<PairDraw> draws(GatesData data) {
    return source.draws(data.pairs(), pairs, seed);
  }

  String name() {
    return source.name() + ", " + pairs + " pairs";
  }
}

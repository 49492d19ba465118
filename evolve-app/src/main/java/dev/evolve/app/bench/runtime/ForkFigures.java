package dev.evolve.app.bench.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What forks reported, by name, in the order in which it came. */
final class ForkFigures {

  private final Map<String, List<Double>> samples = new LinkedHashMap<>();

  void add(String name, double value) {
    samples.computeIfAbsent(name, unused -> new ArrayList<>()).add(value);
  }

  void addAll(ForkFigures others) {
    others.samples.forEach((name, values) -> values.forEach(value -> add(name, value)));
  }

  /**
   * All samples of a figure.
   *
   * @throws IllegalStateException if no fork reported it
   */
  List<Double> samples(String name) {
    List<Double> found = samples.get(name);
    if (found == null) {
      throw new IllegalStateException("no fork reported " + name + ", only " + samples.keySet());
    }
    return found;
  }

  Figures figures(String name) {
    return Figures.of(samples(name));
  }

  /** The one sample of a figure that is reported once. */
  double only(String name) {
    return samples(name).getFirst();
  }
}

package dev.evolve.results;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * What one turn measured of one metric of one benchmark.
 *
 * @param benchmark name, with its parameters
 * @param metric such as {@code time}, {@code B/op}
 * @param unit normalised: times in ns, sizes in B
 * @param direction which way is better
 * @param countable true for what is counted rather than timed, such as allocations: it may be zero,
 *     and the same in every run
 * @param processes for each process, in the order they ran, its iterations in theirs
 */
public record Measurement(
    String benchmark,
    String metric,
    String unit,
    Direction direction,
    boolean countable,
    List<List<Double>> processes) {

  public Measurement {
    processes = processes.stream().map(List::copyOf).toList();
  }

  /** All values, process by process. */
  public DoubleStream values() {
    return processes.stream().flatMap(List::stream).mapToDouble(Double::doubleValue);
  }

  /** One number for the turn: the median of its processes, each the median of its iterations. */
  public double value() {
    return median(
        processes.stream().mapToDouble(is -> median(is.stream().mapToDouble(v -> v).toArray())));
  }

  /**
   * The turn's number in another unit; empty if that is of another kind.
   *
   * @param other such as {@code ms} for a time
   */
  public OptionalDouble valueIn(String other) {
    ResultUnit wanted = ResultUnit.of(other);
    if (!wanted.name().equals(unit)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(wanted.denormalise(value()));
  }

  /** The same, better in another way. */
  public Measurement better(Direction other) {
    return new Measurement(benchmark, metric, unit, other, countable, processes);
  }

  private static double median(DoubleStream values) {
    return median(values.toArray());
  }

  private static double median(double[] values) {
    double[] sorted = DoubleStream.of(values).sorted().toArray();
    int n = sorted.length;
    double below = sorted[(n - 1) / 2];
    double above = sorted[n / 2];
    return below == above ? below : below / 2 + above / 2;
  }
}

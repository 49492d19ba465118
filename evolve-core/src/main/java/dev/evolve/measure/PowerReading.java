package dev.evolve.measure;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Energy counters and temperatures at one moment. Power is what two readings say of the time
 * between them. What could not be read is not in the lists; nothing is ever taken for zero.
 *
 * @param counters one for each package that could be read
 * @param temperatures one for each zone that could be read
 */
public record PowerReading(List<EnergyCounter> counters, List<Temperature> temperatures) {

  private static final double MICRO = 1e-6;
  private static final double NANOS = 1e9;

  /** Nothing could be read. */
  public static final PowerReading ABSENT = new PowerReading(List.of(), List.of());

  public PowerReading {
    counters = List.copyOf(counters);
    temperatures = List.copyOf(temperatures);
  }

  /**
   * A counter of used energy.
   *
   * @param zone where
   * @param microjoules used since some start; wraps around
   * @param rangeMicrojoules the largest value before it starts again at zero
   */
  public record EnergyCounter(String zone, long microjoules, long rangeMicrojoules) {}

  /** How hot a zone is. */
  public record Temperature(String zone, double celsius) {}

  /** Both together, this one first. */
  public PowerReading plus(PowerReading other) {
    return new PowerReading(
        Stream.concat(counters.stream(), other.counters.stream()).toList(),
        Stream.concat(temperatures.stream(), other.temperatures.stream()).toList());
  }

  /** The hottest zone; empty if none could be read. */
  public OptionalDouble hottestCelsius() {
    return temperatures.stream().mapToDouble(Temperature::celsius).max();
  }

  /**
   * Mean power of all packages since an earlier reading. A counter that wrapped around is taken to
   * have done so once, so the readings should be less than a minute apart.
   *
   * @param since of the same machine
   * @param between the time between the two, above zero
   * @return empty if no package, or not the same packages, could be read both times
   */
  public OptionalDouble watts(PowerReading since, Duration between) {
    if (between.isNegative() || between.isZero()) {
      throw new IllegalArgumentException("the time between readings is above zero: " + between);
    }
    OptionalDouble joules = joulesSince(since);
    return joules.isPresent()
        ? OptionalDouble.of(joules.getAsDouble() / (between.toNanos() / NANOS))
        : OptionalDouble.empty();
  }

  /**
   * Energy that all packages used since an earlier reading, in joules. A counter that wrapped
   * around is taken to have done so once.
   *
   * @param since of the same machine
   * @return empty if no package, or not the same packages, could be read both times
   */
  public OptionalDouble joulesSince(PowerReading since) {
    List<String> zones = counters.stream().map(EnergyCounter::zone).toList();
    if (zones.isEmpty()
        || !zones.equals(since.counters.stream().map(EnergyCounter::zone).toList())) {
      return OptionalDouble.empty();
    }
    double joules = 0;
    for (int i = 0; i < zones.size(); i++) {
      joules += MICRO * used(since.counters.get(i), counters.get(i));
    }
    return OptionalDouble.of(joules);
  }

  private static long used(EnergyCounter before, EnergyCounter after) {
    long used = after.microjoules() - before.microjoules();
    return used >= 0 ? used : used + after.rangeMicrojoules();
  }
}

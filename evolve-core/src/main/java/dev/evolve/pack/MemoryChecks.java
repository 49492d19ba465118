package dev.evolve.pack;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** What must hold within a soak, and between fragmentation and the metrics. */
final class MemoryChecks {

  private final BiConsumer<String, String> report;

  /**
   * @param report takes a field and what is wrong with it
   */
  MemoryChecks(BiConsumer<String, String> report) {
    this.report = report;
  }

  void check(Soak soak) {
    if (soak.hours() < Soak.HOURS && soak.shorter() == null) {
      report.accept(
          "soak.hours",
          soak.hours()
              + " is less than "
              + Soak.HOURS
              + "; a shorter soak sees only larger leaks: say under shorter why that is enough");
    }
    if (soak.samples() < Soak.FEWEST_SAMPLES || soak.samples() > Soak.MOST_SAMPLES) {
      report.accept(
          "soak.sampleSeconds",
          "gives %d samples; %d to %d were wanted"
              .formatted(soak.samples(), Soak.FEWEST_SAMPLES, Soak.MOST_SAMPLES));
    }
    if (soak.detectablePercentPerHour() <= soak.leakPercentPerHour()) {
      report.accept("soak.detectablePercentPerHour", "must be above leakPercentPerHour");
    }
  }

  void check(Fragmentation wanted, List<Metric> metrics) {
    List<String> units = new ArrayList<>();
    for (String name : List.of(wanted.free(), wanted.largestFree())) {
      metrics.stream()
          .filter(metric -> metric.name().equals(name))
          .map(Metric::unit)
          .findFirst()
          .ifPresentOrElse(
              units::add,
              () ->
                  report.accept(
                      "gates.memory.fragmentation",
                      Excerpt.of(name) + " is not one of the metrics; declare it there"));
    }
    if (units.size() == 2 && !units.getFirst().equals(units.getLast())) {
      report.accept(
          "gates.memory.fragmentation",
          "free is in %s and largestFree in %s; one unit was wanted"
              .formatted(units.getFirst(), units.getLast()));
    }
  }
}

package dev.evolve.gates.compare;

import dev.evolve.gates.statistics.Spread;
import dev.evolve.gates.statistics.SteadyState;
import dev.evolve.results.Measurement;
import java.util.List;
import java.util.Locale;

/**
 * The one number that a turn gives: the median of its processes, each the median of its iterations
 * after its warm-up. Where a process has so few iterations that no warm-up can be told, or they are
 * counts, all of them stand.
 */
final class TurnValue {

  private TurnValue() {}

  /** The number, in the measurement's unit. */
  static double of(Measurement measurement) {
    return Spread.median(
        measurement.processes().stream()
            .map(TurnValue::array)
            .mapToDouble(
                iterations ->
                    Spread.median(
                        measurement.countable() || !isFinite(iterations)
                            ? iterations
                            : SteadyState.steadyPart(iterations)))
            .toArray());
  }

  /** What of the turns is worth telling: processes that never became steady; empty if none. */
  static String unsteady(String name, List<Measurement> turns) {
    long processes =
        turns.stream()
            .filter(turn -> !turn.countable())
            .flatMap(turn -> turn.processes().stream())
            .count();
    long moving =
        turns.stream()
            .filter(turn -> !turn.countable())
            .flatMap(turn -> turn.processes().stream())
            .map(TurnValue::array)
            .filter(TurnValue::isFinite)
            .filter(iterations -> SteadyState.start(iterations).isEmpty())
            .count();
    return moving == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%s: %d of %d processes never became steady; give them more warm-up",
            name,
            moving,
            processes);
  }

  private static boolean isFinite(double[] values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        return false;
      }
    }
    return values.length > 0;
  }

  static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}

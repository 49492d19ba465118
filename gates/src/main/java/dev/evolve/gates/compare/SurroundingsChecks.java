package dev.evolve.gates.compare;

import dev.evolve.measure.Arm;
import dev.evolve.results.Surroundings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Checks that all runs were made on one machine, in one way, each arm with one set of software. */
final class SurroundingsChecks {

  private static final String CLOCK = "mhz_per_cpu";
  private static final double CLOCK_TOLERANCE = 0.05;
  private static final String ABSENT = "nothing";

  private final LayoutProblems problems;

  SurroundingsChecks(LayoutProblems problems) {
    this.problems = problems;
  }

  /** Checks all runs; what differs and may differ comes back, each in a sentence. */
  List<String> check(List<ArmTurn> turns) {
    same(
        "machine",
        fields(turns, Surroundings::machine),
        "runs on different machines say nothing of the code; run both builds on one");
    same(
        "method",
        fields(turns, Surroundings::method),
        "measured in another way, numbers do not compare; give both arms the same options");
    for (Arm arm : Arm.values()) {
      same(
          "software of the " + (arm == Arm.BASELINE ? "baseline" : "candidate"),
          fields(turns.stream().filter(turn -> turn.arm() == arm).toList(), Surroundings::software),
          "an arm is one build with one set of software; run it again");
    }
    return differences(turns);
  }

  private static SortedMap<String, Set<String>> fields(
      List<ArmTurn> turns, Function<Surroundings, SortedMap<String, String>> part) {
    SortedMap<String, Set<String>> found = new TreeMap<>();
    for (ArmTurn turn : turns) {
      part.apply(turn.turn().surroundings()).keySet().forEach(key -> found.put(key, Set.of()));
    }
    found.replaceAll(
        (key, none) -> {
          Set<String> values = new LinkedHashSet<>();
          for (ArmTurn turn : turns) {
            values.add(part.apply(turn.turn().surroundings()).getOrDefault(key, ABSENT));
          }
          return values;
        });
    return found;
  }

  private void same(String name, Map<String, Set<String>> fields, String todo) {
    fields.forEach(
        (field, values) -> {
          if (values.size() > 1 && !(field.equals(CLOCK) && isNear(values))) {
            problems.add(name + "/" + field, String.join(" and ", values), "one " + field, todo);
          }
        });
  }

  private static boolean isNear(Set<String> values) {
    try {
      double[] clocks = values.stream().mapToDouble(Double::parseDouble).sorted().toArray();
      return clocks[clocks.length - 1] <= clocks[0] * (1 + CLOCK_TOLERANCE);
    } catch (NumberFormatException notNumbers) {
      return false;
    }
  }

  private static List<String> differences(List<ArmTurn> turns) {
    return fields(turns, Surroundings::software).entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(
            entry ->
                "the arms differ in "
                    + entry.getKey()
                    + ": "
                    + String.join(" and ", entry.getValue()))
        .toList();
  }
}

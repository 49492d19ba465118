package dev.evolve.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * How two profiles differ.
 *
 * @param left id of the one
 * @param right id of the other
 * @param values knobs that they set differently
 * @param environment differences of the environment that they were measured in
 * @param evidence what else sets them apart: key, effect, age, state
 */
public record ProfileDifference(
    String left, String right, List<Value> values, List<String> environment, List<Value> evidence) {

  public ProfileDifference {
    values = List.copyOf(values);
    environment = List.copyOf(environment);
    evidence = List.copyOf(evidence);
  }

  /**
   * Something that differs.
   *
   * @param name what
   * @param left in the one; empty if it has none
   * @param right in the other; empty if it has none
   */
  public record Value(String name, String left, String right) {}

  /** The difference of two. */
  public static ProfileDifference of(ProfileEntry left, ProfileEntry right) {
    TuningProfile one = left.profile();
    TuningProfile two = right.profile();
    List<Value> evidence = new ArrayList<>();
    add("pack", one.pack(), two.pack(), evidence);
    add("hardware", unit(one), unit(two), evidence);
    add("shape", one.shape().name(), two.shape().name(), evidence);
    add("baseline", one.baseline().describe(), two.baseline().describe(), evidence);
    add("effect", ProfileText.effect(one), ProfileText.effect(two), evidence);
    add("state", String.valueOf(left.state()), String.valueOf(right.state()), evidence);
    add("measured", one.measuredAt().toString(), two.measuredAt().toString(), evidence);
    add("provenance", one.provenance().describe(), two.provenance().describe(), evidence);
    if (!one.measuredAt().equals(two.measuredAt())) {
      Duration apart = Duration.between(one.measuredAt(), two.measuredAt()).abs();
      add("apart", "", ProfileText.age(apart), evidence);
    }
    return new ProfileDifference(
        one.id(), two.id(), values(one, two), environment(one, two), evidence);
  }

  private static List<Value> values(TuningProfile one, TuningProfile two) {
    Map<String, String> left = one.configuration().values();
    Map<String, String> right = two.configuration().values();
    TreeSet<String> names = new TreeSet<>(left.keySet());
    names.addAll(right.keySet());
    List<Value> values = new ArrayList<>();
    for (String name : names) {
      add(name, left.getOrDefault(name, ""), right.getOrDefault(name, ""), values);
    }
    return values;
  }

  private static List<String> environment(TuningProfile one, TuningProfile two) {
    return Machine.of(one.hardware())
        .environment()
        .differences(Machine.of(two.hardware()).environment());
  }

  private static String unit(TuningProfile profile) {
    return profile.sku() + " " + Machine.of(profile.hardware()).unit().describe();
  }

  private static void add(String name, String left, String right, List<Value> values) {
    if (!left.equals(right)) {
      values.add(new Value(name, left, right));
    }
  }
}

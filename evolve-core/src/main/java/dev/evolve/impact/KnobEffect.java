package dev.evolve.impact;

import dev.evolve.search.prior.KnobEffects;
import dev.evolve.search.prior.KnownTrial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a value of a knob did on a machine.
 *
 * @param hardwareId the machine
 * @param shape the input
 * @param parameter the knob
 * @param value its value
 * @param factor by how much it multiplies the measured value, against the geometric mean over all;
 *     below 1 is better
 * @param trials how many that rests on
 */
public record KnobEffect(
    String hardwareId, String shape, String parameter, String value, double factor, int trials) {

  /** The effects in every set, in the order of the sets, the knobs, and first appearance. */
  static List<KnobEffect> of(List<TrialSet> sets) {
    List<KnobEffect> effects = new ArrayList<>();
    sets.forEach(set -> effects.addAll(of(set)));
    return List.copyOf(effects);
  }

  private static List<KnobEffect> of(TrialSet set) {
    List<KnownTrial> ran =
        set.trials().stream().filter(trial -> !trial.hasFailed() && trial.value() > 0).toList();
    List<Map<String, Integer>> levels = new ArrayList<>();
    List<int[]> points = new ArrayList<>();
    for (int p = 0; p < set.parameters().size(); p++) {
      levels.add(new LinkedHashMap<>());
    }
    for (KnownTrial trial : ran) {
      int[] point = new int[levels.size()];
      for (int p = 0; p < point.length; p++) {
        Map<String, Integer> known = levels.get(p);
        point[p] = known.computeIfAbsent(trial.values().get(p), value -> known.size());
      }
      points.add(point);
    }
    KnobEffects fitted =
        KnobEffects.fit(
            levels.stream().mapToInt(Map::size).toArray(),
            points,
            ran.stream().mapToDouble(trial -> Math.log(trial.value())).toArray());
    return effects(set, levels, points, fitted);
  }

  private static List<KnobEffect> effects(
      TrialSet set, List<Map<String, Integer>> levels, List<int[]> points, KnobEffects fitted) {
    List<KnobEffect> effects = new ArrayList<>();
    for (int p = 0; p < levels.size(); p++) {
      int knob = p;
      levels
          .get(p)
          .forEach(
              (value, level) ->
                  effects.add(
                      new KnobEffect(
                          set.hardwareId(),
                          set.shape(),
                          set.parameters().get(knob),
                          value,
                          Math.exp(fitted.effect(knob, level)),
                          (int) points.stream().filter(point -> point[knob] == level).count())));
    }
    return effects;
  }
}

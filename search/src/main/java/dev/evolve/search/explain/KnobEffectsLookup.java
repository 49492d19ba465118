package dev.evolve.search.explain;

import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@link KnobEffects} by the cells of a space. */
final class KnobEffectsLookup {

  private record Setting(String parameter, String value) {}

  private final List<Feature> features;
  private final double mean;
  private final Map<Setting, Double> single = new HashMap<>();
  private final Map<List<Setting>, Double> pairs = new HashMap<>();

  KnobEffectsLookup(KnobEffects effects, Space space) {
    this.features = Feature.of(space, effects.cells());
    this.mean = effects.mean();
    effects
        .values()
        .forEach(
            value -> single.put(new Setting(value.parameter(), value.value()), value.effect()));
    effects
        .pairs()
        .forEach(
            pair -> {
              Setting first = new Setting(pair.first(), pair.firstValue());
              Setting second = new Setting(pair.second(), pair.secondValue());
              pairs.put(List.of(first, second), pair.effect());
              pairs.put(List.of(second, first), pair.effect());
            });
  }

  double predict(Point point) {
    List<Setting> settings =
        features.stream()
            .map(feature -> new Setting(feature.name(), feature.label(feature.cellOf(point))))
            .toList();
    double sum = mean;
    for (int i = 0; i < settings.size(); i++) {
      sum += single.getOrDefault(settings.get(i), 0.0);
      for (int j = i + 1; j < settings.size() && !pairs.isEmpty(); j++) {
        sum += pairs.getOrDefault(List.of(settings.get(i), settings.get(j)), 0.0);
      }
    }
    return sum;
  }
}

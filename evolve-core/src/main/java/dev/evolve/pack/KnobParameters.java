package dev.evolve.pack;

import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.SpaceDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Knobs as the parameters of a search space: the same names, values and canonical texts. */
public final class KnobParameters {

  private KnobParameters() {}

  /** The parameters of knobs, in their order. */
  public static List<Parameter> of(List<Knob> knobs) {
    return knobs.stream().map(KnobParameters::of).toList();
  }

  /** The parameter of a knob. A real knob becomes a grid of values on its scale. */
  public static Parameter of(Knob knob) {
    return switch (knob) {
      case Knob.IntegerRange range ->
          new Parameter.Whole(
              range.name(), range.minimum(), range.maximum(), Math.max(1, range.step()));
      case Knob.Ordinal ordinal -> new Parameter.Ordinal(ordinal.name(), ordinal.values());
      case Knob.Real real ->
          new Parameter.Real(
              real.name(), real.minimum(), real.maximum(), real.scale() == Knob.Scale.LOG);
      case Knob.Categorical named -> new Parameter.Categorical(named.name(), named.values());
      case Knob.Bool truth -> new Parameter.Bool(truth.name());
      case Knob.Permutation order -> new Parameter.Permutation(order.name(), order.items());
    };
  }

  /** The space of a pack's knobs and constraints. */
  public static SpaceDefinition definition(BenchPack pack) {
    Map<String, String> conditions = new LinkedHashMap<>();
    Map<String, String> defaults = new LinkedHashMap<>();
    for (Knob knob : pack.knobs()) {
      defaults.put(knob.name(), knob.defaultValue());
      knob.condition().ifPresent(when -> conditions.put(knob.name(), when));
    }
    return new SpaceDefinition(
        pack.name(),
        of(pack.knobs()),
        pack.constraints().stream().map(Constraint::expression).toList(),
        conditions,
        defaults);
  }
}

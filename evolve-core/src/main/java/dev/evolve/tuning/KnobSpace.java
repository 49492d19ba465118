package dev.evolve.tuning;

import dev.evolve.pack.Configuration;
import dev.evolve.pack.Knob;
import dev.evolve.search.space.FeasibleSet;
import dev.evolve.search.space.Neighbourhood;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** A pack's space that is too large to be listed, as the engine sees it: sampled. */
final class KnobSpace implements Space {

  private static final int REPAIR_DRAWS = 64;

  private final PackSearchSpace space;
  private final List<Parameter> parameters;

  KnobSpace(PackSearchSpace space) {
    this.space = space;
    this.parameters = space.knobs().stream().map(KnobSpace::parameter).toList();
  }

  static Parameter parameter(Knob knob) {
    return switch (knob) {
      case Knob.IntegerRange range ->
          new Parameter.Whole(range.name(), range.minimum(), range.maximum(), range.step());
      case Knob.Ordinal ordinal -> new Parameter.Ordinal(ordinal.name(), ordinal.values());
      case Knob.Real real ->
          new Parameter.Real(
              real.name(), real.minimum(), real.maximum(), real.scale() == Knob.Scale.LOG);
      case Knob.Categorical choice -> new Parameter.Categorical(choice.name(), choice.values());
      case Knob.Bool bool -> new Parameter.Bool(bool.name());
    };
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public List<String> violations(Point point) {
    return space.violations(new Configuration(values(point)));
  }

  @Override
  public Optional<FeasibleSet> listed() {
    return Optional.empty();
  }

  @Override
  public Optional<Point> draw(RandomGenerator random) {
    return space.draw(random, Set.of()).map(drawn -> point(drawn.values()));
  }

  @Override
  public Optional<Point> repair(Point wanted, RandomGenerator random) {
    if (isFeasible(wanted)) {
      return Optional.of(wanted);
    }
    List<Point> drawn = new ArrayList<>();
    for (int i = 0; i < REPAIR_DRAWS; i++) {
      draw(random).ifPresent(drawn::add);
    }
    return drawn.stream().min(Comparator.comparingInt(point -> point.distance(wanted)));
  }

  @Override
  public List<Point> neighbours(Point point, Neighbourhood neighbourhood) {
    return space.neighbours(new Configuration(values(point))).stream()
        .map(near -> point(near.values()))
        .filter(near -> !near.equals(point))
        .distinct()
        .toList();
  }
}

package dev.evolve.tuning;

import dev.evolve.pack.Configuration;
import dev.evolve.pack.Knob;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Looks around first and then near the best that it has seen. The first tries are drawn at random
 * without repetition; later ones change the best configuration so far, several knobs at once, and
 * leave out values that have only ever failed. When nothing new is near, it draws again.
 */
public final class SeededLocalSearch implements Strategy {

  /** Name of the strategy. */
  public static final String NAME = "seeded-local-search";

  private static final int STANDARD_EXPLORATION = 8;
  private static final int ATTEMPTS = 64;
  private static final int PARENTS = 3;
  private static final double DRAW_ANYWAY = 0.1;
  private static final double EXPECTED_CHANGES = 2.0;

  private final int exploration;

  /** Explores a third of a budget of 24. */
  public SeededLocalSearch() {
    this(STANDARD_EXPLORATION);
  }

  /** Draws the first {@code exploration} tries at random. */
  public SeededLocalSearch(int exploration) {
    if (exploration < 1) {
      throw new IllegalArgumentException("at least one try must be drawn, found " + exploration);
    }
    this.exploration = exploration;
  }

  /** Explores with a third of a budget. */
  public static SeededLocalSearch forBudget(int evaluations) {
    return new SeededLocalSearch(Math.max(1, evaluations / 3));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Configuration> next(SearchSpace space, List<Trial> history, long seed) {
    RandomGenerator random = new SplittableRandom(mix(seed + mix(history.size() + 1L)));
    Set<Configuration> tried = new HashSet<>(Set.of(space.baseline()));
    history.forEach(trial -> tried.add(trial.configuration()));
    Suspicion suspicion = Suspicion.from(space.baseline(), history);
    boolean explore = history.size() < exploration || random.nextDouble() < DRAW_ANYWAY;
    return explore
        ? draw(space, random, tried, suspicion)
        : mutate(space, random, history, tried, suspicion)
            .or(() -> draw(space, random, tried, suspicion));
  }

  /** A new draw; one that is suspected only if no other comes up. */
  private static Optional<Configuration> draw(
      SearchSpace space, RandomGenerator random, Set<Configuration> tried, Suspicion suspicion) {
    Optional<Configuration> drawn = Optional.empty();
    for (int i = 0; i < ATTEMPTS; i++) {
      drawn = space.draw(random, tried);
      if (drawn.isEmpty() || !suspicion.isOn(drawn.get())) {
        return drawn;
      }
    }
    return drawn;
  }

  private static Optional<Configuration> mutate(
      SearchSpace space,
      RandomGenerator random,
      List<Trial> history,
      Set<Configuration> tried,
      Suspicion suspicion) {
    List<Configuration> parents = parents(space, history);
    for (int i = 0; i < ATTEMPTS; i++) {
      Configuration parent =
          parents.get(Math.min(random.nextInt(PARENTS), random.nextInt(parents.size())));
      Configuration child = child(space, parent, random);
      if (!tried.contains(child) && !suspicion.isOn(child) && space.isFeasible(child)) {
        return Optional.of(child);
      }
    }
    return space.neighbours(parents.getFirst()).stream()
        .filter(near -> !tried.contains(near) && !suspicion.isOn(near))
        .findFirst();
  }

  /** The best few so far, best first; the baseline is one of those that compete. */
  private static List<Configuration> parents(SearchSpace space, List<Trial> history) {
    Stream<Trial> all =
        Stream.concat(Stream.of(new Trial(space.baseline(), 1.0)), history.stream());
    return all.filter(trial -> hasRatio(trial))
        .sorted(Comparator.comparingDouble(SeededLocalSearch::ratio))
        .map(Trial::configuration)
        .limit(PARENTS)
        .toList();
  }

  private static boolean hasRatio(Trial trial) {
    return Double.isFinite(ratio(trial));
  }

  private static double ratio(Trial trial) {
    Double ratio = trial.objectiveRatio();
    return ratio == null ? Double.NaN : ratio;
  }

  /** The parent with at least one knob stepped. */
  private static Configuration child(
      SearchSpace space, Configuration parent, RandomGenerator random) {
    List<Knob> knobs = space.knobs();
    int certain = random.nextInt(knobs.size());
    double chance = (EXPECTED_CHANGES - 1) / knobs.size();
    Configuration child = parent;
    for (int i = 0; i < knobs.size(); i++) {
      if (i == certain || random.nextDouble() < chance) {
        Knob knob = knobs.get(i);
        String value = parent.values().getOrDefault(knob.name(), knob.defaultValue());
        child = child.with(knob.name(), KnobSteps.step(knob, value, random));
      }
    }
    return child;
  }

  /** Spreads the bits of a number (the finaliser of SplitMix64). */
  private static long mix(long number) {
    long z = number + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}

package dev.evolve.search.strategy;

import dev.evolve.search.History;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.space.FeasibleSet;
import dev.evolve.search.space.Point;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Draws uniformly among the feasible points that are not known, without replacement. */
public final class RandomStrategy implements Strategy {

  private static final int DRAWS = 1_000;

  @Override
  public String name() {
    return "random";
  }

  @Override
  public Optional<Suggestion> suggest(History history, RandomGenerator random) {
    return unknown(history, random)
        .map(point -> new Suggestion(point, name(), "drawn uniformly from what is left"));
  }

  /** A point that is not known, drawn uniformly; empty if none is left or was found. */
  static Optional<Point> unknown(History history, RandomGenerator random) {
    for (int i = 0; i < DRAWS; i++) {
      Optional<Point> drawn = history.space().draw(random);
      if (drawn.isEmpty() || !history.isKnown(drawn.get())) {
        return drawn;
      }
    }
    return history.space().listed().flatMap(listed -> unknown(listed, history, random));
  }

  private static Optional<Point> unknown(
      FeasibleSet listed, History history, RandomGenerator random) {
    int[] left =
        java.util.stream.IntStream.range(0, listed.size())
            .filter(row -> !history.isKnown(listed.at(row)))
            .toArray();
    return left.length == 0
        ? Optional.empty()
        : Optional.of(listed.at(left[random.nextInt(left.length)]));
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {}
}

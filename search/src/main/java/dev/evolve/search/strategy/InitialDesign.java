package dev.evolve.search.strategy;

import dev.evolve.search.History;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Where a search starts while nothing tells good points from bad ones. Of {@value #DRAWS} uniform
 * draws it takes the one with the most round values: numbers of ordered parameters that are 0 or a
 * power of two, since machines are made of powers of two. Ties go to the point farthest from what
 * is known, by the number of parameters that differ. Depends on the history and the generator only.
 */
public final class InitialDesign {

  /** Draws to choose among. */
  public static final int DRAWS = 32;

  private InitialDesign() {}

  /** The next point to start with, which is not known; empty if nothing is left. */
  public static Optional<Point> next(History history, RandomGenerator random) {
    return next(history, DRAWS, random);
  }

  /** The same of another number of draws, at least one. */
  static Optional<Point> next(History history, int draws, RandomGenerator random) {
    Point chosen = null;
    int most = -1;
    int far = -1;
    for (int i = 0; i < draws; i++) {
      Optional<Point> drawn = history.space().draw(random).filter(p -> !history.isKnown(p));
      int round = drawn.map(point -> roundValues(history.space().parameters(), point)).orElse(-1);
      if (drawn.isEmpty() || round < most) {
        continue;
      }
      int distance = distance(history, drawn.get());
      if (round > most || distance > far) {
        most = round;
        far = distance;
        chosen = drawn.get();
      }
    }
    return chosen == null ? RandomStrategy.unknown(history, random) : Optional.of(chosen);
  }

  /** Parameters that differ from the nearest point that is known or being measured. */
  private static int distance(History history, Point point) {
    int distance = history.space().parameters().size();
    for (Trial trial : history.trials()) {
      distance = Math.min(distance, point.distance(trial.point()));
    }
    for (Point pending : history.pending()) {
      distance = Math.min(distance, point.distance(pending));
    }
    return distance;
  }

  /** How many values of a point are round. */
  static int roundValues(List<Parameter> parameters, Point point) {
    int round = 0;
    for (int i = 0; i < parameters.size(); i++) {
      round += isRound(parameters.get(i), point.place(i)) ? 1 : 0;
    }
    return round;
  }

  private static boolean isRound(Parameter parameter, long place) {
    return switch (parameter) {
      case Parameter.Whole whole -> isRound(whole.minimum() + place * whole.step());
      case Parameter.Ordinal ordinal -> isRound(ordinal.at(place));
      case Parameter.Real real -> false;
      case Parameter.Categorical categorical -> false;
      case Parameter.Bool bool -> false;
      case Parameter.Permutation permutation -> false;
    };
  }

  private static boolean isRound(String number) {
    try {
      double value = Double.parseDouble(number);
      return value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE && isRound((long) value);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean isRound(long number) {
    return number >= 0 && Long.bitCount(number) <= 1;
  }
}

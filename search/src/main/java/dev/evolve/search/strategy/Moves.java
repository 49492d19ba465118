package dev.evolve.search.strategy;

import dev.evolve.search.History;
import dev.evolve.search.space.Neighbourhood;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Moves to points that are not known. Remembers the neighbourhoods it looked at last, which changes
 * nothing but its speed. One space only; confined to its thread.
 */
final class Moves {

  private static final int REMEMBERED = 32;
  private static final int GUESSES = 8;

  private final Map<Key, List<Point>> remembered =
      new LinkedHashMap<>(REMEMBERED, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, List<Point>> eldest) {
          return size() > REMEMBERED;
        }
      };

  private record Key(Point point, Neighbourhood neighbourhood) {}

  /** The points around a point. */
  List<Point> around(History history, Point point, Neighbourhood neighbourhood) {
    return remembered.computeIfAbsent(
        new Key(point, neighbourhood), key -> history.space().neighbours(point, neighbourhood));
  }

  /** A point around a point that is not known, drawn uniformly; empty if all of them are. */
  Optional<Point> unknownAround(
      History history, Point point, Neighbourhood neighbourhood, RandomGenerator random) {
    List<Point> around = around(history, point, neighbourhood);
    for (int i = 0; i < GUESSES && !around.isEmpty(); i++) {
      Point guessed = around.get(random.nextInt(around.size()));
      if (!history.isKnown(guessed)) {
        return Optional.of(guessed);
      }
    }
    int[] left =
        java.util.stream.IntStream.range(0, around.size())
            .filter(i -> !history.isKnown(around.get(i)))
            .toArray();
    return left.length == 0
        ? Optional.empty()
        : Optional.of(around.get(left[random.nextInt(left.length)]));
  }

  /** The place next to a place of an ordered parameter, up or down; else any other place. */
  static long step(Parameter parameter, long place, RandomGenerator random) {
    if (parameter.size() == 1) {
      return place;
    }
    if (!parameter.isOrdered()) {
      long other = random.nextLong(parameter.size() - 1);
      return other < place ? other : other + 1;
    }
    long reach = stride(parameter, random);
    long moved = random.nextBoolean() ? place + reach : place - reach;
    if (moved >= 0 && moved < parameter.size()) {
      return moved;
    }
    return moved < 0 ? Math.min(reach, parameter.size() - 1) : parameter.size() - 1 - reach;
  }

  /** One place, and of fine scales any power of two up to a sixteenth of the scale. */
  private static long stride(Parameter parameter, RandomGenerator random) {
    int doublings = 64 - Long.numberOfLeadingZeros(parameter.size() / 16);
    return doublings <= 1 ? 1 : 1L << random.nextInt(doublings);
  }
}

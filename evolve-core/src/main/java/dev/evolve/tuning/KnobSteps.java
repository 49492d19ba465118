package dev.evolve.tuning;

import dev.evolve.pack.Knob;
import dev.evolve.pack.KnobDomain;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/** How the value of a knob moves: drawn anew, or stepped from where it is. */
final class KnobSteps {

  private static final double REAL_STEP = 0.1;
  private static final double FAR_STEP = 0.3;

  private KnobSteps() {}

  /** A value drawn uniformly on the knob's scale. */
  static String draw(Knob knob, RandomGenerator random) {
    return switch (KnobDomain.of(knob)) {
      case KnobDomain.Discrete discrete -> discrete.at(random.nextLong(discrete.size()));
      case KnobDomain.Continuous real -> real.at(random.nextDouble());
    };
  }

  /**
   * A value near the given one where the knob has an order, any other value where it has none; the
   * same value only if there is no other.
   */
  static String step(Knob knob, String value, RandomGenerator random) {
    return switch (KnobDomain.of(knob)) {
      case KnobDomain.Continuous real ->
          real.at(real.fractionOf(value) + random.nextGaussian() * REAL_STEP);
      case KnobDomain.Discrete discrete -> {
        long place = discrete.placeOf(value);
        boolean near = isOrdered(knob) && place >= 0 && random.nextDouble() >= FAR_STEP;
        yield discrete.size() == 1
            ? value
            : discrete.at(
                near
                    ? nearPlace(place, discrete.size(), random)
                    : otherPlace(place, discrete.size(), random));
      }
    };
  }

  private static long nearPlace(long place, long size, RandomGenerator random) {
    boolean up = place == 0 || (place < size - 1 && random.nextBoolean());
    return up ? place + 1 : place - 1;
  }

  private static long otherPlace(long place, long size, RandomGenerator random) {
    if (place < 0) {
      return random.nextLong(size);
    }
    long drawn = random.nextLong(size - 1);
    return drawn < place ? drawn : drawn + 1;
  }

  /** The values one step away. */
  static List<String> neighbours(Knob knob, String value) {
    return switch (KnobDomain.of(knob)) {
      case KnobDomain.Continuous real -> realNeighbours(real, value);
      case KnobDomain.Discrete discrete -> {
        long place = discrete.placeOf(value);
        LongStream places =
            isOrdered(knob)
                ? LongStream.of(place - 1, place + 1)
                : LongStream.range(0, discrete.size());
        yield places
            .filter(other -> other != place && other >= 0 && other < discrete.size())
            .mapToObj(discrete::at)
            .toList();
      }
    };
  }

  private static List<String> realNeighbours(KnobDomain.Continuous real, String value) {
    double fraction = real.fractionOf(value);
    return List.of(real.at(fraction - REAL_STEP), real.at(fraction + REAL_STEP)).stream()
        .filter(other -> !other.equals(value))
        .distinct()
        .toList();
  }

  private static boolean isOrdered(Knob knob) {
    return knob instanceof Knob.IntegerRange || knob instanceof Knob.Ordinal;
  }
}

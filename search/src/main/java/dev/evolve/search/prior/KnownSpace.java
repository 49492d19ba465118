package dev.evolve.search.prior;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A source: what was measured of a kernel on one device for one shape.
 *
 * @param name for people, such as the device and the shape; nothing depends on it
 * @param ageDays how old it is, days; its say is halved every {@value #HALF_LIFE_DAYS} days
 * @param parameters names, in the order of the trials' values
 * @param trials each configuration once
 */
public record KnownSpace(
    String name, double ageDays, List<String> parameters, List<KnownTrial> trials) {

  /** After so many days a source is believed half as much beforehand. */
  public static final int HALF_LIFE_DAYS = 180;

  public KnownSpace {
    parameters = List.copyOf(parameters);
    trials = List.copyOf(trials);
    if (!(ageDays >= 0)) {
      throw new IllegalArgumentException(name + ": an age is not negative: " + ageDays + " days");
    }
    for (KnownTrial trial : trials) {
      if (trial.values().size() != parameters.size()) {
        throw new IllegalArgumentException(
            name + ": wanted a value for each of " + parameters + ", found " + trial.values());
      }
    }
  }

  /**
   * At most so many trials: the better half of them are the best there are, the rest is spread
   * evenly over all others by value, so that what is bad is remembered too.
   */
  KnownSpace bounded(int most) {
    if (trials.size() <= most) {
      return this;
    }
    List<KnownTrial> sorted = new ArrayList<>(trials);
    sorted.sort(Comparator.comparing(KnownTrial::hasFailed).thenComparingDouble(KnownTrial::value));
    int best = most - most / 2;
    int spread = most - best;
    int others = sorted.size() - best;
    List<KnownTrial> kept = new ArrayList<>(sorted.subList(0, best));
    IntStream.range(0, spread)
        .mapToObj(i -> sorted.get(best + (int) ((i + 0.5) * others / spread)))
        .forEach(kept::add);
    return new KnownSpace(name, ageDays, parameters, kept);
  }
}

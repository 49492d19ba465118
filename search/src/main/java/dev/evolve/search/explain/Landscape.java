package dev.evolve.search.explain;

import dev.evolve.search.space.FeasibleSet;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Feasible points to average over: all where they are few, otherwise some.
 *
 * @param points different ones
 * @param isSample true if there are more feasible points than these
 * @param description for people
 */
record Landscape(List<Point> points, boolean isSample, String description) {

  private static final int MOST_LISTED = 5_000;
  private static final int DRAWN = 2_048;

  static Landscape of(Space space, long seed) {
    return space
        .listed()
        .map(Landscape::listed)
        .orElseGet(() -> drawn(space, new SplittableRandom(seed)));
  }

  private static Landscape listed(FeasibleSet all) {
    if (all.size() <= MOST_LISTED) {
      return new Landscape(all.points(), false, "all " + all.size() + " feasible points");
    }
    List<Point> some = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(all.size());
    for (int i = 0; i < MOST_LISTED; i++) {
      int from = (int) ((long) i * all.size() / MOST_LISTED);
      int to = (int) ((i + 1L) * all.size() / MOST_LISTED);
      some.add(all.at(random.nextInt(from, to)));
    }
    return new Landscape(some, true, MOST_LISTED + " of " + all.size() + " feasible points");
  }

  private static Landscape drawn(Space space, SplittableRandom random) {
    Set<Point> points = new LinkedHashSet<>();
    for (int i = 0; i < DRAWN; i++) {
      space.draw(random).ifPresent(points::add);
    }
    return new Landscape(
        List.copyOf(points), true, points.size() + " feasible points drawn uniformly");
  }
}

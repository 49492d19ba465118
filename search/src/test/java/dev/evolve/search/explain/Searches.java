package dev.evolve.search.explain;

import dev.evolve.search.Cost;
import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.format.KernelTunerCache;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.search.strategy.Strategies;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/** Spaces and searches for tests. */
final class Searches {

  private Searches() {}

  /** A space of all combinations. */
  static Space product(Parameter... parameters) {
    List<Point> points = new ArrayList<>();
    points.add(Point.of(new long[parameters.length]));
    for (int i = 0; i < parameters.length; i++) {
      List<Point> more = new ArrayList<>();
      for (Point point : points) {
        for (long place = 0; place < parameters[i].size(); place++) {
          more.add(point.with(i, place));
        }
      }
      points = more;
    }
    return new ListedSpace(List.of(parameters), points);
  }

  /** An ordinal of the numbers 1 to count. */
  static Parameter ordinal(String name, int count) {
    List<String> values = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      values.add(Integer.toString(i));
    }
    return new Parameter.Ordinal(name, values);
  }

  /** A search that was told of random points of a space, each costing one second. */
  static Search told(Space space, int trials, long seed, Function<Point, Outcome> outcome) {
    Search search = new Search(space, Strategies.create("random"), seed);
    for (int i = 0; i < trials; i++) {
      search
          .ask()
          .ifPresent(next -> search.tell(next, outcome.apply(next.point()), new Cost(0.75, 0.25)));
    }
    return search;
  }

  /** Tells a point that nobody asked for. */
  static void tell(Search search, String strategy, double value, long... places) {
    search.tell(
        new Trial(Point.of(places), Outcome.Measured.exactly(value), new Cost(1, 0), strategy));
  }

  /** A measured space that comes with the project. */
  static MeasuredSpace measured(String file) throws IOException {
    Path path = Path.of("../bench-data/tuning-spaces", file);
    try (InputStream in =
        new GZIPInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
      return MeasuredSpace.of(
          file, KernelTunerCache.read(new InputStreamReader(in, StandardCharsets.UTF_8), file));
    }
  }

  /** Random trials of a measured space. */
  static History random(MeasuredSpace measured, int trials, long seed) {
    Search search = new Search(measured.space(), Strategies.create("random"), seed);
    SplittableRandom random = new SplittableRandom(seed);
    while (search.history().trials().size() < trials) {
      int row = random.nextInt(measured.size());
      if (!search.history().isKnown(measured.at(row))) {
        search.tell(
            new Trial(measured.at(row), measured.outcome(row), measured.cost(row), "random"));
      }
    }
    return search.history();
  }
}

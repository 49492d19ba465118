package dev.evolve.search.process;

import dev.evolve.search.space.Point;
import java.util.List;

/**
 * What is remembered of points from elsewhere, before any of them is measured here: a feature for
 * each source. The process learns how much to believe each.
 */
public interface Guide {

  /** Remembers nothing. */
  Guide NONE =
      new Guide() {
        @Override
        public List<String> sources() {
          return List.of();
        }

        @Override
        public double belief(int source) {
          throw new IllegalArgumentException("there are no sources");
        }

        @Override
        public double feature(int source, Point point) {
          throw new IllegalArgumentException("there are no sources");
        }
      };

  /** The names of the sources, for people. */
  List<String> sources();

  /** How likely a source is held to be right before anything is measured, above 0, at most 1. */
  double belief(int source);

  /** A source's value of a point: its natural logarithm against the source's median. */
  double feature(int source, Point point);
}

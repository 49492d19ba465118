package dev.evolve.search.process;

import dev.evolve.search.space.Point;

/**
 * What is believed of points before any of them is measured: an expectation, and features in which
 * the truth may be linear beside it. On the logarithmic scale of the process, up to a constant.
 */
public interface Guide {

  /** Believes nothing. */
  Guide NONE =
      new Guide() {
        @Override
        public boolean isInformed() {
          return false;
        }

        @Override
        public int features() {
          return 0;
        }

        @Override
        public double expected(Point point) {
          return 0;
        }

        @Override
        public double feature(int number, Point point) {
          throw new IllegalArgumentException("there are no features");
        }
      };

  /** True if it expects more of some points than of others. */
  boolean isInformed();

  /** How many features there are. */
  int features();

  /** What is expected of a point, natural logarithm of the value, up to a constant. */
  double expected(Point point);

  /** A feature of a point, centred on 0 and about 1 in size. */
  double feature(int number, Point point);
}

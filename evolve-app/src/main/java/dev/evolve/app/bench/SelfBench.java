package dev.evolve.app.bench;

import java.util.List;

/** A benchmark of Evolve itself. */
public interface SelfBench {

  /** Name on the command line. */
  String name();

  /** What it measures, in a line. */
  String description();

  /** Runs it. */
  List<BenchResult> run(BenchSetting setting);

  /** True if its parts can be run alone. */
  default boolean hasSections() {
    return false;
  }
}

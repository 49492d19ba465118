package dev.evolve.app.bench.gates.rivals;

import java.util.List;

/** A rule that reads a history of one value per commit; larger is worse. */
public interface HistoryRule {

  /** Whose rule it is. */
  String name();

  /** The alerts of a series, counted from commit {@code from} on. */
  List<HistoryAlert> alerts(double[] series, int from);
}

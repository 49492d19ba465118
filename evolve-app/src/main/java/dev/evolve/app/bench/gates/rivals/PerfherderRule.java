package dev.evolve.app.bench.gates.rivals;

import dev.evolve.gates.compatible.PerfherderAlerts;
import java.util.List;

/** Perfherder with its defaults; an alert can be raised once twelve pushes have the new level. */
public final class PerfherderRule implements HistoryRule {

  @Override
  public String name() {
    return "Perfherder, t > 7 and 2 %";
  }

  @Override
  public List<HistoryAlert> alerts(double[] series, int from) {
    PerfherderAlerts rule = PerfherderAlerts.DEFAULT;
    return rule.of(series).stream()
        .filter(change -> change.index() >= from)
        .map(change -> new HistoryAlert(change.index(), change.index() + rule.fore() - 1))
        .toList();
  }
}

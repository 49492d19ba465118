package dev.evolve.app.bench.gates.rivals;

import dev.evolve.gates.compatible.CompatibleChange;
import dev.evolve.gates.compatible.OtavaChangePoints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Otava with its defaults, run again after every commit as its users do: an alert is a change point
 * that no earlier run had within three commits.
 */
public final class OtavaRule implements HistoryRule {

  private static final int SAME = 3;

  @Override
  public String name() {
    return "Otava default, after every commit";
  }

  @Override
  public List<HistoryAlert> alerts(double[] series, int from) {
    List<HistoryAlert> alerts = new ArrayList<>();
    for (int seen = from; seen < series.length; seen++) {
      for (CompatibleChange change :
          OtavaChangePoints.DEFAULT.of(Arrays.copyOf(series, seen + 1))) {
        int index = change.index();
        if (alerts.stream().allMatch(alert -> Math.abs(alert.index() - index) > SAME)) {
          alerts.add(new HistoryAlert(index, seen));
        }
      }
    }
    return alerts;
  }
}

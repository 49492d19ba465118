package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.util.List;

/** Fairness among 10,000 loops whose steps cost 1 to 7. */
final class FairnessSection implements RuntimeBench.Section {

  private static final double JAIN = 0.99;
  private static final double ROUNDS = 3;

  @Override
  public String title() {
    return "fairness";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting) {
    FairnessBench.Found found = new FairnessBench().run();
    return List.of(
        Figures.of(List.of(found.jain()))
            .atLeast(
                setting, "Jain index of cost served, 10,000 loops of step costs 1 to 7", "", JAIN),
        Figures.of(List.of((double) found.widestGap()))
            .atMost(setting, "most rounds between two steps of one of them", "rounds", ROUNDS));
  }
}

package dev.evolve.app.bench.gates.rivals;

import dev.evolve.gates.compatible.KayentaClass.Label;
import dev.evolve.gates.compatible.KayentaClassifier;
import dev.evolve.gates.compatible.KayentaMetric;
import dev.evolve.gates.compatible.KayentaMetric.Direction;
import dev.evolve.gates.compatible.KayentaMetric.Missing;

/** Kayenta's metric classifier with its judge's settings. */
final class KayentaRule implements TwoSampleRule {

  private static final KayentaMetric METRIC =
      new KayentaMetric(Direction.EITHER, Missing.REMOVE, false, false);

  @Override
  public String name() {
    return "Kayenta classifier";
  }

  @Override
  public Answer judge(double[] baseline, double[] candidate) {
    Label label = KayentaClassifier.DEFAULT.classify(baseline, candidate, METRIC).label();
    return switch (label) {
      case HIGH -> Answer.REGRESSED;
      case LOW -> Answer.IMPROVED;
      default -> Answer.SAME;
    };
  }
}

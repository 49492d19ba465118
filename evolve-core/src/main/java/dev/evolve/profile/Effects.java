package dev.evolve.profile;

import dev.evolve.verdict.Effect;
import dev.evolve.verdict.GateFinding;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the effect on a shape in what the performance gate said. */
final class Effects {

  private Effects() {}

  /**
   * The effect on a shape; for all shapes together that on the worst of them. Empty if there is
   * none, or if its interval is none.
   */
  static Optional<Effect> of(List<GateFinding> findings, Shape shape) {
    List<Effect> all =
        findings.stream()
            .filter(finding -> finding.gate().equals(ProposalFacts.PERF_GATE))
            .flatMap(finding -> finding.effects().stream())
            .toList();
    if (all.stream().anyMatch(effect -> !isInterval(effect))) {
      return all.stream()
          .filter(effect -> effect.scenario().equals(shape.name()) && isInterval(effect))
          .findFirst();
    }
    return shape.isAll()
        ? all.stream().max(Comparator.comparingDouble(Effect::high))
        : all.stream().filter(effect -> effect.scenario().equals(shape.name())).findFirst();
  }

  private static boolean isInterval(Effect effect) {
    return Double.isFinite(effect.ratio()) && effect.low() <= effect.high();
  }
}

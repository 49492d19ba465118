package dev.evolve.gates;

import dev.evolve.gate.Gate;
import dev.evolve.measure.StoppingRule;
import java.util.List;

/** The gates that every candidate goes through. */
public final class Gates {

  private Gates() {}

  /** Ends a confirmation as soon as the gates know their answer. */
  public static StoppingRule stoppingRule() {
    return new SequentialConfirmation();
  }

  /** All five, in the order in which they are asked. */
  public static List<Gate> standard() {
    return List.of(
        new DeterminismGate(),
        new PerfGate(),
        new MemoryGate(),
        new SafetyGate(SecretRules.shipped()),
        new PromotionGate());
  }
}

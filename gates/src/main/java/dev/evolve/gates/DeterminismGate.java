package dev.evolve.gates;

import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.Scenario;
import dev.evolve.verdict.GateFinding;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The same build, seed and machine give the same bytes; the candidate's output is the baseline's
 * within the pack's tolerance on inputs drawn after the build, on edge shapes and adversarial
 * values too; and where the pack declares a reference in double precision, the candidate is as
 * accurate as the baseline.
 *
 * <p>The measure is a norm over the whole output, not element by element: a mere change of
 * summation order breaks 1e-6 in many elements of a zero-mean fp32 product, and its relative L2
 * error stays near 1e-7. A cap in units of the last place finds the single wrong element that
 * vanishes in the norm of a large output.
 */
final class DeterminismGate implements Gate {

  @Override
  public String name() {
    return "determinism";
  }

  @Override
  public Moment moment() {
    return Moment.AFTER_EVALUATION;
  }

  @Override
  public Set<Input> inputs() {
    return Set.of(Input.CONFIRMATION);
  }

  @Override
  public GateFinding judge(GateInput input) {
    EvidenceList evidence = new EvidenceList();
    Optional<Evaluation> confirmation = Layout.check(input, evidence);
    List<Scenario> checked = input.pack().output().demands().scenarios();
    if (confirmation.isPresent()) {
      OutputEvidence outputs = new OutputEvidence(input.pack().output(), confirmation.get());
      input.pack().scenarios().forEach(scenario -> outputs.measured(scenario, evidence));
      checked.forEach(scenario -> outputs.checked(scenario, evidence));
    }
    return GateFinding.of(
        name(),
        evidence.summary(
            "repeated runs are equal bit for bit, outputs agree with the baseline's on "
                + input.pack().scenarios().size()
                + " scenarios and "
                + checked.size()
                + " edge shapes and adversarial inputs"),
        evidence.items(),
        List.of());
  }
}

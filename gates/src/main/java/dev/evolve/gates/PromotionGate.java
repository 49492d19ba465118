package dev.evolve.gates;

import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.verdict.GateFinding;
import java.util.List;
import java.util.Set;

/**
 * The canary says PROMOTE, and the rollback was carried out in a scratch clone and works: both of
 * this proposal, this commit and the binaries that were confirmed.
 */
final class PromotionGate implements Gate {

  @Override
  public String name() {
    return "promotion";
  }

  @Override
  public Moment moment() {
    return Moment.BEFORE_PROMOTION;
  }

  @Override
  public Set<Input> inputs() {
    return Set.of(Input.CONFIRMATION, Input.CANARY, Input.REHEARSAL);
  }

  @Override
  public GateFinding judge(GateInput input) {
    EvidenceList evidence = new EvidenceList();
    Binding binding = new Binding(input);
    CanaryEvidence.judge(input, binding, evidence);
    RollbackEvidence.judge(input, binding, evidence);
    return GateFinding.of(
        name(),
        evidence.summary("the canary holds and the rollback restores tree and artifact"),
        evidence.items(),
        List.of());
  }
}

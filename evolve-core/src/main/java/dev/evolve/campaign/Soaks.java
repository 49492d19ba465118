package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.List;

/** Decides whether a confirmed candidate is worth its soak, which takes hours. */
final class Soaks {

  /** The evidence for which a soak that was not run is missing. */
  private static final String MISSING = "soak";

  private Soaks() {}

  /** True if the pack has a soak and, but for it, every gate passes that judges the evaluation. */
  static boolean isWorthwhile(
      CampaignState state, DomainEvent.Evaluated confirmed, List<Gate> gates) {
    if (state.request().pack().soakIfAny().isEmpty()) {
      return false;
    }
    GateInput input = Proposals.gateInput(CampaignFold.advance(state, List.of(confirmed)));
    return gates.stream()
        .filter(gate -> gate.moment() == Gate.Moment.AFTER_EVALUATION)
        .map(gate -> gate.judge(input))
        .allMatch(Soaks::passesButForTheSoak);
  }

  private static boolean passesButForTheSoak(GateFinding finding) {
    List<Evidence> against =
        finding.evidence().stream().filter(item -> item.verdict() != Verdict.PASS).toList();
    return finding.verdict() == Verdict.PASS
        || (!against.isEmpty() && against.stream().allMatch(item -> item.name().equals(MISSING)));
  }
}

package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/** Decides whether a confirmed candidate is worth its soak, which takes hours. */
final class Soaks {

  /** The evidence for which a soak that was not run is missing. */
  private static final String MISSING = "soak";

  private Soaks() {}

  /**
   * What a soak of the candidate will decide, in the words of the gate that misses it; empty if the
   * pack has none or another gate does not pass.
   */
  static Optional<String> worthwhile(
      CampaignState state, DomainEvent.Evaluated confirmed, List<Gate> gates) {
    if (state.request().pack().soakIfAny().isEmpty()) {
      return Optional.empty();
    }
    GateInput input =
        Proposals.gateInput(CampaignFold.advance(state, List.of(confirmed)), confirmed.at());
    List<GateFinding> findings =
        gates.stream()
            .filter(gate -> gate.moment() == Gate.Moment.AFTER_EVALUATION)
            .map(gate -> gate.judge(input))
            .toList();
    return findings.stream().allMatch(Soaks::passesButForTheSoak)
        ? Optional.of(plan(findings))
        : Optional.empty();
  }

  private static String plan(List<GateFinding> findings) {
    return findings.stream()
        .flatMap(finding -> finding.evidence().stream())
        .filter(item -> item.name().equals(MISSING))
        .map(item -> "soak of " + item.limit() + ": " + item.detail())
        .findFirst()
        .orElse("soak");
  }

  private static boolean passesButForTheSoak(GateFinding finding) {
    List<Evidence> against =
        finding.evidence().stream().filter(item -> item.verdict() != Verdict.PASS).toList();
    return finding.verdict() == Verdict.PASS
        || (!against.isEmpty() && against.stream().allMatch(item -> item.name().equals(MISSING)));
  }
}

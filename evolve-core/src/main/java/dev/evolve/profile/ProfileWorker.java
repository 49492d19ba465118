package dev.evolve.profile;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.gate.ConfirmationTerms;
import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.loop.Cancellation;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.EvaluationProgress;
import dev.evolve.measure.EvaluationRequest;
import dev.evolve.measure.Evaluator;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.promotion.Forge;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.RiskScore;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Carries commands on profiles out and says what happened. A re-validation goes the way of every
 * candidate: built and run in the sandbox beside the baseline, then judged by the gates. A profile
 * holds only if its outputs are right and the whole interval of its effect is still better than the
 * baseline; the pack's own minimum gain does not matter, since nothing better may be known.
 */
public final class ProfileWorker {

  private static final String AGENT = "re-validation";

  private final Evaluator evaluator;
  private final List<Gate> gates;
  private final Forge forge;
  private final Supplier<HardwareProfile> hardware;
  private final InstantSource clock;

  /**
   * @param evaluator measures
   * @param gates judge what was measured; those asked after an evaluation are used
   * @param forge writes the change as a diff, which the gates look at
   * @param hardware this machine
   * @param clock the time of events
   */
  public ProfileWorker(
      Evaluator evaluator,
      List<Gate> gates,
      Forge forge,
      Supplier<HardwareProfile> hardware,
      InstantSource clock) {
    this.evaluator = evaluator;
    this.gates = gates.stream().filter(g -> g.moment() == Gate.Moment.AFTER_EVALUATION).toList();
    this.forge = forge;
    this.hardware = hardware;
    this.clock = clock;
  }

  /**
   * Does what the command says.
   *
   * @throws EvolveException if a measurement cannot be made at all; the profile stays as it is
   */
  DomainEvent perform(String loopId, ProfileCommand command, Cancellation cancellation)
      throws InterruptedException {
    return switch (command) {
      case ProfileCommand.Import it ->
          new DomainEvent.ProfileImported(loopId, clock.instant(), it.profile(), it.person());
      case ProfileCommand.Quarantine it ->
          new DomainEvent.ProfileQuarantined(
              loopId, clock.instant(), it.profileId(), it.reason(), it.person());
      case ProfileCommand.Pin it ->
          new DomainEvent.ProfilePinned(
              loopId, clock.instant(), it.profileId(), it.pinned(), it.reason(), it.person());
      case ProfileCommand.Revalidate it -> revalidate(loopId, it, cancellation);
    };
  }

  private DomainEvent revalidate(
      String loopId, ProfileCommand.Revalidate command, Cancellation cancellation)
      throws InterruptedException {
    Machine.Unit unit = Machine.of(hardware.get()).unit();
    if (!unit.id().equals(command.sku())) {
      throw new EvolveException(
          ErrorCode.CONFLICT,
          command.profileId()
              + " is for hardware "
              + command.sku()
              + "; this machine is "
              + unit.id()
              + " "
              + unit.describe()
              + ": re-validate it on a service there");
    }
    Changeset changeset = new Changeset.Knobs(command.baseline(), command.configuration());
    Evaluation evaluation =
        evaluator.evaluate(
            new EvaluationRequest(
                loopId + "-confirm",
                command.profileId(),
                command.source(),
                command.pack(),
                changeset,
                Evaluation.Phase.CONFIRMATION,
                command.rounds()),
            EvaluationProgress.NONE,
            cancellation);
    return judged(loopId, command, changeset, evaluation);
  }

  private DomainEvent judged(
      String loopId,
      ProfileCommand.Revalidate command,
      Changeset changeset,
      Evaluation evaluation) {
    GateInput input =
        new GateInput(
            command.pack(),
            command.source().directory(),
            proposal(loopId, command, changeset),
            forge.diff(command.source(), command.pack(), changeset),
            evaluation,
            new ConfirmationTerms(1, command.rounds(), hardware.get(), clock.instant()),
            null,
            null);
    List<GateFinding> findings = gates.stream().map(gate -> gate.judge(input)).toList();
    Optional<Effect> effect = Effects.of(findings, command.shape());
    boolean right = complaints(findings).isEmpty() && hasNumerics(findings);
    boolean held = right && effect.filter(found -> found.high() < 1).isPresent();
    return new DomainEvent.ProfileRevalidated(
        loopId,
        clock.instant(),
        command.profileId(),
        held,
        reason(findings, effect, right),
        findings,
        evaluation,
        command.person());
  }

  private static Proposal proposal(
      String loopId, ProfileCommand.Revalidate command, Changeset changeset) {
    return new Proposal(
        command.profileId(),
        loopId,
        command.pack().name(),
        command.pack().domain(),
        AGENT,
        "Measure " + command.profileId() + " again.",
        "better than the baseline, as it was",
        changeset,
        null,
        new RiskScore(0, new TreeMap<>()));
  }

  private static boolean hasNumerics(List<GateFinding> findings) {
    return findings.stream().anyMatch(f -> f.gate().equals(ProposalFacts.NUMERICS_GATE));
  }

  /** Every gate but the one that asks for the pack's minimum gain must pass. */
  private static List<GateFinding> complaints(List<GateFinding> findings) {
    return findings.stream()
        .filter(finding -> !finding.gate().equals(ProposalFacts.PERF_GATE))
        .filter(finding -> finding.verdict() != Verdict.PASS)
        .toList();
  }

  private static String reason(List<GateFinding> findings, Optional<Effect> effect, boolean right) {
    if (!right) {
      String said =
          complaints(findings).stream()
              .map(f -> "gate " + f.gate() + " " + f.verdict() + ": " + f.summary())
              .collect(Collectors.joining("; "));
      return said.isEmpty() ? "no gate compared the outputs" : said;
    }
    return effect
        .map(ProfileWorker::describe)
        .orElseGet(
            () ->
                "no effect could be estimated: "
                    + findings.stream()
                        .filter(f -> f.gate().equals(ProposalFacts.PERF_GATE))
                        .map(GateFinding::summary)
                        .collect(Collectors.joining("; ")));
  }

  private static String describe(Effect effect) {
    return String.format(
        Locale.ROOT,
        "%.1f %% better [%.1f, %.1f] on %s, %s",
        100 * (1 - effect.ratio()),
        100 * (1 - effect.high()),
        100 * (1 - effect.low()),
        effect.scenario(),
        effect.high() < 1 ? "still shown better" : "no longer shown better than the baseline");
  }
}

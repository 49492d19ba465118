package dev.evolve.profile;

import dev.evolve.event.DomainEvent;
import dev.evolve.json.Digests;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.Scenario;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.rollout.CanaryVerdict;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the log says of a proposal, as far as profiles want to know. It becomes profiles once the
 * gates have passed it: one for every shape on which it is shown better, and one for all together.
 * A proposal that changes code becomes none, since its configuration means nothing without the
 * code.
 */
final class ProposalFacts {

  /** The gate that compares outputs: no number counts without its pass. */
  static final String NUMERICS_GATE = "determinism";

  /** The gate that estimates effects. */
  static final String PERF_GATE = "perf";

  private final List<GateFinding> findings = new ArrayList<>();
  private DomainEvent.@Nullable ProposalCreated created;
  private DomainEvent.@Nullable Evaluated confirmation;
  private DomainEvent.@Nullable Committed committed;
  private DomainEvent.@Nullable Merged merged;
  private DomainEvent.@Nullable RolledBack rolledBack;
  private @Nullable CanaryVerdict canary;
  private boolean gated;
  private boolean declined;
  private @Nullable String rejected;

  void created(DomainEvent.ProposalCreated event) {
    created = event;
  }

  void evaluated(DomainEvent.Evaluated event) {
    if (event.evaluation().phase() == Evaluation.Phase.CONFIRMATION) {
      confirmation = event;
    }
  }

  void judged(GateFinding finding) {
    findings.add(finding);
  }

  void canary(CanaryVerdict verdict) {
    canary = verdict;
  }

  void declined() {
    declined = true;
  }

  void committed(DomainEvent.Committed event) {
    committed = event;
  }

  void merged(DomainEvent.Merged event) {
    merged = event;
  }

  void rolledBack(DomainEvent.RolledBack event) {
    rolledBack = event;
  }

  void moved(DomainEvent.StageChanged event) {
    gated |= event.to() == ProposalStage.GATED;
    if (event.to() == ProposalStage.REJECTED) {
      rejected = event.reason();
    }
  }

  /** Why its profiles must not serve, if they must not. */
  Optional<String> withdrawn() {
    if (rolledBack != null) {
      return Optional.of(
          "the change was rolled back by " + rolledBack.person() + ": " + rolledBack.reason());
    }
    boolean refused =
        declined
            || canary == CanaryVerdict.REVERT
            || canary == CanaryVerdict.INCONCLUSIVE
            || findings.stream().anyMatch(finding -> finding.verdict() != Verdict.PASS);
    return rejected != null && refused ? Optional.of("rejected: " + rejected) : Optional.empty();
  }

  /** Its profiles; none unless the gates have passed it. */
  List<TuningProfile> profiles(CampaignFacts campaign) {
    if (created == null
        || confirmation == null
        || !gated
        || !passed(NUMERICS_GATE)
        || !passed(PERF_GATE)
        || !(created.proposal().changeset() instanceof Changeset.Knobs knobs)) {
      return List.of();
    }
    DomainEvent.CampaignStarted started = campaign.started();
    if (started == null) {
      return List.of();
    }
    List<TuningProfile> profiles = new ArrayList<>();
    for (Shape shape : shapes(started)) {
      Effects.of(findings, shape)
          .filter(effect -> effect.high() < 1)
          .ifPresent(effect -> profiles.add(profile(campaign, started, knobs, shape, effect)));
    }
    return profiles;
  }

  private boolean passed(String gate) {
    return findings.stream().anyMatch(f -> f.gate().equals(gate) && f.verdict() == Verdict.PASS);
  }

  private static List<Shape> shapes(DomainEvent.CampaignStarted started) {
    List<Shape> shapes = new ArrayList<>();
    shapes.add(Shape.ALL);
    for (Scenario scenario : started.pack().scenarios()) {
      shapes.add(Shape.of(scenario));
    }
    return shapes;
  }

  private TuningProfile profile(
      CampaignFacts campaign,
      DomainEvent.CampaignStarted started,
      Changeset.Knobs knobs,
      Shape shape,
      Effect effect) {
    if (created == null || confirmation == null) {
      throw new IllegalStateException("a profile is made of a proposal that was confirmed");
    }
    HardwareProfile hardware = confirmation.evaluation().hardware();
    Machine machine = Machine.of(hardware);
    return new TuningProfile(
        idOf(created.proposal().id(), shape),
        started.pack().name(),
        PackFacts.packSha256(started.pack()),
        PackFacts.spaceSha256(started.pack()),
        hardware,
        machine.sku(),
        machine.environment().fingerprint(),
        shape,
        knobs.from(),
        knobs.to(),
        effect,
        confirmation.at(),
        campaign.search(),
        provenance(started));
  }

  /** The same proposal and shape always give the same id. */
  static String idOf(String proposalId, Shape shape) {
    return "p" + Digests.sha256(proposalId + "\n" + shape.name()).substring(0, 15);
  }

  private Provenance provenance(DomainEvent.CampaignStarted started) {
    if (created == null || confirmation == null) {
      throw new IllegalStateException("a profile is made of a proposal that was confirmed");
    }
    return new Provenance.Campaign(
        started.campaignId(),
        created.proposal().id(),
        confirmation.evaluation().id(),
        created.proposal().agent(),
        started.source().repository(),
        started.source().commit(),
        committed == null ? null : committed.commit(),
        committed == null ? null : committed.envelopeSha256(),
        merged == null ? null : merged.mergeCommit());
  }
}

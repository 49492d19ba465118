package dev.evolve.profile;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.ImportedProfile;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.promotion.Approval;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.proposal.RiskScore;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Tells the log what happens to imaginary candidates of the toy pack, an event a second. */
final class ProfileStory {

  static final Instant START = Instant.parse("2026-11-30T08:00:00Z");
  static final HardwareProfile HERE = CampaignFixtures.HARDWARE;

  private final List<DomainEvent> events = new ArrayList<>();
  private long second;

  /** The same unit with another compiler. */
  static HardwareProfile withCompiler(String compiler) {
    return new HardwareProfile(
        HERE.architecture(),
        HERE.cpuModel(),
        HERE.cores(),
        HERE.memoryBytes(),
        HERE.os(),
        HERE.microcode(),
        compiler,
        "sha of " + compiler,
        new TreeMap<>());
  }

  /** Another unit with the same software. */
  static HardwareProfile otherUnit() {
    return new HardwareProfile(
        HERE.architecture(),
        "Bigger CPU",
        64,
        HERE.memoryBytes(),
        HERE.os(),
        HERE.microcode(),
        HERE.compiler(),
        HERE.compilerSha256(),
        new TreeMap<>());
  }

  static Effect effect(String scenario, double ratio, double halfWidth) {
    return new Effect(
        scenario,
        "time",
        "ns",
        ratio,
        ratio - halfWidth,
        ratio + halfWidth,
        0.99,
        14,
        100,
        100 * ratio);
  }

  List<DomainEvent> events() {
    return List.copyOf(events);
  }

  /** Everything so far, folded in the given order. */
  static ProfileBook fold(List<DomainEvent> events) {
    ProfileBook book = new ProfileBook(ProfileRules.STANDARD);
    ProfileFold fold = new ProfileFold(book);
    events.forEach(fold::apply);
    return book;
  }

  ProfileBook book() {
    return fold(events);
  }

  ProfileLookup lookup() {
    return new ProfileLookup(book(), HERE);
  }

  /** A second after everything that happened. */
  Instant now() {
    return START.plusSeconds(second + 1);
  }

  private Instant tick() {
    second++;
    return START.plusSeconds(second);
  }

  ProfileStory started(String campaign) {
    return started(campaign, CampaignFixtures.pack());
  }

  ProfileStory started(String campaign, BenchPack pack) {
    events.add(
        new DomainEvent.CampaignStarted(
            campaign, tick(), CampaignFixtures.SOURCE, pack, HERE, 42, 4, 5, "ada"));
    return this;
  }

  ProfileStory searchFinished(String campaign) {
    events.add(new DomainEvent.SearchFinished(campaign, tick(), "budget spent"));
    return this;
  }

  /** A candidate that the gates pass with this ratio, known to ± halfWidth, on all scenarios. */
  ProfileStory gated(String campaign, String proposal, int tile, double ratio, double halfWidth) {
    return gated(campaign, proposal, 1, tile, ratio, halfWidth, HERE);
  }

  ProfileStory gated(
      String campaign,
      String proposal,
      int fromTile,
      int tile,
      double ratio,
      double halfWidth,
      HardwareProfile hardware) {
    created(campaign, proposal, fromTile, tile);
    confirmed(campaign, proposal, hardware);
    judged(campaign, proposal, "determinism", Verdict.PASS);
    judged(
        campaign,
        proposal,
        "perf",
        Verdict.PASS,
        effect("small", ratio, halfWidth),
        effect("large", ratio + 0.01, halfWidth),
        effect("odd", ratio + 0.02, halfWidth));
    return moved(campaign, proposal, ProposalStage.EVALUATING, ProposalStage.GATED, "4 gates");
  }

  ProfileStory created(String campaign, String proposal, int fromTile, int tile) {
    return created(
        campaign,
        proposal,
        new Changeset.Knobs(CampaignFixtures.tile(fromTile), CampaignFixtures.tile(tile)));
  }

  ProfileStory created(String campaign, String proposal, Changeset changeset) {
    events.add(
        new DomainEvent.ProposalCreated(
            campaign,
            tick(),
            new Proposal(
                proposal,
                campaign,
                "toy",
                BenchPack.Domain.KERNEL,
                "auto-tuner",
                "why",
                "faster",
                changeset,
                null,
                new RiskScore(0.5, new TreeMap<>())),
            "-1\n+2",
            "s0"));
    return this;
  }

  ProfileStory screened(String campaign, String proposal) {
    events.add(
        new DomainEvent.Evaluated(
            campaign, tick(), evaluation(proposal, Evaluation.Phase.SCREENING, HERE)));
    return this;
  }

  ProfileStory confirmed(String campaign, String proposal, HardwareProfile hardware) {
    events.add(
        new DomainEvent.Evaluated(
            campaign, tick(), evaluation(proposal, Evaluation.Phase.CONFIRMATION, hardware)));
    return this;
  }

  private static Evaluation evaluation(
      String proposal, Evaluation.Phase phase, HardwareProfile hardware) {
    return new Evaluation(
        proposal + "-" + phase,
        proposal,
        phase,
        7,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        hardware,
        new Evaluation.SandboxRecord("bubblewrap", List.of(), List.of()));
  }

  ProfileStory judged(
      String campaign, String proposal, String gate, Verdict verdict, Effect... effects) {
    events.add(
        new DomainEvent.GateJudged(campaign, tick(), proposal, finding(gate, verdict, effects)));
    return this;
  }

  static GateFinding finding(String gate, Verdict verdict, Effect... effects) {
    return GateFinding.of(
        gate,
        gate + " says " + verdict,
        List.of(new Evidence("all", verdict, "x", "y", "")),
        List.of(effects));
  }

  ProfileStory moved(
      String campaign, String proposal, ProposalStage from, ProposalStage to, String reason) {
    events.add(new DomainEvent.StageChanged(campaign, tick(), proposal, from, to, reason));
    return this;
  }

  ProfileStory declined(String campaign, String proposal) {
    events.add(
        new DomainEvent.Declined(
            campaign,
            tick(),
            proposal,
            new Approval("grace", "rest", "no", "c".repeat(40), "e".repeat(64), tick())));
    return moved(
        campaign, proposal, ProposalStage.AWAITING_APPROVAL, ProposalStage.REJECTED, "grace: no");
  }

  ProfileStory merged(String campaign, String proposal) {
    events.add(
        new DomainEvent.Merged(
            campaign, tick(), proposal, "m".repeat(40), "f".repeat(64), "a".repeat(64)));
    return this;
  }

  ProfileStory rolledBack(String campaign, String proposal) {
    events.add(
        new DomainEvent.RolledBack(
            campaign, tick(), proposal, "r", "t", "a".repeat(64), "grace", "it hurt"));
    return this;
  }

  ProfileStory revalidated(
      String profile, boolean held, HardwareProfile hardware, double ratio, double halfWidth) {
    events.add(
        new DomainEvent.ProfileRevalidated(
            "profile-x",
            tick(),
            profile,
            held,
            held ? "still shown better" : "gate determinism FAIL",
            List.of(
                finding("determinism", held ? Verdict.PASS : Verdict.FAIL),
                finding(
                    "perf",
                    Verdict.PASS,
                    effect("small", ratio, halfWidth),
                    effect("large", ratio, halfWidth),
                    effect("odd", ratio, halfWidth))),
            evaluation(profile, Evaluation.Phase.CONFIRMATION, hardware),
            "ada"));
    return this;
  }

  ProfileStory quarantined(String profile) {
    events.add(
        new DomainEvent.ProfileQuarantined(
            "profile-x", tick(), profile, "does not build here", "grace"));
    return this;
  }

  ProfileStory pinned(String profile, boolean pinned) {
    events.add(
        new DomainEvent.ProfilePinned("profile-x", tick(), profile, pinned, "known good", "ada"));
    return this;
  }

  ProfileStory imported(String id, int tile, double value) {
    return imported(id, CampaignFixtures.tile(tile), value);
  }

  ProfileStory imported(String id, Configuration configuration, double value) {
    events.add(
        new DomainEvent.ProfileImported(
            "profile-x",
            tick(),
            new ImportedProfile(
                id,
                "toy",
                HERE,
                "*",
                List.of(),
                configuration,
                "kernel-tuner",
                "toy.json",
                "d".repeat(64),
                "A100",
                value,
                "ms",
                300,
                true),
            "ada"));
    return this;
  }

  /** Id of the profile of a proposal for all scenarios. */
  static String id(String proposal) {
    return ProposalFacts.idOf(proposal, Shape.ALL);
  }
}

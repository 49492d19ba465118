package dev.evolve.app.profiles;

import dev.evolve.app.campaigns.Loops;
import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.profile.ProfileCommand;
import dev.evolve.profile.ProfileRules;
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
import java.util.concurrent.CompletableFuture;

/**
 * The database of profiles with a log in memory: what a loop would record is recorded at once, but
 * for re-validations, which a test ends itself.
 */
public final class ProfilesUnderTest implements Loops {

  /** The machine of the service. */
  public static final HardwareProfile HERE = CampaignFixtures.HARDWARE;

  private final ProfileViews views;
  private final LoopProfileService service;
  private final List<String> submitted = new ArrayList<>();
  private final CompletableFuture<LoopResult> measured = new CompletableFuture<>();
  private int events;

  /** A database that has read its empty log, on this machine. */
  public ProfilesUnderTest() {
    this(HERE, true);
  }

  ProfilesUnderTest(HardwareProfile here, boolean caughtUp) {
    views = new ProfileViews(ProfileRules.STANDARD, here, this::now);
    int[] next = {0};
    service = new LoopProfileService(this, views, () -> here, () -> "ID" + next[0]++, 14);
    if (caughtUp) {
      views.caughtUp();
    }
  }

  public ProfileViews views() {
    return views;
  }

  public ProfileService service() {
    return service;
  }

  List<String> submitted() {
    return List.copyOf(submitted);
  }

  /** Ends the re-validation that was asked for. */
  CompletableFuture<LoopResult> measured() {
    return measured;
  }

  private Instant now() {
    return Instant.parse("2026-11-30T08:00:00Z").plusSeconds(events);
  }

  /** Records an event in a loop of its own. */
  public ProfilesUnderTest record(DomainEvent event) {
    return record("loop-" + events, event);
  }

  private ProfilesUnderTest record(String loopId, DomainEvent event) {
    views.recorded(0, events, new RecordedEvent(loopId + "-0", loopId, 0, 1, "", "", event));
    events++;
    return this;
  }

  /** A campaign on the toy pack. */
  public ProfilesUnderTest started() {
    return started("c1", CampaignFixtures.pack());
  }

  ProfilesUnderTest started(String campaign, BenchPack pack) {
    return record(
        new DomainEvent.CampaignStarted(
            campaign, now(), CampaignFixtures.SOURCE, pack, HERE, 1, 4, 5, "ada"));
  }

  /** A candidate of it that the gates pass. */
  public ProfilesUnderTest gated(String proposal, int tile, double ratio) {
    Changeset changeset =
        new Changeset.Knobs(CampaignFixtures.tile(1), CampaignFixtures.tile(tile));
    record(
        new DomainEvent.ProposalCreated(
            "c1",
            now(),
            new Proposal(
                proposal,
                "c1",
                "toy",
                BenchPack.Domain.KERNEL,
                "auto-tuner",
                "why",
                "faster",
                changeset,
                null,
                new RiskScore(0, new TreeMap<>())),
            "-1\n+2",
            "s0"));
    record(
        new DomainEvent.Evaluated(
            "c1",
            now(),
            new Evaluation(
                proposal + "-confirm",
                proposal,
                Evaluation.Phase.CONFIRMATION,
                7,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                HERE,
                new Evaluation.SandboxRecord("fake", List.of(), List.of()))));
    record(judged(proposal, "determinism", List.of()));
    List<Effect> effects =
        List.of(effect("small", ratio), effect("large", ratio), effect("odd", ratio));
    record(judged(proposal, "perf", effects));
    return record(
        new DomainEvent.StageChanged(
            "c1", now(), proposal, ProposalStage.EVALUATING, ProposalStage.GATED, "4 gates"));
  }

  private DomainEvent judged(String proposal, String gate, List<Effect> effects) {
    return new DomainEvent.GateJudged(
        "c1",
        now(),
        proposal,
        GateFinding.of(
            gate, "fine", List.of(new Evidence("all", Verdict.PASS, "x", "y", "")), effects));
  }

  private static Effect effect(String scenario, double ratio) {
    return new Effect(
        scenario, "time", "ns", ratio, ratio - 0.01, ratio + 0.01, 0.99, 14, 100, 100 * ratio);
  }

  @Override
  public CompletableFuture<Void> submit(
      String kind, String loopId, Object request, ModelRef model, long seed) {
    submitted.add(kind + " " + loopId);
    switch ((ProfileCommand) request) {
      case ProfileCommand.Import it ->
          record(loopId, new DomainEvent.ProfileImported(loopId, now(), it.profile(), it.person()));
      case ProfileCommand.Quarantine it ->
          record(
              loopId,
              new DomainEvent.ProfileQuarantined(
                  loopId, now(), it.profileId(), it.reason(), it.person()));
      case ProfileCommand.Pin it ->
          record(
              loopId,
              new DomainEvent.ProfilePinned(
                  loopId, now(), it.profileId(), it.pinned(), it.reason(), it.person()));
      case ProfileCommand.Revalidate it -> {}
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<StepResult> signal(String loopId, Signal signal) {
    return CompletableFuture.failedFuture(new IllegalStateException("nobody signals a profile"));
  }

  @Override
  public CompletableFuture<LoopResult> result(String loopId) {
    boolean measures = submitted.getLast().endsWith(loopId) && !views.hasEventOf(loopId);
    return measures
        ? measured
        : CompletableFuture.completedFuture(new LoopResult("done", new TreeMap<>()));
  }

  @Override
  public void cancel(String loopId, String reason) {
    throw new IllegalStateException("nobody cancels a profile");
  }
}

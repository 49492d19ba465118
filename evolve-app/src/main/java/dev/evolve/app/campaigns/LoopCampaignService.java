package dev.evolve.app.campaigns;

import dev.evolve.campaign.CampaignLoop;
import dev.evolve.campaign.CampaignPolicy;
import dev.evolve.campaign.CampaignRequest;
import dev.evolve.campaign.DecisionSignal;
import dev.evolve.campaign.RollbackLoop;
import dev.evolve.campaign.RollbackRequest;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.port.IdSource;
import dev.evolve.loop.port.SeedSource;
import dev.evolve.promotion.Approval;
import dev.evolve.proposal.ProposalStage;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Commands carried out by loops: start one, signal one, and wait for what the log says. */
public final class LoopCampaignService implements CampaignService {

  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(2);

  private final Loops loops;
  private final CampaignDirectory directory;
  private final PackResolver packs;
  private final IdSource ids;
  private final SeedSource seeds;
  private final SearchPlans plans;

  /**
   * @param loops the runtime
   * @param directory what the log holds
   * @param packs finds and reads packs
   * @param ids identities of campaigns
   * @param seeds seeds of campaigns
   * @param plans fixes how campaigns search
   */
  public LoopCampaignService(
      Loops loops,
      CampaignDirectory directory,
      PackResolver packs,
      IdSource ids,
      SeedSource seeds,
      SearchPlans plans) {
    this.loops = loops;
    this.directory = directory;
    this.packs = packs;
    this.ids = ids;
    this.seeds = seeds;
    this.plans = plans;
  }

  @Override
  public String start(StartCampaign command) {
    PackResolver.ResolvedPack resolved = packs.resolve(command.pack());
    CampaignRequest request = request(command, resolved);
    String id = resolved.pack().name() + "-" + ids.nextId().toLowerCase(Locale.ROOT);
    Long wanted = command.seed();
    long seed = wanted == null ? seeds.nextSeed() : wanted;
    LoopAnswers.await(
        loops.submit(
            CampaignLoop.KIND,
            id,
            request,
            new ModelRef(resolved.pack().name(), resolved.source().commit()),
            seed));
    DomainEvent first = directory.awaitEvent(id, 0, COMMAND_TIMEOUT, event -> true);
    if (first instanceof DomainEvent.CampaignFinished failed) {
      throw new EvolveException(ErrorCode.INTERNAL, "the campaign failed: " + failed.summary());
    }
    return id;
  }

  private CampaignRequest request(StartCampaign command, PackResolver.ResolvedPack resolved) {
    Integer evaluations = command.evaluations();
    Integer minutes = command.minutes();
    try {
      return new CampaignRequest(
          resolved.source(),
          resolved.pack(),
          resolved.baseline(),
          evaluations == null ? resolved.pack().budget().evaluations() : evaluations,
          minutes == null ? resolved.pack().budget().minutes() : minutes,
          CampaignPolicy.STANDARD,
          command.startedBy(),
          command.autoApproveAs(),
          plans.of(resolved.pack(), command.search()));
    } catch (IllegalArgumentException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "cannot start: " + e.getMessage(), e);
    }
  }

  @Override
  public ApprovalOutcome approve(String proposalId, Decision decision) {
    String campaignId = awaiting(proposalId, ProposalStage.AWAITING_APPROVAL, "approved");
    int from = directory.size(campaignId);
    signal(campaignId, proposalId, true, decision);
    DomainEvent end =
        directory.awaitEvent(
            campaignId, from, COMMAND_TIMEOUT, event -> endsMerge(proposalId, event));
    return switch (end) {
      case DomainEvent.Merged merged ->
          new ApprovalOutcome(approval(campaignId, from), merged.mergeCommit());
      case DomainEvent.MergeRefused refused ->
          throw new EvolveException(
              ErrorCode.CONFLICT,
              "approved, but the repository refused the merge: "
                  + refused.reason()
                  + "; put that right and approve again");
      default ->
          throw new EvolveException(
              ErrorCode.CONFLICT,
              "approved, but not merged: "
                  + (end instanceof DomainEvent.StageChanged moved
                      ? moved.reason()
                      : end.toString()));
    };
  }

  private static boolean endsMerge(String proposalId, DomainEvent event) {
    return switch (event) {
      case DomainEvent.Merged merged -> merged.proposalId().equals(proposalId);
      case DomainEvent.MergeRefused refused -> refused.proposalId().equals(proposalId);
      case DomainEvent.StageChanged moved ->
          moved.proposalId().equals(proposalId) && moved.to() == ProposalStage.REJECTED;
      case DomainEvent.CampaignFinished finished -> true;
      default -> false;
    };
  }

  private Approval approval(String campaignId, int from) {
    return directory.events(campaignId, from).stream()
        .map(RecordedEvent::event)
        .filter(DomainEvent.Approved.class::isInstance)
        .map(event -> ((DomainEvent.Approved) event).approval())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("merged without an approval on record"));
  }

  @Override
  public void reject(String proposalId, Decision decision) {
    requireReason(decision);
    String campaignId = awaiting(proposalId, ProposalStage.AWAITING_APPROVAL, "rejected");
    int from = directory.size(campaignId);
    signal(campaignId, proposalId, false, decision);
    DomainEvent declined =
        directory.awaitEvent(
            campaignId, from, COMMAND_TIMEOUT, DomainEvent.Declined.class::isInstance);
    if (!(declined instanceof DomainEvent.Declined)) {
      throw new IllegalStateException("waited for a decline, found " + declined);
    }
  }

  @Override
  public RollbackOutcome rollback(String proposalId, Decision decision) {
    requireReason(decision);
    String campaignId = awaiting(proposalId, ProposalStage.PROMOTED, "rolled back");
    String loopId = "rollback-" + proposalId + "-" + ids.nextId().toLowerCase(Locale.ROOT);
    RollbackRequest request = rollbackRequest(campaignId, proposalId, decision);
    LoopAnswers.await(
        loops.submit(
            RollbackLoop.KIND,
            loopId,
            request,
            new ModelRef(request.pack(), request.mergeCommit()),
            0));
    LoopResult result = LoopAnswers.await(loops.result(loopId));
    if (directory.awaitEvent(
            campaignId,
            0,
            COMMAND_TIMEOUT,
            event ->
                event instanceof DomainEvent.StageChanged moved
                    && moved.to() == ProposalStage.ROLLED_BACK
                    && moved.proposalId().equals(proposalId))
        == null) {
      throw new IllegalStateException("rolled back without an event");
    }
    return new RollbackOutcome(
        artifact(result, "revertCommit"),
        artifact(result, "restoredTree"),
        artifact(result, "restoredArtifact"));
  }

  private static String artifact(LoopResult result, String name) {
    return Optional.ofNullable(result.artifacts().get(name)).orElse("");
  }

  private RollbackRequest rollbackRequest(String campaignId, String proposalId, Decision decision) {
    DomainEvent.CampaignStarted started =
        fact(campaignId, DomainEvent.CampaignStarted.class, it -> true);
    DomainEvent.Merged merged =
        fact(campaignId, DomainEvent.Merged.class, it -> it.proposalId().equals(proposalId));
    return new RollbackRequest(
        campaignId,
        proposalId,
        started.pack().name(),
        started.source(),
        merged.mergeCommit(),
        merged.previousArtifactSha256(),
        decision.person(),
        decision.reason());
  }

  private <E extends DomainEvent> E fact(String campaignId, Class<E> type, Predicate<E> wanted) {
    return directory.events(campaignId, 0).stream()
        .map(RecordedEvent::event)
        .filter(type::isInstance)
        .map(type::cast)
        .filter(wanted)
        .findFirst()
        .orElseThrow(
            () ->
                new EvolveException(
                    ErrorCode.DATA_CORRUPT,
                    "the log holds no " + type.getSimpleName() + " of " + campaignId));
  }

  @Override
  public void cancel(String campaignId, Decision decision) {
    if (!directory.knows(campaignId)) {
      throw new EvolveException(ErrorCode.NOT_FOUND, "no campaign " + campaignId);
    }
    boolean finished =
        directory.events(campaignId, 0).stream()
            .anyMatch(event -> event.event() instanceof DomainEvent.CampaignFinished);
    if (finished) {
      throw new EvolveException(
          ErrorCode.ILLEGAL_STAGE, "campaign " + campaignId + " has ended already");
    }
    loops.cancel(campaignId, decision.person() + ": " + decision.reason());
  }

  /** The campaign of a proposal that is in {@code stage}. */
  private String awaiting(String proposalId, ProposalStage stage, String wanted) {
    ProposalStage found =
        directory
            .stageOf(proposalId)
            .orElseThrow(
                () -> new EvolveException(ErrorCode.NOT_FOUND, "no proposal " + proposalId));
    if (found != stage) {
      throw new EvolveException(
          ErrorCode.ILLEGAL_STAGE,
          proposalId + " is " + found + "; only one that is " + stage + " can be " + wanted);
    }
    return directory.campaignOf(proposalId).orElseThrow();
  }

  private static void requireReason(Decision decision) {
    if (decision.reason().isBlank()) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "a reason is needed; it is recorded with the decision");
    }
  }

  private void signal(String campaignId, String proposalId, boolean approve, Decision decision) {
    LoopAnswers.await(
        loops.signal(
            campaignId,
            new DecisionSignal(
                    proposalId, approve, decision.person(), decision.via(), decision.reason())
                .toSignal()));
  }
}

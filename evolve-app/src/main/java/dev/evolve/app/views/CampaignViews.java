package dev.evolve.app.views;

import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.proposal.ProposalStage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Every campaign and proposal as people look at them, folded from the log. Thread-safe. */
public final class CampaignViews implements EventFeed.Listener {

  private final Map<String, CampaignFold> campaigns = new LinkedHashMap<>();
  private final Map<String, ProposalFold> proposals = new LinkedHashMap<>();
  private final Map<String, ProposalHistory> histories = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final List<Consumer<DomainEvent>> watchers = new CopyOnWriteArrayList<>();

  @Override
  public void recorded(int partition, long offset, RecordedEvent event) {
    synchronized (this) {
      if (!seen.add(event.id())) {
        return;
      }
      apply(event.event());
    }
    watchers.forEach(watcher -> watcher.accept(event.event()));
  }

  /** Hears of every event from now on, after the views show it; must not block. */
  public AutoCloseable watch(Consumer<DomainEvent> watcher) {
    watchers.add(watcher);
    return () -> watchers.remove(watcher);
  }

  /** All campaigns, newest first. */
  public synchronized List<CampaignSummary> campaigns() {
    List<CampaignSummary> all = new ArrayList<>();
    campaigns.values().forEach(fold -> all.add(summary(fold)));
    Collections.reverse(all);
    return all;
  }

  /** A campaign. */
  public synchronized Optional<CampaignSummary> campaign(String id) {
    return Optional.ofNullable(campaigns.get(id)).map(this::summary);
  }

  /** Proposals that match; those that wait for a person first, then newest first. */
  public synchronized List<ProposalSummary> proposals(ProposalFilter filter) {
    List<ProposalSummary> found = new ArrayList<>();
    proposals.values().forEach(fold -> found.add(fold.summary()));
    Collections.reverse(found);
    return found.stream()
        .filter(filter::matches)
        .sorted(Comparator.comparing(summary -> summary.stage() != ProposalStage.AWAITING_APPROVAL))
        .toList();
  }

  /** Everything on a proposal. */
  public synchronized Optional<ProposalDetail> proposal(String id) {
    return Optional.ofNullable(proposals.get(id)).map(ProposalFold::detail);
  }

  private CampaignSummary summary(CampaignFold fold) {
    List<ProposalFold> own =
        fold.proposals.stream()
            .flatMap(id -> Optional.ofNullable(proposals.get(id)).stream())
            .toList();
    Double best =
        own.stream().flatMap(p -> p.screenedRatio().stream()).min(Double::compare).orElse(null);
    boolean waits =
        own.stream().anyMatch(p -> p.summary().stage() == ProposalStage.AWAITING_APPROVAL);
    return fold.summary(best, waits);
  }

  private void apply(DomainEvent event) {
    switch (event) {
      case DomainEvent.CampaignStarted it -> campaigns.put(it.campaignId(), new CampaignFold(it));
      case DomainEvent.ProposalCreated it -> created(it);
      case DomainEvent.StageChanged it -> on(it.proposalId(), it, fold -> fold.moved(it));
      case DomainEvent.Evaluated it -> evaluated(it);
      case DomainEvent.GateJudged it -> on(it.proposalId(), it, fold -> fold.judged(it));
      case DomainEvent.CanaryJudged it -> on(it.proposalId(), it, fold -> fold.canary(it));
      case DomainEvent.RollbackRehearsed it -> on(it.proposalId(), it, fold -> fold.rehearsed(it));
      case DomainEvent.Committed it -> on(it.proposalId(), it, fold -> fold.committed(it));
      case DomainEvent.Approved it -> on(it.proposalId(), it, fold -> fold.approved(it));
      case DomainEvent.MergeRefused it -> on(it.proposalId(), it, fold -> fold.mergeRefused(it));
      case DomainEvent.Merged it -> on(it.proposalId(), it, fold -> fold.merged(it));
      case DomainEvent.RolledBack it -> on(it.proposalId(), it, fold -> fold.rolledBack(it));
      case DomainEvent.CampaignFinished it ->
          Optional.ofNullable(campaigns.get(it.campaignId())).ifPresent(fold -> fold.finished = it);
      case DomainEvent.SearchFinished it -> {}
      case DomainEvent.Declined it -> {}
      case DomainEvent.ProfileImported it -> {}
      case DomainEvent.ProfileRevalidated it -> {}
      case DomainEvent.ProfileQuarantined it -> {}
      case DomainEvent.ProfilePinned it -> {}
      case DomainEvent.TrialsImported it -> {}
      case DomainEvent.TrialsForgotten it -> {}
    }
  }

  private void created(DomainEvent.ProposalCreated event) {
    CampaignFold campaign = campaigns.get(event.campaignId());
    if (campaign != null) {
      String id = event.proposal().id();
      campaign.proposals.add(id);
      history(id).begin(() -> new ProposalFold(campaign.started.pack(), event));
      show(id);
    }
  }

  private void evaluated(DomainEvent.Evaluated event) {
    on(event.evaluation().proposalId(), event, fold -> fold.evaluated(event));
  }

  private void on(String proposalId, DomainEvent event, Consumer<ProposalFold> change) {
    history(proposalId).add(event.at(), change);
    show(proposalId);
  }

  private ProposalHistory history(String proposalId) {
    return histories.computeIfAbsent(proposalId, any -> new ProposalHistory());
  }

  private void show(String proposalId) {
    history(proposalId).fold().ifPresent(fold -> proposals.put(proposalId, fold));
  }

  /** Gathers a campaign. */
  private static final class CampaignFold {
    private final DomainEvent.CampaignStarted started;
    private final List<String> proposals = new ArrayList<>();
    private DomainEvent.@Nullable CampaignFinished finished;

    CampaignFold(DomainEvent.CampaignStarted started) {
      this.started = started;
    }

    CampaignSummary summary(@Nullable Double best, boolean waits) {
      return new CampaignSummary(
          started.campaignId(),
          started.pack().name(),
          started.source().repository(),
          started.source().commit(),
          finished != null ? "ended" : waits ? "waiting" : "running",
          finished == null ? "" : finished.outcome(),
          finished == null ? "" : finished.summary(),
          proposals.size(),
          started.evaluations(),
          best,
          started.startedBy(),
          started.at(),
          started.hardware().id(),
          started.hardware().cpuModel());
    }
  }
}

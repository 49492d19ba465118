package dev.evolve.app.campaigns;

import dev.evolve.campaign.AuditHead;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.proposal.ProposalStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The events of every campaign as the log of record holds them, for commands that need facts of
 * finished campaigns and for whoever follows a campaign. Thread-safe; filled from the feed.
 */
public final class CampaignDirectory implements EventFeed.Listener, AuditHead {

  private static final Duration LOG_TIMEOUT = Duration.ofSeconds(30);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private final Map<String, List<RecordedEvent>> byCampaign = new LinkedHashMap<>();
  private final Map<String, RecordedEvent> newestOfLoop = new HashMap<>();
  private final Map<String, String> campaignOfProposal = new HashMap<>();
  private final Map<String, ProposalStage> stages = new HashMap<>();
  private boolean caughtUp;

  @Override
  public void recorded(int partition, long offset, RecordedEvent event) {
    if (event.event() instanceof DomainEvent.TrialsImported) {
      return; // It belongs to no campaign and is large.
    }
    lock.lock();
    try {
      RecordedEvent newest = newestOfLoop.get(event.loopId());
      if (newest != null && newest.sequence() >= event.sequence()) {
        return;
      }
      newestOfLoop.put(event.loopId(), event);
      byCampaign.computeIfAbsent(event.event().campaignId(), id -> new ArrayList<>()).add(event);
      index(event.event());
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void caughtUp() {
    lock.lock();
    try {
      caughtUp = true;
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void index(DomainEvent event) {
    if (event instanceof DomainEvent.ProposalCreated created) {
      campaignOfProposal.put(created.proposal().id(), created.campaignId());
      stages.put(created.proposal().id(), ProposalStage.PROPOSED);
    } else if (event instanceof DomainEvent.StageChanged moved) {
      stages.put(moved.proposalId(), moved.to());
    }
  }

  /** Waits until everything that was in the log at the start is here. */
  public void awaitCaughtUp() {
    await(LOG_TIMEOUT, () -> caughtUp ? Optional.of(true) : Optional.empty());
  }

  /** The campaign of a proposal. */
  public Optional<String> campaignOf(String proposalId) {
    return locked(() -> Optional.ofNullable(campaignOfProposal.get(proposalId)));
  }

  /** Stage of a proposal. */
  public Optional<ProposalStage> stageOf(String proposalId) {
    return locked(() -> Optional.ofNullable(stages.get(proposalId)));
  }

  /** Events of a campaign from an index on. */
  public List<RecordedEvent> events(String campaignId, int from) {
    return locked(() -> tail(campaignId, from));
  }

  /** Events of a campaign from an index on; waits for the first of them, at most so long. */
  public List<RecordedEvent> awaitEvents(String campaignId, int from, Duration timeout) {
    return awaitQuietly(
            timeout,
            () -> {
              List<RecordedEvent> tail = tail(campaignId, from);
              return tail.isEmpty() ? Optional.empty() : Optional.of(tail);
            })
        .orElse(List.of());
  }

  /**
   * The first event of a campaign, from an index on, that a caller waits for.
   *
   * @throws EvolveException LOG_UNAVAILABLE if it does not come in time
   */
  public DomainEvent awaitEvent(
      String campaignId, int from, Duration timeout, Predicate<DomainEvent> wanted) {
    return await(
        timeout,
        () -> tail(campaignId, from).stream().map(RecordedEvent::event).filter(wanted).findFirst());
  }

  /** How many events of a campaign are here. */
  public int size(String campaignId) {
    return locked(() -> byCampaign.getOrDefault(campaignId, List.of()).size());
  }

  /** Ids of all campaigns, the oldest first. */
  public List<String> campaigns() {
    return locked(() -> List.copyOf(byCampaign.keySet()));
  }

  /** True if the log knows the campaign. */
  public boolean knows(String campaignId) {
    return locked(() -> byCampaign.containsKey(campaignId));
  }

  @Override
  public String headOf(String loopId, long eventCount) {
    return await(
            LOG_TIMEOUT,
            () ->
                Optional.ofNullable(newestOfLoop.get(loopId))
                    .filter(newest -> newest.sequence() + 1 >= eventCount))
        .hash();
  }

  private List<RecordedEvent> tail(String campaignId, int from) {
    List<RecordedEvent> all = byCampaign.getOrDefault(campaignId, List.of());
    return from >= all.size() ? List.of() : List.copyOf(all.subList(Math.max(0, from), all.size()));
  }

  private <T> T locked(Supply<T> supply) {
    lock.lock();
    try {
      return supply.get();
    } finally {
      lock.unlock();
    }
  }

  private <T> T await(Duration timeout, Supply<Optional<T>> wanted) {
    return awaitQuietly(timeout, wanted)
        .orElseThrow(
            () ->
                new EvolveException(
                    ErrorCode.LOG_UNAVAILABLE,
                    "the log of record did not show what was waited for within "
                        + timeout.toSeconds()
                        + " s; it may still do so, look at the proposal"));
  }

  private <T> Optional<T> awaitQuietly(Duration timeout, Supply<Optional<T>> wanted) {
    long left = timeout.toNanos();
    lock.lock();
    try {
      Optional<T> found = wanted.get();
      while (found.isEmpty() && left > 0) {
        left = grown.awaitNanos(left);
        found = wanted.get();
      }
      return found;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(
          ErrorCode.INTERNAL,
          "interrupted after " + TimeUnit.NANOSECONDS.toMillis(timeout.toNanos() - left) + " ms",
          e);
    } finally {
      lock.unlock();
    }
  }

  /** Supplies under the lock. */
  private interface Supply<T> {
    T get();
  }
}

package dev.evolve.app.budgets;

import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.campaign.DailyBudgets;
import dev.evolve.campaign.DailyLedger;
import dev.evolve.campaign.DailyLimits;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.search.budget.BudgetAccount;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What was spent as the log has it, in memory: made again from the log at each start. Thread-safe.
 * It answers once the log was read and all events of the campaign that asks are here; what other
 * campaigns measured in the last moments is set aside until their events are here too.
 */
public final class SpendingView implements EventFeed.Listener, DailyLimits {

  private static final Duration LOG_TIMEOUT = Duration.ofSeconds(30);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private final Map<String, Long> newestOfLoop = new HashMap<>();
  private final DailyBudgets budgets;
  private final DailyLedger ledger;
  private final Duration timeout;
  private boolean caughtUp;

  /** A view by settings. */
  public SpendingView(BudgetSettings settings) {
    this(settings, LOG_TIMEOUT);
  }

  SpendingView(BudgetSettings settings, Duration timeout) {
    this.budgets = settings.budgets();
    this.ledger = new DailyLedger(budgets, settings.pricePerSecond());
    this.timeout = timeout;
  }

  @Override
  public void recorded(int partition, long offset, RecordedEvent event) {
    lock.lock();
    try {
      if (newestOfLoop.getOrDefault(event.loopId(), -1L) < event.sequence()) {
        newestOfLoop.put(event.loopId(), event.sequence());
        ledger.apply(event.event());
        grown.signalAll();
      }
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

  @Override
  public Optional<String> reserve(NextMeasurement next) {
    if (budgets.isUnlimited()) {
      return Optional.empty();
    }
    lock.lock();
    try {
      awaitEvents(next);
      return ledger.reserve(next);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void release(String campaignId) {
    lock.lock();
    try {
      ledger.release(campaignId);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The accounts of a day (UTC): of agents, packs and the whole service.
   *
   * @throws EvolveException LOG_UNAVAILABLE while the log is being read
   */
  public List<BudgetAccount> accounts(LocalDate day) {
    lock.lock();
    try {
      if (!caughtUp) {
        throw new EvolveException(
            ErrorCode.LOG_UNAVAILABLE,
            "the log of record is still being read; ask again in a few seconds");
      }
      return ledger.accounts(day);
    } finally {
      lock.unlock();
    }
  }

  private void awaitEvents(NextMeasurement next) throws InterruptedException {
    long left = timeout.toNanos();
    while (!isComplete(next) && left > 0) {
      left = grown.awaitNanos(left);
    }
    if (!isComplete(next)) {
      throw new EvolveException(
          ErrorCode.LOG_UNAVAILABLE,
          "the log of record did not show within "
              + timeout.toSeconds()
              + " s what was spent today; see whether Kafka runs, then start the campaign again");
    }
  }

  private boolean isComplete(NextMeasurement next) {
    return caughtUp && newestOfLoop.getOrDefault(next.campaignId(), -1L) + 1 >= next.eventCount();
  }
}

package dev.evolve.loop.weights;

import dev.evolve.loop.runtime.FreezeMode;
import dev.evolve.loop.weights.WeightLoader.Staged;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One swap. It waits for quiet until its kinds are, then installs; {@link #giveUp} ends it while it
 * waits. {@code FREEZING -> INSTALLING -> ENDED}, or {@code FREEZING -> ENDED} when a freeze fails
 * or it is given up.
 */
public final class RunningSwap {

  private static final Logger LOG = LoggerFactory.getLogger(RunningSwap.class);

  private enum Phase {
    FREEZING,
    INSTALLING,
    ENDED
  }

  private final WeightSwap swaps;
  private final SwapOrder order;
  private final SortedMap<String, String> before;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.FREEZING);
  private final Map<String, CompletableFuture<Void>> freezes = new LinkedHashMap<>();
  private final CompletableFuture<SwapOutcome> outcome = new CompletableFuture<>();

  RunningSwap(WeightSwap swaps, SwapOrder order, SortedMap<String, String> before) {
    this.swaps = swaps;
    this.order = order;
    this.before = before;
  }

  /**
   * What comes of it. Fails only if a cache could not drop what is stale, or the kinds could not be
   * thawed; they stay frozen then.
   */
  public CompletableFuture<SwapOutcome> outcome() {
    return outcome.copy();
  }

  /**
   * Gives it up while it waits for loops to drain or stop: the versions before stay in force.
   *
   * @return false if it is too late
   */
  public boolean giveUp(String reason) {
    return phase.compareAndSet(Phase.FREEZING, Phase.ENDED) && thawAndKeep("given up: " + reason);
  }

  void keep(String reason) {
    LOG.warn("{} stay in force: {}", before, reason);
    outcome.complete(new SwapOutcome.Kept(before, reason));
  }

  void start(WeightLoader loader) {
    Staged staged;
    try {
      staged = loader.stage(order);
    } catch (RuntimeException | Error e) {
      swaps.letGo(order.kinds());
      keep(order.versions() + " could not be staged: " + e);
      return;
    }
    order.kinds().forEach(kind -> freezes.put(kind, freeze(kind)));
    outcome.whenComplete((end, failure) -> discardUnlessSwapped(staged, end));
    for (CompletableFuture<Void> freeze : freezes.values()) {
      freeze.whenComplete((quiet, failure) -> frozen(failure));
    }
    CompletableFuture.allOf(freezes.values().toArray(new CompletableFuture<?>[0]))
        .thenRunAsync(() -> install(staged), swaps.threads())
        .whenComplete((done, failure) -> frozen(failure));
  }

  private CompletableFuture<Void> freeze(String kind) {
    try {
      return swaps.target().freeze(kind, order.mode());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static void discardUnlessSwapped(Staged staged, @Nullable SwapOutcome end) {
    if (end instanceof SwapOutcome.Kept) {
      staged.discard();
    }
  }

  private void frozen(@Nullable Throwable failure) {
    if (failure != null && phase.compareAndSet(Phase.FREEZING, Phase.ENDED)) {
      thawAndKeep("its loops could not be frozen: " + causeOf(failure));
    }
  }

  private void install(Staged staged) {
    if (!phase.compareAndSet(Phase.FREEZING, Phase.INSTALLING)) {
      return;
    }
    try {
      staged.install();
    } catch (RuntimeException | Error e) {
      phase.set(Phase.ENDED);
      thawAndKeep(order.versions() + " could not be installed: " + e);
      return;
    }
    finish();
  }

  private void finish() {
    int dropped;
    try {
      dropped = swaps.putInForce(order);
    } catch (RuntimeException | Error e) {
      LOG.error("{} stay frozen: a cache may hold what is stale", order.kinds(), e);
      outcome.completeExceptionally(e);
      return;
    }
    phase.set(Phase.ENDED);
    LOG.info("{} are in force, before it was {}", order.versions(), before);
    thaw(
        order.mode() == FreezeMode.BOUNDARY,
        new SwapOutcome.Swapped(before, order.versions(), dropped));
  }

  private boolean thawAndKeep(String reason) {
    LOG.warn("{} stay in force: {}", before, reason);
    thaw(false, new SwapOutcome.Kept(before, reason));
    return true;
  }

  /** Thaws what is frozen; what could not be frozen is not ours to thaw. */
  private void thaw(boolean cachesLost, SwapOutcome end) {
    List<CompletableFuture<Void>> thaws =
        freezes.entrySet().stream()
            .filter(freeze -> !freeze.getValue().isCompletedExceptionally())
            .map(freeze -> swaps.target().thaw(freeze.getKey(), cachesLost))
            .toList();
    CompletableFuture.allOf(thaws.toArray(new CompletableFuture<?>[0]))
        .whenComplete(
            (thawed, failure) -> {
              swaps.letGo(order.kinds());
              if (failure == null) {
                outcome.complete(end);
              } else {
                outcome.completeExceptionally(causeOf(failure));
              }
            });
  }

  private static Throwable causeOf(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}

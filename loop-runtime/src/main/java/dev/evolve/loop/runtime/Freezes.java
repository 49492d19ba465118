package dev.evolve.loop.runtime;

import dev.evolve.loop.runtime.LoopException.RuntimeStoppedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Kinds of loop that are kept from going on, so that what they run on can be changed under them.
 * New loops of a frozen kind wait; those that run drain, or stop at their next boundary.
 */
final class Freezes {

  private final LiveLoops live;
  private final Map<String, Freeze> frozen = new HashMap<>();

  Freezes(LiveLoops live) {
    this.live = live;
  }

  /** Whether anything is frozen at all. */
  boolean isAny() {
    return !frozen.isEmpty();
  }

  /**
   * Freezes a kind; {@link #check} tells when it is quiet.
   *
   * @param quiet completed when nothing of it moves any more
   * @throws WrongMomentException if it is frozen already
   */
  void freeze(String kind, FreezeMode mode, CompletableFuture<Void> quiet) {
    if (frozen.containsKey(kind)) {
      throw new WrongMomentException(kind + " is frozen already; thaw it first");
    }
    frozen.put(kind, new Freeze(mode, quiet));
  }

  /**
   * Ends a freeze.
   *
   * @throws WrongMomentException if the kind is not frozen
   */
  Freeze thaw(String kind) {
    Freeze freeze = frozen.remove(kind);
    if (freeze == null) {
      throw new WrongMomentException(kind + " is not frozen");
    }
    freeze.quiet.cancel(false);
    return freeze;
  }

  /** Keeps a loop back that waits for admission, unless it is one that drains. */
  boolean keepsBack(DrivenLoop<?> loop) {
    Freeze freeze = frozen.get(loop.kind());
    if (freeze == null || (freeze.mode == FreezeMode.DRAIN && loop.hasBegun())) {
      return false;
    }
    freeze.newcomers.add(loop);
    return true;
  }

  /** Stops a loop at its boundary, if it has to stop there. */
  boolean stops(DrivenLoop<?> loop) {
    Freeze freeze = boundaryFreeze(loop);
    if (freeze == null) {
      return false;
    }
    freeze.stopped.add(loop);
    return true;
  }

  /** Stops a loop that was woken, with the step that it would take. */
  boolean stopsWoken(DrivenLoop<?> loop) {
    Freeze freeze = boundaryFreeze(loop);
    if (freeze == null) {
      return false;
    }
    freeze.woken.add(loop);
    return true;
  }

  /** Whether a loop was woken and is kept from the step that it would take. */
  boolean holdsWoken(DrivenLoop<?> loop) {
    Freeze freeze = frozen.get(loop.kind());
    return freeze != null && freeze.woken.contains(loop);
  }

  private @Nullable Freeze boundaryFreeze(DrivenLoop<?> loop) {
    Freeze freeze = frozen.get(loop.kind());
    return freeze != null && freeze.mode == FreezeMode.BOUNDARY ? freeze : null;
  }

  /** Takes a stopped loop out, so that it can end; false if it is not stopped here. */
  boolean letGo(DrivenLoop<?> loop) {
    Freeze freeze = frozen.get(loop.kind());
    return freeze != null && loop.phase() == LoopPhase.READY && freeze.stopped.remove(loop);
  }

  /** Completes what has become quiet. */
  void check() {
    List<CompletableFuture<Void>> quiet = new ArrayList<>();
    frozen.forEach(
        (kind, freeze) -> {
          if (!freeze.quiet.isDone() && isQuiet(kind, freeze)) {
            quiet.add(freeze.quiet);
          }
        });
    // Whoever is told may thaw at once.
    quiet.forEach(waiting -> waiting.complete(null));
  }

  /** Nothing will become quiet any more. */
  void stop() {
    frozen.forEach(
        (kind, freeze) -> freeze.quiet.completeExceptionally(new RuntimeStoppedException(kind)));
  }

  private boolean isQuiet(String kind, Freeze freeze) {
    for (DrivenLoop<?> loop : live.each()) {
      if (loop.kind().equals(kind) && moves(loop, freeze)) {
        return false;
      }
    }
    return true;
  }

  private static boolean moves(DrivenLoop<?> loop, Freeze freeze) {
    return switch (loop.phase()) {
      case ACCEPTING, ENDED -> false;
      case QUEUED -> freeze.mode == FreezeMode.DRAIN && loop.hasBegun();
      case READY, PARKED -> freeze.mode == FreezeMode.DRAIN;
      case RESERVING -> !freeze.woken.contains(loop);
      case EXECUTING, COMMITTING, ENDING -> true;
    };
  }

  /** One frozen kind. */
  static final class Freeze {
    final FreezeMode mode;
    final CompletableFuture<Void> quiet;
    final List<DrivenLoop<?>> newcomers = new ArrayList<>();
    final List<DrivenLoop<?>> stopped = new ArrayList<>();
    final List<DrivenLoop<?>> woken = new ArrayList<>();

    Freeze(FreezeMode mode, CompletableFuture<Void> quiet) {
      this.mode = mode;
      this.quiet = quiet;
    }
  }

  /** A freeze of what is frozen, or a thaw of what is not. */
  static final class WrongMomentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongMomentException(String message) {
      super(message);
    }
  }
}

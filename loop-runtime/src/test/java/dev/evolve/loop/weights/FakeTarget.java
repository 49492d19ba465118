package dev.evolve.loop.weights;

import dev.evolve.loop.runtime.FreezeMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Notes what it is told, and becomes quiet when it is told so. */
final class FakeTarget implements SwapTarget {

  private final List<String> log;
  private final Map<String, CompletableFuture<Void>> frozen = new LinkedHashMap<>();

  FakeTarget(List<String> log) {
    this.log = log;
  }

  @Override
  public CompletableFuture<Void> freeze(String kind, FreezeMode mode) {
    if (kind.equals("unknown")) {
      throw new IllegalArgumentException("no such kind");
    }
    if (frozen.containsKey(kind)) {
      return CompletableFuture.failedFuture(new IllegalStateException(kind + " is frozen already"));
    }
    log.add("freeze " + kind + " " + mode);
    CompletableFuture<Void> quiet = new CompletableFuture<>();
    frozen.put(kind, quiet);
    return quiet;
  }

  @Override
  public CompletableFuture<Void> thaw(String kind, boolean cachesLost) {
    CompletableFuture<Void> quiet = frozen.remove(kind);
    if (quiet == null) {
      return CompletableFuture.failedFuture(new IllegalStateException(kind + " is not frozen"));
    }
    quiet.cancel(false);
    log.add("thaw " + kind + (cachesLost ? " caches lost" : ""));
    return CompletableFuture.completedFuture(null);
  }

  /** Nothing of the kind moves any more. */
  void quiet(String kind) {
    Objects.requireNonNull(frozen.get(kind), kind).complete(null);
  }

  boolean isFrozen(String kind) {
    return frozen.containsKey(kind);
  }
}

package dev.evolve.loop.runtime;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a turn leaves to do.
 *
 * @param hasMore whether another turn would find work at once
 * @param wakeAt when there is something to do even if nothing arrives; null for never
 */
public record Turn(boolean hasMore, @Nullable Instant wakeAt) {

  /** Nothing is to be done until something arrives. */
  static final Turn IDLE = new Turn(false, null);

  /** When there is something to do even if nothing arrives. */
  public Optional<Instant> wake() {
    return Optional.ofNullable(wakeAt);
  }
}

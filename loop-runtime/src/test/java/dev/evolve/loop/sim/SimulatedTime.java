package dev.evolve.loop.sim;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time that moves only when a test says so. */
public final class SimulatedTime implements InstantSource {

  /** Where simulated time begins. */
  public static final Instant START = Instant.ofEpochSecond(1_000);

  private volatile Instant now = START;

  @Override
  public Instant instant() {
    return now;
  }

  /** Moves on by {@code step}. */
  public void advance(Duration step) {
    advanceTo(now.plus(step));
  }

  /** Moves on to {@code then}; never back. */
  public void advanceTo(Instant then) {
    if (then.isBefore(now)) {
      throw new IllegalArgumentException("time does not go back from " + now + " to " + then);
    }
    now = then;
  }
}

package dev.evolve.graph;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that moves when it is told to. */
final class SteppedClock implements InstantSource {

  private volatile Instant now = GraphFixtures.START;

  @Override
  public Instant instant() {
    return now;
  }

  void advance(Duration by) {
    now = now.plus(by);
  }
}

package dev.evolve.loop;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Payload of a plan that waits. The runtime parks the loop without a thread until one of its
 * signals arrives or its deadline passes, then hands the plan to the executor with what woke it.
 *
 * @param signals names of the signals that wake the loop; empty for a pure timer
 * @param until deadline that wakes it without a signal; null waits for ever
 */
public record Waiting(List<String> signals, @org.jspecify.annotations.Nullable Instant until)
    implements WorkPayload {

  public Waiting {
    signals = List.copyOf(signals);
    if (signals.isEmpty() && until == null) {
      throw new IllegalArgumentException("a wait needs a signal or a deadline");
    }
    if (signals.contains(Signal.TIMER)) {
      throw new IllegalArgumentException("a wait asks for a timer by its deadline, not by name");
    }
  }

  /** Waits for any of {@code signals}, without a deadline. */
  public static Waiting forSignals(String... signals) {
    return new Waiting(List.of(signals), null);
  }

  /** The deadline, if there is one. */
  public Optional<Instant> deadline() {
    return Optional.ofNullable(until);
  }
}

package dev.evolve.canary.splitter;

import dev.evolve.measure.Arm;
import dev.evolve.rollout.ArmObservation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the two arms showed while a recording was on. Holds a request from when it is finished; a
 * request that began before the recording is in none. Thread-safe.
 */
public final class TrafficRecording {

  private record Outcome(Arm arm, boolean failed, double latencyMs) {}

  private final TreeMap<Long, Outcome> outcomes = new TreeMap<>();

  private final EnumMap<Arm, Long> requests = new EnumMap<>(Arm.class);
  private final EnumMap<Arm, Long> errors = new EnumMap<>(Arm.class);

  synchronized void succeeded(long number, Arm arm, long latencyNs) {
    outcomes.put(number, new Outcome(arm, false, latencyNs / 1e6));
    requests.merge(arm, 1L, Long::sum);
  }

  synchronized void failed(long number, Arm arm) {
    outcomes.put(number, new Outcome(arm, true, 0));
    requests.merge(arm, 1L, Long::sum);
    errors.merge(arm, 1L, Long::sum);
  }

  /** Finished requests of an arm. */
  public synchronized long requests(Arm arm) {
    return requests.getOrDefault(arm, 0L);
  }

  /** Failed requests of an arm. */
  public synchronized long errors(Arm arm) {
    return errors.getOrDefault(arm, 0L);
  }

  /** What an arm showed so far. */
  public ArmObservation observe(Arm arm) {
    return observe(arm, Set.of());
  }

  /**
   * What an arm showed so far.
   *
   * @param wrong numbers of requests whose answers turned out to be wrong; they count as failed
   */
  public synchronized ArmObservation observe(Arm arm, Set<Long> wrong) {
    List<Double> latencies = new ArrayList<>();
    long failed = 0;
    for (var entry : outcomes.entrySet()) {
      Outcome outcome = entry.getValue();
      if (outcome.arm() != arm) {
        continue;
      }
      if (outcome.failed() || wrong.contains(entry.getKey())) {
        failed++;
      } else {
        latencies.add(outcome.latencyMs());
      }
    }
    return new ArmObservation(arm, failed + latencies.size(), failed, latencies);
  }
}

package dev.evolve.impact;

import dev.evolve.event.RecordedEvent;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;

/** The store of change to impact: a projection of the log, rebuilt from it at any time. */
public interface ImpactStore {

  /** The most rows that a question may ask for. */
  int MAXIMUM_ROWS = 500;

  /**
   * Makes the store ready for use, such as by bringing its schema forward. Called before anything
   * else; again does nothing.
   */
  void prepare();

  /** Offset of the next event that the store wants, by partition of the log. */
  SortedMap<Integer, Long> positions();

  /** Offset of the next event that the store wants from a partition; empty if it has none of it. */
  default OptionalLong position(int partition) {
    Long next = positions().get(partition);
    return next == null ? OptionalLong.empty() : OptionalLong.of(next);
  }

  /**
   * Projects a batch and its position in one transaction; an event projected before changes
   * nothing.
   *
   * @param partition partition of the log
   * @param nextOffset offset after the last event of the batch; a batch that ends at or below the
   *     stored position changes nothing
   * @throws dev.evolve.error.EvolveException GRAPH_UNAVAILABLE if the store is away; DATA_CORRUPT
   *     naming the event if one cannot be projected. Nothing of the batch is stored then
   */
  void project(int partition, long nextOffset, List<RecordedEvent> batch);

  /** Forgets everything, positions too, so that the log can be projected again from its start. */
  void clear();

  /**
   * What improved a pack on a hardware profile; newest first.
   *
   * @param hardwareId id of the profile; empty for any
   * @param limit at most so many, 1 to {@link #MAXIMUM_ROWS}
   */
  List<Improvement> improvements(String pack, String hardwareId, int limit);

  /**
   * Which changes a gate did not pass; newest first.
   *
   * @param limit at most so many, 1 to {@link #MAXIMUM_ROWS}
   */
  List<GateFailure> gateFailures(String gate, int limit);

  /**
   * A change that improved a pack.
   *
   * @param proposalId the change
   * @param pack the pack
   * @param hardwareId the machine that it was measured on
   * @param scenario the scenario
   * @param metric the metric
   * @param ratio candidate over baseline, smaller is better
   * @param low lower bound
   * @param high upper bound
   * @param configuration what it set, against the baseline
   * @param stage the proposal's stage now
   * @param inForce merged and not rolled back
   * @param at when it was measured
   */
  record Improvement(
      String proposalId,
      String pack,
      String hardwareId,
      String scenario,
      String metric,
      double ratio,
      double low,
      double high,
      String configuration,
      String stage,
      boolean inForce,
      Instant at) {}

  /**
   * A change that a gate did not pass.
   *
   * @param proposalId the change
   * @param pack the pack
   * @param gate the gate
   * @param verdict FAIL, INCONCLUSIVE or INVALID
   * @param summary the gate's sentence
   * @param at when
   */
  record GateFailure(
      String proposalId, String pack, String gate, String verdict, String summary, Instant at) {}
}

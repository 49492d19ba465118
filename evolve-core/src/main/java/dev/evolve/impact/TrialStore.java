package dev.evolve.impact;

import dev.evolve.search.prior.Prior;
import java.time.Instant;
import java.util.List;

/**
 * The memory of trials: what was measured of which kernel on which machine. Every set, of a
 * campaign or imported, can be made again from the log.
 */
public interface TrialStore {

  /** Keeps a set, in place of the one of the same {@link TrialSet#id()}. */
  void remember(TrialSet set);

  /** Drops the set with an id; nothing happens if there is none. */
  void forget(String id);

  /** What there is, ordered by kernel, machine, shape and origin. */
  List<TrialSummary> summaries();

  /**
   * Every set of a kernel that was measured on another machine, ordered by machine, shape and
   * origin.
   *
   * @param withoutHardwareId machine whose sets are left out; empty for none
   */
  List<TrialSet> trials(String kernel, String withoutHardwareId);

  /**
   * Sets of other kernels of a family: those that turn at least half of some knobs, on any machine.
   * Those that share most come first, then the newest.
   *
   * @param withoutKernel kernel whose sets are left out
   * @param knobs names of the knobs
   * @param most how many sets at most
   */
  List<TrialSet> family(String withoutKernel, List<String> knobs, int most);

  /** What a search on a machine may start from. */
  default Prior prior(String kernel, String withoutHardwareId, Instant now) {
    return new Prior(
        trials(kernel, withoutHardwareId).stream().map(set -> set.source(now)).toList());
  }

  /** What the knobs' values did to a kernel, machine by machine. */
  default List<KnobEffect> effects(String kernel) {
    return KnobEffect.of(trials(kernel, ""));
  }
}

package dev.evolve.app;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.impact.TrialSet;
import dev.evolve.impact.TrialStore;
import dev.evolve.impact.TrialSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A memory of trials that can be away. */
public final class FakeTrialStore implements TrialStore {

  /** Every set that was handed over, also those that replaced themselves. */
  public final List<TrialSet> offered = new ArrayList<>();

  private final Map<String, TrialSet> sets = new LinkedHashMap<>();
  private boolean isAway;

  /** Goes away, or comes back. */
  public FakeTrialStore away(boolean away) {
    isAway = away;
    return this;
  }

  @Override
  public void remember(TrialSet set) {
    answer();
    offered.add(set);
    sets.put(set.id(), set);
  }

  @Override
  public void forget(String id) {
    answer();
    sets.remove(id);
  }

  @Override
  public List<TrialSummary> summaries() {
    answer();
    return sets.values().stream()
        .map(
            set ->
                new TrialSummary(
                    set.id(),
                    set.kernel(),
                    set.shape(),
                    set.hardwareId(),
                    set.provenance(),
                    set.at(),
                    set.parameters(),
                    set.trials().size()))
        .toList();
  }

  @Override
  public List<TrialSet> trials(String kernel, String withoutHardwareId) {
    return found(set -> set.kernel().equals(kernel), withoutHardwareId);
  }

  @Override
  public List<TrialSet> family(String withoutKernel, List<String> knobs, int most) {
    return found(
            set ->
                !set.kernel().equals(withoutKernel)
                    && 2 * set.parameters().stream().filter(knobs::contains).count()
                        >= knobs.size(),
            "")
        .stream()
        .limit(most)
        .toList();
  }

  private List<TrialSet> found(Predicate<TrialSet> wanted, String withoutHardwareId) {
    answer();
    return sets.values().stream()
        .filter(wanted)
        .filter(set -> !set.hardwareId().equals(withoutHardwareId))
        .toList();
  }

  private void answer() {
    if (isAway) {
      throw new EvolveException(ErrorCode.GRAPH_UNAVAILABLE, "Neo4j does not answer");
    }
  }
}

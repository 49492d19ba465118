package dev.evolve.gates.compare;

import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Gathers what speaks against a verdict. */
final class LayoutProblems {

  private static final int MOST_KEPT = 100;

  private final List<Evidence> found = new ArrayList<>();
  private int more;

  void add(String name, String observed, String wanted, String todo) {
    if (found.size() == MOST_KEPT) {
      more++;
      return;
    }
    found.add(new Evidence(name, Verdict.INVALID, observed, wanted, todo));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  List<Evidence> all() {
    List<Evidence> all = new ArrayList<>(found);
    if (more > 0) {
      all.add(
          new Evidence(
              "more problems", Verdict.INVALID, String.valueOf(more), "none", "mend these first"));
    }
    return List.copyOf(all);
  }
}

package dev.evolve.gates.compare;

import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Gathers what speaks against a verdict. */
final class LayoutProblems {

  private final List<Evidence> found = new ArrayList<>();

  void add(String name, String observed, String wanted, String todo) {
    found.add(new Evidence(name, Verdict.INVALID, observed, wanted, todo));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  List<Evidence> all() {
    return List.copyOf(found);
  }
}

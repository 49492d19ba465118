package dev.evolve.gates;

import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Gathers what a gate looked at. */
final class EvidenceList {

  private final List<Evidence> items = new ArrayList<>();

  void pass(String name, String observed, String limit) {
    items.add(new Evidence(name, Verdict.PASS, observed, limit, ""));
  }

  void fail(String name, String observed, String limit, String detail) {
    items.add(new Evidence(name, Verdict.FAIL, observed, limit, detail));
  }

  void undecided(String name, String observed, String limit, String detail) {
    items.add(new Evidence(name, Verdict.INCONCLUSIVE, observed, limit, detail));
  }

  void invalid(String name, String observed, String limit, String detail) {
    items.add(new Evidence(name, Verdict.INVALID, observed, limit, detail));
  }

  void add(Evidence evidence) {
    items.add(evidence);
  }

  boolean hasProblem() {
    return items.stream().anyMatch(item -> item.verdict() != Verdict.PASS);
  }

  /** The first thing that speaks against a pass, in one sentence; {@code good} if nothing does. */
  String summary(String good) {
    return items.stream()
        .filter(item -> item.verdict() == Verdict.FAIL)
        .findFirst()
        .or(() -> items.stream().filter(i -> i.verdict() == Verdict.INVALID).findFirst())
        .or(() -> items.stream().filter(i -> i.verdict() == Verdict.INCONCLUSIVE).findFirst())
        .map(
            item ->
                item.name()
                    + ": found "
                    + item.observed()
                    + ", wanted "
                    + item.limit()
                    + (item.detail().isEmpty() ? "" : " (" + item.detail() + ")"))
        .orElse(items.isEmpty() ? "nothing to look at" : good);
  }

  List<Evidence> items() {
    return List.copyOf(items);
  }
}

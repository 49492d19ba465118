package dev.evolve.pack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Gathers problems of one file, so that all of them are reported at once. */
final class PackProblems {

  private static final int REPORTED = 100;

  private final String file;
  private final Set<PackProblem> found = new LinkedHashSet<>();

  PackProblems(String file) {
    this.file = file;
  }

  void add(int line, String field, String message) {
    found.add(new PackProblem(file, line, Excerpt.of(field), message));
  }

  /** True if nothing is wrong with a field and what it holds. */
  boolean noneUnder(String field) {
    return found.stream()
        .map(PackProblem::field)
        .noneMatch(
            path ->
                path.equals(field) || path.startsWith(field + ".") || path.startsWith(field + "["));
  }

  /** Refuses the file if anything is wrong with it. */
  void throwIfAny() {
    if (!found.isEmpty()) {
      throw refusal();
    }
  }

  /** All problems, ordered by line; of very many, the first and a count of the others. */
  InvalidPackException refusal() {
    List<PackProblem> ordered = new ArrayList<>(found);
    ordered.sort(Comparator.comparingInt(PackProblem::line).thenComparing(PackProblem::field));
    int more = ordered.size() - REPORTED;
    if (more > 0) {
      int line = ordered.get(REPORTED).line();
      ordered.subList(REPORTED, ordered.size()).clear();
      ordered.add(new PackProblem(file, line, "", "and " + more + " more problems"));
    }
    return new InvalidPackException(ordered);
  }
}

package dev.evolve.search.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Takes a space apart: into components, and components that are too large into parts. */
final class Components {

  /** Most choices of a part of a component that is too large to be listed as a whole. */
  private static final int MOST_OF_A_PART = 200_000;

  private static final long STEPS_PER_ROW = 32;
  private static final long ALL_STEPS = 50_000_000;
  private static final int SAMPLES = 256;

  private final PlaceRanges domains;
  private final int mostListed;
  private final StepBudget budget = new StepBudget(ALL_STEPS);

  /**
   * With limits.
   *
   * @param domains the places that are left
   * @param mostListed most choices of a component that are listed
   */
  Components(PlaceRanges domains, int mostListed) {
    this.domains = domains;
    this.mostListed = mostListed;
  }

  /** The components of all parameters. */
  List<Component> of(List<Clause> clauses) {
    int[] group = groups(clauses);
    List<Component> components = new ArrayList<>();
    for (int root = 0; root < group.length; root++) {
      int wanted = root;
      int[] members = IntStream.range(0, group.length).filter(p -> group[p] == wanted).toArray();
      if (members.length > 0) {
        components.add(
            component(
                members,
                clauses.stream().filter(clause -> group[clause.scope()[0]] == wanted).toList()));
      }
    }
    return components;
  }

  /** For each parameter the smallest one that clauses tie it to, through others or itself. */
  private int[] groups(List<Clause> clauses) {
    int[] group = IntStream.range(0, domains.low.length).toArray();
    for (Clause clause : clauses) {
      int smallest = Arrays.stream(clause.scope()).map(p -> group[p]).min().orElseThrow();
      for (int parameter : clause.scope()) {
        int old = group[parameter];
        for (int i = 0; i < group.length && old != smallest; i++) {
          group[i] = group[i] == old ? smallest : group[i];
        }
      }
    }
    return group;
  }

  private Component component(int[] members, List<Clause> clauses) {
    if (clauses.isEmpty()) {
      return free(members[0]);
    }
    Optional<Component> listed = listed(members, clauses, mostListed);
    return listed.isPresent() ? listed.get() : parted(members, clauses);
  }

  private Component free(int parameter) {
    return new Component.Free(
        new int[] {parameter}, domains.low[parameter], domains.high[parameter]);
  }

  private Optional<Component> listed(int[] members, List<Clause> clauses, int most) {
    return Enumeration.of(
            new Enumeration.Problem(domains, members, clauses),
            most,
            budget.part(STEPS_PER_ROW * Math.max(most, 1_000)))
        .map(rows -> new Component.Listed(members, new FeasibleSet(rows)));
  }

  /** Grows parts along the clauses, those that refuse most first, while they can be listed. */
  private Component parted(int[] members, List<Clause> clauses) {
    List<Component> parts = new ArrayList<>();
    for (int member : members) {
      parts.add(free(member));
    }
    List<Clause> within = new ArrayList<>();
    List<Clause> between = new ArrayList<>();
    for (Clause clause : byRefusal(clauses)) {
      Optional<Component> joined = joined(parts, within, clause);
      if (joined.isPresent()) {
        parts.removeIf(part -> touches(joined.get(), part.parameters()));
        parts.add(joined.get());
        within.add(clause);
      } else {
        between.add(clause);
      }
    }
    return new Component.Parted(members, List.copyOf(parts), List.copyOf(between));
  }

  private Optional<Component> joined(List<Component> parts, List<Clause> within, Clause clause) {
    int[] members =
        parts.stream()
            .filter(part -> touches(part, clause.scope()))
            .flatMapToInt(part -> Arrays.stream(part.parameters()))
            .sorted()
            .toArray();
    List<Clause> clauses = new ArrayList<>(within);
    clauses.removeIf(other -> Arrays.binarySearch(members, other.scope()[0]) < 0);
    clauses.add(clause);
    return listed(members, clauses, Math.min(MOST_OF_A_PART, mostListed));
  }

  private static boolean touches(Component part, int[] parameters) {
    return Arrays.stream(parameters).anyMatch(p -> Arrays.binarySearch(part.parameters(), p) >= 0);
  }

  private List<Clause> byRefusal(List<Clause> clauses) {
    record Rated(Clause clause, int held) {}
    return clauses.stream()
        .map(clause -> new Rated(clause, held(clause)))
        .sorted(Comparator.comparingInt(Rated::held))
        .map(Rated::clause)
        .toList();
  }

  /** How many of a fixed sample of choices meet a clause. */
  private int held(Clause clause) {
    SplittableRandom random = new SplittableRandom(1);
    long[] places = new long[domains.low.length];
    int held = 0;
    for (int i = 0; i < SAMPLES; i++) {
      for (int parameter : clause.scope()) {
        free(parameter).draw(random, places);
      }
      held += clause.holds(places) ? 1 : 0;
    }
    return held;
  }
}

package dev.evolve.tuning;

import dev.evolve.pack.CelConstraint;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.Knob;
import dev.evolve.pack.KnobDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * Every feasible configuration of a small space, as sorted codes: the knobs' places as digits of a
 * mixed-radix number. A constraint is asked as soon as the knobs that it speaks of are set, so that
 * most of an infeasible product is never walked.
 */
final class FeasibleSet {

  /** The largest product of the knobs' values that is listed. */
  static final long MAXIMUM_PRODUCT = 200_000;

  private final List<Knob> knobs;
  private final List<KnobDomain.Discrete> domains;
  private final long[] codes;

  private FeasibleSet(List<Knob> knobs, List<KnobDomain.Discrete> domains, long[] codes) {
    this.knobs = knobs;
    this.domains = domains;
    this.codes = codes;
  }

  /** Lists a space; empty if it is too large or has a real knob. */
  static Optional<FeasibleSet> of(List<Knob> knobs, List<CelConstraint> constraints) {
    List<KnobDomain.Discrete> domains = new ArrayList<>();
    long product = 1;
    for (Knob knob : knobs) {
      if (!(KnobDomain.of(knob) instanceof KnobDomain.Discrete discrete)
          || discrete.size() > MAXIMUM_PRODUCT / product) {
        return Optional.empty();
      }
      domains.add(discrete);
      product *= discrete.size();
    }
    return Optional.of(
        new FeasibleSet(knobs, domains, new Walk(knobs, domains, constraints).codes()));
  }

  int size() {
    return codes.length;
  }

  /** All of them. */
  List<Configuration> all() {
    return Arrays.stream(codes).mapToObj(this::configuration).toList();
  }

  /** Draws uniformly among those that are not excluded. */
  Optional<Configuration> draw(RandomGenerator random, Set<Configuration> excluded) {
    long[] taken =
        excluded.stream()
            .mapToLong(this::placeOf)
            .filter(place -> place >= 0)
            .sorted()
            .distinct()
            .toArray();
    int left = codes.length - taken.length;
    if (left == 0) {
      return Optional.empty();
    }
    long place = random.nextInt(left);
    for (long excludedPlace : taken) {
      if (excludedPlace <= place) {
        place++;
      }
    }
    return Optional.of(configuration(codes[Math.toIntExact(place)]));
  }

  private long placeOf(Configuration configuration) {
    long code = 0;
    for (int i = 0; i < knobs.size(); i++) {
      String value = configuration.values().get(knobs.get(i).name());
      long digit = value == null ? -1 : domains.get(i).placeOf(value);
      if (digit < 0) {
        return -1;
      }
      code = code * domains.get(i).size() + digit;
    }
    return Arrays.binarySearch(codes, code);
  }

  private Configuration configuration(long code) {
    TreeMap<String, String> values = new TreeMap<>();
    long rest = code;
    for (int i = knobs.size() - 1; i >= 0; i--) {
      long size = domains.get(i).size();
      values.put(knobs.get(i).name(), domains.get(i).at(rest % size));
      rest /= size;
    }
    return new Configuration(values);
  }

  /** One walk over the product, depth first, in ascending order of the codes. */
  private static final class Walk {
    private final List<Knob> knobs;
    private final List<KnobDomain.Discrete> domains;
    private final List<List<CelConstraint>> decidedAt;
    private final Map<String, Object> values = new HashMap<>();
    private final LongStream.Builder found = LongStream.builder();

    Walk(List<Knob> knobs, List<KnobDomain.Discrete> domains, List<CelConstraint> constraints) {
      this.knobs = knobs;
      this.domains = domains;
      this.decidedAt = new ArrayList<>();
      knobs.forEach(ignored -> decidedAt.add(new ArrayList<>()));
      for (CelConstraint constraint : constraints) {
        decidedAt.get(lastOf(constraint)).add(constraint);
      }
    }

    private int lastOf(CelConstraint constraint) {
      int last = 0;
      for (int i = 0; i < knobs.size(); i++) {
        last = constraint.knobs().contains(knobs.get(i).name()) ? i : last;
      }
      return last;
    }

    long[] codes() {
      descend(0, 0);
      return found.build().toArray();
    }

    private void descend(int depth, long code) {
      if (depth == knobs.size()) {
        found.add(code);
        return;
      }
      KnobDomain.Discrete domain = domains.get(depth);
      for (long place = 0; place < domain.size(); place++) {
        values.put(knobs.get(depth).name(), domain.typed(domain.at(place)));
        if (decidedAt.get(depth).stream().allMatch(constraint -> constraint.holds(values))) {
          descend(depth + 1, code * domain.size() + place);
        }
      }
    }
  }
}

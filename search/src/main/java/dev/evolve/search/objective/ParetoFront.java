package dev.evolve.search.objective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The candidates that no other one beats: kept as they come in. One dominates another if it is no
 * worse in every objective and better in one. Of candidates with equal values the first is kept.
 *
 * @param <T> what a candidate is
 */
public final class ParetoFront<T> {

  /**
   * A candidate on the front.
   *
   * @param candidate itself
   * @param values its objectives, small is good
   */
  public record Member<T>(T candidate, double[] values) {
    public Member {
      values = values.clone();
    }

    @Override
    public double[] values() {
      return values.clone();
    }
  }

  private final int objectives;
  private final List<Member<T>> members = new ArrayList<>();

  /**
   * An empty front.
   *
   * @param objectives how many there are
   */
  public ParetoFront(int objectives) {
    if (objectives < 1) {
      throw new IllegalArgumentException("wanted at least one objective, found " + objectives);
    }
    this.objectives = objectives;
  }

  /**
   * Takes a candidate in if none dominates or equals it, and drops those that it dominates.
   *
   * @param values small is good; a value that is not finite is refused
   * @return true if it is on the front now
   */
  public boolean add(T candidate, double[] values) {
    if (values.length != objectives || !Arrays.stream(values).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "wanted " + objectives + " finite values, found " + Arrays.toString(values));
    }
    for (Member<T> member : members) {
      if (isNoWorse(member.values, values)) {
        return false;
      }
    }
    members.removeIf(member -> isNoWorse(values, member.values));
    members.add(new Member<>(candidate, values));
    return true;
  }

  /** True if the first dominates the second. */
  public static boolean dominates(double[] first, double[] second) {
    return isNoWorse(first, second) && !Arrays.equals(first, second);
  }

  static boolean isNoWorse(double[] first, double[] second) {
    for (int i = 0; i < first.length; i++) {
      if (first[i] > second[i]) {
        return false;
      }
    }
    return true;
  }

  /** Who is on the front, in the order they came. */
  public List<Member<T>> members() {
    return Collections.unmodifiableList(members);
  }

  /**
   * The volume between the front and a reference point.
   *
   * @param reference a point that every member worth counting is better than in all objectives,
   *     such as the worst that is still acceptable
   */
  public double hypervolume(double[] reference) {
    return Hypervolume.of(members.stream().map(member -> member.values).toList(), reference);
  }
}

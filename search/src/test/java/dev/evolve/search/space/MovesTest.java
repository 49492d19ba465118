package dev.evolve.search.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Neighbourhoods and repairs against their definitions, on small random spaces. */
class MovesTest {

  private static final List<Parameter> PARAMETERS = RandomSpaces.PARAMETERS;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void neighboursAreWhatTheDefinitionSaysInListedAndInOtherSpaces(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 4; i++) {
      SpaceDefinition definition = new RandomSpaces(random).space();
      CompiledSpace listed = CompiledSpace.of(definition);
      CompiledSpace other = CompiledSpace.of(definition, 3);
      List<Point> points = listed.listed().orElseThrow().points();
      if (points.isEmpty()) {
        continue;
      }
      Space given = new ListedSpace(PARAMETERS, shuffled(points, random));
      Point point = listed.draw(random).orElseThrow();
      for (Neighbourhood neighbourhood : Neighbourhood.values()) {
        Set<Point> expected =
            points.stream()
                .filter(near -> isNear(point, near, neighbourhood))
                .collect(Collectors.toSet());
        for (Space space : List.of(listed, other, given)) {
          assertThat(space.neighbours(point, neighbourhood))
              .as(neighbourhood + " of " + point + " in " + definition.constraints())
              .doesNotHaveDuplicates()
              .isSortedAccordingTo(Comparator.comparingInt(point::distance))
              .hasSameElementsAs(expected);
        }
      }
    }
  }

  private static List<Point> shuffled(List<Point> points, SplittableRandom random) {
    List<Point> shuffled = new ArrayList<>(points);
    for (int i = shuffled.size() - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      Point kept = shuffled.get(i);
      shuffled.set(i, shuffled.get(other));
      shuffled.set(other, kept);
    }
    return shuffled;
  }

  private static boolean isNear(Point point, Point other, Neighbourhood neighbourhood) {
    int changes = 0;
    int unordered = 0;
    for (int i = 0; i < PARAMETERS.size(); i++) {
      Parameter parameter = PARAMETERS.get(i);
      if (point.place(i) != other.place(i)) {
        changes++;
        unordered += parameter.isOrdered() ? 0 : 1;
        if (!isStep(parameter, point.place(i), other.place(i), neighbourhood)) {
          return false;
        }
      }
    }
    return neighbourhood == Neighbourhood.ADJACENT ? changes > 0 && unordered <= 1 : changes == 1;
  }

  private static boolean isStep(
      Parameter parameter, long one, long other, Neighbourhood neighbourhood) {
    boolean any = neighbourhood == Neighbourhood.HAMMING;
    if (parameter instanceof Parameter.Permutation permutation) {
      return isMove(permutation.order(one), permutation.order(other), any);
    }
    return any || !parameter.isOrdered() || Math.abs(one - other) == 1;
  }

  /** One item moved: by one position, or by any. */
  private static boolean isMove(int[] one, int[] other, boolean far) {
    int first = 0;
    while (one[first] == other[first]) {
      first++;
    }
    int last = one.length - 1;
    while (one[last] == other[last]) {
      last--;
    }
    List<Integer> moved = new ArrayList<>();
    Arrays.stream(one, first, last + 1).forEach(moved::add);
    List<Integer> back = new ArrayList<>(moved);
    moved.add(moved.removeFirst());
    back.addFirst(back.removeLast());
    List<Integer> wanted = Arrays.stream(other, first, last + 1).boxed().toList();
    return (far || last == first + 1) && (moved.equals(wanted) || back.equals(wanted));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void repairsGoToTheNearestPoint(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 8; i++) {
      SpaceDefinition definition = new RandomSpaces(random).space();
      CompiledSpace space = CompiledSpace.of(definition);
      List<Point> points = space.listed().orElseThrow().points();
      if (points.isEmpty()) {
        continue;
      }
      Point wanted = anywhere(random);
      double nearest = points.stream().mapToDouble(p -> distance(p, wanted)).min().orElseThrow();

      Point repaired = space.repair(wanted, random).orElseThrow();
      assertThat(points).contains(repaired);
      assertThat(distance(repaired, wanted)).isEqualTo(nearest);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void repairsWithoutAListAreFeasibleAndLeaveWhatIsFeasible(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 8; i++) {
      CompiledSpace space = CompiledSpace.of(new RandomSpaces(random).space(), 3);
      Point wanted = anywhere(random);
      if (space.draw(random).isPresent()) {
        Point repaired = space.repair(wanted, random).orElseThrow();
        assertThat(space.violations(repaired)).isEmpty();
        assertThat(space.repair(repaired, random)).hasValue(repaired);
      }
    }
  }

  private static Point anywhere(SplittableRandom random) {
    return Point.of(PARAMETERS.stream().mapToLong(p -> random.nextLong(p.size())).toArray());
  }

  /** Changes first, then how far they are. */
  private static double distance(Point point, Point wanted) {
    double far = 0;
    for (int i = 0; i < PARAMETERS.size(); i++) {
      if (point.place(i) != wanted.place(i)) {
        far += NearPlaces.far(PARAMETERS.get(i), wanted.place(i), point.place(i));
      }
    }
    return 1_000 * point.distance(wanted) + far;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void tiesOfARepairAreBrokenByChance(long seed) {
    CompiledSpace space =
        CompiledSpace.of(
            SpaceDefinition.of(
                "ties",
                List.of(KernelSpaces.numbers("a", 1, 2, 3), KernelSpaces.numbers("b", 1, 2, 3)),
                List.of("a != 2")));
    SplittableRandom random = new SplittableRandom(seed);
    Set<Point> repaired =
        java.util.stream.IntStream.range(0, 40)
            .mapToObj(i -> space.repair(Point.of(1, 1), random).orElseThrow())
            .collect(Collectors.toSet());

    assertThat(repaired).containsExactlyInAnyOrder(Point.of(0, 1), Point.of(2, 1));
  }
}

package dev.evolve.search.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.hipparchus.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingTest {

  /** Ties a, b and c to one another, and d and e. */
  private static final SpaceDefinition TWO_COMPONENTS =
      SpaceDefinition.of(
          "two components",
          List.of(
              KernelSpaces.numbers("a", IntStream.rangeClosed(1, 6)),
              KernelSpaces.numbers("b", IntStream.rangeClosed(1, 6)),
              KernelSpaces.numbers("c", IntStream.rangeClosed(1, 4)),
              KernelSpaces.numbers("d", IntStream.rangeClosed(1, 3)),
              new Parameter.Bool("e"),
              new Parameter.Categorical("g", List.of("x", "y"))),
          List.of("a * b <= 12", "b % c == 0", "a + b + c < 9", "e || d > 1"));

  @ParameterizedTest
  @ValueSource(ints = {1_000_000, 100, 20, 5, 0})
  void drawsAreUniformWhereverTheLimitOfListsIs(int mostListed) {
    FeasibleSet points = CompiledSpace.of(TWO_COMPONENTS).listed().orElseThrow();
    CompiledSpace space = CompiledSpace.of(TWO_COMPONENTS, mostListed);
    SplittableRandom random = new SplittableRandom(42);
    long[] drawn = new long[points.size()];
    for (int i = 0; i < 100 * points.size(); i++) {
      drawn[points.rowOf(space.draw(random).orElseThrow())]++;
    }
    double[] expected = new double[points.size()];
    java.util.Arrays.fill(expected, 100);

    assertThat(new ChiSquareTest().chiSquareTest(expected, drawn)).isGreaterThan(0.001);
    assertThat(space.listed().isPresent()).isEqualTo(mostListed >= points.size());
  }

  @Test
  void largeSpacesAreCountedExactlyByTheirComponents() {
    List<Parameter> parameters = new ArrayList<>(KernelSpaces.matrixProduct().parameters());
    parameters.addAll(KernelSpaces.dedispersion().parameters());
    parameters.add(new Parameter.Whole("free", 1, 1_000_000_000, 1));
    List<String> constraints = new ArrayList<>(KernelSpaces.matrixProduct().constraints());
    constraints.addAll(KernelSpaces.dedispersion().constraints());
    CompiledSpace space = CompiledSpace.of(SpaceDefinition.of("both", parameters, constraints));

    assertThat(space.listed()).isEmpty();
    assertThat(space.count())
        .hasValue(BigInteger.valueOf(17956L * 11130).multiply(BigInteger.valueOf(1_000_000_000)));
    assertMovesWork(space, new SplittableRandom(3));
  }

  @Test
  void oneComponentOfTrillionsIsDrawnFromAndMovedIn() {
    List<Parameter> parameters =
        IntStream.range(0, 13)
            .mapToObj(i -> KernelSpaces.numbers("p" + i, IntStream.rangeClosed(1, 10)))
            .toList();
    List<String> constraints = new ArrayList<>();
    for (int i = 1; i < 13; i++) {
      constraints.add("p" + i + " * p" + (i - 1) + " <= 60");
    }
    constraints.add("p0 + p3 + p6 + p9 + p12 <= 25");
    CompiledSpace space = CompiledSpace.of(SpaceDefinition.of("chain", parameters, constraints));

    assertThat(space.listed()).isEmpty();
    assertMovesWork(space, new SplittableRandom(5));
  }

  @Test
  void longOrdersAreDrawnFromAndMovedIn() {
    List<String> items = IntStream.range(0, 14).mapToObj(i -> "pass" + i).toList();
    CompiledSpace space =
        CompiledSpace.of(
            SpaceDefinition.of(
                "passes",
                List.of(new Parameter.Permutation("order", items), new Parameter.Bool("again")),
                List.of(
                    "position(order, 'pass3') < position(order, 'pass4')",
                    "position(order, 'pass0') == 0 || again")));

    assertMovesWork(space, new SplittableRandom(5));
  }

  private static void assertMovesWork(CompiledSpace space, SplittableRandom random) {
    for (int i = 0; i < 20; i++) {
      Point drawn = space.draw(random).orElseThrow();
      assertThat(space.violations(drawn)).isEmpty();
      for (Neighbourhood neighbourhood : Neighbourhood.values()) {
        assertThat(space.neighbours(drawn, neighbourhood))
            .isNotEmpty()
            .doesNotHaveDuplicates()
            .doesNotContain(drawn)
            .allMatch(space::isFeasible);
      }
      Point wanted =
          Point.of(space.parameters().stream().mapToLong(p -> random.nextLong(p.size())).toArray());
      Point repaired = space.repair(wanted, random).orElseThrow();
      assertThat(space.violations(repaired)).isEmpty();
      assertThat(space.repair(drawn, random)).hasValue(drawn);
    }
  }

  @Test
  void givesUpWhereHardlyAnythingIsFeasible() {
    CompiledSpace space =
        CompiledSpace.of(
            SpaceDefinition.of(
                "needle",
                List.of(
                    new Parameter.Whole("x", 0, 1_000_000_000, 1),
                    new Parameter.Whole("y", 0, 1_000_000_000, 1)),
                List.of("x * 7919 % 1000003 == y * 104729 % 999983")));

    assertThat(space.count()).isEmpty();
    assertThat(space.draw(new SplittableRandom(1))).isEmpty();
  }

  @Test
  void theSameSeedDrawsTheSame() {
    CompiledSpace space = CompiledSpace.of(TWO_COMPONENTS, 5);

    assertThat(space.draw(new SplittableRandom(9))).isEqualTo(space.draw(new SplittableRandom(9)));
  }
}

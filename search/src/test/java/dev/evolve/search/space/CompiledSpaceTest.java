package dev.evolve.search.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompiledSpaceTest {

  @Test
  void listsTheMeasuredKernelSpacesExactly() {
    assertThat(CompiledSpace.of(KernelSpaces.convolution()).count())
        .hasValue(BigInteger.valueOf(4362));
    assertThat(CompiledSpace.of(KernelSpaces.dedispersion()).count())
        .hasValue(BigInteger.valueOf(11130));
    assertThat(CompiledSpace.of(KernelSpaces.oldConvolution()).count())
        .hasValue(BigInteger.valueOf(6768));
    assertThat(CompiledSpace.of(KernelSpaces.matrixProduct()).count())
        .hasValue(BigInteger.valueOf(17956));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void listsWhatFilteringTheProductLists(long seed) {
    RandomSpaces spaces = new RandomSpaces(new SplittableRandom(seed));
    for (int i = 0; i < 6; i++) {
      SpaceDefinition definition = spaces.space();
      ExpressionCompiler compiler = new ExpressionCompiler(definition.parameters());
      List<Expression> constraints =
          definition.constraints().stream().map(compiler::compile).toList();
      List<Point> expected =
          RandomSpaces.product(definition.parameters()).stream()
              .filter(point -> constraints.stream().allMatch(one -> one.holds(point.places())))
              .toList();

      assertThat(CompiledSpace.of(definition).listed().orElseThrow().points())
          .as(definition.constraints().toString())
          .isEqualTo(expected);
    }
  }

  @Test
  void rangesOfBillionsAreNarrowedByTheirConstraints() {
    CompiledSpace space =
        CompiledSpace.of(
            SpaceDefinition.of(
                "huge",
                List.of(
                    new Parameter.Whole("x", 0, 1L << 53, 1),
                    new Parameter.Whole("y", 0, 1L << 53, 1)),
                List.of("x + y <= 3", "x >= 2 * y")));

    assertThat(space.listed().orElseThrow().points())
        .containsExactly(
            Point.of(0, 0), Point.of(1, 0), Point.of(2, 0), Point.of(2, 1), Point.of(3, 0));
  }

  @Test
  void refusesWhatCannotBeCounted() {
    assertThatThrownBy(() -> new Parameter.Whole("x", Long.MIN_VALUE, Long.MAX_VALUE, 1))
        .hasMessageContaining("is more than can be counted");
    assertThatThrownBy(() -> CompiledSpace.of(SpaceDefinition.of("none", List.of(), List.of())))
        .hasMessage("from 1 to 1000 parameters were wanted, found 0");
    assertThatThrownBy(
            () ->
                CompiledSpace.of(
                    SpaceDefinition.of(
                        "wrong", RandomSpaces.PARAMETERS, List.of("a > 1", "a > b &&"))))
        .isInstanceOf(InvalidExpressionException.class)
        .hasMessageContaining("a > b && cannot be used (line 1, column 9)");
  }

  @Test
  void aContradictionLeavesNothing() {
    CompiledSpace space =
        CompiledSpace.of(
            SpaceDefinition.of("none", RandomSpaces.PARAMETERS, List.of("a > 3", "a < 2")));

    assertThat(space.count()).hasValue(BigInteger.ZERO);
    assertThat(space.draw(new SplittableRandom(1))).isEmpty();
    assertThat(space.repair(Point.of(new long[7]), new SplittableRandom(1))).isEmpty();
    assertThat(space.neighbours(Point.of(new long[7]), Neighbourhood.ADJACENT)).isEmpty();
    assertThat(
            CompiledSpace.of(SpaceDefinition.of("none", RandomSpaces.PARAMETERS, List.of("1 > 2")))
                .count())
        .hasValue(BigInteger.ZERO);
  }

  @Test
  void saysWhyAPointIsNotInTheSpace() {
    CompiledSpace space = CompiledSpace.of(conditional());

    assertThat(space.violations(Point.of(0, 0, 0)))
        .containsExactly("tile * unroll >= 2 does not hold");
    assertThat(space.violations(Point.of(0, 1, 1)))
        .containsExactly("stride is 1, but it matters only where tile > 1; elsewhere it is 0");
    assertThat(space.violations(Point.of(0, 1, 7)))
        .containsExactly("stride has places from 0 to 2, found 7");
    assertThat(space.violations(Point.of(0, 1)))
        .containsExactly("a place for each of 3 parameters was wanted, found 2");
    assertThat(space.violations(Point.of(1, 1, 1))).isEmpty();
  }

  @Test
  void aParameterThatDoesNotMatterHasItsDefaultOnly() {
    CompiledSpace space = CompiledSpace.of(conditional());

    // tile 1: unroll 2 or 4, stride 0; tile 2 and 4: any unroll, any stride
    assertThat(space.count()).hasValue(BigInteger.valueOf(2 + 2 * 3 * 3));
    assertThat(space.isActive(Point.of(0, 1, 0), 2)).isFalse();
    assertThat(space.isActive(Point.of(1, 1, 0), 2)).isTrue();
    assertThat(space.neighbours(Point.of(1, 1, 2), Neighbourhood.STEP))
        .contains(Point.of(0, 1, 0), Point.of(2, 1, 2));
    assertThat(space.repair(Point.of(0, 2, 2), new SplittableRandom(1)))
        .hasValue(Point.of(0, 2, 0));
  }

  private static SpaceDefinition conditional() {
    return new SpaceDefinition(
        "conditional",
        List.of(
            KernelSpaces.numbers("tile", 1, 2, 4),
            KernelSpaces.numbers("unroll", 1, 2, 4),
            KernelSpaces.numbers("stride", 0, 1, 2)),
        List.of("tile * unroll >= 2"),
        Map.of("stride", "tile > 1"),
        Map.of("stride", "0"));
  }

  @Test
  void refusesConditionsThatMakeNoSense() {
    assertRefused(Map.of("q", "tile > 1"), Map.of("q", "0"), "q has a condition but is not a");
    assertRefused(Map.of("stride", "tile > 1"), Map.of(), "a default value was wanted, found none");
    assertRefused(
        Map.of("stride", "tile > 1"), Map.of("stride", "9"), "is 9, which is not one of 0, 1, 2");
    assertRefused(
        Map.of("stride", "stride > 1"), Map.of("stride", "0"), "cannot be the condition of itself");
  }

  private static void assertRefused(
      Map<String, String> conditions, Map<String, String> defaults, String why) {
    SpaceDefinition sound = conditional();
    assertThatThrownBy(
            () ->
                CompiledSpace.of(
                    new SpaceDefinition(
                        "wrong", sound.parameters(), sound.constraints(), conditions, defaults)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}

package dev.evolve.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.pack.Constraint;
import dev.evolve.pack.Knob;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Neighbourhood;
import dev.evolve.search.space.Point;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PackSearchSpacesTest {

  private final PackSearchSpaces spaces = new PackSearchSpaces();
  private final CompiledSpace small =
      spaces.spaceOf(
          Spaces.pack(
              List.of(
                  new Knob.Ordinal("X", List.of("1", "2", "3", "4"), "1", ""),
                  new Knob.Ordinal("Y", List.of("1", "2", "3"), "1", ""),
                  new Knob.Categorical("MODE", List.of("a", "b", "c"), "a", "")),
              new Constraint("X * Y <= 6", "small"),
              new Constraint("!(MODE == 'c' && X == 4)", "no")));

  @Test
  void listsWhatMeetsTheConstraints() {
    // X*Y <= 6: Y 1..3 for X of 1 and 2, Y 1..2 for X of 3, Y of 1 for X of 4; times three modes,
    // less one.
    assertThat(small.listed().orElseThrow().size()).isEqualTo((3 + 3 + 2 + 1) * 3 - 1);
  }

  @Test
  void listsTheRealPackAroundItsDefaults() {
    CompiledSpace sgemm = spaces.spaceOf(Spaces.SGEMM);
    Point defaults = sgemm.point(Spaces.SGEMM.defaults().values());

    assertThat(sgemm.listed().orElseThrow().size()).isBetween(1_000, 115_200);
    assertThat(sgemm.isFeasible(defaults)).isTrue();
    assertThat(sgemm.values(defaults)).isEqualTo(Spaces.SGEMM.defaults().values());
    assertThat(sgemm.neighbours(defaults, Neighbourhood.STEP))
        .isNotEmpty()
        .allMatch(near -> sgemm.isFeasible(near) && near.distance(defaults) == 1);
  }

  @Test
  void saysWhyAConfigurationIsNotInTheSpace() {
    assertThat(small.violations(small.point(Map.of("X", "4", "Y", "2", "MODE", "a"))))
        .containsExactly("X * Y <= 6 does not hold");
    assertThat(small.violations(small.point(Map.of("X", "2", "Y", "3", "MODE", "c")))).isEmpty();
  }

  @Test
  void realKnobsAndWideRangesAreDrawnFrom() {
    CompiledSpace space =
        spaces.spaceOf(
            Spaces.pack(
                List.of(
                    new Knob.IntegerRange("A", 0, 1_000_000, 1, "0", ""),
                    new Knob.Real("RATE", 0.001, 1, Knob.Scale.LOG, "0.1", ""),
                    new Knob.Bool("FLAG", "false", "")),
                new Constraint("A % 2 == 0", "even")));
    SplittableRandom random = new SplittableRandom(7);

    assertThat(space.listed()).isEmpty();
    assertThat(space.count()).hasValue(BigInteger.valueOf(500_001L * 4_097 * 2));
    for (int i = 0; i < 200; i++) {
      assertThat(space.violations(space.draw(random).orElseThrow())).isEmpty();
    }
  }

  @Test
  void aKnobThatDoesNotMatterKeepsItsDefault() {
    CompiledSpace space =
        spaces.spaceOf(
            Spaces.pack(
                List.of(
                    new Knob.Ordinal("TILE", List.of("1", "2"), "1", ""),
                    new Knob.IntegerRange("STRIDE", 0, 2, 1, "0", "", "TILE > 1"),
                    new Knob.Permutation("ORDER", List.of("a", "b"), "b,a", "", null)),
                new Constraint("position(ORDER, 'b') == 0", "first")));

    assertThat(space.count()).hasValue(BigInteger.valueOf(1 + 3));
    assertThat(space.violations(space.point(Map.of("TILE", "1", "STRIDE", "2", "ORDER", "b,a"))))
        .containsExactly("STRIDE is 2, but it matters only where TILE > 1; elsewhere it is 0");
  }

  @Test
  void aPackIsCompiledOnce() {
    assertThat(spaces.spaceOf(Spaces.SGEMM)).isSameAs(spaces.spaceOf(Spaces.SGEMM));
  }
}

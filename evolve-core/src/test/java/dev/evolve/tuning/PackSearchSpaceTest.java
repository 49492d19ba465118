package dev.evolve.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.EvolveException;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.Constraint;
import dev.evolve.pack.Knob;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PackSearchSpaceTest {

  private final PackSearchSpace small =
      Spaces.of(
          List.of(
              Spaces.ordinal("X", "1", "2", "3", "4"),
              Spaces.ordinal("Y", "1", "2", "3"),
              new Knob.Categorical("MODE", List.of("a", "b", "c"), "a", "")),
          new Constraint("X * Y <= 6", "small"),
          new Constraint("!(MODE == 'c' && X == 4)", "no"));

  @Test
  void countsWhatMeetsTheConstraints() {
    // X*Y <= 6: Y 1..3 for X of 1 and 2, Y 1..2 for X of 3, Y of 1 for X of 4; times three modes,
    // less one.
    assertThat(small.feasibleCount()).hasValue((3 + 3 + 2 + 1) * 3 - 1);
    assertThat(Spaces.withRealKnob().feasibleCount()).isEmpty();
  }

  @Test
  void listsTheRealPackInReasonableTime() {
    assertThat(Spaces.sgemm().feasibleCount().orElseThrow()).isBetween(1_000L, 115_200L);
  }

  @Test
  void saysWhyAConfigurationIsNotInTheSpace() {
    assertThat(small.violations(configuration("4", "2", "a")))
        .containsExactly("X * Y <= 6 does not hold: small");
    assertThat(small.violations(configuration("5", "2", "a")))
        .containsExactly("X is 5, which is not one of 1, 2, 3, 4");
    assertThat(small.violations(configuration("1", "1", "a").with("Z", "1")))
        .containsExactly("Z is not a knob");
    assertThat(small.violations(new Configuration(new TreeMap<>(Map.of("X", "1", "Y", "1")))))
        .containsExactly("MODE has no value");
    assertThat(small.violations(configuration("2", "3", "c"))).isEmpty();
  }

  @Test
  void drawsEveryFeasibleConfigurationAboutEquallyOften() {
    SplittableRandom random = new SplittableRandom(7);
    Map<Configuration, Integer> counts = new HashMap<>();
    for (int i = 0; i < 26_000; i++) {
      counts.merge(small.draw(random, Set.of()).orElseThrow(), 1, Integer::sum);
    }

    assertThat(counts).hasSize(26);
    assertThat(counts.keySet()).allMatch(small::isFeasible);
    assertThat(counts.values()).allMatch(count -> count > 850 && count < 1_150);
  }

  @Test
  void drawsWhatIsLeftUntilNothingIs() {
    SplittableRandom random = new SplittableRandom(7);
    Set<Configuration> drawn = new HashSet<>();
    for (int i = 0; i < 26; i++) {
      assertThat(drawn.add(small.draw(random, drawn).orElseThrow())).isTrue();
    }
    assertThat(small.draw(random, drawn)).isEmpty();
  }

  @Test
  void drawsFromSpacesThatCannotBeListed() {
    PackSearchSpace space = Spaces.withRealKnob();
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 200; i++) {
      assertThat(space.violations(space.draw(random, Set.of()).orElseThrow())).isEmpty();
    }
  }

  @Test
  void givesUpWithAClearErrorWhereNothingFeasibleIsFound() {
    PackSearchSpace space =
        Spaces.of(
            List.of(
                new Knob.IntegerRange("A", 0, 1_000_000_000, 1, "0", ""),
                new Knob.IntegerRange("B", 0, 1_000_000_000, 1, "0", "")),
            new Constraint("A + B == 0", "nothing else"));

    assertThatThrownBy(() -> space.draw(new SplittableRandom(1), Set.of()))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("found none in 20000 draws");
  }

  @Test
  void neighboursAreFeasibleAndOneKnobAway() {
    PackSearchSpace sgemm = Spaces.sgemm();

    assertThat(sgemm.neighbours(sgemm.baseline()))
        .isNotEmpty()
        .allMatch(sgemm::isFeasible)
        .allMatch(near -> differences(near, sgemm.baseline()) == 1)
        .doesNotHaveDuplicates();
    assertThat(small.neighbours(configuration("4", "1", "a")))
        .containsExactly(configuration("3", "1", "a"), configuration("4", "1", "b"));
  }

  @Test
  void realNeighboursLieOnBothSides() {
    PackSearchSpace space = Spaces.withRealKnob();

    assertThat(space.neighbours(space.baseline()))
        .extracting(near -> near.values().get("RATE"))
        .anyMatch(rate -> Double.parseDouble(rate) < 0.1)
        .anyMatch(rate -> Double.parseDouble(rate) > 0.1);
  }

  @Test
  void aBaselineOutsideTheSpaceIsRefused() {
    assertThatThrownBy(() -> small.around(configuration("4", "2", "a")))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("the baseline is not in the pack's space: X * Y <= 6");
  }

  @Test
  void spacesOfOnePackAreSharedWhateverTheBaseline() {
    PackSearchSpaces spaces = new PackSearchSpaces();
    Configuration other = Spaces.SGEMM.defaults().with("OPT_LEVEL", "O3");

    assertThat(spaces.of(Spaces.SGEMM, other).baseline()).isEqualTo(other);
    assertThat(spaces.of(Spaces.SGEMM, Spaces.SGEMM.defaults()).baseline())
        .isEqualTo(Spaces.SGEMM.defaults());
  }

  private static long differences(Configuration one, Configuration other) {
    return one.values().entrySet().stream()
        .filter(entry -> !entry.getValue().equals(other.values().get(entry.getKey())))
        .count();
  }

  private static Configuration configuration(String x, String y, String mode) {
    return new Configuration(new TreeMap<>(Map.of("X", x, "Y", y, "MODE", mode)));
  }
}

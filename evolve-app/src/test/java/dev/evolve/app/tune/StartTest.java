package dev.evolve.app.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.EvolveException;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.SpaceDefinition;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartTest {

  private static CompiledSpace space(Map<String, String> defaults) {
    SpaceDefinition plain =
        SpaceDefinition.of(
            "toy",
            List.of(
                new Parameter.Whole("x", 0, 5, 1),
                new Parameter.Categorical("mode", List.of("a", "b")),
                new Parameter.Whole("only", 4, 4, 1)),
            List.of("x != 3"));
    return CompiledSpace.of(
        new SpaceDefinition(
            plain.name(), plain.parameters(), plain.constraints(), plain.conditions(), defaults));
  }

  @Test
  void isTheDefaultsIfTheyAreWholeAndFit() {
    assertThat(Start.of(space(Map.of("x", "5", "mode", "b")), Map.of()))
        .contains(Point.of(5, 1, 0));
    assertThat(Start.of(space(Map.of("x", "5")), Map.of())).isEmpty();
    assertThat(Start.of(space(Map.of("x", "3", "mode", "b")), Map.of())).isEmpty();
  }

  @Test
  void takesWhatIsGivenBeforeTheDefaults() {
    assertThat(Start.of(space(Map.of("x", "5")), Map.of("x", "2", "mode", "b")))
        .contains(Point.of(2, 1, 0));
  }

  @Test
  void refusesWhatIsNoConfiguration() {
    CompiledSpace space = space(Map.of("x", "5"));
    assertThatThrownBy(() -> Start.of(space, Map.of("x", "2")))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("--start")
        .hasMessageContaining("mode has no value");
    assertThatThrownBy(() -> Start.of(space, Map.of("x", "3", "mode", "a")))
        .hasMessageContaining("x != 3");
    assertThatThrownBy(() -> Start.of(space, Map.of("y", "3", "mode", "a")))
        .hasMessageContaining("y is not a parameter");
  }
}

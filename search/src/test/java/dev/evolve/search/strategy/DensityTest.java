package dev.evolve.search.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class DensityTest {

  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter.Whole("x", 0, 9, 1),
          new Parameter.Real("rate", 0, 1, false),
          new Parameter.Categorical("layout", List.of("a", "b", "c")),
          new Parameter.Permutation("order", List.of("a", "b", "c", "d", "e")));

  private final Likeness likeness = new Likeness(PARAMETERS);

  @Test
  void placesAreMoreAlikeTheNearerTheyAreOnTheirScale() {
    assertThat(likeness.of(0, 4, 4)).isEqualTo(1);
    assertThat(likeness.of(0, 4, 5)).isLessThan(1).isGreaterThan(likeness.of(0, 4, 6));
    assertThat(likeness.of(1, 1000, 1010)).isGreaterThan(0.99);
    assertThat(likeness.of(1, 1000, 4000)).isLessThan(0.01);
    assertThat(likeness.of(2, 0, 1)).isEqualTo(likeness.of(2, 0, 2));
    assertThat(likeness.of(3, 0, 1)).isGreaterThan(likeness.of(3, 0, 119)).isLessThan(1);
  }

  @Test
  void isDenserWhereThePointsAre() {
    Density density =
        new Density(likeness, List.of(Point.of(2, 1000, 1, 0), Point.of(3, 1100, 1, 1)));
    Point near = Point.of(2, 1050, 1, 0);
    Point far = Point.of(9, 4000, 0, 119);
    assertThat(density.log(near)).isGreaterThan(density.log(far));
    assertThat(density.logTogether(near)).isGreaterThan(density.logTogether(far));
  }

  @Test
  void togetherItIsNotDenseAtAMixtureOfFarPoints() {
    Density density =
        new Density(likeness, List.of(Point.of(0, 0, 0, 0), Point.of(9, 4096, 2, 119)));
    Point mixture = Point.of(0, 4096, 0, 119);
    assertThat(density.log(mixture)).isEqualTo(density.log(Point.of(0, 0, 0, 0)));
    assertThat(density.logTogether(mixture)).isLessThan(density.logTogether(Point.of(0, 0, 0, 0)));
  }
}

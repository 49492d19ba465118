package dev.evolve.search.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FeatureTest {

  private static Feature of(Parameter parameter) {
    return Feature.of(new ListedSpace(List.of(parameter), List.of(Point.of(0)))).getFirst();
  }

  @Test
  void hasACellForEachOfAFewValues() {
    Feature feature = of(new Parameter.Whole("n", 2, 20, 2));

    assertThat(feature.cells()).isEqualTo(10);
    assertThat(feature.cellOf(Point.of(3))).isEqualTo(3);
    assertThat(feature.label(3)).isEqualTo("8");
  }

  @Test
  void letsNeighboursShareACellWhereTheyAreMany() {
    Feature feature = of(new Parameter.Whole("n", 1, 100, 1));

    assertThat(feature.cells()).isEqualTo(25);
    assertThat(feature.label(0)).isEqualTo("1 to 4");
    assertThat(feature.label(24)).isEqualTo("97 to 100");
    assertThat(feature.cellOf(Point.of(99))).isEqualTo(24);
    assertThat(feature.cellOf(Point.of(4))).isEqualTo(1);
  }

  @Test
  void coversTheWholeScaleOfARealParameter() {
    Feature feature = of(new Parameter.Real("x", 1, 1000, true));

    assertThat(feature.cells()).isLessThanOrEqualTo(32);
    assertThat(feature.label(0)).startsWith("1 to 1.2");
    assertThat(feature.label(feature.cells() - 1)).endsWith(" to 1000");
    assertThat(feature.cellOf(Point.of(Parameter.Real.PLACES - 1))).isEqualTo(feature.cells() - 1);
  }

  @Test
  void putsTheRestOfManyCategoriesTogether() {
    List<String> values = IntStream.range(0, 100).mapToObj(i -> "v" + i).toList();
    Feature feature = of(new Parameter.Categorical("c", values));

    assertThat(feature.cells()).isEqualTo(64);
    assertThat(feature.label(62)).isEqualTo("v62");
    assertThat(feature.label(63)).isEqualTo("any other");
    assertThat(feature.cellOf(Point.of(99))).isEqualTo(63);
  }

  @Test
  void takesAPermutationApartIntoPositions() {
    Parameter.Permutation order = new Parameter.Permutation("p", List.of("a", "b", "c"));
    List<Feature> features = Feature.of(new ListedSpace(List.of(order), List.of(Point.of(0))));

    assertThat(features).extracting(Feature::name).containsExactly("p[a]", "p[b]", "p[c]");
    Point cab = Point.of(order.placeOf("c,a,b"));
    assertThat(features).extracting(feature -> feature.cellOf(cab)).containsExactly(1, 2, 0);
    assertThat(features.getFirst().label(0)).isEqualTo("position 1");
  }

  @Test
  void leavesOutWhatHasNoChoice() {
    assertThat(
            Feature.of(
                new ListedSpace(
                    List.of(new Parameter.Ordinal("n", List.of("7"))), List.of(Point.of(0)))))
        .isEmpty();
  }
}

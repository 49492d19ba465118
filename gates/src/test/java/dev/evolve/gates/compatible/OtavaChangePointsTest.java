package dev.evolve.gates.compatible;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Otava's change points on the series and parameter sets of its own test. */
class OtavaChangePointsTest {

  private static final JsonNode RECORDED = RecordedCases.json("otava/tigerbeetle.json");

  static Stream<JsonNode> parameterSets() {
    return RECORDED.get("expected").valueStream();
  }

  @ParameterizedTest
  @MethodSource("parameterSets")
  void findsThePointsThatOtavaFinds(JsonNode set) {
    OtavaChangePoints rule =
        new OtavaChangePoints(
            set.get("window").intValue(),
            set.get("maxPvalue").doubleValue(),
            set.get("minMagnitude").doubleValue());

    assertThat(rule.of(RecordedCases.numbers(RECORDED.get("series"))))
        .extracting(CompatibleChange::index)
        .containsExactlyElementsOf(
            set.get("changePoints").valueStream().map(JsonNode::intValue).toList());
  }

  @Test
  void saysHowMuchTheMeanChanged() {
    double[] series = {10, 10.1, 9.9, 10, 10.1, 9.9, 20, 20.2, 19.8, 20, 20.2, 19.8};

    List<CompatibleChange> changes = OtavaChangePoints.DEFAULT.of(series);

    assertThat(changes).hasSize(1);
    assertThat(changes.getFirst().index()).isEqualTo(6);
    assertThat(changes.getFirst().relative()).isCloseTo(1, within(1e-9));
  }

  @Test
  void findsNothingInAConstant() {
    assertThat(OtavaChangePoints.DEFAULT.of(new double[120])).isEmpty();
  }

  @Test
  void refusesParametersThatMeanNothing() {
    assertThatThrownBy(() -> new OtavaChangePoints(1, 0.001, 0))
        .hasMessageContaining("window of at least 2");
    assertThatThrownBy(() -> new OtavaChangePoints(50, 0, 0)).hasMessageContaining("p between");
  }
}

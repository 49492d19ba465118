package dev.evolve.gates.compatible;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.gates.compatible.KayentaClass.Label;
import dev.evolve.gates.compatible.KayentaClassifier.Measure;
import dev.evolve.gates.compatible.KayentaClassifier.Sizes;
import dev.evolve.gates.compatible.KayentaMetric.Direction;
import dev.evolve.gates.compatible.KayentaMetric.Missing;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Kayenta's classifier on the cases of its own suite. */
class KayentaClassifierTest {

  private static final KayentaMetric EITHER =
      new KayentaMetric(Direction.EITHER, Missing.REMOVE, false, false);

  static Stream<Arguments> cases() {
    return RecordedCases.json("kayenta/classifier-cases.json")
        .get("cases")
        .valueStream()
        .map(node -> Arguments.of(node.get("name").stringValue(), node));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void givesTheClassThatKayentaGives(String name, JsonNode node) {
    KayentaClass found =
        classifier(node)
            .classify(
                RecordedCases.numbers(node.get("control")),
                RecordedCases.numbers(node.get("experiment")),
                metric(node));

    assertThat(found.label().name())
        .as(name)
        .isEqualToIgnoringCase(node.get("expected").asString());
    if (!node.get("expectedCritical").isNull()) {
      assertThat(found.critical()).as(name).isEqualTo(node.get("expectedCritical").booleanValue());
    }
  }

  private static KayentaClassifier classifier(JsonNode node) {
    return new KayentaClassifier(
        node.get("tolerance").doubleValue(),
        node.get("confLevel").doubleValue(),
        node.get("measure").stringValue().equals("cles") ? Measure.CLES : Measure.MEAN_RATIO,
        sizes(node.get("effectSize")),
        sizes(node.get("criticalSize")));
  }

  private static Sizes sizes(JsonNode pair) {
    return new Sizes(pair.get(0).doubleValue(), pair.get(1).doubleValue());
  }

  private static KayentaMetric metric(JsonNode node) {
    return new KayentaMetric(
        Direction.valueOf(node.get("direction").stringValue().toUpperCase(Locale.ROOT)),
        Missing.valueOf(node.get("nan").stringValue().toUpperCase(Locale.ROOT)),
        node.get("critical").booleanValue(),
        false);
  }

  @Test
  void hasThirtyThreeCases() {
    assertThat(cases()).hasSize(33);
  }

  @Test
  void failsAMetricWithoutDataOnlyIfDataWasDemanded() {
    double[] values = {1, 2, 3};
    double[] none = {Double.NaN};
    KayentaMetric demanded = new KayentaMetric(Direction.EITHER, Missing.REMOVE, false, true);

    assertThat(KayentaClassifier.DEFAULT.classify(values, none, EITHER).label())
        .isEqualTo(Label.NODATA);
    assertThat(KayentaClassifier.DEFAULT.classify(values, none, demanded).label())
        .isEqualTo(Label.NODATA_FAIL_METRIC);
  }

  @Test
  void dependsOnTheUnitAsTheOriginalDoes() {
    double[] control = IntStream.range(0, 12).mapToDouble(i -> 10 + i).toArray();
    double[] experiment = IntStream.range(0, 12).mapToDouble(i -> 18 + i).toArray();

    assertThat(KayentaClassifier.DEFAULT.classify(control, experiment, EITHER).label())
        .isEqualTo(Label.HIGH);
    assertThat(
            KayentaClassifier.DEFAULT.classify(small(control), small(experiment), EITHER).label())
        .isEqualTo(Label.PASS);
  }

  private static double[] small(double[] values) {
    return Arrays.stream(values).map(value -> value / 1e6).toArray();
  }
}

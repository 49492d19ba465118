package dev.evolve.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.json.Json;
import dev.evolve.results.ResultFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The format of an existing suite as packs declare it. */
class SuitePackTest {

  private static final String PLAIN =
      """
      version: 1
      name: toy
      domain: kernel
      description: A toy.
      knobs:
        VW: {type: ordinal, values: [4, 8], default: 4, description: Width.}
      constraints: []
      configuration: {file: knobs.env, format: env}
      editable: []
      build: {command: [sh, build.sh], artifacts: [build/toy]}
      bench: {command: [build/toy, "{seed}", "{output}"]}
      scenarios:
        - {name: small, role: train, arguments: []}
        - {name: large, role: holdout, arguments: []}
      metrics:
        - {name: time, unit: us, direction: lower, role: objective}
      output: {dtype: f32, measure: relative-l2, tolerance: 1.0e-6}
      limits:
        build: {wallSeconds: 60, memoryMiB: 2048, processes: 64}
        bench: {wallSeconds: 20, memoryMiB: 512, processes: 8}
      gates:
        perf: {minimumGain: 0.10, confidence: 0.99}
        memory: {peakRssTolerance: 0.03}
        canary: {p95Tolerance: 0.10, p99Tolerance: 0.25, maximumErrorRate: 0}
      budget: {evaluations: 24, minutes: 6}
      """;
  private static final String SUITE =
      PLAIN.replace(
          "\"{output}\"]}",
          "\"{output}\"], format: google-benchmark, metrics: {time: BM_Sort/1024/real_time}}");

  private final PackReader reader = new PackReader();

  @Test
  void readsTheFormatAndWhichMetricOfTheSuiteIsMeant() {
    BenchPack pack = reader.read(SUITE, "evolve.yaml");
    assertThat(pack.bench().suite())
        .isEqualTo(
            new Suite(
                ResultFormat.GOOGLE_BENCHMARK,
                new TreeMap<>(Map.of("time", "BM_Sort/1024/real_time"))));
    assertThat(Json.read(Json.write(pack), BenchPack.class)).isEqualTo(pack);
  }

  @Test
  void takesMetricLinesWhereNothingIsSaid() {
    BenchPack plain = reader.read(PLAIN, "evolve.yaml");
    assertThat(plain.bench().suite()).isNull();
    assertThat(Json.write(plain)).doesNotContain("suite");
    String named = PLAIN.replace("\"{output}\"]}", "\"{output}\"], format: metric-lines}");
    assertThat(reader.read(named, "evolve.yaml")).isEqualTo(plain);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "format: google-benchmark, | '' | bench.format was wanted beside it",
        "{time: BM | {tome: BM | is no metric of this pack; one of time",
        "BM_Sort/1024/real_time | real_time | BENCHMARK/METRIC of the suite was wanted",
        "google-benchmark | csv | format",
        "google-benchmark | criterion | format"
      })
  void refusesWhatDoesNotFit(String sound, String broken, String why) {
    assertThatThrownBy(() -> reader.read(SUITE.replace(sound, broken), "evolve.yaml"))
        .isInstanceOf(InvalidPackException.class)
        .hasMessageContaining(why);
  }
}

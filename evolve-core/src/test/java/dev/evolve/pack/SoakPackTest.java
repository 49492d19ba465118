package dev.evolve.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Soak and fragmentation as packs declare them. */
class SoakPackTest {

  private static final String PACK =
      """
      version: 1
      name: toy
      domain: memory
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
        - {name: time, unit: ns, direction: lower, role: objective}
        - {name: free, unit: B, direction: higher, role: informative}
        - {name: largest, unit: B, direction: higher, role: informative}
      output: {dtype: f32, measure: relative-l2, tolerance: 1.0e-6}
      limits:
        build: {wallSeconds: 60, memoryMiB: 2048, processes: 64}
        bench: {wallSeconds: 20, memoryMiB: 512, processes: 8}
      gates:
        perf: {minimumGain: 0.10, confidence: 0.99}
        memory: {peakRssTolerance: 0.03, fragmentation: {free: free, largestFree: largest, gain: 0.2}}
        canary: {p95Tolerance: 0.10, p99Tolerance: 0.25, maximumErrorRate: 0}
      budget: {evaluations: 24, minutes: 6}
      soak: {command: [build/toy, soak, "{seed}"]}
      """;

  private static final String SHORT =
      PACK.replace(
          "\"{seed}\"]}\n",
          "\"{seed}\"], hours: 0.5, sampleSeconds: 5, memory: printed, leakPercentPerHour: 2,"
              + " leakPercentPerMillion: 7, shorter: it is a test}\n");

  private final PackReader reader = new PackReader();

  @Test
  void takesEightHoursAndATenthOfAPercentWhereNothingIsSaid() {
    BenchPack pack = reader.read(PACK, "evolve.yaml");
    assertThat(pack.soak())
        .isEqualTo(
            new Soak(
                List.of("build/toy", "soak", "{seed}"),
                8,
                30,
                Soak.Memory.RSS,
                0.1,
                0.5,
                null,
                1,
                null));
    assertThat(pack.gates().memory().fragmentation())
        .isEqualTo(new Fragmentation("free", "largest", 0.2, 0));
    assertThat(Json.read(Json.write(pack), BenchPack.class)).isEqualTo(pack);
  }

  @Test
  void readsEveryPartOfASoak() {
    Soak soak = reader.read(SHORT, "evolve.yaml").soakIfAny().orElseThrow();
    assertThat(soak.samples()).isEqualTo(360);
    assertThat(soak.memory()).isEqualTo(Soak.Memory.PRINTED);
    assertThat(soak.detectablePercentPerHour()).isEqualTo(10);
    assertThat(soak.perMillionIfAny()).contains(7.0);
    assertThat(soak.shorter()).isEqualTo("it is a test");
    assertThat(soak.paces()).containsExactly(1.0);
  }

  @Test
  void provesACompressionAtHalfThePace() {
    String fast =
        PACK.replace("\"{seed}\"]}\n", "\"{seed}\", \"{pace}\"], compression: {factor: 12}}\n");
    Soak soak = reader.read(fast, "evolve.yaml").soakIfAny().orElseThrow();
    assertThat(soak.paces()).containsExactly(12.0, 6.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ", shorter: it is a test | '' | say under shorter why",
        "sampleSeconds: 5 | sampleSeconds: 60 | gives 30 samples",
        "sampleSeconds: 5 | sampleSeconds: 0.01 | gives 180000 samples",
        "leakPercentPerHour: 2 | leakPercentPerHour: -1 | leakPercentPerHour",
        "leakPercentPerMillion: 7 | compression: {factor: 2} | {pace} is missing",
        "leakPercentPerMillion: 7 | compression: {factor: 1} | factor",
        "leakPercentPerMillion: 7 | detectablePercentPerHour: 1 | must be above leakPercentPerHour",
        "memory: printed | memory: heap | memory",
        "memory: printed | memery: rss | memery",
        "free: free, | free: gratis, | is not one of the metrics",
        "name: largest, unit: B | name: largest, unit: MB | one unit was wanted",
      })
  void saysWhatIsWrong(String from, String to, String wanted) {
    assertThatThrownBy(() -> reader.read(SHORT.replace(from, to), "evolve.yaml"))
        .hasMessageContaining(wanted);
  }

  @Test
  void soaksTheServiceWhereThereIsNoCommand() {
    String commandless =
        PACK.replace("soak: {command: [build/toy, soak, \"{seed}\"]}", "soak: {hours: 9}");
    assertThatThrownBy(() -> reader.read(commandless, "evolve.yaml"))
        .hasMessageContaining("without a command a service is soaked");
    String serving =
        commandless
            + "service: {command: [build/toy, \"{socket}\"], health: /healthz, load: load.jsonl}\n"
            + "canary: {stages: [{weight: 0.1, requests: 100}]}\n";
    assertThat(reader.read(serving, "evolve.yaml").soakIfAny().orElseThrow().command()).isEmpty();
  }

  @Test
  void doesNotLetAChangeTouchTheSoakCommand() {
    String open =
        PACK.replace("editable: []", "editable: [soak.sh]")
            .replace("command: [build/toy, soak,", "command: [./soak.sh,");
    assertThatThrownBy(() -> reader.read(open, "evolve.yaml")).hasMessageContaining("soak.sh");
  }
}

package dev.evolve.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PackReaderTest {

  private static final String SOUND =
      """
      version: 1
      name: toy
      domain: kernel
      description: A toy.
      knobs:
        VW: {type: ordinal, values: [4, 8, 16], default: 4, description: Width.}
        DEPTH: {type: integer, minimum: 2, maximum: 10, step: 2, default: 4, description: Depth.}
        RATE: {type: real, minimum: 0.001, maximum: 1, scale: log, default: 0.5, description: Rate.}
        ARCH: {type: categorical, values: [off, native], default: off, description: Set.}
        FUSE: {type: boolean, default: false, description: Fuse.}
      constraints:
        - {expression: "VW * DEPTH <= 64", reason: Fits.}
      configuration: {file: knobs.env, format: env}
      editable: [src/kernel.c]
      build: {command: [sh, build.sh], artifacts: [build/toy]}
      bench: {command: [build/toy, --seed, "{seed}", --output, "{output}"]}
      scenarios:
        - {name: small, role: train, arguments: ["1"]}
        - {name: large, role: holdout, arguments: ["2"]}
      metrics:
        - {name: time, unit: ns, direction: lower, role: objective}
      output: {dtype: f32, measure: relative-l2, tolerance: 1.0e-6}
      limits:
        build: {wallSeconds: 60, memoryMiB: 2048, processes: 64}
        bench: {wallSeconds: 20, memoryMiB: 512, processes: 8}
      gates:
        perf: {minimumGain: 0.10, confidence: 0.99}
        memory: {peakRssTolerance: 0.03}
        canary: {p95Tolerance: 0.10, p99Tolerance: 0.25, maximumErrorRate: 0}
      service: {command: [build/toy, --socket, "{socket}"], health: /healthz, load: load/requests.jsonl}
      canary:
        stages:
          - {weight: 0.1, requests: 100}
          - {weight: 0.5, requests: 200}
      budget: {evaluations: 24, minutes: 6}
      """;

  private final PackReader reader = new PackReader();

  @Test
  void keepsWhatIsRunForItsOutputAloneApartFromWhatIsMeasured() {
    String text =
        SOUND.replace(
            "metrics:\n",
            "  - {name: one, role: edge, arguments: [\"3\"]}\n"
                + "  - {name: nan, role: adversarial, arguments: [\"4\"]}\nmetrics:\n");

    BenchPack pack = reader.read(text, "evolve.yaml");

    assertThat(pack.scenarios()).extracting(Scenario::name).containsExactly("small", "large");
    assertThat(pack.output().demands().scenarios())
        .extracting(Scenario::name)
        .containsExactly("one", "nan");
  }

  @Test
  void knowsTheToleranceOfEveryType() {
    String bare = "output: {dtype: f32, measure: relative-l2, tolerance: 1.0e-6}";
    assertThat(reader.read(SOUND.replace(bare, "output: {dtype: bf16}"), "evolve.yaml").output())
        .isEqualTo(
            new BenchPack.Output(
                BenchPack.Output.Dtype.BF16, BenchPack.Output.Measure.RELATIVE_L2, 1e-3));
    assertThat(reader.read(SOUND.replace(bare, "output: {dtype: i8}"), "evolve.yaml").output())
        .isEqualTo(
            new BenchPack.Output(BenchPack.Output.Dtype.I8, BenchPack.Output.Measure.BITWISE, 0));
  }

  @Test
  void readsEveryKindOfKnobInTheOrderOfTheFile() {
    BenchPack pack = reader.read(SOUND, "evolve.yaml");

    assertThat(pack.knobs())
        .containsExactly(
            new Knob.Ordinal("VW", List.of("4", "8", "16"), "4", "Width."),
            new Knob.IntegerRange("DEPTH", 2, 10, 2, "4", "Depth."),
            new Knob.Real("RATE", 0.001, 1, Knob.Scale.LOG, "0.5", "Rate."),
            new Knob.Categorical("ARCH", List.of("off", "native"), "off", "Set."),
            new Knob.Bool("FUSE", "false", "Fuse."));
    assertThat(pack.gates().perf()).isEqualTo(new BenchPack.Thresholds.Perf(0.10, 0.99));
    assertThat(pack.output().measure()).isEqualTo(BenchPack.Output.Measure.RELATIVE_L2);
    assertThat(pack.canary().stages()).hasSize(2);
    assertThat(pack.serviceIfAny()).isPresent();
    assertThat(pack.metrics().getFirst().description()).isEmpty();
  }

  @Test
  void takesGainAndConfidenceFromTheDomainWhereThePackDoesNotSay() {
    String perf = "perf: {minimumGain: 0.10, confidence: 0.99}";
    BenchPack.Thresholds.Perf kernel = perf(SOUND.replace(perf, "perf: {}"));
    BenchPack.Thresholds.Perf inference =
        perf(
            SOUND
                .replace("domain: kernel", "domain: inference")
                .replace(perf, "perf: {rounds: 40, energyTolerance: 0.03}"));

    assertThat(kernel.minimumGain()).isEqualTo(0.10);
    assertThat(kernel.confidence()).isEqualTo(0.99);
    assertThat(kernel.roundsOr(30)).isEqualTo(30);
    assertThat(kernel.energyTolerance()).isNull();
    assertThat(inference.minimumGain()).isEqualTo(0.15);
    assertThat(inference.roundsOr(30)).isEqualTo(40);
    assertThat(inference.energyTolerance()).isEqualTo(0.03);
  }

  private BenchPack.Thresholds.Perf perf(String yaml) {
    return reader.read(yaml, "evolve.yaml").gates().perf();
  }

  @Test
  void readsGuardsWithTheirFloors() {
    String objective = "- {name: time, unit: ns, direction: lower, role: objective}";
    String guards =
        objective
            + "\n  - {name: startup, unit: ms, direction: lower, role: guard, floor: 0.05}"
            + "\n  - {name: size, unit: B, direction: lower, role: guard}";
    BenchPack pack = reader.read(SOUND.replace(objective, guards), "evolve.yaml");

    assertThat(pack.metrics().get(1).floorOrStandard()).isEqualTo(0.05);
    assertThat(pack.metrics().get(2).floorOrStandard()).isEqualTo(Metric.STANDARD_FLOOR);
    assertThatThrownBy(
            () ->
                reader.read(
                    SOUND.replace("role: objective}", "role: objective, floor: 0.1}"),
                    "evolve.yaml"))
        .hasMessageContaining("metrics[0].floor")
        .hasMessageContaining("guard");
  }

  private static final String SEVERAL =
      SOUND.replace(
          "output: {dtype",
          """
          objectives:
            - {metric: time}
            - {metric: peak-rss, weight: 0.2, limit: 64, softLimit: 32, softWeight: 0.5}
            - {metric: determinism, weight: 0.1}
            - {metric: cpu-time, weight: 0, limit: 2}
          output: {dtype""");

  @Test
  void readsWhatIsWantedOfSeveralMetrics() {
    BenchPack pack = reader.read(SEVERAL, "evolve.yaml");

    assertThat(pack.objectives())
        .containsExactly(
            new WantedMetric("time", 1),
            new WantedMetric("peak-rss", 0.2, 64.0, 32.0, 0.5),
            new WantedMetric("determinism", 0.1),
            new WantedMetric("cpu-time", 0, 2.0, null, 1));
    assertThat(Json.read(Json.write(pack), BenchPack.class)).isEqualTo(pack);
    assertThat(reader.read(SOUND, "evolve.yaml").objectives()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "metric: cpu-time | metric: speed | is not measured; one of [time, peak-rss, cpu-time, energy,",
        "weight: 0, limit: 2 | weight: 0 | has neither a weight above 0 nor a limit",
        "{metric: time} | {metric: time, weight: 0, limit: 9} | time has no weight above 0 here",
        "metric: cpu-time | metric: peak-rss | peak-rss",
        "softLimit: 32 | softLimit: 0 | is compared by ratio and must be above 0",
        "softWeight: 0.5 | softWeight: 0 | softWeight",
        "weight: 0.2 | weight: -1 | weight",
      })
  void saysWhichObjectiveIsWrong(String from, String to, String wanted) {
    assertThatThrownBy(() -> reader.read(SEVERAL.replace(from, to), "evolve.yaml"))
        .hasMessageContaining("objectives")
        .hasMessageContaining(wanted);
  }

  private static final String ORDER_AND_CONDITION =
      SOUND.replace(
          "constraints:\n",
          """
            PASSES: {type: permutation, items: [inline, unroll, dce], default: [unroll, inline, dce], description: Order.}
            STRIDE: {type: integer, minimum: 0, maximum: 3, default: 0, description: Stride., when: VW > 4}
          constraints:
            - {expression: "position(PASSES, 'dce') > position(PASSES, 'inline')", reason: Clean.}
          """);

  @Test
  void readsOrdersAndConditions() {
    BenchPack pack = reader.read(ORDER_AND_CONDITION, "evolve.yaml");

    assertThat(pack.knobs())
        .endsWith(
            new Knob.Permutation(
                "PASSES", List.of("inline", "unroll", "dce"), "unroll,inline,dce", "Order.", null),
            new Knob.IntegerRange("STRIDE", 0, 3, 1, "0", "Stride.", "VW > 4"));
    assertThat(Json.read(Json.write(pack), BenchPack.class)).isEqualTo(pack);
    assertThat(Json.write(reader.read(SOUND, "evolve.yaml"))).doesNotContain("when");
  }

  @ParameterizedTest(name = "{0} -> {1} is refused at {2}: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          default: [unroll, inline, dce] | default: [unroll, inline]     | knobs.PASSES.default  | unroll,inline is not an order of inline, unroll, dce
          default: [unroll, inline, dce] | default: unroll               | knobs.PASSES.default  | wants a list, found string unroll
          items: [inline, unroll, dce]   | items: [inline, unroll, unroll] | knobs.PASSES.items[2] | unroll is given twice
          items: [inline, unroll, dce]   | items: ['a,b']                | knobs.PASSES.items[0] | does not match
          items: [inline, unroll, dce]   | values: [inline, unroll, dce] | knobs.PASSES.items    | is missing
          (PASSES, 'inline')             | (PASSES, 'inlin')             | constraints[0].expression | an item of PASSES was wanted (inline, unroll, dce), found inlin
          (PASSES, 'dce') >              | (PASSES, 'dce') <             | constraints[0].expression | for the defaults
          when: VW > 4                   | when: WV > 4                  | knobs.STRIDE.when     | undeclared reference to 'WV'
          """)
  void refusesWrongOrdersAndConditions(String sound, String broken, String field, String message) {
    assertThat(ORDER_AND_CONDITION).contains(sound);

    assertThatThrownBy(() -> reader.read(ORDER_AND_CONDITION.replace(sound, broken), "evolve.yaml"))
        .isInstanceOfSatisfying(
            InvalidPackException.class,
            e ->
                assertThat(e.problems())
                    .anySatisfy(
                        problem -> {
                          assertThat(problem.field()).isEqualTo(field);
                          assertThat(problem.message()).contains(message);
                        }));
  }

  @Test
  void readsABudgetOfDeviceTimeMoneyAndWorth() {
    BenchPack pack =
        reader.read(
            SOUND.replace(
                "minutes: 6",
                "minutes: 6, deviceSeconds: 600.5, money: 2.50, pricePerDeviceHour: 300,"
                    + " worthOfPercent: 0.25"),
            "evolve.yaml");

    assertThat(pack.budget())
        .isEqualTo(
            new BenchPack.Budget(24, 6, 600.5, new BigDecimal("2.5"), new BigDecimal("300"), 0.25));
    assertThat(Json.read(Json.write(pack), BenchPack.class)).isEqualTo(pack);
  }

  @Test
  void aBudgetOfEvaluationsAndMinutesNamesNothingElse() {
    BenchPack pack = reader.read(SOUND, "evolve.yaml");

    assertThat(pack.budget()).isEqualTo(new BenchPack.Budget(24, 6));
    assertThat(Json.write(pack.budget())).isEqualTo("{\"evaluations\":24,\"minutes\":6}");
  }

  @Test
  void aPackSurvivesItsJson() {
    BenchPack pack = reader.read(SOUND, "evolve.yaml");

    assertThat(Json.read(Json.write(pack), BenchPack.class)).isEqualTo(pack);
  }

  @Test
  void aPackWithoutServiceSurvivesItsJson() {
    BenchPack pack = reader.read(withoutService(), "evolve.yaml");

    assertThat(pack.service()).isNull();
    assertThat(pack.canary().stages()).isEmpty();
    assertThat(Json.read(Json.write(pack), BenchPack.class)).isEqualTo(pack);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../bench-packs/cpu-sgemm", "src/test/resources/packs/fixture"})
  void readsThePacksOfThisRepository(String directory) {
    BenchPack pack = reader.read(Path.of(directory));

    assertThat(Json.read(Json.write(pack), BenchPack.class)).isEqualTo(pack);
    assertThat(pack.scenarios(Scenario.Role.TRAIN)).hasSize(2);
    assertThat(pack.scenarios(Scenario.Role.HOLDOUT)).hasSize(2);
    assertThat(pack.objective().name()).isEqualTo("time");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../bench-packs/cpu-sgemm", "src/test/resources/packs/fixture"})
  void theConfigurationFileOfEachPackHoldsItsDefaults(String directory) throws Exception {
    BenchPack pack = reader.read(Path.of(directory));
    String content = Files.readString(Path.of(directory, pack.configuration().file()));

    assertThat(new ConfigurationFiles(pack).read(content)).isEqualTo(pack.defaults());
  }

  @Test
  void everyProblemIsReportedAtOnceInTheOrderOfTheLines() {
    String text =
        SOUND
            .replace("name: toy", "name: Toy!")
            .replace("default: 4, description: Width.", "default: 5, description: Width.")
            .replace("VW * DEPTH <= 64", "VW * DEPHT <= 64")
            .replace("minimumGain: 0.10", "minimumGain: 10")
            .replace("role: holdout", "role: train");

    assertThatThrownBy(() -> reader.read(text, "evolve.yaml"))
        .isInstanceOfSatisfying(
            InvalidPackException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PACK);
              assertThat(e.problems())
                  .extracting(PackProblem::field)
                  .containsExactly(
                      "name", "knobs.VW.default", "scenarios", "gates.perf.minimumGain");
              assertThat(e.problems()).extracting(PackProblem::line).isSorted().doesNotContain(0);
            })
        .hasMessageContaining("evolve.yaml:6: knobs.VW.default: 5 is not one of 4, 8, 16");
  }

  @ParameterizedTest(name = "{0} -> {1} is refused at line {2}, {3}: {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          version: 1                | version: 2                  | 1  | version                   | 2 is not 1
          domain: kernel            | domain: colonel             | 3  | domain                    | colonel is not one of compiler, kernel, memory, parallel, inference
          description: A toy.       | description: 7              | 4  | description               | wants text, found number 7; put it in quotes
          description: A toy.       | describtion: A toy.         | 1  | description               | is missing
          description: A toy.       | description: ''             | 4  | description               | is empty
          name: toy                 | name: a/b                   | 2  | name                      | does not match
          type: ordinal             | type: ordinary              | 6  | knobs.VW.type             | ordinary is not one of integer, ordinal, real
          values: [4, 8, 16]        | values: [4, 8, 8]           | 6  | knobs.VW.values[2]        | 8 is given twice
          values: [4, 8, 16]        | values: [4, x, 16]          | 6  | knobs.VW.values[1]        | wants a number, found string x
          values: [4, 8, 16]        | value: [4]                  | 6  | knobs.VW.values           | is missing
          values: [4, 8, 16]        | values: [4, 8], extra: 1    | 6  | knobs.VW.extra            | is not a field
          'default: 4, description: Depth' | 'default: 5, description: Depth' | 7 | knobs.DEPTH.default | 5 is not from 2 to 10 by steps of 2
          maximum: 10               | maximum: 1                  | 7  | knobs.DEPTH.maximum       | 1 is less than the minimum, 2
          maximum: 10               | maximum: 9e18               | 7  | knobs.DEPTH               | bounds beyond
          step: 2                   | step: 0                     | 7  | knobs.DEPTH.step          | 0 is less than 1
          minimum: 0.001            | minimum: 0                  | 8  | knobs.RATE.minimum        | no place on a logarithmic scale
          default: 0.5              | default: 2                  | 8  | knobs.RATE.default        | 2.0 is not between 0.001 and 1.0
          default: off              | default: on                 | 9  | knobs.ARCH.default        | on is not one of off, native
          values: [off, native]     | values: [off, 'a b']        | 9  | knobs.ARCH.values[1]      | a b does not match
          default: false            | default: 0                  | 10 | knobs.FUSE.default        | wants true or false, found number 0
          VW: {type                 | 9W: {type                   | 6  | knobs.9W                   | is not a name that a knob can have
          FUSE: {type               | in: {type                   | 10 | knobs.in                  | is a word of the expression language
          VW * DEPTH <= 64          | VW * DEPHT <= 64            | 12 | constraints[0].expression | undeclared reference to 'DEPHT'
          VW * DEPTH <= 64          | VW * DEPTH                  | 12 | constraints[0].expression | expected type 'bool' but found 'int'
          VW * DEPTH <= 64          | VW * DEPTH <=               | 12 | constraints[0].expression | is not an expression over the knobs
          VW * DEPTH <= 64          | VW * DEPTH <= 8             | 12 | constraints[0].expression | for the defaults
          VW * DEPTH <= 64          | VW / (DEPTH - 4) > 0        | 12 | constraints[0].expression | cannot be evaluated
          VW * DEPTH <= 64          | ARCH == 4                   | 12 | constraints[0].expression | no matching overload
          VW * DEPTH <= 64          | VW == 4 && DEPHT <= 64      | 12 | constraints[0].expression | at its column 12: undeclared
          default: false,           | 'default: false, when: "VW >",' | 10 | knobs.FUSE.when        | is not an expression over the knobs: at its column 5
          default: false,           | 'default: false, when: FUSE,'   | 10 | knobs.FUSE.when        | is over FUSE itself; other knobs were wanted
          default: false,           | 'default: false, when: VW + 1,' | 10 | knobs.FUSE.when        | expected type 'bool' but found 'int'
          default: false,           | 'default: false, when: 7,'      | 10 | knobs.FUSE.when        | wants text, found number 7
          'reason: Fits.'           | 'why: Fits.'                | 12 | constraints[0].reason     | is missing
          file: knobs.env           | file: ../knobs.env          | 13 | configuration.file        | must not hold . or ..
          file: knobs.env           | file: /etc/passwd           | 13 | configuration.file        | is not a relative path
          file: knobs.env           | file: .git/config           | 13 | configuration.file        | must not reach into .git
          file: knobs.env           | file: a/.GIT/config         | 13 | configuration.file        | must not reach into .GIT
          file: knobs.env           | file: 'a\\b'                | 13 | configuration.file        | is not a relative path
          file: knobs.env           | file: a//b                  | 13 | configuration.file        | has an empty part
          file: knobs.env           | file: evolve.yaml           | 13 | configuration.file        | itself cannot hold the configuration
          format: env               | format: ini                 | 13 | configuration.format      | ini is not one of env, header, json
          editable: [src/kernel.c]  | editable: [evolve.yaml]     | 14 | editable[0]               | would let a change touch evolve.yaml
          editable: [src/kernel.c]  | editable: [build.sh]        | 14 | editable[0]               | would let a change touch build.sh
          editable: [src/kernel.c]  | editable: [load/]           | 14 | editable[0]               | would let a change touch load/requests.jsonl
          editable: [src/kernel.c]  | editable: [.evolve/x]       | 14 | editable[0]               | must not reach into .evolve
          editable: [src/kernel.c]  | editable: [a, a]            | 14 | editable[1]               | a is given twice
          artifacts: [build/toy]    | artifacts: []               | 15 | build.artifacts           | has fewer than 1 entries
          artifacts: [build/toy]    | artifacts: [../toy]         | 15 | build.artifacts[0]        | must not hold . or ..
          'command: [sh, build.sh]' | 'command: []'               | 15 | build.command             | has fewer than 1 entries
          'command: [sh, build.sh]' | 'command: [sh, "{seed}"]'   | 15 | build.command[1]          | {seed} is not replaced here
          --seed, "{seed}"          | --seed, "1"                 | 16 | bench.command             | {seed} is missing from the command
          "{output}"                | out.bin                     | 16 | bench.command             | {output} is missing from the command
          name: large               | name: small                 | 19 | scenarios[1].name         | small is given twice
          role: holdout             | role: train                 | 17 | scenarios                 | role holdout was wanted, found none
          role: train               | role: holdout               | 17 | scenarios                 | role train was wanted, found none
          'arguments: ["1"]'        | 'arguments: [1]'            | 18 | scenarios[0].arguments[0] | wants text, found number 1; put it in quotes
          role: objective           | role: informative           | 20 | metrics                   | exactly one metric with role objective was wanted, found 0
          direction: lower          | direction: down             | 21 | metrics[0].direction      | down is not one of lower, higher
          measure: relative-l2      | measure: bitwise            | 22 | output.tolerance          | must be 0
          dtype: f32                | dtype: bytes                | 22 | output.measure            | bytes can only be compared bitwise
          dtype: f32                | dtype: i32                  | 22 | output.measure            | whole numbers agree only if they are equal
          tolerance: 1.0e-6         | 'hashes: [{name: graph, covers: [build/kernel]}]' | 22 | output.hashes[0].covers | build/kernel is not under build.artifacts
          tolerance: 1.0e-6         | 'reference: {command: [build/toy, "{seed}"]}' | 22 | output.reference.command | {output} is missing
          'measure: relative-l2, tolerance: 1.0e-6' | 'measure: bitwise, ulps: 4' | 22 | output.ulps | every byte has to be equal
          tolerance: 1.0e-6         | tolerance: .nan             | 22 | output.tolerance          | wants a number, found string .nan
          tolerance: 1.0e-6         | tolerance: -1               | 22 | output.tolerance          | -1 is less than 0
          wallSeconds: 20           | wallSeconds: 0              | 25 | limits.bench.wallSeconds  | 0 is less than 1
          memoryMiB: 512            | memoryMiB: 1.5              | 25 | limits.bench.memoryMiB    | wants a whole number, found number 1.5
          minimumGain: 0.10         | minimumGain: 0              | 27 | gates.perf.minimumGain    | 0 is not more than 0
          minimumGain: 0.10         | minimumGain: 1              | 27 | gates.perf.minimumGain    | 1 is not less than 1
          confidence: 0.99          | confidence: 0.5             | 27 | gates.perf.confidence     | 0.5 is not more than 0.5
          peakRssTolerance: 0.03    | peakRssTolerance: -0.1      | 28 | gates.memory.peakRssTolerance | -0.1 is less than 0
          "{socket}"                | /tmp/socket                 | 30 | service.command           | {socket} is missing from the command
          health: /healthz          | health: healthz             | 30 | service.health            | healthz does not match
          load: load/requests.jsonl | load: ../requests.jsonl     | 30 | service.load              | must not hold . or ..
          weight: 0.5               | weight: 0.1                 | 34 | canary.stages[1].weight   | 0.1 is not more than the stage before
          weight: 0.5               | weight: 1.5                 | 34 | canary.stages[1].weight   | 1.5 is more than 1
          requests: 100             | requests: 0                 | 33 | canary.stages[0].requests | 0 is less than 1
          evaluations: 24           | evaluations: many           | 35 | budget.evaluations        | wants a whole number, found string many
          minutes: 6                | minutes: 6, deviceSeconds: 0      | 35 | budget.deviceSeconds  | 0 is not more than 0
          minutes: 6                | minutes: 6, deviceSeconds: 2 h    | 35 | budget.deviceSeconds  | wants a number, found string 2 h
          minutes: 6                | minutes: 6, money: -1             | 35 | budget.money          | -1 is not more than 0
          minutes: 6                | minutes: 6, money: 5              | 35 | budget.money          | needs the price of the machine to compare with; add pricePerDeviceHour
          minutes: 6                | minutes: 6, worthOfPercent: 0.5   | 35 | budget.worthOfPercent | needs the price of the machine to compare with; add pricePerDeviceHour
          minutes: 6                | minutes: 6, worthOfPercent: -0.5, pricePerDeviceHour: 2 | 35 | budget.worthOfPercent | -0.5 is less than 0
          minutes: 6                | minutes: 6, pricePerDeviceHour: 0 | 35 | budget.pricePerDeviceHour | 0 is not more than 0
          minutes: 6                | minutes: 6, price: 2              | 35 | budget.price          | is not a field of a bench pack
          budget:                   | budgets:                    | 35 | budgets                   | is not a field of a bench pack
          """)
  void refuses(String sound, String broken, int line, String field, String message) {
    assertThat(SOUND).contains(sound);

    assertThatThrownBy(() -> reader.read(SOUND.replace(sound, broken), "evolve.yaml"))
        .isInstanceOfSatisfying(
            InvalidPackException.class,
            e ->
                assertThat(e.problems())
                    .anySatisfy(
                        problem -> {
                          assertThat(problem.file()).isEqualTo("evolve.yaml");
                          assertThat(problem.line()).isEqualTo(line);
                          assertThat(problem.field()).isEqualTo(field);
                          assertThat(problem.message()).contains(message);
                        }));
  }

  @Test
  void aCanaryWithoutServiceIsRefused() {
    String text = SOUND.lines().filter(line -> !line.startsWith("service:")).reduce("", this::join);

    assertThatThrownBy(() -> reader.read(text, "evolve.yaml"))
        .hasMessageContaining("canary.stages: a canary needs a service");
  }

  @Test
  void aServiceWithoutCanaryIsRefused() {
    String text = SOUND.substring(0, SOUND.indexOf("canary:\n  stages")) + budget();

    assertThatThrownBy(() -> reader.read(text, "evolve.yaml"))
        .hasMessageContaining("canary: a pack with a service needs at least one stage");
  }

  @Test
  void twoObjectivesAreRefused() {
    String metric = "  - {name: time, unit: ns, direction: lower, role: objective}\n";
    String text = SOUND.replace(metric, metric + metric.replace("time", "energy"));

    assertThatThrownBy(() -> reader.read(text, "evolve.yaml"))
        .hasMessageContaining("exactly one metric with role objective was wanted, found 2");
  }

  @Test
  void aFileThatIsNotThereIsNotFound(@TempDir Path directory) {
    assertThatThrownBy(() -> reader.read(directory))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("evolve.yaml");
  }

  @Test
  void readsTheFileOfADirectory(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("evolve.yaml"), SOUND);

    assertThat(reader.read(directory)).isEqualTo(reader.read(SOUND, "other"));
    assertThat(reader.read(SOUND.getBytes(StandardCharsets.UTF_8), "bytes"))
        .isEqualTo(reader.read(SOUND, "other"));
  }

  private static String withoutService() {
    String before = SOUND.substring(0, SOUND.indexOf("service:"));
    return before + budget();
  }

  private static String budget() {
    return SOUND.substring(SOUND.indexOf("budget:"));
  }

  private String join(String text, String line) {
    return text + line + "\n";
  }
}

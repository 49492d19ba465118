package dev.evolve.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.artifact.FileArtifactStore;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.EvaluationProgress;
import dev.evolve.measure.EvaluationRequest;
import dev.evolve.measure.MeasurementHost;
import dev.evolve.measure.SandboxedEvaluator;
import dev.evolve.pack.HardwareProbe;
import dev.evolve.sandbox.Sandboxes;
import dev.evolve.verdict.Verdict;
import dev.evolve.workspace.FixtureRepository;
import dev.evolve.workspace.Workspaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A soak of seconds of real programs in a real sandbox: one that leaks, one that does not. */
class SoakOfRealProgramsTest {

  private static final int TRIES = 3;

  private static final String PACK =
      """
      version: 1
      name: soaked
      domain: memory
      description: Grows or not.
      knobs:
        LEAK_KB: {type: ordinal, values: [0, 64], default: 0, description: Kept of each unit.}
      constraints: []
      configuration: {file: knobs.env, format: env}
      editable: []
      build: {command: [sh, build.sh], artifacts: [build/soaked]}
      bench: {command: [build/soaked, "{seed}", "{output}"]}
      scenarios:
        - {name: small, role: train, arguments: []}
        - {name: large, role: holdout, arguments: []}
      metrics:
        - {name: time, unit: ns, direction: lower, role: objective}
      output: {dtype: f32, measure: relative-l2, tolerance: 1.0e-6}
      limits:
        build: {wallSeconds: 60, memoryMiB: 1024, processes: 32}
        bench: {wallSeconds: 20, memoryMiB: 256, processes: 8}
      gates:
        perf: {minimumGain: 0.10, confidence: 0.99}
        memory: {peakRssTolerance: 0.03}
        canary: {p95Tolerance: 2.0, p99Tolerance: 6.0, maximumErrorRate: 0.0}
      budget: {evaluations: 6, minutes: 2}
      soak:
        command: [build/soaked, "{seed}"]
        hours: 0.0012
        sampleSeconds: 0.06
        leakPercentPerHour: 20000
        detectablePercentPerHour: 60000
        shorter: a test waits for it
      """;

  /** A unit of work every 10 ms by the clock; 16 MiB are held from the start. */
  private static final String PROGRAM =
      """
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <time.h>

      static double now(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return t.tv_sec + t.tv_nsec / 1e9;
      }

      int main(void) {
        memset(malloc(16 << 20), 1, 16 << 20);
        double start = now();
        for (long work = 1;; work++) {
          if (LEAK_KB > 0) {
            memset(malloc(LEAK_KB << 10), 1, LEAK_KB << 10);
          }
          double wait = start + work / 100.0 - now();
          if (wait > 0) {
            struct timespec t = {0, (long)(wait * 1e9)};
            nanosleep(&t, 0);
            printf("{\\"work\\": %ld}\\n", work);
            fflush(stdout);
          }
        }
      }
      """;

  private static final String BUILD =
      """
      set -e
      . ./knobs.env
      mkdir -p build
      cc -O0 -DLEAK_KB="$LEAK_KB" -o build/soaked soaked.c
      """;

  @TempDir Path home;

  @Test
  void failsTheProgramThatLeaksAndPassesTheOneThatDoesNot() throws Exception {
    assertThat(verdict(64)).isEqualTo(Verdict.FAIL);
    assertThat(verdict(0)).isEqualTo(Verdict.PASS);
  }

  /** A machine that stalls for seconds spoils so short a soak: that is INVALID, and tried again. */
  private Verdict verdict(int leak) throws Exception {
    Verdict found = Verdict.INVALID;
    for (int i = 0; i < TRIES && found == Verdict.INVALID; i++) {
      found = judged(leak, leak + "-" + i);
    }
    return found;
  }

  private Verdict judged(int leak, String id) throws Exception {
    FixtureRepository repository =
        FixtureRepository.create(
            Files.createDirectories(home.resolve("repository-" + id)),
            Map.of(
                "evolve.yaml", PACK,
                "soaked.c", PROGRAM,
                "build.sh", BUILD,
                "knobs.env", "LEAK_KB=0\n"));
    FileArtifactStore artifacts = new FileArtifactStore(home.resolve("artifacts"));
    EvaluationRequest request =
        new EvaluationRequest(
            "soak-" + id,
            "toy-1-01",
            repository.source(),
            repository.pack(),
            repository.knobs(Map.of("LEAK_KB", String.valueOf(leak))),
            Evaluation.Phase.CONFIRMATION,
            1);
    Evaluation confirmed =
        Confirmations.withBuilds(
            Confirmations.good(),
            List.of(built(Arm.BASELINE, 0, artifacts), built(Arm.CANDIDATE, leak, artifacts)));
    Evaluation soaked =
        confirmed.withSoaks(
            evaluator(artifacts).soak(request, confirmed, EvaluationProgress.NONE, () -> false));
    EvidenceList evidence = new EvidenceList();
    SoakJudge.judge(repository.pack(), soaked, evidence);
    return evidence.items().stream()
        .map(item -> item.verdict())
        .filter(it -> it != Verdict.PASS)
        .findFirst()
        .orElse(Verdict.PASS);
  }

  private BuildRecord built(Arm arm, int leak, FileArtifactStore artifacts) throws Exception {
    Path directory = Files.createDirectories(home.resolve("build-" + leak));
    Files.writeString(directory.resolve("soaked.c"), PROGRAM);
    Files.writeString(directory.resolve("build.sh"), BUILD);
    Files.writeString(directory.resolve("knobs.env"), "LEAK_KB=" + leak + "\n");
    Process build = new ProcessBuilder("sh", "build.sh").directory(directory.toFile()).start();
    assertThat(build.waitFor()).isZero();
    TreeMap<String, String> made = new TreeMap<>();
    made.put("build/soaked", artifacts.put(directory.resolve("build/soaked")));
    return new BuildRecord(arm, BuildRecord.Status.OK, 5, made, "");
  }

  private SandboxedEvaluator evaluator(FileArtifactStore artifacts) {
    return new SandboxedEvaluator(
        Sandboxes.detect(
            home.resolve("sandbox"), Sandboxes.Choice.AUTOMATIC, InstantSource.system()),
        new Workspaces(home.resolve("work")),
        artifacts,
        home.resolve("builds"),
        () -> 41,
        HardwareProbe.ofThisMachine(),
        MeasurementHost.ofThisMachine());
  }
}

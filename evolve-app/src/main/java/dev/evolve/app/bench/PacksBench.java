package dev.evolve.app.bench;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.gates.statistics.PairedEffect;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * What the knobs of cpu-sgemm move, and how noisy it is: the same binary against itself, the
 * compiler flags alone, and a tuned configuration, each confirmed afresh on every scenario beside
 * the baseline.
 */
public final class PacksBench implements SelfBench {

  private static final double ALPHA = 0.01;
  private static final double WANTED_SPEED_UP = 1 / 0.9;

  @Override
  public String name() {
    return "packs";
  }

  @Override
  public String description() {
    return "cpu-sgemm: the baseline against itself, compiler flags alone, a tuned configuration";
  }

  @Override
  public List<BenchResult> run(BenchSetting setting) {
    try {
      Path home = Files.createTempDirectory("evolve-bench");
      try {
        return new Session(setting, home).results();
      } finally {
        FileSystemUtils.deleteRecursively(home);
      }
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INTERNAL, "the packs bench failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    }
  }

  /** One run. */
  private final class Session {
    private final BenchSetting setting;
    private final PackLab lab;

    Session(BenchSetting setting, Path home) {
      this.setting = setting;
      this.lab = new PackLab(setting.source().resolve("bench-packs").resolve("cpu-sgemm"), home);
    }

    List<BenchResult> results() throws InterruptedException {
      List<PairedEffect> same = confirm("same", with());
      List<PairedEffect> flags = confirm("flags", with("OPT_LEVEL", "O3", "ARCH", "native"));
      List<PairedEffect> tuned =
          confirm(
              "tuned",
              with(
                  "VW",
                  "16",
                  "MR",
                  "6",
                  "NRV",
                  "2",
                  "KC",
                  "256",
                  "MC",
                  "192",
                  "OPT_LEVEL",
                  "O3",
                  "ARCH",
                  "native",
                  "FP_CONTRACT",
                  "fast"));
      PairedEffect worstSame =
          same.stream()
              .max(Comparator.comparingDouble(e -> Math.abs(Math.log(e.ratio()))))
              .orElseThrow();
      PairedEffect worst = worst(tuned);
      return List.of(
          row(
              "cpu-sgemm, baseline against itself, farthest scenario",
              worstSame,
              "interval holds 1",
              worstSame.low() <= 1 && worstSame.high() >= 1,
              "",
              null),
          row(
              "cpu-sgemm, tuned configuration, speed-up on its worst scenario",
              worst,
              "over 1.11 with 99 % confidence",
              1 / worst.high() >= WANTED_SPEED_UP,
              "-O3 -march=native alone",
              1 / worst(flags).ratio()));
    }

    private PairedEffect worst(List<PairedEffect> effects) {
      return effects.stream().max(Comparator.comparingDouble(PairedEffect::ratio)).orElseThrow();
    }

    private BenchResult row(
        String metric,
        PairedEffect effect,
        String goal,
        boolean met,
        String rival,
        @Nullable Double rivalValue) {
      return new BenchResult(
          metric,
          1 / effect.ratio(),
          1 / effect.high(),
          1 / effect.low(),
          "x",
          goal,
          met,
          rival,
          rivalValue,
          effect.pairs(),
          setting.command(name()),
          setting.commit(),
          setting.machine());
    }

    private Configuration with(String... changes) {
      TreeMap<String, String> values = new TreeMap<>(lab.pack().defaults().values());
      for (int i = 0; i < changes.length; i += 2) {
        values.put(changes[i], changes[i + 1]);
      }
      return new Configuration(values);
    }

    private List<PairedEffect> confirm(String id, Configuration configuration)
        throws InterruptedException {
      System.out.println("  | measuring " + id + ": " + configuration.describe());
      Evaluation evaluation =
          lab.evaluate(id, configuration, Evaluation.Phase.CONFIRMATION, setting.quick() ? 8 : 20);
      List<PairedEffect> effects = new ArrayList<>();
      for (Scenario scenario : lab.pack().scenarios()) {
        effects.add(
            PairedEffect.of(
                values(evaluation, scenario, Arm.BASELINE),
                values(evaluation, scenario, Arm.CANDIDATE),
                ALPHA));
      }
      return effects;
    }

    private double[] values(Evaluation evaluation, Scenario scenario, Arm arm) {
      return evaluation.runs().stream()
          .filter(run -> run.arm() == arm && run.scenario().equals(scenario.name()))
          .sorted(Comparator.comparingInt(BenchRun::round))
          .mapToDouble(
              run -> {
                MetricValue value = run.metrics().get(lab.pack().objective().name());
                if (value == null) {
                  throw new EvolveException(
                      ErrorCode.BUILD_FAILED, scenario.name() + " " + arm + ": " + run.detail());
                }
                return value.value();
              })
          .toArray();
    }
  }
}

package dev.evolve.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.explain.SearchReport;
import dev.evolve.search.format.KernelTunerCache;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.replay.ReplayRun.Limit;
import dev.evolve.search.strategy.Strategies;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class RunReportTest {

  private static final int POINTS = 40;

  /** Point x takes 10 + x ms and costs a second; every tenth does not compile. */
  private static MeasuredSpace space() {
    StringBuilder values = new StringBuilder();
    StringBuilder cache = new StringBuilder();
    for (int x = 0; x < POINTS; x++) {
      values.append(x == 0 ? "" : ",").append(x);
      String time = x % 10 == 9 ? "\"CompilationFailedConfig\"" : Integer.toString(10 + x);
      cache.append(x == 0 ? "" : ",").append("\"").append(x).append("\":{\"x\":").append(x);
      cache.append(",\"time\":").append(time).append(",\"times\":[],\"compile_time\":1000,");
      cache.append("\"verification_time\":0,\"benchmark_time\":0,\"strategy_time\":0,");
      cache.append("\"framework_time\":0,\"timestamp\":\"2026-11-30\"}");
    }
    String file =
        "{\"device_name\":\"d\",\"kernel_name\":\"k\",\"problem_size\":\"1\","
            + "\"tune_params_keys\":[\"x\"],\"tune_params\":{\"x\":["
            + values
            + "]},\"objective\":\"time\",\"cache\":{"
            + cache
            + "}}";
    return MeasuredSpace.of("toy/line", KernelTunerCache.read(new StringReader(file), "toy"));
  }

  private static SearchReport report(int evaluations) {
    return RunReport.of(
        space(), "random", Strategies.create("random"), 3, Limit.ofEvaluations(evaluations));
  }

  @Test
  void reportsTheRunOfTheSeedAgainstEveryPointOfTheSpace() {
    SearchReport report = report(POINTS);

    assertThat(report.title()).isEqualTo("Replay of toy/line by random, seed 3");
    assertThat(report.summary().evaluations()).isEqualTo(POINTS);
    assertThat(report.summary().failed()).isEqualTo(4);
    assertThat(report.summary().seconds()).isEqualTo(POINTS);
    assertThat(report.summary().best()).isEqualTo(10.0);
    assertThat(report.text(100)).contains("all 40 points of the space");
  }

  @Test
  void endsTheRunAtItsLimitAndSaysTheSameOfTheSameSeed() {
    assertThat(report(7).summary().evaluations()).isEqualTo(7);
    assertThat(report(7).json()).isEqualTo(report(7).json());
  }
}

package dev.evolve.serving.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.gate.Entrant;
import dev.evolve.loop.gate.InterleaveGate;
import dev.evolve.loop.gate.LoopGateReport;
import dev.evolve.loop.gate.SignalScript;
import dev.evolve.loop.gate.SnapshotGate;
import dev.evolve.serving.denoise.DenoiseRequest;
import dev.evolve.serving.denoise.ResidualSkipInterceptor;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.rollout.RolloutRequest;
import dev.evolve.serving.video.VideoEntrants;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Decode, denoise and rollout side by side, as one server has them. */
class ThreeLoopsGateTest {

  private final DecodeFixture fixture = new DecodeFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private List<Entrant<?, ?>> field() {
    DecodeExecutor executor = fixture.executor();
    DecodeLoop decode = DecodeFixture.loop();
    List<Entrant<?, ?>> field = new ArrayList<>();
    field.add(DecodeFixture.entrant("text", decode, executor, DecodeRequest.greedy("A river", 6)));
    field.addAll(
        new VideoEntrants()
            .denoise("clip", DenoiseRequest.of("a river", 2))
            .rollout("long", RolloutRequest.of("a river", 2, 1))
            .denoise(
                "skips",
                DenoiseRequest.of("a river", 6).with(GuidanceSpec.adaptive(4, 1, 2)),
                new ResidualSkipInterceptor(0.2))
            .rollout("noisy", RolloutRequest.of("a train", 2, 2).withFreshNoise())
            .entrants());
    field.add(
        DecodeFixture.entrant(
            "warm", decode, executor, DecodeRequest.of("A river and", 4, Sampling.of(0.9, 0.8))));
    return field;
  }

  @Test
  void loopsOfAllThreeKindsDoNotSmear() {
    assertPassed(InterleaveGate.batchedToo().check(this::field));
  }

  @Test
  void loopsOfAllThreeKindsCanBeStoppedAtEveryStep() {
    assertPassed(new SnapshotGate(SignalScript.DEADLINES_PASS).check(this::field));
  }

  private static void assertPassed(LoopGateReport report) {
    assertThat(report.findings()).isEmpty();
    assertThat(report.passed()).isTrue();
    assertThat(report.requests()).isEqualTo(6);
  }
}

package dev.evolve.serving.video;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.gate.InterleaveGate;
import dev.evolve.loop.gate.LoopGateReport;
import dev.evolve.loop.gate.SignalScript;
import dev.evolve.loop.gate.SnapshotGate;
import dev.evolve.serving.denoise.DenoiseRequest;
import dev.evolve.serving.denoise.ResidualSkipInterceptor;
import dev.evolve.serving.denoise.Sampling;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.rollout.RolloutRequest;
import org.junit.jupiter.api.Test;

class ServingGatesTest {

  private static final SnapshotGate SNAPSHOT = new SnapshotGate(SignalScript.DEADLINES_PASS);

  private static VideoEntrants denoise() {
    return new VideoEntrants()
        .denoise("two", DenoiseRequest.of("a lighthouse", 2))
        .denoise("eight", DenoiseRequest.of("a lighthouse", 8))
        .denoise("classic", DenoiseRequest.of("rain", 3).with(GuidanceSpec.classic(5)))
        .denoise("adaptive", DenoiseRequest.of("rain", 6).with(GuidanceSpec.adaptive(5, 1, 2)))
        .denoise("embedded", DenoiseRequest.of("dunes", 4).with(GuidanceSpec.embedded(3)))
        .denoise("noisy", DenoiseRequest.of("", 4).with(Sampling.ofSteps(4).withFreshNoise()))
        .denoise("skips", DenoiseRequest.of("calm", 10), new ResidualSkipInterceptor(0.3))
        .denoise("calm", DenoiseRequest.of("calm", 10), new ResidualSkipInterceptor(0.3));
  }

  private static VideoEntrants rollout() {
    return new VideoEntrants()
        .rollout("one", RolloutRequest.of("a river", 1, 2))
        .rollout("four", RolloutRequest.of("a river", 4, 2))
        .rollout("narrow", RolloutRequest.of("a train", 4, 1))
        .rollout("noisy", RolloutRequest.of("a train", 3, 2).withFreshNoise())
        .rollout("trained", RolloutRequest.of("a river", 4, 2), ExecutionProfile.TRAIN);
  }

  private static VideoEntrants mixed() {
    return new VideoEntrants()
        .denoise("clip", DenoiseRequest.of("a lighthouse", 4))
        .rollout("long", RolloutRequest.of("a lighthouse", 3, 2))
        .denoise("skips", DenoiseRequest.of("calm", 6), new ResidualSkipInterceptor(0.3))
        .rollout("longer", RolloutRequest.of("a river", 4, 1));
  }

  @Test
  void denoiseLoopsDoNotSmear() {
    assertPassed(InterleaveGate.batchedToo().check(() -> denoise().entrants()));
  }

  @Test
  void rolloutLoopsDoNotSmear() {
    assertPassed(InterleaveGate.batchedToo().check(() -> rollout().entrants()));
  }

  @Test
  void loopsOfBothKindsDoNotSmear() {
    assertPassed(InterleaveGate.batchedToo().check(() -> mixed().entrants()));
  }

  @Test
  void denoiseLoopsCanBeStoppedAtEveryStep() {
    assertPassed(SNAPSHOT.check(() -> denoise().entrants()));
  }

  @Test
  void rolloutLoopsCanBeStoppedAtEveryStepAndLoseTheirCaches() {
    assertPassed(SNAPSHOT.check(() -> rollout().entrants()));
  }

  private static void assertPassed(LoopGateReport report) {
    assertThat(report.findings()).isEmpty();
    assertThat(report.passed()).isTrue();
  }
}

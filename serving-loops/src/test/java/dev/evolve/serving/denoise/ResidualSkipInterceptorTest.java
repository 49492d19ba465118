package dev.evolve.serving.denoise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.WorkPlan;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.schedule.ExpertRouting;
import dev.evolve.serving.video.Drive;
import dev.evolve.serving.video.VideoEntrants;
import dev.evolve.serving.video.VideoExecutor;
import dev.evolve.serving.video.VideoOutcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResidualSkipInterceptorTest {

  private static final DenoiseRequest SMOOTH = DenoiseRequest.of("calm", 20);

  private final DenoiseLoop loop = new DenoiseLoop(VideoEntrants.CONFIG);
  private final VideoExecutor executor = VideoEntrants.executor();

  private Drive<DenoiseState> run(DenoiseRequest request, @Nullable StepInterceptor interceptor) {
    Drive<DenoiseState> drive =
        Drive.begin(loop, executor, request, 7, ExecutionProfile.SERVE, interceptor);
    drive.finish();
    return drive;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 99})
  void skipsOnASmoothTrajectoryAndStaysWithinFivePercent(long seed) {
    ResidualSkipInterceptor skip = new ResidualSkipInterceptor(0.1);
    Drive<DenoiseState> plain =
        Drive.begin(loop, executor, SMOOTH, seed, ExecutionProfile.SERVE, null);
    Drive<DenoiseState> skipping =
        Drive.begin(loop, executor, SMOOTH, seed, ExecutionProfile.SERVE, skip);
    plain.finish();
    skipping.finish();
    assertThat(skipping.overrides).isPositive().isLessThan(20);
    assertThat(skipping.state.latent()).isNotEqualTo(plain.state.latent());
    assertThat(skipping.state.latent().relativeDistance(plain.state.latent()))
        .as("with %s steps skipped", skipping.overrides)
        .isLessThan(0.05);
  }

  @Test
  void aThresholdOfZeroIsThePlainLoopExactly() {
    Drive<DenoiseState> plain = run(SMOOTH, null);
    Drive<DenoiseState> zero = run(SMOOTH, new ResidualSkipInterceptor(0));
    assertThat(zero.overrides).isZero();
    assertThat(loop.codec().encode(zero.state)).isEqualTo(loop.codec().encode(plain.state));
    assertThat(zero.chunks()).isEqualTo(plain.chunks());
  }

  @Test
  void aSkippedStepStillMovesTheLatentAndComputesNoResidual() {
    Drive<DenoiseState> drive = run(SMOOTH, new ResidualSkipInterceptor(0.1));
    long withoutForward =
        drive.results.stream()
            .filter(
                result ->
                    result.payload() instanceof VideoOutcome.Denoised denoised
                        && denoised.residuals().isEmpty())
            .count();
    assertThat(withoutForward).isEqualTo(drive.overrides);
    assertThat(drive.state.denoised()).isEqualTo(20);
  }

  @Test
  void neverUsesTheResidualOfAnotherExpert() {
    DenoiseRequest switching = SMOOTH.with(Sampling.ofSteps(20).routed(new ExpertRouting(0.7)));
    ResidualSkipInterceptor everything = new ResidualSkipInterceptor(100);
    Drive<DenoiseState> drive = run(switching, everything);
    // The first step of each expert and the last of all run.
    assertThat(drive.overrides).isEqualTo(20 - 3);
  }

  @Test
  void keepsAResidualForEachBranchAndNothingAfterTheLastStep() {
    ResidualSkipInterceptor skip = new ResidualSkipInterceptor(0.1);
    Drive<DenoiseState> drive =
        Drive.begin(
            loop, executor, SMOOTH.with(GuidanceSpec.classic(3)), 7, ExecutionProfile.SERVE, skip);
    drive.steps(4);
    PluginStates kept = drive.state.plugins();
    assertThat(kept.get(ResidualSkipInterceptor.ID, "cond")).isPresent();
    assertThat(kept.get(ResidualSkipInterceptor.ID, "uncond"))
        .isPresent()
        .isNotEqualTo(kept.get(ResidualSkipInterceptor.ID, "cond"));
    drive.finish();
    assertThat(drive.state.plugins().isEmpty()).isTrue();
  }

  @Test
  void leavesOtherStepsAlone() {
    ResidualSkipInterceptor skip = new ResidualSkipInterceptor(100);
    Drive<DenoiseState> drive = Drive.begin(loop, executor, SMOOTH);
    WorkPlan encode = (WorkPlan) loop.next(drive.state);
    assertThat(skip.before(encode, PluginStates.EMPTY)).isNull();
    assertThat(skip.after(encode, null, drive.execute(encode, null), PluginStates.EMPTY).isEmpty())
        .isTrue();
  }

  @Test
  void saysThatItAltersOutputsAndRefusesAThresholdThatIsNone() {
    assertThat(new ResidualSkipInterceptor(0.1).altersDistribution()).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> new ResidualSkipInterceptor(Double.NaN));
  }
}

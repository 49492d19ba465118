package dev.evolve.serving.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.serving.tensor.SeededNoise;
import dev.evolve.serving.tensor.Tensor;
import org.junit.jupiter.api.Test;

class SolverStepTest {

  private static final FlowMatchSchedule SCHEDULE = FlowMatchSchedule.shifted(2, 1);
  private static final Tensor LATENT = Tensor.of(1, 2, 1, -2);
  private static final Tensor VELOCITY = Tensor.of(1, 2, 4, 8);

  @Test
  void eulerFollowsTheVelocity() {
    SolverStep step = SolverStep.of(SCHEDULE, 0, false, 1);
    assertThat(step.apply(LATENT, VELOCITY)).isEqualTo(Tensor.of(1, 2, -1, -6));
    assertThat(step.coefficients()).containsExactly(-0.5);
    assertThat(step.isLast()).isFalse();
    assertThat(SolverStep.of(SCHEDULE, 1, false, 1).isLast()).isTrue();
  }

  @Test
  void stochasticStepMixesTheEstimateWithNoise() {
    SolverStep step = SolverStep.of(SCHEDULE, 0, true, 1);
    Tensor noise = SeededNoise.normal(1, 1, 1, 2);
    Tensor expected =
        Tensor.of(1, 2, 0.5f * (1 - 4) + 0.5f * noise.at(0), 0.5f * (-2 - 8) + 0.5f * noise.at(1));
    assertThat(step.apply(LATENT, VELOCITY).relativeDistance(expected)).isLessThan(1e-6);
    assertThat(step.coefficients()).containsExactly(0.5, 0.5);
  }

  @Test
  void noiseFollowsFromSeedAndStepAlone() {
    Tensor once = SolverStep.of(SCHEDULE, 0, true, 1).apply(LATENT, VELOCITY);
    assertThat(SolverStep.of(SCHEDULE, 0, true, 1).apply(LATENT, VELOCITY)).isEqualTo(once);
    assertThat(SolverStep.of(SCHEDULE, 0, true, 2).apply(LATENT, VELOCITY)).isNotEqualTo(once);
    assertThat(new SolverStep(5, 1, 0.5, true, 1).apply(LATENT, VELOCITY)).isNotEqualTo(once);
  }

  @Test
  void lastStochasticStepIsTheEstimate() {
    SolverStep step = SolverStep.of(SCHEDULE, 1, true, 1);
    assertThat(step.apply(LATENT, VELOCITY)).isEqualTo(Tensor.of(1, 2, -1, -6));
  }
}

package dev.evolve.serving.schedule;

import dev.evolve.serving.tensor.SeededNoise;
import dev.evolve.serving.tensor.Tensor;
import java.util.List;

/**
 * One step of the solver, from one noise level to the next. This is the cheap part of a denoise
 * step: it runs even where the forward is replaced.
 *
 * <p>Deterministic steps are Euler's: x + (next - sigma) * v. Stochastic ones estimate the clean
 * latent and add fresh noise: (1 - next) * (x - sigma * v) + next * noise, as {@code
 * FlowMatchEulerDiscreteScheduler} of Hugging Face diffusers does with {@code stochastic_sampling}.
 * The noise follows from the seed and the step's index alone.
 *
 * @param index the step, from 0
 * @param sigma noise level before it
 * @param next noise level after it
 * @param stochastic whether fresh noise is added
 * @param seed where that noise comes from
 */
public record SolverStep(int index, double sigma, double next, boolean stochastic, long seed) {

  /** The step of a schedule at an index. */
  public static SolverStep of(
      FlowMatchSchedule schedule, int index, boolean stochastic, long seed) {
    return new SolverStep(
        index, schedule.sigma(index), schedule.sigma(index + 1), stochastic, seed);
  }

  /** Whether the trajectory ends with it. */
  public boolean isLast() {
    return next == 0;
  }

  /** What policies see of it: Euler's step width, or the factors of estimate and noise. */
  public List<Double> coefficients() {
    return stochastic ? List.of(1 - next, next) : List.of(next - sigma);
  }

  /** The latent after the step. */
  public Tensor apply(Tensor latent, Tensor velocity) {
    if (!stochastic) {
      float width = (float) (next - sigma);
      return latent.combine(velocity, (x, v) -> Math.fma(width, v, x));
    }
    Tensor clean = latent.combine(velocity, (x, v) -> Math.fma((float) -sigma, v, x));
    Tensor noise = SeededNoise.normal(seed, 1L + index, latent.rows(), latent.columns());
    float kept = (float) (1 - next);
    float fresh = (float) next;
    return clean.combine(noise, (x, n) -> Math.fma(fresh, n, kept * x));
  }
}

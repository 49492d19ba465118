package dev.evolve.campaign;

import dev.evolve.search.Outcome;
import dev.evolve.tuning.TrialResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the screenings of a campaign tell of the noise: each gives a standard error of the median
 * ratio of its pairs, and the errors of all of them say how far the logarithm of one pair's ratio
 * scatters.
 */
final class ScreeningNoise {

  /** Standard error of a median over that of a mean, for a normal distribution: sqrt(pi / 2). */
  private static final double MEDIAN_OVER_MEAN = Math.sqrt(Math.PI / 2);

  private ScreeningNoise() {}

  /** Standard deviation of the logarithm of a pair's ratio; null without a screening that tells. */
  static @Nullable Double of(CampaignState state) {
    List<Double> variances = new ArrayList<>();
    for (Candidate candidate : state.search().candidates()) {
      TrialResult result = candidate.result();
      if (result != null && result.outcome() instanceof Outcome.Measured measured) {
        double error = measured.standardError() / measured.value() / MEDIAN_OVER_MEAN;
        double variance = error * error * measured.samples();
        if (Double.isFinite(variance)) {
          variances.add(variance);
        }
      }
    }
    return variances.isEmpty()
        ? null
        : Math.sqrt(variances.stream().mapToDouble(v -> v).average().orElse(0));
  }
}

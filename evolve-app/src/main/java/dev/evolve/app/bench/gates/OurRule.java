package dev.evolve.app.bench.gates;

import dev.evolve.gates.statistics.Claim;
import dev.evolve.gates.statistics.Claim.Standing;
import dev.evolve.gates.statistics.ComparisonPolicy;
import dev.evolve.gates.statistics.LogRatios;

/** The product's rules on pairs whose number was fixed before, with the standard policy. */
final class OurRule {

  static final double ALPHA = ComparisonPolicy.STANDARD.alpha();

  /** Of a win, which is asked for more surely: half of the gain is missed in one case of 200. */
  static final double GAIN_ALPHA = 0.005;

  static final Claim NOT_WORSE = new Claim.NotWorse(ComparisonPolicy.STANDARD.floor());
  static final Claim GAIN = new Claim.Gain(0.10);

  private OurRule() {}

  static boolean regressed(PairDraw draw) {
    return NOT_WORSE.standing(worsening(draw), ALPHA) == Standing.REFUTED;
  }

  static boolean notWorse(PairDraw draw) {
    return NOT_WORSE.standing(worsening(draw), ALPHA) == Standing.HELD;
  }

  /** Faster by 10 %, and by 5 % as the lower bound. */
  static boolean gained(PairDraw draw) {
    return GAIN.standing(worsening(draw), GAIN_ALPHA) == Standing.HELD;
  }

  /** What a correction over a suite works on. */
  static double doubt(PairDraw draw) {
    return NOT_WORSE.doubt(worsening(draw));
  }

  static double[] worsening(PairDraw draw) {
    return LogRatios.of(draw.baseline(), draw.candidate());
  }
}

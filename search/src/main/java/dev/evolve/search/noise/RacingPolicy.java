package dev.evolve.search.noise;

/**
 * How samples are bought.
 *
 * @param tolerance the loss that does not matter, as a share: 0.01 = 1 %. What is named at the end
 *     aims to be within it of the best point visited
 * @param raceSamples samples of a point and scenario after which it stays in the race for good; a
 *     point that would lead takes twice as many
 * @param buildShare samples of a first look may cost this share of the build
 * @param dropRisk chance of dropping a point that is as good as the leader, at each look
 * @param priorWeight degrees of freedom that the noise of all points has in the variance of one
 * @param contenders how many points at most are raced at the end
 * @param settleRisk chance, summed over the contenders, that one left out is better by more than
 *     the tolerance
 * @param settleSamples most fresh samples of a contender and scenario
 * @param settleShare racing the contenders may cost this share of what the search has cost, and
 *     comparing the winner with the incumbent as much again
 * @param claimRisk chance of calling a point better than the incumbent that is not, all looks
 *     together
 * @param claimSamples most fresh samples of winner and incumbent, each
 * @param recheckEvery new points between two looks at the leader
 */
public record RacingPolicy(
    double tolerance,
    int raceSamples,
    double buildShare,
    double dropRisk,
    double priorWeight,
    int contenders,
    double settleRisk,
    int settleSamples,
    double settleShare,
    double claimRisk,
    int claimSamples,
    int recheckEvery) {

  /** What the bench uses. */
  public static final RacingPolicy DEFAULT =
      new RacingPolicy(0.01, 8, 0.1, 0.002, 4, 32, 0.005, 1024, 0.5, 0.002, 1024, 64);

  public RacingPolicy {
    share("tolerance", tolerance);
    share("dropRisk", dropRisk);
    share("settleRisk", settleRisk);
    share("claimRisk", claimRisk);
    atLeast("raceSamples", 2, raceSamples);
    atLeast("contenders", 1, contenders);
    atLeast("settleSamples", CHUNK, settleSamples);
    atLeast("claimSamples", FIRST_LOOK, claimSamples);
    atLeast("recheckEvery", 1, recheckEvery);
    atLeast("buildShare", 0, buildShare);
    atLeast("settleShare", 0, settleShare);
    atLeast("priorWeight", 1, priorWeight);
  }

  /** Samples of one request while contenders are raced turn about. */
  static final int CHUNK = 8;

  /** Fresh samples before the first decision on them. */
  static final int FIRST_LOOK = 16;

  private static void share(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(name + " is between 0 and 1, not " + value);
    }
  }

  private static void atLeast(String name, double least, double value) {
    if (!(value >= least)) {
      throw new IllegalArgumentException(name + " is at least " + least + ", not " + value);
    }
  }

  /** The loss allowed when contenders are told apart. */
  double settleTolerance() {
    return 0.6 * tolerance;
  }

  /** A gain over the incumbent is claimed only if it is shown to be larger than this. */
  double leastGain() {
    return 0.1 * tolerance;
  }

  /** The incumbent stays once a gain is shown to be smaller than this. */
  double futileGain() {
    return 0.4 * tolerance;
  }
}

package dev.evolve.app.bench.gates;

import java.util.SplittableRandom;

/**
 * A noisy machine, made up: log-normal noise, three runs in a hundred disturbed with a heavy tail,
 * a wandering level that both arms share, and in three of ten comparisons a jump of that level
 * halfway.
 *
 * @param deviation standard deviation of the logarithm, 0.10 for 10 % noise
 */
record NoisySeries(double deviation) implements DrawSource {

  private static final double DISTURBED = 0.03;
  private static final double TAIL = 2.5;
  private static final double WALK = 0.01;
  private static final double JUMPS = 0.3;
  private static final double JUMP = 0.05;

  @Override
  public String name() {
    return Math.round(100 * deviation) + " % noise";
  }

  @Override
  public PairDraw draw(int pairs, SplittableRandom random) {
    double[] runs = new double[2 * pairs];
    double level = 0;
    double jump = random.nextDouble() < JUMPS ? random.nextGaussian(0, JUMP) : 0;
    for (int i = 0; i < runs.length; i++) {
      level += random.nextGaussian(0, WALK);
      runs[i] = Math.exp(level + (i >= pairs ? jump : 0)) * noise(random);
    }
    return DrawSource.neighbours(runs, 0, pairs, random);
  }

  /** One run without the shared level. */
  double noise(SplittableRandom random) {
    double pareto = Math.pow(1 - random.nextDouble(), -1 / TAIL) - 1;
    double disturbed = random.nextDouble() < DISTURBED ? 1 + pareto / 2 : 1;
    return 10 * Math.exp(random.nextGaussian(0, deviation)) * disturbed;
  }
}

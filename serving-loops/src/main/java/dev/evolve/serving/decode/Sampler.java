package dev.evolve.serving.decode;

/**
 * Chooses tokens. What is drawn follows from the seed and the position alone, so neither batches
 * nor the order of steps nor drafts can change it. Pure; {@link StrictMath} only, so that every
 * machine draws the same.
 */
final class Sampler {

  private static final double UNIT = 0x1.0p-53;

  private Sampler() {}

  /**
   * The token for a position.
   *
   * @param logits a prediction, at least {@link ByteVocabulary#SIZE} of it
   */
  static int choose(float[] logits, Sampling sampling, long seed, int position) {
    if (sampling.isGreedy()) {
      return mostProbable(logits);
    }
    return draw(logits, sampling, uniform(seed, position));
  }

  static int mostProbable(float[] logits) {
    int best = 0;
    for (int token = 1; token < ByteVocabulary.SIZE; token++) {
      if (logits[token] > logits[best]) {
        best = token;
      }
    }
    return best;
  }

  /**
   * Whether a drafted token is probable enough to be taken although another would be chosen: its
   * probability is at least {@code threshold} times that of the most probable one.
   */
  static boolean isTypical(float[] logits, int token, Sampling sampling, double threshold) {
    double temperature = sampling.isGreedy() ? 1 : sampling.temperature();
    double behind = (logits[token] - logits[mostProbable(logits)]) / temperature;
    return behind >= StrictMath.log(threshold);
  }

  /** Natural logarithm of a token's probability at temperature 1. */
  static double logProbability(float[] logits, int token) {
    double top = logits[mostProbable(logits)];
    double total = 0;
    for (int other = 0; other < ByteVocabulary.SIZE; other++) {
      total += StrictMath.exp(logits[other] - top);
    }
    return logits[token] - top - StrictMath.log(total);
  }

  private static int draw(float[] logits, Sampling sampling, double uniform) {
    double top = logits[mostProbable(logits)];
    double[] weights = new double[ByteVocabulary.SIZE];
    double total = 0;
    for (int token = 0; token < weights.length; token++) {
      weights[token] = StrictMath.exp((logits[token] - top) / sampling.temperature());
      total += weights[token];
    }
    return sampling.topP() == 1
        ? any(weights, total * uniform)
        : nucleus(weights, sampling.topP() * total, uniform);
  }

  private static int any(double[] weights, double point) {
    double sum = 0;
    int last = 0;
    for (int token = 0; token < weights.length; token++) {
      sum += weights[token];
      last = weights[token] > 0 ? token : last;
      if (point < sum) {
        return token;
      }
    }
    return last;
  }

  /** Takes tokens by falling weight until they weigh enough, then draws one of them. */
  private static int nucleus(double[] weights, double enough, double uniform) {
    int[] taken = new int[weights.length];
    double[] sums = new double[weights.length];
    boolean[] gone = new boolean[weights.length];
    int count = 0;
    double sum = 0;
    while (count < weights.length && (count == 0 || sum < enough)) {
      int heaviest = heaviest(weights, gone);
      if (weights[heaviest] == 0) {
        break;
      }
      gone[heaviest] = true;
      sum += weights[heaviest];
      taken[count] = heaviest;
      sums[count++] = sum;
    }
    for (int i = 0; i < count; i++) {
      if (uniform * sum < sums[i]) {
        return taken[i];
      }
    }
    return taken[count - 1];
  }

  private static int heaviest(double[] weights, boolean[] gone) {
    int best = -1;
    for (int token = 0; token < weights.length; token++) {
      if (!gone[token] && (best < 0 || weights[token] > weights[best])) {
        best = token;
      }
    }
    return best;
  }

  /** A number from 0 to 1 by two rounds of SplitMix64's mix (Steele, Lea and Flood, 2014). */
  private static double uniform(long seed, int position) {
    return (mix(mix(seed) + position * 0x9E3779B97F4A7C15L) >>> 11) * UNIT;
  }

  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}

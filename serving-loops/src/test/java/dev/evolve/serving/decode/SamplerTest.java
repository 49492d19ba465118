package dev.evolve.serving.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SamplerTest {

  private static final int DRAWS = 20_000;

  @Test
  void greedyTakesTheFirstOfTheMostProbable() {
    float[] logits = logits(0, 0, 0);
    logits[5] = 3;
    logits[9] = 3;
    assertThat(Sampler.choose(logits, Sampling.GREEDY, 1, 1)).isEqualTo(5);
  }

  @Test
  void drawsFollowTheProbabilities() {
    double[] seen = shares(logits(0, (float) Math.log(3), 0), Sampling.of(1, 1));

    assertThat(seen[0]).isCloseTo(0.2, within(0.02));
    assertThat(seen[1]).isCloseTo(0.6, within(0.02));
    assertThat(seen[2]).isCloseTo(0.2, within(0.02));
  }

  @Test
  void topPLeavesOutTheImprobable() {
    double[] seen =
        shares(logits(0, (float) Math.log(3), (float) Math.log(2)), Sampling.of(1, 0.7));

    assertThat(seen[0]).isZero();
    assertThat(seen[1]).isCloseTo(0.6, within(0.02));
    assertThat(seen[2]).isCloseTo(0.4, within(0.02));
  }

  @Test
  void temperatureSharpens() {
    double[] seen = shares(logits(0, (float) Math.log(2), -100), Sampling.of(0.5, 1));

    assertThat(seen[1]).isCloseTo(0.8, within(0.02));
  }

  @Test
  void drawDependsOnSeedAndPositionAlone() {
    float[] logits = logits(0, 0, 0);
    Sampling sampling = Sampling.of(1, 1);
    assertThat(Sampler.choose(logits, sampling, 7, 3))
        .isEqualTo(Sampler.choose(logits, sampling, 7, 3));
    assertThat(seedsThatDiffer(logits, sampling)).isGreaterThan(100);
  }

  private static long seedsThatDiffer(float[] logits, Sampling sampling) {
    return java.util.stream.LongStream.range(0, 300)
        .filter(
            seed ->
                Sampler.choose(logits, sampling, seed, 3)
                    != Sampler.choose(logits, sampling, seed, 4))
        .count();
  }

  @Test
  void logarithmsOfProbabilitiesAddUpToOne() {
    float[] logits = logits(0.5f, -2, 3);
    double total = 0;
    for (int token = 0; token < ByteVocabulary.SIZE; token++) {
      total += Math.exp(Sampler.logProbability(logits, token));
    }
    assertThat(total).isCloseTo(1, within(1e-9));
  }

  @Test
  void tokenIsTypicalUpToTheThreshold() {
    float[] logits = logits(0, (float) Math.log(4), 0);
    assertThat(Sampler.isTypical(logits, 0, Sampling.GREEDY, 0.2)).isTrue();
    assertThat(Sampler.isTypical(logits, 0, Sampling.GREEDY, 0.3)).isFalse();
    assertThat(Sampler.isTypical(logits, 0, Sampling.of(2, 1), 0.3)).isTrue();
  }

  private static double[] shares(float[] logits, Sampling sampling) {
    double[] seen = new double[ByteVocabulary.SIZE];
    for (int position = 0; position < DRAWS; position++) {
      seen[Sampler.choose(logits, sampling, 42, position)] += 1.0 / DRAWS;
    }
    return seen;
  }

  private static float[] logits(float... first) {
    float[] logits = new float[DecoderModel.LOGITS];
    Arrays.fill(logits, -200);
    System.arraycopy(first, 0, logits, 0, first.length);
    return logits;
  }
}

package dev.evolve.serving.decode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Checks a draft against the model's own predictions, all made in one pass. A token is accepted if
 * it is the one that would have been chosen at its position, so the text is that of plain decoding
 * for any draft; only a request that asks for it accepts by {@link Sampler#isTypical} as well.
 *
 * @param tokens the accepted tokens and the one that follows them
 * @param agreed how many drafted tokens were accepted
 * @param logProbabilities of each token
 */
record Verification(TokenSequence tokens, int agreed, List<Double> logProbabilities) {

  /**
   * @param logits prediction after the last known token, then after each drafted one
   * @param captures whether log-probabilities are wanted
   */
  static Verification of(
      IntFunction<float[]> logits,
      DecodePayload.Decode step,
      DecodeState state,
      double threshold,
      boolean captures) {
    Sampling sampling = state.settings().sampling();
    boolean relaxed = sampling.relaxedAcceptance() && threshold < 1;
    int[] chosen = new int[step.draft().length() + 1];
    List<Double> logProbabilities = new ArrayList<>();
    int count = 0;
    boolean agrees = true;
    while (agrees) {
      float[] row = logits.apply(count);
      int token = Sampler.choose(row, sampling, state.settings().seed(), step.start() + 1 + count);
      agrees = false;
      if (count < step.draft().length()) {
        int drafted = step.draft().at(count);
        agrees =
            drafted == token || relaxed && Sampler.isTypical(row, drafted, sampling, threshold);
        token = agrees ? drafted : token;
      }
      if (captures) {
        logProbabilities.add(Sampler.logProbability(row, token));
      }
      chosen[count++] = token;
    }
    return new Verification(
        TokenSequence.of(Arrays.copyOf(chosen, count)), count - 1, logProbabilities);
  }
}

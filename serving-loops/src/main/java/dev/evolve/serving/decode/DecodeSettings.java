package dev.evolve.serving.decode;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.ModelRef;
import java.util.List;

/**
 * What stays the same during a request.
 *
 * @param model the model that was asked for
 * @param profile how it runs
 * @param seed seed of everything drawn
 * @param promptLength how many tokens were given
 * @param maxTokens most tokens to generate
 * @param sampling how tokens are chosen
 * @param stops the text ends before the first of these
 * @param ignoreEnd whether the model's own end is ignored
 */
record DecodeSettings(
    ModelRef model,
    ExecutionProfile profile,
    long seed,
    int promptLength,
    int maxTokens,
    Sampling sampling,
    List<String> stops,
    boolean ignoreEnd) {

  DecodeSettings {
    stops = List.copyOf(stops);
  }
}

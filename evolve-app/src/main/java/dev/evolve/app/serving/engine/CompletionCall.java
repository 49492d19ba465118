package dev.evolve.app.serving.engine;

import java.util.List;

/**
 * One sequence to generate.
 *
 * @param id unique for ever
 * @param prompt tokens to go on from, at least one
 * @param maxTokens most tokens to generate; at least 1
 * @param sampling how the next token is chosen
 * @param ending what ends it early
 * @param priority higher goes first; 0 is normal
 */
public record CompletionCall(
    String id,
    List<Integer> prompt,
    int maxTokens,
    Sampling sampling,
    Ending ending,
    int priority) {

  public CompletionCall {
    prompt = List.copyOf(prompt);
    if (prompt.isEmpty() || maxTokens < 1) {
      throw new IllegalArgumentException(
          "a call needs a prompt and room for a token, not %d and %d"
              .formatted(prompt.size(), maxTokens));
    }
  }

  /**
   * How the next token is chosen.
   *
   * @param temperature 0 takes the likeliest, up to 2
   * @param topP share of the probability to choose from, above 0 and at most 1
   * @param seed equal seeds give equal tokens
   * @param relaxed whether a drafted token may stand that would not have been chosen
   */
  public record Sampling(double temperature, double topP, long seed, boolean relaxed) {}

  /**
   * What ends a completion before it has all its tokens.
   *
   * @param stops texts that end it and are not part of it
   * @param ignoresModel whether the model's own end is ignored, for measurements
   */
  public record Ending(List<String> stops, boolean ignoresModel) {
    public Ending {
      stops = List.copyOf(stops);
    }
  }
}

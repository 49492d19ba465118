package dev.evolve.serving.decode;

import java.util.List;

/**
 * A text to be continued.
 *
 * @param prompt tokens to continue, at least one
 * @param maxTokens most tokens to generate, at least one
 * @param sampling how tokens are chosen
 * @param stops the text ends before the first of these; none is empty
 * @param ignoreEnd whether the model's own end is ignored, for measurements of a fixed length
 */
public record DecodeRequest(
    TokenSequence prompt, int maxTokens, Sampling sampling, List<String> stops, boolean ignoreEnd) {

  public DecodeRequest {
    stops = List.copyOf(stops);
    if (prompt.length() == 0) {
      throw new IllegalArgumentException("a prompt has at least one token");
    }
    for (int i = 0; i < prompt.length(); i++) {
      if (prompt.at(i) >= ByteVocabulary.SIZE) {
        throw new IllegalArgumentException(
            "tokens are below " + ByteVocabulary.SIZE + ", not " + prompt.at(i));
      }
    }
    if (maxTokens < 1) {
      throw new IllegalArgumentException("max_tokens is at least 1, not " + maxTokens);
    }
    if (stops.stream().anyMatch(String::isEmpty)) {
      throw new IllegalArgumentException("a stop sequence has at least one character");
    }
  }

  /** Continues a text greedily. */
  public static DecodeRequest greedy(String prompt, int maxTokens) {
    return of(prompt, maxTokens, Sampling.GREEDY);
  }

  /** Continues a text. */
  public static DecodeRequest of(String prompt, int maxTokens, Sampling sampling) {
    return new DecodeRequest(ByteVocabulary.prompt(prompt), maxTokens, sampling, List.of(), false);
  }

  /** This request with stop sequences. */
  public DecodeRequest withStops(String... sequences) {
    return new DecodeRequest(prompt, maxTokens, sampling, List.of(sequences), ignoreEnd);
  }

  /** This request without the model's own end. */
  public DecodeRequest ignoringEnd() {
    return new DecodeRequest(prompt, maxTokens, sampling, stops, true);
  }
}

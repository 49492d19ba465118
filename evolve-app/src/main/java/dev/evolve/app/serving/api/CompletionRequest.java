package dev.evolve.app.serving.api;

import dev.evolve.app.serving.engine.CompletionCall.Ending;
import dev.evolve.app.serving.engine.CompletionCall.Sampling;
import java.util.List;

/**
 * What a client asked for, read and checked.
 *
 * @param dialect which endpoint it came to, which decides the shape of the answer
 * @param prompt tokens to go on from
 * @param maxTokens most tokens to generate
 * @param sampling how tokens are chosen
 * @param ending what ends the completion early
 * @param priority higher goes first
 * @param delivery how the answer is delivered
 */
public record CompletionRequest(
    Dialect dialect,
    List<Integer> prompt,
    int maxTokens,
    Sampling sampling,
    Ending ending,
    int priority,
    Delivery delivery) {

  public CompletionRequest {
    prompt = List.copyOf(prompt);
  }

  /** An endpoint's shape. */
  public enum Dialect {
    TEXT("cmpl-", "text_completion", "text_completion"),
    CHAT("chatcmpl-", "chat.completion", "chat.completion.chunk");

    private final String prefix;
    private final String whole;
    private final String chunk;

    Dialect(String prefix, String whole, String chunk) {
      this.prefix = prefix;
      this.whole = whole;
      this.chunk = chunk;
    }

    /** What ids begin with. */
    public String prefix() {
      return prefix;
    }

    String object(boolean isChunk) {
      return isChunk ? chunk : whole;
    }
  }

  /** How an answer is delivered. */
  public enum Delivery {
    /** One JSON document. */
    WHOLE,
    /** Events as they come. */
    STREAM,
    /** Events, the last of which has the usage. */
    STREAM_WITH_USAGE
  }
}

package dev.evolve.app.serving.api;

import dev.evolve.app.serving.api.CompletionRequest.Delivery;
import dev.evolve.app.serving.api.CompletionRequest.Dialect;
import dev.evolve.app.serving.api.Fields.Range;
import dev.evolve.app.serving.engine.CompletionCall.Ending;
import dev.evolve.app.serving.engine.CompletionCall.Sampling;
import dev.evolve.app.serving.engine.ServedModel;
import dev.evolve.loop.port.SeedSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/**
 * Reads the body of a completion request and checks every field that it uses. A field that would
 * change the output but is not supported is refused rather than ignored.
 */
public final class RequestReader {

  /** Priority of requests that a person waits for, and the default. */
  public static final int INTERACTIVE = 0;

  /** Priority of requests that nobody waits for. */
  public static final int BATCH = -100;

  private static final int DEFAULT_TEXT_TOKENS = 16;
  private static final int MOST_STOPS = 4;
  private static final int MOST_PRIORITY = 1_000;

  private final ServedModel model;
  private final SeedSource seeds;

  /**
   * @param model what is served
   * @param seeds seeds for requests that bring none
   */
  public RequestReader(ServedModel model, SeedSource seeds) {
    this.model = model;
    this.seeds = seeds;
  }

  /**
   * Reads a request.
   *
   * @param headerPriority value of the header {@code X-Evolve-Priority}, or empty; a field {@code
   *     priority} in the body comes first
   * @throws ApiException if it is not one that can be served
   */
  public CompletionRequest read(Dialect dialect, byte[] body, String headerPriority) {
    Fields fields = Fields.parse(body);
    requireModel(fields.text("model"));
    refuseUnsupported(fields);
    List<Integer> prompt =
        dialect == Dialect.CHAT
            ? model.tokenizer().encode(chat(fields))
            : prompt(fields.required("prompt", PromptWords.WANTED));
    String promptField = dialect == Dialect.CHAT ? "messages" : "prompt";
    return new CompletionRequest(
        dialect,
        prompt,
        maxTokens(dialect, fields, prompt.size(), promptField),
        sampling(fields),
        new Ending(fields.texts("stop", MOST_STOPS), fields.flag("ignore_eos", false)),
        priority(fields, headerPriority),
        delivery(fields));
  }

  private void requireModel(String name) {
    if (!name.equals(model.id())) {
      throw new ApiException(ApiError.unknownModel(name, model.id()));
    }
  }

  private static void refuseUnsupported(Fields fields) {
    fields.refuse("n", node -> isNumber(node, 1), "1");
    fields.refuse("best_of", node -> isNumber(node, 1), "1");
    fields.refuse("echo", RequestReader::isFalse, "false");
    fields.refuse("suffix", node -> false, "null");
    fields.refuse("logprobs", RequestReader::isFalse, "null or false");
    fields.refuse("top_logprobs", node -> isNumber(node, 0), "0");
    fields.refuse("logit_bias", JsonNode::isEmpty, "an empty object");
    fields.refuse("presence_penalty", node -> isNumber(node, 0), "0");
    fields.refuse("frequency_penalty", node -> isNumber(node, 0), "0");
    fields.refuse("tools", JsonNode::isEmpty, "an empty array");
    fields.refuse("functions", JsonNode::isEmpty, "an empty array");
    fields.refuse(
        "response_format", node -> node.path("type").asString("").equals("text"), "type text");
  }

  private static boolean isNumber(JsonNode node, int value) {
    return node.isNumber() && node.doubleValue() == value;
  }

  private static boolean isFalse(JsonNode node) {
    return node.isBoolean() && !node.booleanValue();
  }

  private static String chat(Fields fields) {
    return ChatTemplate.render(fields.required("messages", "an array of messages"));
  }

  private List<Integer> prompt(JsonNode node) {
    if (node.isString()) {
      return nonEmpty(model.tokenizer().encode(node.stringValue()), node);
    }
    if (!node.isArray() || node.isEmpty()) {
      return Fields.wrong("prompt", PromptWords.WANTED, node);
    }
    boolean isList = node.get(0).isString() || node.get(0).isArray();
    if (isList && node.size() == 1) {
      return prompt(node.get(0));
    }
    return isList ? Fields.wrong("prompt", PromptWords.WANTED, node) : tokens(node);
  }

  private static List<Integer> nonEmpty(List<Integer> tokens, JsonNode node) {
    return tokens.isEmpty() ? Fields.wrong("prompt", PromptWords.WANTED, node) : tokens;
  }

  private List<Integer> tokens(JsonNode array) {
    int size = model.tokenizer().size();
    List<Integer> tokens = new ArrayList<>(array.size());
    for (JsonNode token : array) {
      if (!token.isIntegralNumber()
          || !token.canConvertToInt()
          || token.intValue() < 0
          || token.intValue() >= size) {
        Fields.wrong("prompt", "tokens from 0 to " + (size - 1), token);
      }
      tokens.add(token.intValue());
    }
    return tokens;
  }

  private int maxTokens(Dialect dialect, Fields fields, int prompt, String promptField) {
    int context = model.contextTokens();
    int room = context - prompt;
    OptionalLong wanted = fields.integer("max_tokens", 1, Integer.MAX_VALUE);
    if (dialect == Dialect.CHAT && wanted.isEmpty()) {
      wanted = fields.integer("max_completion_tokens", 1, Integer.MAX_VALUE);
    }
    int otherwise = dialect == Dialect.CHAT ? Math.max(room, 1) : DEFAULT_TEXT_TOKENS;
    int tokens = (int) wanted.orElse(otherwise);
    if (tokens > room) {
      throw new ApiException(ApiError.contextExceeded(promptField, context, prompt, tokens));
    }
    return tokens;
  }

  private Sampling sampling(Fields fields) {
    double temperature = fields.number("temperature", new Range(0, false, 2), 1);
    double topP = fields.number("top_p", new Range(0, true, 1), 1);
    OptionalLong seed = fields.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE);
    return new Sampling(
        temperature,
        topP,
        seed.isPresent() ? seed.getAsLong() : seeds.nextSeed(),
        fields.flag("relaxed_acceptance", false));
  }

  private static int priority(Fields fields, String header) {
    JsonNode node = fields.node("priority");
    if (node == null) {
      return header.isEmpty() ? INTERACTIVE : Priorities.parse(header);
    }
    return node.isString()
        ? Priorities.parse(node.stringValue())
        : fields.integer("priority", -MOST_PRIORITY, MOST_PRIORITY, INTERACTIVE);
  }

  private static Delivery delivery(Fields fields) {
    boolean isStream = fields.flag("stream", false);
    JsonNode options = fields.node("stream_options");
    if (options == null) {
      return isStream ? Delivery.STREAM : Delivery.WHOLE;
    }
    if (!isStream) {
      throw new ApiException(
          ApiError.field("stream_options", "stream_options is only allowed when stream is true"));
    }
    return Fields.of(options, "stream_options").flag("include_usage", false)
        ? Delivery.STREAM_WITH_USAGE
        : Delivery.STREAM;
  }

  /** Words for what a prompt must be. */
  private static final class PromptWords {
    static final String WANTED =
        "a string that is not empty, an array of one, or an array of tokens";
  }

  /** The lanes that have names. */
  private static final class Priorities {

    static int parse(String text) {
      return switch (text) {
        case "interactive" -> INTERACTIVE;
        case "batch" -> BATCH;
        default -> number(text);
      };
    }

    private static int number(String text) {
      try {
        int value = Integer.parseInt(text);
        if (Math.abs(value) <= MOST_PRIORITY) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Told below, like a number that is out of range.
      }
      throw new ApiException(
          ApiError.field(
              "priority",
              "priority must be interactive, batch or an integer from -%d to %d, found %s"
                  .formatted(MOST_PRIORITY, MOST_PRIORITY, text)));
    }
  }
}

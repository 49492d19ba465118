package dev.evolve.app.serving.api;

import dev.evolve.app.serving.api.CompletionRequest.Dialect;
import dev.evolve.app.serving.engine.CompletionEnd.Reason;
import dev.evolve.app.serving.engine.ServedModel;
import dev.evolve.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Forms the JSON of one request's answers.
 *
 * @param dialect shape
 * @param id the request's id
 * @param created when it came, seconds since 1970
 * @param model name of the model
 */
public record Answers(Dialect dialect, String id, long created, String model) {

  /** Tokens of a request, for its usage. */
  public record Usage(int prompt, int completion) {}

  /** The whole answer. */
  public ObjectNode whole(String text, Reason reason, Usage usage) {
    ObjectNode answer = head(false);
    ObjectNode choice = choice(answer, reason);
    if (dialect == Dialect.CHAT) {
      choice.putObject("message").put("role", "assistant").put("content", text);
    } else {
      choice.put("text", text);
    }
    return putUsage(answer, usage);
  }

  /** First event of a chat, which says who speaks. */
  public ObjectNode role() {
    ObjectNode chunk = head(true);
    choice(chunk, null).putObject("delta").put("role", "assistant").put("content", "");
    return chunk;
  }

  /** An event with more text. */
  public ObjectNode delta(String text) {
    ObjectNode chunk = head(true);
    ObjectNode choice = choice(chunk, null);
    if (dialect == Dialect.CHAT) {
      choice.putObject("delta").put("content", text);
    } else {
      choice.put("text", text);
    }
    return chunk;
  }

  /** The event that says why the text ends. */
  public ObjectNode finish(Reason reason) {
    ObjectNode chunk = head(true);
    ObjectNode choice = choice(chunk, reason);
    if (dialect == Dialect.CHAT) {
      choice.putObject("delta");
    } else {
      choice.put("text", "");
    }
    return chunk;
  }

  /** The event with the usage, which has no choice. */
  public ObjectNode usage(Usage usage) {
    ObjectNode chunk = head(true);
    chunk.putArray("choices");
    return putUsage(chunk, usage);
  }

  /** The list of models, with the one there is. */
  public static ObjectNode models(ServedModel model) {
    ObjectNode list = Json.mapper().createObjectNode().put("object", "list");
    ArrayNode data = list.putArray("data");
    data.add(model(model));
    return list;
  }

  /** One model. */
  public static ObjectNode model(ServedModel model) {
    return Json.mapper()
        .createObjectNode()
        .put("id", model.id())
        .put("object", "model")
        .put("created", model.created())
        .put("owned_by", "evolve")
        .put("weights_version", model.weightsVersion())
        .put("max_model_len", model.contextTokens());
  }

  private ObjectNode head(boolean isChunk) {
    return Json.mapper()
        .createObjectNode()
        .put("id", id)
        .put("object", dialect.object(isChunk))
        .put("created", created)
        .put("model", model);
  }

  private static ObjectNode choice(ObjectNode answer, @Nullable Reason reason) {
    ObjectNode choice = answer.putArray("choices").addObject();
    choice.put("index", 0);
    choice.putNull("logprobs");
    choice.put("finish_reason", reason == null ? null : reason.wireName());
    return choice;
  }

  private static ObjectNode putUsage(ObjectNode answer, Usage usage) {
    answer
        .putObject("usage")
        .put("prompt_tokens", usage.prompt())
        .put("completion_tokens", usage.completion())
        .put("total_tokens", usage.prompt() + usage.completion());
    return answer;
  }
}

package dev.evolve.app.serving.api;

import dev.evolve.app.serving.engine.CompletionEnd.Refusal;
import dev.evolve.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer that says no, in the shape that OpenAI's clients read.
 *
 * @param status HTTP status
 * @param message what was wanted, what was found, what to do
 * @param type who can act: {@code invalid_request_error}, {@code rate_limit_error} or {@code
 *     server_error}
 * @param param field that is meant, if one is
 * @param code machine-readable reason
 * @param retryAfterSeconds when to try again; 0 if that would not help
 */
public record ApiError(
    int status,
    String message,
    String type,
    @Nullable String param,
    String code,
    int retryAfterSeconds) {

  private static final String CALLER = "invalid_request_error";
  private static final String SERVER = "server_error";

  /** The caller can do it right. */
  public static ApiError caller(int status, String code, String message) {
    return new ApiError(status, message, CALLER, null, code, 0);
  }

  /** A field of the request is wrong. */
  public static ApiError field(String field, String message) {
    return new ApiError(400, message, CALLER, field, "invalid_value", 0);
  }

  /** Prompt and completion do not fit into the model's context. */
  public static ApiError contextExceeded(String field, int context, int prompt, int completion) {
    return new ApiError(
        400,
        "this model's context has room for %d tokens, but %d were asked for (%d in the prompt, %d to generate); shorten the prompt or ask for fewer"
            .formatted(context, prompt + (long) completion, prompt, completion),
        CALLER,
        field,
        "context_length_exceeded",
        0);
  }

  /** A model that is not served. */
  public static ApiError unknownModel(String found, String served) {
    return new ApiError(
        404,
        "model %s is not served here; %s is".formatted(found, served),
        CALLER,
        "model",
        "model_not_found",
        0);
  }

  /** The server stops and takes no more. */
  public static ApiError draining() {
    return new ApiError(
        503, "the server is draining and takes no new requests", SERVER, null, "draining", 1);
  }

  /** The server ended a request that was under way. */
  public static ApiError cancelled(String reason) {
    return new ApiError(
        503, "the server cancelled the request: " + reason, SERVER, null, "cancelled", 1);
  }

  /** The engine does not say what it holds. */
  public static ApiError loadUnknown() {
    return new ApiError(
        503,
        "the engine does not answer, so its figures are not known",
        SERVER,
        null,
        "no_load",
        1);
  }

  /** A request broke in here. */
  public static ApiError internal(String requestId) {
    return new ApiError(
        500,
        "the request failed inside the server; its log has the cause under " + requestId,
        SERVER,
        null,
        "internal_error",
        0);
  }

  /** The engine did not take a request. */
  public static ApiError refused(Refusal why, String message) {
    return switch (why) {
      case BUSY -> new ApiError(429, message, "rate_limit_error", null, "rate_limit_exceeded", 1);
      case TOO_LARGE -> caller(400, "request_too_large", message);
      case DRAINING -> draining();
    };
  }

  /** The body of the answer, also sent as an event within a stream. */
  public ObjectNode json() {
    ObjectNode body = Json.mapper().createObjectNode();
    ObjectNode error = body.putObject("error");
    error.put("message", message);
    error.put("type", type);
    error.put("param", param);
    error.put("code", code);
    return body;
  }
}

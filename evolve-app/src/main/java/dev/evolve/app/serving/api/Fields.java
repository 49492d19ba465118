package dev.evolve.app.serving.api;

import dev.evolve.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads the fields of a JSON object; what is absent or {@code null} has its default, and what is
 * wrong is told by name with what was wanted and what was found. Fields that nobody asks for are
 * ignored, as OpenAI's servers do.
 */
final class Fields {

  private static final int SHOWN = 60;

  private final JsonNode object;

  private Fields(JsonNode object) {
    this.object = object;
  }

  static Fields parse(byte[] body) {
    JsonNode node;
    try {
      node = Json.mapper().readTree(body);
    } catch (JacksonException e) {
      throw new ApiException(
          ApiError.caller(400, "invalid_json", "the body is not JSON: " + e.getOriginalMessage()));
    }
    return of(node, "the body");
  }

  static Fields of(JsonNode node, String what) {
    if (!node.isObject()) {
      throw new ApiException(
          ApiError.caller(
              400, "invalid_json", what + " must be a JSON object, found " + found(node)));
    }
    return new Fields(node);
  }

  @Nullable JsonNode node(String name) {
    JsonNode node = object.get(name);
    return node == null || node.isNull() ? null : node;
  }

  /** The field, which must be there. */
  JsonNode required(String name, String wanted) {
    JsonNode node = node(name);
    if (node == null) {
      throw new ApiException(ApiError.field(name, name + " is missing; it must be " + wanted));
    }
    return node;
  }

  String text(String name) {
    JsonNode node = required(name, "a string");
    return node.isString() ? node.stringValue() : wrong(name, "a string", node);
  }

  boolean flag(String name, boolean otherwise) {
    JsonNode node = node(name);
    if (node == null) {
      return otherwise;
    }
    return node.isBoolean() ? node.booleanValue() : wrong(name, "true or false", node);
  }

  int integer(String name, int least, int most, int otherwise) {
    OptionalLong value = integer(name, least, most);
    return value.isPresent() ? (int) value.getAsLong() : otherwise;
  }

  OptionalLong integer(String name, long least, long most) {
    JsonNode node = node(name);
    if (node == null) {
      return OptionalLong.empty();
    }
    if (!node.isIntegralNumber()
        || !node.canConvertToLong()
        || node.longValue() < least
        || node.longValue() > most) {
      return wrong(name, "an integer from " + least + " to " + most, node);
    }
    return OptionalLong.of(node.longValue());
  }

  double number(String name, Range range, double otherwise) {
    JsonNode node = node(name);
    if (node == null) {
      return otherwise;
    }
    if (!node.isNumber() || !range.has(node.doubleValue())) {
      return wrong(name, "a number " + range, node);
    }
    return node.doubleValue();
  }

  /** One text or a list of them. */
  List<String> texts(String name, int most) {
    JsonNode node = node(name);
    if (node == null) {
      return List.of();
    }
    String wanted = "a string or up to " + most + " of them, none empty";
    List<String> texts = new ArrayList<>();
    for (JsonNode each : node.isArray() ? node : List.of(node)) {
      texts.add(
          each.isString() && !each.stringValue().isEmpty()
              ? each.stringValue()
              : wrong(name, wanted, each));
    }
    return texts.size() <= most ? texts : wrong(name, wanted, node);
  }

  /** Refuses a field whose value asks for something that this server does not do. */
  void refuse(String name, java.util.function.Predicate<JsonNode> harmless, String only) {
    JsonNode node = node(name);
    if (node != null && !harmless.test(node)) {
      throw new ApiException(
          new ApiError(
              400,
              name + " is not supported: only " + only + ", found " + found(node),
              "invalid_request_error",
              name,
              "unsupported_value",
              0));
    }
  }

  /** Says that a field is wrong; never returns. */
  static <T> T wrong(String name, String wanted, JsonNode node) {
    throw new ApiException(
        ApiError.field(name, name + " must be " + wanted + ", found " + found(node)));
  }

  static String found(JsonNode node) {
    String text = node.toString();
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }

  /**
   * Numbers that a field may have.
   *
   * @param least lower end
   * @param isOpen whether the lower end itself is left out
   * @param most upper end, included
   */
  record Range(double least, boolean isOpen, double most) {
    boolean has(double value) {
      return (isOpen ? value > least : value >= least) && value <= most;
    }

    @Override
    public String toString() {
      return (isOpen ? "above " : "from ") + least + (isOpen ? " and at most " : " to ") + most;
    }
  }
}

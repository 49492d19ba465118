package dev.evolve.app.serving.api;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Makes one prompt of a chat. Each message becomes {@code <|role|>}, a line feed, its text and a
 * line feed; {@code <|assistant|>} and a line feed follow the last one. A content of several text
 * parts is their concatenation.
 */
final class ChatTemplate {

  private static final Set<String> ROLES =
      new TreeSet<>(List.of("assistant", "developer", "system", "user"));

  private ChatTemplate() {}

  static String render(JsonNode messages) {
    String wanted = "an array of at least one message with role and content";
    if (!messages.isArray() || messages.isEmpty()) {
      return Fields.wrong("messages", wanted, messages);
    }
    StringBuilder prompt = new StringBuilder();
    for (int i = 0; i < messages.size(); i++) {
      append(prompt, messages.get(i), "messages[" + i + "]");
    }
    return prompt.append("<|assistant|>\n").toString();
  }

  private static void append(StringBuilder prompt, JsonNode message, String path) {
    if (!message.isObject()) {
      Fields.wrong(path, "an object with role and content", message);
    }
    JsonNode role = message.path("role");
    if (!role.isString() || !ROLES.contains(role.stringValue())) {
      Fields.wrong(path + ".role", "one of " + String.join(", ", ROLES), role);
    }
    prompt.append("<|").append(role.stringValue()).append("|>\n");
    prompt.append(content(message.path("content"), path + ".content")).append('\n');
  }

  private static String content(JsonNode content, String path) {
    if (content.isString()) {
      return content.stringValue();
    }
    if (!content.isArray()) {
      return Fields.wrong(path, "a string or an array of text parts", content);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < content.size(); i++) {
      text.append(part(content.get(i), path + "[" + i + "]"));
    }
    return text.toString();
  }

  private static String part(JsonNode part, String path) {
    JsonNode text = part.path("text");
    return part.path("type").asString("").equals("text") && text.isString()
        ? text.stringValue()
        : Fields.wrong(path, "a part {\"type\": \"text\", \"text\": \"…\"}", part);
  }
}

package dev.evolve.app.cli;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/**
 * A JSON file with values for a command's options: its keys are the long names with underscores,
 * such as {@code kv_block_size} for {@code --kv-block-size}. What the command line says goes first.
 */
final class OptionFile {

  private final Path file;

  private OptionFile(Path file) {
    this.file = file;
  }

  /**
   * Gives the options of a command the values of a file.
   *
   * @throws EvolveException if the file cannot be read, or a key or value is none of the command's
   */
  static void apply(Path file, CommandSpec command, ParseResult parsed) {
    new OptionFile(file).apply(command, parsed);
  }

  private void apply(CommandSpec command, ParseResult parsed) {
    Map<String, OptionSpec> known = known(command);
    for (Map.Entry<String, JsonNode> entry : read().properties()) {
      OptionSpec option = known.get(entry.getKey());
      if (option == null) {
        throw refused("has no key " + entry.getKey() + "; known are " + known.keySet());
      }
      Object value = value(entry.getKey(), option.type(), entry.getValue());
      if (!parsed.hasMatchedOption(option)) {
        option.setValue(value);
      }
    }
  }

  private static Map<String, OptionSpec> known(CommandSpec command) {
    Map<String, OptionSpec> known = new TreeMap<>();
    for (OptionSpec option : command.options()) {
      if (!option.usageHelp()
          && !option.versionHelp()
          && !option.longestName().equals("--config")) {
        known.put(option.longestName().substring(2).replace('-', '_'), option);
      }
    }
    return known;
  }

  private JsonNode read() {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw refused("cannot be read: " + e);
    }
    JsonNode values;
    try {
      values = Json.readTree(text);
    } catch (IllegalArgumentException e) {
      throw refused("is " + e.getMessage());
    }
    if (!values.isObject()) {
      throw refused("must be a JSON object, found " + values);
    }
    return values;
  }

  private Object value(String key, Class<?> type, JsonNode found) {
    if (type == int.class && found.canConvertToInt() && found.isIntegralNumber()) {
      return found.intValue();
    }
    if (type == long.class && found.canConvertToLong() && found.isIntegralNumber()) {
      return found.longValue();
    }
    if (type == double.class && found.isNumber()) {
      return found.doubleValue();
    }
    if (type == boolean.class && found.isBoolean()) {
      return found.booleanValue();
    }
    if (type == String.class && found.isString()) {
      return found.stringValue();
    }
    if (type == Path.class && found.isString()) {
      return Path.of(found.stringValue());
    }
    throw refused("%s must be %s, found %s".formatted(key, word(type), found));
  }

  private static String word(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "int", "long" -> "an integer";
      case "double" -> "a number";
      case "boolean" -> "true or false";
      default -> "a string";
    };
  }

  private EvolveException refused(String why) {
    return new EvolveException(ErrorCode.INVALID_REQUEST, "--config " + file + ": " + why);
  }
}

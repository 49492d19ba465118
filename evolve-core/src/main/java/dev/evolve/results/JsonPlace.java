package dev.evolve.results;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NumericNode;

/** A value in a JSON file, which knows where it is, so that every complaint names its place. */
final class JsonPlace {

  private static final int DEEPEST = 64;
  private static final int LONGEST_NUMBER = 400;
  private static final int LARGEST_EXPONENT = 10_000;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxNumberLength(LONGEST_NUMBER)
                          .build())
                  .build())
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private final String file;
  private final String path;
  private final JsonNode node;

  private JsonPlace(String file, String path, JsonNode node) {
    this.file = file;
    this.path = path;
    this.node = node;
  }

  /** The root of a file. */
  static JsonPlace root(String file, String prefix, String text) {
    return new JsonPlace(file, prefix, tree(file, prefix, text));
  }

  /** The tree of a text, or nothing if it is not JSON. */
  static Optional<JsonNode> tree(String text) {
    try {
      return Optional.of(MAPPER.readTree(text));
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  private static JsonNode tree(String file, String prefix, String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JacksonException e) {
      String where =
          e.getLocation() == null
              ? prefix
              : prefix + (prefix.isEmpty() ? "" : " ") + "line " + e.getLocation().getLineNr();
      throw new UnreadableResultException(
          file, where, "wanted JSON, found: " + ResultText.shown(e.getOriginalMessage(), 200));
    }
  }

  UnreadableResultException problem(String text) {
    return new UnreadableResultException(file, path, text);
  }

  private UnreadableResultException wanted(String what) {
    String found = node.isMissingNode() ? "nothing" : ResultText.shown(node.toString(), 60);
    return problem("wanted " + what + ", found " + found);
  }

  String path() {
    return path;
  }

  boolean has(String name) {
    return !node.path(name).isMissingNode() && !node.path(name).isNull();
  }

  boolean isNumber() {
    return node.isNumber();
  }

  JsonPlace field(String name) {
    return new JsonPlace(file, path.isEmpty() ? name : path + "." + name, node.path(name));
  }

  List<JsonPlace> each() {
    if (!node.isArray()) {
      throw wanted("a list");
    }
    List<JsonPlace> all = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      all.add(new JsonPlace(file, path + "[" + i + "]", node.path(i)));
    }
    return all;
  }

  /** A list that holds something. */
  List<JsonPlace> some() {
    List<JsonPlace> all = each();
    if (all.isEmpty()) {
      throw problem("wanted at least one entry, found an empty list");
    }
    return all;
  }

  List<String> names() {
    if (!node.isObject()) {
      throw wanted("an object");
    }
    return List.copyOf(node.propertyNames());
  }

  /** A text that is a name: short, and without control characters. */
  String name() {
    if (!node.isString()) {
      throw wanted("a name");
    }
    return ResultText.name(file, path, node.stringValue());
  }

  /** A name made of what is here, checked as one that is here. */
  String named(String made) {
    return ResultText.name(file, path, made);
  }

  String text() {
    if (!node.isString()) {
      throw wanted("a text");
    }
    return node.stringValue();
  }

  /** Whatever it is, as a short text for a fingerprint. */
  String fingerprint() {
    return ResultText.shown(node.isString() ? node.stringValue() : node.toString(), 200);
  }

  boolean truth() {
    if (!node.isBoolean()) {
      throw wanted("true or false");
    }
    return node.booleanValue();
  }

  /** A number; NaN and the infinities are numbers, also as the texts that JMH writes for them. */
  double number(ResultUnit unit) {
    if (node.isString()) {
      return special(node.stringValue());
    }
    if (!node.isNumber()) {
      throw wanted("a number");
    }
    boolean isSpecial = node instanceof NumericNode number && number.isNaN();
    return isSpecial ? node.doubleValue() : unit.normalise(decimal());
  }

  private BigDecimal decimal() {
    BigDecimal exact = node.decimalValue();
    if (Math.abs((long) exact.precision() - exact.scale()) > LARGEST_EXPONENT) {
      throw wanted("a number that a machine can hold");
    }
    return exact;
  }

  private double special(String text) {
    return switch (text) {
      case "NaN" -> Double.NaN;
      case "Infinity", "+Infinity", "INF", "+INF" -> Double.POSITIVE_INFINITY;
      case "-Infinity", "-INF" -> Double.NEGATIVE_INFINITY;
      default -> throw wanted("a number");
    };
  }

  /** A whole number of 0 or more. */
  long count() {
    if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < 0) {
      throw wanted("a whole number of 0 or more");
    }
    return node.longValue();
  }

  /** The unit that a text names, one that is known. */
  ResultUnit unit() {
    return ResultUnit.known(text()).orElseThrow(() -> wanted("a unit such as ns, us, ms or s"));
  }
}
